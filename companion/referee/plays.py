"""Cards laid on the discard: may this one go there, and what does it do (``rules.md`` sections 2 and 3)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.commands import Discard, Done, Pick, Play, Target
from companion.referee.debts import card_debt
from companion.referee.decks import Effect
from companion.referee.draws import done_drawing
from companion.referee.effects import aims, demands, effect, may_stack, settle
from companion.referee.events import Phase
from companion.referee.matching import cannot_finish, is_draw_wild, laid_with, matches, may_not_lay, without
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.state import Seat, State

_DISCARD_ALL = Effect.DISCARD_ALL


def play(ruling: Ruling, command: Play) -> None:
    """A card is laid, with discard-all further ones under it."""
    index = ruling.player(command.player)
    cards = command.cards
    card, under = cards[0], cards[1:]
    target = None if command.target is None else _named_target(ruling, card, command.target)
    ruling.not_over()
    face = ruling.face(card)
    for other in under:
        ruling.face(other)
    colour = command.colour if card.colour is None else None
    if colour is not None:
        _check_colour(ruling, colour)
    ruling.nothing_open()
    if under and face.effect is not _DISCARD_ALL:
        raise RefusedError(ruling.not_now(Awaited.PLAY))
    stacks, jumps = _whose_move(ruling, index, card)
    state = ruling.state
    seat = state.seats[index]
    laid = laid_with(state, seat, card) if seat.cards and not under else cards
    overruled = _check_card(ruling, seat, command, laid, free=stacks or jumps)
    if target is not None:
        _check_target(ruling, index, target)
    if len(cards) > seat.count:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=seat.name, limit=seat.count))
    aimed_at = None if target is None else state.name(target)
    ruling.emit(ev.Played(seat.name, laid, colour, aimed_at, overruled, command.tag, jumps or None))
    left = ruling.state.seats[index].count
    if left and face.effect is _DISCARD_ALL and not under and not (seat.fully_known and card in seat.cards):
        ruling.emit(ev.Awaits(Phase.DISCARDING, seat.name))
    elif colour is None and card.colour is None and (left or face.colour_when_last):
        ruling.emit(ev.Awaits(Phase.COLOUR, seat.name))
    else:
        settle(ruling, index)


def _whose_move(ruling: Ruling, index: int, card: Card) -> tuple[bool, bool]:
    """Refuses whoever may not lay anything now; else whether this passes a sum on, and whether it jumps in."""
    state = ruling.state
    if state.debts:
        if state.debt_of(index) == card_debt(state, index) and may_stack(state, index, card):
            return True, False
        if card_debt(state, index) is not None and state.options.stacking != "off" and demands(state, card):
            raise RefusedError(Refusal(RefusalCode.CANNOT_STACK, card=card, player=state.name(index)))
        ruling.nothing_owed()
    if index == state.turn:
        return False, False
    top = state.top
    if not state.options.jump_in or not state.seats[index].plays:
        ruling.own_turn(index)
    if top is None or not card.is_number or card != top:
        raise RefusedError(Refusal(RefusalCode.CANNOT_JUMP_IN, card=card, top=top, player=state.name(index)))
    return False, True


def _named_target(ruling: Ruling, card: Card, name: str) -> int | None:
    """The seat named with a card that aims at somebody; with any other card a name has no effect."""
    state = ruling.state
    face = state.deck.face(card) if state.seats else None
    if face is None or not aims(state, face, last_card=False):
        return None
    return ruling.player(name)


def _check_target(ruling: Ruling, index: int, aimed: int) -> None:
    """Refuses to aim at oneself or at somebody who is out."""
    if aimed == index or not ruling.state.seats[aimed].plays:
        raise RefusedError(Refusal(RefusalCode.BAD_TARGET, player=ruling.state.name(index)))


def _check_colour(ruling: Ruling, colour: Colour) -> None:
    if colour not in ruling.state.deck.colours[ruling.state.side]:
        raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, colour=colour, number=0))


def _check_card(ruling: Ruling, seat: Seat, command: Play, laid: tuple[Card, ...], *, free: bool) -> bool:
    """Refuses a card that may not go; true where the table insisted against a rule.

    ``laid`` are the cards named and those that go along; ``free``: the card need not match, since it answers one of
    its kind.
    """
    state = ruling.state
    cards = command.cards
    card = cards[0]
    drawn = state.drawn
    if not free and drawn is not None and drawn.card is not None and card != drawn.card:
        raise RefusedError(Refusal(RefusalCode.ALREADY_DRAWN, player=seat.name))
    _check_tag(ruling, command.tag, card)
    broken = (
        ruling.no_copy_left(cards)
        or (_beyond_hand(seat, cards) if seat.cards else None)
        or (None if free or matches(state, card) else _no_match(state, card))
        or (_stranger(cards[1:], card.colour) if len(cards) > 1 else None)
        or (_bluff(state, seat, card) if seat.cards else None)
        or (_no_finish(state, seat, laid) if len(laid) >= seat.count else None)
    )
    if broken is None:
        return False
    if not command.anyway:
        raise RefusedError(broken)
    return True


def _no_match(state: State, card: Card) -> Refusal:
    """The card on top wants another."""
    return Refusal(RefusalCode.NO_MATCH, card=card, colour=state.colour, top=state.top)


def _stranger(under: tuple[Card, ...], colour: Colour | None) -> Refusal | None:
    """Under a discard-all only its colour goes."""
    for card in under:
        if card.colour is not colour:
            return Refusal(RefusalCode.NO_MATCH, card=card, colour=colour, awaited=Awaited.DISCARDS)
    return None


def _bluff(state: State, seat: Seat, card: Card) -> Refusal | None:
    """A draw wild against the rule: with challenges on that is a bluff, without them it is refused."""
    if state.options.challenge or state.options.plus4_rule == "free":
        return None
    if is_draw_wild(state, card) and may_not_lay(state, without(seat.cards, card), state.colour, state.top):
        return Refusal(RefusalCode.HAS_COLOUR, player=seat.name)
    return None


def _no_finish(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Some cards may not be the last."""
    if cannot_finish(state, seat, cards):
        return Refusal(RefusalCode.CANNOT_FINISH, card=cards[0], player=seat.name)
    return None


def _check_tag(ruling: Ruling, tag: str | None, card: Card) -> None:
    """Refuses a physical card that the referee saw go onto the discard."""
    if tag is not None and ruling.state.lies_on_discard(tag):
        raise RefusedError(Refusal(RefusalCode.DUPLICATE_TAG, card=card))


def _beyond_hand(seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Whether a fully known hand lacks some of these cards."""
    if not (seat.cards and seat.fully_known) or all(cards.count(card) <= seat.cards.count(card) for card in cards):
        return None
    return Refusal(RefusalCode.NOT_IN_HAND, player=seat.name)


def discard(ruling: Ruling, command: Discard) -> None:
    """Further cards go under the discard-all that lies on top."""
    index = ruling.player(command.player)
    ruling.not_over()
    for card in command.cards:
        ruling.face(card)
    ruling.running()
    ruling.phase(Phase.DISCARDING)
    ruling.own_turn(index)
    state = ruling.state
    seat, colour = state.seats[index], state.colour
    _check_tag(ruling, command.tag, command.cards[0])
    cards = command.cards
    broken = ruling.no_copy_left(cards) or _beyond_hand(seat, cards) or _stranger(cards, colour)
    if broken is None and state.top is not None and len(cards) == seat.count:
        broken = _no_finish(state, seat, (state.top, *cards))
    if broken is not None:
        raise RefusedError(broken)
    if len(cards) > seat.count:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=seat.name, limit=seat.count))
    ruling.emit(ev.Discarded(seat.name, command.cards, command.tag))
    if not ruling.state.seats[index].count:
        settle(ruling, index)


def done(ruling: Ruling, command: Done) -> None:
    """The player lays nothing more under the discard-all, or has drawn until the colour came."""
    index = ruling.player(command.player)
    ruling.running()
    if done_drawing(ruling, command):
        return
    ruling.phase(Phase.DISCARDING)
    ruling.own_turn(index)
    settle(ruling, index)


def pick(ruling: Ruling, command: Pick) -> None:
    """The colour of a wild is named."""
    index = ruling.player(command.player)
    ruling.not_over()
    if ruling.state.seats:
        _check_colour(ruling, command.colour)
    ruling.running()
    ruling.phase(Phase.COLOUR)
    ruling.own_turn(index)
    ruling.emit(ev.ColourNamed(ruling.state.name(index), command.colour))
    settle(ruling, index)


def target(ruling: Ruling, command: Target) -> None:
    """The player whom a card is aimed at is named."""
    index = ruling.player(command.player)
    aimed = ruling.player(command.target)
    ruling.running()
    ruling.phase(Phase.TARGET)
    ruling.own_turn(index)
    _check_target(ruling, index, aimed)
    ruling.emit(ev.TargetNamed(ruling.state.name(index), ruling.state.name(aimed)))
    effect(ruling, index)
