"""``set`` puts right what really lies on the table; ``undo`` takes statements back."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.state import EMPTY
from tests.referee.table_talk import AB, ABC, answer, code, play_out


def test_set_turn_gives_the_turn_and_closes_whatever_is_open_or_owed() -> None:
    play_out(ABC, "top red-3\nset turn Cleo\nexpect turn Cleo\nCleo plays red-4\nexpect turn Ann")
    for opening in (
        "red-hit-two",
        "wild",
        "wild-extreme-hit as blue",
        "red-discard-all",
        "wild-extreme-hit as red at Ben",
    ):
        play_out(
            ABC,
            f"top red-3\nAnn plays {opening}\nset turn Cleo",
            "expect phase playing\nexpect owes nobody\nexpect turn Cleo",
            "Cleo presses 0\nexpect turn Ann",
        )


def test_set_turn_also_closes_a_penalty() -> None:
    play_out(
        ABC,
        "Ann holds 2\ntop red-3\nAnn plays red-4\nBen catches Ann\nset turn Ben\nexpect owes nobody\nBen plays red-5",
    )


def test_set_colour_and_direction_hold_for_the_next_play() -> None:
    play_out(
        ABC,
        """
        top red-3
        set colour blue
        expect colour blue
        expect top red-3
        Ann plays red-4
        expect refused no-match
        Ann plays blue-4
        set direction counter-clockwise
        Ben plays blue-5
        expect turn Ann
        """,
    )


def test_set_colour_answers_an_open_colour_question() -> None:
    play_out(
        ABC, "top red-3\nAnn plays wild\nset colour green\nexpect phase playing\nexpect colour green\nexpect turn Ben"
    )
    play_out(ABC, "top red-3\nAnn plays wild-extreme-hit\nset colour green\nexpect phase target\nexpect turn Ann")
    play_out(ABC, "top wild\nset colour green\nexpect phase playing\nexpect turn Ann")


def test_set_top_brings_its_colour_and_a_wild_leaves_the_colour() -> None:
    play_out(
        ABC,
        "top red-3\nset top blue-5\nexpect top blue-5",
        "expect colour blue\nset top wild\nexpect top wild\nexpect colour blue",
        "Ann plays blue-9",
    )


def test_set_count_makes_a_known_hand_unknown_only_when_it_differs() -> None:
    state = play_out(ABC, "Ann holds red-1 red-2\ntop red-3\nset count Ann 2\nexpect hand Ann red-1 red-2")
    state = play_out("set count Ann 3\nexpect count Ann 3", state=state)
    assert state.seats[0].cards == ()


@pytest.mark.parametrize("number", ["0", "98", "999"])
def test_a_hand_cannot_hold_none_nor_more_than_there_are(number: str) -> None:
    state = play_out(ABC, "top red-3")
    assert code(state, f"set count Ann {number}") == "wrong-count"
    play_out("set count Ann 97", state=state)


def test_counts_and_scores_may_be_set_before_the_first_card() -> None:
    play_out(ABC, "set count Ann 5\nset score Ben 40\nexpect count Ann 5\nexpect score Ben 40")


def test_a_set_score_counts_towards_the_target() -> None:
    play_out(AB, "Ann holds 1\nBen holds red-9\ntop red-3\nset score Ann 491\nAnn plays red-4\nexpect winner Ann")


def test_a_colour_of_the_other_side_cannot_be_set() -> None:
    assert code(play_out(ABC, "top red-3"), "set colour pink") == "not-in-deck"


@pytest.mark.parametrize("statement", ["set turn Zoe", "set count Zoe 3", "set score Zoe 3"])
def test_a_stranger_cannot_be_corrected(statement: str) -> None:
    assert code(play_out(ABC, "top red-3"), statement) == "unknown-player"


def test_corrections_are_facts_that_others_can_read() -> None:
    state = play_out(ABC, "top red-3")
    assert [ev.to_json(event) for event in answer(state, "set count Ann 4")] == [
        {"kind": "corrected", "what": "count", "value": 4, "player": "Ann"}
    ]
    assert [ev.to_json(event) for event in answer(state, "set turn ben")] == [
        {"kind": "corrected", "what": "turn", "value": "Ben"}
    ]
    assert [ev.to_json(event) for event in answer(state, "set top wild")] == [
        {"kind": "corrected", "what": "top", "value": "wild"}
    ]


# Undo


def test_undo_takes_back_exactly_one_statement_with_all_that_followed_from_it() -> None:
    play_out(
        ABC,
        """
        Ann holds red-skip red-2 red-3
        top red-3
        Ann plays red-skip
        expect turn Cleo
        undo
        expect turn Ann
        expect hand Ann red-2 red-3 red-skip
        expect top red-3
        undo
        expect phase setup
        undo
        expect count Ann 7
        undo
        expect phase none
        undo
        expect refused nothing-to-undo
        """,
    )


def test_undo_is_never_undone_but_reaches_further_back() -> None:
    play_out(
        ABC,
        "top red-3\nAnn plays red-4\nBen plays red-5\nundo\nundo\nexpect turn Ann\nexpect top red-3\nAnn presses 2",
    )


def test_corrections_and_calls_and_refusals_are_undone_in_their_order() -> None:
    play_out(
        ABC,
        """
        Ann holds 2
        top red-3
        Ann plays red-4
        set colour blue
        Ben plays red-5
        expect refused no-match
        Ben catches Ann
        undo
        expect owes nobody
        undo
        expect colour red
        Ann says uno
        undo
        Cleo catches Ann
        """,
    )


def test_undo_brings_a_finished_match_back() -> None:
    play_out(AB + " target=5",
    "Ann holds red-1\nBen holds wild\ntop red-3\nAnn plays red-1\nexpect phase game-over\nundo",
             "expect phase playing\nexpect turn Ann\nexpect hand Ann red-1\nexpect score Ann 0")  # fmt: skip


def test_undo_never_reaches_into_an_earlier_game() -> None:
    state = play_out(ABC, "top red-3", AB, "undo\nexpect phase none\nundo\nexpect refused nothing-to-undo")
    assert state == EMPTY


def test_undo_says_which_statement_it_took_back() -> None:
    assert answer(play_out(ABC, "top red-3\nann  PLAYS red-4"), "undo") == (ev.Undone("ann plays red-4"),)


def test_a_refused_statement_leaves_nothing_to_undo() -> None:
    play_out(ABC, "top red-3\nAnn plays blue-9\nexpect refused no-match\nundo\nexpect phase setup")


# Every edition


def test_a_direction_set_while_somebody_pays_decides_who_plays_then() -> None:
    classic = "game classic players=Ann,Ben,Cleo,Dan auto_draw=off"
    paying = "top red-3\nAnn plays red-draw-two\nset direction counter-clockwise"
    play_out(classic, paying, "Ben draws\nexpect turn Ann")
    play_out(classic, paying, "set direction clockwise\nBen draws\nexpect turn Cleo")
    play_out(
        "game attack players=Ann,Ben,Cleo,Dan",
        "top red-3\nAnn plays wild-all-hit as red\nset direction counter-clockwise",
        "Ben presses 0\nCleo presses 0\nDan presses 0\nexpect turn Dan",
    )
    play_out(
        "game extreme players=Ann,Ben,Cleo,Dan extreme_hit_next=second",
        "top red-3\nAnn plays wild-extreme-hit as red at Dan\nset direction counter-clockwise",
        "Ann presses 0\nAnn presses 0\nexpect turn Cleo",
    )
    play_out(
        "game flip players=Ann,Ben,Cleo",
        "top red-3\nAnn plays red-flip\ntop pink-1\nset direction counter-clockwise\nBen plays pink-2",
        "expect turn Ann",
    )


def test_a_count_leaves_room_for_what_lies_turned_over_on_the_discard() -> None:
    state = play_out("game flip players=Ann,Ben", "top red-3\nAnn plays red-4\nBen plays red-flip\ntop pink-1")
    assert state.discard_size == 3
    assert code(state, "set count Ann 104") == "wrong-count"
    play_out("set count Ann 103\nexpect count Ann 103", state=state)


def test_set_turn_closes_a_challenge_a_stack_and_an_open_draw() -> None:
    for game, told in (
        ("classic", "top red-3\nAnn plays wild-draw-four as red"),
        ("classic stacking=any", "top red-3\nAnn plays red-draw-two"),
        ("flip", "top red-3\nAnn plays red-flip\ntop pink-1\nBen plays wild-draw-colour as pink"),
    ):
        edition, *options = game.split()
        play_out(
            f"game {edition} players=Ann,Ben,Cleo {' '.join(options)}",
            told,
            "set turn Cleo\nexpect owes nobody\nexpect phase playing\nexpect turn Cleo",
        )
