"""Cards laid on the discard: may this one go there, and what does it do (``rules.md`` sections 2 and 3)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.commands import Discard, Done, Pick, Play, Target
from companion.referee.debts import owe, pass_turn, when_paid
from companion.referee.decks import Effect
from companion.referee.events import Cause, Phase, Unit
from companion.referee.matching import matches
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import end_round
from companion.referee.state import Seat

TWO_PLAYERS = 2


def play(ruling: Ruling, command: Play) -> None:
    """A card is laid, with discard-all further ones under it."""
    index = ruling.player(command.player)
    card, *under = command.cards
    target = _named_target(ruling, command)
    ruling.not_over()
    face = ruling.face(card)
    for other in under:
        ruling.face(other)
    colour = command.colour if card.is_wild else None
    if colour is not None:
        _check_colour(ruling, colour)
    ruling.running()
    ruling.nothing_open()
    if under and face.effect is not Effect.DISCARD_ALL:
        raise RefusedError(ruling.not_now(Awaited.PLAY))
    ruling.nothing_owed()
    ruling.own_turn(index)
    overruled = _check_card(ruling, index, command)
    if target is not None:
        _check_target(ruling, index, target)
    seat = ruling.state.seats[index]
    if len(command.cards) > seat.count:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=seat.name, limit=seat.count))
    known = seat.cards is not None and card in seat.cards
    cards = command.cards
    if known and face.effect is Effect.DISCARD_ALL and not under and ruling.state.options.discard_all == "all":
        cards = _all_of_colour(seat.cards or (), card)
    ruling.emit(
        ev.Played(
            player=seat.name,
            cards=cards,
            colour=colour,
            target=None if target is None else ruling.state.name(target),
            overruled=overruled,
            tag=command.tag,
        )
    )
    if face.effect is Effect.DISCARD_ALL and not under and not known and ruling.state.seats[index].count:
        ruling.emit(ev.Awaits(Phase.DISCARDING, seat.name))
    elif card.is_wild and colour is None and (ruling.state.seats[index].count or face.colour_when_last):
        ruling.emit(ev.Awaits(Phase.COLOUR, seat.name))
    else:
        colour_settled(ruling, index)


def _named_target(ruling: Ruling, command: Play) -> int | None:
    """The seat named with a card that aims at somebody; with any other card a name has no effect."""
    face = ruling.state.deck.face(command.cards[0])
    if command.target is None or face is None or face.effect is not Effect.EXTREME_HIT:
        return None
    return ruling.player(command.target)


def _check_target(ruling: Ruling, index: int, aimed: int) -> None:
    """Refuses to aim at oneself or at somebody who is out."""
    if aimed == index or not ruling.state.seats[aimed].plays:
        raise RefusedError(Refusal(RefusalCode.BAD_TARGET, player=ruling.state.name(index)))


def _check_colour(ruling: Ruling, colour: Colour) -> None:
    if colour not in ruling.state.deck.colours[ruling.state.side]:
        raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, colour=colour, number=0))


def _check_card(ruling: Ruling, index: int, command: Play) -> bool:
    """Refuses a card that may not go; true where the table insisted against a rule."""
    state = ruling.state
    seat = state.seats[index]
    card, *under = command.cards
    _check_tag(ruling, command.tag, card)
    broken = _beyond_copies(ruling, command.cards) + _beyond_hand(seat, command.cards)
    if not matches(state, card):
        broken.append(Refusal(RefusalCode.NO_MATCH, card=card, colour=state.colour, top=state.top))
    strangers = [laid for laid in under if laid.colour is not card.colour]
    if strangers:
        broken.append(Refusal(RefusalCode.NO_MATCH, card=strangers[0], colour=card.colour, awaited=Awaited.DISCARDS))
    if broken and not command.anyway:
        raise RefusedError(broken[0])
    return bool(broken)


def _check_tag(ruling: Ruling, tag: str | None, card: Card) -> None:
    """Refuses a physical card that the referee saw go onto the discard."""
    if tag is not None and any(lying.tag == tag for lying in ruling.state.discard):
        raise RefusedError(Refusal(RefusalCode.DUPLICATE_TAG, card=card))


def _beyond_copies(ruling: Ruling, cards: tuple[Card, ...]) -> list[Refusal]:
    """Cards of which no copy is left to be laid."""
    copies = {card: ruling.face(card).copies for card in cards}
    return [
        Refusal(RefusalCode.NOT_IN_DECK, card=card, number=copies[card])
        for card in cards
        if ruling.state.copies_seen(card) + cards.count(card) > copies[card]
    ]


def _beyond_hand(seat: Seat, cards: tuple[Card, ...]) -> list[Refusal]:
    """Whether a known hand lacks some of these cards."""
    if seat.cards is None or all(cards.count(card) <= seat.cards.count(card) for card in cards):
        return []
    return [Refusal(RefusalCode.NOT_IN_HAND, player=seat.name)]


def _all_of_colour(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(hand)
    rest.remove(card)
    return (card, *(other for other in rest if other.colour is card.colour))


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
    broken = _beyond_copies(ruling, command.cards) + _beyond_hand(seat, command.cards)
    strangers = (card for card in command.cards if card.colour is not colour)
    broken += [Refusal(RefusalCode.NO_MATCH, card=c, colour=colour, awaited=Awaited.DISCARDS) for c in strangers]
    if broken:
        raise RefusedError(broken[0])
    if len(command.cards) > seat.count:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=seat.name, limit=seat.count))
    ruling.emit(ev.Discarded(seat.name, command.cards, command.tag))
    if not ruling.state.seats[index].count:
        colour_settled(ruling, index)


def done(ruling: Ruling, command: Done) -> None:
    """The player lays nothing more under the discard-all."""
    index = ruling.player(command.player)
    ruling.running()
    ruling.phase(Phase.DISCARDING)
    ruling.own_turn(index)
    colour_settled(ruling, index)


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
    colour_settled(ruling, index)


def target(ruling: Ruling, command: Target) -> None:
    """The player whom a card is aimed at is named."""
    index = ruling.player(command.player)
    aimed = ruling.player(command.target)
    ruling.running()
    ruling.phase(Phase.TARGET)
    ruling.own_turn(index)
    _check_target(ruling, index, aimed)
    ruling.emit(ev.TargetNamed(ruling.state.name(index), ruling.state.name(aimed)))
    _effect(ruling, index)


def colour_settled(ruling: Ruling, index: int) -> None:
    """The colour is known: now a target where the card wants one, then the effect."""
    state = ruling.state
    card = state.open_card
    if card is None or state.deck.faces[card.card].effect is not Effect.EXTREME_HIT or card.target is not None:
        _effect(ruling, index)
        return
    others = tuple(state.around(index))
    if len(others) == 1:
        ruling.emit(ev.TargetNamed(state.name(index), state.name(others[0])))
        _effect(ruling, index)
    else:
        ruling.emit(ev.Awaits(Phase.TARGET, state.name(index)))


def _effect(ruling: Ruling, index: int) -> None:
    """What the open card does, once all it asks for is named. ``index`` is who laid it, or who starts."""
    state = ruling.state
    opened = state.open_card
    if opened is None:
        pass_turn(ruling, state.next_seat(index))
        return
    if opened.first:
        first_effect(ruling, index)
        return
    face = state.deck.faces[opened.card]
    last_card = not state.seats[index].count
    if last_card and not state.options.last_card_draws:
        _finish(ruling, index)
        return
    match face.effect:
        case Effect.HIT:
            payer = state.next_seat(index)
            _owe_presses(ruling, payer, payer, index, turn=payer, then=state.next_seat(index, 2))
        case Effect.EXTREME_HIT:
            _extreme_hit(ruling, index, places=2 if state.options.extreme_hit_next == "second" else 1)
        case _ if last_card:
            _finish(ruling, index)
        case Effect.REVERSE:
            _reverse(ruling, index)
        case Effect.SKIP:
            _skip(ruling, index)
        case _:
            pass_turn(ruling, state.next_seat(index))


def _finish(ruling: Ruling, index: int) -> None:
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


def _extreme_hit(ruling: Ruling, index: int, places: int) -> None:
    state = ruling.state
    aimed = state.open_card.target if state.open_card else None
    if aimed is None:
        aimed = state.next_seat(index)
    presser = aimed if state.options.extreme_hit_presser == "target" else index
    _owe_presses(ruling, presser, aimed, index, turn=index, then=state.next_seat(index, places))


def _owe_presses(ruling: Ruling, payer: int, to: int, by: int, *, turn: int, then: int) -> None:
    """The open card's presses are owed; when nothing is left to press for, play goes on at once."""
    state = ruling.state
    opened = state.open_card
    number = 0 if opened is None else state.deck.faces[opened.card].number
    if owe(ruling, payer, Unit.PRESSES, number, to=to, cause=Cause.CARD, by=by):
        ruling.emit(ev.Awaits(Phase.PAYING, state.name(turn), state.name(then)))
    else:
        when_paid(ruling, then)


def first_effect(ruling: Ruling, starter: int) -> None:
    """What the card turned up first does; ``starter`` sits left of the dealer (``rules.md`` section 3)."""
    state = ruling.state
    opened = state.open_card
    assert opened is not None  # noqa: S101 - the first card has just been turned up
    match state.deck.faces[opened.card].effect:
        case Effect.REVERSE:
            ruling.emit(ev.DirectionTurned(state.direction.turned))
            pass_turn(ruling, state.dealer if state.seats[state.dealer].plays else ruling.state.next_seat(starter))
        case Effect.SKIP:
            ruling.emit(ev.Skipped(state.name(starter)))
            pass_turn(ruling, state.next_seat(starter))
        case Effect.HIT:
            _owe_presses(ruling, starter, starter, starter, turn=starter, then=state.next_seat(starter))
        case Effect.EXTREME_HIT:
            _extreme_hit(ruling, starter, places=1)
        case _:
            pass_turn(ruling, starter)
