"""What is owed after a card or a missed UNO, how cards and presses pay it, and who plays when it is paid."""

from __future__ import annotations

from functools import lru_cache

from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.decks import Supply
from companion.referee.events import Cause, Phase, Unit
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import end_round, finisher
from companion.referee.state import Debt, State

#: Card values that can be laid on one another where the table agreed on stacking.
STACKABLE = frozenset({"draw-one", "draw-two", "draw-five", "hit-two", "wild-draw-two", "wild-draw-four"})

#: Turns go round the same few players: one event for each of them is made, and kept for a while.
_turn_passed = lru_cache(maxsize=64)(ev.TurnPassed)


def unit_owed(state: State) -> Unit:
    """What a debt is paid in at this table."""
    return Unit.PRESSES if state.options.draw_from is Supply.LAUNCHER else Unit.CARDS


def bare(state: State) -> bool:
    """True where nothing is left to draw and nothing to shuffle either."""
    return state.discard_size <= 1 and not state.supply


def owe(
    ruling: Ruling,
    payer: int,
    number: int | None,
    *,
    to: int,
    cause: Cause,
    by: int | None,
    unit: Unit | None = None,
    instead: bool = False,
) -> None:
    """A debt arises; where nothing is left anywhere it is waived at once, which is said."""
    state = ruling.state
    if number == 0:
        return
    if bare(state):
        ruling.emit(ev.Waived(state.name(payer), number or 0))
        return
    ruling.emit(
        ev.Owes(
            player=state.name(payer),
            unit=unit or unit_owed(state),
            number=number,
            to=state.name(to),
            cause=cause,
            by=None if by is None else state.name(by),
            instead=instead,
        )
    )


def must_take(
    ruling: Ruling, payer: int, number: int, *, to: int | None = None, cause: Cause = Cause.CARD, by: int | None
) -> None:
    """Somebody must take so many cards: taken as drawn where the table agreed so, else owed.

    What the pile has not got is owed until the reload, or waived.
    """
    state = ruling.state
    if draws_at_once(state):
        taken = min(number, state.supply)
        if taken:
            ruling.emit(ev.Drew(state.name(payer), taken, assumed=True))
        number -= taken
    owe(ruling, payer, number, to=payer if to is None else to, cause=cause, by=by)


def draws_at_once(state: State) -> bool:
    """True where nobody has to say that the owed cards were drawn."""
    return state.options.draw_from is Supply.PILE and state.options.auto_draw


def draw_what_waited(ruling: Ruling) -> None:
    """After a reload: cards owed for want of supply are taken as drawn, unless a decision is still open."""
    if not draws_at_once(ruling.state):
        return
    paying = ruling.state.phase is Phase.PAYING
    decided = paying and not may_be_answered(ruling.state)
    for debt in ruling.state.debts:
        if decided or debt.cause is Cause.PENALTY:
            take_owed(ruling, debt)
    if paying:
        settle_if_paid(ruling)


def take_owed(ruling: Ruling, debt: Debt) -> None:
    """Cards owed from the pile are taken as drawn, as many as are there."""
    taken = min(debt.number or 0, ruling.state.supply)
    if taken:
        ruling.emit(ev.Drew(ruling.state.name(debt.player), taken, assumed=True, pays=debt.cause))


def may_be_answered(state: State) -> bool:
    """True where the card that lies open could be answered by its like, so that its payer has to decide."""
    opened = state.open_card
    return (
        state.options.stacking != "off"
        and opened is not None
        and not opened.first
        and not opened.answered
        and opened.card.value in STACKABLE
    )


def card_debt(state: State, index: int) -> Debt | None:
    """What a card demands of this seat, penalties aside."""
    return state.debt_of(index, Cause.CARD)


def pay_with_cards(ruling: Ruling, debt: Debt, taken: int | None, cards: tuple[Card, ...]) -> None:
    """A payer took owed cards from the pile by hand; ``taken`` is None where the number was not said."""
    state = ruling.state
    name = state.name(debt.player)
    owed = debt.number or 0
    if taken is None:
        taken = min(owed, state.supply)
        if not taken:
            raise RefusedError(Refusal(RefusalCode.NO_SUPPLY, player=name))
    if not 1 <= taken <= owed:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=name, number=taken, limit=owed))
    ruling.emit(ev.Drew(name, taken, cards or None, pays=debt.cause))
    settle_if_paid(ruling)


def pay_until_colour(ruling: Ruling, debt: Debt, taken: int | None, cards: tuple[Card, ...], more: int) -> None:
    """A payer drew until a card of the colour named came, and then ``more`` cards, told or still to be drawn."""
    state = ruling.state
    name = state.name(debt.player)
    found = next((at for at, card in enumerate(cards, 1) if card.colour is state.colour), None)
    if not taken or (not cards and taken <= more and taken < state.supply):
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=name, number=taken))
    if cards and found is None and taken < state.supply:
        raise RefusedError(Refusal(RefusalCode.NO_MATCH, colour=state.colour))
    if found is not None and taken > found + more:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=name, number=taken, limit=found + more))
    ruling.emit(ev.Drew(name, taken, cards or None, pays=debt.cause))
    if found is not None and taken < found + more:
        must_take(ruling, debt.player, found + more - taken, by=None)
    settle_if_paid(ruling)


def settle_if_paid(ruling: Ruling) -> None:
    """Something was paid: what cannot be had any more is waived, and when nothing is owed play goes on."""
    state = ruling.state
    if bare(state):
        for debt in state.debts:
            # A press is made all the same, and counts 0; but nothing would ever fire.
            if debt.unit is Unit.CARDS or debt.number is None:
                ruling.emit(ev.Waived(state.name(debt.player), debt.number or 0, pays=debt.cause))
    if not ruling.state.debts:
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


def pay_then(ruling: Ruling, turn: int, then: int) -> None:
    """After a card's demand: whoever owes pays, or play goes on at once where nothing is left to pay."""
    state = ruling.state
    if state.debts:
        ruling.emit(ev.Awaits(Phase.PAYING, state.name(turn), state.name(then)))
    else:
        when_paid(ruling, then)


def pass_turn(ruling: Ruling, index: int, played: int | None = None) -> None:
    """The turn goes to a seat; ``played`` names who laid the card that gave it, if it may come back."""
    ruling.emit(_turn_passed(ruling.state.seats[index].name, index == played))
