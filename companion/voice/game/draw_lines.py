"""Cards that come to somebody, by press or by hand, and what must still come. How many is told, never which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.referee import events as ev
from companion.referee.decks import Effect, Supply
from companion.referee.events import Cause, Event, Phase, Unit
from companion.referee.scoring import finisher
from companion.referee.state import State
from companion.voice.game.debt_lines import owed, sum_passed_on
from companion.voice.lines import Phrase, Verbosity, count, say
from companion.voice.rules.rule_lines import times

_COST_THE_TURN = frozenset({Effect.DRAW, Effect.HIT, Effect.DRAW_WILD, Effect.DRAW_UNTIL_COLOUR, Effect.HIT_FIRE})


def pressed(was: State, event: ev.Pressed) -> Iterator[Phrase]:
    """A press was made: what came out, more than was owed included."""
    wanted = _counted_out(was, event)
    if not event.cards:
        yield say("No card.")
    elif wanted is not None and event.cards > wanted:
        yield count(
            "{n} card for {player}, not {expected}.",
            "{n} cards for {player}, not {expected}.",
            event.cards,
            player=event.to,
            expected=wanted,
        )
    else:
        yield came(event.to, event.cards)


def came(player: str, number: int) -> Phrase:
    """So many cards are somebody's now."""
    return count("{n} card for {player}.", "{n} cards for {player}.", number, player=player)


def _counted_out(was: State, event: ev.Pressed) -> int | None:
    """How many cards a press was to bring, where the dispenser counts them out."""
    debt = was.debt_of(was.seat(event.player))
    if debt is not None:
        return debt.number if debt.unit is Unit.CARDS else None
    return 1 if was.options.draw_from == "dispenser" else None


def drew(was: State, event: ev.Drew, events: Sequence[Event], verbosity: Verbosity) -> Iterator[Phrase]:
    """Cards were taken from the pile: the own draw, a debt that was paid, or one taken as paid."""
    player = event.player
    if event.assumed:
        yield _taken_as_drawn(was, event, events, verbosity)
    elif was.debt_of(was.seat(player)) is None and event.cards == 1:
        yield say("{player} draws.", player=player)
    else:
        yield came(player, event.cards)


def _taken_as_drawn(was: State, event: ev.Drew, events: Sequence[Event], verbosity: Verbosity) -> Phrase:
    player, number = event.player, event.cards
    if verbosity is Verbosity.BRIEF:
        return _drawn_in_brief(was, event, events)
    if verbosity is Verbosity.NORMAL and any(isinstance(other, ev.Played) for other in events):
        return count("{player} draws {n} card.", "{player} draws {n} cards.", number, player=player)  # few words
    finished = finisher(was)
    if finished is not None and was.name(finished) != player:
        return count("First {player} draws {n} card.", "First {player} draws {n} cards.", number, player=player)
    if not _costs_the_turn(was, event, events):
        return count("{player} draws {n} card.", "{player} draws {n} cards.", number, player=player)
    return count(
        "{player} draws {n} card and loses the turn.",
        "{player} draws {n} cards and loses the turn.",
        number,
        player=player,
    )


def _drawn_in_brief(was: State, event: ev.Drew, events: Sequence[Event]) -> Phrase:
    """The number is left out where a long name has just told it: a wild's, or that of a card for presses."""
    laid = [was.deck.face(other.cards[0]) for other in events if isinstance(other, ev.Played)]
    if any(face and face.number == event.cards and face.effect is not Effect.DRAW for face in laid):
        return say("{player} draws.", player=event.player)
    return count("{player} draws {n}.", "{player} draws {n}.", event.cards, player=event.player)


def _costs_the_turn(was: State, event: ev.Drew, events: Sequence[Event]) -> bool:
    """Penalties, downpours and the draw of a caught bluffer do not."""
    if event.pays is not None:  # whom a debt costs the turn has it while paying
        return event.pays is Cause.CARD and was.turn == was.seat(event.player)
    if any(isinstance(other, ev.Caught) or (isinstance(other, ev.VerdictGiven) and other.guilty) for other in events):
        return False
    opened = was.open_card
    return opened is not None and was.deck.faces[opened.card].effect in _COST_THE_TURN


def shuffle_the_discard(was: State, now: State) -> Iterator[Phrase]:
    """The last card was taken: what the table does about it."""
    if not was.supply or now.supply or now.discard_size <= 1:
        return
    if now.options.draw_from is Supply.PILE:
        yield say("The draw pile is empty: shuffle the discard, keep its top card.")
    else:
        yield say("No card is left in the dispenser: shuffle the discard back into it, keep its top card.")


def waived(event: ev.Waived, events: Sequence[Event]) -> Phrase:
    """Nothing is left anywhere, so that nothing more is owed."""
    player = event.player
    if any(isinstance(other, ev.Drew | ev.Pressed) and other.player == player for other in events):
        return say("Nothing left to draw: the rest is not owed.")
    if events[0] is event:  # the own draw of the turn
        return say("Nothing left to draw: {player} draws nothing.", player=player)
    return say("Nothing left to draw: {player} pays nothing.", player=player)


def passed(was: State, event: ev.Passed, events: Sequence[Event]) -> Iterator[Phrase]:
    """Nothing is laid; who only says that an open draw is over has not passed, nor who had nothing to draw."""
    nothing_there = any(isinstance(other, ev.Waived) for other in events)
    if was.debt_of(was.seat(event.player)) is None and not nothing_there:
        yield say("{player} passes.", player=event.player)


def accepted(event: ev.Accepted, events: Sequence[Event]) -> Iterator[Phrase]:
    """Who takes a draw wild's cards; where they are taken at once that says it."""
    if not any(isinstance(other, ev.Drew | ev.Pressed | ev.Waived) for other in events):
        yield say("{player} accepts.", player=event.player)


def owes(event: ev.Owes, now: State, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """A debt that the prompt does not tell: a sum passed on, a penalty while something else is awaited."""
    if event.instead and event.number is not None:
        if verbosity is Verbosity.FULL:
            yield sum_passed_on(event.player, event.unit, event.number)
    elif event.cause is Cause.PENALTY and after.phase is not Phase.PAYING:
        debt = now.debt_of(now.seat(event.player))
        if debt is not None:
            yield owed(now, debt)


def for_everybody(before: State, events: Sequence[Event], verbosity: Verbosity) -> Mapping[int, Phrase | None]:
    """Events that many share, by their place, told as one: the first gives the sentence, the others nothing.

    Who owes is told by the prompts one after the other, so that only the full account says it of all at once.
    """
    told: dict[int, Phrase | None] = {}
    players = len(before.playing())
    for kind in (ev.Drew, ev.Owes):
        places = [at for at, event in enumerate(events) if _same_for_all(event, kind)]
        shares = {_share(events[at]) for at in places}
        if len(places) < max(2, players - 1) or len(shares) != 1 or _mixed(events):
            continue
        unit, number = shares.pop()
        told |= dict.fromkeys(places)
        everyone, laid = len(places) == players, any(isinstance(event, ev.Played) for event in events)
        if kind is ev.Drew and verbosity is Verbosity.BRIEF and laid and not everyone:
            told[places[0]] = say("Others draw.")
        elif kind is ev.Drew or verbosity is Verbosity.FULL:
            told[places[0]] = _all_draw(unit, number, everyone=everyone)
    return told


def _same_for_all(event: Event, kind: type[ev.Drew | ev.Owes]) -> bool:
    if not isinstance(event, kind):
        return False
    return event.assumed if isinstance(event, ev.Drew) else event.cause is Cause.CARD


def _share(event: Event) -> tuple[Unit, int]:
    if isinstance(event, ev.Owes):
        return event.unit, event.number or 0
    return Unit.CARDS, event.cards if isinstance(event, ev.Drew) else 0


def _mixed(events: Sequence[Event]) -> bool:
    """Some have drawn and some owe, so that each has to be told."""
    kinds = {type(event) for event in events} & {ev.Drew, ev.Owes, ev.Waived}
    return len(kinds) > 1


def _all_draw(unit: Unit, number: int, *, everyone: bool) -> Phrase:
    if unit is Unit.CARDS and everyone:
        return count("Everyone draws {n} card.", "Everyone draws {n} cards.", number)
    if unit is Unit.CARDS:
        return count("Everyone else draws {n} card.", "Everyone else draws {n} cards.", number)
    if everyone:
        return say("Everyone presses {times}.", times=times(number))
    return say("Everyone else presses {times}.", times=times(number))
