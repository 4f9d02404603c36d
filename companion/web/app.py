"""The web application: the doorkeeper outside, the interface and the pages inside, the stream beside them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion import __version__
from companion.web import (
    api,
    asking_the_table,
    bench,
    deal_form,
    downloads,
    enrol_pages,
    fair,
    help_page,
    house_pages,
    language_choice,
    names_page,
    sounds_page,
    table_page,
)
from companion.web.asking import asker, state_now
from companion.web.context import Bench, Submit, WebContext
from companion.web.enrol_view import scans_go_to
from companion.web.paper import onward, page
from companion.web.problems import ProblemError
from companion.web.static_files import StaticPieces
from companion.web.stream import Hub
from companion.web.table_page import live_view, log_lines
from companion.web.talkers import Talkers
from companion.web.unreadable import why_unreadable

__all__ = ["Bench", "Submit", "WebContext", "create_app"]

log = logging.getLogger(__name__)

NOT_FOUND = 404
BAD_REQUEST = 400
NOT_JOINED = 401
NO_SUCH_METHOD = 405


def create_app(web: WebContext) -> FastAPI:
    """The application of one table; ``app.state.hub`` is its stream. It runs on the table's event loop."""
    hub = Hub(
        web.table,
        snapshot=lambda: state_now(web),
        health=lambda: web.health() | {"listeners": hub.listeners},
        page=lambda reader: live_view(web, reader),
        spoken_so_far=lambda: log_lines(web),
        scans=lambda: scans_go_to(web.desk.task),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        watching = asyncio.create_task(hub.watch())
        web.on_speech(hub.spoken)
        web.deals.observers.append(hub.dealt)
        web.desk.observers.append(hub.scans_moved)
        web.voice.observers.append(hub.voice_changed)
        web.access.observers.append(hub.phone_moved)
        try:
            yield
        finally:
            web.access.observers.remove(hub.phone_moved)
            web.deals.observers.remove(hub.dealt)
            web.desk.observers.remove(hub.scans_moved)
            web.voice.observers.remove(hub.voice_changed)
            hub.stop()
            hub.end_all()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    app = FastAPI(title="uno-companion", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.hub = hub
    shelf = downloads.Shelf(web)
    app.include_router(api.router(web, hub))
    app.include_router(downloads.router(web, shelf))
    if web.bench is not None:
        app.include_router(bench.router(web))
    app.include_router(table_page.router(web))
    app.include_router(asking_the_table.router(web))
    app.include_router(help_page.router(web))
    app.include_router(language_choice.router(web))
    app.include_router(deal_form.router(web))
    app.include_router(house_pages.router(web, shelf))
    app.include_router(fair.router(web))
    app.include_router(enrol_pages.router(web))
    app.include_router(sounds_page.router(web))
    app.include_router(names_page.router(web))
    app.mount("/static", StaticPieces(), name="static")
    app.add_middleware(Talkers, names=web.host_names, spoken=web.locales)
    _explain_problems(app, web)
    _document_what_is_answered(app)
    return app


def _document_what_is_answered(app: FastAPI) -> None:
    """``/openapi.json`` without the framework's own 422: what cannot be read is answered with 400 here."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        schema = generate()
        for path in schema["paths"].values():
            for operation in path.values():
                body = operation["responses"].get("422", {})
                if "HTTPValidationError" in str(body):
                    del operation["responses"]["422"]
        for name in ("HTTPValidationError", "ValidationError"):
            schema["components"]["schemas"].pop(name, None)
        return schema

    app.openapi = openapi  # type: ignore[method-assign]  # the framework's own way to extend it


def _explain_problems(app: FastAPI, web: WebContext) -> None:
    """Every answer that is no success has one code and one sentence, as JSON or as a page."""

    def answer(request: Request, problem: ProblemError) -> Response:
        if request.url.path.startswith("/api") or "application/json" in request.headers.get("accept", ""):
            return JSONResponse(problem.body(), problem.status, headers=problem.headers)
        who = asker(web, request)
        if problem.status == NOT_JOINED:
            return onward(web, "/join")
        return page(web, who, request, "problem.html", status=problem.status, message=problem.message)

    @app.exception_handler(ProblemError)
    async def problem(request: Request, error: ProblemError) -> Response:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        words, first = asker(web, request).words, error.errors()[0]
        if first["loc"][0] == "path":
            return answer(request, ProblemError(NOT_FOUND, "not-found", words.gettext("There is nothing here.")))
        return answer(request, ProblemError(BAD_REQUEST, "unreadable", why_unreadable(first, words)))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        words = asker(web, request).words
        code, message = {
            NOT_FOUND: ("not-found", words.gettext("There is nothing here.")),
            NO_SUCH_METHOD: ("not-allowed", words.gettext("This address cannot be used in that way.")),
        }.get(error.status_code, ("unreadable", words.gettext("The request cannot be read.")))
        return answer(request, ProblemError(error.status_code, code, message, headers=dict(error.headers or {})))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        words = asker(web, request).words
        message = words.gettext("That failed through no fault of yours. The log on the machine says why.")
        return JSONResponse(ProblemError(500, "failed", message).body(), 500)
