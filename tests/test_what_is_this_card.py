"""WHATIS names a card to whoever asks: aloud only what lies open for all, else in headphones or not at all."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from companion.answers import CardNamed, Named
from companion.views import update_view
from tests.scanned_table import ScannedTable

GAME = ("game classic players=Ann,Ben,Cleo", "top red-5")
NOT_ALOUD = "Not aloud: it may be in a hand."


def how(at: ScannedTable, *things: str) -> Named:
    at.scan("WHATIS", *things)
    assert at.last.query is not None
    assert isinstance(at.last.query.note, CardNamed)
    return at.last.query.note.how


def test_a_card_on_the_discard_is_named_aloud_and_not_played(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7 1", "red-9 1")
        version = at.table.version
        assert at.scan("WHATIS", "red-7 1") == ["Red 7, on the discard."]
        assert at.table.version == version
        at.scan("RELOAD")
        assert how(at, "red-7 1") is Named.PRIVATELY
        assert how(at, "red-9 1") is Named.ALOUD


def test_another_card_is_never_named_aloud_whatever_its_face(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7 1")
        said = at.scan("WHATIS", "red-7 2")
        assert said[0].startswith(NOT_ALOUD)
        shown = json.dumps(update_view(at.last)) + repr(at.last.query) + caplog.text
        for word in ("red-7", "red 7", at.text("red-7 2")):
            assert word not in shown
        at.announcer.headphones = True
        assert at.scan("WHATIS", "red-7 2") == []


def test_only_the_next_card_is_named_and_the_one_after_is_played(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("WHATIS", "red-7")
        assert at.scan("red-7")[0] == "Ann: red 7."
        at.scan("WHATIS", "PASS")
        assert at.scan("red-9")[0] == "Ben: red 9."
        at.scan("WHATIS")
        at.now_ms += 15_001
        assert at.scan("red-2")[0] == "Cleo: red 2."


def test_a_braille_label_is_on_every_copy_so_all_of_them_must_lie_there(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, "game braille players=Ann,Ben,Cleo", "top red-5") as at:
        assert how(at, "r5") is Named.PRIVATELY  # the other copy may be in a hand; STATUS tells what lies on top
        at.say("Ann plays red-5")
        assert how(at, "r5") is Named.ALOUD


def test_of_a_two_sided_card_only_the_side_in_play_is_named(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, "game flip players=Ann,Ben", "top red-5") as at:
        assert how(at, "pink-5") is Named.NOT_THIS_SIDE
        assert at.last.says == ("That side is turned away: turn the card over.",)
        assert how(at, "red-7") is Named.PRIVATELY
    game = "game flip players=Ann,Ben sides_may_be_announced=on"
    with ScannedTable(tmp_path / "told", game, "top red-5") as at:
        assert how(at, "pink-5") is Named.PRIVATELY


def test_without_a_game_nothing_lies_open(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        assert how(at, "red-7") is Named.PRIVATELY
