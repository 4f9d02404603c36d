"""The faces of a deck file: its ``[[faces]]`` blocks, on top of those of the printed edition that it is like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.referee.cards import COLOURED_VALUES, WILD_VALUES, Card, Colour, Side
from companion.referee.deck import Deck, Effect, Face
from companion.referee.deck_notes import Notes, nearest, shown
from companion.referee.toml_lines import Place

MOST_COPIES = 999
_MOST_POINTS = 1000
_MOST_DRAWN = 20
_KEYS = ("values", "copies", "coloured", "points", "effect", "number", "side", "first", "colour_when_last")
_EXAMPLES = {"copies": "2", "points": "20", "effect": '"skip"'}

Colours = Mapping[Side, tuple[Colour, ...]]

#: What each card does, with the size that its name says (None: any size). The voice names cards by these words, so
#: a file cannot give a word another meaning (``rules.md`` section 3).
_DOES: Mapping[str, tuple[Effect, int | None]] = {
    **{str(number): (Effect.NONE, 0) for number in range(10)},
    "draw-one": (Effect.DRAW, 1),
    "draw-two": (Effect.DRAW, 2),
    "draw-five": (Effect.DRAW, 5),
    "reverse": (Effect.REVERSE, 0),
    "skip": (Effect.SKIP, 0),
    "skip-everyone": (Effect.SKIP_EVERYONE, 0),
    "flip": (Effect.FLIP, 0),
    "hit-two": (Effect.HIT, 2),
    "discard-all": (Effect.DISCARD_ALL, 0),
    "trade-hands": (Effect.TRADE_HANDS, 0),
    "wild": (Effect.WILD, 0),
    "dark-wild": (Effect.WILD, 0),
    "wild-draw-two": (Effect.DRAW_WILD, 2),
    "wild-draw-four": (Effect.DRAW_WILD, 4),
    "wild-draw-colour": (Effect.DRAW_UNTIL_COLOUR, 0),
    "wild-shuffle-hands": (Effect.SHUFFLE_HANDS, 0),
    "wild-customizable": (Effect.CUSTOM, 0),
    "wild-downpour-1": (Effect.DOWNPOUR, 1),
    "wild-downpour-2": (Effect.DOWNPOUR, 2),
    "wild-extreme-hit": (Effect.EXTREME_HIT, None),
    "wild-all-hit": (Effect.ALL_HIT, None),
    "wild-hit-fire": (Effect.HIT_FIRE, 0),
}
#: Turned up first these can only go back: nothing says what they would do.
_NEVER_FIRST = frozenset(
    {Effect.TRADE_HANDS, Effect.DRAW_WILD, Effect.DRAW_UNTIL_COLOUR, Effect.DOWNPOUR, Effect.SHUFFLE_HANDS}
    | {Effect.CUSTOM}
)
#: Wilds whose effect needs no colour, so that the last card of a round may go without one.
_COLOUR_IS_IDLE = frozenset({Effect.WILD, Effect.SHUFFLE_HANDS, Effect.CUSTOM})


def read_faces(notes: Notes, colours: Colours, like: Deck | None) -> dict[Card, Face]:
    """The faces that can be in the deck, in the order of the file, those of the printed edition first."""
    printed = {} if like is None else like.faces
    faces = {
        card: face
        for card, face in printed.items()
        if card.colour is None or card.colour in colours.get(face.side, ())
    }
    if not faces and "faces" not in notes.data:
        notes.tell((), 'there are no cards; add like = "classic", or a block that begins with [[faces]]')
    written: set[Card] = set()
    for place, table in notes.tables("faces"):
        for at, face in _Block(notes, place, table, colours, faces).faces():
            if face.card in written:
                notes.tell(at, f"{face.card.value} stands twice; write it once with its copies")
            elif face.card in faces and faces[face.card].side is not face.side:
                notes.tell(at, f"{face.card.value} is on the other side already; a face has one side")
            else:
                written.add(face.card)
                faces[face.card] = face
    return faces


class _Block:
    """One ``[[faces]]`` block: cards of one kind. What it leaves out is as in ``faces``."""

    def __init__(
        self, notes: Notes, place: Place, table: Mapping[str, Any], colours: Colours, faces: Mapping[Card, Face]
    ) -> None:
        self._notes = notes
        self._place = place
        self._table = table
        self._colours = colours
        self._usual = faces

    def faces(self) -> Iterator[tuple[Place, Face]]:
        """Its faces, each with the place of its value."""
        self._notes.known_keys(self._table, _KEYS, self._place)
        said = self._said()
        side = said.pop("side", Side.LIGHT)
        if side is None:
            return
        if side not in self._colours:
            self._tell("side", f"the deck has no {side} side; add [sides.{side}] with its colours")
            return
        values = self._table.get("values")
        if not isinstance(values, list) or not values:
            self._tell("values", 'the values are missing; write values = ["7"] or ["skip"]')
            return
        missing: set[str] = set()
        for index, value in enumerate(values):
            at = (*self._place, "values", index)
            known = _values(said.get("coloured"))
            if not isinstance(value, str) or value not in known:
                self._notes.tell(at, f"{shown(value)} is no card value here; {nearest(value, sorted(known))}")
                continue
            colours = self._colours[Side(side)] if value in COLOURED_VALUES else (None,)
            for card in (Card(value, colour) for colour in colours):
                whole = self._whole(said, self._usual.get(card))
                missing |= {key for key in _EXAMPLES if key not in whole}
                if not missing and None not in whole.values():
                    self._check(value, whole, Side(side))
                    yield at, _face(card, whole, Side(side))
        for key in sorted(missing):
            self._notes.missing(self._place, key, _EXAMPLES[key])

    def _tell(self, key: str, sentence: str) -> None:
        self._notes.tell((*self._place, key), sentence)

    def _said(self) -> dict[str, Any]:
        """What the block says, checked one by one; None for what is wrong."""
        notes, said = self._notes, dict[str, Any]()
        for key in _KEYS[1:]:
            if key not in self._table:
                continue
            value, at = self._table[key], (*self._place, key)
            match key:
                case "copies" if "cards" in notes.data:
                    notes.tell(at, "the copies are counted from the list 'cards'; leave one of the two out")
                case "copies":
                    said[key] = notes.number(at, value, 0, MOST_COPIES)
                case "number":
                    said[key] = notes.number(at, value, 1, _MOST_DRAWN)
                case "points":
                    said[key] = value if value == "face" else notes.number(at, value, 0, _MOST_POINTS)
                case "effect":
                    said[key] = notes.word(at, value, tuple(Effect))
                case "side":
                    said[key] = notes.word(at, value, tuple(Side))
                case "first":
                    said[key] = notes.word(at, value, ("apply", "back"))
                case _:
                    said[key] = notes.switch(at, value)
        return said

    def _whole(self, said: Mapping[str, Any], usual: Face | None) -> dict[str, Any]:
        """What the block says of a card, with the rest as usual."""
        counted = {"copies": 0} if "cards" in self._notes.data else {}
        if usual is None:
            return {**counted, **said}
        return {
            "copies": usual.copies,
            "points": usual.points,
            "effect": usual.effect,
            "number": usual.number,
            "first": "apply" if usual.may_be_first else "back",
            "colour_when_last": usual.colour_when_last,
            **said,
        }

    def _check(self, value: str, whole: Mapping[str, Any], side: Side) -> None:
        """Tells what a card of this word cannot do or be."""
        effect, number = _DOES[value]
        if whole["effect"] != effect:
            self._tell("effect", f'{value} does not do that; write effect = "{effect}"')
        elif number == 0 and whole.get("number", 0):
            self._tell("number", f"{value} makes nobody draw or press a number; leave number out")
        elif number is None and not whole.get("number"):
            self._notes.missing(self._place, "number", "2")
        elif number and whole.get("number") != number:
            self._tell("number", f"{value} has its number in its name; write number = {number}")
        if whole["points"] == "face" and not value.isdigit():
            self._tell("points", f"{value} has no figure on its face; write its points")
        if effect is Effect.FLIP and Side.DARK not in self._colours:
            self._tell("values", "a deck of one side has no flip; leave it out, or add [sides.dark]")
        if effect in _NEVER_FIRST and side is Side.LIGHT and whole.get("first", "apply") == "apply":
            self._tell("first", f'{value} cannot be the first card; write first = "back"')
        if not whole.get("colour_when_last", True) and effect not in _COLOUR_IS_IDLE:
            self._tell("colour_when_last", f"{value} cannot be told so; leave colour_when_last out")


def _face(card: Card, whole: Mapping[str, Any], side: Side) -> Face:
    return Face(
        card=card,
        copies=whole["copies"],
        points=int(card.value) if whole["points"] == "face" and card.is_number else whole["points"],
        effect=Effect(whole["effect"]),
        number=whole.get("number", 0),
        side=side,
        colour_when_last=whole.get("colour_when_last", True),
        may_be_first=whole.get("first", "apply") == "apply",
    )


def _values(coloured: bool | None) -> frozenset[str]:
    """The values that a block can have; None where it does not say whether its cards have colours."""
    if coloured is None:
        return COLOURED_VALUES | WILD_VALUES
    return COLOURED_VALUES if coloured else WILD_VALUES
