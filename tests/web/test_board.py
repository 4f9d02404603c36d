"""The table in words and in twenty cells."""

from __future__ import annotations

import pytest

from companion.journal import PressInFlight
from companion.referee.cards import COLOURED_VALUES, WILD_VALUES, Card, Colour
from companion.referee.decide import decide
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.web.board import board
from companion.web.glyphs import GLYPHS
from companion.web.language import page_words
from companion.web.status_line import CELLS, status_line

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")


def after(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        command = read(statement)
        events = decide(state, command)
        assert not isinstance(events, Refusal), (statement, events)
        state = accept(state, command, events)
    return state


@pytest.mark.parametrize(
    ("statements", "line", "now"),
    [
        ((), "", "No game yet"),
        (GAME[:1], "ann7 ben7 cem7", "Now: turn up the first card"),
        (GAME, "g7 ann> ann7 ben7", "Now: green 7, Ann to play"),
        ((*GAME, "Ann plays green-reverse"), "grv cem< ann6 ben7", "Now: green reverse, Cem to play"),
        ((*GAME, "Ann plays green-hit-two"), "gh2 ben> +2 ann6", "Now: green hit two, Ben presses 2 times"),
        (
            (*GAME, "Ann plays green-hit-two", "Ben presses 0"),
            "gh2 ben> +1 ann6",
            "Now: green hit two, Ben presses once",
        ),
        ((*GAME, "Ann plays wild"), "gwi ann> ann6 ben7", "Now: wild, Ann names the colour"),
        ((*GAME, "Ann plays wild as red"), "rwi ben> ann6 ben7", "Now: wild, red, Ben to play"),
        (
            (*GAME, "Ann plays wild-extreme-hit as red"),
            "rxh ann> ann6 ben7",
            "Now: extreme hit, red, Ann names who is hit",
        ),
        (
            (*GAME, "Ann plays wild-extreme-hit as red at Cem"),
            "rxh ann> +2 ann6",
            "Now: extreme hit, red, Ann presses 2 times, Cem takes the cards",
        ),
        (
            (*GAME, "Ann plays green-discard-all"),
            "gda ann> ann6 ben7",
            "Now: green discard all, Ann lays more of the colour, or is done",
        ),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1"),
            "g1 ann> ann0 ben7",
            "The round is over. Count: Ben, Cem",
        ),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1", "Ben left 3 points", "Cem left 4 points"),
            "g1 ann0 ben7 cem7",
            "The round goes to Ann",
        ),
        (
            (
                "game extreme players=Ann,Ben match_mode=single-round",
                "top green-7",
                "set count Ann 1",
                "Ann plays green-1",
            ),
            "g1 ann0 ben7",
            "The game goes to Ann",
        ),
    ],
)
def test_the_table_is_said_in_one_line_and_in_twenty_cells(statements: tuple[str, ...], line: str, now: str) -> None:
    texts = board(after(*statements), page_words("en")).texts
    assert (texts["line"], texts["now"]) == (line, now)
    assert len(line) <= CELLS


def test_the_line_stays_within_its_cells_with_many_and_long_names() -> None:
    names = ",".join(f"Maximilian{letter}" for letter in "abcdefghij")
    assert len(status_line(after(f"game extreme players={names}", "top wild", "Maximiliana picks red"))) <= CELLS


def test_what_is_owed_names_everybody_who_presses() -> None:
    state = after(*GAME, "set count Ann 2", "Ann plays green-hit-two", "Ben catches Ann")
    texts = board(state, page_words("en")).texts
    assert texts["owes"] == "Ben presses 2 times. Ann presses 2 times."
    assert (texts["mark-0"], texts["mark-1"]) == ("presses", "presses")


def test_the_players_are_marked_with_what_matters() -> None:
    state = after(*GAME, "set count Ann 2", "Ann says uno", "Ann plays green-1", "Cem leaves")
    texts = board(state, page_words("en")).texts
    assert [texts[f"mark-{seat}"] for seat in range(3)] == ["UNO", "to play", "left the game"]
    assert texts["direction"] == "clockwise: Ann, Ben"


def test_the_phone_is_alerted_when_its_player_must_act_and_only_then() -> None:
    words = page_words("en")
    playing = after(*GAME)
    assert board(playing, words, me="ann").alert == "Now: green 7, Ann to play."
    assert board(playing, words, me="Ben").alert == ""
    assert board(playing, words).alert == ""
    paying = after(*GAME, "Ann plays green-hit-two")
    assert board(paying, words, me="Ben").alert == "Ben presses 2 times."


@pytest.mark.parametrize(
    ("statements", "shown"),
    [
        ((), {"part-start"}),
        (GAME[:1], {"part-table", "part-top"}),
        (GAME, {"part-table", "part-play", "part-press", "part-uno"}),
        ((*GAME, "Ann plays wild"), {"part-table", "part-colour", "part-uno"}),
        ((*GAME, "Ann plays green-hit-two"), {"part-table", "part-owes", "part-press", "part-uno"}),
        ((*GAME, "set count Ann 1", "Ann plays green-1"), {"part-table", "part-count"}),
    ],
)
def test_each_phase_shows_what_can_be_said_now(statements: tuple[str, ...], shown: set[str]) -> None:
    parts = board(after(*statements), page_words("en")).shown
    assert {part for part, wanted in parts.items() if wanted} == shown


def test_an_interrupted_press_asks_how_many_came_out() -> None:
    shown = board(after(*GAME), page_words("en"), interrupted=PressInFlight("Ann", 4, 2))
    assert shown.shown["part-interrupted"]
    assert shown.texts["interrupted"] == "Ann’s press was interrupted, 2 cards counted. How many came out?"


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_card_of_every_edition_has_a_name_of_its_own(locale: str) -> None:
    cards = [Card(value, colour) for value in COLOURED_VALUES for colour in Colour]
    cards += [Card(value) for value in WILD_VALUES]
    names = [page_words(locale).name(card) for card in cards]
    assert len(set(names)) == len(names)
    assert len(set(GLYPHS.values())) == len(Colour)


def test_french_cards_agree_and_stand_in_french_order() -> None:
    words = page_words("fr")
    said = [words.name(Card.from_word(word), "extreme") for word in ("green-7", "green-reverse", "blue-hit-two")]
    assert said == ["7 vert", "Inversion verte", "Appuyez deux fois, bleu"]
