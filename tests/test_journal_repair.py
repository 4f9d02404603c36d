"""A damaged journal: set aside under a dated name, what can be read of it kept, and the table plays on."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from companion.answers import PutRight
from companion.author import Author
from companion.deal import Deal, Throw
from companion.open_press import OpenPress
from companion.referee.notation import read
from companion.storage.data_files import JOURNAL, OF_THE_MACHINE
from companion.storage.folder_lock import FolderLock
from companion.storage.journal import Entry, Imported, Journal, state_after
from companion.storage.journal_file import JournalError
from companion.storage.journal_repair import Repair, open_journal
from companion.storage.salvage import PAGE_SIZE, rows_of
from companion.table import Table
from companion.together import Together
from tests.soak import SOAK
from tests.test_journal import GAME, entries

NOW = datetime(2026, 11, 30, 19, 6, 40, tzinfo=UTC)
LONG = 400  # statements of a game that fills many pages


@cache
def long_game(number: int = 1, game: int = 1) -> list[Entry]:
    return entries(*GAME, *[f"set score Ann {at}" for at in range(LONG)], number=number, game=game)


def written(folder: Path, *games: list[Entry], press: OpenPress | None = None, deal: Deal | None = None) -> Path:
    """A table that ended in an orderly way; its file."""
    journal = Journal(folder)
    for game in games:
        journal.append(game)
    if press is not None:
        journal.note_press(press)
    if deal is not None:
        journal.note_deal(deal)
    journal.close()
    return folder / JOURNAL


def opened(folder: Path) -> tuple[Journal, Repair]:
    journal, repair = open_journal(folder, NOW)
    assert repair is not None
    return journal, repair


def overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def page_with(path: Path, text: str) -> int:
    """Which page holds these words."""
    return path.read_bytes().index(text.encode()) // PAGE_SIZE


def spoil_the_first_page(path: Path) -> None:
    overwrite(path, 0, random.Random(1).randbytes(PAGE_SIZE))


def spoil_the_tree(path: Path) -> None:
    """The pages that say where rows are."""
    for page in range(path.stat().st_size // PAGE_SIZE):
        if path.read_bytes()[page * PAGE_SIZE] in {0x02, 0x05}:
            overwrite(path, page * PAGE_SIZE, bytes(PAGE_SIZE))


def cut_off_the_end(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - PAGE_SIZE - 100)


@pytest.mark.parametrize("spoil", [spoil_the_first_page, spoil_the_tree])
def test_every_statement_is_recovered_whose_own_page_is_whole(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    game = [replace(entry, author=Author("id", "Ann")) for entry in long_game()]
    path = written(tmp_path, game)
    spoil(path)
    spoiled = path.read_bytes()
    journal, repair = opened(tmp_path)
    assert journal.entries(1) == game
    assert state_after(journal.entries(1)) == state_after(game)
    assert (repair.statements, repair.games) == (len(game), 1)
    assert repair.aside.read_bytes() == spoiled
    assert repair.aside.name == "journal-damaged-2026-11-30T19-06-40.sqlite3"
    journal.close()


def test_of_a_game_with_a_hole_stands_what_was_said_before_it_and_other_games_are_whole(tmp_path: Path) -> None:
    first, second = long_game(), long_game(number=LONG + len(GAME) + 1, game=2)
    path = written(tmp_path, first, second)
    overwrite(path, page_with(path, "set score Ann 200") * PAGE_SIZE, bytes(PAGE_SIZE))
    journal, repair = opened(tmp_path)
    kept = journal.entries(1)
    assert 100 < len(kept) < len(first)
    assert [entry.statement for entry in kept] == [entry.statement for entry in first[: len(kept)]]
    assert [entry.statement for entry in journal.entries(2)] == [entry.statement for entry in second]
    assert state_after(journal.entries(2)) == state_after(second)
    numbers = [entry.number for entry in (*kept, *journal.entries(2))]
    assert numbers == list(range(1, journal.version() + 1))  # without gaps
    assert (repair.statements, repair.games) == (len(numbers), 2)
    journal.close()


@pytest.mark.parametrize("hole", [True, False])
def test_what_was_said_together_is_recovered_together_or_not_at_all(tmp_path: Path, *, hole: bool) -> None:
    game = long_game()
    first = next(place for place, entry in enumerate(game) if entry.statement == "set score Ann 100")
    said = Together(150, PutRight(1, (("Ann", 1, 2),), ("Ann", "Ben")))
    game[first] = replace(game[first], together=said)
    path = written(tmp_path, game)
    if hole:
        overwrite(path, page_with(path, "set score Ann 200") * PAGE_SIZE, bytes(PAGE_SIZE))
    else:
        spoil_the_first_page(path)
    journal, _ = opened(tmp_path)
    kept = journal.entries(1)
    assert kept == game[: len(kept)]
    assert len(kept) == (
        first if hole else len(game)
    )  # of itself more could be read: the page before the hole is whole
    journal.close()


def test_a_game_that_goes_on_after_the_hole_is_not_guessed_at(tmp_path: Path) -> None:
    game = long_game()
    path = written(tmp_path, game, press=OpenPress("Ben", 4, 2))
    overwrite(path, page_with(path, "set score Ann 200") * PAGE_SIZE, bytes(PAGE_SIZE))
    journal, _ = opened(tmp_path)
    assert journal.entries(1) == game[: journal.version()]
    assert journal.press_in_flight() is None  # it followed upon what is lost
    journal.close()


def test_a_file_of_nothing_but_noise_is_set_aside_and_the_table_begins_anew(tmp_path: Path) -> None:
    path = written(tmp_path, long_game())
    noise = random.Random(2).randbytes(path.stat().st_size)
    path.write_bytes(noise)
    journal, repair = opened(tmp_path)
    assert (journal.version(), journal.games(), repair.statements) == (0, [], 0)
    assert repair.aside.read_bytes() == noise
    journal.append(entries(*GAME))
    journal.close()
    assert [path.name for path in tmp_path.glob("*damaged*")] == [repair.aside.name]
    again, nothing = open_journal(tmp_path, NOW)
    assert (again.version(), nothing) == (len(GAME), None)  # told once
    again.close()


def test_the_file_of_a_second_damage_in_the_same_second_has_a_name_of_its_own(tmp_path: Path) -> None:
    names: set[str] = set()
    for _ in range(3):
        written(tmp_path, entries(*GAME) if not names else [])
        (tmp_path / JOURNAL).write_bytes(b"noise" * 1000)
        journal, repair = opened(tmp_path)
        journal.close()
        names.add(repair.aside.name)
    assert len(names) == 3
    assert len(list(tmp_path.glob("journal-damaged-*"))) == 3


def test_what_was_said_last_and_stands_in_the_log_alone_is_recovered_too(tmp_path: Path) -> None:
    """A power cut, and the first page is gone: SQLite would not have looked at the log any more."""
    journal = Journal(tmp_path)
    game = long_game()
    journal.append(game)
    journal._db.execute("pragma wal_checkpoint(truncate)")
    more = replace(game[-1], number=len(game) + 1, key="last")
    journal.append([more])
    copy = tmp_path / "after the power cut"
    copy.mkdir()
    for path in tmp_path.glob(f"{JOURNAL}*"):
        (copy / path.name).write_bytes(path.read_bytes())
    journal.close()
    spoil_the_first_page(copy / JOURNAL)
    journal, _ = opened(copy)
    assert journal.entries(1) == [*game, more]
    journal.close()


def test_presses_deals_and_imports_are_recovered_with_the_statements(tmp_path: Path) -> None:
    came = Imported("evening.table", history=True)
    game, other = entries(*GAME), entries(*GAME, number=len(GAME) + 1, game=2)
    other = [replace(entry, key=None, imported=came if entry.starts_game else None) for entry in other]
    deal = Deal(1, 1, {"Ann": 7}, Throw("Ben", 7, 3))
    open_press = OpenPress("Ben", 4, 2, "double-feed", misses=1)
    path = written(tmp_path, game[:4], deal=replace(deal, hands={}))
    journal = Journal(tmp_path)
    journal.append(game[4:], settled=[(OpenPress("Ann", 2, 2, misses=0), 5)])
    journal.append(other)
    journal.note_deal(deal)
    journal.note_press(open_press)
    presses = journal.presses(1)
    journal.close()
    spoil_the_first_page(path)
    journal, _ = opened(tmp_path)
    assert journal.presses(1)[0] == presses[0]
    assert (journal.press_in_flight(), journal.last_deal()) == (None, deal)  # an import came after the press
    assert (journal.imported(), journal.last_game()) == ({2: "evening.table"}, 1)
    assert [entry.statement for entry in journal.entries(2)] == GAME
    journal.close()


def test_a_press_in_flight_is_recovered_with_what_was_counted(tmp_path: Path) -> None:
    press = OpenPress("Ben", 4, 2)
    path = written(tmp_path, entries(*GAME), press=press)
    spoil_the_first_page(path)
    journal, _ = opened(tmp_path)
    assert journal.press_in_flight() == press
    journal.close()


def test_a_statement_that_is_no_statement_any_more_is_damage_too(tmp_path: Path) -> None:
    path = written(tmp_path, entries(*GAME))
    with sqlite3.connect(path) as db:
        db.execute("update entry set events = '[{' where number = 4")
    db.close()
    journal, repair = opened(tmp_path)
    assert [entry.statement for entry in journal.entries(1)] == GAME[:3]
    assert repair.statements == 3
    journal.close()


def test_a_cut_off_file_keeps_what_is_before_the_cut(tmp_path: Path) -> None:
    game = long_game()
    path = written(tmp_path, game)
    cut_off_the_end(path)
    journal, repair = opened(tmp_path)
    assert 0 < repair.statements <= len(game)
    assert journal.entries(1) == game[: repair.statements]
    journal.close()


def test_random_damage_never_stops_a_start_and_never_makes_anything_up(tmp_path: Path) -> None:
    game = long_game()
    whole = written(tmp_path / "whole", game).read_bytes()
    for seed in range(500 if SOAK else 12):
        chance = random.Random(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        spoiled = bytearray(whole)
        for _ in range(chance.randint(1, 20)):
            at, length = chance.randrange(len(whole)), chance.choice([1, 8, 600, 9000])
            noise = chance.randbytes(length) if chance.random() < 0.5 else bytes(length)
            spoiled[at : at + length] = noise[: len(whole) - at]
        (folder / JOURNAL).write_bytes(spoiled)
        journal, _ = open_journal(folder, NOW)
        assert journal.version() <= len(game)
        kept = journal.entries(1) if journal.version() else []
        assert [entry.number for entry in kept] == list(range(1, len(kept) + 1))
        state_after(kept)
        journal.append(entries(GAME[0], number=journal.version() + 1, game=journal.newest_game() + 1))
        journal.close()


def test_a_row_longer_than_a_page_reads_back_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.sqlite3"
    texts = ["é" * length for length in (10, 4000, 4100, 9000, 100_000)]
    db = sqlite3.connect(path)
    db.execute("create table long (number integer primary key, text text, other real)")
    db.executemany("insert into long (text, other) values (?, 1.5)", [(text,) for text in texts])
    db.commit()
    db.close()
    rows = {number: columns for number, columns in rows_of(path.read_bytes()) if columns[-1] == 1.5}
    assert rows == {number: (None, text, 1.5) for number, text in enumerate(texts, 1)}


@pytest.mark.parametrize("beside", OF_THE_MACHINE)
@pytest.mark.parametrize("left", ["nothing", "an empty file"])
def test_games_that_are_gone_from_a_table_that_played_are_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, beside: str, left: str
) -> None:
    path = written(tmp_path, entries(*GAME))
    (tmp_path / beside).write_text("x", encoding="utf-8")
    path.unlink()
    if left == "an empty file":
        path.touch()
    journal, repair = opened(tmp_path)
    assert (repair.gone, repair.games, journal.version()) == (True, 0, 0)
    assert repair.aside.exists() == (left == "an empty file")
    assert "the saved games are gone" in caplog.text
    journal.append(entries(*GAME))
    journal.close()
    again, nothing = open_journal(tmp_path, NOW)
    assert (again.version(), nothing) == (len(GAME), None)
    again.close()


def test_an_emptied_file_takes_nothing_with_it_that_lies_beside_it(tmp_path: Path) -> None:
    """What was committed last is in SQLite's own file beside the journal, which it throws away with an empty one."""
    path = written(tmp_path, entries(*GAME[:3]))
    running = Journal(tmp_path)
    running.append(entries(*GAME)[3:])
    wal = path.with_name(f"{JOURNAL}-wal").read_bytes()
    running.close()
    path.write_bytes(b"")
    path.with_name(f"{JOURNAL}-wal").write_bytes(wal)
    (tmp_path / "pin").write_text("123456\n", encoding="utf-8")
    journal, repair = opened(tmp_path)
    journal.close()
    assert repair.aside.with_name(f"{repair.aside.name}-wal").read_bytes() == wal


@pytest.mark.parametrize("file", [None, "settings.toml", "codes.toml"])
def test_a_folder_in_which_no_table_ran_is_no_loss(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str | None
) -> None:
    if file is not None:
        (tmp_path / file).touch()
    journal, repair = open_journal(tmp_path, NOW)
    journal.close()
    assert repair is None
    assert not caplog.text


def test_a_damaged_journal_that_another_table_holds_open_is_left_to_that_table(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    (tmp_path / JOURNAL).write_bytes(b"noise" * 1000)
    with pytest.raises(JournalError, match="another table"):
        open_journal(tmp_path, NOW)
    assert not list(tmp_path.glob("*damaged*"))
    journal.close()


def test_statements_that_were_said_after_a_repair_follow_upon_those_that_were_kept(tmp_path: Path) -> None:
    path = written(tmp_path, entries(*GAME))
    spoil_the_first_page(path)
    journal, _ = opened(tmp_path)
    journal.append([Entry(len(GAME) + 1, 1, "undo", read("undo"), ())])
    assert journal.version() == len(GAME) + 1
    journal.close()


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("what", ["folder", "full folder", "pipe", "link to a folder"])
def test_a_journal_that_is_no_file_is_told_with_what_helps(tmp_path: Path, what: str, read_only: bool) -> None:
    path = tmp_path / JOURNAL
    if what == "pipe":
        os.mkfifo(path)
    elif what == "link to a folder":
        path.symlink_to(tmp_path)
    else:
        path.mkdir()
        if what == "full folder":
            (path / "x").touch()
    (tmp_path / "pin").touch()
    with pytest.raises(JournalError, match="no file; move it elsewhere"):
        _ = Journal(tmp_path, read_only=True) if read_only else open_journal(tmp_path, NOW)
    assert path.exists()


class FailingDisk:
    """No file can be made on it while ``error`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, disk: Path, error: int) -> None:
        self.error = error
        whole_lock = FolderLock.__init__

        def lock(lock: FolderLock, folder: Path) -> None:
            if self.error and folder == disk:
                raise OSError(self.error, os.strerror(self.error))
            whole_lock(lock, folder)

        monkeypatch.setattr(FolderLock, "__init__", lock)


@pytest.mark.parametrize("error", [errno.EROFS, errno.ENOSPC, errno.EIO])
def test_a_start_on_a_disk_that_takes_nothing_has_the_game_and_saves_when_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    written(tmp_path, entries(*GAME[:3]), press=OpenPress("Ben", 4, 2))
    disk = FailingDisk(monkeypatch, tmp_path, error)

    async def meet() -> None:
        journal, repair = open_journal(tmp_path, NOW)
        table = Table(journal)
        assert (repair, table.journal.state, table.version) == (None, "memory", 3)
        assert table.interrupted == OpenPress("Ben", 4, 2)
        update = await table.submit(read("Ben presses 2"))
        assert (update.accepted, update.saved, table.version) == (True, False, 4)
        assert not await table.journal.save_pending()
        disk.error = 0
        assert await table.journal.save_pending()
        assert table.journal.state == "disk"
        table.close()

    asyncio.run(meet())
    journal = Journal(tmp_path)
    assert [entry.statement for entry in journal.entries(1)] == [*GAME[:3], "Ben presses 2"]
    assert journal.press_in_flight() is None
    journal.close()


def test_a_damaged_journal_on_a_disk_that_takes_nothing_is_played_on_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, entries(*GAME))
    spoil_the_first_page(path)
    spoiled = path.read_bytes()
    FailingDisk(monkeypatch, tmp_path, errno.EROFS)
    journal, repair = opened(tmp_path)
    assert journal.in_memory
    assert [entry.statement for entry in journal.entries(1)] == GAME
    assert repair.aside == path
    assert path.read_bytes() == spoiled
    journal.close()


def test_a_commit_that_failed_and_stands_on_the_disk_all_the_same_is_not_written_twice(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    said = entries(*GAME)
    journal.append(said[:3])
    journal.append(said[2:])  # the third is said to be unsaved, and is not
    assert journal.entries(1) == said
    with pytest.raises(sqlite3.IntegrityError):
        journal.append([replace(said[5], statement="another", at=NOW)])
    with pytest.raises(OSError, match="another one"):
        journal.append([replace(said[5], number=9)])
    assert journal.version() == len(GAME)
    journal.close()
