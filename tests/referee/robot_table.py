"""Robots at a table without pins and voice: their scans become statements as at the live table, nothing else.

``play_rounds`` yields the table after every statement together with the physical cards, so that what the referee
counts can be held against what the robots really have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.meaning import Interpreter, Query
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import load_deck
from companion.referee.events import Event, Phase
from companion.referee.evolve import accept
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.robots import Cards, PushButton, Refill, Robots, Show, Tell

MOST_MOVES = 20_000


@dataclass(frozen=True)
class Step:
    """One statement of a robot and the table before and after it."""

    command: Command
    events: tuple[Event, ...]
    before: State
    after: State
    cards: Cards


def play_rounds(players: int, seed: int, rounds: int = 1, **options: str) -> Iterator[Step]:
    """Robots play ``rounds`` rounds; the launcher fires now and then, never more than is in it."""
    chance = Random(seed)
    deck = load_deck("extreme")
    names = tuple(f"P{seat}" for seat in range(1, players + 1))
    cards = Cards(deck, names, int(options.get("hand_size", "7")), chance)
    robots = Robots(cards, chance)
    interpreter = Interpreter(lambda: 0.0)
    state = EMPTY
    command: Command | None = cmd.NewGame("extreme", names, options=options)
    for _ in range(MOST_MOVES):
        if command is not None:
            outcome = decide(state, command)
            assert not isinstance(outcome, Refusal), f"a robot was refused: {command}: {outcome}"
            before, state = state, accept(state, command, outcome)
            cards.follow(outcome, state)
            yield Step(command, outcome, before, state, cards)
        if state.phase is Phase.GAME_OVER:
            return
        if state.phase is Phase.ROUND_OVER:
            if state.round == rounds:
                return
            command = cmd.NextRound()
            continue
        move = robots.next_move(state)
        assert move is not None, f"the robots know no move in phase {state.phase}"
        command = _statement(move, state, interpreter, cards, chance)
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def _statement(move: object, state: State, interpreter: Interpreter, cards: Cards, chance: Random) -> Command | None:
    match move:
        case Show(text):
            meaning = interpreter.meaning(text, state)
            assert not isinstance(meaning, Refusal), f"a robot's scan was refused: {text}: {meaning}"
            return None if isinstance(meaning, Query) else meaning
        case PushButton():
            presser = state.presser()
            assert presser is not None
            player = interpreter.take_badge() or state.name(presser)
            fired = chance.choice((0, 0, 0, 1, 2, 3, 5))
            return cmd.Press(player, min(fired, len(cards.pile)))
        case Refill():
            return cmd.Reload()
        case Tell(command):
            return command
    raise AssertionError(f"an unknown move: {move}")
