"""Cards as the table names them: a colour or none, and a face value.

A card's word is what notation, HTTP and journal write: ``red-7``, ``blue-discard-all``, ``wild``.

>>> Card.from_word("red-hit-two")
Card(value='hit-two', colour=<Colour.RED: 'red'>)
>>> str(Card("wild"))
'wild'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, cast


class Side(StrEnum):
    """Which face of a two-sided card is in play; one-sided decks only ever show the light one."""

    LIGHT = "light"
    DARK = "dark"


class Colour(StrEnum):
    """The colours of both sides; a deck uses the four of its side."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PINK = "pink"
    TEAL = "teal"
    ORANGE = "orange"
    PURPLE = "purple"

    __hash__ = str.__hash__  # an enumeration's own goes through the name, in Python

    @property
    def side(self) -> Side:
        return Side.LIGHT if self in _LIGHT else Side.DARK


_LIGHT = frozenset({Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE})

_COLOUR_WORDS = frozenset(Colour)

#: Every face that was ever named.
_FACES: dict[tuple[str, Colour | None], Card] = {}

#: Every face value that some edition of ``rules.md`` has, coloured ones first.
COLOURED_VALUES = frozenset(
    {str(number) for number in range(10)}
    | {"draw-one", "draw-two", "draw-five", "reverse", "skip", "skip-everyone", "flip"}
    | {"hit-two", "discard-all", "trade-hands"}
)
WILD_VALUES = frozenset(
    {"wild", "wild-draw-two", "wild-draw-four", "wild-draw-colour", "dark-wild"}
    | {"wild-shuffle-hands", "wild-customizable", "wild-downpour-1", "wild-downpour-2"}
    | {"wild-extreme-hit", "wild-all-hit", "wild-hit-fire"}
)


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the one order in which a hand is kept, whatever order they came in."""
    return tuple(sorted(cards, key=str))


class UnreadableCardError(ValueError):
    """The word names no card of any edition."""


@dataclass(frozen=True, eq=False)
class Card:
    """One face: ``value`` is a digit or the word of an action, ``colour`` is None on wilds.

    There is one object for each face, so that cards are compared as fast as can be.
    """

    value: str
    colour: Colour | None = None

    def __new__(cls, value: str, colour: Colour | None = None) -> Self:
        """The one object for this face."""
        face = _FACES.get((value, colour))
        if face is None:
            face = _FACES[value, colour] = object.__new__(cls)
        return cast(Self, face)

    def __reduce__(self) -> tuple[type[Card], tuple[str, Colour | None]]:
        """Copied and sent to other processes by name."""
        return Card, (self.value, self.colour)

    @property
    def is_number(self) -> bool:
        return self.value.isdigit()

    @property
    def is_wild(self) -> bool:
        return self.colour is None

    def __str__(self) -> str:
        return self.value if self.colour is None else f"{self.colour}-{self.value}"

    @classmethod
    def from_word(cls, word: str) -> Card:
        """The card that a word of the notation names; ``color`` may stand for ``colour``."""
        text = word.casefold().replace("color", "colour")
        if text in WILD_VALUES:
            return cls(text)
        colour, dash, value = text.partition("-")
        if dash and colour in _COLOUR_WORDS and value in COLOURED_VALUES:
            return cls(value, Colour(colour))
        raise UnreadableCardError(f"'{word}' is no card; write it like red-7, blue-skip or wild")
