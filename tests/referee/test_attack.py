"""UNO Attack of 1998: traded hands, all-hit, hit-fire; and the launcher decks played from a pile."""

from __future__ import annotations

import pytest

from tests.referee.table_talk import code, play_out

ABC = "game attack players=Ann,Ben,Cleo"
AB = "game attack players=Ann,Ben"


def test_hands_are_traded_with_whom_the_player_names() -> None:
    play_out(
        ABC,
        """
        Ann holds red-trade-hands red-1
        Cleo holds blue-1 blue-2 blue-3
        top red-5
        Ann plays red-trade-hands
        expect phase target
        Ann targets Ann
        expect refused bad-target
        Ben targets Cleo
        expect refused not-your-turn
        Ann targets Cleo
        expect hand Ann blue-1 blue-2 blue-3
        expect hand Cleo red-1
        expect turn Ben
        """,
    )


def test_with_two_players_nobody_is_asked_and_the_other_one_plays() -> None:
    play_out(
        AB,
        "Ben holds 3\ntop red-5\nAnn plays red-trade-hands\nexpect count Ann 3\nexpect count Ben 6\nexpect turn Ben",
    )


def test_trade_hands_cannot_be_the_last_card_but_the_table_may_insist() -> None:
    state = play_out(ABC, "Ann holds 1\ntop red-5")
    assert code(state, "Ann plays red-trade-hands at Ben") == "cannot-finish"
    play_out("Ann plays red-trade-hands anyway\nexpect phase counting", state=state)


def test_a_hand_got_by_a_trade_owes_no_call() -> None:
    state = play_out(ABC, "Ann holds 3\nBen holds 1\ntop red-5\nAnn plays red-trade-hands at Ben\nexpect count Ann 1")
    assert code(state, "Cleo catches Ann") == "nothing-to-catch"


def test_after_all_hit_everybody_else_presses_once_from_the_left_and_nobody_loses_a_turn() -> None:
    state = play_out(
        ABC,
        "top red-5\nAnn plays wild-all-hit as blue\nexpect turn Ann\nexpect owes Ben 1 presses",
        "expect owes Cleo 1 presses",
    )
    assert code(state, "Ann presses 1") == "must-pay"
    assert state.name(state.presser() or 0) == "Ben"
    play_out("Cleo presses 0\nBen presses 3\nexpect count Ben 10\nexpect turn Ben\nexpect colour blue", state=state)


def test_all_hit_goes_round_in_the_direction_of_play() -> None:
    state = play_out(ABC, "top red-5\nset direction counter-clockwise\nAnn plays wild-all-hit as blue")
    assert state.name(state.presser() or 0) == "Cleo"


def test_a_penalty_may_be_paid_before_or_between_the_presses_of_all_hit() -> None:
    state = play_out(ABC, "Ann holds 2\ntop red-5\nAnn plays wild-all-hit as blue\nBen catches Ann")
    assert state.name(state.presser() or 0) == "Ann"
    play_out(
        "Ben presses 0\nAnn presses 0\nCleo presses 0\nexpect owes Ann 1 presses\nAnn presses 0\nexpect turn Ben",
        state=state,
    )


def test_a_last_all_hit_is_pressed_before_the_count() -> None:
    play_out(
        ABC,
        "Ann holds 1\ntop red-5\nAnn plays wild-all-hit\nexpect phase colour\nAnn picks red\nBen presses 1",
        "expect phase paying\nCleo presses 0\nexpect phase counting",
    )


def test_after_hit_fire_the_next_player_presses_until_it_fires_and_loses_the_turn() -> None:
    play_out(
        ABC,
        "top red-5\nAnn plays wild-hit-fire as blue\nexpect turn Ben\nexpect owes Ben until fire\nBen presses 0",
        "expect owes Ben until fire\nBen presses 0\nBen presses 5\nexpect count Ben 12\nexpect turn Cleo",
    )
    play_out(AB, "top red-5\nAnn plays wild-hit-fire as blue\nBen presses 2\nexpect turn Ann")


def test_hit_fire_ends_where_nothing_is_left_to_fire() -> None:
    play_out(
        AB,
        "Ann holds 60\nBen holds 40\ntop red-5\nAnn plays wild-hit-fire as blue\nreload\nset count Ben 52",
        "Ben presses 0\nexpect owes nobody\nexpect turn Ann",
    )


@pytest.mark.parametrize("edition", ["attack", "extreme"])
def test_from_a_pile_hits_are_cards(edition: str) -> None:
    table = f"game {edition} players=Ann,Ben,Cleo draw_from=pile"
    play_out(table, "top red-5\nAnn plays red-hit-two\nexpect count Ben 9\nexpect turn Cleo")
    play_out(
        table + " auto_draw=off",
        "top red-5\nAnn plays red-hit-two\nexpect owes Ben 2 cards\nBen draws\nexpect turn Cleo",
    )
    play_out(table, "top red-5\nAnn draws\nexpect turn Ann\nAnn passes\nexpect turn Ben")


def test_from_a_pile_all_hit_is_a_card_for_everybody_and_hit_fire_a_card_for_the_next() -> None:
    table = ABC + " draw_from=pile"
    play_out(
        table, "top red-5\nAnn plays wild-all-hit as red\nexpect count Ben 8\nexpect count Cleo 8\nexpect turn Ben"
    )
    play_out(table, "top red-5\nAnn plays wild-hit-fire as red\nexpect count Ben 8\nexpect turn Cleo")
    play_out(table, "top wild-all-hit\nAnn picks red\nexpect count Ann 8\nexpect count Cleo 8\nexpect turn Ann")
    play_out(table, "top wild-hit-fire\nAnn picks red\nexpect count Ann 8\nexpect turn Ben")


def test_from_a_pile_the_target_of_an_extreme_hit_draws() -> None:
    table = "game extreme players=Ann,Ben,Cleo draw_from=pile"
    play_out(table, "top red-5\nAnn plays wild-extreme-hit as red at Cleo\nexpect count Cleo 9\nexpect turn Ben")
    play_out(
        table + " auto_draw=off",
        "top red-5\nAnn plays wild-extreme-hit as red at Cleo\nexpect turn Ann\nexpect owes Cleo 2 cards",
        "Cleo draws\nexpect count Cleo 9\nexpect count Ann 6\nexpect turn Ben",
    )


def test_discard_all_of_attack_takes_its_colour_along() -> None:
    play_out(
        ABC,
        "Ann holds red-discard-all red-1 red-2 blue-1\ntop red-5\nAnn plays red-discard-all\nexpect hand Ann blue-1",
    )
