"""The commands that read or replace what is in a table's folder: export, backup, restore, PIN."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from datetime import datetime
from pathlib import Path

from companion.backup import backup_beside, place_for, restore
from companion.checkup.reported import Health, holds_unsaved
from companion.games.export import as_csv, as_json, as_state, as_table
from companion.outcome import DONE, FAILED, complain, send, show
from companion.storage.data_files import JOURNAL, BackupError
from companion.storage.folder_lock import FolderInUseError, locked, table_kept_out
from companion.storage.journal import Journal
from companion.storage.journal_file import JournalError, damaged
from companion.storage.whole_files import write_whole
from companion.web.door.access import PIN_FILE

STANDARD = Path("-")  # in a file's place: standard input or output, which somebody else has opened


def export_game(data_dir: Path, game: int | None, form: str) -> int:
    """Writes one game from the journal to standard output, in full."""
    if not (data_dir / JOURNAL).exists():
        return complain(f"there is no journal in {data_dir}; name the table's folder with --data")
    try:
        journal = Journal(data_dir, read_only=True)
    except JournalError as error:
        return complain(str(error))
    try:
        number = game or journal.last_game()
        entries = journal.entries(number)
    except (JournalError, ValueError) as error:
        return complain(str(error))
    except sqlite3.Error as error:
        return complain(str(damaged(data_dir / JOURNAL, error)))
    finally:
        journal.close()
    if not number:
        return complain(f"there is no game in {data_dir} yet", FAILED)
    if not entries:
        return complain(f"there is no game {number} in {data_dir}", FAILED)
    match form:
        case "csv":
            text = as_csv(entries)
        case "json":
            text = as_json(number, entries)
        case "state":
            text = as_state(entries)
        case _:
            text = as_table(entries)
    sys.stdout.write(text)
    return DONE


def back_up(data_dir: Path, file: Path, now: datetime, health: Health | None) -> int:
    """Writes all that is the table's own into one file, whole or not at all.

    ``health``: what the running table answers, if one does; 1 where it holds more than was written.
    """
    try:
        place = place_for(data_dir, file)
        content = backup_beside(data_dir, now)
        if file == STANDARD:
            send(content)
        else:
            write_whole(place, content, mode=0o600)
    except BackupError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{file}: it cannot be written ({error.strerror}); name a file in another folder", FAILED)
    told = f"backed up: {data_dir} in {file} ({len(content)} bytes)"
    show(told, sys.stderr if file == STANDARD else None)
    if holds_unsaved(health):
        return complain(
            "the running table holds more than the disk, and so than this file: "
            "let a host take it from the page, under Games",
            FAILED,
        )
    with table_kept_out(data_dir) as alone:
        if health is None and not alone:
            complain(
                "the table that runs there does not answer, so it may hold more than the disk and this file; "
                "name its port with --set server.port=NUMBER"
            )
    return DONE


def take_back(data_dir: Path, file: Path, now: datetime) -> int:
    """Puts a backup in the place of what is in the data folder, which is kept under a name with the date."""
    try:
        standard = file == STANDARD
        if not stat.S_ISREG(os.fstat(0).st_mode) if standard else file.exists() and not file.is_file():
            return complain(f"{file} is no file; name one that backup wrote")  # a device never ends
        backup = os.fdopen(os.dup(0), "rb") if standard else file.open("rb")
    except OSError as error:
        return complain(f"{file}: it cannot be read ({error.strerror}); name an existing file")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        with backup, locked(data_dir):
            restored = restore(data_dir, backup, now)
    except FolderInUseError:
        return complain(
            f"a table uses the folder {data_dir}; end it first, or let a host restore the file on the page /backup"
        )
    except BackupError as error:
        return complain(f"{file}: {error}")
    except OSError as error:
        return complain(f"the folder {data_dir} cannot be written ({error.strerror}); give this user the right to it")
    show(f"restored: games: {restored.games}, statements to {restored.version}, as they were at {restored.made_at}")
    if restored.aside.exists():
        show(f"what was there before is kept in {restored.aside}")
    return DONE


def show_pin(data_dir: Path) -> int:
    """Prints the join PIN."""
    try:
        show((data_dir / PIN_FILE).read_text(encoding="ascii").strip())
    except OSError as error:
        reason = "there is none yet; start the table once" if isinstance(error, FileNotFoundError) else error.strerror
        return complain(f"the PIN in {data_dir} cannot be read: {reason}", FAILED)
    return DONE
