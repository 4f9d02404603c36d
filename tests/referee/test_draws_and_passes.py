"""Drawing from the pile: the own card, owed cards, passing, and what the table can do when the pile runs out."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from tests.referee.table_talk import after, answer, code, play_out, refusal

AB = "game classic players=Ann,Ben"
ABC = "game classic players=Ann,Ben,Cleo"
#: Three players, two cards in the pile.
TWO_LEFT = "Ann holds 50\nBen holds 48\nCleo holds 7\ntop red-5"


# The own draw (detail 3)


def test_the_own_draw_is_one_card_and_the_turn_stays() -> None:
    play_out(AB, "top red-5\nAnn draws\nexpect count Ann 8\nexpect turn Ann\nexpect phase playing")


def test_nobody_passes_before_a_draw() -> None:
    assert code(play_out(AB, "top red-5"), "Ann passes") == "must-draw"


@pytest.mark.parametrize("more", ["Ann draws", "Ann draws 1", "Ann draws 2", "Ann draws red-1"])
def test_a_second_draw_in_one_turn_is_refused(more: str) -> None:
    assert code(play_out(AB, "top red-5\nAnn draws"), more) == "already-drawn"


def test_two_cards_at_once_are_a_second_draw_and_none_is_no_draw() -> None:
    state = play_out(AB, "top red-5")
    assert code(state, "Ann draws 2") == "already-drawn"
    assert code(state, "Ann draws red-1 red-2") == "already-drawn"
    assert code(state, "Ann draws 0") == "wrong-count"


def test_only_the_drawn_card_may_be_played_where_it_is_known() -> None:
    state = play_out(AB, "Ann holds red-1 red-2\ntop red-5\nAnn draws red-7")
    assert code(state, "Ann plays red-1") == "already-drawn"
    play_out("Ann plays red-7\nexpect turn Ben\nexpect hand Ann red-1 red-2", state=state)


def test_an_unknown_drawn_card_may_be_any() -> None:
    play_out(AB, "top red-5\nAnn draws\nAnn plays red-7\nexpect turn Ben\nexpect count Ann 7")


def test_a_drawn_card_that_does_not_fit_is_kept() -> None:
    state = play_out(AB, "top red-5\nAnn draws blue-7")
    assert code(state, "Ann plays blue-7") == "no-match"
    play_out("Ann passes\nexpect turn Ben\nexpect count Ann 8", state=state)


def test_a_known_hand_stays_known_by_a_known_draw_and_is_partly_known_after_another() -> None:
    state = play_out(AB, "Ann holds red-1\ntop red-5\nAnn draws blue-7\nexpect hand Ann red-1 blue-7\nAnn passes")
    state = play_out("Ben draws\nBen passes\nAnn draws", state=state)
    assert not state.seats[0].fully_known
    play_out("expect hand Ann red-1 blue-7", state=state)


def test_at_a_table_with_a_pile_nobody_presses() -> None:
    assert code(play_out(AB, "top red-5"), "Ann presses 1") == "not-now"
    assert code(play_out(AB + " auto_draw=off", "top red-5\nAnn plays red-draw-two"), "Ben presses 2") == "not-now"


def test_a_draw_out_of_turn_is_refused() -> None:
    assert code(play_out(AB, "top red-5"), "Ben draws") == "not-your-turn"


def test_a_card_that_lies_on_the_discard_is_not_drawn_and_is_not_named() -> None:
    state = play_out(AB, "top red-0")
    why = refusal(state, "Ann draws red-0")
    assert (why.code, why.card) == ("not-in-deck", None)
    owing = play_out(AB + " auto_draw=off", "top red-0\nAnn plays red-draw-two")
    assert code(owing, "Ben draws red-0 red-1") == "not-in-deck"
    assert code(state, "Ann draws pink-4") == "not-in-deck"


# Owed cards (detail 2)


def test_owed_cards_are_taken_as_drawn_unless_the_table_wants_to_say_it() -> None:
    play_out(ABC, "top red-5\nAnn plays red-draw-two\nexpect count Ben 9\nexpect turn Cleo")
    play_out(
        ABC + " auto_draw=off",
        """
        top red-5
        Ann plays red-draw-two
        expect count Ben 7
        expect turn Ben
        expect phase paying
        expect owes Ben 2 cards
        Ben plays red-1
        expect refused must-pay
        Cleo plays red-1
        expect refused must-pay
        Ben passes
        expect refused must-pay
        Ben draws 3
        expect refused wrong-count
        Ben draws 0
        expect refused wrong-count
        Ben draws 1
        expect owes Ben 1 cards
        Ben draws red-7
        expect turn Cleo
        expect count Ben 9
        """,
    )


def test_draws_without_a_number_takes_all_that_is_owed() -> None:
    play_out(
        ABC + " auto_draw=off", "top red-5\nAnn plays red-draw-two\nBen draws\nexpect count Ben 9\nexpect turn Cleo"
    )


def test_a_penalty_without_a_word_is_taken_too_and_does_not_move_the_turn() -> None:
    play_out(ABC, "Ann holds 2\ntop red-5\nAnn plays red-6\nCleo catches Ann\nexpect count Ann 3\nexpect turn Ben")
    play_out(
        ABC + " auto_draw=off",
        "Ann holds 2\ntop red-5\nAnn plays red-6\nCleo catches Ann\nexpect owes Ann 2 cards\nexpect turn Ben",
        "Ann draws\nexpect count Ann 3\nexpect turn Ben\nexpect phase playing",
    )


def test_a_penalty_is_not_taken_for_the_draw_of_a_card_that_still_stands() -> None:
    state = play_out(
        ABC + " uno_window=any-time",
        "Ben holds 1\ntop red-5\nAnn plays wild-draw-four as blue\nCleo catches Ben\nexpect count Ben 3",
        "expect phase challenge\nexpect owes Ben 4 cards\nBen accepts\nexpect count Ben 7\nexpect turn Cleo",
    )
    assert not state.debts
    play_out(
        ABC + " uno_window=any-time stacking=any",
        "Ben holds 1\ntop red-5\nAnn plays red-draw-two\nCleo catches Ben\nexpect owes Ben 2 cards",
        "expect count Ben 3",
    )


# The pile runs out (detail 10)


def test_an_own_draw_from_an_empty_pile_waits_for_the_reload() -> None:
    state = play_out(AB, "Ann holds 50\nBen holds 57\ntop red-5\nAnn plays red-6")
    assert code(state, "Ben draws") == "no-supply"
    play_out("reload\nBen draws\nexpect count Ben 58", state=state)


def test_an_owed_draw_takes_what_there_is_and_the_rest_with_the_reload() -> None:
    play_out(
        ABC,
        TWO_LEFT,
        """
        Ann plays wild-draw-four as red
        Ben accepts
        expect count Ben 50
        expect owes Ben 2 cards
        expect phase paying
        Cleo plays red-1
        expect refused must-pay
        Ben draws
        expect refused no-supply
        reload
        expect count Ben 51
        expect owes nobody
        expect turn Cleo
        """,
    )


def test_the_rest_of_a_draw_two_comes_with_the_reload_and_play_goes_on() -> None:
    play_out(
        ABC,
        "Ann holds 51\nBen holds 48\nCleo holds 7\ntop red-5\nAnn plays red-3\nBen plays red-draw-two",
        "expect count Cleo 8\nexpect owes Cleo 1 cards\nreload\nexpect count Cleo 9\nexpect turn Ann",
    )


def test_without_a_word_from_the_table_the_rest_waits_for_the_draw() -> None:
    play_out(
        ABC + " auto_draw=off",
        "Ann holds 51\nBen holds 48\nCleo holds 7\ntop red-5\nAnn plays red-3\nBen plays red-draw-two",
        "Cleo draws\nexpect count Cleo 8\nexpect owes Cleo 1 cards\nreload\nexpect owes Cleo 1 cards",
        "Cleo draws\nexpect count Cleo 9\nexpect turn Ann",
    )


def test_what_can_never_be_drawn_is_waived_and_said() -> None:
    state = play_out(AB, "Ann holds 51\nBen holds 56\ntop red-5")
    assert ev.Waived("Ann", 1) in answer(state, "Ann draws")
    play_out("Ann draws\nexpect count Ann 51\nexpect turn Ben\nexpect phase playing", state=state)
    state = play_out(ABC, "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nAnn plays red-draw-two")
    state = after(state, "reload")
    assert state.seats[1].count == 51
    assert [state.name(state.turn or 0), state.debts] == ["Cleo", ()]


def test_a_waived_draw_closes_the_window_for_a_missed_uno() -> None:
    state = play_out(AB, "Ann holds 2\nBen holds 105\ntop red-5\nAnn plays red-6\nreload\nset count Ben 106")
    assert code(after(state, "Ben draws"), "Ben catches Ann") == "too-late"


def test_what_the_table_counted_is_believed_though_the_pile_should_be_empty() -> None:
    state = play_out(ABC + " auto_draw=off", TWO_LEFT, "Ann plays wild-draw-four as red\nBen draws 4")
    assert (state.seats[1].count, state.supply, state.unaccounted) == (52, 0, -2)


def test_a_penalty_that_waits_is_drawn_with_the_reload_whatever_is_open() -> None:
    play_out(
        ABC,
        "Ann holds 2\nBen holds 98\nCleo holds 7\ntop red-5\nAnn plays wild\nCleo catches Ann\nexpect count Ann 1",
        "expect owes Ann 2 cards\nreload\nexpect count Ann 2\nexpect owes Ann 1 cards\nexpect phase colour",
        "Ann picks red\nexpect owes Ann 1 cards\nexpect phase paying\nAnn draws\nexpect owes nobody\nexpect turn Ben",
    )


def test_a_reload_leaves_one_card() -> None:
    state = play_out(AB, "top red-5\nAnn plays red-6\nBen plays red-7\nreload\nexpect top red-7")
    assert state.discard_size == 1
