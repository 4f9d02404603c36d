"""What hands do with the cards before and after a game: dealing, and putting away."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.decks import Deck, Supply
from companion.referee.options import Options
from companion.voice.lines import Phrase, count, say

_WATERPROOF = "h2o"


def dealing_by_hand(options: Options) -> Iterator[Phrase]:
    """Who deals, how many, and what becomes of the other cards."""
    yield say(
        "For the first deal everybody draws a card: the highest number deals. Then the deal passes to the left."
    )
    yield count(
        "Shuffle, and deal {n} card to everybody, face down.",
        "Shuffle, and deal {n} cards to everybody, face down.",
        options.hand_size,
    )
    yield say("Turn one card up, and scan it.")
    if options.draw_from is Supply.PILE:
        yield say("The other cards are the draw pile: put them within everybody's reach.")
    else:
        yield say("Put all the other cards into the dispenser and close the lid.")


def putting_away(deck: Deck, options: Options) -> Iterator[Phrase]:
    """Nothing is missing, everything finds its place, and no card goes damp into box or dispenser."""
    if options.draw_from is not Supply.PILE:
        yield say("Take all cards out of the dispenser.")
    yield count(
        "Count the deck: it has {n} card. A host's phone checks it by its tags, under Cards.",
        "Count the deck: it has {n} cards. A host's phone checks it by its tags, under Cards.",
        deck.total + deck.never_played,
    )
    if _WATERPROOF in {deck.edition, deck.like}:
        yield say("Rinse the cards in clean water, wipe them, and let them dry.")
    yield say("Pack by kind: the deck in its box, command cards and badges in sleeves or bags of their own.")
    yield say("Store the box upright and dry, out of sun and heat.")
    if options.draw_from is not Supply.PILE:
        yield say("Put only dry cards into the dispenser.")
