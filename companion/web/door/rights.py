"""Who may say what: players for their own seat and the table's own statements, hosts everything.

Scanner, buttons and command cards are not asked: who sits at the table rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum, auto

from companion.answers import Asks, Meaning, Query, Series
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.refusals import Refusal
from companion.referee.state import folded
from companion.tags import CommandWord


class Role(StrEnum):
    """What a phone is at this table."""

    PLAYER = "player"
    HOST = "host"


class HostMatter(Enum):
    """What a scanned text would do that is no statement and for hosts only."""

    ROLES = auto()  # the HOST card makes phones hosts


def matter_of(meaning: Meaning) -> Command | HostMatter | None:
    """What a scan would do, for its rights; None for what everybody may.

    What the MISSED card takes back, and the UNDO card books again after it, is the table's as any undo is.
    """
    match meaning:
        case Query(CommandWord.HOST) | Query(note=Asks.WHOSE_PHONES):
            return HostMatter.ROLES
        case Query(None, str(player), number=int(number), of_press=True):
            return cmd.Press(player, number)
        case Query() | Refusal():
            return None
        case Series():
            return cmd.Undo()
        case command:
            return command


def may_say_again(role: Role, statements: Iterable[Command]) -> bool:
    """True where a phone with this role may let statements stand again that were taken back.

    As undo does, this puts the table to what it was: it is everybody's, but for what hosts alone may say.
    """
    return all(may(role, getattr(command, "player", None), command) for command in statements)


def may(role: Role, name: str | None, what: Command | HostMatter | None) -> bool:
    """True where a phone with this role, and the seat ``name``, may say it. None is what everybody may.

    >>> may(Role.PLAYER, "Ann", cmd.Pass("ANN")), may(Role.PLAYER, "Ann", cmd.Pass("Ben"))
    (True, False)
    """
    if role is Role.HOST:
        return True
    match what:
        case None:
            return True
        case cmd.Top() | cmd.Verdict() | cmd.Reload() | cmd.NextRound() | cmd.Undo() | cmd.CountLeft():
            return True
        case cmd.Play(anyway=True):
            return False
        case (
            cmd.Hold(player)
            | cmd.Play(player)
            | cmd.Pick(player)
            | cmd.Target(player)
            | cmd.Press(player)
            | cmd.Draw(player)
            | cmd.Pass(player)
            | cmd.Discard(player)
            | cmd.Done(player)
            | cmd.CallUno(player)
            | cmd.Catch(player)
            | cmd.Challenge(player)
            | cmd.Accept(player)
            | cmd.Leave(player)
        ):
            return name is not None and folded(name) == folded(player)
    return False
