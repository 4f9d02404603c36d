"""Drawing by hand, pressing, and passing: what a player does who does not play, or who pays."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.referee import events as ev
from companion.referee.challenges import more_than_contested
from companion.referee.commands import Done, Draw, Pass, Press
from companion.referee.debts import bare, card_debt, pass_turn, pay_until_colour, pay_with_cards, settle_if_paid
from companion.referee.decks import Supply
from companion.referee.events import Cause, Phase, Unit
from companion.referee.matching import is_draw_wild, matches, surely_playable
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.state import Debt, State

#: The same few players draw and pass all game: one event for each of them is made, and kept for a while.
_drew_unseen = lru_cache(maxsize=64)(ev.Drew)
_passed = lru_cache(maxsize=64)(ev.Passed)


def press(ruling: Ruling, command: Press) -> None:
    """A press was made: it pays what is owed, or it is the turn (``rules.md`` section 2)."""
    index = ruling.player(command.player)
    ruling.nothing_open()
    state = ruling.state
    if state.options.draw_from is Supply.PILE:
        raise RefusedError(ruling.not_now(Awaited.PLAY))
    if command.cards is None:
        raise RefusedError(ruling.not_now(Awaited.BUTTON))
    if command.cards > state.deck.total:
        name, limit = state.name(index), state.deck.total
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=name, number=command.cards, limit=limit))
    debt = state.debt_of(index)
    if debt is None:
        ruling.nothing_owed()
        ruling.own_turn(index)
        _may_draw(ruling, index)
    if not command.cards and not state.supply and not bare(state):
        raise RefusedError(Refusal(RefusalCode.NO_SUPPLY, player=state.name(index)))
    _accepts(ruling, debt)
    to = index if debt is None else debt.to
    ruling.emit(ev.Pressed(state.name(index), state.name(to), command.cards))
    if debt is not None:
        settle_if_paid(ruling)
    elif _turn_is_over(state, command.cards):
        pass_turn(ruling, state.next_seat(index))


def _turn_is_over(state: State, cards: int) -> bool:
    """After an own press: with a launcher the turn is over, unless the table agreed otherwise."""
    options = state.options
    if options.draw_from is Supply.DISPENSER:
        return _ends_the_turn(state) if cards else bare(state)
    if not cards:
        return not options.draw_until_playable or bare(state)
    return not options.play_after_launch


def _ends_the_turn(state: State) -> bool:
    """True where a drawn card is never played."""
    return state.options.drawn_card == "never" and not state.options.draw_until_playable


def draw(ruling: Ruling, command: Draw) -> None:
    """Cards were taken from the pile by hand: owed ones, or the one of the own turn."""
    index = ruling.player(command.player)
    ruling.not_over()
    for card in command.cards:
        ruling.face(card)
    ruling.nothing_open()
    debt = ruling.state.debt_of(index)
    until_colour = debt is not None and _until_colour(debt)
    if ruling.state.options.draw_from is not Supply.PILE and not until_colour:
        raise RefusedError(ruling.not_now(Awaited.PRESSES))
    number = len(command.cards) if command.cards else command.number
    if debt is None:
        _own_draw(ruling, index, command, 1 if number is None else number)
        return
    _copies(ruling, command)
    _accepts(ruling, debt)
    if number is None and bare(ruling.state):
        settle_if_paid(ruling)
    elif until_colour:
        more = more_than_contested(ruling.state, debt)
        pay_until_colour(ruling, debt, number, command.cards, more)
    else:
        pay_with_cards(ruling, debt, number, command.cards)


def _own_draw(ruling: Ruling, index: int, command: Draw, number: int) -> None:
    """One card on the own turn, or more one by one where the table draws until a card can be played."""
    state = ruling.state
    name = state.name(index)
    ruling.nothing_owed()
    ruling.own_turn(index)
    nothing_left = bare(state)
    if number > 1:
        raise RefusedError(Refusal(RefusalCode.ALREADY_DRAWN, player=name))
    _may_draw(ruling, index, command)
    if not state.supply and not nothing_left:
        raise RefusedError(Refusal(RefusalCode.NO_SUPPLY, player=name))
    if not number:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=name, number=number, limit=1))
    if nothing_left:
        ruling.emit(ev.Waived(name, 1))
        ruling.emit(ev.Passed(name))
        pass_turn(ruling, state.next_seat(index))
        return
    ruling.emit(ev.Drew(name, 1, command.cards) if command.cards else _drew_unseen(name, 1))
    if _ends_the_turn(state):
        pass_turn(ruling, state.next_seat(index))


def _accepts(ruling: Ruling, debt: Debt | None) -> None:
    """Paying a draw wild's cards accepts it; paying for a missed UNO does not."""
    if debt is not None and debt.cause is Cause.CARD and ruling.state.phase is Phase.CHALLENGE:
        ruling.emit(ev.Accepted(ruling.state.name(debt.player)))


def _may_draw(ruling: Ruling, index: int, command: Draw | None = None) -> None:
    """Refuses a second draw in one turn, one of a card that cannot be there, and one by who must play."""
    state = ruling.state
    drawn = state.drawn
    if drawn is not None:
        goes_on = state.options.draw_until_playable and not drawn.launched
        if not goes_on or (drawn.card is not None and matches(state, drawn.card)):
            raise RefusedError(Refusal(RefusalCode.ALREADY_DRAWN, player=state.name(index)))
    if command is not None and command.cards:
        _copies(ruling, command)
    hand = () if state.options.may_decline or drawn is not None else state.seats[index].cards
    if hand and any(surely_playable(state, index, card) and not is_draw_wild(state, card) for card in hand):
        raise RefusedError(Refusal(RefusalCode.MUST_PLAY, player=state.name(index)))


def _copies(ruling: Ruling, command: Draw) -> None:
    """Refuses to draw what lies on the discard; no card of a hand is named."""
    why = ruling.no_copy_left(command.cards)
    if why is not None:
        raise RefusedError(replace(why, card=None))


def pass_on(ruling: Ruling, command: Pass) -> None:
    """The drawn card is kept; before a draw nobody may pass."""
    index = ruling.player(command.player)
    ruling.nothing_open()
    ruling.nothing_owed()
    ruling.own_turn(index)
    state = ruling.state
    drawn = state.drawn
    name = state.name(index)
    if drawn is None:
        raise RefusedError(Refusal(RefusalCode.MUST_DRAW, player=name))
    if drawn.card is not None:
        if state.options.draw_until_playable and not matches(state, drawn.card) and not bare(state):
            raise RefusedError(Refusal(RefusalCode.MUST_DRAW, player=name))
        if state.options.drawn_card == "must" and surely_playable(state, index, drawn.card):
            raise RefusedError(Refusal(RefusalCode.MUST_PLAY, player=name))
    ruling.emit(_passed(name))
    pass_turn(ruling, state.next_seat(index))


def done_drawing(ruling: Ruling, command: Done) -> bool:
    """Where presses bring the cards, who draws until a colour says when it came; False where nobody does."""
    state = ruling.state
    index = ruling.player(command.player)
    debt = card_debt(state, index)
    if debt is None or not _until_colour(debt) or state.options.draw_from is Supply.PILE:
        return False
    if state.phase is not Phase.PAYING:
        return False
    ruling.emit(ev.Passed(state.name(index)))
    settle_if_paid(ruling)
    return True


def _until_colour(debt: Debt) -> bool:
    return debt.number is None and debt.unit is Unit.CARDS
