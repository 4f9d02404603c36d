"""The score sheet of a game: each round's winner and points, the totals after it, and what was put right later. Pure.

Nothing of a hand is in it but what the hand was worth, which the table heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.author import Author
from companion.course import Course, Ending, Step
from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.commands import Correctable
from companion.referee.options import MatchMode
from companion.referee.state import State


@dataclass(frozen=True, slots=True)
class Row:
    """One round that is over. ``points`` by seat are what it brought, ``totals`` the scores after it.

    ``hands`` are what each hand was counted for, None where it was not. ``card`` is the winner's last one; None where
    the others left.
    """

    round: int
    winner: str
    dealer: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[int | None, ...]
    card: Card | None
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetScore:
    """A score that the table set outright, after so many whole rounds."""

    after_round: int
    player: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Recount:
    """A round that is over came to something else than before.

    Either a player's points: ``player``, ``was`` and ``now``; or its winner: ``winners`` before and now.
    """

    round: int
    number: int
    at: datetime
    author: Author | None
    player: str | None = None
    was: int = 0
    now: int = 0
    winners: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game's rounds in order, and how it stands now. ``gone`` have left the table, ``out`` the match."""

    players: tuple[str, ...] = ()
    edition: str = ""
    mode: MatchMode = MatchMode.WINNER_TAKES
    target: int = 0
    round: int = 0
    rows: tuple[Row, ...] = ()
    set_scores: tuple[SetScore, ...] = ()
    totals: tuple[int, ...] = ()
    gone: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    champion: str | None = None
    recounts: tuple[Recount, ...] = ()

    @property
    def course_of_totals(self) -> tuple[tuple[int, ...], ...]:
        """The totals before the first round and after each, by seat: what a chart draws."""
        return (tuple(0 for _ in self.players), *(row.totals for row in self.rows))


def sheet_of(course: Course) -> Sheet:
    """The score sheet of a game as it stands."""
    state = course.state
    if not state.seats:
        return Sheet()
    return Sheet(
        players=tuple(seat.name for seat in state.seats),
        edition=state.edition,
        mode=state.options.match_mode,
        target=state.options.target,
        round=state.round,
        rows=tuple(_rows(course.steps)),
        set_scores=tuple(_set_scores(course.steps)),
        totals=tuple(seat.score for seat in state.seats),
        gone=frozenset(seat.name for seat in state.seats if seat.gone),
        out=frozenset(seat.name for seat in state.seats if seat.out),
        champion=None if state.champion is None else state.name(state.champion),
        recounts=tuple(_recounts(course.endings)),
    )


def _rows(steps: Sequence[Step]) -> list[Row]:
    rows: list[Row] = []
    for step in steps:
        if step.ends_round:
            rows.append(row_of(step))
        elif rows and _is_a_score_set_between_rounds(step):
            # The table set a score before the next round began: the totals after this round are those.
            rows.append(replace(rows.pop(), totals=tuple(seat.score for seat in step.after.seats)))
    return rows


def _is_a_score_set_between_rounds(step: Step) -> bool:
    sets = any(isinstance(event, ev.Corrected) and event.what is Correctable.SCORE for event in step.entry.events)
    return sets and step.before.phase is ev.Phase.ROUND_OVER


def row_of(step: Step) -> Row:
    """What a round came to, by the statement that ended it."""
    before, after = step.before, step.after
    over = next(event for event in step.entry.events if isinstance(event, ev.RoundOver))
    winner = after.seat(over.winner)
    return Row(
        round=after.round,
        winner=after.name(winner),
        dealer=after.name(after.dealer),
        points=tuple(now.score - was.score for was, now in zip(before.seats, after.seats, strict=True)),
        totals=tuple(seat.score for seat in after.seats),
        hands=tuple(
            None if index == winner or not _was_counted(after, index) else seat.left_points
            for index, seat in enumerate(after.seats)
        ),
        card=None if _is_left_alone(step) else _last_card(after, after.name(winner)),
        out=tuple(event.player for event in step.entry.events if isinstance(event, ev.PlayerOut)),
    )


def _was_counted(state: State, index: int) -> bool:
    seat = state.seats[index]
    took_part = seat.plays or any(
        isinstance(event, ev.PlayerOut | ev.LeftCounted) and state.seat(event.player) == index
        for event in _events_of_the_round(state)
    )
    return state.options.match_mode.counts_points and took_part


def _is_left_alone(step: Step) -> bool:
    """True where the round was over because the others had left."""
    return any(isinstance(event, ev.PlayerLeft) for event in step.entry.events) and len(step.after.playing()) == 1


def _last_card(state: State, winner: str) -> Card | None:
    laid = (e for e in _events_of_the_round(state) if isinstance(e, ev.Played) and e.player == winner)
    return next((event.cards[0] for event in laid), None)


def _events_of_the_round(state: State) -> Iterator[ev.Event]:
    """What happened in this round, the latest first."""
    at: State | None = state
    while at is not None and at.statement is not None:
        yield from reversed(at.events)
        if any(isinstance(event, ev.RoundStarted | ev.GameStarted) for event in at.events):
            return
        at = at.before


def _set_scores(steps: Sequence[Step]) -> Iterator[SetScore]:
    over = 0
    for step in steps:
        over += step.ends_round
        for event in step.entry.events:
            if isinstance(event, ev.Corrected) and event.what is Correctable.SCORE:
                seat = step.before.seat(event.player or "")
                was = step.before.seats[seat].score
                now = step.after.seats[seat].score
                if was != now:
                    yield SetScore(over, step.after.name(seat), was, now)


def _recounts(endings: Sequence[Ending]) -> Iterator[Recount]:
    """Where a round was over before and came to something else this time, in the order it was said."""
    known: dict[int, Row] = {}
    for ending in endings:
        row = row_of(ending.step)
        was = known.get(row.round)
        known[row.round] = row
        if was is not None:
            yield from _differences(was, row, ending)


def _differences(was: Row, row: Row, ending: Ending) -> Iterator[Recount]:
    entry, by = ending.step.entry, ending.changed_by
    if was.winner != row.winner:
        yield Recount(row.round, entry.number, entry.at, by, winners=(was.winner, row.winner))
    for index, (old, new) in enumerate(zip(was.hands, row.hands, strict=True)):
        if old is not None and new is not None and old != new:
            name = ending.step.after.name(index)
            yield Recount(row.round, entry.number, entry.at, by, name, old, new)
