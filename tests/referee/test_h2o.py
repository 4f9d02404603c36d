"""UNO H2O: downpours, free draw-fours, drawn cards that must be played, rounds instead of points."""

from __future__ import annotations

import pytest

from tests.referee.table_talk import code, play_out

ABC = "game h2o players=Ann,Ben,Cleo"


@pytest.mark.parametrize("number", [1, 2])
def test_a_downpour_rains_on_everybody_else_and_nobody_loses_a_turn(number: int) -> None:
    play_out(
        ABC,
        f"top red-5\nAnn plays wild-downpour-{number} as red\nexpect colour red\nexpect turn Ben\nexpect count Ann 6",
        f"expect count Ben {7 + number}\nexpect count Cleo {7 + number}",
    )


def test_a_downpour_waits_for_its_colour() -> None:
    play_out(
        ABC,
        "top red-5\nAnn plays wild-downpour-2\nexpect phase colour\nexpect count Ben 7\nAnn picks blue",
        "expect count Ben 9",
    )


def test_with_two_players_the_other_one_plays_after_a_downpour() -> None:
    play_out(
        "game h2o players=Ann,Ben", "top red-5\nAnn plays wild-downpour-2 as red\nexpect turn Ben\nexpect count Ben 9"
    )


def test_a_downpour_as_the_last_card_needs_its_colour_and_still_rains() -> None:
    play_out(
        ABC,
        "Ann holds 1\ntop red-5\nAnn plays wild-downpour-2\nexpect phase colour\nAnn picks red",
        "expect count Cleo 9\nexpect round-winner Ann\nexpect score Ann 1",
    )
    play_out(
        ABC + " last_card_draws=off",
        "Ann holds 1\ntop red-5\nAnn plays wild-downpour-2 as red\nexpect count Cleo 7\nexpect round-winner Ann",
    )


def test_without_automatic_draws_everybody_says_so_in_any_order_and_the_turn_stays_until_all_have() -> None:
    play_out(
        ABC + " auto_draw=off",
        """
        top red-5
        Ann plays wild-downpour-2 as red
        expect turn Ann
        expect owes Ben 2 cards
        expect owes Cleo 2 cards
        Ann plays red-1
        expect refused must-pay
        Cleo draws
        Ben draws 1
        expect turn Ann
        Ben draws 1
        expect turn Ben
        expect count Cleo 9
        """,
    )


def test_a_downpour_pays_by_presses_in_the_order_of_play() -> None:
    state = play_out(ABC + " draw_from=launcher", "top red-5\nAnn plays wild-downpour-1 as red\nexpect turn Ann")
    assert state.name(state.next_payer() or 0) == "Ben"
    play_out("Cleo presses 1\nexpect owes nobody", state=play_out("Ben presses 0", state=state))


def test_a_draw_four_may_be_played_at_any_time_and_nobody_contests_it() -> None:
    play_out(
        ABC,
        "Ann holds wild-draw-four red-1\ntop red-5\nAnn plays wild-draw-four as blue\nexpect count Ben 11",
        "expect turn Cleo",
    )


def test_a_known_drawn_card_that_fits_must_be_played() -> None:
    state = play_out(ABC, "top red-5\nAnn draws red-7")
    assert code(state, "Ann passes") == "must-play"
    play_out("Ann plays red-7\nexpect turn Ben", state=state)
    play_out(ABC, "top red-5\nAnn draws wild-draw-four\nAnn passes\nexpect refused must-play")
    play_out(ABC, "top red-5\nAnn draws blue-7\nAnn passes\nexpect turn Ben")
    play_out(ABC, "top red-5\nAnn draws\nAnn passes\nexpect turn Ben")


def test_three_rounds_won_win_the_match_and_no_hand_is_counted() -> None:
    round_of_ann = "Ann holds 1\ntop red-5\nset turn Ann\nAnn plays red-1\nexpect round-winner Ann"
    play_out(ABC, round_of_ann, "round", round_of_ann, "round", round_of_ann, "expect score Ann 3\nexpect winner Ann")


def test_played_for_points_the_target_is_five_hundred() -> None:
    state = play_out(ABC + " match_mode=winner-takes")
    assert state.options.target == 500
    play_out(
        "Ann holds 1\ntop red-5\nAnn plays red-1\nBen left wild-downpour-1 wild-downpour-2",
        "Cleo left wild wild-draw-four",
        "expect score Ann 140\nexpect phase round-over",
        state=state,
    )


@pytest.mark.parametrize("card", ["wild-downpour-1", "wild-downpour-2", "wild-draw-four"])
def test_a_downpour_or_draw_four_turned_up_first_goes_back(card: str) -> None:
    state = play_out(ABC, f"top {card}\nexpect phase top\ntop red-1\nexpect turn Ann")
    assert len(state.discard) == 1
