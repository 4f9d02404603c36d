"""What of the data folder is a table's own and is replaced together, all of it or nothing, whatever happens.

The PIN, the cookies' secret and the phones that joined are not among it: they belong to the machine, and whoever has
a copy of the games need not be let in by it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from enum import StrEnum
from fnmatch import fnmatch
from pathlib import Path

from companion.storage.folder_lock import LOCK_NAME, FolderInUseError, locked

JOURNAL = "journal.sqlite3"
#: SQLite's own file beside it, of what was committed and not yet moved into it.
WAL = "-wal"
JOURNAL_FILES = (JOURNAL, f"{JOURNAL}{WAL}", f"{JOURNAL}-shm")
#: Settings, enrolled codes, wishes, agreements, decks and decks that are being checked, as patterns.
BESIDE_IT = (
    "settings.toml",
    "codes.toml",
    "voice.json",
    "name-sounds.json",
    "presets.json",
    "deck-check-*.json",
    "decks",
)

#: What lets phones in; only a table that runs writes it.
OF_THE_MACHINE = ("pin", "cookie-secret", "phones.json")

_PART = "incoming.part"
_PLACING = "placing-"


class Useless(StrEnum):
    """Why a backup cannot be made, or restored."""

    NO_FILE = "no-file"
    NO_BACKUP = "no-backup"
    NOT_WHOLE = "not-whole"
    NEWER = "newer"
    SETTINGS = "settings"
    DISK = "disk"


class BackupError(Exception):
    """It cannot be backed up, or is no backup that can be restored.

    The sentence says why and what to do, for the command line; ``detail`` is what the page needs besides ``why``.
    """

    def __init__(self, why: Useless, sentence: str, detail: str = "") -> None:
        super().__init__(sentence)
        self.why = why
        self.detail = detail


class Replaced(StrEnum):
    """Why files are replaced. What they replace is kept under a name with the date."""

    DAMAGED = "repaired"  # the journal alone
    RESTORED = "restored"  # all that is a table's own

    @property
    def patterns(self) -> tuple[str, ...]:
        return JOURNAL_FILES if self is Replaced.DAMAGED else (*JOURNAL_FILES, *BESIDE_IT)

    def aside(self, name: str, date: str) -> str:
        """Where in the folder the file of this name is kept.

        >>> Replaced.DAMAGED.aside("journal.sqlite3-wal", "2026-11-30T19-06-40")
        'journal-damaged-2026-11-30T19-06-40.sqlite3-wal'
        >>> Replaced.RESTORED.aside("codes.toml", "2026-11-30T19-06-40")
        'before-restore-2026-11-30T19-06-40/codes.toml'
        """
        if self is Replaced.DAMAGED:
            stem, _, ending = name.partition(".")
            return f"{stem}-damaged-{date}.{ending}"
        return f"before-restore-{date}/{name}"


def has_been_played_in(folder: Path) -> bool:
    """True where a table has run in this folder before."""
    return any((folder / name).exists() for name in OF_THE_MACHINE)


def is_kept_by_table(folder: Path, path: Path) -> bool:
    """True where that, links followed, is or would be one of the files that a table keeps in its folder."""
    folder, path = (Path(os.path.realpath(name)) for name in (folder, path))
    if path == folder or not path.is_relative_to(folder):
        return False
    aside = (why.aside(name, "*") for why in Replaced for name in why.patterns)
    names = (*Replaced.RESTORED.patterns, *OF_THE_MACHINE, LOCK_NAME, *aside)
    first = path.relative_to(folder).parts[0]
    return any(fnmatch(first, name.partition("/")[0]) for name in names)


def dated(folder: Path, why: Replaced, now: datetime) -> str:
    """The date as names have it; one that no earlier replacement of the folder has."""
    date = now.strftime("%Y-%m-%dT%H-%M-%S")
    found, more = date, 1
    while any((folder / name).exists() for name in (why.aside(JOURNAL, found), f"{why}-{found}")):
        more += 1
        found = f"{date}-{more}"
    return found


@contextmanager
def incoming(folder: Path) -> Iterator[Path]:
    """An empty folder for what is to come; whatever is left in it at the end is thrown away."""
    part = folder / _PART
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def replace_files(folder: Path, part: Path, why: Replaced, date: str) -> None:
    """What lies in ``part`` will take the place of the folder's own, whatever happens. Raises OSError.

    Until ``finish_replacing``, be it that of the next start, what was there is there.
    """
    for path in sorted(part.rglob("*"), reverse=True):
        _sync(path)
    _sync(part)
    part.rename(folder / f"{why}-{date}")
    _sync(folder)


def is_being_replaced(folder: Path) -> bool:
    """True where something lies ready to be put in place."""
    return any(any(folder.glob(f"{prefix}*")) for prefix in (*(f"{why}-" for why in Replaced), _PLACING))


def finish_replacing(folder: Path) -> None:
    """Puts in place what lies ready, also after a power cut. The folder must be locked. Raises OSError."""
    for why in Replaced:
        for ready in sorted(folder.glob(f"{why}-*")):
            _take_out(folder, why, ready.name.removeprefix(f"{why}-"))
            ready.rename(folder / f"{_PLACING}{ready.name}")
            _sync(folder)
    for placing in sorted(folder.glob(f"{_PLACING}*")):
        for path in sorted(placing.iterdir()):
            path.rename(folder / path.name)
        _sync(folder)
        placing.rmdir()
        _sync(folder)


def finish_before_start(folder: Path) -> None:
    """What lay ready when the table ended is put in place. Raises OSError."""
    if is_being_replaced(folder):
        with suppress(FolderInUseError), locked(folder):
            finish_replacing(folder)


def _take_out(folder: Path, why: Replaced, date: str) -> None:
    for pattern in why.patterns:
        for path in sorted(folder.glob(pattern)):
            kept = folder / why.aside(path.name, date)
            kept.parent.mkdir(mode=0o700, exist_ok=True)
            path.rename(kept)
            _sync(kept.parent)
    _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
