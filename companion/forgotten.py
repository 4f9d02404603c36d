"""A card was laid and never scanned: what was booked since is taken back, and booked again behind it. Pure.

Who laid what is known by whose turn it was. So one scan too few shifts every later one by a player: what was said is
right, whose it was is not. Each MISSED card goes one move further back; the unread card is then scanned, and the
moves follow it, each in the name of whoever has the turn by then (``tags.md`` section 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Phase
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.referee.uno import open_call
from companion.referee.values import replace

#: Before these there is nobody's move any more.
_BEGINNINGS = cmd.NewGame | cmd.NextRound | cmd.Hold
#: Something else must be said first; then what was taken back may fit.
_WAITS = frozenset(
    {Phase.COLOUR, Phase.TARGET, Phase.DISCARDING, Phase.CHALLENGE, Phase.VERDICT, Phase.PAYING, Phase.TOP}
)
#: What may be said while the unread card is awaited, without ending the wait.
_BESIDE = cmd.CallUno | cmd.Catch | cmd.Correct | cmd.Reload


@dataclass(frozen=True, slots=True)
class Kept:
    """A statement that was taken back, or refused, and is to be booked again.

    ``again`` is what it was, its card's tag included; ``out_of_turn``: a jump-in stays its player's.
    """

    again: Command
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A card that was not read is being made good for. ``kept`` are the later statements, the oldest first.

    ``refused``: the last of them had been refused, so the table never took it. ``given``: the unread card lies there
    by now, and what is kept waits for something else, such as its colour.
    """

    kept: tuple[Kept, ...]
    refused: bool = False
    given: bool = False

    @property
    def taken_back(self) -> tuple[Kept, ...]:
        """Those that the table had taken."""
        return self.kept[:-1] if self.refused else self.kept


@dataclass(frozen=True, slots=True)
class Booked:
    """What is booked again by itself; ``waiting`` cannot be yet, ``left`` does not fit any more."""

    commands: tuple[Command, ...] = ()
    waiting: Forgotten | None = None
    left: tuple[Command, ...] = ()


def last_move(state: State) -> tuple[Kept, ...]:
    """The last play, or own draw or press, and what was said after it; empty where the round has seen none."""
    kept: list[Kept] = []
    while state.before is not None and state.statement is not None:
        statement, before = state.statement, state.before
        if isinstance(statement, _BEGINNINGS) or (isinstance(statement, cmd.Top) and before.turn is None):
            return ()
        kept.append(_kept(statement, state.events))
        if _is_move(statement, before):
            return tuple(reversed(kept))
        state = before
    return ()


def _is_move(statement: Command, before: State) -> bool:
    match statement:
        case cmd.Play():
            return True
        case cmd.Press() | cmd.Draw():
            return before.phase is Phase.PLAYING and not before.debts
    return False


def _kept(statement: Command, events: tuple[ev.Event, ...]) -> Kept:
    laid = next((event for event in events if isinstance(event, ev.Played | ev.Discarded)), None)
    if laid is None or not isinstance(statement, cmd.Play | cmd.Discard):
        return Kept(statement)
    return Kept(replace(statement, tag=laid.tag), isinstance(laid, ev.Played) and bool(laid.jumped))


def whose(state: State) -> int | None:
    """Whose the next move is: who pays or answers, else who has the turn."""
    return state.next_payer() if state.phase in {Phase.PAYING, Phase.CHALLENGE} else state.turn


def book(state: State, kept: tuple[Kept, ...]) -> Booked:
    """As much as fits, in order, each in the name of whoever has the turn by then."""
    commands: list[Command] = []
    for at, one in enumerate(kept):
        command = _renamed(one, state)
        ruled = rule(state, command)
        if isinstance(ruled, Refusal):
            if state.phase in _WAITS:
                return Booked(tuple(commands), Forgotten(kept[at:], given=True))
            return Booked(tuple(commands), left=(command, *(other.again for other in kept[at + 1 :])))
        commands.append(command)
        state = ruled.after
    return Booked(tuple(commands))


def follow(forgotten: Forgotten, command: Command, before: State, after: State) -> Booked:
    """What becomes of it when ``command`` was accepted, by whomever it was said."""
    again = tuple(one.again for one in forgotten.kept)
    if isinstance(command, cmd.NewGame | cmd.NextRound):
        return Booked()
    if not forgotten.given:
        if isinstance(command, cmd.Play):
            return book(after, forgotten.kept)
        return Booked(waiting=forgotten) if isinstance(command, _BESIDE) else Booked(left=again)
    if isinstance(command, cmd.Undo):
        asked_again = isinstance(before.statement, cmd.Play)
        return Booked(waiting=Forgotten(forgotten.kept, given=not asked_again))
    return book(after, forgotten.kept)


def _renamed(one: Kept, state: State) -> Command:
    """The statement in the name of whoever it belongs to now."""
    command: Any = one.again
    index = whose(state)
    if index is None or one.out_of_turn:
        return one.again
    match one.again:
        case cmd.Play() | cmd.Press() | cmd.Draw() | cmd.Pass() | cmd.Accept() | cmd.Challenge():
            return _of(command, state, index)
        case cmd.Pick() | cmd.Target() | cmd.Discard() | cmd.Done():
            return _of(command, state, state.turn if state.phase is not Phase.PAYING else index)
        case cmd.CallUno():
            called = open_call(state)
            return _of(command, state, index if called is None else called)
    return one.again


def _of(command: Any, state: State, index: int | None) -> Command:
    named: Command = command if index is None else replace(command, player=state.name(index))
    return named
