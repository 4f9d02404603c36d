"""Draw wilds that may be contested: accepting, challenging, and the verdict (``rules.md`` section 3)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.commands import Accept, Challenge, Verdict
from companion.referee.debts import card_debt, draws_at_once, must_take, owe, pay_then, settle_if_paid, take_owed
from companion.referee.events import Cause, Phase
from companion.referee.knowledge import hand_knowledge, may_be_hidden
from companion.referee.matching import may_not_lay
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.state import Debt, State

INNOCENT_EXTRA = 2  # cards that a wrong challenge costs beyond those contested


def accept(ruling: Ruling, command: Accept) -> None:
    """The payer takes the cards."""
    index = ruling.player(command.player)
    debt = _contested(ruling, index)
    state = ruling.state
    ruling.emit(ev.Accepted(state.name(index)))
    if debt.number is None or not draws_at_once(state):
        return
    take_owed(ruling, debt)
    settle_if_paid(ruling)


def challenge(ruling: Ruling, command: Challenge) -> None:
    """The payer contests: a hand of which enough is known is judged at once, any other by the table."""
    index = ruling.player(command.player)
    debt = _contested(ruling, index)
    state = ruling.state
    if debt.by is None:
        raise RefusedError(Refusal(RefusalCode.NO_CHALLENGE))
    ruling.emit(ev.Challenged(state.name(index), state.name(debt.by)))
    guilty = _known_verdict(state, debt.by)
    if guilty is None:
        ruling.emit(ev.Awaits(Phase.VERDICT, state.name(index), _name(state, state.then)))
    else:
        judge(ruling, index, debt, guilty=guilty)


def _known_verdict(state: State, accused: int) -> bool | None:
    """The verdict that follows from what is known of the hand, or None where the table has to look at it.

    Where the card may always be played no hand has to be known.
    """
    opened = state.open_card
    if state.options.plus4_rule == "free":
        return False
    if opened is None or opened.kept_all or bluffs(state, opened.kept):
        return opened is not None and bluffs(state, opened.kept)
    proofs = (card for card in state.deck.faces if bluffs(state, (card,)))
    if not state.seats[accused].fully_known and any(may_be_hidden(state, card) for card in proofs):
        return None
    hand = hand_knowledge(state, accused)
    surely_innocent = hand.most > 0 and not bluffs(state, tuple(hand.possible))
    return False if surely_innocent else None


def verdict(ruling: Ruling, command: Verdict) -> None:
    """The table has seen the hand."""
    ruling.not_over()
    ruling.nothing_to_name()
    state = ruling.state
    debt = None if state.turn is None else card_debt(state, state.turn)
    if state.phase is not Phase.VERDICT or state.turn is None or debt is None:
        raise RefusedError(Refusal(RefusalCode.NO_CHALLENGE))
    judge(ruling, state.turn, debt, guilty=command.guilty)


def accused(state: State) -> int | None:
    """Whose hand is judged, or None where nobody's is."""
    debt = card_debt(state, state.turn) if state.phase is Phase.VERDICT and state.turn is not None else None
    return None if debt is None else debt.by


def verdict_by_hand(ruling: Ruling, index: int, cards: tuple[Card, ...]) -> None:
    """The accused showed the hand to the referee, who judges and forgets it."""
    state = ruling.state
    debt = None if state.turn is None else card_debt(state, state.turn)
    if debt is None or debt.by != index or state.turn is None:
        raise RefusedError(ruling.not_now())
    if len(cards) != state.seats[index].count:
        limit = state.seats[index].count
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=state.name(index), number=len(cards), limit=limit))
    judge(ruling, state.turn, debt, guilty=bluffs(state, cards))


def judge(ruling: Ruling, challenger: int, debt: Debt, *, guilty: bool) -> None:
    """Guilty: the accused draws instead, the challenger plays. Innocent: the challenger draws two more."""
    state = ruling.state
    payer, number, then = challenger, debt.number, state.then
    if guilty and debt.by is not None:
        payer, then = debt.by, challenger
    elif number is not None:
        number += INNOCENT_EXTRA
    ruling.emit(ev.VerdictGiven(guilty))
    if number is not None:
        must_take(ruling, payer, number, by=None)
    else:
        owe(ruling, payer, None, to=payer, cause=Cause.CARD, by=None, unit=debt.unit)
    pay_then(ruling, challenger, challenger if then is None else then)


def _contested(ruling: Ruling, index: int) -> Debt:
    ruling.not_over()
    ruling.nothing_to_name()
    state = ruling.state
    if state.phase is not Phase.CHALLENGE:
        raise RefusedError(Refusal(RefusalCode.NO_CHALLENGE))
    debt = card_debt(state, index)
    if debt is None:
        raise RefusedError(Refusal(RefusalCode.NOT_YOUR_TURN, player=state.name(index), by=ruling.turn_name()))
    return debt


def _name(state: State, index: int | None) -> str | None:
    return None if index is None else state.name(index)


def bluffs(state: State, hand: tuple[Card, ...]) -> bool:
    """True where a hand held what forbids the draw wild that lies open."""
    opened = state.open_card
    return opened is not None and may_not_lay(state, hand, opened.colour_before, opened.top_before)


def more_than_contested(state: State, debt: Debt) -> int:
    """Cards that this debt, open-ended as it is, holds beyond its end: those of a wrong challenge."""
    return INNOCENT_EXTRA if debt.by is None and debt.player == state.turn else 0
