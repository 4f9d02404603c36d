"""Every edition with every supply: pile, dispenser and launcher; what is owed, what waits, what is waived."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.decks import editions
from tests.referee.table_talk import after, answer, code, play_out

SUPPLIES = ("pile", "dispenser", "launcher")
#: A card of each edition that makes the next player take two cards and lose the turn.
TWO = {"extreme": "red-hit-two", "attack": "red-hit-two"}


def game(edition: str, supply: str, more: str = "") -> str:
    return f"game {edition} players=Ann,Ben,Cleo draw_from={supply} challenge=off {more}"


def two(edition: str) -> str:
    return TWO.get(edition, "wild-draw-two as red" if edition == "flip" else "red-draw-two")


@pytest.mark.parametrize("edition", editions())
def test_two_cards_owed_are_drawn_counted_out_in_one_press_or_pressed_for_twice(edition: str) -> None:
    laid = f"top red-5\nAnn plays {two(edition)}"
    play_out(game(edition, "pile"), laid, "expect count Ben 9\nexpect turn Cleo\nexpect owes nobody")
    play_out(
        game(edition, "dispenser"),
        laid,
        "expect owes Ben 2 cards\nBen presses 2\nexpect count Ben 9\nexpect turn Cleo",
    )
    play_out(
        game(edition, "launcher"),
        laid,
        "expect owes Ben 2 presses\nBen presses 0\nexpect owes Ben 1 presses\nBen presses 5\nexpect count Ben 12",
        "expect turn Cleo",
    )


@pytest.mark.parametrize("edition", editions())
def test_the_own_card_is_drawn_by_hand_counted_out_or_launched(edition: str) -> None:
    drawn = play_out(
        game(edition, "pile", "drawn_card=may"), "top red-5\nAnn draws\nexpect turn Ann\nexpect count Ann 8"
    )
    assert code(drawn, "Ann draws") == "already-drawn"
    out = play_out(
        game(edition, "dispenser", "drawn_card=may"), "top red-5\nAnn presses 1\nexpect turn Ann\nexpect count Ann 8"
    )
    assert code(out, "Ann presses 1") == "already-drawn"
    play_out("Ann plays red-7\nexpect turn Ben", state=out)
    play_out("Ann passes\nexpect turn Ben", state=out)
    play_out(game(edition, "launcher"), "top red-5\nAnn presses 4\nexpect turn Ben\nexpect count Ann 11")


@pytest.mark.parametrize("edition", editions())
def test_cards_are_not_drawn_by_hand_beside_a_dispenser_nor_pressed_for_beside_a_pile(edition: str) -> None:
    assert code(play_out(game(edition, "pile"), "top red-5"), "Ann presses 1") == "not-now"
    for supply in ("dispenser", "launcher"):
        state = play_out(game(edition, supply), "top red-5")
        assert code(state, "Ann draws") == "not-now"
        assert code(state, "Ann presses") == "not-now"
        assert code(state, "Ann passes") == "must-draw"
        owing = play_out(f"Ann plays {two(edition)}", state=state)
        assert code(owing, "Ben draws 2") == "not-now"


@pytest.mark.parametrize("edition", editions())
def test_a_missed_uno_is_two_cards_or_two_presses(edition: str) -> None:
    caught = "Ann holds 2\ntop red-5\nAnn plays red-6\nCleo catches Ann"
    play_out(game(edition, "pile"), caught, "expect count Ann 3\nexpect turn Ben")
    play_out(
        game(edition, "dispenser"),
        caught,
        "expect owes Ann 2 cards\nAnn presses 2\nexpect count Ann 3\nexpect turn Ben",
    )
    play_out(
        game(edition, "launcher"),
        caught,
        "expect owes Ann 2 presses\nAnn presses 0\nAnn presses 1\nexpect count Ann 2",
    )


def test_the_dispenser_pays_by_what_it_counted() -> None:
    state = play_out(game("classic", "dispenser"), "top red-5\nAnn plays red-draw-two")
    play_out("Ben presses 1\nexpect owes Ben 1 cards\nexpect turn Ben\nBen presses 1\nexpect turn Cleo", state=state)
    play_out("Ben presses 0\nexpect owes Ben 2 cards", state=state)
    play_out("Ben presses 3\nexpect count Ben 10\nexpect turn Cleo\nexpect owes nobody", state=state)


def test_an_own_press_at_the_dispenser_is_a_draw_of_what_was_counted() -> None:
    table = game("classic", "dispenser")
    play_out(table, "top red-5\nAnn presses 0\nexpect turn Ann\nAnn passes\nexpect refused must-draw\nAnn presses 1")
    play_out(table, "top red-5\nAnn presses 2\nexpect count Ann 9\nexpect turn Ann\nAnn passes\nexpect turn Ben")
    play_out(game("classic", "dispenser", "drawn_card=never"), "top red-5\nAnn presses 1\nexpect turn Ben")
    play_out(
        game("classic", "dispenser", "draw_until_playable=on drawn_card=never"),
        "top red-5\nAnn presses 1\nAnn presses 1\nexpect turn Ann\nAnn plays red-1",
        "expect turn Ben",
    )


def test_the_target_of_an_extreme_hit_takes_what_the_dispenser_counts_out_for_the_player() -> None:
    play_out(
        game("extreme", "dispenser"),
        "top red-5\nAnn plays wild-extreme-hit as red at Cleo\nexpect owes Ann 2 cards\nAnn presses 2",
        "expect count Cleo 9\nexpect count Ann 6\nexpect turn Ben",
    )


def test_hit_fire_is_one_card_where_nothing_fires() -> None:
    play_out(
        game("attack", "dispenser"),
        "top red-5\nAnn plays wild-hit-fire as red\nexpect owes Ben 1 cards\nBen presses 1\nexpect turn Cleo",
    )


def test_all_hit_and_downpour_are_paid_by_everybody_in_turn() -> None:
    for supply, press in (("dispenser", 1), ("launcher", 0)):
        play_out(
            game("attack", supply),
            f"top red-5\nAnn plays wild-all-hit as red\nBen presses {press}\nCleo presses {press}\nexpect turn Ben",
        )
        play_out(
            game("h2o", supply),
            f"top red-5\nAnn plays wild-downpour-1 as red\nBen presses {press}\nCleo presses {press}",
            "expect turn Ben",
        )


# What runs out (detail 10)


@pytest.mark.parametrize("supply", ["dispenser", "launcher"])
def test_with_nothing_left_a_dry_press_waits_for_the_reload(supply: str) -> None:
    table = game("classic", supply)
    state = play_out(table, "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nAnn plays red-6")
    assert state.supply == 0
    assert code(state, "Ben presses 0") == "no-supply"
    # What the gate counted is believed; the counts are out then, and the state says so.
    assert after(state, "Ben presses 1").unaccounted == -1
    play_out("reload\nBen presses 0", state=state)


@pytest.mark.parametrize("supply", ["dispenser", "launcher"])
def test_what_is_owed_waits_for_the_reload(supply: str) -> None:
    table = game("classic", supply)
    state = play_out(table, "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nAnn plays red-draw-two")
    assert code(state, "Ben presses 0") == "no-supply"
    play_out("reload\nBen presses 1\nexpect count Ben 51", state=state)


def test_at_the_dispenser_what_can_never_come_is_waived() -> None:
    state = play_out(
        game("classic", "dispenser"), "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nAnn plays red-draw-two"
    )
    state = after(state, "reload")
    assert ev.Waived("Ben", 1, ev.Cause.CARD) in answer(state, "Ben presses 1")
    play_out("Ben presses 1\nexpect turn Cleo\nexpect owes nobody", state=state)


def test_at_the_launcher_a_press_with_nothing_anywhere_counts_none() -> None:
    state = play_out(
        game("classic", "launcher"), "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nAnn plays red-draw-two"
    )
    play_out("reload\nBen presses 1\nBen presses 0\nexpect turn Cleo\nexpect owes nobody", state=state)
    play_out(
        game("extreme", "launcher"),
        "Ann holds 50\nBen holds 50\nCleo holds 11\ntop red-5\nAnn presses 0\nexpect turn Ben",
    )


@pytest.mark.parametrize("supply", SUPPLIES)
def test_who_owes_where_nothing_is_left_at_all_owes_nothing(supply: str) -> None:
    state = play_out(
        game("classic", supply, "uno_window=any-time"),
        "Ann holds 1\nBen holds 99\nCleo holds 7\ntop red-5\nBen catches Ann\nexpect owes nobody\nexpect turn Ann",
    )
    assert state.seats[0].count == 1
    assert ev.Waived("Ann", 2) in state.events


def test_the_hands_of_who_left_come_back_with_the_reload() -> None:
    state = play_out(game("classic", "pile"), "Ann holds 50\nBen holds 50\nCleo holds 7\ntop red-5\nCleo leaves")
    assert state.supply == 0
    assert after(state, "reload").supply == 7
