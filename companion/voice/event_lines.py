"""Events as sentences, one after another, as far as the table wants to hear them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee import events as ev
from companion.referee.events import Event, Phase
from companion.referee.evolve import evolve
from companion.referee.options import MatchMode
from companion.referee.state import Seat, State, Uno
from companion.voice.agreed_rules import agreed_rules
from companion.voice.correction_lines import correction
from companion.voice.lines import EditionName, Phrase, Verbosity, count, say
from companion.voice.table_facts import holds, match_scores
from companion.voice.undone_lines import undone

_HEARD_IN_THE_TURN = (ev.DirectionTurned, ev.Skipped)  # brief: who plays next says it
_WORTH_SAYING = 2  # cards in hand: from here on the number is told unasked
_CALL_WAS_SAID = 2  # a call with two cards in hand was heard when it was made


def facts(before: State, events: Sequence[Event], after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """What happened, in order, without who plays now."""
    laying_is_over = after.phase is not Phase.DISCARDING
    if before.phase is Phase.DISCARDING and before.turn is not None and isinstance(events[0], ev.TurnPassed):
        # Done: what lies under the discard-all was told card by card, what is left was not.
        yield from _left_after_all(after.seats[before.turn], verbosity)
    state = before
    for event in events:
        was, state = state, evolve(state, event)
        if isinstance(event, ev.Undone):
            yield from undone(before, after, verbosity)
        elif not (isinstance(event, _HEARD_IN_THE_TURN) and verbosity is Verbosity.BRIEF):
            yield from _told(was, event, state)
        if isinstance(event, ev.Played | ev.Discarded) and laying_is_over:
            yield from _few_cards(was, event.player, events, after, verbosity)


def _told(was: State, event: Event, now: State) -> Iterator[Phrase]:  # noqa: C901, PLR0912 - one case an event
    match event:
        case ev.GameStarted():
            yield from _game_started(event, now)
        case ev.RoundStarted(number, dealer):
            yield say("Round {n}. {dealer} deals.", n=number, dealer=dealer)
        case ev.HandTold(player, number):
            yield holds(player, number)
        case ev.TopTurned(card, sent_back=True):
            yield say("Not this one: {card}. Put it back.", card=card)
        case ev.TopTurned(card):
            yield say("Top card: {card}.", card=card)
        case ev.Played():
            yield from _played(event)
        case ev.Discarded(player, (card,)):
            yield say("{player}: {card}.", player=player, card=card)
        case ev.Discarded(player, cards):
            yield _lays(player, len(cards))
        case ev.ColourNamed(_, colour):
            yield say("Colour: {colour}.", colour=colour)
        case ev.Pressed(_, to, number):
            yield _came_out(to, number)
            if was.supply and not now.supply and len(now.discard) > 1:
                yield say("The draw pile is empty: shuffle the discard, keep its top card.")
        case ev.Waived(player):
            yield say("Nothing left to draw: {player} pays nothing.", player=player)
        case ev.UnoCalled(player, early=False):
            yield say("{player}: UNO!", player=player)
        case ev.Caught(player, by):
            yield say("{by} catches {player}: no UNO.", by=by, player=player)
        case ev.Skipped(player):
            yield say("{player} is skipped.", player=player)
        case ev.DirectionTurned(direction):
            yield say("Direction now: {direction}.", direction=direction)
        case ev.Reloaded():
            yield say("Draw pile refilled, the top card stays.")
        case ev.LeftCounted():
            yield from _counted(was, event)
        case ev.RoundOver():
            yield from _round_over(event, now)
        case ev.PlayerOut(player):
            yield say("{player} is out.", player=player)
        case ev.GameOver(winner):
            yield say("{player} wins the match.", player=winner)
        case ev.PlayerLeft(player):
            yield say("{player} leaves the table.", player=player)
        case ev.Corrected(what, value, player):
            yield say("Corrected: {what}.", what=(correction(what, value, player, now),))


def _came_out(to: str, number: int) -> Phrase:
    if not number:
        return say("No card.")
    return count("{n} card for {player}.", "{n} cards for {player}.", number, player=to)


def _played(event: ev.Played) -> Iterator[Phrase]:
    top, *under = event.cards
    yield say("{player}: {card}.", player=event.player, card=top)
    if event.overruled:
        yield say("The table decides.")
    if under:
        yield _lays(event.player, len(event.cards))
    if event.colour is not None:
        yield say("Colour: {colour}.", colour=event.colour)


def _counted(was: State, event: ev.LeftCounted) -> Iterator[Phrase]:
    if event.mismatch and event.cards is not None:
        yield count(
            "{player} shows {n} card, not {expected}.",
            "{player} shows {n} cards, not {expected}.",
            event.cards,
            player=event.player,
            expected=was.seats[was.seat(event.player)].count,
        )
    yield count("{player}: {n} point.", "{player}: {n} points.", event.points, player=event.player)


def _lays(player: str, number: int) -> Phrase:
    return count("{player} lays {n} card.", "{player} lays {n} cards.", number, player=player)


def _few_cards(
    was: State, player: str, events: Sequence[Event], after: State, verbosity: Verbosity
) -> Iterator[Phrase]:
    """No card, one card and UNO, or two cards left: what everybody may know and has to."""
    earlier, seat = was.seats[was.seat(player)], after.seats[after.seat(player)]
    if not seat.count:
        if not any(isinstance(event, ev.RoundOver) for event in events):
            yield say("{player} has no card left.", player=player)
    elif seat.uno is Uno.CALLED:
        if earlier.count != _CALL_WAS_SAID or was.phase is Phase.DISCARDING:
            yield say("{player}: UNO!", player=player)
    elif seat.count <= _WORTH_SAYING and verbosity is not Verbosity.BRIEF:
        yield count("{n} card left.", "{n} cards left.", seat.count)


def _left_after_all(seat: Seat, verbosity: Verbosity) -> Iterator[Phrase]:
    if seat.uno is Uno.CALLED:
        yield say("{player}: UNO!", player=seat.name)
    elif seat.count <= _WORTH_SAYING and verbosity is not Verbosity.BRIEF:
        yield holds(seat.name, seat.count)


def _game_started(event: ev.GameStarted, state: State) -> Iterator[Phrase]:
    yield say("New game: {edition}.", edition=EditionName(event.edition))
    yield say("Seats: {players}. {dealer} deals.", players=event.players, dealer=event.dealer)
    rules = agreed_rules(state)
    if rules:
        yield say("Rules: {rules}.", rules=rules)


def _round_over(event: ev.RoundOver, state: State) -> Iterator[Phrase]:
    if state.options.match_mode is MatchMode.WINNER_TAKES:
        yield count(
            "{player} wins the round: {n} point.",
            "{player} wins the round: {n} points.",
            event.points,
            player=event.winner,
        )
    else:
        yield say("{player} wins the round.", player=event.winner)
    scores = match_scores(state)
    if scores is not None:
        yield scores
