"""Journals as the program wrote them at each version of their form: today's goes on with every one of them.

``journals/version-N.sql`` was written by the program of that time, playing the same evening; it is never changed. A
new form gets a file of its own: play ``EVENING`` at a table of it, and write down what ``iterdump`` of ``sqlite3``
gives of its journal. (Form 6 lasted for a moment only; its file is that of 7 without what 7 added.)
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.author import Author
from companion.deal import Deal
from companion.launch import serve
from companion.referee.state import EMPTY
from companion.referee.state_text import write_state
from companion.run_options import RunOptions
from companion.settings import load, set_flag
from companion.storage.data_files import JOURNAL
from companion.storage.journal import Journal, state_after
from companion.storage.journal_file import JournalError
from companion.storage.journal_repair import open_journal
from companion.storage.journal_schema import SCHEMA_VERSION
from tests.referee.table_talk import after
from tests.test_journal_repair import spoil_the_first_page

VERSIONS = range(1, SCHEMA_VERSION + 1)
FOLDER = Path(__file__).with_name("journals")
EVENING = [
    "game extreme players=Ann,Zoé,Ben",
    "top red-3",
    "Ann plays red-4",
    "undo",
    "Ann plays wild as green",
    "Zoé presses 2",
    "Ben plays green-9",
    "Ann says uno",
]  # before it a game of Ann and Ben was set aside; after it Ann's press of four was cut short, one card counted
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def golden(folder: Path, version: int) -> Path:
    """The folder of a table that the program of that version left."""
    text = (FOLDER / f"version-{version}.sql").read_text(encoding="utf-8")
    db = sqlite3.connect(folder / JOURNAL)
    db.executescript(text)
    db.close()
    return folder


def todays_state() -> str:
    """The evening as today's referee plays it."""
    state = EMPTY
    for statement in EVENING:
        state = after(state, statement)
    return write_state(state)


def is_that_evening(journal: Journal, version: int) -> None:
    entries = journal.entries(2)
    assert [entry.statement for entry in entries] == EVENING
    assert [entry.number for entry in (*journal.entries(1), *entries)] == list(range(1, 11))
    assert write_state(state_after(entries)) == todays_state()
    press = journal.press_in_flight()
    assert press is not None
    assert (press.player, press.drawn, press.counted) == ("Ann", 4, 1)
    assert journal.last_deal() == (Deal(2, 1, {"Ann": 7, "Zoé": 7, "Ben": 7}) if version >= 4 else None)
    assert entries[2].author == (Author("phone-1", "Ann") if version >= 8 else None)
    assert (entries[2].key, journal.imported()) == ("key-2", {})


@pytest.mark.parametrize("version", VERSIONS)
def test_the_journal_of_every_version_goes_on(tmp_path: Path, version: int) -> None:
    golden(tmp_path, version)
    for _ in range(2):
        journal, repair = open_journal(tmp_path, NOW)
        assert repair is None
        is_that_evening(journal, version)
        journal.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_journal_of_every_version_is_looked_at_and_stays_as_it_is(tmp_path: Path, version: int) -> None:
    before = (golden(tmp_path, version) / JOURNAL).read_bytes()
    journal = Journal(tmp_path, read_only=True)
    is_that_evening(journal, version)
    journal.close()
    assert (tmp_path / JOURNAL).read_bytes() == before


@pytest.mark.parametrize("version", VERSIONS)
def test_the_journal_of_every_version_is_recovered_when_it_is_damaged(tmp_path: Path, version: int) -> None:
    spoil_the_first_page(golden(tmp_path, version) / JOURNAL)
    journal, repair = open_journal(tmp_path, NOW)
    assert repair is not None
    assert (repair.statements, repair.games) == (10, 2)
    assert [entry.statement for entry in journal.entries(2)] == EVENING
    journal.close()


def test_a_journal_of_a_newer_version_ends_the_start_with_one_sentence_and_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden(tmp_path, SCHEMA_VERSION)
    db = sqlite3.connect(tmp_path / JOURNAL)
    db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(JournalError, match="newer version"):
        open_journal(tmp_path, NOW)
    settings = load(tmp_path, None, {}, [set_flag("server.port=0"), set_flag("voice.engine=none")])
    assert serve(RunOptions(settings, tmp_path, simulate=True)) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "install that version" in told
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name in before}
    assert left == before
    assert not list(tmp_path.glob("*damaged*"))


def test_there_is_a_golden_journal_of_every_version_and_none_besides() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"version-{version}.sql" for version in VERSIONS}
