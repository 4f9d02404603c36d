"""Does a card go on the discard as it lies there?"""

from __future__ import annotations

from companion.referee.cards import Card
from companion.referee.state import State


def matches(state: State, card: Card) -> bool:
    """True where the card may lie on the discard: wilds, the colour in force, the same number or symbol."""
    top = state.top
    if card.is_wild or state.colour is None or top is None:
        return True
    return card.colour is state.colour or card.value == top.value


def holds_playable(state: State, index: int) -> bool:
    """True where a known hand has a card that may be laid now."""
    return any(matches(state, card) for card in state.seats[index].cards or ())
