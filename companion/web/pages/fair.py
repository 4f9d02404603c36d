"""Is it fair? The page for everybody at the table, and its figures as JSON."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from companion.fairness import as_json, fires_wanted, pattern_as_json
from companion.storage.journal import Launch
from companion.web import models
from companion.web.api import PROBLEM, READING
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.paper import page
from companion.web.problems import ProblemError
from companion.web.views.fairness_view import LATEST, Record, bars, in_words, overview, record
from companion.web.views.launcher_words import count_words, fire_words

Game = Annotated[int | None, Query(ge=1, le=2**53)]


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter()
    memory = _Memory(web)

    async def looked_up(who: Asker, game: int | None) -> Record:
        if game is not None and game > web.table.newest_game:
            raise ProblemError(404, "not-found", who.words.gettext("There is no game with this number."))
        # Sums over years of presses are made beside the event loop, which a press waits for.
        return await asyncio.to_thread(record, await memory.launches(), game, web.launcher.pattern)

    @routes.get("/api/fair", response_model=models.Fairness, responses=READING | {404: PROBLEM})
    async def fair(request: Request, game: Game = None) -> JSONResponse:
        """What the launcher decided in one game, or in all, beside the published pattern."""
        told, kind = await looked_up(asker(web, request), game), web.launcher
        return JSONResponse(
            {"game": told.game}
            | as_json(kind.fire, told.found, told.verdict)
            | {
                "count_profile": kind.count,
                "predictable": kind.predictable,
                "enough": told.verdict is not None and told.verdict.enough,
                "fires_wanted": fires_wanted(kind.pattern),
                "published": pattern_as_json(kind.pattern),
                "count_weights": {str(cards): weight for cards, weight in kind.cards.items()},
                "miscounted": len(told.miscounts),
                "miscounts": [asdict(miscount) for miscount in told.miscounts[-LATEST:]],
                "games": told.games,
            }
        )

    @routes.get("/fair", include_in_schema=False)
    async def fair_page(request: Request, game: Game = None) -> Response:
        who = asker(web, request)
        told, kind, words = await looked_up(who, game), web.launcher, who.words
        verdict = told.verdict
        return page(
            web,
            who,
            request,
            "fair.html",
            told=told,
            kind=kind,
            now=web.table.game,
            answer=in_words(told, kind, words),
            chi_square=None if verdict is None else words.decimal(verdict.chi_square, 2),
            p=None if verdict is None else words.decimal(verdict.p, 3),
            overview=overview(told, kind, words),
            gaps=bars(told.found.gaps, kind.pattern.gaps, words),
            cards=bars(told.found.cards, kind.cards, words),
            latest=told.miscounts[-LATEST:],
            fire_about=fire_words(kind, words),
            count_about=count_words(kind, words),
        )

    return routes


class _Memory:
    """The presses that were read before: they change no more, so the journal's writer is asked for new ones only."""

    def __init__(self, web: WebContext) -> None:
        self._web = web
        self._launches: list[Launch] = []
        self._reading = asyncio.Lock()

    async def launches(self) -> list[Launch]:
        """Every press that the launcher decided."""
        async with self._reading:
            while new := await self._web.table.launches(self._launches[-1].number if self._launches else 0):
                self._launches += new
            return self._launches.copy()  # summed up while others may read on
