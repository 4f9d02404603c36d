"""Whether the system's log outlives a power cut: Raspberry Pi OS keeps it in memory since 2025, to spare the card."""

from __future__ import annotations

import re
from pathlib import Path

from companion.machine.files import text_of

_ROOT = Path("/")
_PLACES = (
    "usr/lib/systemd",
    "lib/systemd",
    "usr/local/lib/systemd",
    "run/systemd",
    "etc/systemd",
)  # a later one wins
_STORAGE = re.compile(r"^\s*Storage\s*=\s*(\w+)", re.MULTILINE)


def logs_kept(root: Path = _ROOT) -> bool | None:
    """True where they are on the disk; None where systemd does not keep them at all."""
    if not (root / "run/systemd/journal").is_dir():
        return None
    match _storage(root):
        case "persistent":
            return True
        case "volatile" | "none":
            return False
        case _:  # auto: if somebody has made the folder
            return (root / "var/log/journal").is_dir()


def _storage(root: Path) -> str:
    """The setting in force: files are read in the order of their names, each name from the last place that has it."""
    told = _STORAGE.findall(text_of(root / "etc/systemd/journald.conf"))
    drop_ins: dict[str, Path] = {}
    for place in _PLACES:
        drop_ins.update({path.name: path for path in (root / place / "journald.conf.d").glob("*.conf")})
    for name in sorted(drop_ins):
        told += _STORAGE.findall(text_of(drop_ins[name]))
    return told[-1].lower() if told else "auto"
