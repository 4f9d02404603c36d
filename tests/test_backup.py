"""A backup holds all that is the table's own, and brings it back whole or not at all; what was there is kept."""

from __future__ import annotations

import io
import json
import os
import random
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import own_decks
from companion.backup import FORM, MANIFEST, backup_beside, pack, restore
from companion.checkup.findings import PartState
from companion.doctor.looking import look_at_data
from companion.errands.data_folder import back_up, export_game, take_back
from companion.scan_tasks import code_book
from companion.settings import sources
from companion.storage.data_files import (
    BESIDE_IT,
    JOURNAL,
    JOURNAL_FILES,
    OF_THE_MACHINE,
    BackupError,
    Useless,
    finish_before_start,
    is_being_replaced,
)
from companion.storage.folder_lock import locked
from companion.storage.journal import Journal
from companion.storage.journal_schema import SCHEMA_VERSION
from companion.storage.whole_files import write_whole
from companion.web.door import access
from companion.wishes import name_sounds, own_presets, voice_wishes
from tests.test_journal import GAME, entries

NOW = datetime(2026, 11, 30, 19, 6, 40, tzinfo=UTC)
OWN = {
    "settings.toml": "[voice]\nvolume = 60\n",
    "codes.toml": "# codes\n",
    "voice.json": "{}\n",
    "name-sounds.json": "{}\n",
    "presets.json": "[]\n",
    "deck-check-extreme.json": "{}\n",
    "decks/ours.toml": "# a deck\n",
}
MACHINES = {access.PIN_FILE: "123456\n", access.SECRET_FILE: "s" * 64, access.PHONES_FILE: "[]"}


def table(folder: Path, *statements: str, own: dict[str, str] = OWN, machines: dict[str, str] = MACHINES) -> Path:
    """A folder as a table leaves it."""
    journal = Journal(folder)
    journal.append(entries(*statements))
    journal.close()
    (folder / "decks").mkdir()
    for name, text in {**own, **machines}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def said(folder: Path) -> list[str]:
    journal = Journal(folder, read_only=True)
    try:
        return [entry.statement for entry in journal.entries(1)]
    finally:
        journal.close()


def texts(folder: Path) -> dict[str, str]:
    """All small files of a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("journal")
    }


def test_everything_that_is_the_tables_own_comes_back_and_the_machines_own_stays(tmp_path: Path) -> None:
    content = backup_beside(table(tmp_path / "old", *GAME), NOW)
    others = {"presets.json": "[1]\n", "decks/theirs.toml": "# theirs\n"}
    here = table(tmp_path / "new", *GAME[:2], own=others, machines={**MACHINES, "pin": "654321\n"})
    restored = restore(here, io.BytesIO(content), NOW)
    assert (restored.games, restored.version, restored.made_at) == (1, len(GAME), "2026-11-30T19:06:40+00:00")
    assert said(here) == GAME
    assert restored.aside == here / "before-restore-2026-11-30T19-06-40"
    assert said(restored.aside) == GAME[:2]
    kept = {f"{restored.aside.name}/{name}": text for name, text in others.items()}
    assert texts(here) == {**OWN, **MACHINES, "pin": "654321\n", **kept}
    assert not is_being_replaced(here)


def test_the_list_of_what_belongs_to_a_table_names_the_files_that_the_program_keeps() -> None:
    kept = {
        sources.FILE_NAME,
        code_book.FILE_NAME,
        voice_wishes.FILE_NAME,
        name_sounds.FILE_NAME,
        own_presets.FILE_NAME,
        own_decks.FOLDER,
        "deck-check-*.json",
    }
    assert set(BESIDE_IT) == kept
    assert set(OF_THE_MACHINE) == set(MACHINES)


def test_a_backup_is_made_while_the_table_runs_with_what_was_said_up_to_now(tmp_path: Path) -> None:
    here = table(tmp_path / "here", *GAME[:2])
    journal = Journal(here)
    journal.append(entries(*GAME)[2:])
    content = backup_beside(here, NOW)
    journal.close()
    restore(table(tmp_path / "there", own={}), io.BytesIO(content), NOW)
    assert said(tmp_path / "there") == GAME


def test_no_backup_holds_what_lets_anybody_in(tmp_path: Path) -> None:
    content = backup_beside(table(tmp_path, *GAME), NOW)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert set(archive.namelist()) == {MANIFEST, JOURNAL, *OWN}
        for name in archive.namelist():
            for secret in MACHINES.values():
                assert len(secret) < 5 or secret.encode() not in archive.read(name)


def changed(content: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The same backup with other files in it."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, file in files.items():
            archive.writestr(name, file)
    return packed.getvalue()


def newer(files: dict[str, bytes]) -> None:
    files[MANIFEST] = json.dumps({"form": FORM + 1, "made_at": NOW.isoformat()}).encode()


def newer_journal(files: dict[str, bytes]) -> None:
    files[JOURNAL] = files[JOURNAL][:60] + (SCHEMA_VERSION + 1).to_bytes(4, "big") + files[JOURNAL][64:]


def climbing(files: dict[str, bytes]) -> None:
    files["../pin"] = b"000000\n"


def pin(files: dict[str, bytes]) -> None:
    files["pin"] = b"000000\n"


def bad_settings(files: dict[str, bytes]) -> None:
    files["settings.toml"] = b"[voice]\nvolumen = 60\n"


def spoiled_journal(files: dict[str, bytes]) -> None:
    files[JOURNAL] = b"noise" * 2000


def spoiled_entry(files: dict[str, bytes]) -> None:
    files[JOURNAL] = files[JOURNAL].replace(b"Ann plays red-4", b"Ann plaus red-4")


def no_journal(files: dict[str, bytes]) -> None:
    del files[JOURNAL]


def no_manifest(files: dict[str, bytes]) -> None:
    del files[MANIFEST]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (newer, Useless.NEWER),
        (newer_journal, Useless.NEWER),
        (climbing, Useless.NO_BACKUP),
        (pin, Useless.NO_BACKUP),
        (no_manifest, Useless.NO_BACKUP),
        (no_journal, Useless.NOT_WHOLE),
        (spoiled_journal, Useless.NOT_WHOLE),
        (spoiled_entry, Useless.NOT_WHOLE),
        (bad_settings, Useless.SETTINGS),
    ],
)
def test_what_is_no_backup_changes_nothing(
    tmp_path: Path, change: Callable[[dict[str, bytes]], None], why: Useless
) -> None:
    content = changed(backup_beside(table(tmp_path / "old", *GAME), NOW), change)
    here = table(tmp_path / "here", *GAME[:2])
    before = texts(here)
    with pytest.raises(BackupError) as refused:
        restore(here, io.BytesIO(content), NOW)
    assert refused.value.why is why, refused.value
    assert "\n" not in str(refused.value)
    assert (texts(here), said(here)) == (before, GAME[:2])
    assert not is_being_replaced(here)


@pytest.mark.parametrize(
    "wrong", [b"[voice]\nvolumen = 60\n", b"[voice]\nvolume = 600\n", b"# x\nvoice", b"# x\n\xff"]
)
def test_wrong_settings_are_named_by_the_line_of_the_backup(tmp_path: Path, wrong: bytes) -> None:
    content = changed(
        backup_beside(table(tmp_path / "old", *GAME), NOW), lambda files: files.update({"settings.toml": wrong})
    )
    with pytest.raises(BackupError, match=r"settings\.toml of the backup, line 2: ") as refused:
        restore(tmp_path, io.BytesIO(content), NOW)
    assert str(tmp_path) not in f"{refused.value} {refused.value.detail}"


def test_a_backup_that_was_cut_off_or_changed_anywhere_is_refused_or_brings_back_the_same(tmp_path: Path) -> None:
    content = backup_beside(table(tmp_path / "old", *GAME), NOW)
    for number, at in enumerate(range(0, len(content), len(content) // 25)):
        here = table(tmp_path / str(number), *GAME[:2], own={})
        spoiled = content[:at] if number % 2 else content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :]
        try:
            restore(here, io.BytesIO(spoiled), NOW)
        except BackupError:
            assert said(here) == GAME[:2]
        else:
            assert said(here) == GAME


def test_the_command_saves_and_brings_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, file = table(tmp_path / "old", *GAME), tmp_path / "new", tmp_path / "stick" / "uno.backup"
    assert back_up(old, file, NOW, None) == 1  # there is no such folder
    file.parent.mkdir()
    assert back_up(old, file, NOW, None) == 0
    assert take_back(new, file, NOW) == 0
    assert said(new) == GAME
    assert take_back(new, file, NOW) == 0
    told = capsys.readouterr()
    assert told.out.count("what was there before is kept in") == 1
    assert "No such file or directory" in told.err
    assert oct(file.stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize("by", ["its name", "a link", "a link to the folder"])
@pytest.mark.parametrize("name", [*JOURNAL_FILES, *OWN, *MACHINES, "journal.lock", "before-restore-2026-11-30/pin"])
def test_no_backup_is_written_onto_what_the_table_keeps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, by: str
) -> None:
    here, file = table(tmp_path / "here", *GAME), tmp_path / "mine"
    if by == "a link":
        file.symlink_to(here / name)
    elif by == "a link to the folder":
        file.symlink_to(here)
        file /= name
    else:
        file = here / name
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    assert back_up(here, file, NOW, None) == 2
    assert "the table's own files" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_a_backup_may_lie_in_the_tables_folder_under_a_name_of_its_own(tmp_path: Path) -> None:
    here = table(tmp_path / "here", *GAME)
    assert back_up(here, here / "uno.backup", NOW, None) == 0
    assert take_back(tmp_path / "new", here / "uno.backup", NOW) == 0


def test_a_backup_goes_where_a_link_leads_and_replaces_nothing_that_is_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, real, link = table(tmp_path / "here", *GAME), tmp_path / "real.backup", tmp_path / "link.backup"
    real.write_bytes(b"old")
    link.symlink_to(real)
    assert back_up(here, link, NOW, None) == 0
    assert link.is_symlink()
    assert take_back(tmp_path / "new", real, NOW) == 0
    pipe, loop, folder = tmp_path / "pipe", tmp_path / "loop", tmp_path / "folder"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    folder.mkdir()
    to_pipe = tmp_path / "to-pipe"
    to_pipe.symlink_to(pipe)
    for no_file in (pipe, to_pipe, loop, folder, Path("/dev/null")):
        assert back_up(here, no_file, NOW, None) != 0, no_file
    assert (pipe.is_fifo(), loop.is_symlink(), folder.is_dir()) == (True, True, True)
    assert len(capsys.readouterr().err.splitlines()) == 5


@pytest.mark.parametrize("running", [True, False])  # one that began on a disk that fails has no lock
@pytest.mark.parametrize("state", ["memory", "disk", "recovered", None])
def test_a_backup_that_lacks_what_only_the_running_table_holds_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], running: bool, state: str | None
) -> None:
    here, file = table(tmp_path / "here", *GAME), tmp_path / "uno.backup"
    health = None if state is None else {"journal": {"state": state}}
    with locked(here) if running else nullcontext():
        assert back_up(here, file, NOW, health) == (state == "memory")
    warned = capsys.readouterr().err.splitlines()
    told = {"memory": "from the page", None: "does not answer" if running else ""}.get(state, "")
    assert len(warned) == bool(told)
    assert all(told in line for line in warned)
    assert take_back(tmp_path / "new", file, NOW) == 0


def test_nothing_is_brought_back_while_a_table_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, file = table(tmp_path / "here", *GAME[:2]), tmp_path / "uno.backup"
    file.write_bytes(backup_beside(table(tmp_path / "old", *GAME), NOW))
    journal = Journal(here)
    assert take_back(here, file, NOW) == 2
    journal.close()
    assert "end it first" in capsys.readouterr().err
    assert said(here) == GAME[:2]


MOST_BYTES_HERE = 100_000


def huge(files: dict[str, bytes]) -> None:
    files["codes.toml"] = bytes(MOST_BYTES_HERE)


@pytest.mark.parametrize("large", ["the file", "what it unpacks to"])
def test_a_backup_that_is_too_large_is_refused_before_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, large: str
) -> None:
    content = backup_beside(table(tmp_path / "old", *GAME), NOW)
    file = tmp_path / "uno.backup"
    file.write_bytes(changed(content, huge) if large == "what it unpacks to" else content)
    most = MOST_BYTES_HERE if large == "what it unpacks to" else len(content) - 1
    monkeypatch.setattr("companion.backup.MOST_BYTES", most)
    monkeypatch.setattr("companion.backup._written", None)  # nothing is unpacked
    assert take_back(tmp_path / "new", file, NOW) == 2
    assert "too large" in capsys.readouterr().err
    assert not (tmp_path / "new" / JOURNAL).exists()


def test_what_is_no_file_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "link"):
        assert take_back(tmp_path / "new", path, NOW) == 2
    assert capsys.readouterr().err.count("is no file") == 3


@pytest.mark.parametrize("content", [b"", b"a letter to my aunt"])
def test_a_file_that_is_no_backup_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "letter"
    file.write_bytes(content)
    assert take_back(tmp_path / "here", file, NOW) == 2
    assert take_back(tmp_path / "here", tmp_path / "nothing", NOW) == 2
    assert back_up(tmp_path / "nobody", file, NOW, None) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_what_a_power_cut_left_between_is_put_in_place_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cut comes at every step of it: each rename of a file or folder, in turn."""
    content = backup_beside(table(tmp_path / "old", *GAME), NOW)
    whole_rename = Path.rename
    for steps in range(40):
        here = table(tmp_path / str(steps), *GAME[:2], own={"presets.json": "[1]\n", "codes.toml": "# mine\n"})
        left = steps

        def rename(path: Path, to: Path) -> Path:
            nonlocal left
            if not left:
                raise KeyboardInterrupt
            left -= 1
            return whole_rename(path, to)

        monkeypatch.setattr(Path, "rename", rename)
        try:
            restore(here, io.BytesIO(content), NOW)
        except KeyboardInterrupt:
            pass
        else:
            break
        finally:
            monkeypatch.setattr(Path, "rename", whole_rename)
        finish_before_start(here)
        finish_before_start(here)
        assert said(here) == (GAME[:2] if steps == 0 else GAME), steps
        own = {name: text for name, text in texts(here).items() if not name.startswith(("before", *MACHINES))}
        assert own == ({"presets.json": "[1]\n", "codes.toml": "# mine\n"} if steps == 0 else OWN), steps
        if steps:
            aside = here / "before-restore-2026-11-30T19-06-40"
            assert said(aside) == GAME[:2]
            assert (aside / "codes.toml").read_text(encoding="utf-8") == "# mine\n"
    assert 10 < steps < 39


def test_a_backup_from_memory_holds_what_the_disk_does_not(tmp_path: Path) -> None:
    here = table(tmp_path / "here", *GAME[:2])
    journal = Journal(here)
    more = entries(*GAME)[2:]
    content = pack(here, journal.copy(more), NOW)
    assert journal.version() == 2
    journal.close()
    restore(tmp_path / "here", io.BytesIO(content), NOW)
    assert said(here) == GAME


def random_middle(journal: Path) -> None:
    with journal.open("r+b") as file:
        file.seek(journal.stat().st_size // 3)
        file.write(random.Random(1).randbytes(journal.stat().st_size // 3))


@pytest.mark.parametrize("damage", [random_middle, lambda journal: journal.write_bytes(b"")], ids=["middle", "empty"])
def test_no_backup_of_a_damaged_journal_takes_the_place_of_a_good_one(
    tmp_path: Path, damage: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    data, kept = tmp_path / "data", tmp_path / "kept.backup"
    journal = Journal(data)
    journal.close()
    at = datetime(2026, 11, 30, tzinfo=UTC)
    assert back_up(data, kept, at, None) == 0
    good = kept.read_bytes()
    damage(data / "journal.sqlite3")
    for end in ("-wal", "-shm"):
        (data / f"journal.sqlite3{end}").unlink(missing_ok=True)
    assert back_up(data, kept, at, None) == 2
    assert "is damaged" in capsys.readouterr().err
    assert kept.read_bytes() == good
    assert export_game(data, None, "table") == 2
    assert "is damaged" in capsys.readouterr().err
    assert look_at_data(data).state is PartState.FAILING


def test_a_backup_that_finds_no_room_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.whole_files.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a.backup", b"much")
    assert list(tmp_path.iterdir()) == []
