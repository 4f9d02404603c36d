"""The table on a phone: what is on it, what can be said now, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2s
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from companion.locales import SOURCE
from companion.referee.decks import Supply
from companion.referee.effects import AIMING
from companion.referee.state import Agreement, State
from companion.web.asking import Asker, asker, message_of
from companion.web.context import WebContext
from companion.web.door.rights import Role
from companion.web.language import Words, page_words
from companion.web.listener import Reader
from companion.web.pages.key_commands import as_data, key_commands
from companion.web.paper import answered, fields_of, page
from companion.web.refused import PLACES, Refusals, Refused
from companion.web.saying import outcome
from companion.web.views.board import board
from companion.web.views.card_keys import card_keys
from companion.web.views.glyphs import GLYPHS
from companion.web.views.health_words import health_texts
from companion.web.views.spoken import as_text
from companion.web.views.vibration import presses_due, signals
from companion.web.views.voice_view import voice_texts

LOG_LINES = 20


def router(web: WebContext, refusals: Refusals) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    async def table(request: Request) -> Response:
        who = asker(web, request)
        view = live_view(web, _reader(who), refusals)
        values = _choices(web, who)
        values["keys"] = as_data(key_commands(who.words))
        values["vibrations"] = {signal.name: signal.pattern for signal in signals(who.words)}
        values["tongue"], values["stand_in"] = who.tongue, "" if SOURCE in web.locales else SOURCE
        return page(
            web, who, request, "table.html", view=view, log=log_lines(web), run=request.app.state.hub.run, **values
        )

    @routes.get("/live")
    async def live(request: Request) -> JSONResponse:
        """The page's texts as they are now, for the script."""
        return JSONResponse(live_view(web, _reader(asker(web, request)), refusals))

    @routes.post("/say")
    async def said(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        return answered(web, request, await outcome(web, who, fields, refusals), who)

    return routes


def _reader(who: Asker) -> Reader:
    return Reader.of(who.locale, who.phone)


def live_view(web: WebContext, reader: Reader, refusals: Refusals) -> dict[str, Any]:
    """The page's texts as they are now, for one language and seat."""
    table, words = web.table, page_words(reader.locale)
    deal = web.deals.progress
    shown = board(
        table.state,
        words,
        me=reader.seat,
        interrupted=table.interrupted,
        deal=deal,
        speaks_for_all=reader.role is not Role.PLAYER,
    )
    health = web.health()
    refused = refusals.standing()
    return {
        "version": table.version,
        "game": f"{table.game}-{_mark_of(table.state.agreed)}",
        "built": _built_for(table.state, reader),
        "texts": {
            **shown.texts,
            **voice_texts(web.voice.manner, words),
            **health_texts(health, words, reader.locale),
            **_refused_texts(web, refused, reader.locale),
        },
        "shown": {
            **shown.shown,
            "part-trouble": health["status"] != "ok",
            "part-unsaved": health["journal"]["state"] == "memory",
            "part-again": table.interrupted is None and bool(table.course.taken_back),
            "part-deal-offer": web.deals.offered,
            "part-scans": web.desk.task is not None,
            **{f"part-refused-{place}": place < len(refused) for place in range(PLACES)},
        },
        "refused": [kept.number for kept in refused],
        "colour": shown.colour,
        "side": table.state.side,
        "alert": shown.alert,
        "presses": presses_due(table.state, reader.seat),
    }


@lru_cache(maxsize=4)
def _mark_of(agreed: Agreement) -> str:
    """What tells a game from another with its number, as a restored backup may have; asked for with every view."""
    return blake2s(repr(agreed).encode(), digest_size=6).hexdigest()


def _refused_texts(web: WebContext, refused: Sequence[Refused], locale: str) -> dict[str, str]:
    """What was said of each refused play, by the place it is shown in."""
    told = [message_of(web, kept.update, locale) for kept in refused]
    return {f"refused-{place}": text for place, text in enumerate([*told, *[""] * PLACES][:PLACES])}


def _built_for(state: State, reader: Reader) -> str:
    """What the page's forms hang on beside the game: with anything else here the page has to be built anew."""
    playing = "".join("+" if seat.plays else "-" for seat in state.seats)
    return f"{reader.role or 'reading'} {reader.seat or ''} {playing}"


def log_lines(web: WebContext) -> list[dict[str, Any]]:
    """What the table said last, for the list on the page."""
    return [as_text(announcement) for announcement in web.announcements(0)[-LOG_LINES:]]


def _choices(web: WebContext, who: Asker) -> dict[str, Any]:
    """What the forms offer."""
    state, words = web.table.state, who.words
    me = who.phone.name if who.phone else None
    own = None if me is None else state.find(me)
    deck = state.deck if state.seats else None
    sides = deck.colours.items() if deck else ()
    effects = {face.effect for face in deck.faces.values()} if deck else set()
    return {
        "seats": [seat.name for seat in state.seats],
        "playing": [state.name(index) for index in state.playing()],
        "me": None if own is None else state.name(own),
        "colours": [
            (colour.value, GLYPHS[colour], words.name(colour), side) for side, many in sides for colour in many
        ],
        "pads": [] if deck is None else card_keys(deck, words),
        "hosted": bool(web.access.hosts()),
        "aims": bool(effects & AIMING) or (deck is not None and state.options.seven_zero),
        "supply_place": _supply_place(state, words),
    }


def _supply_place(state: State, words: Words) -> str:
    """Where the cards lie that are left to draw."""
    by_hand = not state.seats or state.options.draw_from is Supply.PILE
    return words.gettext("Draw pile") if by_hand else words.gettext("In the dispenser")
