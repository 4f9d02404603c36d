"""The real program on a disk that fails: it plays on in memory, says so once, and writes all of it when it can."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.storage.data_files import JOURNAL
from companion.storage.journal import Journal
from tests.failing_machine import ERRORS, FailingMachine
from tests.live_table import LiveTable
from tests.soak import in_soak_only

pytestmark = pytest.mark.alone

WARNING = "The disk does not save"
BANNER = "Nothing is saved at the moment: play on, but keep the power on."
GAME = ["game extreme players=Ann,Ben", "top red-5", "Ann presses 1"]
IN_MEMORY = ["Ben presses 2", "Ann presses 0", "undo", "Ann presses 3"]


def sampled(here: str) -> list[Any]:
    """Every error in soak, this one in each run."""
    return [pytest.param(error, marks=[] if error == here else in_soak_only) for error in ERRORS]


@contextmanager
def tmpfs(folder: Path, size: str) -> Iterator[Path]:
    """A small disk of its own."""
    folder.mkdir()
    if (
        os.geteuid()
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("only root may mount a small disk, and not in every container")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def warnings(table: LiveTable) -> int:
    return sum(line["text"].startswith(WARNING) for line in table.spoken())


def journal_state(table: LiveTable) -> str:
    return str(table.http.get("/api/health").json()["journal"]["state"])


def plays_in_memory(table: LiveTable) -> None:
    for statement in IN_MEMORY:
        answer = table.say(statement)
        assert (answer["accepted"], answer["saved"]) == (True, False), answer
    assert journal_state(table) == "memory"
    assert warnings(table) == 1
    assert BANNER in table.http.get("/").text
    assert 'id="part-unsaved" class="result bad" hidden' not in table.http.get("/").text


def is_saved_by_itself(table: LiveTable) -> None:
    table.until(lambda _: journal_state(table) == "disk")
    assert warnings(table) == 1
    assert "The disk saves again." in [line["text"] for line in table.spoken()]
    assert table.say("Ben presses 0")["saved"] is True


def stands_on_the_disk(folder: Path, statements: list[str]) -> None:
    """In order, without gaps, none twice."""
    journal = Journal(folder, read_only=True)
    entries = journal.entries(1)
    assert [entry.statement for entry in entries] == statements
    assert [entry.number for entry in entries] == list(range(1, len(statements) + 1))
    journal.close()


@pytest.mark.parametrize("error", sampled("EIO"))
def test_a_disk_that_begins_to_fail_in_play(tmp_path: Path, error: str) -> None:
    data = tmp_path / "data"
    machine = FailingMachine(data, tmp_path)
    with LiveTable(data, env=machine.env) as table:
        table.join()
        table.accepted(*GAME)
        machine.fails(error)
        plays_in_memory(table)
        backup = table.http.get("/api/backup")
        assert backup.status_code == 200  # what memory holds can be taken home
        machine.fails(None)
        is_saved_by_itself(table)
        state = table.state()
    stands_on_the_disk(data, [*GAME, *IN_MEMORY, "Ben presses 0"])
    with LiveTable(data) as table:
        assert table.state() == state


@in_soak_only
@pytest.mark.parametrize("error", list(ERRORS))
def test_a_start_on_a_disk_that_fails_goes_on_with_the_game_that_is_there(tmp_path: Path, error: str) -> None:
    data = tmp_path / "data"
    with LiveTable(data) as table:
        table.join()
        table.accepted(*GAME)
        cookies = dict(table.http.cookies)
        table.kill()  # what was said last stands in SQLite's log alone
    machine = FailingMachine(data, tmp_path)
    machine.fails(error)
    with LiveTable(data, env=machine.env) as table:
        table.http.cookies.update(cookies)
        assert table.state()["version"] == len(GAME)
        plays_in_memory(table)
        machine.fails(None)
        is_saved_by_itself(table)
    stands_on_the_disk(data, [*GAME, *IN_MEMORY, "Ben presses 0"])


@in_soak_only
def test_a_plug_pulled_while_nothing_is_saved_loses_what_was_said_to_be_unsaved_and_nothing_else(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    machine = FailingMachine(data, tmp_path)
    with LiveTable(data, env=machine.env) as table:
        table.join()
        table.accepted(*GAME)
        machine.fails("EIO")
        plays_in_memory(table)
        table.kill()
    with LiveTable(data) as table:
        # a commit whose sync failed may have reached the disk all the same
        assert len(GAME) <= table.state()["version"] <= len(GAME) + len(IN_MEMORY)
        assert journal_state(table) == "disk"


@in_soak_only
def test_a_real_full_disk(tmp_path: Path) -> None:
    with tmpfs(tmp_path / "disk", "400k") as disk:
        ballast = disk / "ballast"
        with LiveTable(disk) as table:
            table.join()
            table.accepted(*GAME)
            with pytest.raises(OSError, match="No space left"):
                ballast.write_bytes(bytes(1_000_000))
            answers = [table.say(f"set score Ann {at}") for at in range(100)]
            assert all(answer["accepted"] for answer in answers)
            assert not answers[-1]["saved"]
            assert warnings(table) == 1
            ballast.unlink()
            is_saved_by_itself(table)
        stands_on_the_disk(disk, [*GAME, *(f"set score Ann {at}" for at in range(100)), "Ben presses 0"])


@in_soak_only
def test_a_start_on_a_real_read_only_disk(tmp_path: Path) -> None:
    with tmpfs(tmp_path / "disk", "2m") as disk:
        with LiveTable(disk) as table:
            table.join()
            table.accepted(*GAME)
            cookies = dict(table.http.cookies)
            table.kill()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with LiveTable(disk) as table:
            table.http.cookies.update(cookies)
            assert table.state()["version"] == len(GAME)
            plays_in_memory(table)
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
            is_saved_by_itself(table)
        stands_on_the_disk(disk, [*GAME, *IN_MEMORY, "Ben presses 0"])


def test_a_damaged_journal_is_told_once_and_the_table_plays_on(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join()
        table.accepted(*GAME)
        cookies = dict(table.http.cookies)
    noise = os.urandom((tmp_path / JOURNAL).stat().st_size)
    (tmp_path / JOURNAL).write_bytes(noise)
    with LiveTable(tmp_path) as table:
        told = [line["text"] for line in table.spoken() if "saved games are damaged" in line["text"]]
        assert len(told) == 1
        assert journal_state(table) == "recovered"
        assert "it was damaged or gone" in table.http.get("/").text
        assert (table.listening_ns - table.started_ns) / 1e9 < 15 * 5
        (aside,) = tmp_path.glob("journal-damaged-*.sqlite3")
        assert aside.read_bytes() == noise
        table.http.cookies.update(cookies)
        table.accepted(*GAME)
    with LiveTable(tmp_path) as table:
        assert journal_state(table) == "disk"
        assert not [line for line in table.spoken() if "damaged" in line["text"]]
        assert table.state()["version"] == len(GAME)
