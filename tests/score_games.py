"""Short matches for tests of score sheets: rounds that are over after one card."""

from __future__ import annotations

from collections.abc import Iterator

from companion.course import Course
from companion.referee.decide import decide
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.storage.journal import Entry


def round_won(winner: str, card: str = "red-7", **left: int) -> list[str]:
    """A round from its top card on: the winner lays one card, the others' hands are counted for so many points."""
    return [
        "top red-5",
        f"set count {winner} 1",
        f"set turn {winner}",
        f"{winner} plays {card}",
        *(f"{player} left {points} points" for player, points in left.items()),
    ]


def entries(*statements: str) -> list[Entry]:
    """What the journal has of a game in which all of this was accepted."""
    return list(_entries(statements))


def _entries(statements: tuple[str, ...]) -> Iterator[Entry]:
    course = Course()
    for number, statement in enumerate(statements, 1):
        command = read(statement)
        ruled = decide(course.state, command)
        assert not isinstance(ruled, Refusal), (statement, ruled)
        entry = Entry(number, 1, statement, command, ruled)
        course.take(entry)
        yield entry


MATCH = (
    "game classic players=Ann,Ben,Cem target=100",
    *round_won("Ann", Ben=20, Cem=15),
    "round",
    *round_won("Ben", Ann=30, Cem=5),
)
