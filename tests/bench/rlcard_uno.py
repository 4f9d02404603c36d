"""RLCard's raw UNO game with random players: the floor of the referee's speed.

It is a mutable game with reduced rules: no UNO call, no challenge, no points; nobody may draw who can play, and a
drawn card of the colour in force is laid at once. Nothing of RLCard but the game class runs: no environment, no
encoding of states.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rlcard.games.uno import Game

from tests.bench.rates import Played


class RlcardTable:
    """One game after the other, for so many players."""

    def __init__(self, players: int, seed: int) -> None:
        self._chance = Random(seed)
        self._game: Any = Game(num_players=players)
        self._game.np_random.seed(seed)

    def play(self, rounds: int) -> Played:
        """Plays so many rounds; a decision is a step, chosen from the list of legal ones that the game gives."""
        decisions = 0
        game, chance = self._game, self._chance
        for _ in range(rounds):
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(chance.choice(state["legal_actions"]))
                decisions += 1
            game.get_payoffs()
        return Played(rounds, decisions)
