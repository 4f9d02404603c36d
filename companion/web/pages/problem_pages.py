"""Every answer that is no success has one code and one sentence: as a page for a browser, as JSON for programs."""

from __future__ import annotations

import logging
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.storage.journal_file import JournalError
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.paper import note_of, onward, page
from companion.web.problems import ProblemError
from companion.web.unreadable import why_unreadable

NOT_FOUND = 404
BAD_REQUEST = 400
NOT_JOINED = 401
NO_SUCH_METHOD = 405
TOO_LARGE = 413
NOT_NOW = 503
FORMS_WITH_FILES = frozenset({"/backup", "/games"})  # who chose too large a file there is led back to choose another

log = logging.getLogger(__name__)

Answer = Callable[[Request, ProblemError], Response]


def wants_page(request: Request) -> bool:
    """Whether a person reads the answer: a browser asks for HTML by name, a program under ``/api`` does not."""
    accepted = request.headers.get("accept", "")
    if "text/html" in accepted:
        return True
    return not request.url.path.startswith("/api") and "application/json" not in accepted


def answerer(web: WebContext) -> Answer:
    """How problems are answered at one table."""

    def answer(request: Request, problem: ProblemError) -> Response:
        if not wants_page(request):
            return JSONResponse(problem.body(), problem.status, headers=problem.headers)
        if problem.status == NOT_JOINED:
            return onward(web, "/join")
        if problem.status == TOO_LARGE and request.url.path in FORMS_WITH_FILES:
            told = onward(web, f"{request.url.path}#result", note_of(problem.message, accepted=False))
        else:
            who = asker(web, request)
            told = page(
                web,
                who,
                request,
                "problem.html",
                status=problem.status,
                message=problem.message,
                back=_form_of(request),
            )
        told.headers.update(problem.headers)
        return told

    return answer


def _form_of(request: Request) -> str | None:
    """The page whose form was refused: where its answers go, it can be opened too."""
    path = request.url.path
    routes = iter_route_contexts(request.app.routes)
    has_page = any(found.path == path and "GET" in (found.methods or ()) for found in routes)
    return path if request.method == "POST" and has_page else None


def explain_problems(app: FastAPI, web: WebContext, answer: Answer) -> None:
    """What the application itself refuses or does not find is answered so too."""

    @app.exception_handler(ProblemError)
    async def problem(request: Request, error: ProblemError) -> Response:
        return answer(request, error)

    @app.exception_handler(JournalError)
    async def unread(request: Request, error: JournalError) -> Response:
        log.warning("%s", error)
        message = asker(web, request).words.gettext(
            "The journal cannot be read just now. The game goes on: look again when the disk is back."
        )
        return answer(request, ProblemError(NOT_NOW, "not-readable", message))

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
