"""The end of rounds and matches: who pays first, who is counted, what cards are worth, who wins."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.decks import load_deck
from companion.referee.notation_words import read_card
from companion.referee.scoring import points_of
from tests.referee.table_talk import AB, ABC, answer, code, play_out


@pytest.mark.parametrize(
    ("card", "points"),
    [("red-1", 1), ("blue-9", 9), ("green-hit-two", 20), ("red-reverse", 20), ("yellow-skip", 20),
     ("blue-discard-all", 30), ("wild", 50), ("wild-extreme-hit", 50)],
)  # fmt: skip
def test_cards_are_worth_their_points(card: str, points: int) -> None:
    assert points_of(load_deck("extreme"), (read_card(card),)) == points


def test_the_winner_takes_the_points_of_all_other_hands() -> None:
    play_out(
        ABC,
        """
        Ann holds red-4
        Ben holds red-9 wild
        Cleo holds blue-discard-all green-skip
        top red-3
        Ann plays red-4
        expect round-winner Ann
        expect phase round-over
        expect score Ann 109
        expect score Ben 0
        """,
    )


def test_unknown_hands_are_counted_in_any_order_and_the_last_one_closes_the_round() -> None:
    play_out(
        ABC,
        """
        Ann holds 1
        Ben holds 2
        top red-3
        Ann plays red-4
        expect phase counting
        expect turn Ann
        Cleo left 30 points
        Ann left red-1
        expect refused not-now
        Cleo left red-1
        expect refused not-now
        Ben left red-9 blue-skip
        expect phase round-over
        expect score Ann 59
        """,
    )


def test_what_is_known_is_counted_by_itself() -> None:
    state = play_out(ABC, "Ann holds 1\nBen holds red-9 wild\ntop red-3")
    assert ev.LeftCounted("Ben", 59, 2) in answer(state, "Ann plays red-4")
    play_out("Ann plays red-4\nexpect phase counting\nCleo left 1 points\nexpect score Ann 60", state=state)


def test_a_hand_that_differs_from_the_count_is_accepted_because_the_table_is_right() -> None:
    state = play_out(AB, "Ann holds 1\ntop red-3\nAnn plays red-4")
    assert ev.LeftCounted("Ben", 5, 1, mismatch=True) in answer(state, "Ben left red-5")
    play_out("Ben left red-5\nexpect score Ann 5\nexpect count Ben 1", state=state)


def test_what_lies_on_the_discard_is_not_left_in_a_hand() -> None:
    state = play_out(AB, "Ann holds 1\ntop red-4\nAnn plays red-4")
    assert code(state, "Ben left red-4") == "not-in-deck"
    assert code(state, "Ben left red-0") == "not-in-deck"


@pytest.mark.parametrize(
    "statement",
    ["Ben plays red-5", "Ben presses 1", "Ben says uno", "Ben catches Ann", "Ben passes", "Ben draws", "reload",
     "set turn Ben", "set colour red", "set count Ben 3", "set top red-3", "set score Ben 3", "Ben challenges",
     "Ben holds 3", "top red-3", "Ben picks red", "Ben is done", "Ben discards red-3", "Ben targets Ann",
     "hand is guilty", "set direction clockwise"],
)  # fmt: skip
def test_while_hands_are_counted_the_round_is_over(statement: str) -> None:
    assert code(play_out(AB, "Ann holds 1\ntop red-3\nAnn plays red-4"), statement) == "round-over"


def test_while_hands_are_counted_the_next_round_waits() -> None:
    assert code(play_out(AB, "Ann holds 1\ntop red-3\nAnn plays red-4"), "round") == "not-now"


def test_a_hand_is_counted_only_when_the_round_is_over() -> None:
    assert code(play_out(AB, "top red-3"), "Ben left red-5") == "not-now"
    over = play_out(AB, "Ann holds 1\ntop red-3\nAnn plays red-4\nBen left red-5")
    assert code(over, "Ben left red-5") == "round-over"


# The last card


def test_the_presses_of_a_last_hit_are_made_before_counting() -> None:
    play_out(
        ABC,
        """
        Ann holds red-hit-two
        Ben holds red-1
        Cleo holds red-2
        top red-3
        Ann plays red-hit-two
        expect phase paying
        expect owes Ben 2 presses
        Ben presses 0
        Ben presses 1
        expect phase counting
        Ben left red-1 wild
        expect score Ann 53
        """,
    )


def test_a_last_extreme_hit_needs_its_colour_and_target_and_is_pressed() -> None:
    play_out(
        ABC,
        """
        Ann holds wild-extreme-hit
        Ben holds red-1
        Cleo holds red-2
        top red-3
        Ann plays wild-extreme-hit
        expect phase colour
        Ann picks red
        expect phase target
        Ann targets Cleo
        expect owes Ann 2 presses
        Ann presses 0
        Ann presses 0
        expect round-winner Ann
        expect score Ann 3
        """,
    )


def test_without_last_card_draws_the_round_ends_with_the_card() -> None:
    off = AB + " last_card_draws=off"
    play_out(off, "Ann holds red-hit-two\nBen holds red-1\ntop red-3\nAnn plays red-hit-two\nexpect score Ann 1")
    play_out(
        off,
        "Ann holds wild-extreme-hit\nBen holds red-1",
        "top red-3\nAnn plays wild-extreme-hit as red\nexpect score Ann 1",
    )


@pytest.mark.parametrize("card", ["wild", "red-skip", "red-reverse", "red-discard-all", "red-9"])
def test_any_card_may_be_the_last_and_a_plain_wild_needs_no_colour(card: str) -> None:
    play_out(ABC + " match_mode=single-round", f"Ann holds {card}\ntop red-3\nAnn plays {card}\nexpect winner Ann")


# Rounds


def test_the_deal_passes_to_the_left_each_round_and_the_table_is_cleared() -> None:
    state = play_out(
        ABC,
        """
        Ann holds 1
        top red-reverse
        expect dealer Cleo
        expect turn Cleo
        set turn Ann
        Ann plays red-4
        Ben left 1 points
        Cleo left 2 points
        round
        expect phase setup
        expect dealer Ann
        expect count Ann 7
        expect direction clockwise
        expect owes nobody
        Ann plays red-4
        expect refused not-now
        top blue-4
        expect turn Ben
        expect score Ann 3
        """,
    )
    assert state.round == 2


@pytest.mark.parametrize(
    "statement",
    ["Ben plays red-5", "Ben presses 1", "Ben says uno", "Ann catches Ben", "reload", "set turn Ben",
     "set count Ben 3",
     "top red-3", "Ben holds 3", "Ben draws", "Ben passes", "Ben challenges"],
)  # fmt: skip
def test_after_the_round_only_the_next_one_begins(statement: str) -> None:
    over = play_out(AB, "Ann holds 1\nBen holds red-1\ntop red-3\nAnn plays red-4\nexpect phase round-over")
    assert code(over, statement) == "round-over"
    play_out("set score Ben 12\nexpect score Ben 12\nround", state=over)


def test_a_round_is_not_begun_before_the_last_is_over() -> None:
    assert code(play_out(ABC, "top red-3"), "round") == "not-now"


# Matches


def _won(points: int, winner: str = "Ann", loser: str = "Ben") -> str:
    return (
        f"set turn {winner}\nset count {winner} 1\nset top red-3\n{winner} plays red-4\n{loser} left {points} points"
    )


def test_the_first_to_reach_the_target_wins_and_reach_means_at_least() -> None:
    play_out(
        AB + " target=50",
        "top red-3",
        _won(49),
        "expect phase round-over\nround\ntop red-3",
        _won(1),
        "expect winner Ann",
    )
    play_out(
        AB + " target=50", "top red-3", _won(50), "expect winner Ann\nexpect phase game-over\nexpect round-winner Ann"
    )


def test_the_target_is_500_unless_agreed() -> None:
    play_out(
        AB, "top red-3", _won(499), "expect phase round-over\nround\ntop red-3", _won(1), "expect phase game-over"
    )


@pytest.mark.parametrize(
    "statement",
    ["Ann plays red-4", "Ann presses 1", "round", "reload", "top red-3", "Ben left red-3", "Ann leaves",
     "set score Ann 3",
     "set turn Ann", "Ann says uno", "Ann catches Ben", "Ann holds 3", "Ann draws", "Ann challenges",
     "hand is guilty"],
)  # fmt: skip
def test_after_the_match_only_undo_and_a_new_game_are_left(statement: str) -> None:
    over = play_out(AB + " target=1", "top red-3", _won(1), "expect phase game-over")
    assert code(over, statement) == "game-over"
    play_out("undo\nexpect phase counting", state=over)
    play_out(AB, state=over)


def test_lowest_gives_each_the_own_hand_and_the_lowest_total_wins() -> None:
    play_out(
        ABC + " match_mode=lowest target=50",
        """
        Ann holds 1
        top red-3
        Ann plays red-4
        Ben left 20 points
        Cleo left 49 points
        expect phase round-over
        expect score Ann 0
        expect score Ben 20
        round
        top red-3
        set turn Ben
        set count Ben 1
        Ben plays red-4
        Ann left 3 points
        Cleo left 1 points
        expect winner Ann
        expect score Cleo 50
        """,
    )


def test_a_tie_for_the_lowest_plays_one_more_round() -> None:
    play_out(
        ABC + " match_mode=lowest target=50",
        """
        Ann holds 1
        top red-3
        Ann plays red-4
        Ben left 0 points
        Cleo left 60 points
        expect phase round-over
        round
        top red-3
        set turn Ann
        set count Ann 1
        Ann plays red-4
        Ben left 1 points
        Cleo left 1 points
        expect winner Ann
        """,
    )


@pytest.mark.parametrize("mode", ["hands-won", "rounds"])
def test_rounds_won_are_counted_without_any_hand_until_three(mode: str) -> None:
    one = "top red-3\nset turn Ann\nset count Ann 1\nset top red-3\nAnn plays red-4\n"
    play_out(
        ABC + f" match_mode={mode}",
        one,
        "expect phase round-over\nexpect score Ann 1\nround",
        one,
        "expect phase round-over\nround",
        one,
        "expect winner Ann\nexpect score Ann 3\nexpect score Ben 0",
    )


def test_a_single_round_has_a_winner_and_no_points() -> None:
    play_out(
        ABC + " match_mode=single-round",
        "Ann holds 1\nBen holds red-9\ntop red-3",
        "Ann plays red-4\nexpect phase game-over\nexpect winner Ann\nexpect score Ann 0",
    )


def test_in_an_elimination_match_whoever_reaches_the_target_is_out_and_the_last_two_play_on() -> None:
    state = play_out(
        "game extreme players=Ann,Ben,Cleo,Dan match_mode=elimination target=30",
        """
        Ann holds 1
        top red-3
        Ann plays red-4
        Ben left 30 points
        Cleo left 29 points
        Dan left 1 points
        expect out Ben
        expect phase round-over
        round
        expect dealer Ann
        expect count Ben 0
        top red-3
        expect turn Cleo
        Cleo plays red-skip
        expect turn Ann
        Ben plays red-4
        expect refused not-your-turn
        set turn Ben
        expect refused bad-target
        """,
    )
    assert "Ben" not in [state.name(index) for index in state.playing()]
    play_out(
        """
        set count Ann 1
        Ann plays red-4
        Cleo left 1 points
        Dan left 1 points
        expect out Cleo
        expect phase round-over
        round
        expect dealer Dan
        top red-3
        set turn Ann
        set count Ann 1
        Ann plays red-4
        Dan left 40 points
        expect winner Ann
        """,
        state=state,
    )


def test_several_may_be_out_at_once_and_the_one_who_stays_wins() -> None:
    play_out(
        ABC + " match_mode=elimination target=10",
        "Ann holds 1\ntop red-3\nAnn plays red-4\nBen left 10 points",
        "Cleo left 11 points\nexpect winner Ann\nexpect out Ben\nexpect out Cleo",
    )


def test_the_dealer_of_the_next_round_is_somebody_who_still_plays() -> None:
    play_out(
        ABC + " match_mode=elimination target=10 dealer=Cleo",
        "Cleo holds 1\ntop red-3\nset turn Cleo\nCleo plays red-4",
        "Ann left 10 points\nBen left 1 points\nround\nexpect dealer Ben",
    )


# Every edition


POINTS = {
    "classic": {
        "red-0": 0,
        "red-9": 9,
        "red-draw-two": 20,
        "red-reverse": 20,
        "red-skip": 20,
        "wild": 50,
        "wild-draw-four": 50,
    },
    "classic-112": {
        "red-0": 0,
        "red-draw-two": 20,
        "red-reverse": 20,
        "red-skip": 20,
        "wild": 50,
        "wild-draw-four": 50,
        "wild-shuffle-hands": 40,
        "wild-customizable": 40,
    },
    "braille": {
        "blue-0": 0,
        "blue-7": 7,
        "green-skip": 20,
        "red-reverse": 20,
        "red-draw-two": 20,
        "wild": 50,
        "wild-draw-four": 50,
    },
    "attack": {
        "red-1": 1,
        "red-hit-two": 20,
        "red-reverse": 20,
        "red-skip": 20,
        "red-discard-all": 30,
        "red-trade-hands": 30,
        "wild": 50,
        "wild-all-hit": 50,
        "wild-hit-fire": 50,
    },
    "flip": {
        "red-1": 1,
        "red-draw-one": 10,
        "red-reverse": 20,
        "red-skip": 20,
        "red-flip": 20,
        "wild": 40,
        "wild-draw-two": 50,
        "pink-9": 9,
        "pink-draw-five": 20,
        "pink-reverse": 20,
        "pink-skip-everyone": 30,
        "pink-flip": 20,
        "dark-wild": 40,
        "wild-draw-colour": 60,
    },
    "h2o": {
        "red-1": 1,
        "red-draw-two": 20,
        "red-reverse": 20,
        "red-skip": 20,
        "wild": 50,
        "wild-draw-four": 50,
        "wild-downpour-1": 20,
        "wild-downpour-2": 20,
    },
}


@pytest.mark.parametrize("edition", POINTS)
def test_every_card_of_every_edition_is_worth_its_points(edition: str) -> None:
    deck = load_deck(edition)
    for word, points in POINTS[edition].items():
        assert points_of(deck, (read_card(word),)) == points, word
    told = {read_card(word).value for word in POINTS[edition]}
    assert {card.value for card in deck.faces if not card.is_number} <= told


@pytest.mark.parametrize("edition", ["classic", "flip", "attack"])
def test_a_match_is_played_to_500_points_whatever_the_deck(edition: str) -> None:
    for mode in ("winner-takes", "lowest", "elimination"):
        assert play_out(f"game {edition} players=Ann,Ben match_mode={mode}").options.target == 500
    assert play_out(f"game {edition} players=Ann,Ben match_mode=rounds").options.target == 3
    assert play_out(f"game {edition} players=Ann,Ben match_mode=rounds target=2").options.target == 2


def test_the_dark_side_counts_where_the_round_ended_there() -> None:
    play_out(
        "game flip players=Ann,Ben",
        "top red-3\nAnn plays red-flip\ntop pink-1\nBen holds 1\nexpect refused not-now\nset count Ben 1",
        "Ben plays pink-2\nAnn left wild-draw-colour pink-skip-everyone\nexpect score Ben 90",
    )


def test_somebody_always_wins_an_elimination_though_everybody_has_reached_the_target() -> None:
    play_out(
        "game classic players=Ann,Ben match_mode=elimination target=50",
        "Ann holds red-1\nBen holds wild\ntop red-3\nset score Ann 60\nset score Ben 70\nAnn plays red-1",
        "expect out Ben\nexpect winner Ann",
    )


def test_a_tie_for_the_lowest_goes_on_as_long_as_it_is_a_tie() -> None:
    hands = "Ann holds red-1\nBen holds 1\nCleo holds blue-1\ntop red-3\n"
    tie = hands + "set turn Ann\nAnn plays red-1\nBen left {points} points"
    play_out(
        "game classic players=Ann,Ben,Cleo match_mode=lowest target=20",
        "set score Ann 1",
        tie.format(points=30),
        "expect phase round-over\nround",
        tie.format(points=0),
        "expect winner Ann",
    )


def test_a_sum_answered_with_the_last_card_is_not_drawn_where_last_cards_demand_nothing() -> None:
    state = play_out(
        "game classic players=Ann,Ben,Cleo stacking=same-kind last_card_draws=off",
        "Ben holds 1\ntop red-3\nAnn plays red-draw-two\nBen plays blue-draw-two",
    )
    assert (state.phase, state.debts) == ("counting", ())
