"""The last plays, told again: as they were, in order, without what was taken back, and never from a hand."""

from __future__ import annotations

from pathlib import Path

from companion.voice.between_plays.history_lines import history
from companion.voice.phrases import Phrases
from companion.voice.utterance import Priority, Until
from tests.scanned_table import ScannedTable

CLASSIC = "game classic players=Ann,Ben,Cleo"


def told(folder: Path, *statements: str, language: str = "en") -> str:
    with ScannedTable(folder, *statements) as at:
        (said,) = history(at.state)
    assert (said.priority, said.repeatable) == (Priority.URGENT, True)
    return Phrases(language).text(said).replace("\u00a0", " ").replace("\u202f", " ")


def test_the_last_three_plays_are_told_the_oldest_first(tmp_path: Path) -> None:
    game = (
        CLASSIC,
        "top red-3",
        "Ann plays red-5",
        "Ben plays red-skip",
        "Ann plays wild as blue",
        "Ben plays blue-1",
    )
    assert told(tmp_path / "en", *game) == (
        "The last plays, in order. Ben: red skip. Cleo is skipped. Ann: wild, blue. Ben: blue 1."
    )
    french = told(tmp_path / "fr", *game, language="fr")
    assert french.startswith("Les derniers coups, dans l'ordre. Ben : ")
    assert french.endswith("Ben : 1 bleu.")


def test_cards_that_came_to_a_hand_are_told_by_their_number(tmp_path: Path) -> None:
    said = told(tmp_path, CLASSIC, "Ann holds red-5 blue-9", "top red-3", "Ann draws green-7", "Ann passes")
    assert "green" not in said
    assert "blue" not in said
    assert "Ann draws" in said


def test_what_was_taken_back_was_not_played(tmp_path: Path) -> None:
    said = told(tmp_path, CLASSIC, "top red-3", "Ann plays red-5", "Ben plays red-9", "undo")
    assert said == "The last plays, in order. Top card: red 3. Ann: red 5."


def test_another_round_has_a_history_of_its_own(tmp_path: Path) -> None:
    won = (
        CLASSIC,
        "Ann holds 1",
        "top red-3",
        "Ann plays red-4",
        "Ben left 10 points",
        "Cleo left 5 points",
        "round",
    )
    assert told(tmp_path / "new", *won) == "Nothing was played yet."
    assert told(tmp_path / "begun", *won, "top blue-2") == "The last plays, in order. Top card: blue 2."


def test_before_anything_was_played_that_is_said_and_without_a_game_how_to_begin(tmp_path: Path) -> None:
    assert told(tmp_path / "game", CLASSIC) == "Nothing was played yet."
    with ScannedTable(tmp_path / "none") as at:
        (said,) = history(at.state)
    assert Phrases("en").text(said).startswith("No game yet.")
    assert said.until is Until.ASKED
