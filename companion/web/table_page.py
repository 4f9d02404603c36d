"""The table on a phone: what is on it, what can be said now, and what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from companion.locales import SOURCE
from companion.open_press import OpenPress, told
from companion.referee import commands as cmd
from companion.referee.cards import Side
from companion.referee.commands import Command
from companion.referee.decks import Deck, Effect, Supply
from companion.referee.effects import AIMING
from companion.referee.events import Direction
from companion.referee.notation import write
from companion.referee.notation_words import NotationError, read_number
from companion.referee.refusals import RefusalCode
from companion.referee.state import State, folded
from companion.table import Update
from companion.tags import command_tag, number_cards
from companion.voice.between_plays.uno_lines import uno_scanned
from companion.web.asking import Asker, asker, message_of, say
from companion.web.board import board
from companion.web.context import WebContext
from companion.web.forms import FormError, command_of
from companion.web.glyphs import GLYPHS
from companion.web.health_words import health_texts
from companion.web.language import Words, page_words
from companion.web.paper import answered, fields_of, note_of, page
from companion.web.problems import ProblemError
from companion.web.spoken import as_text
from companion.web.stream import Reader
from companion.web.unreadable import in_words
from companion.web.voice_view import voice_texts

LOG_LINES = 20
_MOST_CARDS = 999  # three digits, as by cards; the referee knows the deck
_MAY_BE_OVERRULED = frozenset(
    {
        RefusalCode.NO_MATCH,
        RefusalCode.NOT_IN_HAND,
        RefusalCode.HAS_COLOUR,
        RefusalCode.CANNOT_FINISH,
        RefusalCode.NOT_IN_DECK,
    }
)


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    async def table(request: Request) -> Response:
        who = asker(web, request)
        view = live_view(web, _reader(who))
        values = _choices(web, who)
        values["tongue"], values["stand_in"] = who.tongue, "" if SOURCE in web.locales else SOURCE
        return page(web, who, request, "table.html", view=view, log=_log(web), **values)

    @routes.get("/live")
    async def live(request: Request) -> JSONResponse:
        """The page's texts as they are now, for the script."""
        return JSONResponse(live_view(web, _reader(asker(web, request))))

    @routes.post("/say")
    async def said(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        return answered(web, request, await _outcome(web, who, fields), who)

    return routes


def _reader(who: Asker) -> Reader:
    return Reader(who.locale, who.phone.name if who.phone else None)


def live_view(web: WebContext, reader: Reader) -> dict[str, Any]:
    """The page's texts as they are now, for one language and seat."""
    table, words = web.table, page_words(reader.locale)
    deal = web.deals.progress
    shown = board(table.state, words, me=reader.seat, interrupted=table.interrupted, deal=deal)
    health = web.health()
    return {
        "version": table.version,
        "game": f"{table.game}-{len(table.state.seats)}",
        "texts": {
            **shown.texts,
            **voice_texts(web.voice.manner, words),
            **health_texts(health, words, reader.locale),
        },
        "shown": {
            **shown.shown,
            "part-trouble": health["status"] != "ok",
            "part-deal-offer": web.deals.offered,
            "part-scans": web.desk.task is not None,
        },
        "colour": shown.colour,
        "side": table.state.side,
        "alert": shown.alert,
    }


def _log(web: WebContext) -> list[dict[str, Any]]:
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
        "cards": [] if deck is None else _cards(deck, words),
        "aims": bool(effects & AIMING) or (deck is not None and state.options.seven_zero),
        "discards_all": Effect.DISCARD_ALL in effects,
        "supply_place": _supply_place(state, words),
        "directions": [(direction.value, words.name(direction)) for direction in Direction],
    }


def _cards(deck: Deck, words: Words) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every face by side and colour, the wilds last: ``(heading, side, faces)``."""
    groups: dict[tuple[Side, str], list[tuple[str, str]]] = {}
    for face in deck.faces.values():
        heading = words.gettext("wild cards") if face.card.colour is None else words.name(face.card.colour)
        faces = groups.setdefault((face.side, heading), [])
        faces.append((str(face.card), words.name(face.card, deck.edition)))
    return [(heading, side, faces) for (side, heading), faces in groups.items()]


def _supply_place(state: State, words: Words) -> str:
    """Where the cards lie that are left to draw."""
    by_hand = not state.seats or state.options.draw_from is Supply.PILE
    return words.gettext("Draw pile") if by_hand else words.gettext("In the dispenser")


async def _outcome(web: WebContext, who: Asker, fields: dict[str, str]) -> dict[str, Any]:
    """What came of one form."""
    me = who.phone.name if who.phone else None
    version, key = fields.get("version", ""), fields.get("key", "")[:64] or None
    try:
        who.joined()
        # A double tap: by its second half the table has moved on, and an empty field means somebody else.
        if key is not None and (done := await web.table.answered(key)) is not None:
            return note_of(message_of(web, done, who.locale), accepted=True)
        if fields.get("do") == "came":
            command = _number_told(fields, web.table.interrupted, who.words)
        else:
            command = command_of(fields.get("do", ""), fields, web.table.state, me, who.words)
        for said in _as_at_the_scanner(command, web.table.interrupted):
            update = await say(
                web,
                who,
                said,
                key=key,
                version=int(version) if version.isascii() and version.isdigit() and len(version) < 16 else None,  # noqa: PLR2004
            )
    except NotationError as error:
        return note_of(in_words(error, who.words), accepted=False)
    except FormError as error:
        return note_of(str(error), accepted=False)
    except ProblemError as problem:
        return note_of(problem.message, accepted=False)
    message = message_of(web, update, who.locale)
    if update.accepted:
        return note_of(message or _in_silence(update, who.words), accepted=True)
    return note_of(message or str(update.refusal), accepted=False, overrule=_overrule(update, who))


def _in_silence(update: Update, words: Words) -> str:
    """What came of something that the voice says nothing of."""
    if isinstance(update.command, cmd.CallUno):
        unneeded = uno_scanned(update.before, update.events, update.command.player)
        return " ".join(words.said(told) for told in unneeded)
    return words.gettext("Done.")


def _number_told(fields: Mapping[str, str], press: OpenPress | None, words: Words) -> Command:
    """How many cards came, of the press that waits and of no other. Raises FormError, NotationError."""
    if press is None:
        raise FormError(words.gettext("Nobody asks for that now."))
    number = fields.get("number", "").strip()
    if not number:
        raise FormError(words.gettext("Write a number."))
    return cmd.Press(press.player, read_number(number, _MOST_CARDS))


def _as_at_the_scanner(command: Command, press: OpenPress | None) -> Sequence[Command]:
    """What a form says; a number after which a press goes on is told by the cards that the table would scan."""
    match command:
        case cmd.Press(player, int(number)) if press is not None and folded(player) == folded(press.player):
            if told(press, number) is not None:
                return [cmd.Scan(command_tag(card)) for card in number_cards(number)]
    return [command]


def _overrule(update: Update, who: Asker) -> str | None:
    """The statement with which the table insists, where it may."""
    refused = update.command
    code = None if update.refusal is None else update.refusal.code
    if who.hosts and isinstance(refused, cmd.Play) and code in _MAY_BE_OVERRULED:
        return write(replace(refused, anyway=True))
    return None
