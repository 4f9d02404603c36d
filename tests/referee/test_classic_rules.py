"""Classic, classic-112 and Braille UNO: what fits, what each card does, three players and two."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.cards import Card
from tests.referee.table_talk import answer, code, play_out, refusal

EDITIONS = ["classic", "classic-112", "braille"]
ABC = "game classic players=Ann,Ben,Cleo"
AB = "game classic players=Ann,Ben"


@pytest.mark.parametrize("edition", EDITIONS)
def test_colour_number_and_symbol_match_and_wilds_always(edition: str) -> None:
    state = play_out(f"game {edition} players=Ann,Ben,Cleo", "top red-5")
    for card in ("red-0", "red-skip", "blue-5", "wild", "wild-draw-four"):
        answer(state, f"Ann plays {card}")
    for card in ("blue-0", "green-skip", "yellow-draw-two"):
        assert code(state, f"Ann plays {card}") == "no-match"


def test_a_symbol_goes_on_the_same_symbol_of_another_colour() -> None:
    for symbol in ("skip", "reverse", "draw-two"):
        state = play_out(ABC, f"top red-5\nAnn plays red-{symbol}")
        who = state.name(state.turn or 0)
        answer(state, f"{who} plays blue-{symbol}")


def test_after_a_wild_only_the_named_colour_or_another_wild_goes() -> None:
    state = play_out(ABC, "top red-5\nAnn plays wild as blue\nexpect colour blue\nexpect turn Ben")
    assert code(state, "Ben plays red-5") == "no-match"
    answer(state, "Ben plays blue-0")
    answer(state, "Ben plays wild")


def test_the_colour_in_force_may_be_named_again() -> None:
    play_out(ABC, "top red-5\nAnn plays wild as red\nexpect colour red\nexpect turn Ben")


def test_a_colour_named_with_a_coloured_card_has_no_effect_nor_has_a_name_where_nobody_is_aimed_at() -> None:
    play_out(ABC, "top red-5\nAnn plays red-7 as blue at Ben\nexpect colour red\nexpect turn Ben\nexpect count Ben 7")
    play_out(ABC, "top red-5\nAnn plays wild as blue at Zoe\nexpect colour blue\nexpect turn Ben")


def test_more_than_one_card_goes_with_discard_all_only() -> None:
    assert code(play_out(ABC, "top red-5"), "Ann plays red-7 red-8") == "not-now"


def test_a_draw_two_makes_the_next_player_draw_and_lose_the_turn() -> None:
    play_out(ABC, "top red-5\nAnn plays red-draw-two\nexpect count Ben 9\nexpect turn Cleo\nexpect owes nobody")


def test_a_skip_passes_over_the_next_player_in_the_direction_of_play() -> None:
    play_out(ABC, "top red-5\nAnn plays red-skip\nexpect turn Cleo")
    play_out(ABC, "top red-5\nset direction counter-clockwise\nAnn plays red-skip\nexpect turn Ben")


def test_a_reverse_turns_play_round() -> None:
    play_out(ABC, "top red-5\nAnn plays red-reverse\nexpect turn Cleo\nCleo plays red-draw-two\nexpect count Ben 9")


@pytest.mark.parametrize("card", ["red-reverse", "red-skip", "red-draw-two"])
def test_with_two_players_reverse_skip_and_draw_two_leave_the_turn_with_who_played(card: str) -> None:
    play_out(AB, f"top red-5\nAnn plays {card}\nexpect turn Ann")


def test_a_reverse_of_two_players_turns_the_direction_all_the_same() -> None:
    play_out(AB, "top red-5\nAnn plays red-reverse\nexpect direction counter-clockwise\nexpect turn Ann")


def test_an_accepted_wild_draw_four_of_two_players_leaves_the_turn_with_who_played() -> None:
    play_out(AB, "top red-5\nAnn plays wild-draw-four as blue\nBen accepts\nexpect count Ben 11\nexpect turn Ann")


def test_all_hands_are_shuffled_and_dealt_again_from_the_players_left() -> None:
    play_out(
        "game classic-112 players=Ann,Ben,Cleo",
        """
        Ann holds 3
        Ben holds 9
        Cleo holds red-1 red-2
        top red-5
        Ann plays wild-shuffle-hands as green
        expect colour green
        expect count Ben 5
        expect count Cleo 4
        expect count Ann 4
        expect turn Ben
        """,
    )


def test_after_a_shuffle_no_hand_is_known_and_only_whose_play_left_one_card_owes_a_call() -> None:
    state = play_out(
        "game classic-112 players=Ann,Ben,Cleo",
        "Ann holds wild-shuffle-hands red-1\nBen holds red-2\nCleo holds red-3\ntop red-5",
        "Ann plays wild-shuffle-hands as green\nexpect count Ann 1",
    )
    assert all(seat.cards == () for seat in state.seats)
    assert code(state, "Ann catches Ben") == "nothing-to-catch"
    play_out("Ben catches Ann\nexpect count Ann 3", state=state)


def test_a_shuffle_waits_for_its_colour() -> None:
    play_out(
        "game classic-112 players=Ann,Ben,Cleo",
        "Ann holds 2\ntop red-5\nAnn plays wild-shuffle-hands\nexpect phase colour\nexpect count Ben 7",
        "Ann picks red\nexpect count Ben 5\nexpect turn Ben",
    )


def test_a_customizable_wild_names_a_colour_and_play_goes_on() -> None:
    play_out(
        'game classic-112 players=Ann,Ben custom_text="Sing|Swap seats"',
        "top red-5\nAnn plays wild-customizable as green\nexpect colour green\nexpect turn Ben",
    )


@pytest.mark.parametrize("card", ["wild", "wild-customizable", "wild-shuffle-hands"])
def test_a_wild_that_demands_nothing_needs_no_colour_as_the_last_card(card: str) -> None:
    play_out(
        "game classic-112 players=Ann,Ben match_mode=single-round",
        f"Ann holds 1\ntop red-5\nAnn plays {card}\nexpect winner Ann",
    )


def test_a_wild_draw_four_needs_its_colour_as_the_last_card_too() -> None:
    play_out(
        AB,
        "Ann holds 1\ntop red-5\nAnn plays wild-draw-four\nexpect phase colour\nAnn picks red",
        "expect phase challenge\nBen accepts\nexpect count Ben 11\nexpect phase counting",
    )


def test_the_draw_of_a_last_card_is_made_before_counting_unless_the_table_agreed_otherwise() -> None:
    last = "Ann holds 1\ntop red-5\nAnn plays red-draw-two\nexpect phase counting"
    play_out(AB, last, "expect count Ben 9")
    play_out(AB + " last_card_draws=off", last, "expect count Ben 7")
    play_out(
        AB + " last_card_draws=off",
        "Ann holds 1\ntop red-5\nAnn plays wild-draw-four as red",
        "expect phase counting\nexpect count Ben 7",
    )


def test_a_zero_of_classic_is_no_card_of_extreme_and_a_hit_two_none_of_classic() -> None:
    assert code(play_out("game extreme players=Ann,Ben", "top red-5"), "Ann plays red-0") == "not-in-deck"
    assert code(play_out(AB, "top red-5"), "Ann plays red-hit-two") == "not-in-deck"
    assert code(play_out(AB, "top red-5"), "Ann plays wild-customizable") == "not-in-deck"
    assert code(play_out(AB, "top red-5"), "Ann plays wild as pink") == "not-in-deck"


def test_there_is_one_zero_of_each_colour() -> None:
    state = play_out(AB, "top red-0\nAnn plays red-1")
    assert refusal(state, "Ben plays red-0").code == "not-in-deck"


def test_a_card_laid_tells_its_colour_and_its_player() -> None:
    events = answer(play_out(ABC, "top red-5"), "ann plays wild as blue")
    assert events[0] == ev.Played("Ann", (Card("wild"),), colour=Card.from_word("blue-1").colour)
