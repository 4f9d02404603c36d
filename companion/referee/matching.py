"""Does a card go on the discard as it lies there, and may it: what a known hand allows, what may not be the last."""

from __future__ import annotations

from companion.referee.cards import Card, Colour
from companion.referee.decks import DRAW_WILDS, Effect
from companion.referee.state import Seat, State


def matches(state: State, card: Card) -> bool:
    """True where the card may lie on the discard: wilds, the colour in force, the same number or symbol."""
    colour = card.colour
    if colour is None or state.colour is None or not state.discard:
        return True
    return colour is state.colour or card.value == state.discard[-1].value


def is_draw_wild(state: State, card: Card) -> bool:
    """True for a wild that makes the next player draw and may be challenged."""
    return state.deck.faces[card].effect in DRAW_WILDS


def surely_playable(state: State, index: int, card: Card) -> bool:
    """True where a card of a hand may be laid now, for all that is known of the hand."""
    seat = state.seats[index]
    if not matches(state, card) or cannot_finish(state, seat, laid_with(state, seat, card)):
        return False
    if not is_draw_wild(state, card) or state.options.plus4_rule == "free":
        return True
    return seat.fully_known and not may_not_lay(state, without(seat.cards, card), state.colour, state.top)


def may_not_lay(state: State, hand: tuple[Card, ...], colour: Colour | None, top: Card | None) -> bool:
    """True where the rest of a hand forbids laying a draw wild on this colour and card."""
    if state.options.plus4_rule == "none-playable":
        value = None if top is None else top.value
        return any(card.colour is not None and (card.colour is colour or card.value == value) for card in hand)
    return colour is not None and any(card.colour is colour for card in hand)


def cannot_finish(state: State, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """True where these would be the last cards of a hand and the first of them, on top, may not be that."""
    if len(cards) < seat.count:
        return False
    never = state.deck.faces[cards[0]].effect is Effect.TRADE_HANDS
    return never or (state.options.no_finish_on_action and not cards[0].is_number)


def laid_with(state: State, seat: Seat, card: Card) -> tuple[Card, ...]:
    """The card and, with a discard-all out of a fully known hand, all of its colour that go along."""
    if not (seat.fully_known and card in seat.cards):
        return (card,)
    if state.deck.faces[card].effect is not Effect.DISCARD_ALL or state.options.discard_all == "some":
        return (card,)
    return (card, *(other for other in without(seat.cards, card) if other.colour is card.colour))


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand less one copy of a card, where it has one."""
    at = hand.index(card) if card in hand else len(hand)
    return hand[:at] + hand[at + 1 :]
