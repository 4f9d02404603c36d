"""A game in short, and what a person's games come to."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest

from companion.course import Course
from companion.games.game_record import GameRecord, people, record_of, rounds_as_csv
from tests.score_games import MATCH, entries, round_won


def record(*statements: str, live: bool = False, number: int = 1) -> GameRecord:
    said = entries(*statements)
    return record_of(number, said[0], Course(said), live=live)


FINISHED = ("game classic players=Ann,Ben target=20", *round_won("Ann", Ben=20))


@pytest.mark.parametrize(
    ("statements", "live", "state", "winner"),
    [
        (FINISHED, True, "finished", "Ann"),
        (MATCH, True, "running", None),
        (MATCH, False, "unfinished", None),
        (("game classic players=Ann,Ben", "undo"), True, "unfinished", None),
    ],
)
def test_a_game_is_finished_running_or_unfinished(
    statements: tuple[str, ...], live: bool, state: str, winner: str | None
) -> None:
    told = record(*statements, live=live)
    assert (told.state, told.winner, told.players[:2], told.edition) == (state, winner, ("Ann", "Ben"), "classic")


def test_what_a_person_s_games_come_to_is_counted_over_all_of_them() -> None:
    ann, ben, cem = people([record(*FINISHED), record(*MATCH, number=2)])
    assert (ann.name, ann.games, ann.unfinished, ann.matches_won) == ("Ann", 2, 1, 1)
    assert (ann.rounds, ann.rounds_won, ann.points, ann.hands, ann.biggest_hand) == (3, 2, 55, [30], 30)
    assert (ben.matches_won, ben.rounds_won, ben.points, ben.biggest_hand, ben.mean_hand) == (0, 1, 35, 20, 20)
    assert (cem.games, cem.rounds, cem.hands, cem.mean_hand) == (1, 2, [15, 5], 10)


def test_who_is_called_the_same_is_the_same_person_by_the_last_spelling() -> None:
    games = [
        record(f"game classic players={first},Ben target=20", *round_won(first, Ben=20), number=number)
        for number, first in enumerate(("Zoé", "ZOE\u0301", "zoé", "Zoe"), 1)
    ]
    told = {person.name: person.games for person in people(games)}
    assert told == {"zoé": 3, "Zoe": 1, "Ben": 4}


def test_an_unfinished_game_is_nobody_s_defeat_and_its_rounds_count() -> None:
    ann, ben, cem = people([record(*MATCH)])
    assert [person.unfinished for person in (ann, ben, cem)] == [1, 1, 1]
    assert [person.matches_won for person in (ann, ben, cem)] == [0, 0, 0]
    assert [person.rounds_won for person in (ann, ben, cem)] == [1, 1, 0]


def test_presses_count_for_who_pressed_and_cards_for_who_got_them() -> None:
    game = record(
        "game extreme players=Ann,Ben,Cem", "top red-5", "Ann plays wild-extreme-hit as red at Cem", "Ann presses 3",
        "Ann presses 0", "Ben presses 2", "Cem presses 1", "undo",
    )  # fmt: skip
    told = {person.name: (person.presses, person.launched) for person in people([game])}
    assert told == {"Ann": (2, 0), "Ben": (1, 2), "Cem": (0, 3)}, "what was taken back does not count"


def test_points_in_matches_for_the_fewest_are_no_points_won() -> None:
    ann, ben = people([record("game classic players=Ann,Ben match_mode=lowest target=50", *round_won("Ann", Ben=20))])
    assert (ann.points, ben.points, ben.hands) == (0, 0, [20])


def test_nobody_has_played_before_the_first_game() -> None:
    assert people([]) == []
    assert record("game classic players=Ann,Ben", "undo").sheet.players == ()


def test_the_rounds_are_a_table_for_spreadsheets_in_which_no_name_becomes_a_formula() -> None:
    told = record('game classic players="=1+1",Ben target=20', *round_won('"=1+1"', Ben=20))
    rows = list(csv.DictReader(io.StringIO(rounds_as_csv(told.sheet))))
    assert [(row["round"], row["player"], row["points"], row["hand"], row["total"]) for row in rows] == [
        ("1", "'=1+1", "20", "", "20"),
        ("1", "Ben", "0", "20", "0"),
    ]
    assert rows[0]["winner"] == "'=1+1"
    assert rows[0]["last card"] == "red-7"


def test_a_game_began_when_its_first_statement_was_said() -> None:
    assert record(*FINISHED).started <= datetime.now(UTC)
