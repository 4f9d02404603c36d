"""The referee's rulings on what a scan or a statement means: one, or several where a scan had been forgotten.

Nothing has happened yet when they are made; the interpreter only remembers what was refused and what is under way.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.answers import AsItWas, LeftOut, Series, UnreadCard
from companion.forgotten import Booked
from companion.meaning import Interpreter
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import Ruled, rule
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.set_up import SetUpNote


@dataclass(frozen=True, slots=True)
class Rulings:
    """Accepted statements in order, each at the table after the one before, and what there is to say of them all.

    ``silent``: the note tells all of it.
    """

    steps: tuple[tuple[Command, Ruled], ...]
    note: UnreadCard | AsItWas | LeftOut | SetUpNote | None = None
    silent: bool = False


def rulings(interpreter: Interpreter, meaning: Command | Series, state: State) -> Rulings | Refusal:
    """What the referee makes of it; the first refusal is the answer to all. Raises what ``rule`` raises."""
    if isinstance(meaning, Series):
        return _of_series(interpreter, meaning, state)
    ruled = rule(state, meaning)
    interpreter.note(meaning, refused=isinstance(ruled, Refusal))
    if isinstance(ruled, Refusal):
        return interpreter.reminded(ruled, state)
    booked = interpreter.follow(meaning, state, ruled.after)
    steps = _one_after_another(state, (meaning, *booked.commands))
    return Rulings(tuple(steps), _left_out(booked) or (None if ruled.after.seats else interpreter.set_up_standing))


def rulings_together(interpreter: Interpreter, commands: tuple[Command, ...], state: State) -> Rulings | Refusal:
    """What the referee makes of statements that stand or fall together; the first refusal is the answer to all."""
    steps = _one_after_another(state, commands)
    if len(steps) < len(commands):
        refused = rule(steps[-1][1].after if steps else state, commands[len(steps)])
        assert isinstance(refused, Refusal)  # noqa: S101 - there the steps ended
        return refused
    for command in commands:
        interpreter.note(command, refused=False)
    return Rulings(tuple(steps))


def _of_series(interpreter: Interpreter, series: Series, state: State) -> Rulings | Refusal:
    first = rule(state, series.commands[0])
    if isinstance(first, Refusal):
        return first
    steps = _one_after_another(state, series.commands)
    interpreter.note(series.commands[0], refused=False)
    interpreter.forgotten = series.forgotten
    left = series.commands[len(steps) :]
    return Rulings(tuple(steps), LeftOut(left, insisted=False) if left else series.note, silent=True)


def _one_after_another(state: State, commands: tuple[Command, ...]) -> list[tuple[Command, Ruled]]:
    """As many as the referee takes."""
    steps: list[tuple[Command, Ruled]] = []
    for command in commands:
        ruled = rule(state, command)
        if isinstance(ruled, Refusal):
            break
        steps.append((command, ruled))
        state = ruled.after
    return steps


def _left_out(booked: Booked) -> LeftOut | None:
    if not booked.left:
        return None
    return LeftOut(booked.left, insisted=isinstance(booked.left[0], cmd.Play))
