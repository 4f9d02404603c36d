"""What an event makes of the table: ``evolve(state, event) -> state``, no rule is weighed here.

A state is rebuilt from a journal by evolving what was committed, so an event says all that it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from companion.referee import events as ev
from companion.referee import payments
from companion.referee.cards import Card, Colour, Side, sorted_cards
from companion.referee.commands import Command, Correctable
from companion.referee.events import Cause, Direction, Event, Phase
from companion.referee.knowledge import at_least, faces_behind, still_known
from companion.referee.state import EMPTY, Agreement, OpenCard, Seat, State, Uno
from companion.referee.values import filled_in, replace

#: Asked for at every card: looking a member up in its enumeration costs as much as a call.
_OPEN, _QUIET, _PLAYING = Uno.OPEN, Uno.QUIET, Phase.PLAYING


def accept(state: State, statement: Command, events: tuple[Event, ...]) -> State:
    """The table after one accepted statement, remembering what it was so that it can be undone."""
    return remember(reduce(evolve, events, state), state, statement, events)


def remember(after: State, state: State, statement: Command, events: tuple[Event, ...]) -> State:
    """The table after a statement with what it was before it; after an undo it is that table already."""
    first = type(events[0]) if events else None
    if first is ev.Undone:
        return after
    if first is ev.GameStarted:
        state = EMPTY  # an undo never goes back into an earlier game
    note = replace if after is state else filled_in
    return note(after, before=state, statement=statement, events=events)


def rebuild(entries: Iterable[tuple[Command, tuple[Event, ...]]]) -> State:
    """The table after a series of accepted statements."""
    return reduce(lambda state, entry: accept(state, *entry), entries, EMPTY)


def evolve(state: State, event: Event) -> State:
    """The table after one event."""
    return CHANGES[type(event)](state, event)


def _game_started(_: State, event: ev.GameStarted) -> State:
    state = State(
        phase=Phase.SETUP,
        agreed=Agreement(
            edition=event.edition,
            deck_text=event.deck or "",
            options_written=tuple(event.options.items()),
            labels=event.labels or Agreement.labels,
            players=event.players,
        ),
        seats=tuple(Seat(name) for name in event.players),
        round=1,
    )
    dealt = tuple(replace(seat, count=state.options.hand_size) for seat in state.seats)
    return replace(state, seats=dealt, dealer=state.seat(event.dealer))


def _round_started(state: State, event: ev.RoundStarted) -> State:
    size = state.options.hand_size
    seats = tuple(
        replace(
            seat,
            count=size if seat.plays else 0,
            cards=(),
            uno=Uno.QUIET,
            left_points=None if seat.plays else 0,
        )
        for seat in state.seats
    )
    return replace(
        state,
        phase=Phase.SETUP,
        seats=seats,
        dealer=state.seat(event.dealer),
        turn=None,
        then=None,
        direction=Direction.CLOCKWISE,
        colour=None,
        discard=(),
        tags=(),
        open_card=None,
        debts=(),
        drawn=None,
        side=Side.LIGHT,
        buried=0,
        buried_faces=(),
        buried_tags=frozenset(),
        turned_faces=(),
        emptied=None,
        round=event.round,
        winner=None,
    )


def _hand_told(state: State, event: ev.HandTold) -> State:
    return state.with_seat(state.seat(event.player), count=event.number, cards=sorted_cards(event.cards or ()))


def _top_turned(state: State, event: ev.TopTurned) -> State:
    if event.sent_back:
        return replace(state, phase=Phase.TOP)
    mid_round = state.turn is not None  # after a flip: the card is shown, its effect is not applied
    return replace(
        state,
        discard=(*state.discard, event.card),
        tags=(*state.tags, event.tag),
        colour=event.card.colour,
        open_card=OpenCard(event.card, first=True, inert=mid_round),
        buried=max(0, state.buried - 1),
        buried_faces=still_known(state.buried_faces, (event.card,), max(0, state.buried - 1)),
    )


def _played(state: State, event: ev.Played) -> State:
    index = state.seat(event.player)
    cards = event.cards
    top = cards[0]
    lying: tuple[Card, ...] = cards
    tags: tuple[str | None, ...] = (event.tag,)
    if len(cards) > 1:
        lying, tags = (*cards[1:], top), (*[None for _ in cards[1:]], event.tag)
    stacked_on = state.debt_of(index, Cause.CARD) if state.debts else None
    debts = state.debts if stacked_on is None else tuple([debt for debt in state.debts if debt is not stacked_on])
    seats = _seats_after(state, index, cards, top)
    seat = seats[index]
    top_before = state.discard[-1] if state.discard else None
    target = None if event.target is None else state.seat(event.target)
    kept_all = seat.fully_known and state.seats[index].fully_known
    passed_on = 0 if stacked_on is None else stacked_on.number or 0
    return replace(
        state,
        seats=seats,
        emptied=state.emptied if seat.count else _emptied(state, index),
        discard=state.discard + lying,
        tags=state.tags + tags,
        debts=debts,
        colour=top.colour or event.colour or state.colour,
        turn=index,
        drawn=None,
        open_card=OpenCard(top, target, state.colour, top_before, seat.cards, kept_all, passed_on),
    )


def _discarded(state: State, event: ev.Discarded) -> State:
    index = state.seat(event.player)
    seats = _seats_after(state, index, event.cards, Card("discard-all"))
    discard = (*state.discard[:-1], *event.cards, state.discard[-1])
    tags = (*state.tags[:-1], event.tag, *[None for _ in event.cards[1:]], state.tags[-1])
    emptied = state.emptied if seats[index].count else _emptied(state, index)
    return replace(state, seats=seats, emptied=emptied, discard=discard, tags=tags)


def _seats_after(state: State, index: int, cards: tuple[Card, ...], top: Card) -> tuple[Seat, ...]:
    """The seats once cards left a hand, and what that does to everybody's UNO call."""
    seat = state.seats[index]
    count = max(0, seat.count - len(cards))
    uno = _QUIET
    if count == 1:
        uno = Uno.CALLED if seat.uno is Uno.EARLY else _OPEN
    elif top.value == "discard-all" and seat.uno is Uno.EARLY:
        uno = Uno.EARLY  # more cards may go under it: the call was for what is left then
    known = still_known(seat.cards, cards, count) if seat.cards else ()
    left = replace(seat, count=count, cards=known, uno=uno)
    seats = [payments.window_closed(other) if other.uno is _OPEN else other for other in state.seats]
    seats[index] = left
    return tuple(seats)


def _emptied(state: State, index: int) -> int:
    """Who was the first to lay the last card, now that this player has laid it."""
    first = state.emptied
    return index if first is None or state.seats[first].count else first


def _colour_named(state: State, event: ev.ColourNamed) -> State:
    return replace(state, colour=event.colour)


def _target_named(state: State, event: ev.TargetNamed) -> State:
    assert state.open_card is not None  # noqa: S101 - a target is named for an open card only
    return replace(state, open_card=replace(state.open_card, target=state.seat(event.target)))


def _hands_moved(state: State, event: ev.HandsMoved) -> State:
    before = state
    for name, count in event.counts.items():
        index = state.seat(name)
        giver = event.moves.get(name)
        cards = () if giver is None else before.seats[before.seat(giver)].cards
        # Whoever has one card as before has called or not as before: the hand is another, the duty is not.
        uno = before.seats[index].uno if count == before.seats[index].count else Uno.QUIET
        state = state.with_seat(index, count=count, cards=cards, uno=uno)
    return state


def _side_turned(state: State, event: ev.SideTurned) -> State:
    backs = state.deck.backs
    lay_there = (*state.discard, *state.buried_faces)
    return replace(
        state,
        side=event.side,
        seats=tuple(replace(seat, cards=faces_behind(seat.cards, backs)) for seat in state.seats),
        discard=(),
        tags=(),
        buried=state.discard_size,
        buried_faces=at_least(state.turned_faces, faces_behind(lay_there, backs)),
        buried_tags=state.buried_tags.union(tag for tag in state.tags if tag is not None),
        turned_faces=sorted_cards(lay_there),
    )


def _uno_called(state: State, event: ev.UnoCalled) -> State:
    index = state.seat(event.player)
    return state.with_seat(index, uno=Uno.EARLY if state.seats[index].count != 1 else Uno.CALLED)


def _caught(state: State, event: ev.Caught) -> State:
    return state.with_seat(state.seat(event.player), uno=Uno.CAUGHT)


def _direction_turned(state: State, event: ev.DirectionTurned) -> State:
    return replace(state, direction=event.direction)


def _turn_passed(state: State, event: ev.TurnPassed) -> State:
    phase = Phase.PAYING if state.debts else _PLAYING
    return replace(state, turn=state.seat(event.player), then=None, open_card=None, drawn=None, phase=phase)


def _awaits(state: State, event: ev.Awaits) -> State:
    return replace(
        state,
        phase=event.phase,
        debts=() if event.phase is Phase.COUNTING else state.debts,
        turn=state.seat(event.player),
        then=None if event.then is None else state.seat(event.then),
    )


def _reloaded(state: State, _: ev.Reloaded) -> State:
    # Hands of those who left go back into the supply with the discard.
    for index, seat in enumerate(state.seats):
        if seat.gone:
            state = state.with_seat(index, count=0, cards=())
    return replace(
        state,
        discard=state.discard[-1:],
        tags=state.tags[-1:],
        buried=0 if state.discard else min(state.buried, 1),
        buried_faces=(),
        buried_tags=frozenset(),
        turned_faces=(),
    )


def _left_counted(state: State, event: ev.LeftCounted) -> State:
    index = state.seat(event.player)
    seat = state.seats[index]
    count = seat.count if event.cards is None else event.cards
    return state.with_seat(
        index, left_points=event.points, count=count, cards=seat.cards if count == seat.count else ()
    )


def _round_over(state: State, event: ev.RoundOver) -> State:
    seats = tuple(replace(seat, score=event.scores.get(seat.name, seat.score)) for seat in state.seats)
    return replace(
        state,
        phase=Phase.ROUND_OVER,
        seats=seats,
        turn=None,
        then=None,
        open_card=None,
        drawn=None,
        debts=(),
        winner=state.seat(event.winner),
    )


def _player_out(state: State, event: ev.PlayerOut) -> State:
    return state.with_seat(state.seat(event.player), out=True)


def _game_over(state: State, event: ev.GameOver) -> State:
    return replace(state, phase=Phase.GAME_OVER, champion=state.seat(event.winner))


def _player_left(state: State, event: ev.PlayerLeft) -> State:
    index = state.seat(event.player)
    debts = tuple(debt for debt in state.debts if index not in {debt.player, debt.to, debt.by})
    seat = state.seats[index]
    # Of those who leave, only the hand whose leaving ends the round is counted, and one held when it had ended.
    ends_round = len(state.playing()) <= 2  # noqa: PLR2004 - the leaver and the one who stays
    counted = ends_round or state.phase is Phase.COUNTING or not seat.count
    state = state.with_seat(index, gone=True, uno=Uno.QUIET, left_points=seat.left_points if counted else 0)
    if state.open_card is not None and state.open_card.target == index:
        state = replace(state, open_card=replace(state.open_card, target=None))
    then = state.then
    if then == index:
        then = state.next_seat(index)
    return payments.phase_by_debts(replace(state, debts=debts, then=then))


def _corrected(state: State, event: ev.Corrected) -> State:
    match event.what:
        case Correctable.TURN:
            return replace(
                state,
                phase=Phase.PLAYING,
                turn=state.seat(str(event.value)),
                then=None,
                open_card=None,
                drawn=None,
                debts=(),
            )
        case Correctable.COLOUR:
            return replace(state, colour=Colour(str(event.value)))
        case Correctable.DIRECTION:
            return _direction_corrected(state, Direction(str(event.value)))
        case Correctable.TOP:
            card = Card.from_word(str(event.value))
            return replace(
                state,
                discard=(*state.discard[:-1], card),
                tags=(*state.tags[:-1], None),
                colour=card.colour or state.colour,
            )
        case Correctable.COUNT:
            index = state.seat(event.player or "")
            seat = state.seats[index]
            if seat.count == event.value:
                return state
            return state.with_seat(index, count=event.value, cards=(), uno=Uno.QUIET)
        case Correctable.SCORE:
            return state.with_seat(state.seat(event.player or ""), score=event.value)


def _direction_corrected(state: State, direction: Direction) -> State:
    """Who plays after what is awaited now is counted the other way too."""
    then = state.then
    if state.turn is not None and then is not None and then != state.turn and direction is not state.direction:
        places = 1 if then == state.next_seat(state.turn) else 2
        then = replace(state, direction=direction).next_seat(state.turn, places)
    return replace(state, direction=direction, then=then)


def _undone(state: State, _: ev.Undone) -> State:
    return state.before or EMPTY


def _unchanged(state: State, _: ev.Skipped | ev.Challenged) -> State:
    return state


#: What each kind of event makes of the table.
CHANGES: dict[type, Callable[[State, Any], State]] = {
    ev.GameStarted: _game_started,
    ev.RoundStarted: _round_started,
    ev.HandTold: _hand_told,
    ev.TopTurned: _top_turned,
    ev.Played: _played,
    ev.Discarded: _discarded,
    ev.ColourNamed: _colour_named,
    ev.TargetNamed: _target_named,
    ev.Pressed: payments.pressed,
    ev.Owes: payments.owes,
    ev.UnoCalled: _uno_called,
    ev.Caught: _caught,
    ev.Skipped: _unchanged,
    ev.Challenged: _unchanged,
    ev.Waived: payments.waived,
    ev.Drew: payments.drew,
    ev.Passed: payments.passed,
    ev.Accepted: payments.accepted,
    ev.VerdictGiven: payments.verdict_given,
    ev.HandsMoved: _hands_moved,
    ev.SideTurned: _side_turned,
    ev.DirectionTurned: _direction_turned,
    ev.TurnPassed: _turn_passed,
    ev.Awaits: _awaits,
    ev.Reloaded: _reloaded,
    ev.LeftCounted: _left_counted,
    ev.RoundOver: _round_over,
    ev.PlayerOut: _player_out,
    ev.GameOver: _game_over,
    ev.PlayerLeft: _player_left,
    ev.Corrected: _corrected,
    ev.Undone: _undone,
}
