"""Discard-all: which cards leave the hand, in what order they lie, and how it closes."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.commands import Discard
from tests.referee.table_talk import AB, ABC, after, answer, code, play_out

OPEN = "top red-3\nAnn plays red-discard-all"
KNOWN = "Ann holds red-discard-all red-1 red-8 red-skip blue-2 wild"


def test_with_a_known_hand_all_cards_of_its_colour_go() -> None:
    play_out(
        ABC,
        KNOWN,
        """
        top red-3
        Ann plays red-discard-all
        expect hand Ann blue-2 wild
        expect count Ann 2
        expect top red-discard-all
        expect turn Ben
        """,
    )


def test_the_cards_under_it_have_no_effect() -> None:
    play_out(
        ABC,
        "top red-3\nAnn plays red-discard-all red-skip red-reverse red-hit-two\nexpect turn Ben\nexpect owes nobody",
    )


def test_the_discard_all_lies_on_top_of_the_cards_that_go_with_it() -> None:
    state = play_out(ABC, "top red-3\nAnn plays red-discard-all red-1 red-8")
    assert [str(card) for card in state.discard] == ["red-3", "red-1", "red-8", "red-discard-all"]
    state = play_out(ABC, OPEN, "Ann discards red-1\nAnn discards red-8\nAnn is done\nexpect top red-discard-all")
    assert [str(card) for card in state.discard] == ["red-3", "red-1", "red-8", "red-discard-all"]


def test_another_discard_all_of_its_colour_goes_along_and_one_of_another_colour_stays() -> None:
    play_out(
        AB,
        """
        Ann holds red-discard-all red-discard-all blue-discard-all red-4
        top red-3
        Ann plays red-discard-all
        expect hand Ann blue-discard-all
        """,
    )
    assert code(play_out(AB, "top red-3"), "Ann plays red-discard-all blue-discard-all") == "no-match"


def test_with_some_only_the_card_itself_goes_and_those_that_are_named() -> None:
    play_out(
        ABC + " discard_all=some", KNOWN, "top red-3\nAnn plays red-discard-all\nexpect count Ann 5\nexpect turn Ben"
    )
    play_out(
        ABC + " discard_all=some",
        KNOWN,
        "top red-3\nAnn plays red-discard-all red-1\nexpect hand Ann red-8 red-skip blue-2 wild\nexpect turn Ben",
    )


def test_cards_named_with_it_go_and_no_others() -> None:
    play_out(ABC, KNOWN, "top red-3\nAnn plays red-discard-all red-1\nexpect hand Ann red-8 red-skip blue-2 wild")


def test_it_may_go_on_another_discard_all_and_takes_its_own_colour() -> None:
    play_out(
        ABC,
        "top red-3\nAnn plays red-discard-all red-1",
        "Ben plays blue-discard-all blue-4\nexpect colour blue\nexpect turn Cleo",
    )


def test_with_an_unknown_hand_it_stays_open_until_done() -> None:
    play_out(
        ABC,
        OPEN,
        """
        expect phase discarding
        expect turn Ann
        Ben is done
        expect refused not-your-turn
        Ben discards red-5
        expect refused not-your-turn
        Ann discards red-5 red-6
        expect count Ann 4
        Ann is done
        expect phase playing
        expect turn Ben
        Ann is done
        expect refused not-now
        """,
    )


@pytest.mark.parametrize("card", ["blue-2", "wild", "wild-extreme-hit", "blue-discard-all"])
def test_a_card_of_another_colour_does_not_go_with_it(card: str) -> None:
    assert code(play_out(ABC, OPEN), f"Ann discards {card}") == "no-match"
    assert code(play_out(ABC, "top red-3"), f"Ann plays red-discard-all {card}") == "no-match"


@pytest.mark.parametrize(
    "statement", ["Ann plays red-4", "Ben plays red-4", "Ann presses 1", "Ann passes", "Ann picks red"]
)
def test_while_it_stands_open_nothing_else_is_played(statement: str) -> None:
    assert code(play_out(ABC, OPEN), statement) == "not-now"


def test_with_one_card_in_hand_it_closes_at_once_and_wins() -> None:
    play_out(
        ABC + " match_mode=single-round",
        "Ann holds 1\ntop red-3\nAnn plays red-discard-all\nexpect round-winner Ann\nexpect phase game-over",
    )


def test_the_last_card_under_it_wins_the_round_without_done() -> None:
    play_out(
        ABC + " match_mode=single-round",
        "Ann holds 2\ntop red-3\nAnn plays red-discard-all\nAnn discards red-1\nexpect winner Ann",
    )


def test_no_more_cards_go_with_it_than_the_hand_holds() -> None:
    state = play_out(ABC, "Ann holds 2\ntop red-3")
    assert code(state, "Ann plays red-discard-all red-1 red-2") == "wrong-count"
    state = play_out("Ann plays red-discard-all", state=state)
    assert code(state, "Ann discards red-1 red-2") == "wrong-count"


def test_no_copy_goes_with_it_that_cannot_be_there() -> None:
    state = play_out(ABC, "top red-3\nAnn plays red-3\nBen plays red-discard-all")
    assert code(state, "Ben discards red-3") == "not-in-deck"
    assert code(state, "Ben discards red-4 red-4 red-4") == "not-in-deck"


def test_a_known_hand_gives_only_what_it_holds() -> None:
    assert code(play_out(ABC, KNOWN, "top red-3"), "Ann plays red-discard-all red-9") == "not-in-hand"


def test_other_cards_are_laid_one_at_a_time() -> None:
    state = play_out(ABC, "top red-3")
    assert code(state, "Ann plays red-4 red-4") == "not-now"
    assert code(state, "Ann plays red-skip red-4") == "not-now"


def test_a_scanned_card_that_lies_under_it_cannot_go_again() -> None:
    state = play_out(ABC, OPEN)
    seven = Discard("Ann", (Card.from_word("red-7"),), tag="TXK10131")
    assert answer(state, seven) == (ev.Discarded("Ann", (Card.from_word("red-7"),), "TXK10131"),)
    assert code(after(state, seven), seven) == "duplicate-tag"


def test_insisting_keeps_a_hand_open_that_turned_out_unknown() -> None:
    play_out(
        ABC, "Ann holds red-1 red-2 blue-3\ntop red-3\nAnn plays red-discard-all anyway\nexpect phase discarding"
    )
