"""What can be held under the simulated scanner without printing anything: the deck, command cards, badges."""

from __future__ import annotations

from collections import Counter

from companion.referee.cards import Card
from companion.referee.decks import load_deck
from companion.referee.state import State
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.web.language import Words

SERIAL = "B1"  # of the deck that lies on the bench
_DECK = "extreme"  # lies there while no game says which

Tags = list[tuple[str, list[tuple[str, str]]]]


def bench_tags(state: State, words: Words) -> Tags:
    """Groups of ``(tag, name)``: every card of the deck by colour, each command card, the badge of each seat."""
    deck = load_deck(state.edition or _DECK)
    groups: dict[str, list[tuple[str, str]]] = {}
    copies: Counter[Card] = Counter()
    for ordinal, card in enumerate(deck.cards, 1):
        copies[card] += 1
        name = words.name(card, deck.edition)
        again = f"{name} ({copies[card]})" if copies[card] > 1 else name
        group = words.gettext("wild cards") if card.colour is None else words.name(card.colour)
        groups.setdefault(group, []).append((card_tag(deck.letter, SERIAL, ordinal), again))
    groups[words.gettext("command cards")] = [(command_tag(word), word) for word in CommandWord]
    if state.seats:
        badges = [(badge_tag(number), seat.name) for number, seat in enumerate(state.seats, 1)]
        groups[words.gettext("badges of the seats")] = badges
    return list(groups.items())
