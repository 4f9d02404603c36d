"""The journal's file: opened for one table alone, written in whole transactions, opened anew after the disk failed.

While the disk takes nothing, what could be read of the file stands in for it, in memory: it is looked at, every write
fails, and every next write tries the disk again.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from companion.storage.data_files import JOURNAL, WAL
from companion.storage.folder_lock import FolderInUseError, FolderLock
from companion.storage.journal_schema import SCHEMA_VERSION, bring_up_to_date, show_as_today

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_NOT_OF_THE_DISK = (NotADirectoryError, FileExistsError, PermissionError)  # whoever named the folder puts it right
_STEPS_A_LOOK = 1000  # of SQLite's machine, between two looks at the clock
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of one's own is made in it


class JournalError(Exception):
    """The journal cannot be used as it is; the sentence says why and what to do."""


class NewerError(JournalError):
    """A newer version of the program wrote it."""


class DamagedError(JournalError):
    """What is in the file is not what was written."""


def is_damage(error: BaseException) -> bool:
    """True where SQLite found the file itself wrong, and not the way to it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def damaged(path: Path, found: object) -> DamagedError:
    """The error for it, with what helps."""
    return DamagedError(
        f"the journal {path} is damaged ({found}); start the table, which keeps what can be read of it, restore a "
        "backup, or choose another folder with --data"
    )


def _expect_file(path: Path) -> None:
    """Raises JournalError where something else is in the file's place, and OSError."""
    if path.exists() and not path.is_file():
        raise JournalError(
            f"the journal {path} is a folder or a device, and no file; move it elsewhere, "
            "or choose another folder with --data"
        )


class JournalFile:
    """The open file. ``read_only``: beside the table that writes it.

    ``stand_in``: where the disk fails, what can be read of it stands in, or another file in its place; else
    JournalError is raised, as in any case where another table has the folder, a newer version wrote the file or this
    user may not, and DamagedError where it is damaged. ``check_s``: the whole file is looked through for that before
    anything is written, for so long at most.
    """

    def __init__(
        self, folder: Path, *, read_only: bool = False, stand_in: bool | Path = False, check_s: float = 0.0
    ) -> None:
        self.path = folder / JOURNAL
        self._folder = folder
        self._lock: FolderLock | None = None
        self._doubtful = False  # whether the connection is still good
        self.in_memory = False
        try:
            _expect_file(self.path)
            self.db = self._looked_at() if read_only else self._opened(check_s)
        except (OSError, sqlite3.Error) as error:
            self._release()
            if is_damage(error) and not isinstance(stand_in, Path):
                raise damaged(self.path, error) from error
            if stand_in and not isinstance(error, _NOT_OF_THE_DISK):
                self.db = _copied_to_memory(stand_in if isinstance(stand_in, Path) else self.path)
                self.in_memory = self._doubtful = True
                with suppress(sqlite3.Error):  # then it is no older form that stopped it
                    self._prepare(self.db)
                    return
                self.db.close()
            verb = "read" if read_only else "written"
            raise JournalError(
                f"the journal {self.path} cannot be {verb} ({error}); give this user the right to it, "
                "free some space, or choose another folder with --data"
            ) from error
        except JournalError:
            self._release()
            raise

    def _looked_at(self) -> sqlite3.Connection:
        db = sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro", uri=True, timeout=2)
        try:
            self._show(db)
        except BaseException:
            db.close()
            raise
        return db

    def _show(self, db: sqlite3.Connection) -> None:
        found = self._version(db)
        if not found:
            raise damaged(self.path, "nothing is in it")
        show_as_today(db, found)

    def _opened(self, check_s: float = 0.0) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._lock is None:
            try:
                self._lock = FolderLock(self._folder)
            except FolderInUseError as error:
                raise JournalError(
                    f"another table uses the folder {self._folder}; end that one, "
                    "or choose another folder with --data"
                ) from error
        # Hands are in it: nobody else's business, nor those of the files SQLite makes beside it.
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2)
        try:
            self._version(db)
            db.execute("pragma journal_mode = wal")
            if check_s:
                _check(db, self.path, check_s)
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("pragma synchronous = full")
        db.execute("pragma foreign_keys = on")
        db.execute("pragma secure_delete = on")  # what is deleted is not read of the file again
        found = self._version(db)
        with _transaction(db):
            bring_up_to_date(db, found)

    def _version(self, db: sqlite3.Connection) -> int:
        found = int(db.execute("pragma user_version").fetchone()[0])
        if found > SCHEMA_VERSION:
            raise NewerError(
                f"the journal {self.path} was written by a newer version of uno-companion; "
                "install that version, or choose another folder with --data"
            )
        return found

    @contextmanager
    def committed(self) -> Iterator[None]:
        """What is executed within is on the disk afterwards, all of it or nothing. Raises sqlite3.Error, OSError."""
        if self._doubtful:
            self._open_anew()
        try:
            with _transaction(self.db):
                yield
        except sqlite3.IntegrityError:
            raise  # what was to be written was wrong, and not the disk
        except (sqlite3.Error, OSError):
            self._doubtful = True
            raise

    def _open_anew(self) -> None:
        """A disk that failed may be another one by now, or hold what it said it had not taken."""
        try:
            fresh = self._opened()
        except JournalError as error:
            raise OSError(str(error)) from error
        with suppress(sqlite3.Error):
            self.db.close()
        self.db, self.in_memory, self._doubtful = fresh, False, False

    def copy(self) -> sqlite3.Connection:
        """All of it in memory, as it is now on the disk, where a table writes on meanwhile. Raises sqlite3.Error."""
        if self.in_memory:
            return _memory_of(self.db)
        beside = sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro", uri=True, timeout=2)
        try:
            return _memory_of(beside)
        finally:
            beside.close()

    def close(self) -> None:
        """Closes the file; the folder is free for another table."""
        self.db.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _check(db: sqlite3.Connection, path: Path, within_s: float) -> None:
    """Looks whether the file holds together. Raises DamagedError, sqlite3.Error."""
    ends = time.monotonic() + within_s
    db.set_progress_handler(lambda: time.monotonic() > ends, _STEPS_A_LOOK)
    try:
        found = db.execute("pragma quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
    else:
        if found != "ok":
            raise damaged(path, found)
    finally:
        db.set_progress_handler(None, 0)


class MemoryFile:
    """A journal that is in memory alone: a copy, which its owner may go on writing."""

    in_memory = True

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.db = db
        self.path = path

    @contextmanager
    def committed(self) -> Iterator[None]:
        """What is executed within is there afterwards, all of it or nothing. Raises sqlite3.Error."""
        with _transaction(self.db):
            yield

    def copy(self) -> sqlite3.Connection:
        """Another one like it."""
        return _memory_of(self.db)

    def close(self) -> None:
        """It is gone."""
        self.db.close()


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("begin immediate")
    try:
        yield
        db.execute("commit")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("rollback")
        raise


def _memory_of(db: sqlite3.Connection) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.backup(memory)
    return memory


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for a moment, on no disk where that can be. Raises OSError."""
    place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="uno-companion-", dir=place) as folder:
        yield Path(folder)


def _copied_to_memory(path: Path) -> sqlite3.Connection:
    """What is in a file whose disk takes nothing: SQLite would have to write beside it. Raises DamagedError."""
    try:
        with scratch_folder() as folder:
            for end in ("", WAL):
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{path}{end}", folder / f"{JOURNAL}{end}")
            db = sqlite3.connect(folder / JOURNAL, isolation_level=None)
            try:
                return _memory_of(db)
            finally:
                db.close()
    except (OSError, sqlite3.Error) as error:
        raise damaged(path, error) from error
