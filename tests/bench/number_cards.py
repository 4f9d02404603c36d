"""Number cards of the Extreme deck in an order in which each may be played on the one before."""

from __future__ import annotations

from companion.referee.decks import load_deck
from companion.tags import card_tag

COLOURS = ("blue", "red", "green", "yellow")
NUMBERS = tuple(str(number) for number in range(1, 10))
SEATS = "Ann,Ben,Cleo,Dan,Eve,Finn,Gus,Hal,Ida,Jo"  # so many that nobody runs out of cards


def playable_tags() -> tuple[str, list[str]]:
    """The card to turn up first, and the tags to scan on it one after the other."""
    ordinals: dict[str, list[int]] = {}
    for ordinal, card in enumerate(load_deck("extreme").cards, 1):
        ordinals.setdefault(str(card), []).append(ordinal)
    order = [
        f"{colour}-{number}"
        for turned, colour in enumerate(COLOURS)
        # Up one colour and down the next: the colours meet in one number.
        for number in (reversed(NUMBERS) if turned % 2 else NUMBERS)
        for _ in ordinals[f"{colour}-{number}"]
    ]
    tags = [card_tag("X", "K1", ordinals[name].pop()) for name in order]
    return order[0], tags[1:]
