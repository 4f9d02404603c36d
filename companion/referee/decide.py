"""The referee's one question: ``decide(state, command) -> events | Refusal``.

The table is not changed by asking. ``scan`` is no statement of the referee's: whoever reads tags has turned it
into another command before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.referee import commands as cmd
from companion.referee.challenges import accept, challenge, verdict
from companion.referee.commands import Command
from companion.referee.corrections import correct, undo
from companion.referee.draws import draw, pass_on, press
from companion.referee.events import Event
from companion.referee.evolve import remember
from companion.referee.plays import discard, done, pick, play, target
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import count_left
from companion.referee.setting_up import hold, leave, new_game, next_round, reload, top
from companion.referee.state import State
from companion.referee.uno import call, catch


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """What a statement leads to, or why it is refused. Raises UnknownOptionError or DeckFileError for a
    ``game`` whose edition or options nobody knows: that is an error of the text, not of the table."""
    ruled = rule(state, command)
    return ruled if isinstance(ruled, Refusal) else ruled.events


class Ruled(NamedTuple):
    """An accepted statement: what it led to, and the table after it, as ``accept`` would make it of the events."""

    events: tuple[Event, ...]
    after: State


def rule(state: State, command: Command) -> Ruled | Refusal:
    """``decide``, and the table that came of it on the way; for whoever goes on at that table."""
    ruling = Ruling(state)
    answer: Callable[[Ruling, Any], None] = _RULES[type(command)]
    try:
        answer(ruling, command)
    except RefusedError as refused:
        return refused.refusal
    events = tuple(ruling.events)
    return Ruled(events, remember(ruling.state, state, command, events))


def rule_in_order(state: State, commands: Iterable[Command]) -> tuple[list[Ruled], Refusal | None]:
    """Each ruled at the table after the one before, as far as the referee takes them, and what was refused."""
    steps: list[Ruled] = []
    for command in commands:
        ruled = rule(state, command)
        if isinstance(ruled, Refusal):
            return steps, ruled
        steps.append(ruled)
        state = ruled.after
    return steps, None


def _unread_scan(_: Ruling, __: cmd.Scan) -> None:
    raise RefusedError(Refusal(RefusalCode.UNKNOWN_TAG))


_RULES: dict[type, Callable[[Ruling, Any], None]] = {
    cmd.NewGame: new_game,
    cmd.Hold: hold,
    cmd.Top: top,
    cmd.Play: play,
    cmd.Pick: pick,
    cmd.Target: target,
    cmd.Press: press,
    cmd.Draw: draw,
    cmd.Pass: pass_on,
    cmd.Discard: discard,
    cmd.Done: done,
    cmd.CallUno: call,
    cmd.Catch: catch,
    cmd.Challenge: challenge,
    cmd.Accept: accept,
    cmd.Verdict: verdict,
    cmd.CountLeft: count_left,
    cmd.Leave: leave,
    cmd.Reload: reload,
    cmd.NextRound: next_round,
    cmd.Correct: correct,
    cmd.Undo: undo,
    cmd.Scan: _unread_scan,
}
