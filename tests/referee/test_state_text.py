"""The table as text: the same table comes back from it, one text a table, and nonsense is refused with its line."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card, Colour
from companion.referee.commands import Play
from companion.referee.state import EMPTY, State
from companion.referee.state_text import StateTextError, read_state, write_state
from tests.referee.table_talk import after, code, play_out

TABLES = {
    "no game": EMPTY,
    "before the first card": play_out('game classic players="Marie Claire",Bo dealer="Marie Claire" target=200'),
    "a tag on the discard": after(
        play_out("game extreme players=Ann,Ben,Cleo", "Ann holds red-7 wild\ntop red-4"),
        Play("Ann", (Card("7", Colour.RED),), tag="TXK10131"),
    ),
    "a contested wild": play_out(
        "game classic players=Ann,Ben,Cleo labels=uk", "Ann holds wild-draw-four blue-1\ntop red-9",
        "Ann plays wild-draw-four as green",
    ),
    "a sum passed on": play_out(
        "game classic players=Ann,Ben,Cleo stacking=any", "top red-9\nAnn plays red-draw-two\nBen plays blue-draw-two"
    ),
    "a penalty beside a hit": play_out(
        "game extreme players=Ann,Ben,Cleo", "Ann holds 2\ntop red-9\nAnn plays red-hit-two\nCleo catches Ann"
    ),
    "a press without end": play_out("game attack players=Ann,Ben", "top red-9\nAnn plays wild-hit-fire as red"),
    "an unknown card drawn": play_out("game classic players=Ann,Ben", "top red-9\nAnn draws"),
    "a known card drawn": play_out("game classic players=Ann,Ben", "top red-9\nAnn draws blue-5"),
    "cards launched": play_out("game extreme players=Ann,Ben play_after_launch=on", "top red-9\nAnn presses 3"),
    "the dark side": play_out(
        "game flip players=Ann,Ben,Cleo", "top red-4\nAnn plays red-flip\ntop pink-6\nBen plays pink-flip\ntop blue-2"
    ),
    "a target awaited": play_out("game attack players=Ann,Ben,Cleo", "top red-9\nAnn plays red-trade-hands"),
    "hands being counted": play_out("game classic players=Ann,Ben", "Ann holds red-1\ntop red-9\nAnn plays red-1"),
    "texts of the table's own": play_out(
        'game classic-112 players=Ann,Ben custom_text="Sing # loud|Swap, then sit"', "top red-9"
    ),
    "somebody left": play_out("game classic players=Ann,Ben,Cleo", "top red-9\nCleo leaves"),
    "the match is over": play_out(
        "game family players=Ann,Ben", "Ann holds red-1\ntop red-9\nAnn plays red-1\nexpect phase game-over"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_the_same_table_comes_back_from_its_text(name: str) -> None:
    text = write_state(TABLES[name], version=7)
    assert read_state(text) == TABLES[name]
    assert write_state(read_state(text), version=7) == text


def test_two_tables_have_two_texts() -> None:
    assert len({write_state(state) for state in TABLES.values()}) == len(TABLES)


def test_play_goes_on_at_a_table_read_from_text_and_its_past_is_gone() -> None:
    state = read_state(write_state(TABLES["a contested wild"]))
    assert code(state, "undo") == "nothing-to-undo"
    play_out("Ben challenges\nexpect count Ben 13\nexpect turn Cleo", state=state)


def some_table() -> State:
    return TABLES["a penalty beside a hit"]


@pytest.mark.parametrize(
    ("line", "found", "wanted"),
    [
        ("turn Ben", "turn Zoe", "nobody called Zoe is seated"),
        ("turn Ben", "turn", "a word is missing"),
        ("phase paying", "phase resting", "resting"),
        ("phase paying", "mood paying", "'mood' begins no line of a table"),
        ("phase paying", "phase paying\nphase paying", "'phase' stands twice"),
        ("game extreme", "game bridge", "bridge"),
        ("game extreme", "game extreme stacking=wild", "stacking=wild is not known"),
        ("count=1", "count=one", "one"),
        ("count=1", "count=1 cards=red-1,red-2", "cannot hold 2 known cards among 1"),
        ("count=1", "hidden=1", "'hidden=1' cannot stand here"),
        ("discard red-9", "discard red-99", "red-99"),
        ("cause=penalty", "cause=spite", "spite"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_is_wrong(line: str, found: str, wanted: str) -> None:
    text = write_state(some_table())
    assert line in text
    with pytest.raises(StateTextError, match=r"line") as caught:
        read_state(text.replace(line, found, 1))
    assert wanted in str(caught.value)


def test_a_table_without_a_game_line_is_refused() -> None:
    with pytest.raises(StateTextError, match="begin with `game"):
        read_state("phase playing")
