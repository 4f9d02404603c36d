"""The score sheet of a game: who won each round, what it brought, and what was put right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.author import Author
from companion.course import Course, again, rounds_of
from companion.games.score_sheet import Sheet, sheet_of
from companion.referee.cards import Card, Colour
from companion.referee.commands import Play
from companion.referee.decide import decide
from tests.score_games import MATCH, entries, round_won

RED_SEVEN = Card("7", Colour.RED)


def sheet(*statements: str) -> Sheet:
    return sheet_of(Course(entries(*statements)))


def test_without_a_game_the_sheet_is_empty() -> None:
    assert sheet_of(Course()) == Sheet()
    assert sheet("game classic players=Ann,Ben", "undo") == Sheet()


def test_each_round_has_its_winner_the_points_of_everybody_and_the_totals_after_it() -> None:
    told = sheet(*MATCH)
    first, second = told.rows
    assert (first.round, first.winner, first.dealer, first.card) == (1, "Ann", "Cem", RED_SEVEN)
    assert (first.points, first.totals, first.hands) == ((35, 0, 0), (35, 0, 0), (None, 20, 15))
    assert (second.round, second.winner, second.dealer) == (2, "Ben", "Ann")
    assert (second.points, second.totals, second.hands) == ((0, 35, 0), (35, 35, 0), (30, None, 5))
    assert (told.totals, told.champion, told.course_of_totals) == (
        (35, 35, 0), None, ((0, 0, 0), (35, 0, 0), (35, 35, 0)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "points"),
    [("winner-takes", (35, 0, 0)), ("lowest", (0, 20, 15)), ("elimination", (0, 20, 15))],
)
def test_points_go_by_the_way_the_match_is_won(mode: str, points: tuple[int, ...]) -> None:
    game = f"game classic players=Ann,Ben,Cem match_mode={mode} target=200"
    (row,) = sheet(game, *round_won("Ann", Ben=20, Cem=15)).rows
    assert (row.points, row.hands) == (points, (None, 20, 15))


@pytest.mark.parametrize(
    ("mode", "points"), [("hands-won", (1, 0, 0)), ("rounds", (1, 0, 0)), ("single-round", (0, 0, 0))]
)
def test_where_no_hand_is_counted_none_is_on_the_sheet(mode: str, points: tuple[int, ...]) -> None:
    (row,) = sheet(f"game classic players=Ann,Ben,Cem match_mode={mode}", *round_won("Ann")).rows
    assert (row.points, row.hands, row.winner) == (points, (None, None, None), "Ann")


def test_who_won_the_match_is_on_the_sheet_and_who_is_out() -> None:
    assert sheet("game classic players=Ann,Ben target=20", *round_won("Ann", Ben=20)).champion == "Ann"
    told = sheet(
        "game classic players=Ann,Ben,Cem match_mode=elimination target=50", *round_won("Ann", Ben=60, Cem=10)
    )
    assert (told.rows[0].out, told.out, told.champion) == (("Ben",), frozenset({"Ben"}), None)
    later = sheet(
        "game classic players=Ann,Ben,Cem match_mode=elimination target=50",
        *round_won("Ann", Ben=60, Cem=10),
        "round",
        *round_won("Ann", Cem=10),
    )
    assert later.rows[1].hands == (None, None, 10), "who is out holds nothing"


def test_a_round_that_the_others_left_has_no_last_card() -> None:
    told = sheet("game classic players=Ann,Ben target=100", "top red-5", "Ben leaves", "Ben left 25 points")
    assert (told.rows[0].winner, told.champion, told.gone) == ("Ann", "Ann", frozenset({"Ben"}))
    assert told.rows[0].hands == (None, 25)
    at_once = sheet("game classic players=Ann,Ben match_mode=rounds", "top red-5", "Ann plays red-7", "Ben leaves")
    assert (at_once.rows[0].card, at_once.rows[0].winner) == (None, "Ann")


def test_what_was_taken_back_is_not_on_the_sheet_and_what_it_was_put_right_to_is_told() -> None:
    told = sheet(*MATCH, "undo", "Cem left 25 points")
    assert told.rows[1].points == (0, 55, 0)
    (recount,) = told.recounts
    assert (recount.round, recount.player, recount.was, recount.now) == (2, "Cem", 5, 25)
    same = sheet(*MATCH, "undo", "Cem left 5 points")
    assert same.recounts == (), "said again as it was, nothing was put right"


def test_a_round_that_somebody_else_won_after_all_is_told_with_both_names() -> None:
    told = sheet(*MATCH, *["undo"] * 5, *round_won("Cem", Ann=30, Ben=20)[1:])
    assert [recount.winners for recount in told.recounts if recount.winners] == [("Ben", "Cem")]
    assert [(each.player, each.was, each.now) for each in told.recounts if each.player] == []


def test_a_score_that_was_set_belongs_to_the_round_before_it_and_is_told() -> None:
    told = sheet(*MATCH, "set score Cem 12", "set score Cem 12")
    assert (told.rows[1].points, told.rows[1].totals, told.totals) == ((0, 35, 0), (35, 35, 12), (35, 35, 12))
    assert [(change.after_round, change.player, change.was, change.now) for change in told.set_scores] == [
        (2, "Cem", 0, 12)
    ]


def test_who_put_a_round_right_is_known() -> None:
    said = entries(*MATCH, "undo", "Cem left 25 points")
    said[-1] = replace(said[-1], author=Author("id", "Ben"))
    assert sheet_of(Course(said)).recounts[0].author == Author("id", "Ben")


# The course of a game


def test_what_was_undone_can_be_said_again_until_anything_else_is_said() -> None:
    said = entries(*MATCH, "undo", "undo", "Ann left 30 points")
    back = [change.steps[0].entry.statement for change in Course(said[:-1]).taken_back]
    assert back == ["Cem left 5 points", "Ann left 30 points"]
    assert [change.steps[0].entry.statement for change in Course(said).taken_back] == ["Cem left 5 points"]
    assert Course(entries(*MATCH, "undo", "undo", "Ann left 31 points")).taken_back == []


def test_a_course_that_grows_is_the_same_as_one_that_is_read_at_once() -> None:
    said = entries(*MATCH, "undo", "Cem left 25 points")
    growing = Course()
    for entry in said:
        growing.take(entry)
    whole = Course(said)
    assert growing.steps == whole.steps
    assert (growing.version, growing.state) == (len(said), whole.state)


def test_the_rounds_begin_where_they_were_begun() -> None:
    first, second = rounds_of(Course(entries(*MATCH)).steps)
    assert (first[0].entry.statement[:4], second[0].entry.statement) == ("game", "round")
    assert len(first) + len(second) == len(MATCH)


def test_a_scanned_card_that_is_said_again_is_the_same_physical_card() -> None:
    said = entries("game classic players=Ann,Ben", "top red-5")
    course = Course(said)
    command = Play("Ann", (RED_SEVEN,), tag="C1")
    ruled = decide(course.state, command)
    assert isinstance(ruled, tuple)
    course.take(replace(said[0], number=3, command=replace(command, tag=None), events=ruled))
    assert again(course.steps[-1]) == command
