"""A press that waits for its number: what answers it, what may be said before, and what refuses the rest. Pure."""

from __future__ import annotations

from companion.journal import PressInFlight
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import folded


def settles(command: Command, press: PressInFlight) -> bool:
    """True where a statement answers what became of an interrupted press."""
    match command:
        case cmd.NewGame():
            return True
        case cmd.Press(player, cards):
            return cards is not None and folded(player) == folded(press.player)
        case cmd.Leave(player):
            return folded(player) == folded(press.player)
        case cmd.Correct(cmd.Correctable.TURN):
            return True
    return False


def may_come_before(command: Command, press: PressInFlight) -> bool:
    """True for what an interrupted press need not be answered before: what settles it, and other corrections."""
    return settles(command, press) or isinstance(command, cmd.Correct)


def number_awaited(press: PressInFlight) -> Refusal:
    """First the table says how many cards came: an interrupted press left it open, or a finding put it in doubt."""
    awaited = Awaited.INTERRUPTED if press.finding is None else Awaited.NUMBER
    return Refusal(RefusalCode.NOT_NOW, player=press.player, number=press.counted, awaited=awaited)
