"""Games to look up and to take home: as notation, as a table for a spreadsheet, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from companion.export import as_csv, as_json, as_table
from companion.journal import Entry, state_after
from companion.public import public_entries, round_runs
from companion.referee import commands as cmd
from companion.referee.events import Phase
from companion.web import models
from companion.web.api import PROBLEM, READING
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.problems import ProblemError


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


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one journal."""
    routes = APIRouter(prefix="/api/games")

    @routes.get("", response_model=list[models.Game], responses=READING)
    async def games() -> JSONResponse:
        """Finished and running games."""
        return JSONResponse(await shelf.games())

    @routes.get(
        "/{game}.{form}",
        responses=READING
        | {
            200: {"content": {"text/plain": {}, "text/csv": {}, "application/json": {}}},
            404: PROBLEM,
        },
        response_class=Response,
    )
    async def download(request: Request, game: int, form: Literal["table", "csv", "json"]) -> Response:
        """One game as notation, spreadsheet or JSON; in public form while its round runs, hosts aside."""
        who = asker(web, request)
        entries = await shelf.entries(game, full=who.hosts)
        if entries is None:
            raise ProblemError(404, "not-found", who.words.gettext("There is no game with this number."))
        as_file = {"content-disposition": f'attachment; filename="uno-{game}.{form}"'}
        match form:
            case "table":
                return PlainTextResponse(as_table(entries), headers=as_file)
            case "csv":
                return PlainTextResponse(as_csv(entries), headers=as_file, media_type="text/csv")
            case "json":
                return Response(as_json(game, entries), headers=as_file, media_type="application/json")

    return routes
