"""Editions and presets by name: what a table agrees on when it says no more."""

from __future__ import annotations

import pytest

from companion.referee.decks import Supply, editions, load_deck
from companion.referee.notation import read, write
from companion.referee.notation_words import NotationError
from companion.referee.options import OPTIONS, PRESETS, MatchMode, Options, parse_options
from tests.referee.table_talk import code, play_out


def options(name: str, more: str = "") -> Options:
    return play_out(f"game {name} players=Ann,Ben {more}").options


def test_every_edition_is_a_preset_of_its_own() -> None:
    assert editions() == ("attack", "braille", "classic", "classic-112", "extreme", "flip", "h2o")
    for edition in editions():
        assert options(edition) == parse_options(load_deck(edition), {})


@pytest.mark.parametrize("edition", ["classic", "classic-112", "braille", "flip"])
def test_classic_decks_and_flip_are_drawn_from_a_pile_contested_and_played_to_500(edition: str) -> None:
    agreed = options(edition)
    assert (agreed.draw_from, agreed.challenge) == (Supply.PILE, True)
    assert (agreed.match_mode, agreed.target) == (MatchMode.WINNER_TAKES, 500)
    assert (agreed.drawn_card, agreed.plus4_rule) == ("may", "colour")


@pytest.mark.parametrize("edition", ["extreme", "attack"])
def test_the_launcher_decks_fire_and_nothing_is_contested(edition: str) -> None:
    agreed = options(edition)
    assert (agreed.draw_from, agreed.challenge) == (Supply.LAUNCHER, False)
    assert (agreed.match_mode, agreed.target) == (MatchMode.WINNER_TAKES, 500)


def test_h2o_is_played_for_three_rounds_with_drawn_cards_played_and_draw_fours_free() -> None:
    agreed = options("h2o")
    assert (agreed.draw_from, agreed.challenge) == (Supply.PILE, False)
    assert (agreed.match_mode, agreed.target) == (MatchMode.HANDS_WON, 3)
    assert (agreed.drawn_card, agreed.plus4_rule) == ("must", "free")


@pytest.mark.parametrize("edition", editions())
def test_house_rules_are_off_and_seven_cards_dealt_unless_agreed(edition: str) -> None:
    agreed = options(edition)
    assert (agreed.hand_size, agreed.uno_penalty, agreed.auto_draw) == (7, 2, True)
    assert (agreed.stacking, agreed.jump_in, agreed.seven_zero, agreed.may_decline) == ("off", False, False, True)


def test_the_classic_sheet_of_2022_turns_cards_until_a_number() -> None:
    assert options("classic-2022").first_card == "redraw"
    play_out("game classic-2022 players=Ann,Ben", "top red-skip\nexpect phase top\ntop red-3\nexpect turn Ann")


def test_a_family_plays_single_rounds() -> None:
    assert options("family").match_mode is MatchMode.SINGLE_ROUND
    play_out("game family players=Ann,Ben", "Ann holds 1\ntop red-3\nAnn plays red-1\nexpect winner Ann")


def test_h2o_cards_play_the_classic_game() -> None:
    agreed = options("h2o-classic")
    assert (agreed.challenge, agreed.plus4_rule, agreed.drawn_card) == (True, "colour", "may")
    assert (agreed.match_mode, agreed.target) == ("winner-takes", 500)
    state = play_out("game h2o-classic players=Ann,Ben,Cleo", "top red-3\nAnn plays wild-draw-four as blue")
    assert (state.edition, state.phase) == ("h2o", "challenge")
    play_out("game h2o-classic players=Ann,Ben", "top red-3\nAnn draws red-1\nAnn passes\nexpect turn Ben")


def test_what_is_written_goes_before_the_preset() -> None:
    assert options("h2o-classic", "target=200 challenge=off").target == 200
    assert not options("h2o-classic", "challenge=off").challenge
    assert options("classic-2022", "first_card=apply").first_card == "apply"


def test_a_presets_statement_is_written_as_it_was_read() -> None:
    for name in (*PRESETS, *editions()):
        line = f"game {name} players=Ann,Ben uno_penalty=3"
        assert write(read(line)) == line


def test_an_unknown_preset_option_or_value_is_an_error_of_the_text() -> None:
    for line in ("game poker", "game classic stackings=on", "game classic stacking=on",
                 "game classic custom_text=A|B|C|D", "game classic target=0"):  # fmt: skip
        with pytest.raises(NotationError):
            read(f"{line} players=A,B")


def test_color_may_stand_for_colour_as_a_value_too() -> None:
    assert options("classic", "plus4_rule=color").plus4_rule == "colour"


def test_every_option_is_a_field_of_the_agreement_and_the_other_way_round() -> None:
    assert set(OPTIONS) == set(Options.__dataclass_fields__)


def test_a_deck_must_hold_all_hands_and_a_first_card() -> None:
    assert code(play_out(), "game classic players=A,B,C,D,E,F,G,H,I hand_size=12") == "bad-game"
    play_out("game classic-112 players=A,B,C,D,E,F,G,H,I hand_size=12\nexpect count I 12")
