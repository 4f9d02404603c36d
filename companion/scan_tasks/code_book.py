"""The file of enrolled codes in the data folder: ``codes.toml``, read again when it has changed, written whole.

A table that runs and the command ``enrol`` may have it open at the same time: each change is made to what the file
says now, one after the other.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.enrolled import Change, Codes, CodesError, codes_text, read_codes
from companion.storage.whole_files import write_whole

log = logging.getLogger(__name__)

FILE_NAME = "codes.toml"


class CodeBook:
    """The codes of one data folder. Where the file is wrong no code is known, and ``trouble`` says why."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.trouble: CodesError | None = None
        self._codes = Codes()
        self._read_at: tuple[int, int, int] | None = None

    def codes(self) -> Codes:
        """The codes as the file has them now."""
        stands = self._stamp()
        if stands != self._read_at:
            self._read_at = stands
            try:
                self._codes, self.trouble = self._read(), None
            except CodesError as error:
                self._codes, self.trouble = Codes(), error
                log.warning("enrolled codes are not known: %s", error.findings[0])
        return self._codes

    def change(self, change: Change) -> Codes:
        """Makes a change and gives the codes after it, which are on the disk then.

        Raises TakenCodeError where another thing has a code meanwhile, CodesError where the file is wrong (it is left
        as it is), OSError.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._alone():
            codes = self._read().changed(change)
            write_whole(self.path, codes_text(codes))
        self._codes, self.trouble, self._read_at = codes, None, self._stamp()
        return codes

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _read(self) -> Codes:
        try:
            return read_codes(self.path.read_text(encoding="utf-8"), str(self.path))
        except FileNotFoundError:
            return Codes()
        except UnicodeDecodeError:
            raise CodesError(f"{self.path}: it is not UTF-8; save it as UTF-8") from None
        except OSError as error:
            raise CodesError(f"{self.path}: it cannot be read ({error.strerror}); let this user read it") from None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps every other writer off, in this process or another, while it lasts."""
        lock = os.open(self.path.parent, os.O_RDONLY)  # the folder itself: nothing is left behind
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)
