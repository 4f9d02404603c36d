"""The journal: every accepted statement on disk before anybody hears of it, numbered without gaps.

One SQLite file in the data directory (WAL, synchronous FULL): a commit that returned survives a pulled plug.
The journal only grows; undo is a new entry. Beside the entries it keeps every press: what the launcher drew before
the motor started, what the gate counted, and which statement settled it. At most the last is still in flight. And it
keeps how far the dispenser's deal of each round has come, card by card.
Calls block on the disk, so the table makes them on a thread of its own; one connection, one caller at a time.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from companion.author import Author
from companion.deal import Deal, Throw
from companion.open_press import OpenPress
from companion.referee import events as ev
from companion.referee.commands import Command, NewGame, Undo
from companion.referee.decks import read_deck
from companion.referee.events import Event
from companion.referee.evolve import rebuild
from companion.referee.notation import read, write
from companion.referee.state import State

FILE_NAME = "journal.sqlite3"
LOCK_NAME = "journal.lock"

#: What makes a file of version N one of version N + 1, the empty file being version 0; never changed, only added to.
_STEPS = (
    """
create table game (
    id integer primary key,
    started_at text not null
);
create table entry (
    number integer primary key,
    game integer not null references game (id),
    statement text not null,
    command text not null,
    events text not null,
    says text not null,
    key text unique,
    at text not null
);
create index entry_by_game on entry (game, number);
create table press_in_flight (
    id integer primary key check (id = 1),
    player text not null,
    drawn integer not null,
    counted integer not null
)
""",
    """
create table press (
    number integer primary key,
    game integer references game (id),
    player text not null,
    drawn integer not null,
    counted integer not null,
    finding text,
    key text,
    settled integer,
    at text not null unique
);
insert into press (game, player, drawn, counted, at)
    select (select max(id) from game), player, drawn, counted, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
    from press_in_flight;
drop table press_in_flight
""",
    """
alter table press add column misses integer
""",
    """
create table deal (
    game integer not null,
    round integer not null,
    hands text not null,
    throw text,
    turned_up integer not null,
    by_hand integer not null,
    primary key (game, round)
)
""",
    """
alter table press add column goes_on integer not null default 0
""",
    """
alter table deal add column settled text
""",
    """
alter table press add column by_hand integer not null default 0
""",
    """
alter table entry add column phone text;
alter table entry add column seat text
""",
    """
alter table game add column imported text;
alter table game add column history integer not null default 0
""",
)
SCHEMA_VERSION = len(_STEPS)
# An older file that is only looked at stays as it is; what it has of presses is shown in today's form.
_AS_PRESS = {
    1: """
create temp view press as
    select 1 as number, (select max(id) from game) as game, player, drawn, counted, null as finding, null as key,
    null as settled, '1970-01-01T00:00:00+00:00' as at, null as misses, 0 as goes_on, 0 as by_hand
    from press_in_flight
""",
    2: "create temp view press as select *, null as misses, 0 as goes_on, 0 as by_hand from main.press",
    3: "create temp view press as select *, 0 as goes_on, 0 as by_hand from main.press",
    4: "create temp view press as select *, 0 as goes_on, 0 as by_hand from main.press",
    5: "create temp view press as select *, 0 as by_hand from main.press",
    6: "create temp view press as select *, 0 as by_hand from main.press",
}
_AS_ENTRY = "create temp view entry as select *, null as phone, null as seat from main.entry"
_AUTHORED = 8  # from this version on it is written down which phone said it
_AS_GAME = "create temp view game as select *, null as imported, 0 as history from main.game"
_IMPORTS = 9  # from this version on games are taken in from files
_ENTRY = "number, game, statement, command, events, says, key, at, phone, seat"

_OPEN_OR_SETTLED = (  # the latest press that no statement has settled, or the one of this number
    "select player, drawn, counted, finding, key, at, misses, goes_on, by_hand from press"
    " where settled is ? order by number desc limit 1"
)


class JournalError(Exception):
    """The journal cannot be used as it is; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game comes out of a file of this name. ``history``: it is not the one on the table, only kept."""

    file: str
    history: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted statement. ``statement`` is what was said, ``command`` what it meant (a scan's meaning).

    ``author`` is the phone that said it, None where it was said at the table. ``imported``, at the statement that
    begins a game: how it came here.
    """

    number: int
    game: int
    statement: str
    command: Command
    events: tuple[Event, ...]
    says: tuple[str, ...] = ()
    key: str | None = None
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    author: Author | None = None
    imported: Imported | None = None

    @property
    def starts_game(self) -> bool:
        return isinstance(self.command, NewGame)


@dataclass(frozen=True, slots=True)
class PressRecord:
    """What was decided about one press, for a later look. ``settled`` is the number of the statement that did."""

    player: str
    drawn: int
    counted: int
    finding: str | None
    settled: int | None
    at: datetime


class Launch(NamedTuple):
    """A press that the launcher decided: what it drew after so many misses, and how many cards the gate counted.

    A tuple, since hundreds are read at once on the writer's thread, where a press waits meanwhile.
    """

    number: int
    game: int
    drawn: int
    counted: int
    misses: int


class Journal:
    """An open journal file, one table's alone; with ``read_only`` beside the table that writes it.

    Raises JournalError when it cannot be opened, written or read.
    """

    def __init__(self, directory: Path, *, read_only: bool = False) -> None:
        self.path = directory / FILE_NAME
        self._lock: int | None = None
        try:
            if read_only:
                self._db = sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro", uri=True, timeout=2)
                self._show_as_today(self._check_version())
                return
            directory.mkdir(parents=True, exist_ok=True)
            self._lock_folder(directory)
            # Hands are in it: nobody else's business, nor those of the files SQLite makes beside it.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            verb = "read" if read_only else "written"
            raise JournalError(
                f"the journal {self.path} cannot be {verb} ({error}); give this user the right to it, "
                "free some space, or choose another folder with --data"
            ) from error

    def _show_as_today(self, version: int) -> None:
        """What an older file lacks is looked at as if it were there."""
        if (older := _AS_PRESS.get(version)) is not None:
            self._db.execute(older)
        if version < _AUTHORED:
            self._db.execute(_AS_ENTRY)
        if version < _IMPORTS:
            self._db.execute(_AS_GAME)

    def _lock_folder(self, directory: Path) -> None:
        """Two tables in one folder would each undo what the other wrote. The lock goes with the process."""
        self._lock = os.open(directory / LOCK_NAME, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._lock)
            raise JournalError(
                f"another table uses the folder {directory}; end that one, or choose another folder with --data"
            ) from error

    def _check_version(self) -> int:
        found = int(self._db.execute("pragma user_version").fetchone()[0])
        if found > SCHEMA_VERSION:
            raise JournalError(
                f"the journal {self.path} was written by a newer version of uno-companion; "
                "install that version, or choose another folder with --data"
            )
        return found

    def _prepare(self) -> None:
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma foreign_keys = on")
        found = self._check_version()
        with self._committed():
            for step in _STEPS[found:]:
                for statement in step.split(";"):
                    self._db.execute(statement)
            # Written in any case: a read-only file is found out about before the first card is played.
            self._db.execute(f"pragma user_version = {SCHEMA_VERSION}")

    @contextmanager
    def _committed(self) -> Iterator[None]:
        self._db.execute("begin immediate")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise

    def append(self, entries: list[Entry], *, settled: Sequence[tuple[OpenPress, int]] = ()) -> None:
        """Commits entries, all or none, and with them which statement settled which press."""
        with self._committed():
            for entry in entries:
                if entry.starts_game:
                    came = entry.imported
                    self._db.execute(
                        "insert into game (id, started_at, imported, history) values (?, ?, ?, ?)",
                        (entry.game, entry.at.isoformat(), came and came.file, came is not None and came.history),
                    )
                self._db.execute(
                    f"insert into entry ({_ENTRY}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own words
                    (
                        entry.number,
                        entry.game,
                        entry.statement,
                        write(entry.command),
                        json.dumps([ev.to_json(event) for event in entry.events]),
                        json.dumps(entry.says, ensure_ascii=False),
                        entry.key,
                        entry.at.isoformat(),
                        None if entry.author is None else entry.author.phone,
                        None if entry.author is None else entry.author.player,
                    ),
                )
            for press, number in settled:
                self._note(press)
                self._db.execute(
                    "update press set settled = ? where settled is null"
                    " and number <= (select number from press where at = ?)",
                    (number, press.at.isoformat()),
                )

    def version(self) -> int:
        """The number of the last accepted statement, 0 at a new table."""
        return int(self._db.execute("select coalesce(max(number), 0) from entry").fetchone()[0])

    def games(self) -> list[tuple[int, datetime]]:
        """Every game's number and start, oldest first."""
        rows = self._db.execute("select id, started_at from game order by id")
        return [(row[0], datetime.fromisoformat(row[1])) for row in rows]

    def last_game(self) -> int:
        """The number of the game begun last at this table, 0 when there is none."""
        return int(self._db.execute("select coalesce(max(id), 0) from game where history = 0").fetchone()[0])

    def newest_game(self) -> int:
        """The highest number of a game, those included that only came out of a file; 0 when there is none."""
        return int(self._db.execute("select coalesce(max(id), 0) from game").fetchone()[0])

    def imported(self) -> dict[int, str]:
        """The games that came out of files, and the files' names."""
        return dict(self._db.execute("select id, imported from game where imported is not null").fetchall())

    def entries(self, game: int, after: int = 0, most: int = -1) -> list[Entry]:
        """The accepted statements of one game after that of a number, in order; at ``most`` so many, -1 for all."""
        rows = self._db.execute(
            f"select {_ENTRY} from entry where game = ? and number > ? order by number limit ?",  # noqa: S608 - our own words
            (game, after, most),
        )
        return [_entry(row) for row in rows]

    def entry_with_key(self, key: str) -> Entry | None:
        """The accepted statement that carried this one-time key, or None."""
        found = self._db.execute(f"select {_ENTRY} from entry where key = ?", (key,))  # noqa: S608 - our own words
        row = found.fetchone()
        return None if row is None else _entry(row)

    def note_press(self, press: OpenPress) -> None:
        """Notes a press before the motor starts, or what has been counted and found out since."""
        with self._committed():
            self._note(press)

    def _note(self, press: OpenPress) -> None:
        self._db.execute(
            "insert into press (game, player, drawn, counted, finding, key, at, misses, goes_on, by_hand)"
            " values ((select max(id) from game where history = 0), ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " on conflict (at) do update set counted = excluded.counted, finding = excluded.finding,"
            " goes_on = excluded.goes_on, by_hand = excluded.by_hand",
            (
                press.player,
                press.drawn,
                press.counted,
                press.finding,
                press.key,
                press.at.isoformat(),
                press.misses,
                press.goes_on,
                press.by_hand,
            ),
        )

    def press_in_flight(self) -> OpenPress | None:
        """The press that no statement has settled yet, if any."""
        return _press(self._db.execute(_OPEN_OR_SETTLED, (None,)).fetchone())

    def press_settled_by(self, number: int) -> OpenPress | None:
        """The press, as it was, that became the statement of this number."""
        return _press(self._db.execute(_OPEN_OR_SETTLED, (number,)).fetchone())

    def presses(self, game: int) -> list[PressRecord]:
        """Every press of one game, in order: what was drawn, what was counted, and what became of it."""
        rows = self._db.execute(
            "select player, drawn, counted, finding, settled, at from press where game = ? order by number", (game,)
        )
        return [
            PressRecord(player, drawn, counted, finding, settled, datetime.fromisoformat(at))
            for player, drawn, counted, finding, settled, at in rows
        ]

    def note_deal(self, deal: Deal) -> None:
        """Notes how far a deal has come: before the motor starts, and with every card."""
        throw, settled = _thrown(deal.throw), _thrown(deal.settled)
        hands = json.dumps(dict(deal.hands), ensure_ascii=False)
        with self._committed():
            self._db.execute(
                "insert or replace into deal (game, round, hands, throw, turned_up, by_hand, settled)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                (deal.game, deal.round, hands, throw, deal.turned_up, deal.by_hand, settled),
            )

    def last_deal(self) -> Deal | None:
        """The dispenser's deal of the last round that had one, or None."""
        row = self._db.execute(
            "select game, round, hands, throw, turned_up, by_hand, settled from deal"
            " order by game desc, round desc limit 1"
        ).fetchone()
        if row is None:
            return None
        game, number, hands, throw, turned_up, by_hand, settled = row
        thrown, last = (None if text is None else Throw(**json.loads(text)) for text in (throw, settled))
        return Deal(game, number, json.loads(hands), thrown, bool(turned_up), bool(by_hand), last)

    def launches(self, after: int = 0, most: int = 500) -> list[Launch]:
        """What the launcher decided in all games, in order, after the press of a number; at ``most`` so many.

        A press is among them once the table knows what it came to; it changes no more, nor does any before it.
        """
        rows = self._db.execute(
            "select number, game, drawn, counted, misses from press"
            " where number > ? and misses is not null and settled is not null order by number limit ?",
            (after, most),
        )
        return [Launch._make(row) for row in rows]

    def close(self) -> None:
        """Closes the file; nothing can be appended any more."""
        self._db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _press(row: tuple[str, int, int, str | None, str | None, str, int | None, int, int] | None) -> OpenPress | None:
    if row is None:
        return None
    player, drawn, counted, finding, key, at, misses, goes_on, by_hand = row
    begun = datetime.fromisoformat(at)
    return OpenPress(
        player, drawn, counted, finding, key, begun, misses, goes_on=bool(goes_on), by_hand=bool(by_hand)
    )


def _thrown(throw: Throw | None) -> str | None:
    return None if throw is None else json.dumps(asdict(throw), ensure_ascii=False)


_Row = tuple[int, int, str, str, str, str, str | None, str, str | None, str | None]


def _entry(row: _Row) -> Entry:
    try:
        return _read_entry(*row)
    except ValueError as error:
        raise JournalError(
            f"entry {row[0]} of the journal cannot be read ({error}); install the version that wrote it, or choose "
            "another folder with --data"
        ) from error


def _read_entry(  # noqa: PLR0917 - the columns of the entry's row, in their order
    number: int,
    game: int,
    statement: str,
    command: str,
    events: str,
    says: str,
    key: str | None,
    at: str,
    phone: str | None,
    seat: str | None,
) -> Entry:
    told = tuple(ev.from_json(event) for event in json.loads(events))
    begun = next((event for event in told if isinstance(event, ev.GameStarted) and event.deck), None)
    return Entry(
        number=number,
        game=game,
        statement=statement,
        command=read(command, None if begun is None else read_deck(begun.deck or "", begun.edition)),
        events=told,
        says=tuple(json.loads(says)),
        key=key,
        at=datetime.fromisoformat(at),
        author=None if phone is None else Author(phone, seat),
    )


def last_standing(entries: Iterable[Entry]) -> Entry | None:
    """The statement that an undo would take back now; None where there is none."""
    standing: list[Entry] = []
    for entry in entries:
        if not isinstance(entry.command, Undo):
            standing.append(entry)
        elif standing:
            standing.pop()
    return standing[-1] if standing else None


def state_after(entries: list[Entry]) -> State:
    """The table after a game's entries."""
    return rebuild((entry.command, entry.events) for entry in entries)
