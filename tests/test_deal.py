"""Who is dealt to, in which order, and how many cards are missing, whatever a press of the deal brought."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deal import Deal, Progress, Throw, before_the_first_card, in_order, progress
from companion.referee.events import Phase
from companion.referee.state import EMPTY, State
from tests.referee.table_talk import after

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")


def table(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        state = after(state, statement)
    return state


def set_up(players: int = 3, hand_size: int = 7, *more: str) -> State:
    return table(f"game extreme players={','.join(NAMES[:players])} hand_size={hand_size}", *more)


def deal(**hands: int) -> Deal:
    return Deal(1, 1, hands)


@pytest.mark.parametrize(
    ("statements", "order"),
    [
        (("game extreme players=Ann,Ben,Cleo",), ("Ann", "Ben", "Cleo")),
        (("game extreme players=Ann,Ben,Cleo dealer=Ann",), ("Ben", "Cleo", "Ann")),
        (("game extreme players=Ann,Ben,Cleo dealer=Ben",), ("Cleo", "Ann", "Ben")),
        (("game extreme players=Ann,Ben,Cleo", "Ben leaves"), ("Ann", "Cleo")),
        (("game extreme players=Ann,Ben,Cleo", "Cleo leaves"), ("Ann", "Ben")),
    ],
)
def test_the_dealer_s_left_neighbour_is_first_the_dealer_last_and_nobody_who_left(
    statements: tuple[str, ...], order: tuple[str, ...]
) -> None:
    assert in_order(table(*statements)) == order


def test_those_who_are_out_get_no_cards() -> None:
    state = set_up(4)
    out = replace(state, seats=(replace(state.seats[0], out=True, count=0), *state.seats[1:]))
    assert in_order(out) == ("Ben", "Cleo", "Dan")


def test_a_round_is_set_up_until_its_first_card_lies_and_not_while_a_flipped_pile_waits_for_its_top() -> None:
    assert before_the_first_card(set_up())
    assert before_the_first_card(table("game extreme players=Ann,Ben first_card=redraw", "top red-skip"))
    assert not before_the_first_card(set_up(3, 7, "top red-5"))
    flipped = table("game flip players=Ann,Ben", "top red-5", "Ann plays red-flip")
    assert flipped.phase is Phase.TOP
    assert not before_the_first_card(flipped)
    assert not before_the_first_card(EMPTY)


@given(
    players=st.integers(2, 10),
    hand_size=st.integers(1, 10),
    came=st.lists(st.integers(0, 12), max_size=60),
)
def test_whatever_each_press_brings_no_hand_gets_more_than_its_number_and_none_is_passed_over(
    players: int, hand_size: int, came: list[int]
) -> None:
    state, going = set_up(players, hand_size), Deal(1, 1)
    for cards in came:
        player = going.next_hand(state)
        going, asked = going.thrown(state)
        assert asked == (1 if player is None else hand_size - going.hands.get(player, 0))
        going = going.counted(cards).ended(state)
    served = [going.hands.get(name, 0) for name in in_order(state)]
    begun = [number for number in served if number]
    assert max(served) <= hand_size
    assert served == begun + [0] * (players - len(begun))
    assert all(number == hand_size for number in begun[:-1])
    assert going.turned_up <= (served == [hand_size] * players)
    assert going.throw is None


def test_a_press_that_brought_too_few_is_followed_by_one_for_what_is_missing() -> None:
    state = set_up()
    going, asked = deal().thrown(state)
    assert asked == 7
    going = going.counted(3).ended(state)
    assert (going.next_hand(state), going.thrown(state)[1]) == ("Ann", 4)


def test_a_hand_that_was_told_anew_gets_as_many_cards_as_were_told() -> None:
    state = set_up(3, 7, "Ann holds 5", "Ben holds red-1 red-2")
    assert [Deal(1, 1).missing(state, name) for name in ("Ann", "Ben", "Cleo")] == [5, 2, 7]


def test_a_number_in_doubt_counts_what_came_before_it() -> None:
    state = set_up()
    going = deal(Ann=3).thrown(state)[0].counted(2, "double-feed")
    assert progress(going, state, throwing=False) == Progress("Ann", 5, 7, in_doubt=True)
    assert progress(going, state, throwing=True) == Progress("Ann", 5, 7, coming=True)
    assert going.told(state, "Ann", 6).hands == {"Ann": 6}
    assert going.told(state, "Ann", 6).throw is None


def test_what_is_too_many_goes_back_and_the_hand_is_complete() -> None:
    state, going = set_up(), deal(Ann=5)
    assert going.too_many(state, "Ann", 9) == 2
    assert going.told(state, "Ann", 9).next_hand(state) == "Ben"
    assert going.too_many(state, "Ann", 7) == 0


def test_a_hand_found_short_later_is_served_before_those_after_it() -> None:
    state = set_up()
    short = deal(Ann=7, Ben=7).told(state, "Ann", 6)
    assert (short.next_hand(state), short.missing(state, "Ann")) == ("Ann", 1)


def test_a_card_pulled_from_the_gate_belongs_to_the_hand_it_was_thrown_for() -> None:
    state = set_up()
    doubtful = deal(Ann=3).thrown(state)[0].counted(2, "stuck-at-exit").one_more(state, "Ann")
    assert doubtful is not None
    assert doubtful.held_by("Ann") == 6
    late = deal(Ann=3).one_more(state, "Ann")
    assert late is not None
    assert late.hands == {"Ann": 4}
    asked = late.taken_back(state)
    assert asked is not None
    assert asked.held_by("Ann") == 4
    complete = deal(Ann=7, Ben=7, Cleo=7)
    assert complete.one_more(state, None) == replace(complete, turned_up=True)


def test_a_card_pulled_after_a_complete_hand_is_nobody_elses_and_goes_back() -> None:
    state = set_up()
    assert deal(Ann=7).one_more(state, "Ann") is None
    assert replace(deal(Ann=7, Ben=7, Cleo=7), turned_up=True).one_more(state, None) is None


def test_who_lacks_how_many_cards_is_known_in_the_order_of_the_deal() -> None:
    state = set_up()
    going = deal(Ben=7, Cleo=2)
    assert list(going.lacking(state).items()) == [(name, {"Ann": 7, "Cleo": 5}[name]) for name in ("Ann", "Cleo")]
    assert deal(Ann=3).thrown(state)[0].counted(2).lacking(state)["Ann"] == 2


def test_the_doubtful_cards_of_one_who_leaves_are_asked_about_no_more() -> None:
    state = set_up()
    doubtful = deal().thrown(state)[0].counted(2, "double-feed")
    assert doubtful.open_hand(state) == "Ann"
    without = set_up(3, 7, "Ann leaves")
    assert doubtful.open_hand(without) is None
    assert progress(doubtful, without, throwing=False) == Progress("Ben", 0, 7)


def test_after_the_last_hand_one_card_comes_to_be_turned_up_and_another_if_that_went_back() -> None:
    state = table("game extreme players=Ann,Ben first_card=redraw")
    going = deal(Ann=7, Ben=7)
    assert going.awaits_a_press(state)
    going, asked = going.thrown(state)
    assert (going.throw, asked) == (Throw(None, 1), 1)
    going = going.counted(1).ended(state)
    assert not going.awaits_a_press(state)
    sent_back = table("game extreme players=Ann,Ben first_card=redraw", "top red-skip")
    assert going.goes_on(sent_back)
    assert going.another_first_card().awaits_a_press(sent_back)


def test_the_first_card_ends_a_deal_and_its_undo_takes_it_up_again() -> None:
    going = deal(Ann=7)
    assert going.goes_on(set_up())
    assert not going.goes_on(set_up(3, 7, "top red-5"))
    assert going.goes_on(set_up(3, 7, "top red-5", "undo"))
    assert not going.left_to_hands().goes_on(set_up())
    assert going.left_to_hands().taken_up_again().goes_on(set_up())


def test_a_first_card_that_was_sent_back_before_all_hands_were_dealt_ends_the_deal_too() -> None:
    sent_back = table("game extreme players=Ann,Ben first_card=redraw", "top red-skip")
    assert not deal(Ann=7).goes_on(sent_back)


def test_a_deal_is_its_own_round_s() -> None:
    state = set_up()
    assert deal().is_of(1, state)
    assert not deal().is_of(2, state)
    assert not replace(deal(), round=2).is_of(1, state)
