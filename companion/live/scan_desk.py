"""While codes are enrolled or a deck is checked at the live table, scans belong to that and not to the game.

The game stays as it is: buttons, phones and what asks, quietens or stops the motor go on as ever. Whoever forgets to
end it gets the scanner back by waiting: after ten minutes without a read the next one plays again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from companion.enrolled import code_of, is_code
from companion.referee.commands import Scan
from companion.referee.refusals import RefusalCode
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count
from companion.scan_tasks.enrolling import Counting, Enrolling
from companion.scan_tasks.enrolment import Enrolment, command
from companion.scan_tasks.read_by_read import ReadByRead, Told
from companion.tags import QUERIES, CommandWord
from companion.updates import Update
from companion.voice.earcons import Earcon
from companion.voice.errands import enrol_lines as said
from companion.voice.lines import Line, Phrase, answer, followed

LAPSES_MS = 600_000

#: Of the cards that ask or quieten, those that ask about what goes on at the desk.
_OURS = frozenset({CommandWord.STATUS, CommandWord.HELP})


def _monotonic_ms() -> float:
    return time.monotonic_ns() / 1e6


class ScanDesk:
    """Takes the scanner's reads while something is done with it. ``clock_ms`` is monotonic.

    ``folder`` is the data folder, ``book`` its codes, ``labels`` the table's set of Braille labels; ``answer`` sounds
    for each read of the scanner, before its words. ``turns`` is told when scans come here, true, or go back to the
    game. ``observers`` hear of every step. ``last`` is what was told last, for the page; ``last_was_taken``:
    something came of it.
    """

    def __init__(
        self,
        folder: Path,
        book: CodeBook,
        labels: str,
        tell: Callable[[Iterable[Line]], None],
        answer: Callable[[Earcon], None],
        *,
        turns: Callable[[bool], None] = lambda _: None,
        clock_ms: Callable[[], float] = _monotonic_ms,
    ) -> None:
        self.book = book
        self.labels = labels
        self.task: Enrolling | Counting | None = None
        self.last: Line | None = None
        self.last_was_taken = True
        self._unknown: str | None = None
        self.observers: list[Callable[[], None]] = []
        self._folder = folder
        self._tell = tell
        self._answer = answer
        self._turns = turns
        self._clock_ms = clock_ms
        self._read_at_ms = 0.0
        self._one_by_one = asyncio.Lock()

    @property
    def unknown(self) -> str | None:
        """The code that the game has read last and did not know, until it is enrolled: the page offers to."""
        return None if self._unknown in self.book.codes().tags else self._unknown

    def enrol(self, wanted: Enrolment) -> None:
        """From now on codes are bound to these things; what was going on ends."""
        self._begin(Enrolling(self.book, wanted))

    def count(self, count: Count) -> None:
        """From now on this deck is checked; what was going on ends."""
        self._begin(Counting(self._folder, self.book, count))

    def _begin(self, task: Enrolling | Counting) -> None:
        self.task = task
        self._read_at_ms = self._clock_ms()
        self._turns(True)
        self._say(task.beginning(), task)

    async def read(self, text: str) -> bool:
        """One read of the scanner; false where it is the game's, or asks, quietens or stops the motor."""
        async with self._one_by_one:  # what is read behind DONE is the game's again
            if not self._wants(text):
                return False
            # A command card is taken although nothing may come of it: its words say so.
            asks = command(text, self.book.codes()) is not None
            await self._do(
                lambda task: task.take(text),
                lambda taken: self._answer(Earcon.ACCEPTED if taken or asks else Earcon.REFUSED),
            )
            return True

    def _wants(self, text: str) -> bool:
        if self.task is None:
            return False
        if self._clock_ms() - self._read_at_ms > LAPSES_MS:
            self._close(followed(self.task.stopped(), said.lapsed()))
            return False
        word = command(text, self.book.codes())
        return word not in QUERIES or word in _OURS

    def table_moved(self, update: Update) -> None:
        """What came of a scan in the game."""
        refused = update.refusal is not None and update.refusal.code is RefusalCode.UNKNOWN_TAG
        if refused and isinstance(update.command, Scan) and is_code(code := code_of(update.command.text)):
            self._unknown = code

    def end(self) -> None:
        """The scanner is the game's again."""
        if self.task is not None:
            self._close(followed(self.task.stopped(), said.ended()))

    async def take(self, text: str) -> bool:
        """A code or a word from the page; true where something came of it."""
        async with self._one_by_one:
            return await self._do(lambda task: task.take(text))

    async def choose(self, tag: str) -> bool:
        """The page chooses whose code comes next."""

        async def chosen(task: Enrolling | Counting) -> Told:
            return await (task.choose(tag) if isinstance(task, Enrolling) else task.take(tag))

        async with self._one_by_one:
            return await self._do(chosen)

    async def _do(
        self,
        act: Callable[[Enrolling | Counting], Awaitable[Told]],
        answer: Callable[[bool], None] = lambda _: None,
    ) -> bool:
        task = self.task
        if task is None:
            return False
        self._read_at_ms = self._clock_ms()
        try:
            told = await act(task)
        except OSError as error:
            answer(False)
            self._say(said.not_kept(error.strerror or str(error)), task, taken=False)
            return False
        if self.task is not task:  # it was ended, or another was begun meanwhile
            return told.taken
        answer(told.taken or told.closed)
        if told.closed:
            self._close(followed(told.phrase, said.ended()))
        else:
            self._say(told.phrase, task, taken=told.taken)
        return told.taken or told.closed

    def _close(self, phrase: Phrase) -> None:
        task, self.task = self.task, None
        if task is not None:
            self._say(phrase, task)
            self._turns(False)

    def _say(self, phrase: Phrase, task: ReadByRead, *, taken: bool = True) -> None:
        self.last_was_taken = taken
        self.last = answer(phrase, task.edition)
        self._tell([self.last])
        for observer in self.observers:
            observer()
