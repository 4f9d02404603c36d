"""A press that is no statement yet: what answers it, what may be said before, and what refuses the rest. Pure.

Such a press waits for one of two things. Where the gate cannot vouch for the number, or the power went, the table is
asked how many cards came. Where the number is certain and cards are missing, another press of the button throws them:
neither an open lid nor an empty hopper is a way to get away with fewer, nor does it cost anybody the turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State, folded


@dataclass(frozen=True, slots=True)
class OpenPress:
    """A press that is no statement yet: who pressed, how many were drawn, how many were counted.

    ``finding`` says why the dispenser stopped early; None while cards are coming out, and for a press that was cut
    short. ``goes_on`` is true while another press of the button throws what is missing, ``by_hand`` where the table
    told the number in the end. ``key`` is the one-time key of a press from a phone, ``at`` when it began, by which it
    is known again. ``misses`` are the launcher's since its last fire or reset; None where it did not decide.
    """

    player: str
    drawn: int
    counted: int
    finding: str | None = None
    key: str | None = None
    at: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False)
    misses: int | None = field(default=None, compare=False)
    goes_on: bool = False
    by_hand: bool = field(default=False, compare=False)

    @property
    def missing(self) -> int:
        """How many of the cards that were drawn have not come yet."""
        return max(0, self.drawn - self.counted)


#: Findings after which nobody counts the rest either, so that the table's number is the last word.
_COUNTS_NO_MORE = {"gate-dead", "callback-failed"}
_SAW_NO_CARD = "no-feed"


def told(press: OpenPress, number: int) -> OpenPress | None:
    """The table says that so many cards came in all: the press that goes on with the rest, or None where it is over.

    It is over once all have come, when the table says a second time that fewer are all, and where nobody would count
    the rest: the power went meanwhile, the gate has missed some.
    """
    again = press.goes_on and number == press.counted
    unseen = press.finding == _SAW_NO_CARD and number > press.counted
    over = number >= press.drawn or again or unseen or press.finding is None or press.finding in _COUNTS_NO_MORE
    return None if over else replace(press, counted=number, goes_on=True)


def settles(command: Command, press: OpenPress) -> bool:
    """True where a statement answers what became of an open press."""
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


def may_come_before(command: Command, press: OpenPress) -> bool:
    """True for what an open press need not be answered before: what settles it, other corrections.

    Where it goes on with another press, the hopper may have to be filled first.
    """
    refill = press.goes_on and isinstance(command, cmd.Reload)
    return settles(command, press) or refill or isinstance(command, cmd.Correct)


def who_gets_them(press: OpenPress, state: State) -> str:
    """Whose the cards are: those of an extreme hit fly to its target, not to who presses."""
    index = state.find(press.player)
    debt = None if index is None else state.debt_of(index)
    return press.player if debt is None else state.name(debt.to)


def what_it_waits_for(press: OpenPress, state: State) -> Refusal:
    """First the table says how many cards came, or lets the rest come by another press."""
    in_doubt = Awaited.INTERRUPTED if press.finding is None else Awaited.NUMBER
    awaited = Awaited.REST if press.goes_on else in_doubt
    player = press.player if awaited is Awaited.INTERRUPTED else who_gets_them(press, state)
    return Refusal(RefusalCode.NOT_NOW, player=player, number=press.counted, limit=press.drawn, awaited=awaited)
