"""A hand told card by card, in the words of whoever tells it: how many there are of each face.

What it is told for is what the table waits for: hands that are counted at the end of a round, one that is judged, the
cards under a discard-all, cards that were drawn, a hand that is known. Nothing of it is kept here: what was filled in
goes to the referee, or back to the phone that filled it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.referee.cards import Colour, Side
from companion.referee.challenges import accused
from companion.referee.events import Phase
from companion.referee.scoring import scoring_side, uncounted
from companion.referee.state import State
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.forms import COUNTED
from companion.web.language import Words
from companion.web.paper import fields_of, onward, page
from companion.web.refused import Refusals
from companion.web.saying import outcome
from companion.web.views.board import whose_count
from companion.web.views.glyphs import GLYPHS, WILD_GLYPH
from companion.web.views.showing import draws, turned_over

PATH = "/hand"


@dataclass(frozen=True, slots=True)
class Asked:
    """For what a hand is told now. ``players``: whose it may be, if that is asked; ``points``: they will do.

    ``colour``: only cards of this one can be among them.
    """

    do: str
    title: str
    players: tuple[str, ...] = ()
    side: Side = Side.LIGHT
    colour: Colour | None = None
    points: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One face: the field that holds how many there are, its words, its copies in the deck and what each counts."""

    field: str
    words: str
    copies: int
    points: int


@dataclass(frozen=True, slots=True)
class Group:
    """The faces of one colour, or the wilds; ``opened`` where something of it has been told."""

    colour: str
    sign: str
    words: str
    rows: tuple[Row, ...]
    opened: bool


def router(web: WebContext, refusals: Refusals) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    def shown(request: Request, who: Asker, fields: dict[str, str], status: int = 200, **more: object) -> Response:
        state = web.table.state
        asked = what_is_asked(state, _seat_of(who, state), who.words, hosts=who.hosts)
        return page(
            web,
            who,
            request,
            "hand.html",
            status=status,
            asked=asked,
            groups=[] if asked is None else groups_of(state, asked, fields, who.words),
            fields=fields,
            version=web.table.version,
            **more,
        )

    @routes.get(PATH)
    async def hand(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        return shown(request, who, {})

    @routes.post(PATH)
    async def told(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        fields = await fields_of(request)
        note = await outcome(web, who, fields, refusals)
        if note["accepted"]:
            return onward(web, "/#result", note)
        return shown(request, who, fields, 422, note=note)

    return routes


def _seat_of(who: Asker, state: State) -> str | None:
    index = None if who.phone is None or who.phone.name is None else state.find(who.phone.name)
    return None if index is None else state.name(index)


def what_is_asked(state: State, me: str | None, words: Words, *, hosts: bool) -> Asked | None:
    """For what this phone may tell a hand now, or None."""
    _ = words.gettext
    own = (me,) if me is not None else ()
    playing = tuple(state.name(index) for index in state.playing()) if hosts else own
    match state.phase:
        case Phase.COUNTING:
            title = whose_count(state, words)
            return Asked("count", title, uncounted(state), scoring_side(state), points=True)
        case Phase.VERDICT if playing:
            index = accused(state)
            name = "" if index is None else words.called(state.name(index))
            title = _("All cards of the hand of %(player)s, for the referee alone") % {"player": name}
            return Asked("judged", title, side=state.side)
        case Phase.DISCARDING if playing:
            return Asked("discard", _("Cards laid under the discard all"), side=state.side, colour=state.colour)
        case Phase.SETUP | Phase.TOP if playing and not turned_over(state):
            return Asked("hold", _("A hand is known"), playing, state.side)
        case _ if playing and draws(state):
            return Asked(
                "draw", _("Cards drawn, for the referee alone"), ("", *playing) if hosts else own, state.side
            )
    return None


def groups_of(state: State, asked: Asked, fields: Mapping[str, str], words: Words) -> list[Group]:
    """The faces that can be among the cards, by colour, the wilds last."""
    deck = state.deck
    faces = deck.side_faces(asked.side)
    colours: tuple[Colour | None, ...] = (*deck.colours[asked.side], None)
    groups = []
    for colour in colours:
        rows = tuple(
            Row(f"{COUNTED}{face.card}", words.value(face.card.value, deck.edition), face.copies, face.points)
            for face in faces
            if face.card.colour is colour
        )
        if rows and asked.colour in {None, colour}:
            name = words.gettext("wild cards") if colour is None else words.name(colour)
            opened = asked.colour is not None or any(fields.get(row.field) for row in rows)
            groups.append(Group(colour or "", GLYPHS[colour] if colour else WILD_GLYPH, name, rows, opened))
    return groups
