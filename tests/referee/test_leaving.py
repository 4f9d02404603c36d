"""A player stops: whose turn it is then, which debts lapse, and which hand still counts."""

from __future__ import annotations

import pytest

from tests.referee.table_talk import AB, ABC, code, play_out

FOUR = "game extreme players=Ann,Ben,Cleo,Dan"


def test_on_the_leavers_turn_the_next_in_the_direction_of_play_goes_on() -> None:
    play_out(FOUR, "top red-3\nAnn leaves\nexpect turn Ben")
    play_out(
        FOUR, "top red-3\nAnn plays red-reverse\nDan plays red-4\nexpect turn Cleo\nCleo leaves\nexpect turn Ben"
    )


def test_out_of_turn_the_turn_stays_and_the_seat_is_passed_over() -> None:
    play_out(FOUR, "top red-3\nBen leaves\nexpect turn Ann\nAnn plays red-4\nexpect turn Cleo")
    play_out(FOUR, "top red-3\nCleo leaves\nAnn plays red-skip\nexpect turn Dan")


@pytest.mark.parametrize(
    "statement",
    ["Ben plays red-4", "Ben presses 1", "Ben leaves", "Ben says uno", "Ben catches Ann", "Ann catches Ben",
     "Ann plays wild-extreme-hit as red at Ben", "set turn Ben", "set count Ben 3", "set score Ben 3",
     "Ben challenges", "Ben draws", "Ben passes", "Ben is done", "Ben picks red", "Ben discards red-3"],
)  # fmt: skip
def test_who_left_is_unknown_from_then_on(statement: str) -> None:
    assert code(play_out(FOUR, "top red-3\nBen leaves"), statement) == "unknown-player"


def test_a_stranger_cannot_leave() -> None:
    assert code(play_out(FOUR, "top red-3"), "Zoe leaves") == "unknown-player"


def test_an_open_colour_lapses_with_the_player_who_owes_it() -> None:
    play_out(FOUR, "top red-3\nAnn plays wild\nAnn leaves\nexpect phase playing\nexpect turn Ben\nexpect colour red")


def test_a_named_colour_stays_when_its_player_leaves() -> None:
    play_out(
        FOUR,
        "top red-3\nAnn plays wild-extreme-hit as blue\nAnn leaves",
        "expect colour blue\nexpect turn Ben\nexpect owes nobody",
    )


def test_an_open_discard_all_closes_when_its_player_leaves() -> None:
    play_out(FOUR, "top red-3\nAnn plays red-discard-all\nAnn leaves\nexpect phase playing\nexpect turn Ben")


def test_presses_that_the_leavers_card_demands_lapse_and_the_payer_plays() -> None:
    play_out(
        FOUR,
        "top red-3\nAnn plays red-hit-two\nAnn leaves\nexpect owes nobody\nexpect phase playing\nexpect turn Ben",
    )
    play_out(FOUR, "top red-3\nAnn plays red-hit-two\nBen presses 1\nAnn leaves\nexpect owes nobody\nexpect turn Ben")


def test_what_the_leaver_owed_lapses_and_play_goes_on_behind() -> None:
    play_out(
        FOUR,
        "top red-3\nAnn plays red-hit-two\nBen leaves\nexpect owes nobody\nexpect phase playing\nexpect turn Cleo",
    )


def test_presses_for_a_target_who_leaves_lapse() -> None:
    play_out(
        FOUR,
        "top red-3\nAnn plays wild-extreme-hit as blue at Cleo\nCleo leaves\nexpect owes nobody\nexpect turn Ben",
    )
    play_out(
        FOUR, "top red-3\nAnn plays wild-extreme-hit as blue at Ben\nBen leaves\nexpect owes nobody\nexpect turn Cleo"
    )


def test_a_target_who_leaves_before_the_colour_is_named_is_no_target_any_more() -> None:
    play_out(
        FOUR,
        """
        top red-3
        Ann plays wild-extreme-hit at Cleo
        Cleo leaves
        expect phase colour
        Ann picks blue
        expect phase target
        Ann targets Dan
        expect owes Ann 2 presses
        """,
    )


def test_when_only_one_other_is_left_the_target_needs_no_naming() -> None:
    play_out(
        ABC,
        "top red-3\nAnn plays wild-extreme-hit as blue\nCleo leaves",
        "expect owes Ann 2 presses\nAnn presses 1\nAnn presses 0",
        "expect count Ben 8\nexpect turn Ben",
    )


def test_when_the_one_who_would_play_after_the_presses_leaves_the_seat_behind_plays() -> None:
    play_out(
        FOUR,
        "top red-3\nAnn plays red-hit-two\nCleo leaves",
        "expect owes Ben 2 presses\nBen presses 0\nBen presses 0\nexpect turn Dan",
    )


def test_a_penalty_of_somebody_else_stays_owed() -> None:
    state = play_out(FOUR, "Dan holds 2\ntop red-3\nset turn Dan\nDan plays red-5\nBen catches Dan\nexpect turn Ann")
    play_out(
        "Ann leaves\nexpect owes Dan 2 presses\nexpect turn Ben\nDan presses 0\nDan presses 0\nexpect turn Ben",
        state=state,
    )
    play_out("Dan leaves\nexpect owes nobody\nexpect phase playing\nexpect turn Ann", state=state)


def test_a_lapsed_hit_beside_an_open_penalty_gives_its_payer_the_turn() -> None:
    play_out(
        FOUR + " uno_window=any-time",
        """
        Dan holds 1
        top red-3
        Ann plays red-hit-two
        Cleo catches Dan
        Ann leaves
        expect owes Dan 2 presses
        expect turn Ben
        Dan presses 0
        Dan presses 0
        expect turn Ben
        """,
    )


def test_the_last_one_left_wins_the_round_and_after_the_count_the_match() -> None:
    play_out(
        AB,
        """
        Ann holds red-1
        Ben holds red-9 wild
        top red-3
        Ben leaves
        expect round-winner Ann
        expect score Ann 59
        expect winner Ann
        expect phase game-over
        """,
    )
    play_out(
        AB, "top red-3\nBen leaves\nexpect phase counting\nBen left 12 points\nexpect score Ann 12\nexpect winner Ann"
    )


def test_of_those_who_left_only_the_hand_that_ended_the_round_counts() -> None:
    play_out(
        ABC,
        "Ben holds red-9\ntop red-3\nBen leaves",
        "Cleo leaves\nCleo left 20 points\nexpect score Ann 20\nexpect winner Ann",
    )
    play_out(
        ABC,
        "Ann holds red-1\nBen holds red-9\nCleo holds red-2",
        "top red-3\nBen leaves\nAnn plays red-1\nexpect score Ann 2",
    )


def test_without_points_the_last_one_left_wins_at_once() -> None:
    play_out(AB + " match_mode=hands-won", "top red-3\nAnn leaves\nexpect winner Ben\nexpect score Ben 1")


def test_leaving_before_the_first_card_leaves_the_others_to_begin() -> None:
    play_out(ABC, "Ann leaves\nexpect phase setup\ntop red-3\nexpect turn Ben")
    play_out(AB + " match_mode=single-round", "Ben leaves\nexpect winner Ann")


def test_leaving_while_hands_are_counted_leaves_the_hand_on_the_table() -> None:
    counting = "Ann holds 1\ntop red-3\nAnn plays red-4\nBen left 30 points"
    play_out(ABC, counting, "Ben leaves\nexpect phase counting\nCleo left 5 points\nexpect score Ann 35")
    play_out(
        ABC,
        counting,
        "Cleo leaves\nexpect phase counting\nCleo left 5 points\nexpect score Ann 35\nexpect phase round-over",
    )
    play_out(AB, "Ann holds 1\ntop red-3\nAnn plays red-4\nBen leaves\nBen left 5 points\nexpect winner Ann")


def test_leaving_between_rounds_may_end_the_match() -> None:
    over = "Ann holds 1\nBen holds red-1\nCleo holds red-2\ntop red-3\nAnn plays red-4\nexpect phase round-over"
    play_out(
        ABC, over, "Cleo leaves\nexpect phase round-over\nround\nexpect count Cleo 0\ntop red-3\nexpect turn Ben"
    )
    play_out(ABC, over, "Cleo leaves\nBen leaves\nexpect winner Ann\nexpect phase game-over")


def test_the_deal_passes_over_who_left() -> None:
    play_out(
        ABC, "Ann leaves\ntop red-3\nset count Ben 1\nBen plays red-4\nCleo left 1 points\nround\nexpect dealer Ben"
    )


def test_a_first_reverse_with_the_dealer_gone_goes_the_other_way_all_the_same() -> None:
    play_out(FOUR, "Dan leaves\ntop red-reverse\nexpect direction counter-clockwise\nexpect turn Cleo")


def test_the_hand_of_who_left_goes_back_into_the_supply_with_the_reload_and_wins_nothing() -> None:
    state = play_out(FOUR, "top red-3\nBen leaves\nAnn plays red-4")
    assert state.supply == 112 - 7 * 4 + 1 - 2
    state = play_out("reload", state=state)
    assert state.supply == 112 - 7 * 3 + 1 - 1
    play_out(
        "Cleo plays red-hit-two\nDan presses 0\nDan presses 0\nexpect phase playing\nexpect turn Ann", state=state
    )


def test_who_laid_the_last_card_and_left_has_won_the_round() -> None:
    play_out(
        ABC,
        """
        Ann holds red-hit-two
        Ben holds red-1
        Cleo holds red-2
        top red-3
        Ann plays red-hit-two
        Ann leaves
        expect round-winner Ann
        expect score Ann 3
        """,
    )


def test_when_the_payer_of_a_last_hit_leaves_the_round_ends_without_that_hand() -> None:
    play_out(
        ABC,
        "Ann holds red-hit-two\nBen holds red-1\nCleo holds red-2\ntop red-3\nAnn plays red-hit-two\nBen leaves",
        "expect round-winner Ann\nexpect score Ann 2",
    )


def test_leaving_is_taken_back_by_undo() -> None:
    play_out(
        FOUR, "top red-3\nAnn plays wild\nAnn leaves\nundo\nexpect phase colour\nexpect turn Ann\nAnn picks green"
    )


# Every edition and option


CLASSIC = "game classic players=Ann,Ben,Cleo,Dan"


def test_who_laid_a_downpour_or_all_hit_and_leaves_makes_nobody_pay_any_more() -> None:
    for game, card in (("h2o", "wild-downpour-2"), ("attack", "wild-all-hit")):
        play_out(
            f"game {game} players=Ann,Ben,Cleo,Dan draw_from=launcher",
            f"top red-3\nAnn plays {card} as blue\nBen presses 1\nAnn leaves\nexpect owes nobody\nexpect turn Ben",
        )


def test_when_one_of_many_payers_leaves_the_others_still_pay_and_the_turn_goes_on_behind() -> None:
    play_out(
        "game attack players=Ann,Ben,Cleo,Dan",
        "top red-3\nAnn plays wild-all-hit as blue\nBen leaves\nexpect owes Cleo 1 presses\nexpect turn Ann",
        "Cleo presses 0\nDan presses 0\nexpect turn Cleo",
    )


def test_an_open_draw_until_a_colour_or_a_fire_lapses_with_its_payer() -> None:
    play_out(
        "game flip players=Ann,Ben,Cleo",
        "top red-3\nAnn plays red-flip\ntop pink-1\nBen plays wild-draw-colour as teal\nCleo leaves",
        "expect owes nobody\nexpect turn Ann\nexpect colour teal",
    )
    play_out(
        "game attack players=Ann,Ben,Cleo",
        "top red-3\nAnn plays wild-hit-fire as blue\nBen leaves\nexpect owes nobody\nexpect turn Cleo",
    )


def test_while_a_bluffer_pays_the_bluffer_or_the_challenger_may_leave() -> None:
    guilty = "top red-3\nAnn plays wild-draw-four as blue\nBen challenges\nhand is guilty\nexpect owes Ann 4 presses"
    play_out(CLASSIC + " draw_from=launcher", guilty, "Ann leaves\nexpect owes nobody\nexpect turn Ben")
    play_out(
        CLASSIC + " draw_from=launcher",
        guilty,
        "Ben leaves\nexpect owes Ann 4 presses\nAnn presses 0\nAnn presses 0\nAnn presses 0\nAnn presses 0",
        "expect turn Cleo\nexpect phase playing",
    )


def test_when_the_last_one_leaves_during_the_count_the_match_is_over_all_the_same() -> None:
    play_out(
        "game classic players=Ann,Ben",
        "top red-3\nBen leaves\nAnn leaves\nexpect phase counting\nBen left 3 points\nexpect winner Ann",
    )


def test_nothing_is_owed_any_more_when_the_last_one_left_has_won() -> None:
    play_out(
        "game extreme players=Ann,Ben",
        "Ann holds 2\ntop red-3\nAnn plays red-4\nBen catches Ann\nBen leaves\nexpect phase counting",
        "expect owes nobody",
    )


def test_the_own_drawn_card_goes_with_who_leaves() -> None:
    play_out(CLASSIC, "top red-3\nAnn draws red-4\nAnn leaves\nexpect turn Ben\nBen passes\nexpect refused must-draw")


def test_the_hand_of_who_left_stays_out_of_play_until_the_reload() -> None:
    state = play_out(CLASSIC + " seven_zero=on", "top red-3\nCleo leaves\nAnn plays red-0\nexpect count Cleo 7")
    assert state.supply == 108 - 4 * 7 + 1 - 2


def test_somebody_out_of_the_match_may_leave_and_takes_nobody_along() -> None:
    out = (
        "Ann holds red-1\nBen holds wild\nCleo holds red-2\ntop red-3\nAnn plays red-1\nexpect out Ben",
        "Ben leaves\nexpect phase round-over\nround\ntop red-3\nexpect phase playing",
    )
    play_out("game classic players=Ann,Ben,Cleo match_mode=elimination target=50", *out)
    state = play_out("game classic players=Ann,Ben,Cleo match_mode=elimination target=50", out[0], "round")
    for statement in ("Ben holds 3", "set count Ben 3"):
        assert code(state, statement) == "bad-target"
