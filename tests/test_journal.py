"""The journal: what was answered is on the disk, numbered without gaps, also after a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.author import Author
from companion.deal import Deal, Throw
from companion.open_press import OpenPress
from companion.referee.notation import read
from companion.referee.state import EMPTY, State
from companion.storage.data_files import JOURNAL
from companion.storage.journal import Entry, Journal, Launch, state_after
from companion.storage.journal_file import JournalError
from companion.storage.journal_schema import SCHEMA_VERSION
from tests.referee.table_talk import after, answer

GAME = [
    "game extreme players=Ann,Ben",
    "top red-3",
    "Ann plays red-4",
    "undo",
    "Ann presses 2",
    "Ben plays wild as green",
]


def entries(*statements: str, number: int = 1, game: int = 1, state: State = EMPTY) -> list[Entry]:
    """Entries of accepted statements, numbered from ``number``."""
    found = []
    for at, statement in enumerate(statements):
        found.append(
            Entry(
                number + at,
                game,
                statement,
                read(statement),
                answer(state, statement),
                (f"says {at}",),
                f"key-{number + at}",
            )
        )
        state = after(state, statement)
    return found


def test_entries_read_back_as_they_were_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = entries(*GAME)
    for entry in written:
        journal.append([entry])
    journal.close()
    journal = Journal(tmp_path)
    assert journal.entries(1) == written
    assert journal.version() == len(GAME)
    assert journal.last_game() == 1
    assert state_after(journal.entries(1)) == state_after(written)
    journal.close()


def test_a_new_journal_is_empty(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "folder")
    assert (journal.version(), journal.last_game(), journal.games(), journal.press_in_flight()) == (0, 0, [], None)
    assert journal.entries(1) == []
    journal.close()


def test_a_statement_is_found_by_its_one_time_key(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = entries(*GAME)
    journal.append(written)
    assert journal.entry_with_key("key-3") == written[2]
    assert journal.entry_with_key("key-99") is None
    journal.close()


def test_several_entries_are_committed_all_or_none(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    first, second, third = entries(*GAME[:3])
    journal.append([first])
    with pytest.raises(sqlite3.IntegrityError):
        journal.append([second, third, second])
    assert journal.version() == 1
    journal.append([second, third])
    assert [entry.number for entry in journal.entries(1)] == [1, 2, 3]
    journal.close()


def test_games_are_numbered_from_one_and_kept_in_order(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries(*GAME[:2]))
    journal.append(entries(*GAME[:2], number=3, game=2))
    assert [number for number, _ in journal.games()] == [1, 2]
    assert [entry.number for entry in journal.entries(2)] == [3, 4]
    journal.close()


def test_a_press_in_flight_is_kept_beside_the_statements_card_by_card(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    press = OpenPress("Ben", 4, 0)
    journal.note_press(press)
    journal.note_press(replace(press, counted=2))
    journal.close()
    journal = Journal(tmp_path)
    assert journal.press_in_flight() == OpenPress("Ben", 4, 2)
    assert journal.version() == 0
    journal.append(entries(*GAME[:1]), settled=[(replace(press, counted=2), 1)])
    assert journal.press_in_flight() is None
    journal.note_press(OpenPress("Ben", 1, 0))
    assert journal.press_in_flight() == OpenPress("Ben", 1, 0)
    journal.close()


def test_a_later_look_shows_what_every_press_of_a_game_drew_counted_and_came_to(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries(*GAME[:2]))
    press = OpenPress("Ann", 3, 0)
    journal.note_press(press)
    journal.append([], settled=[(replace(press, counted=2, finding="double-feed"), 3)])
    journal.note_press(OpenPress("Ben", 5, 1, "stuck-at-exit"))
    other = Journal(tmp_path, read_only=True)
    assert [
        (press.player, press.drawn, press.counted, press.finding, press.settled) for press in other.presses(1)
    ] == [
        ("Ann", 3, 2, "double-feed", 3),
        ("Ben", 5, 1, "stuck-at-exit", None),
    ]
    assert other.presses(2) == []
    other.close()
    journal.close()


def test_of_all_presses_those_are_told_that_the_launcher_decided_and_the_table_settled(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries(*GAME[:2]))
    fired, counted_out, missed = (
        OpenPress("Ann", 3, 2, misses=1),
        OpenPress("Ben", 1, 1),
        OpenPress("Ann", 0, 0, misses=0),
    )
    journal.append([], settled=[(fired, 3), (counted_out, 4), (missed, 5)])
    journal.note_press(OpenPress("Ben", 5, 1, misses=1))
    other = Journal(tmp_path, read_only=True)
    assert other.launches() == journal.launches() == [Launch(1, 1, 3, 2, 1), Launch(3, 1, 0, 0, 0)]
    assert journal.launches(most=1) == [Launch(1, 1, 3, 2, 1)]
    assert journal.launches(after=1) == [Launch(3, 1, 0, 0, 0)]
    waiting = journal.press_in_flight()
    assert waiting is not None
    assert waiting.misses == 1
    other.close()
    journal.close()


def test_presses_of_before_misses_were_kept_stay_and_are_no_launches(tmp_path: Path) -> None:
    written = Journal(tmp_path)
    written.append(entries(*GAME[:2]))
    written.append([], settled=[(OpenPress("Ann", 3, 3), 3)])
    written.close()
    with sqlite3.connect(tmp_path / JOURNAL) as db:
        db.executescript(
            "alter table press drop column goes_on; alter table press drop column by_hand;"
            "alter table press drop column misses; drop table deal;"
            f"{WITHOUT_AUTHORS} pragma user_version = 2"
        )
    db.close()
    for read_only in (True, False):
        journal = Journal(tmp_path, read_only=read_only)
        assert [press.drawn for press in journal.presses(1)] == [3]
        assert journal.press_in_flight() is None
        assert journal.launches() == []
        journal.close()


def test_a_press_that_never_reached_the_disk_is_there_once_its_statement_is(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries(*GAME[:2]))
    journal.append([], settled=[(OpenPress("Ann", 3, 3), 3), (OpenPress("Ben", 0, 0), 4)])
    assert [(press.player, press.settled) for press in journal.presses(1)] == [("Ann", 3), ("Ben", 4)]
    journal.close()


def test_a_failing_commit_keeps_the_press_in_flight(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries(*GAME[:1]))
    press = OpenPress("Ben", 1, 1)
    journal.note_press(press)
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(entries(*GAME[:1]), settled=[(press, 1)])
    assert journal.press_in_flight() == OpenPress("Ben", 1, 1)
    journal.close()


#: What a journal lacked before it was written down who said what, what was said together, and which games were files.
WITHOUT_AUTHORS = (
    "alter table entry drop column together;"
    "alter table entry drop column phone; alter table entry drop column seat;"
    "alter table game drop column imported; alter table game drop column history;"
)

VERSION_1 = """
create table game (id integer primary key, started_at text not null);
create table entry (
    number integer primary key, game integer not null references game (id), statement text not null,
    command text not null, events text not null, says text not null, key text unique, at text not null
);
create index entry_by_game on entry (game, number);
create table press_in_flight (
    id integer primary key check (id = 1), player text not null, drawn integer not null, counted integer not null
);
pragma user_version = 1;
"""

ENTRY_OF_VERSION_1 = ("number", "game", "statement", "command", "events", "says", "key", "at")

#: What was added to make version 2 of version 1.
VERSION_2 = (
    VERSION_1
    + """
create table press (
    number integer primary key, game integer references game (id), player text not null, drawn integer not null,
    counted integer not null, finding text, key text, settled integer, at text not null unique
);
drop table press_in_flight;
insert into press values (1, null, 'Ben', 4, 2, 'double-feed', null, null, '2026-01-02T03:04:05.678901+00:00');
pragma user_version = 2;
"""
)


def test_a_deal_reads_back_as_it_was_noted_last_also_beside_the_table_that_writes_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert journal.last_deal() is None
    begun = Deal(1, 1)
    in_doubt = replace(begun, hands={"Zoé": 7, "Ben": 3}, throw=Throw("Ben", 4, 2, "double-feed"))
    first_card = Deal(1, 2, {"Zoé": 7, "Ben": 7}, Throw(None, 1), turned_up=True)
    by_hand = Deal(2, 1, by_hand=True)
    for deal in (begun, in_doubt, first_card, by_hand):
        journal.note_deal(deal)
        other = Journal(tmp_path, read_only=True)
        assert other.last_deal() == deal
        other.close()
    journal.close()
    again = Journal(tmp_path)
    assert again.last_deal() == by_hand
    again.note_deal(in_doubt)
    assert again.last_deal() == by_hand  # an earlier round's
    assert again.version() == 0
    again.close()


def test_a_journal_from_before_the_dispenser_dealt_keeps_its_press_and_takes_deals(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / JOURNAL)
    old.executescript(VERSION_2)
    old.close()
    for deal in (None, Deal(1, 1, {"Ann": 7})):
        journal = Journal(tmp_path)
        assert journal.press_in_flight() == OpenPress("Ben", 4, 2, "double-feed")
        assert journal.last_deal() == deal
        journal.note_deal(Deal(1, 1, {"Ann": 7}))
        journal.close()


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """The folder of a table that a version without a table of presses left in the middle of one."""
    written = Journal(tmp_path / "now")
    written.append(entries(*GAME))
    written.close()
    old = sqlite3.connect(tmp_path / JOURNAL)
    old.executescript(VERSION_1)
    old.execute("attach ? as now", (str(tmp_path / "now" / JOURNAL),))
    old.execute("insert into main.game select id, started_at from now.game")
    old.execute(f"insert into main.entry select {', '.join(ENTRY_OF_VERSION_1)} from now.entry")
    old.execute("insert into press_in_flight values (1, 'Ben', 4, 2)")
    old.commit()
    old.close()
    return tmp_path


def test_an_older_journal_is_brought_up_to_date_with_its_game_and_its_open_press(version_1: Path) -> None:
    for _ in range(2):  # once brought up to date, it stays as it is
        journal = Journal(version_1)
        assert [entry.statement for entry in journal.entries(1)] == GAME
        assert journal.press_in_flight() == OpenPress("Ben", 4, 2)
        (press,) = journal.presses(1)
        assert (press.player, press.drawn, press.counted, press.finding, press.settled) == ("Ben", 4, 2, None, None)
        journal.close()
    with sqlite3.connect(version_1 / JOURNAL) as db:
        assert db.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)
    db.close()


def test_an_older_journal_that_is_only_looked_at_stays_as_it_is(version_1: Path) -> None:
    journal = Journal(version_1, read_only=True)
    assert [entry.statement for entry in journal.entries(1)] == GAME
    assert journal.press_in_flight() == OpenPress("Ben", 4, 2)
    assert len(journal.presses(1)) == 1
    journal.close()
    db = sqlite3.connect(version_1 / JOURNAL)
    assert db.execute("pragma user_version").fetchone() == (1,)
    assert db.execute("select player from press_in_flight").fetchone() == ("Ben",)
    db.close()


def test_a_journal_of_a_newer_version_is_refused_with_a_remedy_and_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / JOURNAL) as db:
        db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(tmp_path)


def test_a_folder_that_cannot_be_made_is_told_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "file")


def test_a_file_that_is_no_journal_is_told_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"this is a letter to my aunt, not a journal" * 100)
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path)


_TALKER = """
import asyncio, sys
from pathlib import Path
from companion.storage.journal import Journal
from companion.referee.notation import read
from companion.table import Table

async def main():
    table = Table(Journal(Path(sys.argv[1])))
    for statement in ["game extreme players=Ann,Ben", "top red-3"]:
        print((await table.submit(read(statement))).version, flush=True)
    for at in range(200):
        update = await table.submit(read(f"set score Ann {at}"), key=f"k{at}")
        assert update.accepted and update.saved
        print(update.version, flush=True)

asyncio.run(main())
"""


def test_after_a_kill_in_the_middle_every_answered_statement_is_on_the_disk(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _TALKER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    ) as talker:
        assert talker.stdout is not None
        answered = 0
        while answered < 100:
            line = talker.stdout.readline()
            assert line, "the talker ended early"
            answered = int(line)
        os.kill(talker.pid, signal.SIGKILL)
        answered = max([answered, *(int(line) for line in talker.stdout.read().split("\n")[:-1])])
    journal = Journal(tmp_path)
    version = journal.version()
    assert answered <= version <= answered + 1
    assert [entry.number for entry in journal.entries(1)] == list(range(1, version + 1))
    assert state_after(journal.entries(1)).seats[0].score == version - 3
    entry = journal.entry_with_key("k50")
    assert entry is not None
    assert entry.statement == "set score Ann 50"
    journal.close()


def test_two_tables_never_share_a_folder_and_a_reader_may_look_on(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    with pytest.raises(JournalError, match="another table uses the folder"):
        Journal(tmp_path)
    reader = Journal(tmp_path, read_only=True)
    assert reader.version() == 0
    reader.close()
    first.close()
    Journal(tmp_path).close()


def test_an_entry_this_version_cannot_read_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([Entry(1, 1, "game extreme players=Ann,Ben", read("game extreme players=Ann,Ben"), ())])
    journal._db.execute("update entry set command = 'Ann flies'")
    with pytest.raises(JournalError, match=r"entry 1 .*flies"):
        journal.entries(1)
    journal.close()


def test_a_journal_of_before_numbers_told_by_hand_goes_on_with_its_open_press(tmp_path: Path) -> None:
    written = Journal(tmp_path)
    written.append(entries(*GAME[:2]))
    written.note_press(OpenPress("Ann", 3, 1, "lid-open", goes_on=True))
    written.close()
    with sqlite3.connect(tmp_path / JOURNAL) as db:
        db.executescript(f"alter table press drop column by_hand; {WITHOUT_AUTHORS} pragma user_version = 6")
    db.close()
    for read_only in (True, False):
        journal = Journal(tmp_path, read_only=read_only)
        assert journal.press_in_flight() == OpenPress("Ann", 3, 1, "lid-open", goes_on=True)
        journal.close()


def test_it_is_written_down_which_phone_said_what(tmp_path: Path) -> None:
    authors = [Author("id-1", "Ann"), Author("id-2"), None]
    journal = Journal(tmp_path)
    said = [replace(entry, author=author) for entry, author in zip(entries(*GAME[:3]), authors, strict=True)]
    journal.append([replace(said[0], key="k"), *said[1:]])
    assert [entry.author for entry in journal.entries(1)] == authors
    first = journal.entry_with_key("k")
    assert first is not None
    assert first.author == Author("id-1", "Ann")
    journal.close()


def test_what_an_older_journal_says_was_said_at_the_table_as_far_as_anybody_knows(version_1: Path) -> None:
    for read_only in (True, False):
        journal = Journal(version_1, read_only=read_only)
        assert {entry.author for entry in journal.entries(1)} == {None}
        journal.close()
