"""The card turned up first: who starts, who presses, who names a colour, what goes back."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from tests.referee.table_talk import AB, ABC, answer, code, play_out


def test_the_player_left_of_the_dealer_starts_on_a_number() -> None:
    play_out(
        ABC, "expect phase setup\nexpect dealer Cleo\ntop red-3\nexpect turn Ann\nexpect colour red\nexpect top red-3"
    )
    play_out(ABC + " dealer=Ann", "expect dealer Ann\ntop red-3\nexpect turn Ben")


def test_a_first_skip_passes_over_the_player_left_of_the_dealer() -> None:
    play_out(ABC, "top red-skip\nexpect turn Ben\nexpect owes nobody")
    play_out(AB, "top red-skip\nexpect turn Ben")


def test_after_a_first_reverse_the_dealer_starts_the_other_way_round() -> None:
    play_out(
        ABC + " dealer=Ben",
        """
        top red-reverse
        expect direction counter-clockwise
        expect turn Ben
        Ben plays red-4
        expect turn Ann
        """,
    )
    play_out(AB, "top red-reverse\nexpect turn Ben\nBen plays red-3\nexpect turn Ann")


def test_a_first_hit_is_pressed_by_the_player_left_of_the_dealer_and_the_second_starts() -> None:
    play_out(
        ABC,
        """
        top red-hit-two
        expect turn Ann
        expect phase paying
        expect owes Ann 2 presses
        Ann plays red-3
        expect refused must-pay
        Ann presses 2
        Ann presses 0
        expect count Ann 9
        expect turn Ben
        """,
    )


def test_on_a_first_discard_all_the_player_left_of_the_dealer_plays_its_colour_another_one_a_wild_or_presses() -> (
    None
):
    state = play_out(ABC, "top red-discard-all\nexpect turn Ann\nexpect phase playing")
    for statement in ("Ann plays red-5", "Ann plays blue-discard-all", "Ann plays wild as green", "Ann presses 2"):
        play_out(statement, state=state)
    assert code(state, "Ann plays blue-5") == "no-match"


def test_on_a_first_wild_the_first_player_names_the_colour_and_then_plays() -> None:
    play_out(
        ABC,
        """
        top wild
        expect phase colour
        expect turn Ann
        Ann plays red-3
        expect refused colour-needed
        Ben picks red
        expect refused not-your-turn
        Ann picks green
        expect phase playing
        expect turn Ann
        Ann plays red-3
        expect refused no-match
        Ann plays green-3
        expect turn Ben
        """,
    )


def test_on_a_first_extreme_hit_the_first_player_names_colour_and_target_and_presses_and_the_second_starts() -> None:
    play_out(
        ABC,
        """
        top wild-extreme-hit
        expect phase colour
        expect turn Ann
        Ann picks blue
        expect phase target
        Ann targets Ann
        expect refused bad-target
        Ann targets Cleo
        expect owes Ann 2 presses
        Ann presses 3
        Ann presses 0
        expect count Cleo 10
        expect count Ann 7
        expect turn Ben
        expect colour blue
        """,
    )


def test_with_two_players_a_first_extreme_hit_aims_at_the_dealer() -> None:
    play_out(
        AB,
        "top wild-extreme-hit\nAnn picks blue\nexpect owes Ann 2 presses\nAnn presses 1\nAnn presses 1\n"
        "expect count Ben 9\nexpect turn Ben",
    )


@pytest.mark.parametrize(
    "card", ["red-skip", "red-reverse", "red-hit-two", "red-discard-all", "wild", "wild-extreme-hit"]
)
def test_with_redraw_every_card_but_a_number_goes_back(card: str) -> None:
    state = play_out(ABC + " first_card=redraw")
    assert answer(state, f"top {card}")[0] == ev.TopTurned(answer(state, f"top {card}")[0].card, sent_back=True)  # type: ignore[union-attr]
    state = play_out(f"top {card}\nexpect phase top\ntop {card}\nexpect phase top", state=state)
    assert not state.discard
    play_out("top red-4\nexpect turn Ann\nexpect phase playing\nexpect top red-4", state=state)


def test_a_card_is_turned_up_once() -> None:
    assert code(play_out(ABC, "top red-3"), "top red-4") == "not-now"
    assert code(play_out(ABC, "top wild"), "top red-4") == "colour-needed"


@pytest.mark.parametrize(
    "statement", ["Ann plays red-3", "Ann presses 2", "Ann passes", "Ann draws", "Ann picks red", "Ann targets Ben",
                  "Ann discards red-3", "Ann is done", "Ann says uno", "Ann catches Ben", "reload", "round",
                  "Ann left red-3", "Ann left 3 points", "set turn Ann", "set colour red", "set top red-3",
                  "set direction clockwise"],
)  # fmt: skip
def test_before_the_first_card_nothing_of_the_round_is_accepted(statement: str) -> None:
    assert code(play_out(ABC), statement) == "not-now"
    assert code(play_out(ABC + " first_card=redraw", "top wild\nexpect phase top"), statement) == "not-now"


# Hands told before the first card


def test_hands_may_be_told_until_the_first_card_is_turned() -> None:
    play_out(
        ABC + " first_card=redraw",
        """
        Ann holds 3
        expect count Ann 3
        Ann holds red-1 red-2
        expect hand Ann red-2 red-1
        top wild
        Ben holds blue-1
        top red-3
        Cleo holds 2
        expect refused not-now
        """,
    )


def test_a_hand_has_at_least_one_card_and_no_more_than_the_deck_can_give() -> None:
    state = play_out(ABC)
    assert code(state, "Ann holds 0") == "wrong-count"
    assert code(state, "Ann holds 98") == "wrong-count"
    play_out("Ann holds 97", state=state)


def test_no_card_is_told_more_often_than_the_deck_has_it_over_all_known_hands() -> None:
    state = play_out(ABC)
    assert code(state, "Ann holds red-1 red-1 red-1") == "not-in-deck"
    state = play_out("Ann holds red-1 red-1", state=state)
    assert code(state, "Ben holds red-1") == "not-in-deck"
    play_out("Ann holds red-1 red-2\nBen holds red-1", state=state)


# Starting


@pytest.mark.parametrize(
    "line",
    [
        "game extreme players=Ann",
        "game extreme players=Ann,Ben,ANN",
        "game extreme players=Zoé,Zoe",
        "game extreme players=A,B,C,D,E,F,G,H,I,J,K",
        "game extreme players=A,B,C,D,E,F hand_size=20",
    ],
)
def test_players_deck_and_hands_must_go_together(line: str) -> None:
    assert code(play_out(), line) == "bad-game"


def test_two_to_ten_players_and_hands_of_one_to_twenty_cards() -> None:
    play_out("game extreme players=A,B hand_size=20\nexpect count A 20\nexpect dealer B")
    play_out("game extreme players=A,B,C,D,E,F,G,H,I,J hand_size=11\nexpect count J 11")
    assert code(play_out(), "game extreme players=A,B,C,D,E,F,G,H,I,J hand_size=12") == "bad-game"


def test_the_dealer_must_sit_at_the_table() -> None:
    assert code(play_out(), "game extreme players=Ann,Ben dealer=Zoe") == "unknown-player"


def test_names_are_compared_without_case_and_accents_and_kept_as_seated() -> None:
    state = play_out('game extreme players=Zoé,"Marie Claire"\ntop red-3\nzoe plays red-4\n"MARIE claire" presses 1')
    assert [seat.name for seat in state.seats] == ["Zoé", "Marie Claire"]


def test_a_new_game_sets_the_running_one_aside_whatever_its_phase() -> None:
    state = play_out(ABC, "top wild", AB, "expect phase setup\nexpect count Ben 7")
    assert len(state.seats) == 2


def test_without_a_game_nobody_is_known_and_nothing_can_be_undone() -> None:
    empty = play_out("expect phase none")
    assert code(empty, "Ann plays red-3") == "unknown-player"
    assert code(empty, "top red-3") == "not-now"
    assert code(empty, "undo") == "nothing-to-undo"
    assert code(empty, "reload") == "not-now"
    assert code(empty, "round") == "not-now"
    assert code(empty, "set colour red") == "not-now"
    assert code(empty, "set top red-3") == "not-now"
    assert code(empty, "hand is guilty") == "no-challenge"


# Every edition


@pytest.mark.parametrize("edition", ["classic", "classic-112", "braille", "h2o"])
def test_a_first_draw_two_is_drawn_by_the_player_left_of_the_dealer_and_the_second_starts(edition: str) -> None:
    game = f"game {edition} players=Ann,Ben,Cleo"
    play_out(game, "top red-draw-two\nexpect count Ann 9\nexpect turn Ben\nexpect owes nobody")
    play_out(game + " auto_draw=off", "top red-draw-two\nexpect owes Ann 2 cards\nAnn draws\nexpect turn Ben")


@pytest.mark.parametrize("edition", ["classic", "classic-112", "braille", "h2o", "flip", "attack"])
def test_first_skips_reverses_numbers_and_wilds_are_the_same_in_every_edition(edition: str) -> None:
    game = f"game {edition} players=Ann,Ben,Cleo"
    play_out(game, "top red-skip\nexpect turn Ben")
    play_out(game, "top red-reverse\nexpect turn Cleo\nexpect direction counter-clockwise")
    play_out(game, "top red-3\nexpect turn Ann")
    play_out(game, "top wild\nexpect phase colour\nAnn picks blue\nexpect turn Ann\nexpect colour blue")


@pytest.mark.parametrize(
    ("edition", "card"),
    [
        ("classic", "wild-draw-four"),
        ("braille", "wild-draw-four"),
        ("classic-112", "wild-draw-four"),
        ("classic-112", "wild-shuffle-hands"),
        ("classic-112", "wild-customizable"),
        ("flip", "wild-draw-two"),
        ("h2o", "wild-draw-four"),
        ("h2o", "wild-downpour-1"),
        ("h2o", "wild-downpour-2"),
        ("attack", "red-trade-hands"),
    ],
)
def test_cards_that_go_back_into_the_deck_never_lie_on_the_discard(edition: str, card: str) -> None:
    state = play_out(f"game {edition} players=Ann,Ben,Cleo", f"top {card}\nexpect phase top")
    assert not state.discard
    play_out("top red-3\nexpect turn Ann\nexpect phase playing", state=state)


def test_the_light_side_starts_and_a_first_flip_turns_everything_over_before_the_first_turn() -> None:
    game = "game flip players=Ann,Ben,Cleo"
    play_out(game, "top red-draw-one\nexpect count Ann 8\nexpect turn Ben")
    play_out(
        game,
        "top red-flip\nexpect side dark\nexpect phase top\ntop pink-draw-five\nexpect turn Ann\nexpect count Ann 7",
    )
    play_out(
        game, "top red-flip\ntop dark-wild\nexpect phase colour\nAnn picks teal\nexpect turn Ann\nAnn plays teal-1"
    )
    for card in ("pink-skip-everyone", "wild-draw-colour", "pink-1"):
        assert code(play_out(game), f"top {card}") == "wrong-side"


def test_after_a_first_all_hit_everybody_presses_once_and_the_first_player_starts() -> None:
    play_out(
        "game attack players=Ann,Ben,Cleo",
        "top wild-all-hit\nexpect phase colour\nexpect turn Ann\nAnn picks blue\nexpect owes Ann 1 presses",
        "expect owes Ben 1 presses\nexpect owes Cleo 1 presses\nAnn presses 2\nBen presses 0\nCleo presses 0",
        "expect turn Ann\nexpect colour blue",
    )


def test_after_a_first_hit_fire_the_first_player_presses_until_it_fires_and_the_second_starts() -> None:
    play_out(
        "game attack players=Ann,Ben,Cleo",
        "top wild-hit-fire\nAnn picks blue\nexpect owes Ann until fire\nAnn presses 0\nAnn presses 3",
        "expect turn Ben",
    )


@pytest.mark.parametrize("edition", ["classic-112", "braille", "h2o", "flip", "attack", "extreme"])
def test_with_redraw_only_a_number_stays_in_every_edition(edition: str) -> None:
    game = f"game {edition} players=Ann,Ben first_card=redraw"
    play_out(game, "top red-skip\nexpect phase top\ntop wild\nexpect phase top\ntop red-3\nexpect turn Ann")


def test_with_two_players_a_first_draw_or_skip_makes_the_dealer_start() -> None:
    for card in ("red-draw-two", "red-skip", "red-reverse"):
        play_out("game classic players=Ann,Ben", f"top {card}\nexpect turn Ben")
