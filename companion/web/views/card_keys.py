"""The cards of a deck as keys to tap: a colour, then a number or an action; no card that the deck has not.

Two taps name a card, with scripts or without: the colours are radio buttons, and each number, action and wild sends
the form. A colour before a wild is the one it names.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.cards import Card, Side
from companion.referee.decks import Deck
from companion.web.language import Words
from companion.web.views.glyphs import GLYPHS, sign


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it sends, the shape or sign on it, and its words."""

    value: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class CardKeys:
    """The keys for one side of a deck."""

    side: Side
    colours: tuple[Key, ...]
    numbers: tuple[Key, ...]
    actions: tuple[Key, ...]
    wilds: tuple[Key, ...]


def card_keys(deck: Deck, words: Words) -> list[CardKeys]:
    """The keys for each side, in the order of the deck."""
    return [_of_side(deck, side, words) for side in deck.colours]


def _of_side(deck: Deck, side: Side, words: Words) -> CardKeys:
    cards = [face.card for face in deck.side_faces(side)]

    def keys(wanted: list[Card]) -> tuple[Key, ...]:
        values = dict.fromkeys(card.value for card in wanted)
        return tuple(Key(value, sign(value), words.value(value, deck.edition)) for value in values)

    return CardKeys(
        side,
        tuple(Key(colour.value, GLYPHS[colour], words.name(colour)) for colour in deck.colours[side]),
        keys([card for card in cards if card.is_number]),
        keys([card for card in cards if not card.is_number and not card.is_wild]),
        keys([card for card in cards if card.is_wild]),
    )
