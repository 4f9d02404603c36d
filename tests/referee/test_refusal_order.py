"""When several reasons fit, the first of the contract's order is given; a refusal changes nothing.

Each case names a table and a statement against which several reasons stand; the code is the first in order.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.cards import Card, Colour
from companion.referee.commands import Play
from companion.referee.decide import decide
from companion.referee.notation import read
from companion.referee.refusals import Awaited, Refusal
from tests.referee.table_talk import AB, ABC, after, answer, code, play_out, refusal

KNOWN = "Ann holds red-1 green-2 blue-2\ntop red-3"
OWES = "top red-3\nAnn plays red-hit-two"
COLOUR = "top red-3\nAnn plays wild"
TARGET = "top red-3\nAnn plays wild-extreme-hit as blue"
OVER = "Ann holds 1\ntop red-3\nAnn plays red-4"

CASES = [
    # unknown-player first
    ("unknown-player", OWES, "Zoe plays red-0"),
    ("unknown-player", OVER, "Zoe plays red-0"),
    ("unknown-player", OVER, "Ann plays wild-extreme-hit as blue at Zoe"),
    ("unknown-player", "top red-3", "Ben plays wild-extreme-hit as pink at Zoe"),
    ("unknown-player", OVER, "Zoe left red-0"),
    ("unknown-player", COLOUR, "Ann catches Zoe"),
    ("unknown-player", COLOUR, "Ann targets Zoe"),
    # then game-over and round-over
    ("round-over", OVER, "Ben plays red-0"),
    ("round-over", OVER, "set top red-0"),
    ("round-over", OVER, "Ben holds red-0"),
    ("round-over", OVER, "top red-0"),
    # a face the edition has not, before the phase
    ("not-in-deck", OWES, "Ben plays red-0"),
    ("not-in-deck", COLOUR, "Ben plays red-0"),
    ("not-in-deck", "top red-3", "Ben plays red-0 red-1"),
    ("not-in-deck", "top red-3", "Ben plays red-discard-all red-0"),
    ("not-in-deck", "top red-3", "Ben plays wild as pink"),
    ("not-in-deck", "top red-3", "Ben picks pink"),
    ("not-in-deck", "top red-3", "Ben discards red-0"),
    ("not-in-deck", "top red-3", "Ann holds red-0"),
    ("not-in-deck", "top red-3", "top red-0"),
    ("not-in-deck", "top red-3", "Ben left red-0"),
    ("not-in-deck", COLOUR, "Ben draws red-0"),
    ("not-in-deck", "", "Ann plays red-0"),
    # what the phase forbids, before debts and turns
    ("colour-needed", COLOUR, "Ben plays green-9"),
    ("colour-needed", COLOUR, "Ben plays green-9 green-8"),
    ("colour-needed", COLOUR, "Ben presses 1"),
    ("colour-needed", COLOUR, "Ben passes"),
    ("colour-needed", COLOUR, "Ben draws"),
    ("colour-needed", COLOUR, "Ben challenges"),
    ("colour-needed", COLOUR, "Ben accepts"),
    ("colour-needed", COLOUR, "Ann targets Ann"),
    ("colour-needed", COLOUR, "Ann discards red-1"),
    ("colour-needed", COLOUR, "Ann is done"),
    ("target-needed", TARGET, "Ben plays green-9"),
    ("target-needed", TARGET, "Ann picks red"),
    ("target-needed", TARGET, "Ben challenges"),
    ("target-needed", TARGET, "Ann presses 1"),
    ("no-challenge", OWES, "Ann challenges"),
    ("no-challenge", "", "Ann accepts"),
    ("nothing-to-catch", "top red-3", "Ann catches Ann"),
    ("not-now", OWES, "Ann plays green-9 green-8"),
    ("not-now", OWES, "Ann draws"),
    ("not-now", OWES, "Ann picks red"),
    ("not-now", OWES, "Ann targets Ben"),
    ("not-now", OWES, "Ann presses"),
    ("not-now", "top red-3", "Ben draws 3"),
    ("not-now", "top red-3", "Ben is done"),
    ("not-now", "", "Ann plays green-9"),
    # debts before turns
    ("must-pay", OWES, "Cleo plays green-9"),
    ("must-pay", OWES, "Cleo passes"),
    ("must-pay", OWES, "Cleo presses 1"),
    ("must-pay", OWES, "Ben plays green-9"),
    # turns before the card
    ("not-your-turn", KNOWN, "Ben plays green-9"),
    ("not-your-turn", KNOWN, "Ben plays wild-extreme-hit as blue at Ben"),
    ("not-your-turn", KNOWN, "Ben passes"),
    ("not-your-turn", KNOWN, "Ben presses 1"),
    ("not-your-turn", COLOUR, "Ben picks red"),
    ("not-your-turn", TARGET, "Ben targets Ben"),
    ("must-draw", KNOWN, "Ann passes"),
    # no copy left, not in hand, no match, bad target, wrong count
    ("not-in-deck", KNOWN + "\nset top green-5\nAnn plays green-2\nBen plays green-5\nset turn Ann\nset colour red",
     "Ann plays green-5"),
    ("not-in-hand", KNOWN, "Ann plays green-9"),
    ("not-in-hand", KNOWN, "Ann plays wild-extreme-hit as blue at Ann"),
    ("not-in-hand", KNOWN, "Ann plays red-discard-all blue-2 blue-3 blue-4 blue-5"),
    ("no-match", KNOWN, "Ann plays green-2"),
    ("no-match", "Ann holds 1\ntop red-3", "Ann plays red-discard-all blue-2"),
    ("bad-target", "Ann holds 1\ntop red-3", "Ann plays wild-extreme-hit as blue at Ann"),
    ("wrong-count", "Ann holds 1\ntop red-3", "Ann plays red-discard-all red-2"),
    ("not-in-deck", "Ann holds 2\ntop red-3\nAnn plays red-discard-all", "Ann discards blue-1 red-5 red-5 red-5"),
    ("no-match", "Ann holds 2\ntop red-3\nAnn plays red-discard-all", "Ann discards blue-1 red-5"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "table", "statement"), CASES)
def test_the_first_reason_in_order_is_given(expected: str, table: str, statement: str) -> None:
    assert code(play_out(ABC, table), statement) == expected


def test_a_must_play_comes_before_the_empty_launcher() -> None:
    state = play_out(
        AB + " may_decline=off", "Ben holds red-9 green-4\ntop red-3\nset count Ann 102\nAnn plays red-4"
    )
    state = play_out("set count Ann 108", state=state)
    assert state.supply == 0
    assert code(state, "Ben presses 0") == "must-play"


@pytest.mark.parametrize(("expected", "table", "statement"), [case for case in CASES if " plays " in case[2]])
def test_insisting_lets_through_what_only_the_rules_forbid_and_nothing_else(
    expected: str, table: str, statement: str
) -> None:
    state = play_out(ABC, table)
    outcome = decide(state, read(f"{statement} anyway"))
    found = outcome.code if isinstance(outcome, Refusal) else None
    overrulable = expected in {"not-in-hand", "no-match"} or statement == "Ann plays green-5"
    assert (found not in {"not-in-hand", "no-match", "not-in-deck"}) if overrulable else (found == expected)


def test_a_card_seen_on_the_discard_is_a_double_read_before_it_is_anything_else() -> None:
    seven = Play("Ann", (Card("7", Colour.RED),), tag="TXK10131")
    bens = replace(seven, player="Ben")
    state = after(play_out(ABC, "top red-3"), seven)
    assert code(state, seven) == "not-your-turn"
    assert code(state, bens) == "duplicate-tag"
    assert code(state, replace(bens, anyway=True)) == "duplicate-tag"
    assert code(after(state, "Ben plays wild"), bens) == "colour-needed"
    assert code(play_out("set colour blue\nset count Ben 1", state=state), bens) == "duplicate-tag"


def test_a_card_comes_back_with_the_reload() -> None:
    seven = Play("Ann", (Card("7", Colour.RED),), tag="TXK10131")
    state = after(play_out(ABC, "top red-3"), seven)
    state = play_out("Ben plays red-4\nreload", state=state)
    answer(state, replace(seven, player="Cleo"))


# What a refusal tells


def test_a_no_match_says_what_lies_there_and_which_colour_counts() -> None:
    why = refusal(play_out(ABC, "top red-3\nset colour blue"), "Ann plays green-9")
    assert (why.card, why.top, why.colour) == (Card("9", Colour.GREEN), Card("3", Colour.RED), Colour.BLUE)


def test_a_debt_names_who_owes_and_how_much() -> None:
    why = refusal(play_out(ABC, OWES), "Cleo plays red-9")
    assert (why.player, why.number) == ("Ben", 2)


def test_a_wrong_turn_names_whose_it_is() -> None:
    why = refusal(play_out(ABC, "top red-3"), "ben plays red-9")
    assert (why.player, why.by) == ("Ben", "Ann")


def test_a_colour_question_names_who_must_choose() -> None:
    assert refusal(play_out(ABC, COLOUR), "Ben plays red-9").player == "Ann"


def test_not_now_says_what_is_awaited() -> None:
    assert refusal(play_out(ABC), "Ann plays red-9").awaited is Awaited.TOP
    assert refusal(play_out(ABC, "top red-3"), "Ann presses").awaited is Awaited.BUTTON
    assert refusal(play_out(ABC, OVER), "round").awaited is Awaited.COUNTING
    assert refusal(play_out(ABC, "top red-3"), "round").awaited is Awaited.PLAY


def test_a_refusal_that_rests_on_a_known_hand_names_no_card_and_no_colour() -> None:
    why = refusal(play_out(ABC, KNOWN), "Ann plays green-9")
    assert (why.card, why.colour, why.top) == (None, None, None)
    must = refusal(play_out(ABC + " may_decline=off", KNOWN), "Ann presses 1")
    assert (must.code, must.card, must.colour, must.top) == ("must-play", None, None, None)


# Codes of the other editions and of house rules


CLASSIC = "game classic players=Ann,Ben,Cleo"
FLIP = "game flip players=Ann,Ben,Cleo"
H2O = "game h2o players=Ann,Ben,Cleo"
ATTACK = "game attack players=Ann,Ben,Cleo"
DARK = "top red-3\nAnn plays red-flip\ntop pink-1"
DRAWN = "Ann holds red-1 blue-2\ntop red-3\nAnn draws red-7"
STACK = "top red-3\nAnn plays red-draw-two"

MORE_CASES = [
    # wrong-side stands where not-in-deck does: before the phase
    ("wrong-side", FLIP, DARK + "\nBen plays dark-wild", "Cleo plays red-1"),
    ("wrong-side", FLIP, DARK, "Cleo plays red-1"),
    ("wrong-side", FLIP, DARK, "set top red-1"),
    ("not-in-deck", FLIP, DARK, "Ben plays dark-wild as red"),
    ("round-over", FLIP, "Ann holds 1\ntop red-3\nAnn plays red-1", "Ben plays pink-1"),
    # phase codes before must-pay
    ("no-challenge", CLASSIC + " auto_draw=off", STACK, "Cleo challenges"),
    ("not-now", CLASSIC + " auto_draw=off", STACK, "Cleo presses 2"),
    ("not-now", CLASSIC, "top red-3\nAnn plays wild-draw-four as red\nBen challenges", "Cleo plays red-1"),
    ("not-now", CLASSIC + " draw_from=launcher", STACK, "Ben draws 2"),
    ("not-now", CLASSIC + " stacking=any", STACK, "Ben plays blue-draw-two blue-1"),
    # must-pay and cannot-stack before turns and cards
    ("must-pay", CLASSIC + " auto_draw=off", STACK, "Cleo draws"),
    ("cannot-stack", CLASSIC + " stacking=same-kind", STACK, "Ben plays wild-draw-four as red"),
    ("must-pay", CLASSIC + " stacking=same-kind", STACK, "Cleo plays blue-draw-two"),
    ("must-pay", CLASSIC + " stacking=same-kind", STACK, "Ben plays red-1"),
    ("must-pay", CLASSIC + " jump_in=on auto_draw=off", STACK, "Cleo plays red-1"),
    # turns before drawn cards
    ("not-your-turn", CLASSIC, DRAWN, "Ben draws"),
    ("cannot-jump-in", CLASSIC + " jump_in=on", "Ben holds red-9\ntop red-3", "Ben plays red-1"),
    ("not-in-hand", CLASSIC + " jump_in=on", "Ben holds red-9\ntop red-3", "Ben plays red-3"),
    # already-drawn and must-draw before the cards
    ("already-drawn", CLASSIC, DRAWN, "Ann plays green-9"),
    ("already-drawn", CLASSIC + " may_decline=off", "Ann holds blue-2\ntop red-3\nAnn draws red-7", "Ann draws"),
    ("already-drawn", CLASSIC, "Ann holds red-1\ntop red-0", "Ann draws red-0 red-0"),
    ("must-draw", CLASSIC, "Ann holds red-1\ntop red-3", "Ann passes"),
    # not-in-deck (no copy), not-in-hand, no-match, has-colour, must-play, cannot-finish, bad-target
    ("not-in-deck", CLASSIC + " may_decline=off", "Ann holds red-1\ntop red-0", "Ann draws red-0"),
    ("not-in-hand", CLASSIC, "Ann holds red-1\ntop red-3", "Ann plays blue-skip"),
    ("no-match", CLASSIC + " no_finish_on_action=on", "Ann holds blue-skip\ntop red-3", "Ann plays blue-skip"),
    ("not-in-hand", CLASSIC + " challenge=off", "Ann holds red-1\ntop red-3", "Ann plays wild-draw-four as red"),
    ("has-colour", CLASSIC + " challenge=off no_finish_on_action=on",
     "Ann holds wild-draw-four red-1\ntop red-3", "Ann plays wild-draw-four as red"),
    ("cannot-finish", CLASSIC + " challenge=off no_finish_on_action=on",
     "Ann holds wild-draw-four\ntop red-3", "Ann plays wild-draw-four as red"),
    ("must-play", CLASSIC + " may_decline=off", "Ann holds red-1\ntop red-3", "Ann draws 0"),
    ("must-play", H2O, "top red-3\nAnn draws red-1", "Ann passes"),
    ("cannot-finish", ATTACK, "Ann holds red-trade-hands\ntop red-3", "Ann plays red-trade-hands at Ann"),
    ("bad-target", ATTACK, "Ann holds red-trade-hands red-1\ntop red-3", "Ann plays red-trade-hands at Ann"),
    ("unknown-player", ATTACK, "Ann holds red-trade-hands\ntop red-3", "Ann plays red-trade-hands at Zoe"),
    # no-supply before wrong-count
    ("no-supply", CLASSIC, "Ben holds 1\nAnn holds 99\nCleo holds 7\ntop red-3\nAnn plays red-4", "Ben draws 0"),
    ("wrong-count", CLASSIC, "top red-3", "Ann draws 0"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "game", "table", "statement"), MORE_CASES)
def test_the_first_reason_in_order_is_given_in_every_edition(
    expected: str, game: str, table: str, statement: str
) -> None:
    assert code(play_out(game, table), statement) == expected


@pytest.mark.parametrize(
    ("game", "table", "statement"),
    [
        (CLASSIC + " challenge=off", "Ann holds wild-draw-four red-1\ntop red-3", "Ann plays wild-draw-four as blue"),
        (CLASSIC + " may_decline=off", "Ann holds red-1\ntop red-3", "Ann draws"),
        (CLASSIC, DRAWN, "Ann plays green-9"),
        (CLASSIC + " drawn_card=must", DRAWN, "Ann passes"),
        (CLASSIC, DRAWN, "Ann draws"),
        (CLASSIC, "top red-0", "Ann draws red-0"),
        (CLASSIC + " jump_in=on", "Ben holds red-9\ntop red-3", "Ben plays red-3"),
        (FLIP, DARK + "\nBen plays wild-draw-colour as teal", "Cleo draws pink-1 pink-2"),
        (CLASSIC + " draw_until_playable=on", "top red-3\nAnn draws blue-1", "Ann passes"),
    ],
)
def test_no_refusal_that_rests_on_a_hand_names_a_card(game: str, table: str, statement: str) -> None:
    why = refusal(play_out(game, table), statement)
    assert (why.card, why.top) == (None, None)
    assert why.colour is None or why.code == "no-match"
