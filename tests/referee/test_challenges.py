"""Draw wilds: legal or a bluff, accepted or challenged, judged by the referee or by the table."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from companion.referee import events as ev
from tests.referee.table_talk import answer, code, play_out, refusal

ABC = "game classic players=Ann,Ben,Cleo"
BLUFF = "Ann holds wild-draw-four red-3 green-1\ntop red-9\nAnn plays wild-draw-four as blue"
HONEST = "Ann holds wild-draw-four green-9 green-1\ntop red-9\nAnn plays wild-draw-four as green"
UNKNOWN = "top red-9\nAnn plays wild-draw-four as green"


# Who answers, and how


def test_the_next_player_is_asked_and_nobody_else() -> None:
    state = play_out(
        ABC, UNKNOWN, "expect phase challenge\nexpect turn Ben\nexpect owes Ben 4 cards\nexpect count Ben 7"
    )
    for statement in ("Cleo challenges", "Cleo accepts", "Ann challenges"):
        assert code(state, statement) == "not-your-turn"
    assert code(state, "Ben plays green-1") == "must-pay"
    assert code(state, "Cleo plays green-1") == "must-pay"
    assert code(state, "Ben passes") == "must-pay"


def test_who_accepts_draws_four_and_loses_the_turn() -> None:
    play_out(ABC, UNKNOWN, "Ben accepts\nexpect count Ben 11\nexpect turn Cleo\nexpect colour green")


def test_a_draw_accepts_too_and_is_the_first_payment() -> None:
    state = play_out(ABC, UNKNOWN, "Ben draws 1\nexpect owes Ben 3 cards\nexpect phase paying")
    assert code(state, "Ben challenges") == "no-challenge"
    assert code(state, "Ben accepts") == "no-challenge"
    play_out("Ben draws\nexpect count Ben 11\nexpect turn Cleo", state=state)
    play_out(ABC, UNKNOWN, "Ben draws\nexpect count Ben 11\nexpect turn Cleo")


def test_without_automatic_draws_an_acceptance_leaves_the_cards_owed() -> None:
    play_out(
        ABC + " auto_draw=off",
        UNKNOWN,
        "Ben accepts\nexpect phase paying\nexpect owes Ben 4 cards\nBen draws\nexpect turn Cleo",
    )


def test_no_draw_two_can_be_challenged() -> None:
    state = play_out(ABC + " auto_draw=off", "top red-9\nAnn plays red-draw-two")
    assert code(state, "Ben challenges") == "no-challenge"
    assert code(state, "Ben accepts") == "no-challenge"
    assert code(state, "hand is guilty") == "no-challenge"


def test_the_colour_comes_before_the_challenge() -> None:
    state = play_out(ABC, "top red-9\nAnn plays wild-draw-four")
    assert code(state, "Ben challenges") == "colour-needed"
    play_out("Ann picks blue\nexpect phase challenge\nexpect turn Ben", state=state)


def test_paying_for_a_missed_uno_accepts_nothing() -> None:
    play_out(
        ABC + " auto_draw=off",
        """
        Ann holds 2
        top red-9
        Ann plays wild-draw-four as green
        Cleo catches Ann
        expect phase challenge
        Ann draws 2
        expect phase challenge
        expect owes Ben 4 cards
        Ben challenges
        hand is innocent
        expect owes Ben 6 cards
        """,
    )
    play_out(
        ABC + " draw_from=launcher",
        "Ann holds 2\ntop red-9\nAnn plays wild-draw-four as green\nCleo catches Ann\nAnn presses 1\nAnn presses 0",
        "expect phase challenge\nexpect owes Ben 4 presses\nBen presses 2\nexpect phase paying",
        "expect owes Ben 3 presses",
    )


# Judged by the referee


def test_a_bluffer_whose_hand_is_known_draws_and_the_challenger_plays() -> None:
    play_out(
        ABC, BLUFF, "Ben challenges\nexpect count Ann 6\nexpect count Ben 7\nexpect turn Ben\nexpect colour blue"
    )


def test_an_honest_player_is_believed_and_the_challenger_draws_six() -> None:
    play_out(ABC, HONEST, "Ben challenges\nexpect count Ann 2\nexpect count Ben 13\nexpect turn Cleo")


def test_the_hand_is_judged_by_the_colour_in_force_before_the_play() -> None:
    play_out(
        ABC,
        "Ann holds wild-draw-four blue-3\nCleo holds 9\ntop red-9\nset colour blue\nAnn plays wild-draw-four as red",
        "Ben challenges\nexpect count Ann 5\nexpect turn Ben",
    )
    play_out(
        ABC,
        "Ann holds wild-draw-four blue-3\ntop red-9\nAnn plays wild-draw-four as blue",
        "Ben challenges\nexpect count Ben 13",
    )


def test_a_plain_wild_in_the_hand_is_no_card_of_the_colour() -> None:
    play_out(
        ABC,
        "Ann holds wild-draw-four wild green-1\ntop red-9\nAnn plays wild-draw-four as blue",
        "Ben challenges\nexpect count Ben 13",
    )


def test_a_draw_wild_goes_on_a_draw_wild_of_another_colour() -> None:
    play_out(
        ABC,
        "Cleo holds wild-draw-four wild red-1\ntop red-9\nAnn plays wild-draw-four as blue\nBen accepts",
        "Cleo plays wild-draw-four as green\nAnn challenges\nexpect count Ann 12",
    )


# Judged by the table


def test_an_unknown_hand_is_judged_by_the_table() -> None:
    state = play_out(ABC, UNKNOWN, "Ben challenges\nexpect phase verdict\nexpect turn Ben\nexpect count Ben 7")
    play_out(
        "hand is guilty\nexpect count Ann 10\nexpect count Ben 7\nexpect turn Ben\nBen plays green-1", state=state
    )
    play_out("hand is innocent\nexpect count Ben 13\nexpect count Ann 6\nexpect turn Cleo", state=state)


def test_while_the_verdict_is_awaited_nothing_else_goes() -> None:
    state = play_out(ABC, UNKNOWN, "Ben challenges")
    for statement in ("Ben plays green-1", "Ben draws", "Ben passes", "Ben picks red", "Ann holds 6", "top red-1"):
        assert code(state, statement) == "not-now"
    for statement in ("Ben challenges", "Ben accepts"):
        assert code(state, statement) == "no-challenge"


def test_the_accused_may_show_the_hand_to_the_referee_who_forgets_it() -> None:
    state = play_out(ABC, "Ann holds 3\n" + UNKNOWN, "Ben challenges")
    guilty = play_out("Ann holds red-1 blue-4\nexpect count Ann 6\nexpect turn Ben", state=state)
    honest = play_out("Ann holds blue-1 wild\nexpect count Ben 13\nexpect turn Cleo", state=state)
    assert guilty.seats[0].cards == honest.seats[0].cards == ()
    assert code(state, "Ann holds red-1") == "wrong-count"
    assert code(state, "Cleo holds red-1 red-2") == "not-now"
    assert code(state, "Ann holds red-1 red-hit-two") == "not-in-deck"


def test_an_honest_hand_shown_is_unknown_again_afterwards() -> None:
    state = play_out(ABC, "Ann holds 2\n" + UNKNOWN, "Ben challenges\nAnn holds blue-1\nCleo draws\nCleo passes")
    assert state.seats[0].cards == ()
    answer(state, "Ann plays green-7")


# Rules for playing it


@pytest.mark.parametrize(
    ("rule", "hand", "guilty"),
    [
        ("colour", "red-3", True),
        ("colour", "blue-9", False),
        ("colour", "wild", False),
        ("none-playable", "red-3", True),
        ("none-playable", "blue-9", True),
        ("none-playable", "wild", False),
        ("none-playable", "green-1", False),
        ("free", "red-3", False),
        ("free", "blue-9", False),
    ],
)
def test_what_makes_a_bluff_is_agreed_on(rule: str, hand: str, guilty: bool) -> None:
    told = f"Ann holds wild-draw-four {hand}\ntop red-9"
    state = play_out(ABC + f" plus4_rule={rule}", told, "Ann plays wild-draw-four as green")
    assert ev.VerdictGiven(guilty) in answer(state, "Ben challenges")
    # Without challenges the referee refuses it instead, and names nothing of the hand.
    state = play_out(ABC + f" plus4_rule={rule} challenge=off", told)
    if guilty:
        why = refusal(state, "Ann plays wild-draw-four as green")
        assert (why.code, why.player, why.card, why.colour, why.top) == ("has-colour", "Ann", None, None, None)
        play_out("Ann plays wild-draw-four as green anyway\nexpect count Ben 11", state=state)
    else:
        play_out("Ann plays wild-draw-four as green\nexpect count Ben 11\nexpect turn Cleo", state=state)


@pytest.mark.parametrize(("symbol", "guilty"), [("skip", True), ("reverse", False)])
def test_a_symbol_that_fits_counts_where_no_other_card_may(symbol: str, guilty: bool) -> None:
    state = play_out(
        ABC + " plus4_rule=none-playable",
        f"Cleo holds wild-draw-four blue-{symbol}\ntop red-5\nAnn plays wild as red\nset top red-skip\nset turn Cleo",
        "Cleo plays wild-draw-four as green",
    )
    assert ev.VerdictGiven(guilty) in answer(state, "Ann challenges")


def test_where_it_is_always_legal_no_hand_is_looked_at() -> None:
    play_out(ABC + " plus4_rule=free", UNKNOWN, "Ben challenges\nexpect count Ben 13\nexpect turn Cleo")


def test_an_unknown_hand_is_never_refused() -> None:
    play_out(ABC + " challenge=off", UNKNOWN, "expect count Ben 11\nexpect turn Cleo")


# The last card


def test_a_last_draw_wild_may_be_challenged_and_a_bluffer_plays_on() -> None:
    last = "Ann holds 1\ntop red-9\nAnn plays wild-draw-four as green\nBen challenges\nexpect phase verdict"
    play_out(ABC, last, "hand is guilty\nexpect count Ann 4\nexpect turn Ben\nexpect phase playing")
    play_out(ABC, last, "hand is innocent\nexpect count Ben 13\nexpect phase counting")
    play_out(ABC, "Ann holds 1\ntop red-9\nAnn plays wild-draw-four as green\nBen accepts\nexpect phase counting")


# Presses instead of cards


def test_at_the_launcher_every_card_is_a_press() -> None:
    play_out(
        ABC + " draw_from=launcher",
        UNKNOWN,
        """
        expect owes Ben 4 presses
        Ben challenges
        hand is innocent
        expect owes Ben 6 presses
        expect turn Ben
        Ben presses 2
        Ben presses 0
        Ben presses 0
        Ben presses 1
        Ben presses 0
        Ben presses 0
        expect count Ben 10
        expect turn Cleo
        """,
    )


def test_at_the_launcher_a_bluffer_presses_four_times_and_the_challenger_plays() -> None:
    play_out(
        ABC + " draw_from=launcher",
        UNKNOWN,
        "Ben challenges\nhand is guilty\nexpect owes Ann 4 presses\nBen plays green-1\nexpect refused must-pay",
        "Ann presses 1\nAnn presses 0\nAnn presses 0\nAnn presses 3\nexpect count Ann 10\nexpect turn Ben",
        "expect phase playing",
    )


def test_a_press_accepts_and_is_the_first_payment() -> None:
    play_out(ABC + " draw_from=launcher", UNKNOWN, "Ben presses 0\nexpect phase paying\nexpect owes Ben 3 presses")
    play_out(ABC + " draw_from=dispenser", UNKNOWN, "Ben presses 4\nexpect turn Cleo\nexpect count Ben 11")


# Leaving


def test_who_leaves_with_an_unanswered_draw_wild_charges_nobody() -> None:
    four = "game classic players=Ann,Ben,Cleo,Dan"
    play_out(
        four, UNKNOWN, "Ann leaves\nexpect owes nobody\nexpect phase playing\nexpect turn Ben\nexpect colour green"
    )
    play_out(four, UNKNOWN, "Ben challenges\nAnn leaves\nexpect phase playing\nexpect turn Ben")
    play_out(four, UNKNOWN, "Ben leaves\nexpect owes nobody\nexpect turn Cleo")
    play_out(four, UNKNOWN, "Ben challenges\nBen leaves\nexpect owes nobody\nexpect turn Cleo\nexpect phase playing")


def test_no_refusal_about_a_challenge_tells_the_hand() -> None:
    state = play_out(ABC, BLUFF)
    for statement in ("Cleo challenges", "Ben plays red-1", "Ann holds 6", "hand is guilty", "Ann plays red-3"):
        told = str(astuple(refusal(state, statement))).replace(statement, "")
        assert "green" not in told
        assert "wild-draw" not in told
