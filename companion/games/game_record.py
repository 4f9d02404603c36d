"""A game in short, and what a person's games come to. Pure; nothing of a hand is in it but what it was worth."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion import spreadsheet
from companion.course import Course, Step
from companion.games.score_sheet import Sheet, sheet_of
from companion.referee.commands import NewGame
from companion.referee.events import Phase, Pressed
from companion.referee.options import MatchMode
from companion.storage.journal import Entry


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of the journal. ``state`` is finished, running or unfinished; ``imported`` the file it came from.

    ``presses`` and ``launched`` are how often each pressed, and how many cards came out for each, by player.
    """

    id: int
    started: datetime
    edition: str
    players: tuple[str, ...]
    state: str
    sheet: Sheet
    presses: Counter[str] = field(default_factory=Counter)
    launched: Counter[str] = field(default_factory=Counter)
    imported: str | None = None

    @property
    def winner(self) -> str | None:
        """Who won the match."""
        return self.sheet.champion


def record_of(game: int, first: Entry, course: Course, *, live: bool, imported: str | None = None) -> GameRecord:
    """A game in short. ``first`` is its first statement, ``live``: it is the one that a start would resume."""
    phase = course.state.phase
    if phase is Phase.GAME_OVER:
        outcome = "finished"
    else:
        outcome = "running" if live and phase is not Phase.NONE else "unfinished"
    begun = first.command
    presses, launched = _presses(course.steps)
    return GameRecord(
        game,
        first.at,
        begun.edition if isinstance(begun, NewGame) else "",
        begun.players if isinstance(begun, NewGame) else (),
        outcome,
        sheet_of(course),
        presses,
        launched,
        imported,
    )


def _presses(steps: Iterable[Step]) -> tuple[Counter[str], Counter[str]]:
    presses: Counter[str] = Counter()
    launched: Counter[str] = Counter()
    for step in steps:
        for event in step.entry.events:
            if isinstance(event, Pressed):
                presses[event.player] += 1
                launched[event.to] += event.cards
    return presses, launched


@dataclass(slots=True)
class Person:
    """What somebody's games come to, by the name that was written last.

    ``points`` were won in rounds in which the winner scores; ``hands`` is what each counted hand was worth.
    """

    name: str
    games: int = 0
    unfinished: int = 0
    matches_won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    hands: list[int] = field(default_factory=list)
    presses: int = 0
    launched: int = 0

    @property
    def biggest_hand(self) -> int | None:
        """The most that was counted in the hand at the end of a round."""
        return max(self.hands, default=None)

    @property
    def mean_hand(self) -> float | None:
        """What was counted in the hand, in the mean of all rounds in which it was."""
        return sum(self.hands) / len(self.hands) if self.hands else None


def people(records: Iterable[GameRecord]) -> list[Person]:
    """Everybody who has played, the one with most matches won first. Who is called the same is the same person.

    A game that was set aside or still runs counts as one that was played, and as nobody's defeat.
    """
    found: dict[str, Person] = {}
    for record in records:
        sheet = record.sheet
        for seat, name in enumerate(sheet.players):
            person = found.setdefault(person_key(name), Person(name))
            person.name = name
            person.games += 1
            person.unfinished += record.state != "finished"
            person.matches_won += sheet.champion == name
            person.presses += record.presses[name]
            person.launched += record.launched[name]
            for row in sheet.rows:
                hand = row.hands[seat]
                person.rounds += 1
                person.rounds_won += row.winner == name
                person.points += row.points[seat] if sheet.mode is MatchMode.WINNER_TAKES else 0
                person.hands += [] if hand is None else [hand]
    return sorted(
        found.values(), key=lambda person: (-person.matches_won, -person.rounds_won, person_key(person.name))
    )


def person_key(name: str) -> str:
    """A name as people are told apart by it: without case, however its accents are written.

    >>> person_key("Zoé") == person_key("ZOE\\u0301"), person_key("Zoé") == person_key("Zoe")
    (True, False)
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def rounds_as_csv(sheet: Sheet) -> str:
    """A line for each player in each round: who won, what it brought, what the hand was worth, and the total."""
    rows: Sequence[Sequence[object]] = [
        (
            row.round,
            row.dealer,
            row.winner,
            "" if row.card is None else str(row.card),
            player,
            row.points[seat],
            "" if row.hands[seat] is None else row.hands[seat],
            row.totals[seat],
        )
        for row in sheet.rows
        for seat, player in enumerate(sheet.players)
    ]
    return spreadsheet.as_csv(("round", "dealer", "winner", "last card", "player", "points", "hand", "total"), rows)
