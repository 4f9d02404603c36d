"""Files that are written whole or not at all, whatever happens meanwhile: a power cut, a full disk."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Writes a text or bytes; when this returns they are on the disk, and until then the old file is there as it was.

    A text is written in UTF-8. ``mode`` are the rights of the file, less what the user's own setting takes away.
    Raises OSError.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with open(part, "xb", opener=partial(os.open, mode=mode)) as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
