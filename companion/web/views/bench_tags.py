"""What can be held under the simulated scanner without printing anything: the deck, command cards, badges."""

from __future__ import annotations

from collections import Counter

from companion.referee.cards import Card
from companion.referee.decks import Deck, load_deck
from companion.referee.state import State
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.web.language import Words

SERIAL = "B1"  # of the printed deck that lies on the bench
_DECK = "extreme"  # lies there while no game says which

Tags = list[tuple[str, list[tuple[str, str]]]]


def bench_tags(state: State, words: Words) -> Tags:
    """Groups of ``(tag, name)``: every card of the deck by colour, each command card, the badge of each seat.

    A two-sided deck lies there twice: the dark faces after the light ones, each with the tag of its own side.
    """
    deck = state.deck if state.seats else load_deck(_DECK)
    groups: dict[str, list[tuple[str, str]]] = {}
    for side, (cards, wilds) in enumerate(_sides(deck, words), 1):
        copies: Counter[Card] = Counter()
        for ordinal, card in enumerate(cards, 1):
            copies[card] += 1
            name = words.name(card, deck.edition)
            again = f"{name} ({copies[card]})" if copies[card] > 1 else name
            group = wilds if card.colour is None else words.name(card.colour)
            groups.setdefault(group, []).append((card_tag(deck.letter, deck.serial or SERIAL, ordinal, side), again))
    groups[words.gettext("command cards")] = [(command_tag(word), words.command_card(word)) for word in CommandWord]
    if state.seats:
        badges = [(badge_tag(number), words.called(seat.name)) for number, seat in enumerate(state.seats, 1)]
        groups[words.gettext("badges of the seats")] = badges
    return list(groups.items())


def _sides(deck: Deck, words: Words) -> list[tuple[tuple[Card, ...], str]]:
    """The cards of each side, and what its wilds are headed."""
    _ = words.gettext
    if not deck.dark_cards:
        return [(deck.cards, _("wild cards"))]
    return [(deck.cards, _("wild cards, light side")), (deck.dark_cards, _("wild cards, dark side"))]
