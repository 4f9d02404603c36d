"""What a deck is: its faces with points and effects, and its physical cards in the order of their tags' ordinals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from companion.referee.cards import Card, Colour, Side


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
    """One edition's cards, or those of a player's own deck file, in the order of their tags' ordinals.

    ``dark_cards`` are the faces of a dark side. Which of them is on the back of which light one differs between
    printings: ``backs`` is empty where nobody knows; else it has, for every face of both sides, the faces on the
    backs of its copies, sorted, and one ordinal is one physical card on both sides.

    ``never_played`` cards more lie in the box, such as reference cards; their ordinals come after the others'.
    ``text``, ``serial`` and ``like`` are an own deck file's: its whole text, what its tags carry after the letter U,
    and the printed edition it says it is like; all empty for printed editions.
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
    backs: Mapping[Card, tuple[Card, ...]] = field(default_factory=dict, repr=False)
    never_played: int = 0
    text: str = field(default="", repr=False)
    serial: str = ""
    like: str = ""

    @cached_property
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

    def side_faces(self, side: Side) -> tuple[Face, ...]:
        """Every face of that side, once."""
        return tuple(face for face in self.faces.values() if face.side is side)

    @property
    def two_sided(self) -> bool:
        """True where the cards have a dark side too."""
        return len(self.colours) > 1

    def side_cards(self, side: Side) -> tuple[Card, ...]:
        """Every physical card's face on that side; none on the dark side of a one-sided deck."""
        return self.cards if side is Side.LIGHT else self.dark_cards

    def card_at(self, ordinal: int, side: Side = Side.LIGHT) -> Card | None:
        """The face whose label has this ordinal (1 up) on that side, or None when there is none."""
        cards = self.side_cards(side)
        return cards[ordinal - 1] if 1 <= ordinal <= len(cards) else None
