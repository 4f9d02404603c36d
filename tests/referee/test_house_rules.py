"""What tables agree on besides the sheets: finishing, declining, drawn cards, launched cards, two players."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card
from tests.referee.table_talk import code, play_out, refusal

ABC = "game classic players=Ann,Ben,Cleo"
AB = "game classic players=Ann,Ben"
EXTREME = "game extreme players=Ann,Ben,Cleo"


# no_finish_on_action


@pytest.mark.parametrize("card", ["red-skip", "red-reverse", "red-draw-two", "wild", "wild-draw-four"])
def test_the_last_card_must_be_a_number_where_the_table_agreed_so(card: str) -> None:
    state = play_out(ABC + " no_finish_on_action=on", "Ann holds 1\ntop red-5")
    assert code(state, f"Ann plays {card}") == "cannot-finish"
    play_out("Ann plays red-1\nexpect phase counting", state=state)
    play_out(f"Ann plays {card} as red anyway", state=state)


def test_a_discard_all_that_would_lay_the_whole_hand_is_no_finish_either() -> None:
    known = play_out(EXTREME + " no_finish_on_action=on", "Ann holds red-discard-all red-1\ntop red-5")
    assert code(known, "Ann plays red-discard-all") == "cannot-finish"
    assert code(known, "Ann plays red-discard-all red-1") == "cannot-finish"
    unknown = play_out(EXTREME + " no_finish_on_action=on", "Ann holds 3\ntop red-5\nAnn plays red-discard-all")
    assert code(unknown, "Ann discards red-1 red-2") == "cannot-finish"
    play_out("Ann discards red-1\nAnn is done\nexpect count Ann 1\nexpect turn Ben", state=unknown)


# may_decline


@pytest.mark.parametrize(
    ("table", "statement"), [(AB, "Ann draws"), ("game extreme players=Ann,Ben", "Ann presses 1")]
)
def test_who_is_known_to_hold_a_card_that_fits_must_play_it(table: str, statement: str) -> None:
    hand = "Ann holds red-1 blue-2\ntop red-5"
    why = refusal(play_out(table + " may_decline=off", hand), statement)
    assert (why.code, why.card, why.colour, why.top) == ("must-play", None, None, None)
    play_out(table, hand, statement)
    play_out(table + " may_decline=off", "Ann holds blue-2 green-1\ntop red-5", statement)
    play_out(table + " may_decline=off", "top red-5", statement)


def test_nobody_is_made_to_play_a_draw_wild_or_what_could_not_be_the_last_card() -> None:
    play_out(AB + " may_decline=off", "Ann holds wild-draw-four blue-1\ntop red-5\nAnn draws")
    assert code(play_out(AB + " may_decline=off", "Ann holds wild blue-1\ntop red-5"), "Ann draws") == "must-play"
    play_out(AB + " may_decline=off no_finish_on_action=on", "Ann holds red-skip\ntop red-5\nAnn draws")
    play_out("game attack players=Ann,Ben may_decline=off", "Ann holds red-trade-hands\ntop red-5\nAnn presses 0")
    play_out(
        "game extreme players=Ann,Ben may_decline=off no_finish_on_action=on",
        "Ann holds red-discard-all red-discard-all\ntop red-5\nAnn presses 0",
    )


# drawn_card


def test_a_drawn_card_may_be_kept_must_be_played_or_is_never_played() -> None:
    drawn = "top red-5\nAnn draws red-7"
    play_out(AB, drawn, "Ann passes\nexpect turn Ben")
    assert code(play_out(AB + " drawn_card=must", drawn), "Ann passes") == "must-play"
    play_out(AB + " drawn_card=never", drawn, "expect turn Ben\nexpect count Ann 8")
    play_out(AB + " drawn_card=never", "top red-5\nAnn draws\nexpect turn Ben")
    play_out(AB + " drawn_card=must", "top red-5\nAnn draws\nAnn passes\nexpect turn Ben")


def test_nobody_is_made_to_bluff_or_to_do_what_is_refused() -> None:
    drawn = "Ann holds red-1 blue-1\ntop red-5\nAnn draws wild-draw-four\n"
    play_out(AB + " drawn_card=must", drawn, "Ann passes\nexpect turn Ben")
    play_out(AB + " drawn_card=must challenge=off", drawn, "Ann passes\nexpect turn Ben")
    legal = play_out(AB + " drawn_card=must", "Ann holds blue-1\ntop red-5\nAnn draws wild-draw-four")
    assert code(legal, "Ann passes") == "must-play"


# play_after_launch


def test_a_launched_card_may_be_played_where_the_table_agreed_so() -> None:
    state = play_out(
        EXTREME + " play_after_launch=on", "top red-5\nAnn presses 3\nexpect turn Ann\nexpect count Ann 10"
    )
    assert code(state, "Ann presses 1") == "already-drawn"
    play_out("Ann plays red-1\nexpect turn Ben", state=state)
    play_out("Ann passes\nexpect turn Ben", state=state)
    play_out(EXTREME + " play_after_launch=on", "top red-5\nAnn presses 0\nexpect turn Ben")
    play_out(EXTREME, "top red-5\nAnn presses 3\nexpect turn Ben")


# draw_until_playable


def test_own_draws_go_on_until_a_card_can_be_played() -> None:
    table = AB + " draw_until_playable=on"
    state = play_out(table, "top red-5\nAnn draws blue-1\nexpect turn Ann")
    assert code(state, "Ann passes") == "must-draw"
    assert code(state, "Ann plays blue-1") == "no-match"
    state = play_out("Ann draws green-2\nAnn draws red-3", state=state)
    assert code(state, "Ann draws") == "already-drawn"
    assert code(state, "Ann plays blue-1") == "already-drawn"
    play_out("Ann plays red-3\nexpect turn Ben\nexpect count Ann 9", state=state)
    play_out("Ann passes\nexpect turn Ben", state=state)
    play_out(table, "top red-5\nAnn draws\nAnn draws\nAnn passes\nexpect turn Ben\nexpect count Ann 9")


def test_drawing_on_goes_before_what_is_agreed_about_the_drawn_card() -> None:
    play_out(AB + " draw_until_playable=on drawn_card=never", "top red-5\nAnn draws\nAnn draws\nAnn plays red-1")
    state = play_out(AB + " draw_until_playable=on drawn_card=must", "top red-5\nAnn draws red-1")
    assert code(state, "Ann passes") == "must-play"


def test_drawing_on_ends_where_nothing_is_left() -> None:
    state = play_out(AB + " draw_until_playable=on", "Ann holds 56\nBen holds 50\ntop red-5\nAnn draws blue-1")
    play_out("Ann passes\nexpect turn Ben", state=state)
    play_out("Ann draws\nexpect turn Ben\nexpect count Ann 57", state=state)
    state = play_out(
        AB + " draw_until_playable=on", "Ann holds 56\nBen holds 50\ntop red-5\nAnn plays red-6\nBen draws blue-1"
    )
    assert code(state, "Ben draws") == "no-supply"
    play_out("reload\nBen draws", state=state)


def test_at_the_launcher_presses_go_on_until_one_fires() -> None:
    table = EXTREME + " draw_until_playable=on"
    play_out(
        table,
        "top red-5\nAnn presses 0\nexpect turn Ann\nAnn presses 0\nAnn presses 2\nexpect turn Ben",
        "expect count Ann 9",
    )
    play_out(
        table + " play_after_launch=on", "top red-5\nAnn presses 0\nAnn presses 2\nAnn plays red-1\nexpect turn Ben"
    )


# Two players, and other agreements


def test_a_reverse_of_two_players_may_have_no_effect_but_the_direction() -> None:
    play_out(
        AB + " two_player_reverse=no-effect",
        "top red-5\nAnn plays red-reverse\nexpect turn Ben\nexpect direction counter-clockwise",
    )
    play_out(ABC + " two_player_reverse=no-effect", "top red-5\nAnn plays red-reverse\nexpect turn Cleo")


@pytest.mark.parametrize(("penalty", "count"), [(0, 1), (2, 3), (4, 5), (10, 11)])
def test_a_missed_uno_costs_what_was_agreed(penalty: int, count: int) -> None:
    play_out(
        ABC + f" uno_penalty={penalty}",
        "Ann holds 2\ntop red-5\nAnn plays red-6\nBen catches Ann",
        f"expect count Ann {count}\nexpect turn Ben\nexpect owes nobody\nBen catches Ann",
        "expect refused nothing-to-catch",
    )


def test_the_table_insists_on_what_only_the_rules_forbid() -> None:
    play_out(ABC, "top red-5\nAnn plays blue-6 anyway\nexpect top blue-6\nexpect colour blue\nexpect turn Ben")
    play_out(ABC, "Ann holds red-1 red-2\ntop red-5\nAnn plays red-3 anyway\nexpect count Ann 1")
    state = play_out(ABC + " auto_draw=off", "top red-5\nAnn plays red-draw-two")
    assert code(state, "Ben plays red-1 anyway") == "must-pay"
    assert code(state, "Cleo plays pink-1 anyway") == "not-in-deck"
    drew = play_out(ABC, "top red-5\nAnn draws red-1")
    assert code(drew, "Ann plays red-2 anyway") == "already-drawn"


def test_the_texts_of_customizable_wilds_are_kept_with_the_game() -> None:
    state = play_out('game classic-112 players=Ann,Ben custom_text="Sing a song|Swap seats"')
    assert state.options.custom_text == "Sing a song|Swap seats"


def test_a_discard_all_may_lay_only_some_where_the_table_agreed_so() -> None:
    play_out(
        EXTREME + " discard_all=some",
        "Ann holds red-discard-all red-1 red-2\ntop red-5\nAnn plays red-discard-all",
        "expect hand Ann red-1 red-2\nexpect turn Ben",
    )
    play_out(
        EXTREME + " discard_all=some",
        "Ann holds red-discard-all red-1 red-2\ntop red-5\nAnn plays red-discard-all red-2",
        "expect hand Ann red-1\nexpect turn Ben\nexpect top red-discard-all",
    )


def test_a_discard_all_of_another_colour_stays_in_the_hand() -> None:
    state = play_out(
        EXTREME,
        "Ann holds red-discard-all red-discard-all blue-discard-all red-1\ntop red-5\nAnn plays red-discard-all",
    )
    assert state.seats[0].cards == (Card.from_word("blue-discard-all"),)
