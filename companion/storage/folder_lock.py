"""One table a data folder: two would each undo what the other wrote."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_NAME = "journal.lock"


class FolderInUseError(Exception):
    """Another table uses the folder."""


class FolderLock:
    """Held for as long as this table has the folder. It goes with the process, however that ends.

    Raises FolderInUseError, and OSError where the folder takes no file.
    """

    def __init__(self, folder: Path) -> None:
        self._lock = os.open(folder / LOCK_NAME, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._lock)
            raise FolderInUseError from error

    def release(self) -> None:
        """Another table may have the folder."""
        os.close(self._lock)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """While this lasts no table runs in the folder, and none can start. Raises FolderInUseError, OSError."""
    lock = FolderLock(folder)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def table_kept_out(folder: Path) -> Iterator[bool]:
    """True while no table runs in this folder and none can start; False where one does. Makes no file."""
    try:
        lock = os.open(folder / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # no table has ever run here, or it is somebody else's, who answers on the port
        yield True
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(lock)
