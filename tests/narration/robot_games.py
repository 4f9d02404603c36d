"""Whole rounds that robots play by the rules, without a voice, a journal or a clock: what they say, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from companion.answers import Query, Series
from companion.press import counted_out
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Event
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.robots import NAMES, Cards, Move, PushButton, Refill, Robots, Show
from companion.scans.meaning import Interpreter
from firmware_bridge.fire_profiles import Launcher, usual_launcher


def robot_round(edition: str, players: int, seed: int, options: Mapping[str, str]) -> Iterator[Command]:
    """The statements of one round, from its game line on."""
    chance = Random(f"{edition}:{seed}:{sorted(options.items())}")
    launcher, interpreter = usual_launcher(chance), Interpreter(lambda: 0)
    command: Command = cmd.NewGame(edition, NAMES[:players], options=options)
    yield command
    state = _ruled(EMPTY, command)[0]
    cards = Cards(state.deck, NAMES[:players], state.options.hand_size, chance)
    robots = Robots(cards, chance)
    while (move := robots.next_move(state)) is not None:
        said = _said(move, state, interpreter, launcher, len(cards.pile))
        if said is None:
            continue
        yield said
        state, events = _ruled(state, said)
        cards.follow(events, state)


def _said(move: Move, state: State, interpreter: Interpreter, launcher: Launcher, left: int) -> Command | None:
    match move:
        case Show(text):
            meaning = interpreter.meaning(text, state)
            return None if isinstance(meaning, Query | Series | Refusal) else meaning
        case PushButton():
            name = state.name(state.presser() or 0)
            return cmd.Press(name, min(launcher.throw(counted_out(state, name)), left))
        case Refill():
            return cmd.Reload()
        case _:
            return move.command


def _ruled(state: State, command: Command) -> tuple[State, tuple[Event, ...]]:
    outcome = rule(state, command)
    return (state, ()) if isinstance(outcome, Refusal) else (outcome.after, outcome.events)
