"""A damaged journal is set aside under a dated name, and the table plays on with what can be read of it.

Of each game that is kept which was said before the first statement that is missing: what came after it cannot be
judged without it. Statements are numbered anew, without gaps.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.deal import Deal
from companion.open_press import OpenPress
from companion.storage.data_files import (
    JOURNAL,
    JOURNAL_FILES,
    Replaced,
    dated,
    finish_replacing,
    has_been_played_in,
    incoming,
    replace_files,
)
from companion.storage.folder_lock import LOCK_NAME, FolderInUseError, locked
from companion.storage.journal import Entry, Imported, Journal, deal_of, entry_of, press_of
from companion.storage.journal_file import DamagedError, scratch_folder
from companion.storage.salvage import PAGE_SIZE, Row, Value, rows_of

log = logging.getLogger(__name__)

CHECK_S = 0.5  # the longest that a start waits for a look through the whole file

_PRESS_BEGINS = 9
_TEXT, _NUMBER = (str,), (int,)
_OR_NONE = (type(None),)
_IS_ENTRY = (
    _OR_NONE,
    _NUMBER,
    _TEXT,
    _TEXT,
    _TEXT,
    _TEXT,
    _TEXT + _OR_NONE,
    _TEXT,
    _TEXT + _OR_NONE,
    _TEXT + _OR_NONE,
    _TEXT + _OR_NONE,
)
_IS_GAME = (_OR_NONE, _TEXT, _TEXT + _OR_NONE, _NUMBER)
_IS_PRESS = (
    _OR_NONE, _NUMBER + _OR_NONE, _TEXT, _NUMBER, _NUMBER, _TEXT + _OR_NONE, _TEXT + _OR_NONE, _NUMBER + _OR_NONE,
    _TEXT, _NUMBER + _OR_NONE, _NUMBER, _NUMBER,
)  # fmt: skip
_IS_DEAL = (_NUMBER, _NUMBER, _TEXT, _TEXT + _OR_NONE, _NUMBER, _NUMBER, _TEXT + _OR_NONE)


@dataclass(frozen=True, slots=True)
class Repair:
    """What became of a damaged journal: so many statements and games were kept of it, which lies in ``aside``.

    ``gone``: the file was empty or missing where a table had played.
    """

    statements: int
    games: int
    aside: Path
    gone: bool = False


@dataclass(slots=True)
class Found:
    """What was read of a damaged file: entries by number, presses with the statements that settled them, deals."""

    entries: dict[int, Entry] = field(default_factory=dict)
    imports: dict[int, Imported] = field(default_factory=dict)
    presses: dict[int, tuple[OpenPress, int | None, int | None]] = field(default_factory=dict)
    deals: dict[tuple[int, int], Deal] = field(default_factory=dict)


def open_journal(folder: Path, now: datetime) -> tuple[Journal, Repair | None]:
    """The journal of a table that starts: whole, or what is read of a damaged one, or in memory on a failing disk.

    Raises JournalError where another table has the folder, a newer version wrote it or this user may not use it.
    """
    gone = _is_gone(folder)
    if not gone:
        with suppress(DamagedError):
            return _whole(folder), None
    try:
        with locked(folder):
            date = dated(folder, Replaced.DAMAGED, now)
            with incoming(folder) as part:
                repair = _rebuilt(folder, part, folder / Replaced.DAMAGED.aside(JOURNAL, date))
                replace_files(folder, part, Replaced.DAMAGED, date)
                finish_replacing(folder)
        journal = Journal(folder, stand_in=True)
    except FolderInUseError:
        return Journal(folder), None  # says so
    except OSError as error:
        log.warning("the damaged journal cannot be set aside (%s)", error)
        journal, repair = _in_memory(folder)
    if gone and not repair.statements:
        log.error("the saved games are gone: %s was empty or missing", folder / JOURNAL)
        return journal, replace(repair, gone=True)
    log.error(
        "%s was damaged: %d statements of %d games could be read", repair.aside, repair.statements, repair.games
    )
    return journal, repair


def _is_gone(folder: Path) -> bool:
    """True where nothing is in the journal though a table has played here: no table leaves its file so."""
    path = folder / JOURNAL
    with suppress(OSError):  # whoever opens it says why
        return has_been_played_in(folder) and (not path.exists() or (path.is_file() and not path.stat().st_size))
    return False


def _in_memory(folder: Path) -> tuple[Journal, Repair]:
    """The disk takes nothing either: the damaged file stays where it is."""
    with scratch_folder() as scratch:
        repair = _rebuilt(folder, scratch, folder / JOURNAL)
        return Journal(folder, stand_in=scratch / JOURNAL), repair


def _whole(folder: Path) -> Journal:
    """Raises DamagedError where the file is not whole, or the game on the table cannot be read."""
    journal = Journal(folder, stand_in=True, check_s=CHECK_S)
    try:
        journal.entries(journal.last_game())
        journal.press_in_flight()
        journal.last_deal()
    except (sqlite3.Error, ValueError, TypeError, LookupError, DamagedError) as error:
        journal.close()
        raise DamagedError(f"the journal {journal.path} is damaged ({error})") from error
    return journal


def _rebuilt(folder: Path, into: Path, aside: Path) -> Repair:
    """A journal in another folder has what can be read of the damaged one."""
    file, wal = (_bytes_of(folder / name) for name in JOURNAL_FILES[:2])
    found = found_in(rows_of(file, wal))
    kept = _kept(found)
    numbers = {entry.number: number for number, entry in enumerate(kept, 1)}
    journal = Journal(into)
    try:
        journal.append(
            [replace(entry, number=numbers[entry.number]) for entry in kept],
            settled=_settled(found.presses, numbers),
            press=_open_press(found, kept),
            deals=_deals(found.deals.values(), kept),
        )
    finally:
        journal.close()
    (into / LOCK_NAME).unlink()
    return Repair(len(kept), len({entry.game for entry in kept}), aside)


def _bytes_of(path: Path) -> bytes:
    """A file as far as the disk gives it; what it does not is nought."""
    found = bytearray()
    with suppress(FileNotFoundError), path.open("rb", buffering=0) as file:
        length = os.fstat(file.fileno()).st_size
        while len(found) < length:
            try:
                block = os.pread(file.fileno(), min(PAGE_SIZE, length - len(found)), len(found))
            except OSError:
                block = b""
            found += block or bytes(PAGE_SIZE)
    return bytes(found)


def found_in(rows: Iterable[Row]) -> Found:
    """What rows of a damaged file are, by the look of them: whose table they are of stands on pages of their own."""
    found = Found()
    for number, columns in rows:
        with suppress(DamagedError, ValueError, TypeError, LookupError):
            if _looks_like(columns, _IS_ENTRY, 8):
                entry = entry_of((number, *_filled(columns, _IS_ENTRY)[1:]))
                found.entries[number] = entry
            elif _looks_like(columns, _IS_PRESS, _PRESS_BEGINS):
                _take_press(found, number, _filled(columns, _IS_PRESS))
            elif _looks_like(columns, _IS_DEAL, 6):
                deal = deal_of(_filled(columns, _IS_DEAL))
                found.deals[deal.game, deal.round] = deal
            elif _looks_like(columns, _IS_GAME, 2):
                _, _, file, history = _filled(columns, _IS_GAME)
                if file is not None:
                    found.imports[number] = Imported(str(file), bool(history))
    return found


def _looks_like(columns: Sequence[Value], kinds: Sequence[tuple[type, ...]], fewest: int) -> bool:
    """Rows of before a column was added have none."""
    return fewest <= len(columns) <= len(kinds) and all(
        isinstance(value, kind) for value, kind in zip(columns, kinds, strict=False)
    )


def _filled(columns: Sequence[Any], kinds: Sequence[tuple[type, ...]]) -> tuple[Any, ...]:
    return (*columns, *[None] * (len(kinds) - len(columns)))


def _take_press(found: Found, number: int, columns: Sequence[Any]) -> None:
    _, game, player, drawn, counted, finding, key, settled, at, misses, goes_on, by_hand = columns
    press = press_of((player, drawn, counted, finding, key, at, misses, goes_on or 0, by_hand or 0))
    if settled is not None or number not in found.presses or found.presses[number][1] is None:
        found.presses[number] = press, settled, game


def _kept(found: Found) -> list[Entry]:
    """Of each game what stands before the first statement that is missing, or before those said together with it."""
    entries = [found.entries[number] for number in sorted(found.entries)]
    if not entries:
        return []
    missing = [later.number - 1 for earlier, later in pairwise(entries) if later.number != earlier.number + 1]
    whole: list[Entry] = []
    begun: dict[int, int] = {}
    broken: set[int] = set()
    for entry in entries:
        if entry.starts_game:
            begun.setdefault(entry.game, entry.number)
        first = begun.get(entry.game)
        if any(number not in found.entries for number in range(entry.number, entry.last_number + 1)):
            broken.add(entry.game)
        if first is None or entry.game in broken or any(first < gap < entry.number for gap in missing):
            continue
        came = found.imports.get(entry.game) if entry.starts_game else None
        whole.append(replace(entry, imported=came))
    return whole


def _settled(
    presses: Mapping[int, tuple[OpenPress, int | None, int | None]], numbers: Mapping[int, int]
) -> list[tuple[OpenPress, int]]:
    return [
        (press, numbers[settled])
        for _, (press, settled, _) in sorted(presses.items())
        if settled is not None and settled in numbers
    ]


def _open_press(found: Found, kept: Sequence[Entry]) -> OpenPress | None:
    """The press that was in flight, where it followed upon the last statement that was kept."""
    if not kept or not found.presses or kept[-1].number != max(found.entries):
        return None
    press, settled, game = found.presses[max(found.presses)]
    return press if settled is None and game in {kept[-1].game, None} else None


def _deals(deals: Iterable[Deal], kept: Sequence[Entry]) -> Iterator[Deal]:
    games = {entry.game for entry in kept}
    return (deal for deal in deals if deal.game in games)
