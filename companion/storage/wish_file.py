"""A file of the data folder that keeps over a restart what a table wished; without it the table goes on as usual."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion.storage.whole_files import write_whole

log = logging.getLogger(__name__)

Wishes = TypeVar("Wishes")


class WishFile:
    """Wishes as JSON; ``usually`` says in the log what is done where they cannot be read."""

    def __init__(self, path: Path, usually: str) -> None:
        self._path = path
        self._usually = usually

    def read(self, wishes_of: Callable[[Any], Wishes], usual: Wishes) -> Wishes:
        """What ``wishes_of`` makes of the rows that were kept; ``usual`` where there are none, or none to be read."""
        try:
            return wishes_of(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return usual
        except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
            log.warning("%s cannot be read (%s); %s", self._path, error, self._usually)
            return usual

    def write(self, rows: Any) -> None:
        """Keeps the rows; on a disk that takes none they hold until the table is switched off, as the log says."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            log.warning("%s cannot be written (%s); the wish is forgotten with the next start", self._path, error)
