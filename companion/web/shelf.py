"""The games of the journal, as the web looks at them: read as they grow, summed up once they change no more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from companion.course import Course
from companion.journal import Entry, state_after
from companion.public import public_entries, round_runs
from companion.referee import commands as cmd
from companion.referee.events import Phase
from companion.web.context import WebContext


def summary(game: int, entries: Sequence[Entry], *, live: bool) -> dict[str, Any]:
    """What the list of games says of one; ``live`` is the one that ``run`` would resume."""
    state = state_after(list(entries))
    if state.phase is Phase.GAME_OVER:
        outcome = "finished"
    else:
        outcome = "running" if live and state.phase is not Phase.NONE else "unfinished"
    begun = entries[0].command
    return {
        "id": game,
        "edition": begun.edition if isinstance(begun, cmd.NewGame) else "",
        "players": list(begun.players) if isinstance(begun, cmd.NewGame) else [],
        "state": outcome,
        "winner": None if state.champion is None else state.name(state.champion),
        "started": entries[0].at.isoformat(timespec="seconds"),
    }


class Shelf:
    """The games of the journal. Those that were set aside or finished change no more and are summed up once."""

    def __init__(self, web: WebContext) -> None:
        self._web = web
        self._known: dict[int, dict[str, Any]] = {}
        self._reading = asyncio.Lock()
        self._game = 0
        self._course = Course()

    async def games(self) -> list[dict[str, Any]]:
        """Every game, oldest first."""
        table = self._web.table
        found = []
        for game in await table.games():
            live = game == table.game
            seen = self._known.get(game)
            if seen is None:
                seen = await asyncio.to_thread(summary, game, await table.entries(game), live=live)
                if not live:
                    self._known[game] = seen
            found.append(seen)
        return found

    async def entries(self, game: int, *, full: bool) -> list[Entry] | None:
        """A game's statements, in public form while its round runs unless ``full``; None where there is no such."""
        table = self._web.table
        entries = await table.entries(game) if 0 < game <= table.game else []
        if not entries:
            return None
        if full:
            return entries
        # A game set aside in the middle of a round keeps its hands to itself.
        state = table.state if game == table.game else state_after(entries)
        return public_entries(entries, runs=round_runs(state))

    async def running(self) -> Course:
        """The course of the game on the table; empty without one."""
        async with self._reading:
            game = self._web.table.game
            if game != self._game:
                self._game, self._course = game, Course()
            while game and (entries := await self._web.table.entries_after(game, self._course.version)):
                await asyncio.to_thread(_take, self._course, entries)
            return self._course


def _take(course: Course, entries: Sequence[Entry]) -> None:
    for entry in entries:
        course.take(entry)
