"""Jumping in: the very same number out of turn, where the table agreed on it."""

from __future__ import annotations

import pytest

from tests.referee.table_talk import code, play_out

ABCD = "game classic players=Ann,Ben,Cleo,Dan jump_in=on"


def test_the_same_number_in_the_same_colour_jumps_in_and_play_goes_on_from_there() -> None:
    play_out(
        ABCD, "top red-5\nAnn plays red-7\nCleo plays red-7\nexpect turn Dan\nexpect count Cleo 6\nexpect count Ben 7"
    )


def test_the_direction_of_play_stays() -> None:
    play_out(ABCD, "top red-5\nset direction counter-clockwise\nAnn plays red-7\nBen plays red-7\nexpect turn Ann")


@pytest.mark.parametrize("card", ["red-6", "blue-7", "wild", "wild-draw-four", "red-skip"])
def test_any_other_card_out_of_turn_cannot_jump_in(card: str) -> None:
    assert code(play_out(ABCD, "top red-5\nAnn plays red-7"), f"Cleo plays {card}") == "cannot-jump-in"


def test_an_action_card_never_jumps_in() -> None:
    assert code(play_out(ABCD, "top red-5\nAnn plays red-reverse"), "Ben plays red-reverse") == "cannot-jump-in"


def test_without_the_option_it_is_simply_not_that_players_turn() -> None:
    state = play_out("game classic players=Ann,Ben,Cleo", "top red-5\nAnn plays red-7")
    assert code(state, "Cleo plays red-7") == "not-your-turn"


def test_other_things_out_of_turn_stay_refused_as_such() -> None:
    state = play_out(ABCD, "top red-5\nAnn plays red-7")
    assert code(state, "Cleo draws") == "not-your-turn"
    assert code(state, "Cleo passes") == "not-your-turn"


def test_the_player_in_turn_plays_as_ever() -> None:
    play_out(ABCD, "top red-5\nAnn plays red-7\nBen plays red-7\nexpect turn Cleo")


def test_who_has_drawn_loses_the_turn_to_a_jumper_and_may_play_any_card_next_time() -> None:
    play_out(ABCD, "top red-7\nAnn draws blue-1\nCleo plays red-7\nexpect turn Dan\nDan plays red-9\nAnn plays red-1")


def test_nobody_jumps_in_while_something_is_owed_or_open() -> None:
    state = play_out(ABCD + " seven_zero=on", "top red-5\nAnn plays red-7")
    assert code(state, "Cleo plays red-7") == "target-needed"
    state = play_out(ABCD + " uno_window=any-time auto_draw=off", "Ben holds 1\ntop red-7\nCleo catches Ben")
    assert code(state, "Cleo plays red-7") == "must-pay"


def test_a_jumper_with_a_seven_names_the_partner() -> None:
    play_out(
        ABCD + " seven_zero=on",
        "Dan holds 2\ntop red-7\nCleo plays red-7\nexpect phase target\nexpect turn Cleo\nCleo targets Dan",
        "expect count Cleo 2\nexpect count Dan 6\nexpect turn Dan",
    )


def test_a_jump_closes_the_window_for_a_missed_uno() -> None:
    state = play_out(ABCD, "Ann holds 2\ntop red-5\nAnn plays red-7\nCleo plays red-7")
    assert code(state, "Ben catches Ann") == "too-late"


def test_a_jumper_who_lays_the_last_card_wins_the_round() -> None:
    play_out(ABCD + " match_mode=single-round", "Cleo holds 1\ntop red-7\nCleo plays red-7\nexpect winner Cleo")


def test_a_known_hand_without_the_card_cannot_jump_in() -> None:
    assert code(play_out(ABCD, "Cleo holds red-1\ntop red-7"), "Cleo plays red-7") == "not-in-hand"


def test_with_one_zero_of_a_colour_nobody_has_another() -> None:
    assert code(play_out(ABCD, "top red-0"), "Cleo plays red-0") == "not-in-deck"
