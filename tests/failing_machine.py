"""A machine whose disk fails and whose clock jumps when a test says so, for a program that is started with it."""

from __future__ import annotations

import errno
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("failing_disk.c")
ERRORS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EROFS": errno.EROFS}


class FailingMachine:
    """What ``env`` is given to has this disk below ``folder``, and this clock."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            pytest.skip("a C compiler builds the failing disk: apt install gcc")
        library = scratch / "failing_disk.so"
        built = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(built, check=True, capture_output=True)
        self._wish = scratch / "wish"
        self._error, self._off_s = 0, 0
        self._write()
        self.env = {
            "LD_PRELOAD": str(library),
            "FAILING_DISK": str(self._wish),
            "FAILING_FOLDER": str(folder),
        }

    def fails(self, error: str | None) -> None:
        """Every write fails like this from now on; None: the disk is well again."""
        self._error = 0 if error is None else ERRORS[error]
        self._write()

    def clock_jumps(self, seconds: int) -> None:
        """The time of day is off by so much more."""
        self._off_s += seconds
        self._write()

    def _write(self) -> None:
        part = self._wish.with_suffix(".part")
        part.write_text(f"{self._error} {self._off_s}\n", encoding="ascii")
        part.replace(self._wish)
