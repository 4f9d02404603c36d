"""Games to look up and to take home: as notation, as a table for a spreadsheet, as JSON."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from companion.games.export import as_csv, as_json, as_table
from companion.games.game_record import rounds_as_csv
from companion.web import models
from companion.web.api import PROBLEM, READING
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.problems import ProblemError
from companion.web.shelf import Shelf, summary


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one journal."""
    routes = APIRouter(prefix="/api/games")

    @routes.get("", response_model=list[models.Game], responses=READING)
    async def games() -> JSONResponse:
        """Finished and running games."""
        return JSONResponse([summary(record) for record in await shelf.games()])

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

    @routes.get(
        "/{game}/rounds.csv",
        responses=READING | {200: {"content": {"text/csv": {}}}, 404: PROBLEM},
        response_class=Response,
    )
    async def rounds(request: Request, game: int) -> Response:
        """The rounds of one game for a spreadsheet, a line for each player in each round."""
        found = await shelf.looked_up(game)
        if found is None:
            message = asker(web, request).words.gettext("There is no game with this number.")
            raise ProblemError(404, "not-found", message)
        record, _ = found
        as_file = {"content-disposition": f'attachment; filename="uno-{game}-rounds.csv"'}
        return PlainTextResponse(rounds_as_csv(record.sheet), headers=as_file, media_type="text/csv")

    return routes
