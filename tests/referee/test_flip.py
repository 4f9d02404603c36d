"""UNO Flip: two sides, what turns over with them, and the dark side's cards."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card, Colour
from companion.referee.commands import Play, Top
from tests.referee.table_talk import after, answer, code, play_out, refusal

ABC = "game flip players=Ann,Ben,Cleo"
#: Ben's turn on the dark side, pink 6 on top.
DARK = "top red-4\nAnn plays red-flip\ntop pink-6"
#: Cleo owes cards until an orange one comes.
UNTIL = DARK + "\nBen plays wild-draw-colour as orange"


def test_a_flip_turns_everything_over_and_the_new_top_is_awaited() -> None:
    state = play_out(
        ABC, "Ann holds red-flip red-1\ntop red-4\nAnn plays red-flip\nexpect side dark\nexpect phase top"
    )
    assert [seat.cards for seat in state.seats] == [(), (), ()]
    assert (state.top, state.discard_size, state.supply) == (None, 2, 112 - 15 - 2)
    assert code(state, "Ben plays pink-1") == "not-now"
    assert code(state, "top red-1") == "wrong-side"
    assert code(state, "Ben holds pink-1") == "not-now"
    state = play_out("top pink-6\nexpect turn Ben\nexpect colour pink\nexpect phase playing", state=state)
    assert state.discard_size == 2


@pytest.mark.parametrize("card", ["pink-draw-five", "pink-reverse", "pink-skip-everyone", "pink-flip"])
def test_the_card_that_lies_on_top_after_a_flip_has_no_effect(card: str) -> None:
    play_out(ABC, f"top red-4\nAnn plays red-flip\ntop {card}\nexpect turn Ben\nexpect side dark\nexpect owes nobody")


def test_of_a_wild_on_top_after_a_flip_the_player_in_turn_names_the_colour() -> None:
    for wild in ("dark-wild", "wild-draw-colour"):
        state = play_out(ABC, f"top red-4\nAnn plays red-flip\ntop {wild}\nexpect phase colour\nexpect turn Ben")
        assert code(state, "Ann picks pink") == "not-your-turn"
        assert code(state, "Ben picks red") == "not-in-deck"
        play_out(
            "Ben picks teal\nexpect turn Ben\nexpect phase playing\nexpect owes nobody\nBen plays teal-3", state=state
        )


def test_a_face_of_the_other_side_is_refused() -> None:
    state = play_out(ABC, DARK)
    assert code(state, "Ben plays red-4") == "wrong-side"
    assert code(state, "Ben draws red-4") == "wrong-side"
    assert code(state, "set top red-4") == "wrong-side"
    assert code(state, "Ben plays dark-wild as red") == "not-in-deck"
    assert code(play_out(ABC, "top red-4"), "Ann plays dark-wild") == "wrong-side"


def test_dark_cards_do_what_they_say() -> None:
    play_out(ABC, DARK, "Ben plays pink-draw-five\nexpect count Cleo 12\nexpect turn Ann")
    play_out(ABC, DARK, "Ben plays pink-reverse\nexpect turn Ann\nexpect direction counter-clockwise")
    play_out(ABC, DARK, "Ben plays pink-skip-everyone\nexpect turn Ben\nexpect phase playing")
    play_out(ABC, DARK, "Ben plays dark-wild as teal\nexpect colour teal\nexpect turn Cleo")
    play_out(ABC, DARK, "Ben plays pink-flip\nexpect side light\ntop blue-2\nexpect turn Cleo\nexpect colour blue")


def test_light_cards_do_what_they_say() -> None:
    play_out(ABC, "top red-4\nAnn plays red-draw-one\nexpect count Ben 8\nexpect turn Cleo")
    play_out(
        ABC, "top red-4\nAnn plays wild-draw-two as blue\nexpect owes Ben 2 cards\nBen accepts\nexpect turn Cleo"
    )


def test_the_round_begins_on_the_light_side_again() -> None:
    state = play_out(
        ABC + " match_mode=hands-won", DARK, "set count Ben 1\nBen plays pink-1\nround\nexpect side light"
    )
    assert code(state, "top pink-1") == "wrong-side"


# Until a colour


def test_until_a_colour_is_challenged_accepted_and_paid_by_its_number() -> None:
    state = play_out(
        ABC, UNTIL, "expect phase challenge\nexpect turn Cleo\nexpect owes Cleo until colour\nCleo accepts"
    )
    play_out("expect phase paying\nexpect owes Cleo until colour\nCleo draws 4", state=state)
    assert code(state, "Cleo draws") == "wrong-count"
    assert code(state, "Cleo draws 0") == "wrong-count"
    assert code(state, "Cleo is done") == "not-now"
    assert code(state, "Cleo presses 1") == "not-now"
    play_out("Cleo draws 4\nexpect count Cleo 11\nexpect turn Ann\nexpect owes nobody", state=state)
    play_out(ABC, UNTIL, "Cleo draws 1\nexpect count Cleo 8\nexpect turn Ann")


def test_known_cards_end_with_the_colour_and_no_card_is_named_when_they_do_not() -> None:
    state = play_out(ABC, UNTIL, "Cleo accepts")
    play_out("Cleo draws pink-1 dark-wild orange-3\nexpect count Cleo 10\nexpect turn Ann", state=state)
    why = refusal(state, "Cleo draws pink-1 teal-2")
    assert (why.code, why.card) == ("no-match", None)
    assert code(state, "Cleo draws orange-1 pink-1") == "wrong-count"
    assert code(state, "Cleo draws dark-wild") == "no-match"
    assert code(state, "Cleo draws red-1") == "wrong-side"


def test_a_guilty_player_draws_until_the_colour_and_the_challenger_plays() -> None:
    state = play_out(ABC, UNTIL, "Cleo challenges\nhand is guilty\nexpect owes Ben until colour\nexpect turn Cleo")
    play_out(
        "Ben draws 3\nexpect count Ben 9\nexpect count Cleo 7\nexpect turn Cleo\nexpect phase playing", state=state
    )
    play_out("Ben draws orange-3\nexpect count Ben 7\nexpect turn Cleo", state=state)


def test_an_innocent_one_costs_the_challenger_two_more() -> None:
    state = play_out(ABC, UNTIL, "Cleo challenges\nhand is innocent\nexpect owes Cleo until colour")
    play_out("Cleo draws 5\nexpect count Cleo 12\nexpect turn Ann", state=state)
    play_out("Cleo draws pink-1 orange-3 pink-2 teal-1\nexpect count Cleo 11\nexpect turn Ann", state=state)
    # Told up to the colour, the two more are taken as drawn like any owed cards.
    play_out("Cleo draws pink-1 orange-3\nexpect count Cleo 11\nexpect turn Ann", state=state)
    assert code(state, "Cleo draws 2") == "wrong-count"
    assert code(state, "Cleo draws orange-3 pink-1 pink-2 pink-3") == "wrong-count"


def test_without_automatic_draws_the_two_more_stay_owed() -> None:
    play_out(
        ABC + " auto_draw=off",
        UNTIL,
        "Cleo challenges\nhand is innocent\nCleo draws pink-1 orange-3\nexpect owes Cleo 2 cards\nexpect turn Cleo",
        "Cleo draws\nexpect count Cleo 11\nexpect turn Ann",
    )


@pytest.mark.parametrize("supply", ["launcher", "dispenser"])
def test_with_presses_the_debt_stays_open_until_the_player_is_done(supply: str) -> None:
    table = f"{ABC} draw_from={supply}"
    state = play_out(table, UNTIL, "expect owes Cleo until colour\nCleo presses 2\nexpect phase paying")
    state = play_out(
        "expect owes Cleo until colour\nCleo presses 1\nexpect owes Cleo until colour\nexpect count Cleo 10",
        state=state,
    )
    assert code(state, "Ann is done") == "not-now"
    assert code(state, "Ann plays orange-1") == "must-pay"
    play_out("Cleo is done\nexpect owes nobody\nexpect turn Ann\nexpect phase playing", state=state)
    play_out("Cleo draws orange-3\nexpect count Cleo 11\nexpect turn Ann", state=state)
    play_out(table, UNTIL, "Cleo draws 3\nexpect count Cleo 10\nexpect turn Ann")


def test_where_the_pile_ends_before_the_colour_the_debt_waits_for_the_reload() -> None:
    few = "Cleo holds 7\nBen holds 51\nAnn holds 50\ntop red-4\nAnn plays red-flip\ntop pink-6\n"
    state = play_out(ABC, few, "Ben plays wild-draw-colour as orange\nCleo accepts")
    assert state.supply == 3
    play_out(
        "Cleo draws pink-1 pink-2 pink-3\nexpect owes Cleo until colour\nreload\nexpect owes Cleo until colour",
        "Cleo draws teal-1 orange-4\nexpect count Cleo 12\nexpect turn Ann",
        state=state,
    )
    play_out(
        "Cleo draws pink-1 pink-2 pink-3\nreload\nCleo draws pink-4 pink-5\nexpect owes nobody\nexpect turn Ann",
        state=state,
    )


def test_a_last_card_until_a_colour_is_drawn_for_before_counting() -> None:
    play_out(
        ABC,
        DARK,
        "set count Ben 1\nBen plays wild-draw-colour as orange\nCleo accepts\nCleo draws 2\nexpect phase counting",
    )


# The end


def test_a_flip_as_the_last_card_ends_the_round_on_the_side_it_turned_to() -> None:
    state = play_out(
        ABC, "Ann holds 1\nBen holds red-1\ntop red-4\nAnn plays red-flip\nexpect side dark\nexpect phase counting"
    )
    assert code(state, "Ben left red-1") == "wrong-side"
    play_out("Ben left pink-draw-five\nCleo left wild-draw-colour\nexpect score Ann 80", state=state)


def test_the_light_side_scores_where_the_table_agreed_so() -> None:
    state = play_out(ABC + " flip_score_side=light", DARK, "set count Ben 1\nBen plays pink-1\nexpect phase counting")
    assert code(state, "Ann left pink-1") == "wrong-side"
    play_out("Ann left red-9 wild\nCleo left wild-draw-two\nexpect score Ben 99", state=state)


# Physical cards


def test_a_card_seen_on_the_discard_stays_there_through_flips_until_the_reload() -> None:
    seven = Play("Ann", (Card("7", Colour.RED),), tag="TFK10131")
    state = after(play_out(ABC, "top red-4"), seven)
    state = play_out("Ben plays red-flip\ntop pink-6\nCleo plays pink-flip", state=state)
    state = after(state, Top(Card("2", Colour.RED), "TFK10031"))
    again = Play("Ann", (Card("7", Colour.RED),), tag="TFK10131")
    assert code(state, again) == "duplicate-tag"
    assert code(after(state, "undo"), again) == "not-now"
    answer(after(state, "reload"), again)


def test_undo_takes_a_flip_back_with_the_known_hands() -> None:
    state = play_out(ABC, "Ann holds red-flip red-1\ntop red-4\nAnn plays red-flip\ntop pink-6\nundo\nundo")
    play_out(
        "expect hand Ann red-1 red-flip\nexpect side light\nexpect top red-4\nexpect phase playing\nexpect turn Ann",
        state=state,
    )


def test_who_leaves_after_a_flip_leaves_the_others_to_turn_the_top() -> None:
    play_out(ABC, "top red-4\nAnn plays red-flip\nAnn leaves\nexpect phase top\ntop pink-6\nexpect turn Ben")
    play_out(ABC, "top red-4\nAnn plays red-flip\nBen leaves\nexpect phase top\ntop pink-6\nexpect turn Cleo")


def test_with_two_players_dark_draws_and_skips_leave_the_turn() -> None:
    two = "game flip players=Ann,Ben"
    for card in ("pink-draw-five", "pink-reverse", "pink-skip-everyone"):
        play_out(two, DARK, f"Ben plays {card}\nexpect turn Ben")
    play_out(two, DARK, "Ben plays wild-draw-colour as teal\nAnn draws 3\nexpect turn Ben")
