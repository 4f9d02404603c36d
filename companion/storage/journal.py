"""The journal: every accepted statement on disk before anybody hears of it, numbered without gaps.

One SQLite file in the data directory (WAL, synchronous FULL): a commit that returned survives a pulled plug.
The journal only grows; undo is a new entry. Beside the entries it keeps every press: what the launcher drew before
the motor started, what the gate counted, and which statement settled it. At most the last is still in flight. And it
keeps how far the dispenser's deal of each round has come, card by card.
Calls block on the disk, so the table makes them on a thread of its own; one connection, one caller at a time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.author import Author
from companion.deal import Deal, Throw
from companion.open_press import OpenPress
from companion.referee import events as ev
from companion.referee.commands import Command, NewGame
from companion.referee.decks import read_deck
from companion.referee.events import Event
from companion.referee.evolve import rebuild
from companion.referee.notation import read, write
from companion.referee.state import State
from companion.storage.journal_file import DamagedError, JournalFile, MemoryFile
from companion.together import Together, read_together, write_together

_ENTRY = "number, game, statement, command, events, says, key, at, phone, seat, together"

_OPEN_OR_SETTLED = (  # the latest press that no statement has settled, or the one of this number
    "select player, drawn, counted, finding, key, at, misses, goes_on, by_hand from press"
    " where settled is ? order by number desc limit 1"
)


@dataclass(frozen=True, slots=True)
class Imported:
    """A game comes out of a file of this name. ``history``: it is not the one on the table, only kept."""

    file: str
    history: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted statement. ``statement`` is what was said, ``command`` what it meant (a scan's meaning).

    ``author`` is the phone that said it, None where it was said at the table. ``imported``, at the statement that
    begins a game: how it came here. ``together``, at the first of several that were said together: how many they are,
    and what they came to; what is said of them all, and their one-time key, stand with that first one too.
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
    together: Together | None = None

    @property
    def starts_game(self) -> bool:
        return isinstance(self.command, NewGame)

    @property
    def last_number(self) -> int:
        """The number of the last statement that was said together with this one; its own where it stands alone."""
        return self.number if self.together is None else self.number + self.together.statements - 1


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

    ``stand_in``: on a disk that fails, what can be read of it stands in, or of another file. Raises JournalError
    when it cannot be opened, written or read. ``check_s``: it is looked through first, for so long at most.
    """

    def __init__(
        self, directory: Path, *, read_only: bool = False, stand_in: bool | Path = False, check_s: float = 0.0
    ) -> None:
        self._file: JournalFile | MemoryFile = JournalFile(
            directory, read_only=read_only, stand_in=stand_in, check_s=check_s
        )
        self.path = self._file.path

    @property
    def _db(self) -> sqlite3.Connection:
        return self._file.db

    @property
    def in_memory(self) -> bool:
        """True while the disk takes nothing."""
        return self._file.in_memory

    def append(
        self,
        entries: Sequence[Entry],
        *,
        settled: Sequence[tuple[OpenPress, int]] = (),
        press: OpenPress | None = None,
        deals: Iterable[Deal] = (),
    ) -> None:
        """Commits entries, all or none, and with them which statement settled which press.

        ``press`` and ``deals`` could not be noted when they were so. A disk that failed may have taken what it
        refused: entries that are there already are not written twice. Raises OSError where it is not the journal
        that the entries follow.
        """
        with self._file.committed():
            for entry in self._not_there(entries):
                self._write(entry)
            for one, number in settled:
                self._note(one)
                self._db.execute(
                    "update press set settled = ? where settled is null"
                    " and number <= (select number from press where at = ?)",
                    (number, one.at.isoformat()),
                )
            if press is not None:
                self._note(press)
            for deal in deals:
                self._note_deal(deal)

    def _not_there(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Those that the file lacks; they follow upon its last one."""
        last = self.version()
        if not entries or entries[0].number == last + 1:
            return entries
        known = self._db.execute("select at from entry where number = ?", (min(last, entries[-1].number),)).fetchone()
        if entries[0].number > last + 1 or known is None:
            raise OSError(
                f"the journal {self.path} ends with statement {last}, and what is to be written begins with"
                f" {entries[0].number}: it is another one, so start the table again"
            )
        missing = [entry for entry in entries if entry.number > last]
        same = entries[len(entries) - len(missing) - 1].at.isoformat() == known[0]
        return missing if same else entries

    def _write(self, entry: Entry) -> None:
        if entry.starts_game:
            came = entry.imported
            self._db.execute(
                "insert into game (id, started_at, imported, history) values (?, ?, ?, ?)",
                (entry.game, entry.at.isoformat(), came and came.file, came is not None and came.history),
            )
        self._db.execute(
            f"insert into entry ({_ENTRY}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own words
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
                None if entry.together is None else write_together(entry.together),
            ),
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

    def same_game(self, entries: Sequence[Entry]) -> int | None:
        """The number of a game in which the same was said from beginning to end, None where there is none."""
        said = [write(entry.command) for entry in entries]
        as_long = self._db.execute(
            "select game from entry group by game having count(*) = ? order by game", (len(said),)
        ).fetchall()
        for (game,) in as_long:
            rows = self._db.execute("select command from entry where game = ? order by number", (game,))
            if all(row[0] == command for row, command in zip(rows, said, strict=True)):
                return int(game)
        return None

    def entries(self, game: int, after: int = 0, most: int = -1) -> list[Entry]:
        """The accepted statements of one game after that of a number, in order; at ``most`` so many, -1 for all."""
        rows = self._db.execute(
            f"select {_ENTRY} from entry where game = ? and number > ? order by number limit ?",  # noqa: S608 - our own words
            (game, after, most),
        )
        return [entry_of(row) for row in rows]

    def entry_with_key(self, key: str) -> Entry | None:
        """The accepted statement that carried this one-time key, or None."""
        found = self._db.execute(f"select {_ENTRY} from entry where key = ?", (key,))  # noqa: S608 - our own words
        row = found.fetchone()
        return None if row is None else entry_of(row)

    def note_press(self, press: OpenPress) -> None:
        """Notes a press before the motor starts, or what has been counted and found out since."""
        with self._file.committed():
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
        return self._press_of(None)

    def press_settled_by(self, number: int) -> OpenPress | None:
        """The press, as it was, that became the statement of this number."""
        return self._press_of(number)

    def _press_of(self, settled: int | None) -> OpenPress | None:
        row = self._db.execute(_OPEN_OR_SETTLED, (settled,)).fetchone()
        return None if row is None else press_of(row)

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
        with self._file.committed():
            self._note_deal(deal)

    def _note_deal(self, deal: Deal) -> None:
        throw, settled = _thrown(deal.throw), _thrown(deal.settled)
        hands = json.dumps(dict(deal.hands), ensure_ascii=False)
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
        return None if row is None else deal_of(row)

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

    def prune(self, keep: int) -> int:
        """Deletes the oldest game where more than ``keep`` are there; how many were deleted, 0 when none is left to.

        Never the game on the table, nor one that began after it or after the last press. Numbers of statements stay
        as they are and without gaps: games that a game from a file was taken in between go together or not at all.
        """
        with self._file.committed():
            spans = self._db.execute(
                "select game.id, min(number), max(number) from game join entry on entry.game = game.id"
                " group by game.id order by game.id"
            ).fetchall()
            pressed = self._db.execute("select game from press order by number desc limit 1").fetchone()
            stays = min(filter(None, (self.last_game(), *(pressed or ()))), default=0)
            for count in range(1, len(spans) - max(keep, 1) + 1):
                if spans[count - 1][0] >= stays:
                    break
                if max(last for _, _, last in spans[:count]) < min(first for _, first, _ in spans[count:]):
                    self._delete_up_to(spans[count - 1][0])
                    return count
        return 0

    def _delete_up_to(self, game: int) -> None:
        for table in ("press", "deal", "entry"):
            self._db.execute(f"delete from {table} where game <= ?", (game,))  # noqa: S608 - our own words
        self._db.execute("delete from game where id <= ?", (game,))

    def copy(
        self,
        entries: Sequence[Entry] = (),
        *,
        settled: Sequence[tuple[OpenPress, int]] = (),
        press: OpenPress | None = None,
        deals: Iterable[Deal] = (),
    ) -> bytes:
        """The whole file as it is now, and in it what ``append`` could not write. Raises sqlite3.Error."""
        copied: Journal = object.__new__(Journal)
        copied._file = MemoryFile(self._file.copy(), self.path)
        copied.path = self.path
        try:
            if entries or settled or press or deals:
                copied.append(entries, settled=settled, press=press, deals=deals)
            return copied._db.serialize()
        finally:
            copied.close()

    def close(self) -> None:
        """Closes the file; nothing can be appended any more."""
        self._file.close()


def press_of(row: tuple[str, int, int, str | None, str | None, str, int | None, int, int]) -> OpenPress:
    """The press that a row tells of. Raises ValueError."""
    player, drawn, counted, finding, key, at, misses, goes_on, by_hand = row
    begun = datetime.fromisoformat(at)
    return OpenPress(
        player, drawn, counted, finding, key, begun, misses, goes_on=bool(goes_on), by_hand=bool(by_hand)
    )


def deal_of(row: tuple[int, int, str, str | None, int, int, str | None]) -> Deal:
    """The deal that a row tells of. Raises ValueError, TypeError."""
    game, number, hands, throw, turned_up, by_hand, settled = row
    thrown, last = (None if text is None else Throw(**json.loads(text)) for text in (throw, settled))
    return Deal(game, number, json.loads(hands), thrown, bool(turned_up), bool(by_hand), last)


def _thrown(throw: Throw | None) -> str | None:
    return None if throw is None else json.dumps(asdict(throw), ensure_ascii=False)


_Row = tuple[int, int, str, str, str, str, str | None, str, str | None, str | None, str | None]


def entry_of(row: _Row) -> Entry:
    """What a row says was accepted. Raises DamagedError."""
    try:
        return _read_entry(*row)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DamagedError(
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
    together: str | None,
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
        together=None if together is None else read_together(together),
    )


def state_after(entries: list[Entry]) -> State:
    """The table after a game's entries."""
    return rebuild((entry.command, entry.events) for entry in entries)
