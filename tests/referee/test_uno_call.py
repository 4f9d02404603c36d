"""UNO: when a call is due, when it counts, who may be caught and until when, and what the caught one pays."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from tests.referee.table_talk import AB, ABC, answer, code, play_out

SILENT = "Ann holds 2\ntop red-3\nAnn plays red-4"
ANY_TIME = ABC + " uno_window=any-time"


def test_a_player_who_goes_silently_to_one_card_can_be_caught_and_presses_twice() -> None:
    play_out(
        ABC,
        SILENT,
        """
        Cleo catches Ann
        expect owes Ann 2 presses
        expect turn Ben
        expect phase paying
        Ann presses 0
        Ann presses 3
        expect count Ann 4
        expect owes nobody
        expect turn Ben
        expect phase playing
        """,
    )


def test_the_caught_player_pays_before_anybody_plays_on() -> None:
    state = play_out(ABC, SILENT, "Cleo catches Ann")
    assert code(state, "Ben plays red-5") == "must-pay"
    assert code(state, "Ben presses 0") == "must-pay"


def test_a_call_with_the_last_but_one_card_counts_before_the_play() -> None:
    play_out(
        ABC, "Ann holds 2\ntop red-3\nAnn says uno\nAnn plays red-4\nBen catches Ann\nexpect refused nothing-to-catch"
    )


def test_a_call_before_the_own_turn_counts_when_two_cards_are_held() -> None:
    play_out(
        ABC, "Ben holds 2\ntop red-3\nBen says uno\nAnn plays red-4\nBen plays red-5\nCleo catches Ben",
        "expect refused nothing-to-catch",
    )  # fmt: skip


def test_a_call_after_the_play_counts_until_somebody_catches() -> None:
    play_out(ABC, SILENT, "Ann says uno\nCleo catches Ann\nexpect refused nothing-to-catch")
    play_out(ABC, SILENT, "Cleo catches Ann\nAnn says uno\nexpect owes Ann 2 presses")


def test_a_call_before_a_wild_counts_through_the_colour() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann says uno
        Ann plays wild
        Cleo catches Ann
        expect refused nothing-to-catch
        Ann picks red
        """,
    )


def test_caught_while_the_colour_is_pending_the_colour_is_named_first_and_then_the_penalty_paid() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann plays wild
        Cleo catches Ann
        expect phase colour
        Ann presses 0
        expect refused colour-needed
        Ann picks blue
        expect colour blue
        expect phase paying
        expect owes Ann 2 presses
        expect turn Ben
        Ann presses 1
        Ann presses 0
        expect turn Ben
        expect phase playing
        """,
    )


def test_caught_with_an_extreme_hit_the_player_pays_the_penalty_first_and_keeps_those_cards() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann plays wild-extreme-hit as blue at Ben
        Cleo catches Ann
        expect owes Ann 4 presses
        Ann presses 1
        Ann presses 1
        expect count Ann 3
        expect owes Ann 2 presses
        Ann presses 4
        Ann presses 0
        expect count Ben 11
        expect count Ann 3
        expect turn Ben
        """,
    )


def test_a_call_that_nobody_needs_is_accepted_and_nothing_happens() -> None:
    state = play_out(ABC, "top red-3")
    assert answer(state, "Ben says uno") == ()
    assert answer(play_out(ABC, SILENT, "Ann says uno"), "Ann says uno") == ()


def test_a_call_with_many_cards_is_early_and_does_not_help_two_plays_later() -> None:
    state = play_out(ABC, "Ann holds 3\ntop red-3")
    assert answer(state, "Ann says uno") == (ev.UnoCalled("Ann", early=True),)
    play_out(
        "Ann says uno\nAnn plays red-4\nBen presses 0\nCleo presses 0\nAnn plays red-5\nBen catches Ann", state=state
    )


def test_a_call_before_a_discard_all_counts_for_the_card_that_is_left() -> None:
    play_out(
        ABC,
        """
        Ann holds 4
        top red-3
        Ann says uno
        Ann plays red-discard-all
        Ann discards red-4
        expect count Ann 2
        Ann discards red-5
        Cleo catches Ann
        expect refused nothing-to-catch
        Ann is done
        Cleo catches Ann
        expect refused nothing-to-catch
        """,
    )


def test_a_discard_all_that_leaves_one_card_makes_a_call_due() -> None:
    play_out(
        ABC, "Ann holds 3\ntop red-3\nAnn plays red-discard-all red-4\nCleo catches Ann\nexpect owes Ann 2 presses"
    )


@pytest.mark.parametrize("closing", ["Ben plays red-5", "Ben presses 0", "Ben presses 2"])
def test_the_next_players_first_act_closes_the_window(closing: str) -> None:
    assert code(play_out(ABC, SILENT, closing), "Cleo catches Ann") == "too-late"


def test_a_refused_try_does_not_close_the_window() -> None:
    play_out(ABC, SILENT, "Ben plays green-9\nexpect refused no-match\nCleo catches Ann")


def test_whoever_pays_for_a_hit_and_loses_the_turn_closes_the_window_too() -> None:
    play_out(
        ABC,
        "Ann holds 2\ntop red-3\nAnn plays red-hit-two\nBen presses 0\nCleo catches Ann\nexpect refused too-late",
    )


def test_being_skipped_does_not_close_the_window() -> None:
    play_out(
        ABC,
        "Ann holds 2\ntop red-3\nAnn plays red-skip\nBen catches Ann\nexpect owes Ann 2 presses\nexpect turn Cleo",
    )


def test_presses_by_the_cards_own_player_do_not_close_the_window() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann plays wild-extreme-hit as blue at Ben
        Ann presses 2
        Ann presses 0
        expect turn Ben
        Cleo catches Ann
        expect owes Ann 2 presses
        """,
    )


def test_when_the_same_player_is_next_the_own_press_or_play_closes_the_window() -> None:
    again = "Ann holds 3\ntop red-3\nAnn plays red-9\nBen presses 0\nAnn plays red-skip\nexpect turn Ann"
    play_out(AB, again, "Ben catches Ann\nexpect owes Ann 2 presses\nexpect turn Ann")
    assert code(play_out(AB, again, "Ann presses 0"), "Ben catches Ann") == "too-late"
    assert code(play_out(AB, again, "Ann presses 1"), "Ben catches Ann") == "nothing-to-catch"


def test_paying_a_penalty_lets_nobody_else_off() -> None:
    state = play_out(
        ANY_TIME,
        """
        Ann holds 2
        Cleo holds 2
        top red-3
        Ann presses 0
        Ben presses 0
        Cleo plays red-9
        Ann plays red-4
        Ben catches Cleo
        Cleo presses 0
        Cleo presses 0
        """,
    )
    assert state.seats[0].uno.name == "OPEN"
    play_out("Ben catches Ann\nexpect owes Ann 2 presses", state=state)


def test_nobody_is_caught_twice_for_one_play() -> None:
    state = play_out(ABC, SILENT, "Cleo catches Ann")
    assert code(state, "Ben catches Ann") == "nothing-to-catch"
    state = play_out("Ann presses 0\nAnn presses 0\nexpect count Ann 1\nexpect owes nobody", state=state)
    assert code(state, "Ben catches Ann") == "nothing-to-catch"


@pytest.mark.parametrize("statement", ["Cleo catches Ben", "Ben catches Ben", "Cleo catches Ann"])
def test_with_more_than_one_card_there_is_nothing_to_catch(statement: str) -> None:
    assert code(play_out(ABC, "top red-3"), statement) == "nothing-to-catch"


def test_nobody_catches_oneself() -> None:
    assert code(play_out(ABC, SILENT), "Ann catches Ann") == "bad-target"


def test_a_new_window_opens_with_the_next_play_to_one_card() -> None:
    play_out(
        ABC,
        SILENT,
        "Cleo catches Ann\nAnn presses 1\nAnn presses 0",
        "Ben presses 0\nCleo presses 0\nAnn plays red-6\nBen catches Ann",
        "expect owes Ann 2 presses",
    )


def test_the_penalty_is_as_many_presses_as_agreed() -> None:
    play_out(ABC + " uno_penalty=5", SILENT, "Ben catches Ann\nexpect owes Ann 5 presses")
    play_out(
        ABC + " uno_penalty=0", SILENT, "Ben catches Ann\nexpect owes nobody\nexpect phase playing\nexpect turn Ben"
    )


# any-time


def test_with_any_time_a_missed_call_is_caught_whenever_it_is_noticed() -> None:
    play_out(
        ANY_TIME,
        SILENT,
        "Ben plays red-5\nCleo presses 0\nBen catches Ann\nexpect owes Ann 2 presses\nexpect turn Ann",
    )


def test_with_any_time_a_late_call_still_counts() -> None:
    play_out(ANY_TIME, SILENT, "Ben plays red-5\nAnn says uno\nCleo catches Ann\nexpect refused nothing-to-catch")


def test_without_any_time_a_late_call_has_no_effect() -> None:
    assert answer(play_out(ABC, SILENT, "Ben plays red-5"), "Ann says uno") == ()


def test_with_any_time_whoever_holds_one_card_uncalled_is_caught_however_it_came() -> None:
    state = play_out(ANY_TIME, "Ann holds 1\ntop red-3\nset count Ben 1")
    play_out("Cleo catches Ann\nexpect owes Ann 2 presses", state=state)
    play_out("Cleo catches Ben\nexpect owes Ben 2 presses", state=state)
    play_out("Ben says uno\nCleo catches Ben\nexpect refused nothing-to-catch", state=state)
    assert code(play_out(ABC, "Ann holds 1\ntop red-3"), "Cleo catches Ann") == "nothing-to-catch"


# While a discard-all stands open


def test_caught_while_discarding_the_penalty_waits_until_done() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann plays red-discard-all
        expect phase discarding
        Ben catches Ann
        Ann presses 0
        expect refused not-now
        Ann is done
        expect owes Ann 2 presses
        expect turn Ben
        """,
    )


def test_the_last_card_under_a_discard_all_does_not_end_the_round_before_the_penalty_is_paid() -> None:
    caught = (
        "Ann holds 2\ntop red-3\nAnn plays red-discard-all\nBen catches Ann\nAnn discards red-9\nexpect phase paying"
    )
    play_out(ABC + " match_mode=single-round", caught, "Ann presses 0\nAnn presses 0\nexpect round-winner Ann")
    play_out(ABC, caught, "Ann presses 2\nAnn presses 0\nexpect count Ann 2\nexpect phase playing\nexpect turn Ben")


@pytest.mark.parametrize("statement", ["Zoe says uno", "Zoe catches Ann", "Ann catches Zoe"])
def test_strangers_neither_call_nor_catch(statement: str) -> None:
    assert code(play_out(ABC, SILENT), statement) == "unknown-player"


# Decks that are drawn from a pile (detail 7)


CLASSIC = "game classic players=Ann,Ben,Cleo"
TO_ONE = "Ann holds 2\ntop red-3\nAnn plays {card}"


@pytest.mark.parametrize(
    ("card", "then"),
    [
        ("red-1", "Ben plays red-2"),
        ("red-1", "Ben draws"),
        ("wild-draw-four as red", "Ben accepts"),
        ("wild-draw-four as red", "Ben draws"),
    ],
)
def test_the_next_players_play_draw_or_acceptance_closes_the_window_for_cards(card: str, then: str) -> None:
    assert code(play_out(CLASSIC, TO_ONE.format(card=card), then), "Cleo catches Ann") == "too-late"


@pytest.mark.parametrize(
    ("card", "then"),
    [
        ("red-draw-two", ""),
        ("red-skip", ""),
        ("wild-draw-four as red", "Ben challenges"),
        ("wild-draw-four as red", "Ben challenges\nhand is innocent"),
        ("red-1", "Ben plays blue-9\nexpect refused no-match"),
        ("red-1", "Ben passes\nexpect refused must-draw"),
        ("red-1", "Cleo plays red-9\nexpect refused not-your-turn"),
        ("red-1", "Cleo says uno"),
        ("red-1", "reload"),
    ],
)
def test_challenges_assumed_draws_being_skipped_and_refused_tries_leave_the_window_open(card: str, then: str) -> None:
    state = play_out(CLASSIC, TO_ONE.format(card=card), then)
    before = state.seats[0].count
    play_out(f"Cleo catches Ann\nexpect count Ann {before + 2}", state=state)


def test_an_owed_draw_that_is_said_closes_the_window() -> None:
    state = play_out(CLASSIC + " auto_draw=off", TO_ONE.format(card="red-draw-two"), "Ben draws 1")
    assert code(state, "Cleo catches Ann") == "too-late"


def test_with_two_players_the_own_next_play_or_draw_closes_the_window_after_a_skip() -> None:
    state = play_out("game classic players=Ann,Ben", "Ann holds 2\ntop red-3\nAnn plays red-skip\nexpect turn Ann")
    play_out("Ben catches Ann\nexpect count Ann 3\nexpect turn Ann", state=state)
    assert code(play_out("Ann draws", state=state), "Ben catches Ann") == "nothing-to-catch"


def test_a_bluffer_who_draws_four_has_no_call_to_miss() -> None:
    state = play_out(CLASSIC, TO_ONE.format(card="wild-draw-four as red"), "Ben challenges\nhand is guilty")
    assert code(state, "Cleo catches Ann") == "nothing-to-catch"
