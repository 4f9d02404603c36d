"""What can be known of cards that nobody told: a deck keeps its cards, whoever holds them.

Every function here gives only what is certain. Where the counts contradict the deck nothing is concluded, and
``contradictions`` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.referee.cards import Card, sorted_cards
from companion.referee.state import State


class Contradiction(StrEnum):
    """Why a table cannot be right as it was told; the words of ``flags`` in the state that programs read."""

    CARDS = "more-cards-than-the-deck-has"
    COPIES = "more-copies-than-the-deck-has"


@dataclass(frozen=True, slots=True)
class HandKnowledge:
    """What is certain of one hand: from ``fewest`` to ``most`` cards, ``cards`` surely among them, sorted.

    ``possible`` are the most copies of each face that it can hold, faces that it cannot hold left out.
    """

    fewest: int
    most: int
    cards: tuple[Card, ...]
    possible: Mapping[Card, int]


def hand_knowledge(state: State, index: int) -> HandKnowledge:
    """What is certain of the hand at a seat, told or left over when all other cards are accounted for."""
    seat = state.seats[index]
    unknown = seat.count - len(seat.cards)
    loose = _copies(state) if contradictions(state) else _copies_left(state)
    possible = Counter(seat.cards) + Counter({card: min(unknown, left) for card, left in loose.items()})
    return HandKnowledge(fewest_cards(state, index), seat.count, surely_held(state, index), possible)


def may_be_hidden(state: State, card: Card) -> bool:
    """True where a copy of a face in play lies neither on the discard nor in what is known of the hands."""
    face = state.deck.faces[card]
    return face.side is state.side and state.copies_placed(card) < face.copies


def surely_held(state: State, index: int) -> tuple[Card, ...]:
    """Cards that are certain to be in a hand, sorted: those told, and those that can be nowhere else."""
    seat = state.seats[index]
    unknown = seat.count - len(seat.cards)
    if not unknown:
        return seat.cards
    elsewhere = state.unaccounted + state.buried - len(state.buried_faces) - unknown
    elsewhere += sum(other.count - len(other.cards) for other in state.seats)
    if elsewhere >= state.deck.most_copies or contradictions(state):
        return seat.cards
    left = _copies_left(state)
    surely = Counter({card: copies - elsewhere for card, copies in left.items() if copies > elsewhere})
    return sorted_cards((*seat.cards, *surely.elements()))


def fewest_cards(state: State, index: int) -> int:
    """The fewest cards that a hand holds: its count, less what all counts together exceed the deck by."""
    seat = state.seats[index]
    return max(len(seat.cards), seat.count + min(0, state.unaccounted))


def contradictions(state: State) -> tuple[Contradiction, ...]:
    """What cannot be right at this table; none of it names a card, since that might be in a hand."""
    return tuple(excesses(state))


def excesses(state: State) -> dict[Contradiction, int]:
    """The same, each with the number of cards by which it cannot be right."""
    if not state.seats:
        return {}
    cards = -state.unaccounted
    copies = sum(-left for left in _copies_left(state).values() if left < 0)
    found = {Contradiction.CARDS: cards, Contradiction.COPIES: copies}
    return {each: excess for each, excess in found.items() if excess > 0}


def _copies_left(state: State) -> Counter[Card]:
    """Copies of each face of the side in play less those that lie on the discard or are known to be in hands."""
    left = _copies(state)
    left.subtract(state.discard)
    left.subtract(state.buried_faces)
    for seat in state.seats:
        left.subtract(seat.cards)
    return left


def _copies(state: State) -> Counter[Card]:
    return Counter({card: face.copies for card, face in state.deck.faces.items() if face.side is state.side})


# Keeping what is known


def still_known(known: tuple[Card, ...], gone: Iterable[Card], left: int) -> tuple[Card, ...]:
    """Known cards of a hand or pile once ``gone`` left it and ``left`` cards remain.

    Where more would be known than there is, what was told was wrong, and all of it is forgotten.
    """
    if not known:
        return ()
    rest = list(known)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest) if len(rest) <= left else ()


def faces_behind(cards: Iterable[Card], backs: Mapping[Card, tuple[Card, ...]]) -> tuple[Card, ...]:
    """Faces surely on the other side of these cards, where a deck's pairs are known; sorted.

    Of a face whose copies have different backs, so many are certain as there are fewer copies elsewhere.
    """
    certain: Counter[Card] = Counter()
    for card, number in Counter(cards).items():
        behind = Counter(backs.get(card, ()))
        elsewhere = max(0, behind.total() - number)
        certain.update({back: copies - elsewhere for back, copies in behind.items() if copies > elsewhere})
    return sorted_cards(certain.elements())


def at_least(one: Iterable[Card], other: Iterable[Card]) -> tuple[Card, ...]:
    """Cards certain from either of two certainties about the same pile; sorted."""
    return sorted_cards((Counter(one) | Counter(other)).elements())
