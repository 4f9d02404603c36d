"""What of the data folder is a table's own and is replaced together, all of it or nothing, whatever happens.

The PIN, the cookies' secret and the phones that joined are not among it: they belong to the machine, and whoever has
a copy of the games need not be let in by it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path

JOURNAL = "journal.sqlite3"
JOURNAL_FILES = (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm")
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

_PART = "incoming.part"
_PLACING = "placing-"


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


def dated(folder: Path, why: Replaced, now: datetime) -> str:
    """The date as names have it; one that no earlier replacement of the folder has."""
    date = now.strftime("%Y-%m-%dT%H-%M-%S")
    found, more = date, 1
    while (folder / why.aside(JOURNAL, found)).exists() or (folder / why.aside("", found)).exists():
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
    """What lies in ``part`` takes the place of the folder's own. Raises OSError, and then either is whole.

    The folder must be locked. A power cut leaves what was there before, or what ``finish_replacing`` completes.
    """
    for path in sorted(part.rglob("*"), reverse=True):
        _sync(path)
    _sync(part)
    part.rename(folder / f"{why}-{date}")
    _sync(folder)
    finish_replacing(folder)


def is_being_replaced(folder: Path) -> bool:
    """True where a power cut came between."""
    return any(any(folder.glob(f"{prefix}*")) for prefix in (*(f"{why}-" for why in Replaced), _PLACING))


def finish_replacing(folder: Path) -> None:
    """Completes what a power cut left between. Raises OSError. The folder must be locked."""
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
