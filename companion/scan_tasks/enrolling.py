"""Codes are enrolled, or a deck is checked, read by read; each read is on the disk before anything is said."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

from companion.enrolled import Change, CodesError, TakenCodeError
from companion.scan_tasks import deck_count, enrolment
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count, KeptError
from companion.scan_tasks.enrolment import Enrolment
from companion.scan_tasks.read_by_read import Told
from companion.storage.whole_files import write_whole
from companion.things import thing_with
from companion.voice.errands import enrol_lines as said
from companion.voice.lines import Phrase, followed

log = logging.getLogger(__name__)


class Enrolling:
    """Binds codes to the things of ``wanted``, and goes on where it was left."""

    def __init__(self, book: CodeBook, wanted: Enrolment) -> None:
        self._book = book
        self.enrolment = enrolment.begun(wanted, book.codes())

    @property
    def edition(self) -> str:
        """After which edition's its cards are called; empty for command cards and badges."""
        return self.enrolment.edition

    def beginning(self) -> Phrase:
        """What to do, and which code comes first."""
        return enrolment.beginning(self.enrolment, self._book.codes())

    async def take(self, text: str) -> Told:
        """One read; a code is bound on the disk when this returns. Raises OSError."""
        return await self._keep(enrolment.hear(self.enrolment, self._book.codes(), text))

    async def choose(self, tag: str) -> Told:
        """The code of the thing with this tag comes next. Raises OSError."""
        return await self._keep(enrolment.choose(self.enrolment, self._book.codes(), tag))

    async def _keep(self, step: enrolment.Step) -> Told:
        if step.change is not None and step.change != Change():
            try:
                await asyncio.to_thread(self._book.change, step.change)
            except TakenCodeError as error:  # meanwhile, by another program
                asks = enrolment.asks(self.enrolment, self._book.codes())
                return Told(followed(said.taken(thing_with(error.tag), elsewhere=True), asks))
            except CodesError as error:
                return Told(said.not_kept(error.findings[0]))
        self.enrolment = step.enrolment
        return Told(step.phrase, step.closed, step.taken)

    def stopped(self) -> Phrase:
        """It ends before its end: what is bound stays, and where it goes on is kept."""
        return enrolment.stopped(self.enrolment, self._book.codes())


class Counting:
    """Checks a whole deck; what was scanned is kept in ``folder`` until the check is over."""

    def __init__(self, folder: Path, book: CodeBook, count: Count) -> None:
        self._book = book
        self._path = folder / f"deck-check-{'-'.join(filter(None, (count.deck.edition, count.serial)))}.json"
        self.count = self._gone_on_with(count)

    @property
    def edition(self) -> str:
        """After which edition's its cards are called."""
        return self.count.deck.edition

    def beginning(self) -> Phrase:
        """What to do, and how many were scanned before a stop."""
        return deck_count.beginning(self.count)

    async def take(self, text: str) -> Told:
        """One read, kept when this returns. Raises OSError."""
        step = deck_count.hear(self.count, self._book.codes(), text)
        if step.closed:
            await asyncio.to_thread(self._path.unlink, missing_ok=True)
        elif step.count is not self.count:
            await asyncio.to_thread(self._keep, step.count)
        self.count = step.count
        return Told(step.phrase, step.closed, step.taken)

    def stopped(self) -> Phrase:
        """It ends before its end: what was scanned is kept, and nothing where nothing was."""
        if not self.count.reads:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        return deck_count.stopped(self.count)

    def _keep(self, count: Count) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, deck_count.kept_text(count))

    def _gone_on_with(self, count: Count) -> Count:
        try:
            return deck_count.go_on(count, self._book.codes(), self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return count
        except (OSError, UnicodeDecodeError, KeptError) as error:
            log.warning("%s: the check begins anew (%s)", self._path, error)
            return count
