"""The page on which a host enrols codes of stickers and checks a deck; every action is a form."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from companion.enrolled import Change, CodesError, TakenCodeError, code_of
from companion.referee.decks import Deck, editions, load_deck, own_decks
from companion.scan_tasks.deck_count import Count
from companion.scan_tasks.enrolling import Counting, Enrolling
from companion.scan_tasks.enrolment import Enrolment, of_badges, of_command_cards, of_deck, why_no_code
from companion.things import agreed_serial, thing_with
from companion.voice.errands import enrol_lines
from companion.voice.lines import answer
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.forms import FormError
from companion.web.language import Words
from companion.web.pages.enrol_view import (
    COMMANDS,
    PLAYERS,
    bindings,
    choices,
    decks,
    likely_cards,
    live_texts,
    name_of,
    scans_go_to,
)
from companion.web.paper import fields_of, note_of, onward, page

Fields = dict[str, str]
#: What a button says to the desk: the words that somebody would type.
_WORDS = {"skip": "skip", "back": "back", "undo": "undo", "done": "done"}


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/enrol")
    async def enrol_page(request: Request, again: str = "") -> Response:
        who = asker(web, request)
        who.hosting()
        return page(web, who, request, "enrol.html", typing=again == "code", **_shown(web, who.words))

    @routes.get("/enrol/live")
    async def live(request: Request) -> JSONResponse:
        """The page's texts as they are now, for the script."""
        who = asker(web, request)
        who.hosting()
        return JSONResponse(live_texts(web, who.words))

    @routes.post("/enrol")
    async def act(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        fields = await fields_of(request)
        try:
            note = await _outcome(web, who, fields)
        except FormError as error:
            note = note_of(str(error), accepted=False)
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse(note)
        typed = fields.get("do") == "code" and scans_go_to(web.desk.task) != "game"
        return onward(web, "/enrol?again=code" if typed else "/enrol", note)

    return routes


def _shown(web: WebContext, words: Words) -> dict[str, Any]:
    """What the page shows."""
    desk = web.desk
    codes = desk.book.codes()
    task = desk.task
    state = web.table.state
    deck = state.deck if state.seats else load_deck(web.table.interpreter.house.edition)
    return {
        "view": live_texts(web, words),
        "title": _title(task, words),
        "things": choices(task.enrolment.things, words) if isinstance(task, Enrolling) else [],
        "at": task.enrolment.awaited.tag if isinstance(task, Enrolling) else "",
        "decks": decks(words),
        "usual": deck.edition,
        "codes": bindings(codes, words),
        "trouble": None if desk.book.trouble is None else desk.book.trouble.findings[0],
        "likely": choices(likely_cards(deck, codes), words) if desk.unknown else [],
        "running": bool(state.seats) and state.champion is None,
    }


def _title(task: Enrolling | Counting | None, words: Words) -> str:
    _ = words.gettext
    match task:
        case Enrolling():
            return _("Enrolling codes")
        case Counting():
            return _("Checking a deck")
    return _("Cards and codes")


async def _outcome(web: WebContext, who: Asker, fields: Fields) -> dict[str, Any]:  # noqa: C901 - one case a form
    """What came of one form. Raises FormError."""
    words, desk = who.words, web.desk
    match fields.get("do", ""):
        case "enrol":
            desk.book.codes()
            if desk.book.trouble is not None:
                raise FormError(desk.book.trouble.findings[0])
            desk.enrol(_wanted(fields, desk.labels, words))
            accepted = True
        case "check":
            deck = _deck(fields, words)
            asked = fields.get("serial", "").strip()
            desk.count(Count(deck, desk.labels, _serial(deck, fields, words) if asked else ""))
            accepted = True
        case "stop":
            desk.end()
            accepted = True
        case "remove":
            return await _removed(web, fields, words)
        case "bind":
            return await _bound(web, fields, words)
        case _ if desk.task is None:
            raise FormError(words.gettext("This has ended meanwhile."))
        case "code":
            text = fields.get("code", "").strip()
            if not text:
                raise FormError(words.gettext("Scan or write a code."))
            accepted = await desk.take(text)
        case "choose":
            accepted = await desk.choose(fields.get("thing", ""))
        case word if word in _WORDS:
            accepted = await desk.take(_WORDS[word])
        case _:
            raise FormError(words.gettext("This page is out of date: load it again."))
    return note_of("" if desk.last is None else words.said(desk.last), accepted=accepted)


def _deck(fields: Fields, words: Words) -> Deck:
    edition = fields.get("what", "")
    if edition not in {*editions(), *(deck.edition for deck in own_decks())}:
        raise FormError(words.gettext("Choose a deck."))
    return load_deck(edition)


def _serial(deck: Deck, fields: Fields, words: Words) -> str:
    asked = fields.get("serial", "").strip()
    try:
        return agreed_serial(deck, asked or None)
    except ValueError:
        if deck.serial:
            told = words.gettext("The tags of this deck have the serial %(serial)s: leave the field empty.")
            raise FormError(told % {"serial": deck.serial}) from None
        told = words.gettext(
            "“%(serial)s” is no serial: write two of the characters 0-9 and A-Z without I, L, O, U, such as K7."
        )
        raise FormError(told % {"serial": asked}) from None


def _wanted(fields: Fields, labels: str, words: Words) -> Enrolment:
    also = bool(fields.get("also"))
    match fields.get("what", ""):
        case str(what) if what == COMMANDS:
            return of_command_cards(labels, also=also)
        case str(what) if what == PLAYERS:
            return of_badges(labels, also=also)
    deck = _deck(fields, words)
    return of_deck(deck, _serial(deck, fields, words), list(deck.colours), labels, also=also)


async def _removed(web: WebContext, fields: Fields, words: Words) -> dict[str, Any]:
    """A code is taken off."""
    code = fields.get("code", "")
    tag = web.desk.book.codes().tags.get(code)
    if tag is None:
        raise FormError(words.gettext("That code is gone already."))
    await _change(web, Change(drop=frozenset({code})), words)
    told = words.gettext("%(code)s is no code of %(thing)s any more.")
    return note_of(told % {"code": code, "thing": name_of(thing_with(tag), words)}, accepted=True)


async def _bound(web: WebContext, fields: Fields, words: Words) -> dict[str, Any]:
    """A code that the game did not know is given to a card."""
    code, tag = code_of(fields.get("code", "")), fields.get("thing", "")
    thing = thing_with(tag)
    if thing.card is None:
        raise FormError(words.gettext("Choose a card."))
    if (why_not := why_no_code(code, web.desk.book.codes(), web.desk.labels)) is not None:
        raise FormError(words.said(answer(why_not, thing.edition)))
    await _change(web, Change({code: tag}), words)
    return note_of(words.said(answer(enrol_lines.bound(thing, replaced=False), thing.edition)), accepted=True)


async def _change(web: WebContext, change: Change, words: Words) -> None:
    """Makes a change on the disk. Raises FormError."""
    try:
        await asyncio.to_thread(web.desk.book.change, change)
    except TakenCodeError as error:
        taken = enrol_lines.taken(thing_with(error.tag), elsewhere=True)
        raise FormError(words.said(answer(taken, thing_with(error.tag).edition))) from None
    except CodesError as error:
        raise FormError(error.findings[0]) from None
    except OSError as error:
        raise FormError(words.said(enrol_lines.not_kept(error.strerror or str(error)))) from None
