"""What the table can know: hands told in part, what the deck leaves over, and counts that cannot be right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.referee.cards import Card
from companion.referee.decks import Deck, load_deck
from companion.referee.knowledge import (
    Contradiction,
    at_least,
    contradictions,
    faces_behind,
    fewest_cards,
    hand_knowledge,
    still_known,
)
from companion.referee.state import State
from tests.referee.table_talk import code, play_out

AB = "game classic players=Ann,Ben"
ABC = "game classic players=Ann,Ben,Cleo"
RED_1, RED_2, BLUE_5 = (Card.from_word(word) for word in ("red-1", "red-2", "blue-5"))


# Hands told in part


def test_drawn_cards_that_were_told_are_known_in_an_unknown_hand() -> None:
    state = play_out(AB, "top red-5\nAnn draws blue-7\nAnn passes\nexpect hand Ann blue-7\nexpect count Ann 8")
    assert not state.seats[0].fully_known


def test_a_known_card_laid_from_a_partly_known_hand_is_known_no_more() -> None:
    play_out(
        AB,
        "Ann holds red-1 red-2\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "Ann plays red-1\nexpect hand Ann red-2\nexpect count Ann 2",
    )


def test_a_card_nobody_told_of_leaves_the_known_ones_known() -> None:
    play_out(
        AB,
        "Ann holds red-1 red-2\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "Ann plays red-9\nexpect hand Ann red-1 red-2\nexpect count Ann 2",
    )


def test_known_cards_move_with_a_partly_known_hand() -> None:
    play_out(
        "game classic players=Ann,Ben,Cleo seven_zero=on",
        "Ann holds red-7 red-1\nBen holds blue-5 blue-6\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "Cleo draws\nCleo passes\nAnn plays red-7 at Ben\nexpect hand Ben red-1\nexpect hand Ann blue-5 blue-6",
        "expect count Ann 3\nexpect count Ben 2",
    )


def test_a_partly_known_hand_may_lack_anything_and_still_lay_it() -> None:
    state = play_out(AB, "Ann holds red-1 red-2\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes")
    play_out("Ann plays green-5", state=state)
    assert code(play_out(AB, "Ann holds red-1 red-2\ntop red-5"), "Ann plays green-5") == "not-in-hand"


def test_a_bluff_is_plain_where_one_card_of_the_colour_is_known() -> None:
    play_out(
        AB,
        "Ann holds red-1 wild-draw-four\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "Ann plays wild-draw-four as blue\nBen challenges\nexpect turn Ben\nexpect count Ann 6",
    )


def test_where_the_known_part_proves_nothing_the_table_is_asked() -> None:
    play_out(
        AB,
        "Ann holds blue-1 wild-draw-four\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "Ann plays wild-draw-four as blue\nBen challenges\nexpect phase verdict",
    )


def test_a_card_of_the_colour_drawn_after_the_play_makes_nobody_guilty() -> None:
    play_out(
        "game classic players=Ann,Ben auto_draw=off",
        "Ann holds blue-1 wild-draw-four\ntop red-5\nAnn plays wild-draw-four as blue\nBen catches Ann",
        "Ann draws red-1 red-2\nBen challenges\nexpect turn Ben\nexpect owes Ben 6 cards",
    )


def test_without_challenges_one_known_card_of_the_colour_forbids_the_draw_wild() -> None:
    state = play_out(
        "game classic players=Ann,Ben challenge=off",
        "Ann holds red-1 wild-draw-four\ntop red-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
    )
    assert code(state, "Ann plays wild-draw-four as blue") == "has-colour"


def test_who_must_play_must_also_with_a_hand_known_in_part() -> None:
    state = play_out(
        "game classic players=Ann,Ben may_decline=off",
        "Ann holds blue-1 red-2\ntop green-5\nAnn draws\nAnn passes\nBen plays red-5",
    )
    assert code(state, "Ann draws") == "must-play"


def test_a_discard_all_from_a_partly_known_hand_asks_what_goes_along() -> None:
    play_out(
        "game extreme players=Ann,Ben",
        "Ann holds red-discard-all red-1 blue-2\ntop red-5\nAnn presses 1\nBen presses 0",
        "Ann plays red-discard-all\nexpect phase discarding\nexpect count Ann 3",
    )


def test_a_partly_known_hand_is_asked_for_at_the_end_of_the_round() -> None:
    play_out(
        AB,
        "Ann holds red-1\nBen holds blue-5 blue-6\ntop green-5\nAnn draws\nAnn passes\nBen draws\nBen passes",
        "set turn Ann\nset count Ann 1\nset colour red\nAnn plays red-1\nexpect phase counting",
        "Ben left blue-5 blue-6 red-9\nexpect score Ann 20",
    )


# What the deck leaves over


def everything_else_is_told() -> State:
    """All 108 cards are in hands and on the discard: Ann's are told, and Ben must have the other four."""
    bens = Counter({Card.from_word("red-0"): 1, RED_1: 2, RED_2: 1})
    anns = Counter(load_deck("classic").cards) - Counter([Card.from_word("green-5")]) - bens
    state = play_out(AB, f"Ben holds {bens.total()}\nAnn holds {' '.join(map(str, anns.elements()))}", "top green-5")
    assert state.supply == 0
    return state


def test_who_holds_all_that_is_left_is_known() -> None:
    state = everything_else_is_told()
    assert state.seats[1].cards == ()
    assert hand_knowledge(state, 1).cards == tuple(map(Card.from_word, ("red-0", "red-1", "red-1", "red-2")))


def test_with_one_card_in_the_supply_all_but_one_are_known() -> None:
    state = everything_else_is_told()
    state = state.with_seat(1, count=3)
    known = hand_knowledge(state, 1)
    assert known.cards == (RED_1,)  # of two copies one must be among three of the four cards
    assert known.possible == {Card.from_word("red-0"): 1, RED_1: 2, RED_2: 1}
    assert (known.fewest, known.most) == (3, 3)


def test_a_hand_cannot_hold_what_lies_elsewhere() -> None:
    state = play_out(ABC, "Ann holds red-1 red-2 red-2\nBen holds red-0\ntop red-1")
    possible = hand_knowledge(state, 2).possible
    assert not {RED_1, RED_2, Card.from_word("red-0")} & set(possible)
    assert possible[BLUE_5] == 2


def test_whoever_cannot_hold_the_colour_is_innocent_without_being_looked_at() -> None:
    reds = [f"red-{value}" for value in (*range(1, 10), *range(1, 10), *("skip", "reverse", "draw-two") * 2)]
    state = play_out(AB, f"Ben holds {' '.join(reds)}\nAnn holds 2\ntop red-0\nAnn plays wild-draw-four as blue")
    play_out("Ben challenges\nexpect phase playing\nexpect turn Ann\nexpect count Ben 30", state=state)


# Counts that cannot be right


def test_more_cards_than_the_deck_has_make_every_count_a_range() -> None:
    state = play_out("game extreme players=Ann,Ben", "Ann holds 50\nBen holds 60\ntop red-5\nAnn presses 4")
    assert contradictions(state) == (Contradiction.CARDS,)
    assert [fewest_cards(state, index) for index in (0, 1)] == [51, 57]
    known = hand_knowledge(state, 0)
    assert (known.fewest, known.most, known.cards) == (51, 54, ())


def test_a_third_copy_on_the_table_is_a_contradiction_that_names_no_card() -> None:
    state = play_out(ABC, "Ann holds red-1 red-1 blue-2\ntop red-5\nset turn Ben\nBen plays red-1")
    assert contradictions(state) == (Contradiction.COPIES,)
    assert hand_knowledge(state, 0).cards == state.seats[0].cards


def test_a_table_as_it_was_dealt_contradicts_nothing() -> None:
    assert contradictions(play_out(ABC, "top red-5")) == ()


# Two-sided decks


def paired() -> Deck:
    """Flip with backs known: both red 1s have a pink 1 behind them, one red 2 a pink 2, the other a teal 9."""
    pink_1, pink_2, teal_9 = (Card.from_word(word) for word in ("pink-1", "pink-2", "teal-9"))
    backs = {RED_1: (pink_1, pink_1), RED_2: (pink_2, teal_9), pink_1: (RED_1, RED_1), teal_9: (RED_2, BLUE_5)}
    return replace(load_deck("flip"), backs=backs)


@pytest.mark.parametrize(
    ("held", "behind"),
    [
        ("red-1", "pink-1"),
        ("red-1 red-1", "pink-1 pink-1"),
        ("red-2", ""),
        ("red-2 red-2", "pink-2 teal-9"),
        ("red-1 red-2 blue-7", "pink-1"),
        ("teal-9 teal-9", "blue-5 red-2"),
    ],
)
def test_of_backs_only_what_is_certain_is_known(held: str, behind: str) -> None:
    cards = tuple(Card.from_word(word) for word in held.split())
    assert " ".join(map(str, faces_behind(cards, paired().backs))) == behind


def test_a_light_card_seen_on_the_discard_is_still_there_when_the_deck_turns_back() -> None:
    state = play_out(
        "game flip players=Ann,Ben",
        "top red-4\nAnn plays red-7\nBen plays red-7\nAnn plays red-flip\ntop pink-6",
        "Ben plays pink-flip\ntop red-2",
    )
    assert code(state, "Ann plays red-7") == "not-in-deck"
    assert state.discard_size == 5
    play_out("reload\nAnn plays red-7", state=state)


def test_without_pairs_the_dark_faces_of_the_discard_are_unknown() -> None:
    state = play_out("game flip players=Ann,Ben", "top red-4\nAnn plays red-flip\ntop pink-6")
    assert state.buried_faces == ()
    assert sorted(map(str, state.turned_faces)) == ["red-4", "red-flip"]


# Keeping what is known


def test_what_leaves_is_known_no_more_and_too_much_knowledge_is_none() -> None:
    assert still_known((RED_1, RED_1, RED_2), (RED_1,), left=2) == (RED_1, RED_2)
    assert still_known((RED_1, RED_2), (BLUE_5,), left=2) == (RED_1, RED_2)
    assert still_known((RED_1, RED_2), (BLUE_5,), left=1) == ()


def test_two_certainties_about_one_pile_are_both_certain() -> None:
    assert at_least((RED_1,), (RED_1, RED_2)) == (RED_1, RED_2)


def test_where_counts_contradict_the_deck_nobody_is_innocent_without_being_looked_at() -> None:
    reds = [f"red-{value}" for value in (*range(1, 10), *range(1, 10), *("skip", "reverse", "draw-two") * 2)]
    state = play_out(AB, f"Ben holds {' '.join(reds)}\nAnn holds 2\ntop red-0\nset turn Ben\nBen plays red-1")
    state = play_out("set top red-0\nset turn Ann\nAnn plays wild-draw-four as blue", state=state)
    state = state.with_seat(1, cards=(*state.seats[1].cards, RED_1, RED_1))
    play_out("Ben challenges\nexpect phase verdict", state=state)
