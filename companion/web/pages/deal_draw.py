"""Drawing for the deal on the page: a card each out of the shuffled deck, and the highest number deals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.referee.cards import Card, Side
from companion.referee.decks import Deck
from companion.set_up import SetUp, draws_as


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that somebody drew: the place among the players, from 0, and the turn, from 1; a tie makes another."""

    place: int
    card: Card
    turn: int


def draw_for_deal(players: int, deck: Deck, chance: Random) -> tuple[SetUp, list[Drawn]]:
    """Every player draws, those who share the highest number again, until one has won."""
    set_up = SetUp(tuple(range(1, players + 1)))
    drawers, drawn, turn = set_up.badges, [], 0
    while drawers:
        pile = [card for card, face in deck.faces.items() if face.side is Side.LIGHT for _ in range(face.copies)]
        chance.shuffle(pile)
        turn += 1
        for badge, card in zip(drawers, pile, strict=False):
            set_up = set_up.draw(badge, draws_as(card))
            drawn.append(Drawn(badge - 1, card, turn))
        drawers = set_up.awaits_draws_of
    return set_up, drawn
