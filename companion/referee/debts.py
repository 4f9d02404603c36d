"""What is owed after a card or a missed UNO, how it is paid with presses, and who plays when it is."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.commands import Press
from companion.referee.events import Cause, Unit
from companion.referee.matching import holds_playable
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import end_round, finisher


def owe(ruling: Ruling, payer: int, unit: Unit, number: int, *, to: int, cause: Cause, by: int | None) -> bool:
    """A debt arises; false where nothing is owed because nothing is left anywhere, which is said."""
    state = ruling.state
    if not number:
        return False
    if not state.supply and len(state.discard) <= 1:
        ruling.emit(ev.Waived(state.name(payer), number))
        return False
    ruling.emit(
        ev.Owes(state.name(payer), unit, number, state.name(to), cause, None if by is None else state.name(by))
    )
    return True


def press(ruling: Ruling, command: Press) -> None:
    """A press was made: it pays what is owed, or it is the turn (``rules.md`` section 2)."""
    index = ruling.player(command.player)
    ruling.running()
    ruling.nothing_open()
    if command.cards is None:
        raise RefusedError(ruling.not_now(Awaited.BUTTON))
    state = ruling.state
    debt = state.debt_of(index)
    if debt is None:
        ruling.nothing_owed()
        ruling.own_turn(index)
        if not state.options.may_decline and holds_playable(state, index):
            raise RefusedError(Refusal(RefusalCode.MUST_PLAY, player=state.name(index)))
    if not command.cards and not state.supply and len(state.discard) > 1:
        raise RefusedError(Refusal(RefusalCode.NO_SUPPLY, player=state.name(index)))
    to = index if debt is None else debt.to
    ruling.emit(ev.Pressed(state.name(index), state.name(to), command.cards))
    if debt is None:
        pass_turn(ruling, state.next_seat(index))
    elif not ruling.state.debts:
        when_paid(ruling, ruling.state.then)


def when_paid(ruling: Ruling, then: int | None) -> None:
    """Nothing is owed any more: the round ends if a hand is empty, else the turn goes on."""
    winner = finisher(ruling.state)
    if winner is not None:
        end_round(ruling, winner)
        return
    turn = ruling.state.turn if then is None else then
    if turn is not None:
        pass_turn(ruling, turn)


def pass_turn(ruling: Ruling, index: int, played: int | None = None) -> None:
    """The turn goes to a seat; ``played`` names who laid the card that gave it, if it may come back."""
    ruling.emit(ev.TurnPassed(ruling.state.name(index), again=index == played))
