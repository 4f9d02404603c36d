"""What really lies there: one form with the table as the referee believes it, on which a host changes what is wrong.

Only what was changed becomes a correction (``set …`` in the notation); all of them are taken together, or none is.
Whether it was, is judged by what the form showed, which it brings along: the table may have moved on since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.in_one_go import InOneGo, Said
from companion.referee.cards import Colour
from companion.referee.commands import Correct, Correctable
from companion.referee.events import Direction
from companion.referee.notation import write
from companion.referee.notation_words import (
    MOST_POINTS,
    NotationError,
    read_card,
    read_colour,
    read_direction,
    read_number,
)
from companion.referee.setting_up import most_cards
from companion.referee.state import State, folded
from companion.web.asking import asker, message_of, say_in_one_go
from companion.web.context import WebContext
from companion.web.forms import FormError
from companion.web.language import Words
from companion.web.paper import fields_of, key_in, note_of, number_in, onward, page
from companion.web.problems import ProblemError
from companion.web.unreadable import in_words
from companion.web.views.glyphs import GLYPHS
from companion.web.views.owed import owed

PATH = "/correct"
COUNT, SCORE = "count-", "score-"  # how the fields begin that hold a seat's cards and points
WAS = "was-"  # and those that hold what a field showed at first
_MOST_CARDS = 999  # that are taken for a number of cards; the referee knows how many the deck has


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    def shown(request: Request, fields: Mapping[str, str], status: int = 200, **more: Any) -> Response:
        who = asker(web, request)
        state = web.table.state
        return page(
            web,
            who,
            request,
            "correct.html",
            status=status,
            lies=as_it_lies(state) | dict(fields),
            believed=as_it_lies(state),
            version=web.table.version,
            playing=[state.name(index) for index in state.playing()],
            counts=[(f"{COUNT}{index}", state.name(index)) for index in state.playing()],
            scores=[(f"{SCORE}{index}", seat.name) for index, seat in enumerate(state.seats)],
            cards=_cards(state, who.words),
            colours=[(colour.value, GLYPHS[colour], who.words.name(colour)) for colour in _colours(state)],
            directions=[(direction.value, who.words.name(direction)) for direction in Direction],
            owed=owed(state, who.words),
            **more,
        )

    @routes.get(PATH)
    async def look(request: Request) -> Response:
        asker(web, request).hosting()
        return shown(request, {})

    @routes.post(PATH)
    async def put_right(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        fields = await fields_of(request)
        own = changed(fields, web.table.state) | {name: fields[name] for name in ("settled",) if name in fields}
        key = key_in(fields)
        try:
            if key is not None and (done := await web.table.answered(key)) is not None:
                return onward(web, "/#result", note_of(message_of(web, done, who.locale), accepted=True))
            wrong = list(corrections(fields, web.table.state, who.words))
            if not wrong:
                unchanged = who.words.gettext("Nothing was changed: it lies there as the table believes.")
                return shown(request, own, 400, note=note_of(unchanged, accepted=False))
            said = tuple(Said(command, write(command)) for command in wrong)
            together = InOneGo(said, said[0])
            update = await say_in_one_go(web, who, together, version=number_in(fields, "version"), key=key)
        except FormError as error:
            return shown(request, own, 400, note=note_of(str(error), accepted=False))
        except NotationError as error:
            return shown(request, own, 400, note=note_of(in_words(error, who.words), accepted=False))
        except ProblemError as problem:
            return shown(request, own, problem.status, note=note_of(problem.message, accepted=False))
        message = message_of(web, update, who.locale)
        if not update.accepted:
            return shown(request, own, 422, note=note_of(message, accepted=False))
        return onward(web, "/#result", note_of(message or who.words.gettext("Done."), accepted=True))

    return routes


def as_it_lies(state: State) -> dict[str, str]:
    """What the form's fields hold while nobody has changed anything."""
    if not state.seats:
        return {}
    return {
        "top": "" if state.top is None else str(state.top),
        "colour": state.colour or "",
        "turn": "" if state.turn is None else state.name(state.turn),
        "direction": state.direction.value,
        **{f"{COUNT}{index}": str(state.seats[index].count) for index in state.playing()},
        **{f"{SCORE}{index}": str(seat.score) for index, seat in enumerate(state.seats)},
    }


def changed(fields: Mapping[str, str], state: State) -> dict[str, str]:
    """What somebody wrote over what the form showed, a number that was emptied included."""
    was = {name: fields.get(f"{WAS}{name}", believed) for name, believed in as_it_lies(state).items()}
    said = {
        name: fields[name].strip()
        for name in was
        if name in fields and (fields[name].strip() or name.startswith((COUNT, SCORE)))
    }
    return {name: text for name, text in said.items() if folded(text) != folded(was[name])}


def corrections(fields: Mapping[str, str], state: State, words: Words) -> Iterator[Correct]:
    """What somebody changed, in the order in which it can be said. Raises NotationError, and FormError for a number.

    The top card goes before the colour, since a coloured one brings its own; the turn comes last, since it closes
    whatever is open or owed.
    """
    said = changed(fields, state)
    top = read_card(said["top"]) if "top" in said else None
    if "direction" in said:
        yield Correct(Correctable.DIRECTION, read_direction(said["direction"]))
    yield from _counts(said, state, words)
    for index, seat in enumerate(state.seats):
        if (text := said.get(f"{SCORE}{index}")) is not None:
            number = _number(text, words.gettext("Score"), seat.name, (0, MOST_POINTS), words)
            yield Correct(Correctable.SCORE, number, seat.name)
    if top is not None:
        yield Correct(Correctable.TOP, top)
    if "colour" in said and (top is None or top.is_wild):
        yield Correct(Correctable.COLOUR, read_colour(said["colour"]))
    if "turn" in said or fields.get("settled"):
        yield Correct(Correctable.TURN, said.get("turn", as_it_lies(state)["turn"]))


def _counts(said: Mapping[str, str], state: State, words: Words) -> list[Correct]:
    """How many cards hands have; those with fewer than believed go first, so that the deck can give the others."""
    told = []
    for index in state.playing():
        if (text := said.get(f"{COUNT}{index}")) is not None:
            limits = (1, most_cards(state, index))
            number = _number(text, words.gettext("Cards in hand"), state.name(index), limits, words)
            told.append((number - state.seats[index].count, Correct(Correctable.COUNT, number, state.name(index))))
    return [correction for _, correction in sorted(told, key=lambda one: one[0] > 0)]


def _number(text: str, field: str, player: str, limits: tuple[int, int], words: Words) -> int:
    """A number in a player's field; whether the deck has so many cards is the referee's to say. Raises FormError."""
    try:
        return read_number(text, max(limits[1], _MOST_CARDS))
    except NotationError as error:
        told = words.gettext("%(field)s, %(player)s: write a whole number from %(least)d to %(most)d.")
        blanks = {"field": field, "player": words.called(player), "least": limits[0], "most": limits[1]}
        raise FormError(told % blanks) from error


def _colours(state: State) -> tuple[Colour, ...]:
    return state.deck.colours[state.side] if state.seats else ()


def _cards(state: State, words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """The faces of the side in play by colour, the wilds last."""
    if not state.seats:
        return []
    groups: dict[str, list[tuple[str, str]]] = {}
    for card in (face.card for face in state.deck.side_faces(state.side)):
        heading = words.gettext("wild cards") if card.colour is None else words.name(card.colour)
        groups.setdefault(heading, []).append((str(card), words.name(card, state.edition)))
    return list(groups.items())
