"""The bench: button, scanner, faults and pins of the simulated hardware, with ``--simulate`` only.

Whoever sits at this machine needs no login; from elsewhere it takes a host's phone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from companion.web import models
from companion.web.api import CHANGES, PROBLEM, READING
from companion.web.asking import Asker, asker
from companion.web.context import Bench, WebContext
from companion.web.language import Words
from companion.web.problems import ProblemError

_Done = TypeVar("_Done")


def at_the_bench(web: WebContext, who: Asker) -> Bench:
    """The bench, for whom it is. Raises ProblemError: there is none, or not for this phone."""
    if web.bench is None:
        raise ProblemError(404, "not-found", who.words.gettext("There is a bench with --simulate only."))
    if not who.here:
        who.hosting()
    return web.bench


def handled(act: Callable[[], _Done]) -> _Done:
    """Does it. Raises ProblemError with the bench's own sentence where it knows no such thing."""
    try:
        return act()
    except ValueError as error:
        raise ProblemError(400, "unreadable", str(error)) from error


def no_edge(words: Words) -> str:
    """Why a press moved no line."""
    return words.gettext(
        "The button’s line is held by a fault or a pattern, so no edge came: the fault clear frees it."
    )


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one bench."""
    routes = APIRouter(prefix="/api/bench", responses=CHANGES | {404: PROBLEM})

    @routes.post("/press", status_code=202, response_model=models.Edge)
    async def press(request: Request, body: models.BenchPress | None = None) -> JSONResponse:
        """The button goes down and up, or the further one that is named; `edge` tells whether its line moved."""
        who = asker(web, request)
        bench = at_the_bench(web, who)
        edge = handled(lambda: bench.press("" if body is None else body.button))
        return JSONResponse({"edge": True} if edge else {"edge": False, "message": no_edge(who.words)}, 202)

    @routes.post("/scan", status_code=202, response_model=models.Done)
    async def scan(request: Request, body: models.BenchScan) -> JSONResponse:
        """The scanner reads this, or the private reader."""
        bench = at_the_bench(web, asker(web, request))
        handled(lambda: bench.scan(body.text, private=body.private))
        return JSONResponse({"accepted": True}, 202)

    @routes.post("/fault", status_code=202, response_model=models.Done)
    async def fault(request: Request, body: models.BenchFault) -> JSONResponse:
        """The dispenser misbehaves from now on, or no longer."""
        bench = at_the_bench(web, asker(web, request))
        handled(lambda: bench.fault(body.fault))
        return JSONResponse({"accepted": True}, 202)

    @routes.post("/pin", status_code=202, response_model=models.Done)
    async def pin(request: Request, body: models.BenchPin) -> JSONResponse:
        """One input line goes through the levels given."""
        bench = at_the_bench(web, asker(web, request))
        handled(lambda: bench.drive(body.name, body.pattern))
        return JSONResponse({"accepted": True}, 202)

    @routes.get("/pins", response_model=list[models.Pin], responses=READING)
    async def pins(request: Request) -> JSONResponse:
        """Every pin with its state."""
        return JSONResponse(at_the_bench(web, asker(web, request)).pins())

    return routes
