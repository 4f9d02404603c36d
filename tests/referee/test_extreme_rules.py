"""What each card of the Extreme deck does, whose turn it is then, and who owes presses."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from tests.referee.table_talk import AB, ABC, answer, code, play_out


@pytest.mark.parametrize("card", ["red-7", "red-1", "green-3", "red-skip", "wild as blue"])
def test_a_card_goes_on_its_colour_its_number_and_wilds_always(card: str) -> None:
    play_out(ABC, f"top red-3\nAnn plays {card}")


@pytest.mark.parametrize("card", ["green-4", "blue-skip", "yellow-discard-all", "green-hit-two"])
def test_a_card_of_another_colour_and_number_does_not_match(card: str) -> None:
    state = play_out(ABC, "top red-3")
    assert code(state, f"Ann plays {card}") == "no-match"


@pytest.mark.parametrize("symbol", ["skip", "reverse", "hit-two", "discard-all"])
def test_a_symbol_goes_on_the_same_symbol_of_another_colour(symbol: str) -> None:
    play_out(ABC, f"top red-3\nset top red-{symbol}\nAnn plays green-{symbol}")


def test_after_a_wild_only_its_named_colour_matches_and_the_old_one_no_more() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays wild as green
        expect colour green
        expect turn Ben
        Ben plays red-3
        expect refused no-match
        Ben plays green-9
        """,
    )


def test_a_wild_may_name_the_colour_in_force() -> None:
    play_out(ABC, "top red-3\nAnn plays wild as red\nexpect colour red\nexpect turn Ben")


def test_a_wild_waits_for_its_colour_and_then_the_next_plays() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays wild
        expect phase colour
        expect turn Ann
        Ben picks green
        expect refused not-your-turn
        Ann picks green
        expect colour green
        expect phase playing
        expect turn Ben
        """,
    )


def test_a_wild_on_a_named_colour_is_always_legal() -> None:
    play_out(
        ABC, "top red-3\nAnn plays wild as blue\nBen plays wild as green\nCleo plays wild-extreme-hit as red at Ben"
    )


def test_a_press_ends_the_turn_whatever_came_out() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann presses 3
        expect count Ann 10
        expect turn Ben
        Ann plays red-4
        expect refused not-your-turn
        Ben presses 0
        expect count Ben 7
        expect turn Cleo
        """,
    )


def test_who_could_play_may_press_all_the_same() -> None:
    play_out(ABC, "Ann holds red-1 red-2\ntop red-3\nAnn presses 0\nexpect turn Ben")


def test_cards_that_came_out_leave_a_hand_partly_known() -> None:
    state = play_out(ABC, "Ann holds red-1 red-2\ntop red-3\nAnn presses 0\nexpect hand Ann red-1 red-2")
    state = play_out("Ben presses 0\nCleo presses 0\nAnn presses 1\nexpect count Ann 3", state=state)
    assert not state.seats[0].fully_known
    play_out("expect hand Ann red-1 red-2", state=state)


def test_hit_two_makes_the_next_press_twice_and_lose_the_turn() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays red-hit-two
        expect turn Ben
        expect phase paying
        expect owes Ben 2 presses
        Ben presses 2
        expect owes Ben 1 presses
        expect turn Ben
        Ben presses 0
        expect owes nobody
        expect count Ben 9
        expect turn Cleo
        expect phase playing
        """,
    )


@pytest.mark.parametrize(
    "statement", ["Ben plays red-4", "Ben plays red-hit-two", "Cleo plays red-4", "Ann presses 1"]
)
def test_while_presses_are_owed_nothing_else_is_played_and_nobody_else_presses(statement: str) -> None:
    state = play_out(ABC, "top red-3\nAnn plays red-hit-two")
    assert code(state, statement) == "must-pay"


def test_skip_passes_over_the_next_player() -> None:
    play_out(ABC, "top red-3\nAnn plays red-skip\nexpect turn Cleo\nCleo plays red-5\nexpect turn Ann")


def test_reverse_turns_the_direction() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays red-reverse
        expect direction counter-clockwise
        expect turn Cleo
        Cleo plays red-5
        expect turn Ben
        Ben plays green-reverse anyway
        expect direction clockwise
        expect turn Cleo
        """,
    )


def test_after_a_reverse_hits_and_skips_go_the_other_way() -> None:
    play_out(
        "game extreme players=Ann,Ben,Cleo,Dan",
        """
        top red-3
        Ann plays red-reverse
        Dan plays red-hit-two
        expect owes Cleo 2 presses
        Cleo presses 0
        Cleo presses 0
        expect turn Ben
        Ben plays red-skip
        expect turn Dan
        """,
    )


# Extreme hit


def test_the_player_of_an_extreme_hit_presses_and_the_target_takes_the_cards() -> None:
    state = play_out(
        ABC,
        """
        top red-3
        Ann plays wild-extreme-hit as blue at Cleo
        expect turn Ann
        expect owes Ann 2 presses
        Cleo presses 1
        expect refused must-pay
        Ann presses 3
        Ann presses 1
        expect count Ann 6
        expect count Cleo 11
        expect turn Ben
        expect colour blue
        """,
    )
    assert state.seats[2].count == 11


def test_the_press_of_an_extreme_hit_names_whom_the_cards_belong_to() -> None:
    state = play_out(ABC, "top red-3\nAnn plays wild-extreme-hit as blue at Cleo")
    assert answer(state, "Ann presses 3")[0] == ev.Pressed("Ann", "Cleo", 3)


def test_an_extreme_hit_asks_for_the_colour_first_and_then_for_the_target() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays wild-extreme-hit
        expect phase colour
        Ann targets Ben
        expect refused colour-needed
        Ann picks green
        expect phase target
        Ann presses 2
        expect refused target-needed
        Ben plays green-3
        expect refused target-needed
        Ann targets Cleo
        expect phase paying
        expect owes Ann 2 presses
        """,
    )


def test_an_extreme_hit_with_its_target_only_asks_for_the_colour() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays wild-extreme-hit at Ben
        expect phase colour
        Ann picks yellow
        expect phase paying
        Ann presses 1
        Ann presses 1
        expect count Ben 9
        expect turn Ben
        """,
    )


def test_the_target_may_press_when_the_table_agreed_so() -> None:
    play_out(
        ABC + " extreme_hit_presser=target",
        """
        top red-3
        Ann plays wild-extreme-hit as blue at Cleo
        expect turn Ann
        expect owes Cleo 2 presses
        Ann presses 1
        expect refused must-pay
        Cleo presses 1
        Cleo presses 0
        expect count Cleo 8
        expect turn Ben
        """,
    )


def test_the_next_may_be_passed_over_after_an_extreme_hit_when_the_table_agreed_so() -> None:
    play_out(
        ABC + " extreme_hit_next=second",
        "top red-3\nAnn plays wild-extreme-hit as blue at Ben\nAnn presses 0\nAnn presses 0\nexpect turn Cleo",
    )


def test_nobody_aims_at_oneself_or_at_a_stranger() -> None:
    state = play_out(ABC, "top red-3")
    assert code(state, "Ann plays wild-extreme-hit as blue at Ann") == "bad-target"
    assert code(state, "Ann plays wild-extreme-hit as blue at Zoe") == "unknown-player"
    state = play_out("Ann plays wild-extreme-hit as blue", state=state)
    assert code(state, "Ann targets ann") == "bad-target"
    assert code(state, "Ann targets Zoe") == "unknown-player"
    assert code(state, "Ben targets Cleo") == "not-your-turn"


def test_nobody_aims_at_a_player_who_is_out() -> None:
    state = play_out(
        "game extreme players=Ann,Ben,Cleo match_mode=elimination target=5",
        """
        Ann holds red-1
        Ben holds red-9
        Cleo holds red-2
        top red-3
        Ann plays red-1
        expect out Ben
        round
        top red-3
        expect turn Cleo
        """,
    )
    assert code(state, "Cleo plays wild-extreme-hit as blue at Ben") == "bad-target"
    state = play_out("set turn Ann\nAnn plays wild-extreme-hit as blue\nexpect owes Ann 2 presses", state=state)
    assert state.debts[0].to == 2


def test_a_colour_and_a_target_have_no_effect_where_the_card_names_none() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays red-7 as blue at Zoe
        expect colour red
        Ben plays wild as green at Ben
        expect colour green
        expect turn Cleo
        """,
    )


@pytest.mark.parametrize("statement", ["Ann plays wild as pink", "Ann plays wild-extreme-hit as teal at Ben"])
def test_a_dark_colour_is_not_in_this_deck(statement: str) -> None:
    assert code(play_out(ABC, "top red-3"), statement) == "not-in-deck"
    assert code(play_out(ABC, "top red-3\nAnn plays wild"), "Ann picks pink") == "not-in-deck"


# Two players


@pytest.mark.parametrize("card", ["red-reverse", "red-skip"])
def test_with_two_players_reverse_and_skip_give_the_turn_back(card: str) -> None:
    play_out(AB, f"top red-3\nAnn plays {card}\nexpect turn Ann\nAnn plays {card}\nexpect turn Ann")


def test_with_two_players_reverse_turns_the_direction_all_the_same() -> None:
    play_out(AB, "top red-3\nAnn plays red-reverse\nexpect direction counter-clockwise\nexpect turn Ann")


def test_with_two_players_reverse_may_be_agreed_to_do_nothing() -> None:
    play_out(
        AB + " two_player_reverse=no-effect",
        "top red-3\nAnn plays red-reverse\nexpect direction counter-clockwise\nexpect turn Ben",
    )


def test_with_three_players_the_two_player_option_has_no_say() -> None:
    play_out(ABC + " two_player_reverse=no-effect", "top red-3\nAnn plays red-reverse\nexpect turn Cleo")


def test_with_two_players_it_is_your_turn_again_after_a_hit() -> None:
    play_out(
        AB,
        """
        top red-3
        Ann plays red-hit-two
        expect turn Ben
        Ben presses 1
        Ben presses 1
        expect turn Ann
        """,
    )


def test_with_two_players_an_extreme_hit_needs_no_target_and_the_other_plays() -> None:
    state = play_out(
        AB,
        """
        top red-3
        Ann plays wild-extreme-hit
        Ann picks green
        expect owes Ann 2 presses
        """,
    )
    play_out("Ann presses 2\nAnn presses 0\nexpect count Ben 9\nexpect turn Ben", state=state)


# What the edition does not have


@pytest.mark.parametrize(
    "card", ["red-0", "red-draw-two", "wild-draw-four", "pink-3", "red-trade-hands", "wild-all-hit"]
)
def test_cards_of_other_editions_are_not_in_the_deck(card: str) -> None:
    state = play_out(ABC, "top red-3")
    assert code(state, f"Ann plays {card}") == "not-in-deck"
    assert code(state, f"Ann plays {card} anyway") == "not-in-deck"
    assert code(state, f"set top {card}") == "not-in-deck"
    assert code(state, f"Ann draws {card}") == "not-in-deck"
    assert code(play_out(ABC), f"top {card}") == "not-in-deck"
    assert code(play_out(ABC), f"Ann holds {card}") == "not-in-deck"


def test_nobody_draws_by_hand_beside_a_launcher() -> None:
    state = play_out(ABC, "top red-3")
    for statement in ("Ann draws", "Ann draws 1", "Ann draws red-7"):
        assert code(state, statement) == "not-now"


def test_there_is_no_pass_beside_a_launcher() -> None:
    assert code(play_out(ABC, "top red-3"), "Ann passes") == "must-draw"


@pytest.mark.parametrize("statement", ["Ben challenges", "Ben accepts", "hand is guilty", "hand is innocent"])
def test_no_challenge_is_ever_open_at_an_extreme_table(statement: str) -> None:
    state = play_out(ABC, "top red-3\nAnn plays wild-extreme-hit as blue at Ben")
    assert code(state, statement) == "no-challenge"


def test_only_the_button_starts_the_launcher() -> None:
    assert code(play_out(ABC, "top red-3"), "Ann presses") == "not-now"


# Insisting


def test_the_table_may_insist_against_the_match_and_that_is_recorded() -> None:
    state = play_out(ABC, "top red-3")
    (played, *_) = answer(state, "Ann plays green-8 anyway")
    assert played == ev.Played("Ann", (Card("8", Colour.GREEN),), overruled=True)


def test_insisting_on_a_legal_card_overrules_nothing() -> None:
    (played, *_) = answer(play_out(ABC, "top red-3"), "Ann plays red-8 anyway")
    assert isinstance(played, ev.Played)
    assert not played.overruled


def test_the_table_may_insist_on_a_card_that_the_known_hand_lacks() -> None:
    state = play_out(ABC, "Ann holds red-1 red-2\ntop red-3\nAnn plays red-9 anyway\nexpect count Ann 1")
    assert state.seats[0].cards == ()


@pytest.mark.parametrize("statement", ["Ben plays red-4 anyway", "Ann plays red-4 red-5 anyway"])
def test_insisting_does_not_move_the_turn_or_the_phase(statement: str) -> None:
    assert code(play_out(ABC, "top red-3"), statement) in {"not-your-turn", "not-now"}


# Options that bind


def test_a_known_playable_card_must_be_played_when_the_table_agreed_so() -> None:
    play_out(
        ABC + " may_decline=off",
        """
        Ann holds red-1 green-2
        Ben holds green-4 blue-6
        top red-3
        Ann presses 0
        expect refused must-play
        Ann plays red-1
        Ben presses 1
        Cleo presses 1
        """,
    )


def test_presses_owed_are_never_refused_for_a_playable_card() -> None:
    play_out(ABC + " may_decline=off", "Ben holds red-1 green-2\ntop red-3\nAnn plays red-hit-two\nBen presses 0")


# Supply


def test_a_face_of_which_all_copies_lie_on_the_discard_is_not_played_again() -> None:
    play_out(
        ABC,
        """
        top red-3
        Ann plays red-3
        Ben plays red-3
        expect refused not-in-deck
        Ben plays red-3 anyway
        Cleo plays red-4
        reload
        Ann plays red-3
        """,
    )


def _emptied(discarded: str = "Ann plays red-4") -> str:
    """Nothing is left in the launcher: Ann and Ben hold a few cards, Cleo all the others."""
    return f"top red-3\n{discarded}\nset count Cleo {112 - 7 - 6 - 2}"


def test_an_own_press_with_an_empty_launcher_asks_for_the_reload() -> None:
    play_out(
        ABC,
        _emptied(),
        """
        Ben presses 0
        expect refused no-supply
        reload
        Ben presses 1
        expect count Ben 8
        """,
    )


def test_what_the_gate_counted_is_never_refused_for_want_of_supply() -> None:
    state = play_out(ABC, _emptied(), "Ben presses 2\nexpect count Ben 9\nexpect turn Cleo")
    assert state.supply == 0
    assert state.unaccounted < 0


def test_with_the_discard_bare_too_a_press_counts_nothing_and_the_turn_passes() -> None:
    play_out(ABC, _emptied(), "reload\nset count Cleo 98\nBen presses 0\nexpect turn Cleo")


def test_a_hit_turned_up_with_nothing_left_anywhere_is_waived_and_play_goes_on() -> None:
    state = play_out(AB, "Ann holds 55\nBen holds 56")
    events = answer(state, "top red-hit-two")
    assert ev.Waived("Ann", 2) in events
    play_out("top red-hit-two\nexpect owes nobody\nexpect phase playing\nexpect turn Ben", state=state)


def test_a_penalty_with_nothing_left_anywhere_is_waived() -> None:
    state = play_out(
        ABC + " uno_window=any-time",
        "Ann holds 2\ntop red-3\nAnn plays red-4\nset count Cleo 102\nreload\nset count Cleo 103",
    )
    assert ev.Waived("Ann", 2) in answer(state, "Ben catches Ann")
    play_out("Ben catches Ann\nexpect owes nobody\nexpect phase playing\nexpect turn Ben", state=state)


def test_owed_presses_wait_for_the_reload() -> None:
    play_out(
        ABC,
        _emptied(),
        """
        Ben plays red-hit-two
        Cleo presses 0
        expect refused no-supply
        expect owes Cleo 2 presses
        reload
        Cleo presses 2
        expect owes Cleo 1 presses
        """,
    )


def test_reload_leaves_the_top_card_and_its_colour() -> None:
    state = play_out(ABC, "top red-3\nAnn plays wild as blue\nreload\nexpect top wild\nexpect colour blue")
    assert len(state.discard) == 1
    assert state.supply == 112 - 20 - 1
