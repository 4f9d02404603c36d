"""The table's way to its journal: written on a thread of its own, and kept in memory while the disk fails."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from companion.deal import Deal
from companion.open_press import OpenPress
from companion.storage.journal import Entry, Journal, Launch
from companion.storage.journal_file import JournalError

log = logging.getLogger(__name__)

RETRY_S = 5.0  # between two tries to save what only memory holds

_Found = TypeVar("_Found")


class JournalWriter:
    """Saves what a table accepts, in order, and finds it again, on the disk or not. Lives on the table's event loop.

    ``state`` is "disk", or "recovered" after a damaged file, or "memory" while the disk takes nothing; ``observers``
    hear of every change of it.
    """

    def __init__(self, journal: Journal, *, recovered: bool = False) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._saving = asyncio.Lock()  # two tries at once would write the same entries twice
        self._unsaved: list[Entry] = []
        self._settlements: list[tuple[OpenPress, int]] = []
        self._unnoted_press: OpenPress | None = None
        self._unnoted_deals: dict[tuple[int, int], Deal] = {}
        self._on_disk = "recovered" if recovered else "disk"
        self.observers: list[Callable[[], None]] = []
        self.state = "memory" if journal.in_memory else self._on_disk
        if journal.in_memory:
            log.error("the journal cannot be written; the game goes on in memory")
        self.reported_ns = time.monotonic_ns()  # when its thread last showed that it works; ``ask`` has it do so
        self._asked: Future[None] | None = None

    def ask(self) -> None:
        """Have the thread show that it works, after what it has begun; returns at once."""
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(self._show_that_it_works)

    def _show_that_it_works(self) -> None:
        self.reported_ns = time.monotonic_ns()

    @property
    def unsaved(self) -> Sequence[Entry]:
        """The statements that only memory holds, oldest first."""
        return self._unsaved

    async def save(self, entry: Entry, settled: OpenPress | None, reopened: OpenPress | None) -> bool:
        """A statement, and the press it settles or opens anew, go to the disk together.

        False where only memory holds them for now.
        """
        self._unsaved.append(entry)
        if reopened is not None:
            self._unnoted_press = reopened
        if settled is not None:
            self._settlements.append((settled, entry.number))
        return await self.save_pending()

    async def save_together(self, entries: Sequence[Entry], settled: tuple[OpenPress, int] | None = None) -> bool:
        """Several statements go to the disk, all or none; False where only memory holds them for now.

        ``settled``: a press, and the number of the statement among them that settles it.
        """
        self._unsaved += entries
        if settled is not None:
            self._settlements.append(settled)
        return await self.save_pending()

    async def note_press(self, press: OpenPress) -> None:
        """What is known of a press that is no statement yet."""
        async with self._saving:
            self._unnoted_press = press
            if self.state == "memory":
                await self._save_all()
            elif await self._written(self._journal.note_press, press):
                self._unnoted_press = None

    async def note_deal(self, deal: Deal) -> None:
        """How far the dispenser's deal has come, of which no statement is made."""
        async with self._saving:
            self._unnoted_deals[deal.game, deal.round] = deal
            if self.state == "memory":
                await self._save_all()
            elif await self._written(self._journal.note_deal, deal):
                self._unnoted_deals.clear()

    async def save_pending(self) -> bool:
        """Writes what only memory holds, in order; true when nothing is left."""
        async with self._saving:
            return await self._save_all() if self._unsaved or self.state == "memory" else True

    async def _save_all(self) -> bool:
        pending = self._pending()
        entries, settled = pending["entries"], pending["settled"]
        if not await self._written(lambda: self._journal.append(**pending)):
            return False
        del self._unsaved[: len(entries)]
        del self._settlements[: len(settled)]
        self._unnoted_press = None
        self._unnoted_deals.clear()
        return True

    def _pending(self) -> dict[str, Any]:
        """What only memory holds, as ``Journal.append`` takes it."""
        settled, press = list(self._settlements), self._unnoted_press
        if press is not None and any(press.at == one.at for one, _ in settled):
            press = None
        deals = list(self._unnoted_deals.values())
        return {"entries": list(self._unsaved), "settled": settled, "press": press, "deals": deals}

    async def prune(self, keep: int) -> int:
        """Deletes games older than the last ``keep``, one after the other, so that nobody waits long; how many."""
        deleted = 0
        while self.state != "memory":
            async with self._saving:
                try:
                    found = await self._on_thread(self._journal.prune, keep)
                except (sqlite3.Error, OSError) as error:
                    log.warning("old games cannot be deleted (%s)", error)
                    return deleted
            if not found:
                break
            deleted += found
        return deleted

    async def copy(self) -> bytes:
        """The whole journal in one piece, with what only memory holds. Raises JournalError."""
        try:
            if self.state != "memory":
                return await asyncio.to_thread(self._journal.copy)  # beside the thread that presses wait for
            pending = self._pending()
            return await self._on_thread(lambda: self._journal.copy(**pending))
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"the journal cannot be read just now ({error}); try again") from error

    async def keep_saving(self) -> None:
        """Tries again and again to save what only memory holds; runs for as long as the table does."""
        while True:
            await asyncio.sleep(RETRY_S)
            if self.state == "memory":
                await self.save_pending()

    async def entry_with_key(self, key: str) -> Entry | None:
        """The accepted statement that carried this one-time key; None also where the disk cannot tell."""
        pending = next((entry for entry in self._unsaved if entry.key == key), None)
        if pending is not None:
            return pending
        try:
            return await self._on_thread(self._journal.entry_with_key, key)
        except sqlite3.Error:
            return None

    async def entries(self, game: int, after: int = 0, most: int = -1) -> list[Entry]:
        """The accepted statements of one game after that of a number, those not yet on the disk included.

        At ``most`` so many, -1 for all: a press that waits for the disk waits for no more than that.
        """
        stored = await self._read(self._journal.entries, game, after, most)
        if len(stored) == most:
            return stored
        return stored + [entry for entry in self._unsaved if entry.game == game and entry.number > after]

    async def press_told(self, number: int) -> OpenPress | None:
        """The press whose cards the statement of a number tells, where the table told it; None also where the disk
        fails."""
        try:
            press = await self._press_settled_by(number)
        except (sqlite3.Error, JournalError):
            return None
        return press if press is not None and press.by_hand else None

    async def _press_settled_by(self, number: int) -> OpenPress | None:
        pending = next((press for press, settled in self._settlements if settled == number), None)
        return pending or await self._on_thread(self._journal.press_settled_by, number)

    async def same_game(self, entries: Sequence[Entry]) -> int | None:
        """The number of a game on the disk in which the same was said, None where there is none."""
        return await self._read(self._journal.same_game, entries)

    async def games(self) -> list[int]:
        """Numbers of all games on the disk, oldest first."""
        return [game for game, _ in await self._read(self._journal.games)]

    async def imported(self) -> dict[int, str]:
        """The games that came out of files, and the files' names."""
        return await self._read(self._journal.imported)

    async def launches(self, after: int) -> list[Launch]:
        """Presses on the disk that the launcher decided, after that of a number: so many as hold up nobody."""
        return await self._read(self._journal.launches, after)

    def close(self) -> None:
        """Ends the thread after what it has begun, and closes the journal."""
        self._thread.shutdown(wait=True)
        self._journal.close()

    async def _written(self, call: Callable[..., None], *args: Any) -> bool:
        try:
            await self._on_thread(call, *args)
        except (sqlite3.Error, OSError) as error:
            if self.state != "memory":
                log.error("the journal cannot be written (%s); the game goes on in memory", error)  # noqa: TRY400
            self._become("memory")
            return False
        if self.state == "memory":
            log.info("the journal can be written again")
        self._become(self._on_disk)
        return True

    def _become(self, state: str) -> None:
        if state != self.state:
            self.state = state
            for observer in self.observers:
                observer()

    async def _read(self, call: Callable[..., _Found], *args: Any) -> _Found:
        """What the disk holds. Raises JournalError where it gives nothing."""
        try:
            return await self._on_thread(call, *args)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"the journal cannot be read just now ({error}); the game goes on, look again when the disk is back"
            ) from error

    async def _on_thread(self, call: Callable[..., _Found], *args: Any) -> _Found:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *args)
