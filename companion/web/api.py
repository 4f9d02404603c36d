"""The HTTP interface of ``interfaces.md``, the bench aside."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from companion.views import update_view
from companion.web import models
from companion.web.asking import Asker, asker, message_of, read_name, read_statement, say, state_now
from companion.web.context import WebContext
from companion.web.door.access import COOKIE, COOKIE_LIFE_S, PIN_DIGITS, Phone, TooManyPinsError, WrongPinError
from companion.web.language import Words
from companion.web.listener import Listener, Reader
from companion.web.problems import ProblemError
from companion.web.stream import Hub
from companion.web.views.health_words import silence_reason
from companion.web.views.spoken import as_text

Answers = dict[int | str, dict[str, Any]]
PROBLEM: dict[str, Any] = {"model": models.Problem}
#: What the machine's doorkeeper may answer to anything, and to changes.
READING: Answers = {400: PROBLEM, 421: PROBLEM}
CHANGES: Answers = READING | {401: PROBLEM, 403: PROBLEM, 413: PROBLEM}


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


_STREAM: Answers = {
    200: {
        "description": "Server-sent events; the data of each is one line of JSON. Ids are RUN-N and may be given back"
        " as Last-Event-ID. The kinds `opening`, `page` and `spoken` come by request, with `spoken`."
        " Statements made in one go are told as one"
        " `table`, so that versions may jump."
    },
    503: PROBLEM,
}


def router(web: WebContext, hub: Hub) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(prefix="/api")

    @routes.get("/state", response_model=models.State, responses=READING)
    async def state() -> JSONResponse:
        """The table as everybody may see it."""
        return JSONResponse(state_now(web))

    @routes.post(
        "/statements",
        response_model=models.Accepted,
        responses=CHANGES | {409: {"model": models.Stale}, 422: PROBLEM},
    )
    async def statements(request: Request, body: models.Statement) -> JSONResponse:
        """One statement, as the notation writes it."""
        who = asker(web, request)
        who.joined()
        command = read_statement(who, body.statement)
        update = await say(web, who, command, key=body.key, version=body.version)
        if update.refusal is not None:
            message = message_of(web, update, who.tongue) or str(update.refusal.code)
            raise ProblemError(422, update.refusal.code, message, {"version": update.version})
        view = update_view(update, full=who.hosts)
        kept = {name: view[name] for name in ("accepted", "version", "statement", "events", "says")}
        return JSONResponse(kept | {"saved": update.saved})

    @routes.get("/events", response_class=EventStream, responses=READING | _STREAM)
    async def events(
        request: Request,
        last_event_id: Annotated[str | None, Header()] = None,
        spoken: Annotated[bool, Query()] = False,
    ) -> EventStream:
        """The live stream; `spoken` adds each new state of each announcement, and the texts of the table's page."""
        who = asker(web, request)
        if not hub.has_room(who.address, joined=who.phone is not None):
            raise ProblemError(
                503,
                "too-many-streams",
                who.words.gettext("Too many pages are open live. Close some, then load this one again."),
                headers={"Retry-After": "30"},
            )
        reader = Reader.of(who.locale, who.phone) if spoken else None
        listener = Listener(who.address, None if who.phone is None else who.phone.id, reader)
        return EventStream(hub.events(last_event_id, listener), headers={"x-accel-buffering": "no"})

    @routes.get("/health", response_model=models.Health, responses=READING)
    async def health(request: Request) -> JSONResponse:
        """How dispenser, speech, scanner and journal do; the reason for silence is in the reader's language."""
        told = web.health()
        speech = told["speech"]
        if reason := speech.get("reason"):
            message = silence_reason(reason, asker(web, request).words)
            speech = speech | {"reason": reason | {"message": message}}
        return JSONResponse(told | {"speech": speech, "listeners": hub.listeners})

    @routes.get("/spoken", response_model=list[models.Spoken], responses=READING)
    async def spoken(since: Annotated[int, Query(ge=0, le=2**53)] = 0) -> JSONResponse:
        """What was and will be said, after the announcement with this number."""
        return JSONResponse([as_text(announcement) for announcement in web.announcements(since)])

    @routes.post("/join", response_model=models.Joined, responses=CHANGES | {429: PROBLEM})
    async def join(request: Request, body: models.Join) -> JSONResponse:
        """The PIN for a session cookie."""
        phone = join_table(web, asker(web, request), body.pin, body.name)
        answer = JSONResponse({"role": phone.role, "name": phone.name})
        set_cookie(web, answer, phone)
        return answer

    return routes


def join_table(web: WebContext, who: Asker, pin: str, name: str | None) -> Phone:
    """A phone joins with the PIN. Raises ProblemError."""
    seat = read_name(name, who.words)
    try:
        return web.access.join(pin, seat, who.address, who.phone)
    except WrongPinError as error:
        raise ProblemError(401, "not-joined", _no_pin(error, who.words)) from error
    except TooManyPinsError as error:
        seconds = math.ceil(error.wait_s)
        raise ProblemError(
            429,
            "too-many-pins",
            who.words.ngettext(
                "Too many wrong PINs. Try again in %(n)d second.",
                "Too many wrong PINs. Try again in %(n)d seconds.",
                seconds,
            )
            % {"n": seconds},
            headers={"Retry-After": str(seconds)},
        ) from error


def _no_pin(error: WrongPinError, words: Words) -> str:
    """Why that is not the PIN, and how to come by it."""
    _ = words.gettext
    why = _("That is not the PIN.") if error.digits == PIN_DIGITS else _("A PIN has %(digits)d digits, not %(n)d.")
    hear = _("To hear it at the table, press “Say the PIN at the table” or scan the PIN card.")
    return f"{why % {'digits': PIN_DIGITS, 'n': error.digits}} {hear}"


def set_cookie(web: WebContext, answer: Response, phone: Phone) -> None:
    """The phone is known by this cookie from now on."""
    answer.set_cookie(
        COOKIE, web.access.cookie_of(phone), max_age=COOKIE_LIFE_S, httponly=True, samesite="strict", path="/"
    )
