"""The games of this table: a list, each with its rounds and plays, and what they come to by player."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from companion.course import rounds_of
from companion.games.game_record import people
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.paper import page
from companion.web.problems import ProblemError
from companion.web.shelf import Shelf
from companion.web.views.rounds_view import score_values
from companion.web.views.statement_words import plays

ON_A_PAGE = 20
WAIT_S = 1.0  # for games that were not read since the start; then the page shows those that were
Earlier = Annotated[int | None, Query(ge=1, le=2**53)]


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one journal."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/games")
    async def games(request: Request, before: Earlier = None) -> Response:
        who, version = asker(web, request), web.table.version
        records, unread = await shelf.games_within(WAIT_S)
        chosen = [record for record in records if before is None or record.id < before]
        return page(
            web,
            who,
            request,
            "games.html",
            games=chosen[: -ON_A_PAGE - 1 : -1],
            earlier=chosen[-ON_A_PAGE].id if len(chosen) > ON_A_PAGE else None,
            unread=unread,
            people=people(records) if before is None else [],
            mean=lambda value: who.words.decimal(value, 1),
            version=version,
            edition_name=who.words.edition,
        )

    @routes.get("/games/{game}")
    async def one_game(request: Request, game: int) -> Response:
        who = asker(web, request)
        found = await shelf.looked_up(game)
        if found is None:
            raise ProblemError(404, "not-found", who.words.gettext("There is no game with this number."))
        record, course = found
        rounds = [(steps[0].after.round, plays(steps, who.words)) for steps in rounds_of(course.steps)]
        return page(
            web,
            who,
            request,
            "game.html",
            game=record,
            rounds=rounds,
            edition_name=who.words.edition,
            **score_values(record.sheet, who.words),
        )

    return routes
