"""A table that is only talked about: statements and expectations in the notation, straight to the referee.

No journal, no voice, no clock: ``play_out`` runs a text through ``decide`` and ``accept`` and returns the table.
A refusal that no ``expect refused`` line follows fails the test, as in a replayed file.
"""

from __future__ import annotations

from textwrap import dedent

from companion.games.scenario import Expectation, Seen, Statement, read_text
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.events import Event
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State

ABC = "game extreme players=Ann,Ben,Cleo"
AB = "game extreme players=Ann,Ben"


def play_out(*texts: str, state: State = EMPTY) -> State:
    """Runs the texts one after the other; every statement must be accepted or expected to be refused."""
    refusal: Refusal | None = None
    unexpected: Statement | None = None
    steps = read_text("\n".join(dedent(text) for text in texts), "table")
    for step in steps:
        if isinstance(step, Expectation):
            assert not step.text.startswith(("expect says", "expect quiet")), "nobody speaks at this table"
            unexpected = None if step.expects_refusal else unexpected
            found = step.check(Seen(state, refusal, ()))
            assert found is None, f"line {step.line}: {step.text}: found {found}"
            continue
        _nothing_refused(unexpected, refusal)
        outcome = decide(state, step.command)
        if isinstance(outcome, Refusal):
            refusal, unexpected = outcome, step
        else:
            refusal, unexpected = None, None
            state = accept(state, step.command, outcome)
    _nothing_refused(unexpected, refusal)
    return state


def _nothing_refused(step: Statement | None, refusal: Refusal | None) -> None:
    assert step is None, f"line {step and step.line}: {step and step.text}: refused {refusal and refusal.code}"


def answer(state: State, statement: str | Command) -> tuple[Event, ...]:
    """The events of one accepted statement."""
    outcome = decide(state, read(statement) if isinstance(statement, str) else statement)
    assert not isinstance(outcome, Refusal), f"{statement}: refused {outcome.code}"
    return outcome


def refusal(state: State, statement: str | Command) -> Refusal:
    """Why one statement is refused."""
    outcome = decide(state, read(statement) if isinstance(statement, str) else statement)
    assert isinstance(outcome, Refusal), f"{statement}: accepted {outcome}"
    return outcome


def code(state: State, statement: str | Command) -> RefusalCode:
    """The code one statement is refused with."""
    return refusal(state, statement).code


def after(state: State, statement: str | Command) -> State:
    """The table after one accepted statement."""
    command = read(statement) if isinstance(statement, str) else statement
    return accept(state, command, answer(state, command))
