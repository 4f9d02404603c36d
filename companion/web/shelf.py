"""The games of the journal, as the web looks at them: read as they grow, summed up once they change no more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from companion.course import Course
from companion.games.game_record import GameRecord, record_of
from companion.public import public_entries, round_runs
from companion.storage.journal import Entry, state_after
from companion.web.context import WebContext


def summary(record: GameRecord) -> dict[str, Any]:
    """What the list of games says of one."""
    return {
        "id": record.id,
        "edition": record.edition,
        "players": list(record.players),
        "state": record.state,
        "winner": record.winner,
        "started": record.started.isoformat(timespec="seconds"),
        "rounds": len(record.sheet.rows),
        "imported": record.imported,
    }


class Shelf:
    """The games of the journal. Those that were set aside or finished change no more and are summed up once."""

    def __init__(self, web: WebContext) -> None:
        self._web = web
        self._known: dict[int, GameRecord] = {}
        self._reading = asyncio.Lock()
        self._live: tuple[int, int, GameRecord] | None = None  # its number and version, and what they came to
        self._summing: asyncio.Task[list[GameRecord]] | None = None

    async def games_within(self, seconds: float) -> tuple[list[GameRecord], int]:
        """The games that are summed up by then, oldest first, and how many are not yet, which goes on meanwhile.

        A statement takes a tenth of a millisecond to read: a long game is read once, and nobody waits for it.
        """
        if self._summing is None or self._summing.done():
            self._summing = asyncio.create_task(self.games())
            self._summing.add_done_callback(_noticed)
        done, _ = await asyncio.wait({self._summing}, timeout=seconds)
        if done:
            return await self.games(), 0  # it may have begun before the last statement
        numbers = await self._web.table.games()
        found = [self._known[game] for game in numbers if game in self._known]
        return found, len(numbers) - len(found)

    async def games(self) -> list[GameRecord]:
        """Every game, oldest first."""
        table = self._web.table
        imported = await table.imported()
        found = []
        for game in await table.games():
            record = self._known.get(game) or await self._record(game, imported.get(game))
            if record is None:
                continue
            if game != table.game:
                self._known[game] = record
            found.append(record)
        return found

    async def _record(self, game: int, imported: str | None) -> GameRecord | None:
        async with self._reading:
            if game in self._known:  # somebody else had it read while this one waited
                return self._known[game]
            live = game == self._web.table.game
            course = await self._course(game)
            if live and self._live is not None and self._live[:2] == (game, course.version):
                return self._live[2]
            if course.first is None:
                return None
            record = record_of(game, course.first, course, live=live, imported=imported)
            if live:
                self._live = (game, course.version, record)
            return record

    async def _course(self, game: int) -> Course:
        """The table's own of its game; another is read, a few statements at a time: who presses waits for no more."""
        table = self._web.table
        if game == table.game:
            return table.course
        course = Course()
        while game and (entries := await table.entries_after(game, course.version)):
            await asyncio.to_thread(_take, course, entries)
        return course

    async def looked_up(self, game: int) -> tuple[GameRecord, Course] | None:
        """One game in full; None where there is no such."""
        table = self._web.table
        if not 0 < game <= table.newest_game:
            return None
        live = game == table.game
        imported = (await table.imported()).get(game)
        course = await self._course(game)
        if course.first is None:
            return None
        return record_of(game, course.first, course, live=live, imported=imported), course

    async def entries(self, game: int, *, full: bool) -> list[Entry] | None:
        """A game's statements, in public form while its round runs unless ``full``; None where there is no such."""
        table = self._web.table
        entries = await table.entries(game) if 0 < game <= table.newest_game else []
        if not entries:
            return None
        if full:
            return entries
        # A game set aside in the middle of a round keeps its hands to itself.
        state = table.state if game == table.game else state_after(entries)
        return public_entries(entries, runs=round_runs(state))


def _noticed(summing: asyncio.Task[list[GameRecord]]) -> None:
    """Why the games cannot be read is told to whoever asks next."""
    if not summing.cancelled():
        summing.exception()


def _take(course: Course, entries: Sequence[Entry]) -> None:
    for entry in entries:
        course.take(entry)
