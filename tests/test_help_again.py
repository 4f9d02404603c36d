"""HELP asked again is the next topic; whatever else happens, or when time has passed, it begins anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.scans.meaning import HELP_LAPSES_MS
from companion.set_up import House
from companion.tags import VOICE_WISHES
from tests.scanned_table import ScannedTable

GAME = ("game classic players=Ann,Ben", "top red-3")


def first_words(said: list[str]) -> str:
    return said[0].split(".")[0]


def test_help_again_is_the_next_topic(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        told = [first_words(at.scan("HELP")) for _ in range(4)]
    assert told[0].startswith("Scan now: ")
    assert told[1:] == ["What the cards do", "The turn", "Saying UNO"]


def test_help_fits_the_game_that_is_played_else_the_one_that_would_be(tmp_path: Path) -> None:
    house = House(("Ann", "Ben"), edition="h2o")
    with ScannedTable(tmp_path / "none", house=house) as at:
        assert "Wild downpour one" in at.scan("HELP", "HELP")[0]
        at.scan("badge 1", "badge 2", "EXTREME")
        assert "Extreme hit" in at.scan("HELP", "HELP")[0]
    with ScannedTable(tmp_path / "game", *GAME, house=house) as at:
        assert "Wild draw four" in at.scan("HELP", "HELP")[0]


@pytest.mark.parametrize(
    "happens",
    [
        lambda at: at.scan("red-5"),
        lambda at: at.scan("blue-9"),
        lambda at: at.scan("STATUS"),
        lambda at: at.scan("badge 2"),
        lambda at: at.scan("no tag at all"),
        lambda at: at.say("Ann draws"),
        lambda at: at.say("undo"),
        lambda at: at.table.interpreter.end_help(),
    ],
    ids=["play", "refusal", "question", "badge", "unreadable", "phone", "undo", "button"],
)
def test_when_anything_else_happens_help_begins_anew(
    happens: Callable[[ScannedTable], object], tmp_path: Path
) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("HELP", "HELP")
        happens(at)
        assert first_words(at.scan("HELP")).startswith("Scan now: ")


@pytest.mark.parametrize("word", [*sorted(VOICE_WISHES), "STOP", "REPEAT"])
def test_who_wants_help_louder_or_slower_or_once_more_does_not_lose_the_place(word: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("HELP", "HELP", word)
        assert first_words(at.scan("HELP")) == "The turn"


def test_the_place_is_forgotten_after_a_while(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("HELP", "HELP")
        at.now_ms += HELP_LAPSES_MS - 2000  # a scan takes two seconds
        assert first_words(at.scan("HELP")) == "The turn"
        at.now_ms += HELP_LAPSES_MS
        assert first_words(at.scan("HELP")).startswith("Scan now: ")


def test_asking_what_help_would_say_asks_for_no_help(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("HELP")
        for word in ("HELP", "red-5"):
            at.table.interpreter.preview(at.text(word), at.state)
        assert first_words(at.scan("HELP")) == "What the cards do"
