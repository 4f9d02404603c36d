"""Other programs that get in the way of a scanner: one that talks to every new port, and the system's own console."""

from __future__ import annotations

from pathlib import Path

from companion.machine.files import text_of

_ROOT = Path("/")
_NAME = 15  # the kernel keeps no more of a program's name


def is_running(program: str, root: Path = _ROOT) -> bool:
    """Whether a program of that name runs, as far as this user may see."""
    return any(text_of(name) == program[:_NAME] for name in (root / "proc").glob("[0-9]*/comm"))


def consoles(root: Path = _ROOT) -> frozenset[str]:
    """The ports on which the kernel or a log-in speaks, such as ``/dev/ttyAMA0``."""
    lines = text_of(root / "proc/consoles").splitlines()
    return frozenset(f"/dev/{line.split()[0]}" for line in lines if line.strip())
