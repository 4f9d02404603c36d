"""How much room the disk has on which the games are kept."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

LOW_MB, FULL_MB = 200, 10
_MB = 1_000_000


class DiskState(StrEnum):
    """Whether games can be written for long."""

    OK = "ok"
    LOW = "low"
    FULL = "full"
    READ_ONLY = "read-only"


def disk_of(folder: Path) -> tuple[DiskState, int] | None:
    """The state of a folder's disk and its free room in megabytes; None where it cannot be seen."""
    try:
        seen = os.statvfs(folder)
    except OSError:
        return None
    return judged(
        free_mb=seen.f_bavail * seen.f_frsize // _MB,
        files_left=seen.f_favail if seen.f_files else 1,  # some file systems do not count files
        read_only=bool(seen.f_flag & os.ST_RDONLY),
    )


def judged(*, free_mb: int, files_left: int, read_only: bool) -> tuple[DiskState, int]:
    """What such a disk is good for.

    >>> judged(free_mb=9, files_left=100, read_only=False)
    (<DiskState.FULL: 'full'>, 9)
    """
    if read_only:
        return DiskState.READ_ONLY, free_mb
    if free_mb < FULL_MB or not files_left:
        return DiskState.FULL, free_mb
    return (DiskState.LOW if free_mb < LOW_MB else DiskState.OK), free_mb
