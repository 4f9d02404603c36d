"""Files as the kernel and the system write them: what cannot be read is empty, so that nobody has to ask twice."""

from __future__ import annotations

from pathlib import Path


def text_of(path: Path) -> str:
    """A file's text without the blanks and zeros around it; empty where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
    except OSError:
        return ""
