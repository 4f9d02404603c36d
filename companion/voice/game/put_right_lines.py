"""What several statements in one go came to: a round put right, all that was taken back, a game out of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.answers import CameBack, PutRight, TakenIn, WentBack
from companion.referee.events import Event, HandsMoved, SideTurned
from companion.referee.state import State
from companion.voice.game.hand_lines import hands_go_back, turned_over
from companion.voice.game.prompts import begin_phrase, prompt
from companion.voice.game.table_facts import match_scores, top_card
from companion.voice.game.undone_lines import cards_to_give_back, goes_back, takes_again, undone
from companion.voice.lines import Line, Phrase, Verbosity, awaited, count, followed, happened, say, together


def put_right(note: PutRight, before: State, after: State, verbosity: Verbosity) -> list[Line]:
    """A round came to something else: what it was and is, the totals, and whether the match is over."""
    return _lines(_of_the_round(note, before, after), after, verbosity)


def went_back(note: WentBack, before: State, after: State, verbosity: Verbosity) -> list[Line]:
    """How much was taken back, what has to be put back by hand because of it, and what lies on top again."""
    return _lines(_of_what_is_gone(note, before, after, verbosity), after, verbosity)


def came_back(note: CameBack, before: State, after: State, verbosity: Verbosity) -> list[Line]:
    """How much stands again, what has to be done with cards and hands once more, and what lies on top."""
    return _lines(_of_what_came_back(note, before, after, verbosity), after, verbosity)


def taken_in(note: TakenIn, after: State, verbosity: Verbosity) -> list[Line]:
    """Games came out of a file: where the last is to be found, or that it goes on here, and with what."""
    here = [] if not note.here else [count("{n} more is here already.", "{n} more are here already.", note.here)]
    if not note.live:
        told = say("Game {n} was taken in from a file, and is among the games.", n=note.game)
        return [happened(followed(told, *here), "")]
    told = say("Game {n} was taken in from a file, and goes on here.", n=note.game)
    return _lines(iter([told, *here]), after, verbosity)


def _lines(told: Iterator[Phrase], after: State, verbosity: Verbosity) -> list[Line]:
    said = together(told)
    asked = begin_phrase(None) if not after.seats else prompt(after, verbosity)
    return [
        *([] if said is None else [happened(said, after.edition)]),
        *([] if asked is None else [awaited(asked, after.edition)]),
    ]


def in_short(note: PutRight) -> list[Phrase]:
    """What was put right, in a line of the undo list."""
    return list(_what_the_round_came_to(note))


def _what_the_round_came_to(note: PutRight) -> Iterator[Phrase]:
    for player, was, now in note.points:
        yield say("Round {n}, {player}: {now} instead of {was}.", n=note.round, player=player, now=now, was=was)
    if note.winner is not None:
        was_won_by, won_by = note.winner
        yield say("Round {n} goes to {player}, not to {other}.", n=note.round, player=won_by, other=was_won_by)


def _of_the_round(note: PutRight, before: State, after: State) -> Iterator[Phrase]:
    yield from _what_the_round_came_to(note)
    if note.fallen:
        yield count(
            "{n} later statement does not fit any more, and is taken back.",
            "{n} later statements do not fit any more, and are taken back.",
            note.fallen,
        )
    scores = match_scores(after)
    if scores is not None:
        yield scores
    if after.champion is not None:
        yield say("{player} wins the match.", player=after.name(after.champion))
    elif before.champion is not None:
        yield say("The match goes on.")


def _of_what_is_gone(note: WentBack, before: State, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    gone, held = _only_on_one_side(before, after)
    if note.changes == 1 and not note.put_right:
        for state in gone:
            yield from undone(state, state.before or after, verbosity)
        return
    if note.changes == 1:
        yield say("Undone.")
    else:
        yield count("{n} statement is taken back.", "{n} statements are taken back.", note.changes)
    for change in note.put_right:
        yield from _what_the_round_came_to(change.taken_back)
    if note.put_right and (scores := match_scores(after)) is not None:
        yield scores
    yield from _put_back_by_hand(gone, held, before)
    if sum(isinstance(event, SideTurned) for event in _events_of((*gone, *held))) % 2:
        yield from turned_over(after, verbosity)
    if note.changes > 1 or before.top != after.top:  # a round put right touches no card on the table
        yield from top_card(after)


def _of_what_came_back(note: CameBack, before: State, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    gone, held = _only_on_one_side(before, after)
    yield count("{n} statement stands again.", "{n} statements stand again.", note.changes)
    for change in note.put_right:
        yield from _what_the_round_came_to(change)
    if note.put_right and (scores := match_scores(after)) is not None:
        yield scores
    taken: Counter[str] = Counter(cards_to_give_back(tuple(_events_of(held[::-1]))))
    taken.subtract(cards_to_give_back(tuple(_events_of(gone))))
    yield from (takes_again(player, number) for player, number in taken.items() if number > 0)
    if (moves := _moves(held) - _moves(gone)) > 0:
        yield count("The hands move once more, as they did.", "The hands move {n} times more, as they did.", moves)
    if sum(isinstance(event, SideTurned) for event in _events_of((*gone, *held))) % 2:
        yield from turned_over(after, verbosity)
    yield from top_card(after)


def _moves(states: Sequence[State]) -> int:
    return sum(isinstance(event, HandsMoved) for event in _events_of(states))


def _put_back_by_hand(gone: Sequence[State], held: Sequence[State], before: State) -> Iterator[Phrase]:
    """What ``gone`` had brought into hands; not what was said again, by which the tables of ``held`` came."""
    cards: Counter[str] = Counter(cards_to_give_back(tuple(_events_of(gone))))
    cards.subtract(cards_to_give_back(tuple(_events_of(held))))
    yield from (goes_back(player, number, before) for player, number in cards.items() if number > 0)
    moved = [
        hands_go_back(event, state.before)
        for state in gone
        for event in state.events
        if isinstance(event, HandsMoved) and state.before is not None
    ]
    yield from moved[: len(moved) - _moves(held)]


def _events_of(states: Sequence[State]) -> Iterator[Event]:
    return (event for state in states for event in state.events)


def _only_on_one_side(before: State, after: State) -> tuple[list[State], list[State]]:
    """The tables that led to ``before`` alone, and those that led to ``after`` alone, the newest first."""
    one, other = _led_to(before), _led_to(after)
    while one and other and one[-1] is other[-1]:
        one.pop()
        other.pop()
    return one, other


def _led_to(state: State) -> list[State]:
    found = []
    at: State | None = state
    while at is not None and at.statement is not None:
        found.append(at)
        at = at.before
    return found
