"""What presses and draws make of debts, hands and UNO calls: the part of ``evolve`` that deals with paying."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, sorted_cards
from companion.referee.decks import Supply
from companion.referee.events import Cause, Phase, Unit
from companion.referee.state import Debt, Drawn, Seat, State, Uno
from companion.referee.values import replace

_OPEN = Uno.OPEN
_BY_DEBTS = frozenset({Phase.PLAYING, Phase.PAYING})
_UNSEEN = Drawn()


def owes(state: State, event: ev.Owes) -> State:
    """A debt arises."""
    debt = Debt(
        player=state.seat(event.player),
        unit=event.unit,
        number=event.number,
        to=state.seat(event.to),
        cause=event.cause,
        by=None if event.by is None else state.seat(event.by),
    )
    return phase_by_debts(replace(state, debts=(*state.debts, debt)))


def pressed(state: State, event: ev.Pressed) -> State:
    """A press pays what is owed first, or it is the own turn's; its cards go where they belong."""
    index = state.seat(event.player)
    debt = state.debt_of(index)
    if debt is None:
        state = close_windows(state)
    else:
        if debt.cause is not Cause.PENALTY:  # paying for a missed UNO lets nobody else off
            state = close_windows(state, index)
        state = _press_pays(_answered(state, debt.cause), debt, event.cards)
    drawn = state.drawn
    if debt is None and event.cards:
        drawn = Drawn(launched=state.options.draw_from is Supply.LAUNCHER)
    return _taken(state, state.seat(event.to), event.cards, (), drawn)


def _press_pays(state: State, debt: Debt, cards: int) -> State:
    """A launcher's press is paid whatever comes; a dispenser's pays the cards it counts out."""
    if debt.unit is Unit.PRESSES:
        until_fire = debt.number is None
        return state if until_fire and not cards else _pay(state, debt, 1)
    return state if debt.number is None else _pay(state, debt, cards)


def drew(state: State, event: ev.Drew) -> State:
    """Cards are taken from the pile: for a debt, for the own turn, or as taken without a word."""
    index = state.seat(event.player)
    drawn = state.drawn
    if event.pays is not None:
        if event.pays is not Cause.PENALTY and not event.assumed:
            state = close_windows(state, index)
        debt = state.debt_of(index, event.pays)
        state = state if debt is None else _draw_pays(_answered(state, event.pays), debt, event)
    elif not event.assumed:
        state = close_windows(state)
        drawn = Drawn(event.faces[0]) if event.faces else _UNSEEN
    return _taken(state, index, event.cards, event.faces or (), drawn)


def _draw_pays(state: State, debt: Debt, event: ev.Drew) -> State:
    """Told cards without the colour that is waited for leave the debt open."""
    open_end = debt.number is None and event.faces is not None
    if open_end and all(card.colour is not state.colour for card in event.faces or ()):
        return state
    return _pay(state, debt, event.cards)


def waived(state: State, event: ev.Waived) -> State:
    """What cannot be drawn is not owed any more."""
    debt = None if event.pays is None else state.debt_of(state.seat(event.player), event.pays)
    return state if debt is None else _pay(state, debt, event.number)


def accepted(state: State, event: ev.Accepted) -> State:
    """The payer takes the cards: nothing is contested or passed on any more."""
    state = close_windows(state, state.seat(event.player))
    return replace(_answered(state, Cause.CARD), phase=Phase.PAYING)


def verdict_given(state: State, _: ev.VerdictGiven) -> State:
    """What was contested is void; another debt follows."""
    penalties = tuple(debt for debt in state.debts if debt.cause is Cause.PENALTY)
    return replace(_answered(state, Cause.CARD), debts=penalties)


def passed(state: State, event: ev.Passed) -> State:
    """The turn ends; a draw with an open end is over."""
    index = state.seat(event.player)
    state = close_windows(state, index)
    debt = state.debt_of(index, Cause.CARD)
    return state if debt is None else _pay(state, debt, 0)


def _answered(state: State, cause: Cause) -> State:
    """Whoever begins to pay a card's demand cannot pass it on any more."""
    if cause is Cause.PENALTY or state.open_card is None:
        return state
    return replace(state, open_card=replace(state.open_card, answered=True))


def _pay(state: State, due: Debt, number: int) -> State:
    """So much of a debt is paid; one with an open end is paid by whatever it took."""
    left = 0 if due.number is None else due.number - number
    rest = (replace(due, number=left),) if left > 0 else ()
    at = state.debts.index(due)
    return phase_by_debts(replace(state, debts=state.debts[:at] + rest + state.debts[at + 1 :]))


def phase_by_debts(state: State) -> State:
    """Owing decides between paying and playing; other phases wait for something else first."""
    phase = Phase.PAYING if state.debts else Phase.PLAYING
    if state.phase is phase or state.phase not in _BY_DEBTS:
        return state
    return replace(state, phase=phase)


def _taken(state: State, index: int, cards: int, told: tuple[Card, ...], drawn: Drawn | None) -> State:
    """Cards go into a hand, those told and others."""
    if not cards:
        return state
    seat = state.seats[index]
    known = sorted_cards(seat.cards + told) if told else seat.cards
    seats = state.seats_with(index, count=seat.count + cards, cards=known, uno=Uno.QUIET)
    return replace(state, seats=seats, drawn=drawn)


def close_windows(state: State, actor: int | None = None) -> State:
    """Somebody acted: whoever else should have called UNO can no longer be caught.

    Without an ``actor`` nobody can: the own next draw or press, where the turn was the same player's again, closes
    the own window too.
    """
    for index in [index for index, seat in enumerate(state.seats) if seat.uno is _OPEN and index != actor]:
        state = state.with_seat(index, uno=Uno.MISSED)
    return state


def window_closed(seat: Seat) -> Seat:
    """The seat of somebody who can no longer be caught."""
    return replace(seat, uno=Uno.MISSED)
