"""All that is a table's own in one file, and back: journal, settings, codes, decks, wishes, agreements.

The file is a zip archive: whoever wants to can look into it. ``data_files`` says what belongs in it: PIN, cookies'
secret and phones stay on the machine. Taken back, everything is replaced together, and what was there is kept.
"""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import zipfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import IO, Any

from companion import __version__
from companion.settings import SettingsError, load
from companion.storage.data_files import (
    BESIDE_IT,
    JOURNAL,
    BackupError,
    Replaced,
    Useless,
    dated,
    finish_replacing,
    incoming,
    is_kept_by_table,
    replace_files,
)
from companion.storage.folder_lock import LOCK_NAME
from companion.storage.journal import Journal
from companion.storage.journal_file import JournalError, NewerError, damaged, is_damage, scratch_folder

MANIFEST = "uno-companion-backup.json"
FORM = 1
MOST_BYTES = 1024 * 1024 * 1024  # of all that is packed in one
_ZIP_BEGINS = b"PK\x03\x04"
_CHECK_S = 60.0
_DECKS = "decks"
_PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup has brought back; ``aside`` is the folder that keeps what was there before."""

    games: int
    version: int
    made_at: str
    aside: Path


def pack(folder: Path, journal: bytes, now: datetime) -> bytes:
    """The backup of a table's folder, with a copy of its journal. Raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        about = {"program": "uno-companion", "version": __version__, "form": FORM, "made_at": now.isoformat()}
        archive.writestr(MANIFEST, json.dumps(about, indent=1) + "\n")
        archive.writestr(JOURNAL, journal)
        for pattern in BESIDE_IT:
            for path in sorted(folder.glob(pattern)):
                for file in sorted(path.glob("*.toml")) if path.name == _DECKS else [path]:
                    archive.writestr(file.relative_to(folder).as_posix(), file.read_bytes())
    return packed.getvalue()


def backup_beside(folder: Path, now: datetime) -> bytes:
    """The backup of a folder, whether or not a table runs there, tried before anybody relies on it.

    Raises BackupError, also where nothing could be restored of it: the journal is damaged.
    """
    if not (folder / JOURNAL).exists():
        raise BackupError(
            Useless.NO_FILE,
            f"there is no journal in {folder}; name the table's folder with --data, or start the table there once",
        )
    try:
        journal = Journal(folder, read_only=True)
        try:
            packed = pack(folder, journal.copy(), now)
        finally:
            journal.close()
        with scratch_folder() as part:
            _unpack(io.BytesIO(packed), part)
            _journal_read(part)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise BackupError(Useless.DISK, str(damaged(folder / JOURNAL, error))) from error
        raise BackupError(Useless.DISK, str(error)) from error
    except BackupError as error:
        raise BackupError(Useless.DISK, str(damaged(folder / JOURNAL, error))) from error
    except (JournalError, OSError) as error:
        raise BackupError(Useless.DISK, str(error)) from error
    return packed


def place_for(folder: Path, file: Path) -> Path:
    """Where the backup of a folder is written that is to be in this file: links are followed.

    Raises BackupError where something is there that no backup may replace.
    """
    place = Path(os.path.realpath(file))  # which stops at a link that leads to itself
    if is_kept_by_table(folder, place):
        raise BackupError(Useless.DISK, f"{file} is one of the table's own files; name another file")
    if place.is_symlink() or (place.exists() and not place.is_file()):
        raise BackupError(Useless.DISK, f"{file} is there and is no file; name another one, or one in it")
    return place


def restore(folder: Path, backup: IO[bytes], now: datetime) -> Restored:
    """A backup takes the place of what is in the folder, which must be locked. Raises BackupError."""
    restored = lay_ready(folder, backup, now)
    try:
        finish_replacing(folder)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return restored


def lay_ready(folder: Path, backup: IO[bytes], now: datetime) -> Restored:
    """The same with the next start: a table still runs there. Raises BackupError."""
    try:
        date = dated(folder, Replaced.RESTORED, now)
        with incoming(folder) as part:
            made_at = _unpack(backup, part)
            games, version = _looked_through(part)
            replace_files(folder, part, Replaced.RESTORED, date)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return Restored(games, version, made_at, folder / Replaced.RESTORED.aside("", date))


def _unwritable(folder: Path, error: OSError) -> BackupError:
    sentence = f"the folder {folder} cannot be written ({error}); free some space, then try again"
    return BackupError(Useless.DISK, sentence)


def _unpack(backup: IO[bytes], part: Path) -> str:
    """The files of a backup, piece by piece, and when it was made. Raises BackupError, OSError."""
    if backup.seek(0, os.SEEK_END) > MOST_BYTES:
        raise _not_whole("it is too large")
    backup.seek(0)
    if backup.read(len(_ZIP_BEGINS)) != _ZIP_BEGINS:
        raise _no_backup()
    try:
        with zipfile.ZipFile(backup) as archive:
            made_at = _made_at(archive)
            left = MOST_BYTES
            if sum(member.file_size for member in archive.infolist()) > left:
                raise _not_whole("it is too large")
            for member in archive.infolist():
                if member.filename == MANIFEST:
                    continue
                if not _belongs(member.filename):
                    raise _no_backup(f": it holds {member.filename!r}")
                path = part / member.filename
                path.parent.mkdir(mode=0o700, exist_ok=True)
                with archive.open(member) as packed:
                    left -= _written(packed, path, left)
            return made_at
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _not_whole(str(error)) from error


def _not_whole(why: str) -> BackupError:
    return BackupError(Useless.NOT_WHOLE, f"that is no whole backup ({why}); choose another file")


def _no_backup(why: str = "") -> BackupError:
    return BackupError(Useless.NO_BACKUP, f"that is no backup of a table{why}; choose a file that backup made")


def _made_at(archive: zipfile.ZipFile) -> str:
    """Raises BackupError, ValueError."""
    try:
        with archive.open(MANIFEST) as file:
            about: dict[str, Any] = json.loads(file.read(_PIECE))
        form, made_at = int(about["form"]), datetime.fromisoformat(about["made_at"])
    except (KeyError, TypeError, AttributeError) as error:
        raise _no_backup() from error
    if form > FORM:
        raise BackupError(
            Useless.NEWER, "that backup was made by a newer version of uno-companion; install that version"
        )
    return made_at.isoformat(timespec="seconds")


def _belongs(name: str) -> bool:
    """Whether a file of this name may be put into the data folder.

    >>> [_belongs(name) for name in ("codes.toml", "decks/own.toml", "../pin", "pin", "decks/../pin", "decks")]
    [True, True, False, False, False, False]
    """
    parts = PurePosixPath(name).parts
    if len(parts) == len((_DECKS, "file")):
        return parts[0] == _DECKS and fnmatch(parts[1], "*.toml") and name == "/".join(parts)
    return name != _DECKS and "/" not in name and any(fnmatch(name, pattern) for pattern in (JOURNAL, *BESIDE_IT))


def _written(packed: IO[bytes], path: Path, most: int) -> int:
    length = 0
    with path.open("xb") as file:
        path.chmod(0o600)
        while piece := packed.read(_PIECE):
            length += len(piece)
            if length > most:
                raise _not_whole("it is too large")
            file.write(piece)
    return length


def _looked_through(part: Path) -> tuple[int, int]:
    """How many games and statements there are. Raises BackupError where a table could not start with these files."""
    found = _journal_read(part)
    try:
        load(part, None, {})
    except SettingsError as error:
        first = re.sub(
            rf"^{re.escape(str(part))}/([^:]+):(\d+)(?=:)", r"\1 of the backup, line \2", error.findings[0]
        )
        sentence = f"the settings of that backup cannot be used: {first}"
        raise BackupError(Useless.SETTINGS, sentence, first) from error
    return found


def _journal_read(part: Path) -> tuple[int, int]:
    """How many games and statements the journal has, each of them read. Raises BackupError."""
    if not (part / JOURNAL).exists() or not (part / JOURNAL).stat().st_size:
        raise _not_whole("it holds no journal")
    try:
        journal = Journal(part, check_s=_CHECK_S)
        try:
            games = [game for game, _ in journal.games()]
            for game in games:
                journal.entries(game)
            found = len(games), journal.version()
        finally:
            journal.close()
            (part / LOCK_NAME).unlink()
    except NewerError as error:
        raise BackupError(
            Useless.NEWER, "that backup was made by a newer version of uno-companion; install that version"
        ) from error
    except (JournalError, sqlite3.Error, ValueError) as error:
        raise _not_whole(str(error).replace(f"{part}/", "").partition(";")[0]) from error
    return found
