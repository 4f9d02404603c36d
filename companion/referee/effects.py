"""What a card does once it lies on the discard and all it asks for is named (``rules.md`` section 3)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, Side
from companion.referee.debts import (
    STACKABLE,
    card_debt,
    may_be_answered,
    must_take,
    owe,
    pass_turn,
    pay_then,
)
from companion.referee.decks import DRAW_WILDS, Effect, Face, Supply
from companion.referee.events import Cause, Phase, Unit
from companion.referee.options import Options
from companion.referee.ruling import Ruling
from companion.referee.scoring import end_round
from companion.referee.state import State

TWO_PLAYERS = 2

#: Cards that aim at a chosen player.
AIMING = frozenset({Effect.EXTREME_HIT, Effect.TRADE_HANDS})
_PLAIN = frozenset({Effect.NONE, Effect.WILD, Effect.DISCARD_ALL, Effect.CUSTOM})
_DEMANDS = frozenset({Effect.DRAW, Effect.HIT, Effect.DRAW_WILD, Effect.DRAW_UNTIL_COLOUR})
_DEMANDS_OF_MANY = frozenset({Effect.DOWNPOUR, Effect.ALL_HIT, Effect.EXTREME_HIT, Effect.HIT_FIRE})

PLUS_TWO, PLUS_FOUR = "draw-two", "wild-draw-four"


def aims(state: State, face: Face, *, last_card: bool) -> bool:
    """True where a card wants a target: a seven too, where hands are swapped with it. No hand, nothing to swap."""
    swaps = face.effect is Effect.TRADE_HANDS or (state.options.seven_zero and face.card.value == "7")
    return face.effect is Effect.EXTREME_HIT or (swaps and not last_card)


def may_stack(state: State, payer: int, card: Card) -> bool:
    """True where a payer may answer with this card, so that the sum moves on."""
    top = state.top
    if card_debt(state, payer) is None or top is None or not may_be_answered(state):
        return False
    return stacks_on(state.options, card, top)


def stacks_on(options: Options, card: Card, top: Card) -> bool:
    """True where the table agreed that this card may answer that one, whatever their colours."""
    if options.stacking == "off" or not {card.value, top.value} <= STACKABLE:
        return False
    same = card.value == top.value
    match options.stacking:
        case "plus4-on-plus2":
            return same or (card.value, top.value) == (PLUS_FOUR, PLUS_TWO)
        case "any":
            return True
    return same


def swaps_hands(state: State) -> bool:
    """True while a partner to swap hands with is awaited: for a card that trades them, or a seven."""
    opened = state.open_card if state.phase is Phase.TARGET else None
    return opened is not None and state.deck.faces[opened.card].effect is not Effect.EXTREME_HIT


def demands(state: State, card: Card) -> bool:
    """True for a card that makes somebody draw or press, which alone could be stacked."""
    face = state.deck.face(card)
    return face is not None and face.effect in _DEMANDS


def settle(ruling: Ruling, index: int) -> None:
    """The colour is known: now a target where the card wants one, then the effect."""
    state = ruling.state
    opened = state.open_card
    if opened is None or opened.target is not None or opened.inert:
        effect(ruling, index)
        return
    face = state.agreed.deck.faces[opened.card]
    last_card = not opened.first and not state.seats[index].count
    if face.effect in _PLAIN and not (last_card or opened.first or state.agreed.options.seven_zero):
        pass_turn(ruling, state.next_seat(index))  # the short way for most cards
        return
    if not aims(state, face, last_card=last_card):
        effect(ruling, index)
        return
    others = tuple(state.around(index))
    if len(others) == 1:
        ruling.emit(ev.TargetNamed(state.name(index), state.name(others[0])))
        effect(ruling, index)
    else:
        ruling.emit(ev.Awaits(Phase.TARGET, state.name(index)))


def effect(ruling: Ruling, index: int) -> None:
    """What the open card does. ``index`` is who laid it, or who starts."""
    state = ruling.state
    opened = state.open_card
    if opened is None or opened.inert:
        pass_turn(ruling, index if opened else state.next_seat(index))
        return
    if opened.first:
        first_effect(ruling, index)
        return
    face = state.deck.faces[opened.card]
    last_card = not state.seats[index].count
    if face.effect is Effect.FLIP:
        _turn_over(ruling, index, last_card=last_card)
    elif face.effect in _DEMANDS and not (last_card and not state.options.last_card_draws):
        _demand(ruling, index, face)
    elif face.effect in _DEMANDS_OF_MANY and not (last_card and not state.options.last_card_draws):
        _demand_of_many(ruling, index, face)
    elif last_card:
        finish(ruling, index)
    else:
        _plain_effect(ruling, index, face)


def _plain_effect(ruling: Ruling, index: int, face: Face) -> None:
    state = ruling.state
    zero = state.options.seven_zero and face.card.value == "0"
    swaps = face.effect is Effect.TRADE_HANDS or (state.options.seven_zero and face.card.value == "7")
    if swaps and state.open_card is not None and state.open_card.target is not None:
        _swap(ruling, index, state.open_card.target)
    elif zero:
        _move_on(ruling)
    elif face.effect is Effect.SHUFFLE_HANDS:
        _shuffle(ruling, index)
    match face.effect:
        case Effect.REVERSE:
            _reverse(ruling, index)
        case Effect.SKIP:
            _skip(ruling, index)
        case Effect.SKIP_EVERYONE:
            for other in state.around(index):
                ruling.emit(ev.Skipped(state.name(other)))
            pass_turn(ruling, index, played=index)
        case _:
            pass_turn(ruling, state.next_seat(index))


def finish(ruling: Ruling, index: int) -> None:
    """The last card is laid; a penalty still open is paid before the round may end."""
    state = ruling.state
    if state.debts:
        ruling.emit(ev.Awaits(Phase.PAYING, state.name(index), state.name(state.next_seat(index))))
    else:
        end_round(ruling, index)


def _reverse(ruling: Ruling, index: int) -> None:
    ruling.emit(ev.DirectionTurned(ruling.state.direction.turned))
    again = len(ruling.state.playing()) == TWO_PLAYERS and ruling.state.options.two_player_reverse == "play-again"
    pass_turn(ruling, index if again else ruling.state.next_seat(index), played=index)


def _skip(ruling: Ruling, index: int) -> None:
    """The next after ``index`` is skipped."""
    ruling.emit(ev.Skipped(ruling.state.name(ruling.state.next_seat(index))))
    pass_turn(ruling, ruling.state.next_seat(index, 2), played=index)


# Draws and presses


def _demand(ruling: Ruling, index: int, face: Face, *, payer: int | None = None) -> None:
    """The next player draws or presses and loses the turn; a sum that was passed on grows."""
    state = ruling.state
    payer = state.next_seat(index) if payer is None else payer
    then = state.next_seat(payer)
    passed_on = 0 if state.open_card is None else state.open_card.passed_on
    number = None if face.effect is Effect.DRAW_UNTIL_COLOUR else face.number
    if number is not None:
        number += passed_on
    first = state.open_card is not None and state.open_card.first
    contested = face.effect in DRAW_WILDS and state.options.challenge and not first
    open_end = number is None
    waits = contested or open_end or (state.options.stacking != "off" and not first)
    by = None if first else index
    if not waits and number is not None:
        must_take(ruling, payer, number, by=by)
    else:
        unit = Unit.CARDS if open_end else None
        instead = passed_on > 0
        owe(ruling, payer, number, to=payer, cause=Cause.CARD, by=by, unit=unit, instead=instead)
    if contested and card_debt(ruling.state, payer) is not None:
        ruling.emit(ev.Awaits(Phase.CHALLENGE, state.name(payer), state.name(then)))
    else:
        pay_then(ruling, payer, then)


def _demand_of_many(ruling: Ruling, index: int, face: Face) -> None:
    state = ruling.state
    then = state.next_seat(index)
    match face.effect:
        case Effect.EXTREME_HIT:
            places = 2 if state.options.extreme_hit_next == "second" else 1
            _extreme_hit(ruling, index, face, then=state.next_seat(index, places))
        case Effect.HIT_FIRE:
            _until_it_fires(ruling, then, by=index)
        case _:
            for other in state.around(index):
                must_take(ruling, other, face.number, by=index)
            pay_then(ruling, index, then)


def _until_it_fires(ruling: Ruling, payer: int, *, by: int | None) -> None:
    """The payer presses until cards come and loses the turn; without a launcher nothing fires: it is one card."""
    if ruling.state.options.draw_from is Supply.LAUNCHER:
        owe(ruling, payer, None, to=payer, cause=Cause.CARD, by=by)
    else:
        must_take(ruling, payer, 1, by=by)
    pay_then(ruling, payer, ruling.state.next_seat(payer))


def _extreme_hit(ruling: Ruling, index: int, face: Face, *, then: int) -> None:
    """The card's player presses, the target takes the cards, nobody loses a turn; from the pile the target draws."""
    state = ruling.state
    aimed = state.open_card.target if state.open_card else None
    if aimed is None:
        aimed = state.next_seat(index)
    target_pays = state.options.extreme_hit_presser == "target" or state.options.draw_from is Supply.PILE
    must_take(ruling, aimed if target_pays else index, face.number, to=aimed, by=index)
    pay_then(ruling, index, then)


# Whole hands


def _swap(ruling: Ruling, one: int, other: int) -> None:
    _hands(ruling, {one: other, other: one})


def _move_on(ruling: Ruling) -> None:
    """Every hand goes to the next player in the direction of play."""
    state = ruling.state
    _hands(ruling, {state.next_seat(index): index for index in state.playing()})


def _hands(ruling: Ruling, givers: dict[int, int]) -> None:
    state = ruling.state
    counts = {state.name(index): state.seats[giver].count for index, giver in givers.items()}
    moves = {state.name(index): state.name(giver) for index, giver in givers.items()}
    ruling.emit(ev.HandsMoved(counts, moves))


def _shuffle(ruling: Ruling, index: int) -> None:
    """All hands are collected and dealt again, beginning left of the player."""
    state = ruling.state
    order = [*state.around(index, ev.Direction.CLOCKWISE), index]
    total = sum(state.seats[seat].count for seat in order)
    share, more = divmod(total, len(order))
    ruling.emit(ev.HandsMoved({state.name(seat): share + (at < more) for at, seat in enumerate(order)}))


def _turn_over(ruling: Ruling, index: int, *, last_card: bool) -> None:
    """Discard, pile and hands turn over; the table scans the new top card."""
    state = ruling.state
    ruling.emit(ev.SideTurned(Side.DARK if state.side is Side.LIGHT else Side.LIGHT))
    if last_card:
        finish(ruling, index)
    else:
        ruling.emit(ev.Awaits(Phase.TOP, state.name(index), state.name(state.next_seat(index))))


# The card turned up first


def first_effect(ruling: Ruling, starter: int) -> None:
    """What the card turned up first does; ``starter`` sits left of the dealer."""
    state = ruling.state
    opened = state.open_card
    assert opened is not None  # noqa: S101 - the first card has just been turned up
    face = state.deck.faces[opened.card]
    second = state.next_seat(starter)
    match face.effect:
        case Effect.REVERSE:
            ruling.emit(ev.DirectionTurned(state.direction.turned))
            pass_turn(ruling, state.dealer if state.seats[state.dealer].plays else ruling.state.next_seat(starter))
        case Effect.SKIP:
            ruling.emit(ev.Skipped(state.name(starter)))
            pass_turn(ruling, second)
        case Effect.HIT | Effect.DRAW:
            _demand(ruling, starter, face, payer=starter)
        case Effect.EXTREME_HIT:
            _extreme_hit(ruling, starter, face, then=second)
        case Effect.HIT_FIRE:
            _until_it_fires(ruling, starter, by=None)
        case Effect.ALL_HIT:
            for seat in (starter, *state.around(starter)):
                must_take(ruling, seat, face.number, by=None)
            pay_then(ruling, starter, starter)
        case Effect.FLIP:
            ruling.emit(ev.SideTurned(Side.DARK))
            ruling.emit(ev.Awaits(Phase.TOP, state.name(starter), state.name(starter)))
        case _:
            pass_turn(ruling, starter)
