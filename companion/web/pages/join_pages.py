"""Joining: the PIN for a seat, where the page is for the next phone, the card for the table; and leaving again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.labels.join_card import join_card
from companion.web.api import join_table, set_cookie
from companion.web.asking import Asker, asker, read_name
from companion.web.context import WebContext
from companion.web.door.access import COOKIE, LastHostError, Phone, TooManyPinsError
from companion.web.paper import fields_of, note_of, onward, page
from companion.web.problems import ProblemError
from companion.web.views.join_card import addresses, card_texts, join_link, stay_connected
from companion.web.views.qr_code import qr_rows, qr_svg

CARD = "/join-card"


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)
    _joining(routes, web)
    _beside(routes, web)
    _card(routes, web)
    return routes


def _joining(routes: APIRouter, web: WebContext) -> None:
    def shown(request: Request, who: Asker, chosen: str = "", wrong: str = "", **more: Any) -> Response:
        """``wrong`` is the field that is to be filled in otherwise."""
        state, where = web.table.state, web.whereabouts()
        return page(
            web,
            who,
            request,
            "join.html",
            seats=[state.name(index) for index in state.playing()],
            chosen=chosen,
            wrong=wrong,
            host_names=[phone.name for phone in web.access.hosts()],
            where=where,
            code=qr_svg(join_link(where.url, _pin_for(web, who)), who.words.gettext("The address as a QR code")),
            stay_connected=None if where.way_out else stay_connected(who.words),
            **more,
        )

    @routes.get("/join")
    async def join_page(request: Request) -> Response:
        who = asker(web, request)
        return shown(request, who, (who.phone.name or "") if who.phone else "")

    @routes.post("/join")
    async def join(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        name = _name_in(fields, who)
        try:
            if who.phone is None:
                phone = join_table(web, who, fields.get("pin", ""), name)
            else:
                phone = web.access.take_seat(who.phone, read_name(name, who.words))
        except ProblemError as problem:
            note = note_of(problem.message, accepted=False)
            wrong = {"not-joined": "pin", "unreadable": "other"}.get(problem.code, "")
            answer = shown(request, who, name, wrong, status=problem.status, note=note)
            answer.headers.update(problem.headers)
            return answer
        answer = onward(web, "/", note_of(_joined(web, who, phone), accepted=True))
        set_cookie(web, answer, phone)
        return answer


def _name_in(fields: Mapping[str, str], who: Asker) -> str:
    """Who plays with the phone: a name that was written goes before a seat, but not one that stood there already."""
    seat, other = fields.get("name", ""), fields.get("other", "").strip()
    if seat and other == fields.get("was", "").strip():
        return seat
    return who.words.player(other) or seat


def _beside(routes: APIRouter, web: WebContext) -> None:
    @routes.post("/leave")
    async def leave(request: Request) -> Response:
        who = asker(web, request)
        try:
            web.access.remove(who.joined().id)
        except LastHostError:
            return onward(web, "/join", note_of(last_host(who), accepted=False))
        answer = onward(web, "/", note_of(who.words.gettext("This phone has left the table."), accepted=True))
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    @routes.post("/pin-aloud")
    async def pin_aloud(request: Request) -> Response:
        """Anybody may have the PIN said: only who is in the room hears it. Strangers may not do so all the time."""
        who = asker(web, request)
        try:
            if who.phone is None:
                web.access.said_aloud()
        except TooManyPinsError as error:
            return onward(web, "/join", note_of(_said_just_now(who, math.ceil(error.wait_s)), accepted=False))
        return onward(web, "/join", note_of(" ".join(await web.ask("pin", who.locale)), accepted=True))


def _card(routes: APIRouter, web: WebContext) -> None:
    @routes.get(CARD)
    async def card(request: Request) -> Response:
        who, where = asker(web, request), web.whereabouts()
        pin = _pin_for(web, who)
        code = qr_svg(join_link(where.url, pin), who.words.gettext("The address as a QR code"))
        texts = card_texts(where, pin, web.locales, who.locale)
        return page(web, who, request, "join_card.html", texts=texts, addresses=addresses(where), code=code)

    @routes.get(f"{CARD}.pdf")
    async def card_as_pdf(request: Request) -> Response:
        who, where = asker(web, request), web.whereabouts()
        pin = _pin_for(web, who)
        texts = card_texts(where, pin, web.locales, who.locale)
        lines = [(text.heading, (text.how, *addresses(where), text.pin, *text.hints)) for text in texts]
        file = join_card(lines, qr_rows(join_link(where.url, pin)), texts[0].locale)
        return Response(file, media_type="application/pdf")


def _pin_for(web: WebContext, who: Asker) -> str | None:
    """The PIN for whom it is shown: hosts."""
    return web.access.pin if who.hosts else None


def _joined(web: WebContext, who: Asker, phone: Phone) -> str:
    """What whoever has joined is told: also that the seat has a phone already, which may be by mistake."""
    told = who.words.gettext("This phone has joined.")
    if phone.name is None or not web.access.others_of_the_seat(phone):
        return told
    twice = who.words.gettext("%(player)s already has a phone here: this one plays for %(player)s too.")
    return f"{told} {twice % {'player': who.words.called(phone.name)}}"


def last_host(who: Asker) -> str:
    """Why the only host cannot go while others are there."""
    return who.words.gettext("This is the only host, and other phones are here: make one of them a host first.")


def _said_just_now(who: Asker, seconds: int) -> str:
    return who.words.ngettext(
        "The PIN was said a moment ago. Ask again in %(n)d second.",
        "The PIN was said a moment ago. Ask again in %(n)d seconds.",
        seconds,
    ) % {"n": seconds}
