"""Stacking: a draw card answers a draw card and the sum goes on, where the table agreed on it."""

from __future__ import annotations

import pytest

from tests.referee.table_talk import code, play_out

CLASSIC = "game classic players=Ann,Ben,Cleo"
FLIP = "game flip players=Ann,Ben,Cleo"
TWO = "top red-5\nAnn plays red-draw-two"
FOUR = "top red-5\nAnn plays wild-draw-four as blue"


def test_without_the_option_a_draw_card_is_refused_like_any_other() -> None:
    state = play_out(CLASSIC + " auto_draw=off", TWO)
    assert code(state, "Ben plays blue-draw-two") == "must-pay"


@pytest.mark.parametrize("stacking", ["same-kind", "plus4-on-plus2", "any"])
def test_twos_go_on_twos_and_the_sum_is_paid_once(stacking: str) -> None:
    play_out(
        f"{CLASSIC} stacking={stacking}",
        TWO,
        """
        expect phase paying
        expect turn Ben
        expect count Ben 7
        Ben plays blue-draw-two
        expect owes Cleo 4 cards
        expect turn Cleo
        expect colour blue
        Cleo plays green-draw-two
        expect owes Ann 6 cards
        Ann draws
        expect count Ann 12
        expect turn Ben
        expect owes nobody
        """,
    )


@pytest.mark.parametrize(
    ("stacking", "top", "card", "goes"),
    [
        ("same-kind", TWO, "wild-draw-four as red", False),
        ("plus4-on-plus2", TWO, "wild-draw-four as red", True),
        ("any", TWO, "wild-draw-four as red", True),
        ("same-kind", FOUR, "blue-draw-two", False),
        ("plus4-on-plus2", FOUR, "blue-draw-two", False),
        ("any", FOUR, "blue-draw-two", True),
        ("any", FOUR, "green-draw-two", True),
        ("same-kind", FOUR, "wild-draw-four as red", True),
        ("plus4-on-plus2", FOUR, "wild-draw-four as red", True),
    ],
)
def test_which_card_answers_which_is_agreed_on(stacking: str, top: str, card: str, goes: bool) -> None:
    state = play_out(f"{CLASSIC} stacking={stacking}", top)
    if goes:
        play_out(f"Ben plays {card}\nexpect turn Cleo", state=state)
    else:
        assert code(state, f"Ben plays {card}") == "cannot-stack"


def test_no_other_card_stacks_and_nobody_else_may() -> None:
    state = play_out(CLASSIC + " stacking=any", TWO)
    assert code(state, "Ben plays red-1") == "must-pay"
    assert code(state, "Ben plays wild") == "must-pay"
    assert code(state, "Cleo plays blue-draw-two") == "must-pay"
    assert code(state, "Ben passes") == "must-pay"


def test_nothing_stacks_on_a_card_turned_up_first() -> None:
    state = play_out(CLASSIC + " stacking=any auto_draw=off", "top red-draw-two\nexpect owes Ann 2 cards")
    assert code(state, "Ann plays blue-draw-two") == "cannot-stack"
    play_out(CLASSIC + " stacking=any", "top red-draw-two\nexpect count Ann 9\nexpect turn Ben")


def test_who_has_begun_to_draw_or_accepted_stacks_no_more() -> None:
    state = play_out(CLASSIC + " stacking=any", TWO, "Ben draws 1\nexpect owes Ben 1 cards")
    assert code(state, "Ben plays blue-draw-two") == "cannot-stack"
    state = play_out(CLASSIC + " stacking=any auto_draw=off", FOUR, "Ben accepts")
    assert code(state, "Ben plays blue-draw-two") == "cannot-stack"
    state = play_out(CLASSIC + " stacking=any draw_from=launcher", TWO, "Ben presses 0")
    assert code(state, "Ben plays blue-draw-two") == "cannot-stack"
    state = play_out(CLASSIC + " stacking=any draw_from=launcher", FOUR, "Ben challenges\nhand is innocent")
    assert code(state, "Ben plays blue-draw-two") == "cannot-stack"


def test_with_challenges_a_stack_is_a_third_answer_and_only_the_last_card_is_challenged() -> None:
    stacked = "Ben plays wild-draw-four as green\nexpect phase challenge\nexpect turn Cleo\nexpect owes Cleo 8 cards"
    play_out(CLASSIC + " stacking=same-kind", FOUR, stacked, "Cleo accepts\nexpect count Cleo 15\nexpect turn Ann")
    play_out(
        CLASSIC + " stacking=same-kind",
        FOUR,
        stacked,
        "Cleo challenges\nhand is guilty\nexpect count Ben 14\nexpect count Cleo 7\nexpect turn Cleo",
    )
    play_out(
        CLASSIC + " stacking=same-kind",
        FOUR,
        stacked,
        "Cleo challenges\nhand is innocent\nexpect count Cleo 17\nexpect turn Ann",
    )


def test_a_stacked_draw_four_is_judged_by_the_colour_named_before_it() -> None:
    state = play_out(
        CLASSIC + " stacking=same-kind",
        "Ben holds wild-draw-four blue-1\ntop red-5\nAnn plays wild-draw-four as blue",
        "Ben plays wild-draw-four as red",
    )
    play_out("Cleo challenges\nexpect count Ben 9\nexpect turn Cleo", state=state)


def test_a_stacked_draw_four_waits_for_its_colour() -> None:
    play_out(
        CLASSIC + " stacking=any",
        TWO,
        "Ben plays wild-draw-four\nexpect phase colour\nBen picks green\nexpect owes Cleo 6 cards",
        "expect phase challenge",
    )


def test_an_illegal_draw_four_does_not_stack_where_nobody_could_challenge_it() -> None:
    state = play_out(
        CLASSIC + " stacking=any challenge=off",
        "Ben holds wild-draw-four red-1\ntop red-5\nAnn plays red-draw-two",
    )
    assert code(state, "Ben plays wild-draw-four as blue") == "has-colour"


def test_hits_stack_on_the_launcher_and_the_sum_is_presses() -> None:
    play_out(
        "game extreme players=Ann,Ben,Cleo stacking=same-kind",
        """
        top red-5
        Ann plays red-hit-two
        Ben plays blue-hit-two
        expect owes Cleo 4 presses
        Cleo presses 1
        expect owes Cleo 3 presses
        Cleo presses 0
        Cleo presses 0
        Cleo presses 2
        expect count Cleo 10
        expect turn Ann
        """,
    )


def test_flip_cards_stack_on_one_another_but_none_on_a_draw_until_a_colour() -> None:
    play_out(
        FLIP + " stacking=any",
        "top red-5\nAnn plays red-draw-one\nBen plays wild-draw-two as blue\nexpect owes Cleo 3 cards",
        "expect phase challenge",
    )
    state = play_out(
        FLIP + " stacking=any", "top red-5\nAnn plays red-flip\ntop pink-1\nBen plays wild-draw-colour as pink"
    )
    assert code(state, "Cleo plays wild-draw-colour as pink") == "cannot-stack"
    assert code(state, "Cleo plays pink-draw-five") == "cannot-stack"
    play_out(
        "Cleo draws 2\nAnn plays pink-draw-five\nBen plays teal-draw-five\nexpect owes Cleo 10 cards", state=state
    )


def test_the_first_to_lay_the_last_card_wins_though_another_stacks_his_own_last_on_it() -> None:
    play_out(
        CLASSIC + " stacking=same-kind match_mode=single-round",
        "Cleo holds 1\nAnn holds 1\ntop red-5\nset turn Cleo\nCleo plays red-draw-two\nAnn plays blue-draw-two",
        "Ben draws\nexpect round-winner Cleo",
    )


def test_a_card_that_may_not_be_the_last_is_no_stack_either() -> None:
    state = play_out(CLASSIC + " stacking=any no_finish_on_action=on", "Ben holds 1\n" + TWO)
    assert code(state, "Ben plays blue-draw-two") == "cannot-finish"


def test_a_penalty_is_paid_before_the_sum_is_passed_on() -> None:
    state = play_out(
        CLASSIC + " stacking=any uno_window=any-time auto_draw=off", "Ben holds 1\n" + TWO, "Cleo catches Ben"
    )
    assert code(state, "Ben plays blue-draw-two") == "cannot-stack"
    play_out("Ben draws 2\nBen plays blue-draw-two\nexpect owes Cleo 4 cards", state=state)


def test_when_the_last_to_stack_leaves_the_sum_lapses() -> None:
    play_out(
        CLASSIC + " stacking=any", TWO, "Ben plays blue-draw-two\nBen leaves\nexpect owes nobody\nexpect turn Cleo"
    )


def test_an_undecided_sum_is_not_taken_with_the_reload() -> None:
    play_out(CLASSIC + " stacking=any", TWO, "reload\nexpect count Ben 7\nexpect owes Ben 2 cards")


def test_the_dispenser_counts_out_the_whole_sum() -> None:
    play_out(
        CLASSIC + " stacking=any draw_from=dispenser",
        TWO,
        "Ben plays blue-draw-two\nCleo presses 3\nexpect owes Cleo 1 cards\nCleo presses 1\nexpect turn Ann",
    )
