"""The referee's rulings on what a scan or a statement means: one, or several where a scan had been forgotten.

Nothing has happened yet when they are made; the interpreter only remembers what was refused and what is under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.answers import AsItWas, LeftOut, Series, UnreadCard
from companion.forgotten import Booked
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import Ruled, rule, rule_in_order
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.scans.meaning import Interpreter
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
    later, _ = rule_in_order(ruled.after, booked.commands)
    steps = ((meaning, ruled), *_said(booked.commands, later))
    return Rulings(steps, _left_out(booked) or (None if ruled.after.seats else interpreter.set_up_standing))


def _of_series(interpreter: Interpreter, series: Series, state: State) -> Rulings | Refusal:
    steps, refused = rule_in_order(state, series.commands)
    if refused is not None and not steps:
        return refused
    interpreter.note(series.commands[0], refused=False)
    interpreter.forgotten = series.forgotten
    left = series.commands[len(steps) :]
    note = LeftOut(left, insisted=False) if left else series.note
    return Rulings(_said(series.commands, steps), note, silent=True)


def _said(commands: Sequence[Command], steps: Sequence[Ruled]) -> tuple[tuple[Command, Ruled], ...]:
    """Those that the referee takes, each with its ruling."""
    return tuple(zip(commands, steps, strict=False))


def _left_out(booked: Booked) -> LeftOut | None:
    if not booked.left:
        return None
    return LeftOut(booked.left, insisted=isinstance(booked.left[0], cmd.Play))
