"""For one pair of eyes or ears: what a card is, and what this phone alone does (language, speech, vibration).

A code that is typed, pasted or scanned into the form is answered on the page that comes back, and then forgotten: it
is no statement, is not announced at the table, goes into no log, journal, cookie or address, and no cache keeps it.
The wishes for this phone stay on the phone; all are off at first.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.answers import CardNamed, Named
from companion.referee.decks import DeckFileError, Effect, load_deck
from companion.referee.options import parse_options
from companion.referee.state import State
from companion.scans.meaning import Interpreter
from companion.voice.between_plays.scan_lines import in_private
from companion.voice.lines import followed
from companion.voice.rules.house_rule_lines import instead
from companion.voice.rules.rule_lines import does
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import fields_of, page
from companion.web.views.vibration import signals

PATH = "/private"


@dataclass(frozen=True, slots=True)
class CardRead:
    """What is told of a card: its name first, or why there is none. Of a hand: not for any log."""

    known: bool
    sentences: tuple[str, ...]


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def private(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        return page(web, who, request, "private.html", read=None, signals=signals(who.words))

    @routes.post(PATH)
    async def read(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        code = (await fields_of(request)).get("code", "").strip()
        told = card_read(web.table.interpreter, code, web.table.state, who.words)
        return page(web, who, request, "private.html", read=told, signals=signals(who.words))

    return routes


def card_read(interpreter: Interpreter, code: str, state: State, words: Words) -> CardRead:
    """What a code says: the card's name, what it does here and what it counts."""
    if not code:
        return CardRead(known=False, sentences=(words.gettext("Scan the card, or write its code."),))
    named = interpreter.named(code, state)
    sentences = [words.said(line) for line in in_private(named)]
    if named is None or named.how is Named.NOT_THIS_SIDE:
        return CardRead(known=False, sentences=tuple(sentences))
    return CardRead(known=True, sentences=(*sentences, *_about(named, state, words)))


def _about(named: CardNamed, state: State, words: Words) -> list[str]:
    """What the card does by the rules of this table, or by those it is usually played with; what it counts."""
    try:
        deck = load_deck(named.edition)
    except DeckFileError:
        return []
    options = state.options if state.seats and state.edition == named.edition else parse_options(deck, {})
    face = deck.face(named.card)
    if face is None:
        return []
    told = []
    if face.effect is not Effect.NONE:
        told.append(words.said(followed(does(named.card, face, options), instead(deck, options, face))))
    counts = words.ngettext(
        "It counts %(n)d point in a hand at the end.", "It counts %(n)d points in a hand at the end.", face.points
    )
    return [*told, counts % {"n": face.points}]
