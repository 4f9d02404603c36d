"""The decks: which cards an edition has, read from ``deck_files/`` and checked at load.

A deck file is data: faces with copies, points and effect. Its total is checked when it is loaded, so a
misprint in a file stops the start with file and remedy instead of a wrong count at the table.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from typing import Any

from companion.referee.cards import COLOURED_VALUES, WILD_VALUES, Card, Colour, Side

_FILES = resources.files("companion.referee") / "deck_files"


class DeckFileError(ValueError):
    """A deck file cannot be used; the sentence names file, place and remedy."""


class Effect(StrEnum):
    """What a card does at the table once it lies on the discard (``rules.md`` section 3)."""

    NONE = "none"
    DRAW = "draw"
    HIT = "hit"
    REVERSE = "reverse"
    SKIP = "skip"
    SKIP_EVERYONE = "skip-everyone"
    FLIP = "flip"
    DISCARD_ALL = "discard-all"
    TRADE_HANDS = "trade-hands"
    WILD = "wild"
    DRAW_WILD = "draw-wild"
    DRAW_UNTIL_COLOUR = "draw-until-colour"
    DOWNPOUR = "downpour"
    SHUFFLE_HANDS = "shuffle-hands"
    CUSTOM = "custom"
    EXTREME_HIT = "extreme-hit"
    ALL_HIT = "all-hit"
    HIT_FIRE = "hit-fire"


#: Wilds that make the next player draw and may be challenged.
DRAW_WILDS = frozenset({Effect.DRAW_WILD, Effect.DRAW_UNTIL_COLOUR})


class Supply(StrEnum):
    """Where owed cards come from: by hand from the pile, counted out by the dispenser, or fired."""

    PILE = "pile"
    DISPENSER = "dispenser"
    LAUNCHER = "launcher"


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: its points, what it does, how strongly, and on which side."""

    card: Card
    copies: int
    points: int
    effect: Effect
    number: int
    side: Side
    colour_when_last: bool  # must the colour be named although it is the round's last card?
    may_be_first: bool  # False: turned up first it goes back into the deck


@dataclass(frozen=True)
class Deck:
    """One edition's cards, in the order of their tags' ordinals; ``dark_cards`` are the faces of a dark side.

    Which dark face is on the back of which light one is not known: printings differ.
    """

    edition: str
    letter: str
    supply: Supply
    match_mode: str
    target: int
    challenge: bool
    drawn_card: str
    plus4_rule: str
    colours: Mapping[Side, tuple[Colour, ...]]
    faces: Mapping[Card, Face]
    cards: tuple[Card, ...] = field(repr=False)
    dark_cards: tuple[Card, ...] = field(default=(), repr=False)
    text: str = field(default="", repr=False)
    serial: str = ""
    backs: Mapping[Card, tuple[Card, ...]] = field(default_factory=dict, repr=False)

    @property
    def total(self) -> int:
        """Number of physical cards."""
        return len(self.cards)

    @cached_property
    def most_copies(self) -> int:
        """Copies of the face that there is most of."""
        return max(face.copies for face in self.faces.values())

    def face(self, card: Card) -> Face | None:
        """The face, or None when this edition has no such card."""
        return self.faces.get(card)

    def card_at(self, ordinal: int, side: Side = Side.LIGHT) -> Card | None:
        """The face whose label has this ordinal (1 up) on that side, or None when there is none."""
        cards = self.cards if side is Side.LIGHT else self.dark_cards
        return cards[ordinal - 1] if 1 <= ordinal <= len(cards) else None


def editions() -> tuple[str, ...]:
    """Names of the editions that have a deck file, in alphabetical order."""
    names = (entry.name for entry in _FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load_deck(edition: str) -> Deck:
    """The deck of one edition; raises DeckFileError when there is none or its file is wrong."""
    if edition not in editions():
        raise DeckFileError(f"no deck file for '{edition}'; there are: {', '.join(editions())}")
    name = f"{edition}.toml"
    text = _FILES.joinpath(name).read_text(encoding="utf-8")
    return read_deck(text, name)


def deck_by_letter(letter: str) -> Deck | None:
    """The deck whose card tags carry this edition letter, or None."""
    decks = (load_deck(edition) for edition in editions())
    return next((deck for deck in decks if deck.letter == letter), None)


def read_deck(text: str, source: str) -> Deck:
    """Reads a deck file's text; ``source`` names it in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckFileError(f"{source}: is not TOML: {error}; mend that place") from error
    try:
        return _build(data, source)
    except KeyError as error:
        raise DeckFileError(f"{source}: the key {error} is missing; add it as in extreme.toml") from error
    except DeckFileError:
        raise
    except (ValueError, TypeError, AttributeError) as error:
        raise DeckFileError(f"{source}: {error}; see extreme.toml for the words that are known") from error


def _build(data: Mapping[str, Any], source: str) -> Deck:
    colours = {
        Side(side): tuple(Colour(colour) for colour in block["colours"]) for side, block in data["sides"].items()
    }
    faces: dict[Card, Face] = {}
    cards: dict[Side, list[Card]] = {side: [] for side in colours}
    for block in data["faces"]:
        side = Side(block.get("side", Side.LIGHT))
        known = COLOURED_VALUES if block["coloured"] else WILD_VALUES
        for value in block["values"]:
            if value not in known:
                raise DeckFileError(f"{source}: '{value}' is no card value; known are {', '.join(sorted(known))}")
            for colour in colours[side] if block["coloured"] else (None,):
                card = Card(value, colour)
                if card in faces:
                    raise DeckFileError(f"{source}: {card} stands twice; write it once with its copies")
                faces[card] = Face(
                    card=card,
                    copies=block["copies"],
                    points=int(value) if block["points"] == "face" else block["points"],
                    effect=Effect(block["effect"]),
                    number=block.get("number", 0),
                    side=side,
                    colour_when_last=block.get("colour_when_last", True),
                    may_be_first=block.get("first", "apply") == "apply",
                )
                cards[side] += [card] * block["copies"]
    for side in colours:
        _check_total(cards[side], data["total"], f"{source}, {side} side" if len(colours) > 1 else source)
    return Deck(
        edition=data["edition"],
        letter=data["letter"],
        supply=Supply(data["supply"]),
        match_mode=data["match_mode"],
        target=data["target"],
        challenge=data["challenge"],
        drawn_card=data["drawn_card"],
        plus4_rule=data["plus4_rule"],
        colours=colours,
        faces=faces,
        cards=tuple(cards[Side.LIGHT]),
        dark_cards=tuple(cards.get(Side.DARK, ())),
    )


def _check_total(cards: list[Card], total: int, source: str) -> None:
    if len(cards) == total:
        return
    most = ", ".join(f"{value} ×{n}" for value, n in Counter(card.value for card in cards).most_common())
    raise DeckFileError(f"{source}: the faces sum to {len(cards)} cards, total says {total}; correct one ({most})")
