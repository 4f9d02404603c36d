"""Who may open a device: the group that has it, whether that group exists, and whether this program is in it."""

from __future__ import annotations

import grp
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Closed:
    """A device that this program may not open; ``group`` is whose members may, empty where its owner alone may."""

    device: str
    group: str


def closed_devices(
    *patterns: str,
    root: Path = Path("/"),
    may: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK),
) -> list[Closed]:
    """The devices that are there and cannot be opened for reading and writing."""
    found = sorted(path for pattern in patterns for path in root.glob(pattern))
    return [Closed("/" + str(path.relative_to(root)), group_of(path)) for path in found if not may(path)]


def group_of(device: Path) -> str:
    """Whose members may read and write it; empty where that is nobody but the owner."""
    both = stat.S_IRGRP | stat.S_IWGRP
    try:
        seen = device.stat()
        return grp.getgrgid(seen.st_gid).gr_name if seen.st_gid and seen.st_mode & both == both else ""
    except (OSError, KeyError):
        return ""


def group_is_known(name: str, root: Path = Path("/")) -> bool | None:
    """Whether the system has such a group; None where its list cannot be read, or names come from elsewhere too."""
    try:
        lines = (root / "etc/group").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    return any(line.startswith(f"{name}:") for line in lines)
