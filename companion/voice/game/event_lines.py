"""Events as sentences, one after another, as far as the table wants to hear them.

What was done at the table, what that means for the supply, and what a round came to are told apart: they are lines of
their own, so that a play stays as short as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from companion.referee import events as ev
from companion.referee.decks import Effect, Supply
from companion.referee.events import Event, Phase
from companion.referee.evolve import evolve
from companion.referee.options import MatchMode
from companion.referee.scoring import scoring_side, tied
from companion.referee.state import State
from companion.voice.game.correction_lines import correction
from companion.voice.game.draw_lines import (
    accepted,
    drew,
    for_everybody,
    owes,
    passed,
    pressed,
    shuffle_the_discard,
    waived,
)
from companion.voice.game.hand_lines import hands_moved, side_in_play, side_that_counts, turned_over
from companion.voice.game.play_lines import few_cards, lays, left_after_all, played
from companion.voice.game.table_facts import holds, match_scores
from companion.voice.game.undone_lines import undone
from companion.voice.lines import EditionName, Phrase, Verbosity, count, say
from companion.voice.rules.agreed_rules import agreed_rules, house_rules, idle_rules

_HEARD_IN_THE_TURN = (ev.DirectionTurned, ev.Skipped, ev.Passed)  # brief: who plays next says it
_PAIR = 2  # to whom the way round makes no difference


class Topic(Enum):
    """What a sentence is about; sentences on one topic make one line."""

    AGREED = auto()  # a game begins: who sits where, what is played
    DONE = auto()  # what somebody did, and what it does to others
    SUPPLY = auto()  # nothing is left to draw: what the table does about it
    ROUND = auto()  # a round or the match ends: what the hands count, who won


Told = tuple[Topic, Phrase]


@dataclass(frozen=True, slots=True)
class _Scene:
    """One statement: the table around it, all it led to, and how much is told."""

    before: State
    events: Sequence[Event]
    after: State
    verbosity: Verbosity


def facts(before: State, events: Sequence[Event], after: State, verbosity: Verbosity) -> Iterator[Told]:
    """What happened, in order, without who plays now; each sentence with what it is about."""
    scene = _Scene(before, events, after, verbosity)
    if before.phase is Phase.DISCARDING and before.turn is not None and isinstance(events[0], ev.TurnPassed):
        yield from _about(Topic.DONE, left_after_all(before.seats[before.turn], verbosity))
    shared = {**_skipped_together(before, events, verbosity), **for_everybody(before, events, verbosity)}
    state = before
    for at, event in enumerate(events):
        was, state = state, evolve(state, event)
        if isinstance(event, _HEARD_IN_THE_TURN) and verbosity is Verbosity.BRIEF:
            continue
        if at in shared:
            sentence = shared[at]
            yield from () if sentence is None else ((Topic.DONE, sentence),)
        else:
            if isinstance(event, ev.GameStarted):
                yield from _about(Topic.AGREED, _game_started(event, state, verbosity))
            yield from _about(Topic.DONE, _of_the_game(scene, was, event, state))
            yield from _about(Topic.DONE, _of_play(scene, was, event, state))
            yield from _about(Topic.DONE, _of_draws(scene, was, event, state))
        if isinstance(event, ev.Played | ev.Discarded) and after.phase is not Phase.DISCARDING:
            yield from _about(Topic.DONE, few_cards(was, event.player, events, state, verbosity))
        yield from _about(Topic.SUPPLY, _of_the_supply(scene, was, event, state))
        yield from _about(Topic.ROUND, _of_the_round(was, event, state))


def _about(topic: Topic, sentences: Iterator[Phrase]) -> Iterator[Told]:
    return ((topic, sentence) for sentence in sentences)


def _of_the_game(scene: _Scene, was: State, event: Event, now: State) -> Iterator[Phrase]:
    match event:
        case ev.RoundStarted(number, dealer):
            yield say("Round {n}. {dealer} deals.", n=number, dealer=dealer)
        case ev.HandTold(player, number):
            yield holds(player, number)
        case ev.Reloaded():
            yield _reloaded(was, now)
        case ev.PlayerLeft(player):
            yield say("{player} leaves the table.", player=player)
        case ev.Corrected(what, value, player):
            yield say("Corrected: {what}.", what=(correction(what, value, player, now),))
        case ev.Undone():
            yield from undone(scene.before, scene.after, scene.verbosity)


def _of_the_supply(scene: _Scene, was: State, event: Event, now: State) -> Iterator[Phrase]:
    match event:
        case ev.Pressed() | ev.Drew():
            yield from shuffle_the_discard(was, now)
        case ev.Waived():
            yield waived(event, scene.events)


def _of_the_round(was: State, event: Event, now: State) -> Iterator[Phrase]:
    match event:
        case ev.Awaits(Phase.COUNTING, str(winner)) if was.phase is not Phase.COUNTING:
            yield say("{player} wins the round.", player=winner)
            if now.deck.two_sided:
                yield side_that_counts(scoring_side(now))
        case ev.LeftCounted():
            yield from _counted(was, event)
        case ev.RoundOver():
            yield from _round_over(event, now)
        case ev.PlayerOut(player):
            yield say("{player} is out.", player=player)
        case ev.GameOver(winner):
            yield say("{player} wins the match.", player=winner)


def _of_play(scene: _Scene, was: State, event: Event, now: State) -> Iterator[Phrase]:  # noqa: C901, PLR0912 - one case an event
    match event:
        case ev.TopTurned(card, sent_back=True):
            yield say("Not this one: {card}. Put it back.", card=card)
        case ev.TopTurned(card):
            if was.turn is not None and scene.verbosity is not Verbosity.BRIEF:
                yield side_in_play(now.side)
            yield say("Top card: {card}.", card=card)
        case ev.Played():
            yield from played(event, now, scene.verbosity)
        case ev.Discarded(player, (card,)):
            yield say("{player}: {card}.", player=player, card=card)
        case ev.Discarded(player, cards):
            yield lays(player, len(cards))
        case ev.ColourNamed(_, colour) if scene.verbosity is Verbosity.BRIEF:
            yield say("{colour:capital}.", colour=colour)
        case ev.ColourNamed(_, colour):
            yield say("Colour: {colour}.", colour=colour)
        case ev.HandsMoved():
            yield from hands_moved(was, event, scene.verbosity)
        case ev.SideTurned():
            yield from turned_over(now, scene.verbosity)
        case ev.UnoCalled(player, early=False):
            yield say("{player}: UNO!", player=player)
        case ev.Caught(player, by):
            yield say("{by} catches {player}: no UNO.", by=by, player=player)
        case ev.Skipped(player):
            yield say("{player} is skipped.", player=player)
        case ev.DirectionTurned(direction) if scene.verbosity is Verbosity.FULL or len(now.playing()) > _PAIR:
            yield say("Direction now: {direction}.", direction=direction)


def _of_draws(scene: _Scene, was: State, event: Event, now: State) -> Iterator[Phrase]:
    match event:
        case ev.Pressed():
            yield from pressed(was, event)
        case ev.Drew():
            yield from drew(was, event, scene.events, scene.verbosity)
        case ev.Passed():
            yield from passed(was, event, scene.events)
        case ev.Owes():
            yield from owes(event, now, scene.after, scene.verbosity)
        case ev.Accepted():
            yield from accepted(event, scene.events)
        case ev.Challenged():
            yield from _challenged(event, scene.after, scene.verbosity)
        case ev.VerdictGiven(guilty):
            yield say("Bluff.") if guilty else say("No bluff.")


def _skipped_together(before: State, events: Sequence[Event], verbosity: Verbosity) -> dict[int, Phrase | None]:
    """Everybody else lost the turn: one sentence, where the card's name and the next turn are not enough."""
    places = [at for at, event in enumerate(events) if isinstance(event, ev.Skipped)]
    stays = [event.player for event in events if isinstance(event, ev.TurnPassed)]
    if len(places) <= 1 and not _lays_skip_everyone(before, events):
        return {}
    told: dict[int, Phrase | None] = dict.fromkeys(places)
    if places and verbosity is Verbosity.FULL:
        told[places[0]] = say("Everyone but {player} is skipped.", player=stays[-1])
    return told


def _lays_skip_everyone(state: State, events: Sequence[Event]) -> bool:
    laid = [state.deck.face(event.cards[0]) for event in events if isinstance(event, ev.Played)]
    return any(face is not None and face.effect is Effect.SKIP_EVERYONE for face in laid)


def _challenged(event: ev.Challenged, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    yield say("{player} challenges.", player=event.player)
    if after.phase is Phase.VERDICT and verbosity is not Verbosity.BRIEF:
        yield say("{player} shows the hand to {to} only.", player=event.against, to=event.player)


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


def _game_started(event: ev.GameStarted, state: State, verbosity: Verbosity) -> Iterator[Phrase]:
    brief = verbosity is Verbosity.BRIEF
    yield say("New game: {edition}.", edition=EditionName(event.edition))
    yield say("Seats: {players}. {dealer} deals.", players=event.players, dealer=event.dealer)
    yield say("Rules: {rules}.", rules=agreed_rules(state, brief=brief))
    if rules := house_rules(state):
        yield say("House rules: {rules}.", rules=rules)
    if (rules := idle_rules(state)) and not brief:
        yield say("Agreed, but of no effect here: {rules}.", rules=rules)


def _reloaded(was: State, now: State) -> Phrase:
    if now.supply == was.supply:
        return say("Nothing to shuffle: only the top card lies there.")
    if now.options.draw_from is Supply.PILE:
        return say("Draw pile refilled, the top card stays.")
    return say("Dispenser refilled, the top card stays.")


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
    if tied(state):
        yield say("A tie: one more round decides.")
