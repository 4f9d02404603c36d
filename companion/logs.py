"""The log of a running table, on stderr: the system's journal gets fields, people a line, and nothing floods it.

A scanner with a loose plug used to fill cards with gigabytes in days (field report A7-03). So the same message passes
a few times an hour, and so does whatever one place in the code has to say; what was left out is told as a number. No
hand's cards and no PIN are ever logged: that is for those who write messages to see to, and for tests to find.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TextIO

SAME_AN_HOUR = 5
PLACE_AN_HOUR = 30
HOUR_S = 3600.0
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


@dataclass(slots=True)
class _Spell:
    """What one message, or one place, said since its hour began."""

    since_s: float
    passed: int = 0
    left_out: int = 0


class Repeats:
    """Which records pass. Pure: the time is told, in seconds on any clock that goes on evenly."""

    def __init__(self) -> None:
        self._spells: dict[Hashable, _Spell] = {}

    def passes(self, message: Hashable, place: Hashable, now_s: float) -> bool:
        """Whether this message passes now. ``place`` says it in all its forms; the two are never equal."""
        spells = [self._spells.setdefault(key, _Spell(now_s)) for key in (message, place)]
        passes = spells[0].passed < SAME_AN_HOUR and spells[1].passed < PLACE_AN_HOUR
        for spell in spells:
            spell.passed += passes
        spells[0].left_out += not passes
        return passes

    def over(self, now_s: float, after_s: float = HOUR_S) -> Iterator[tuple[Hashable, int]]:
        """Messages whose hour is over, with how often each was left out; their next one passes again."""
        ended = [key for key, spell in self._spells.items() if now_s - spell.since_s >= after_s]
        for key in ended:
            left_out = self._spells.pop(key).left_out
            if left_out:
                yield key, left_out


class TableLog(logging.StreamHandler[TextIO]):
    """Writes what passes, and sums up what did not: once its hour is over and anything is logged, or at the end."""

    def __init__(self, stream: TextIO, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._now_s = now_s
        self._repeats = Repeats()

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record, or not."""
        now_s = self._now_s()
        self._sum_up(self._repeats.over(now_s))
        said = (record.name, record.levelno, record.getMessage())
        if self._repeats.passes(said, (record.name, record.levelno, record.lineno), now_s):
            super().emit(record)

    def close(self) -> None:
        """Nothing is logged any more: what was left out is summed up."""
        self._sum_up(self._repeats.over(self._now_s(), after_s=0.0))
        super().close()

    def _sum_up(self, left_out: Iterator[tuple[Hashable, int]]) -> None:
        for said, times in left_out:
            match said:
                case (str(name), int(level), str(message)):
                    summary = logging.LogRecord(name, level, "", 0, "%s (left out %d times)", (message, times), None)
                    super().emit(summary)


class JournalFormat(logging.Formatter):
    """One line for systemd's journal: priority, then ``key="value"``; a traceback is a value too."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as that line."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), _DEBUG)
        fields = {"level": record.levelname.lower(), "source": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return f"<{priority}>" + " ".join(
            f"{key}={value if value.replace('.', '').isalpha() else json.dumps(value, ensure_ascii=False)}"
            for key, value in fields.items()
        )


def under_journal(stream: TextIO) -> bool:
    """Whether what is written there goes to systemd's journal, by the number of the socket that systemd told."""
    try:
        seen = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{seen.st_dev}:{seen.st_ino}"


def log_to_stderr() -> None:
    """From now on the table logs: to the journal in its form, elsewhere in lines for people."""
    handler = TableLog(sys.stderr)
    plain = logging.Formatter("%(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JournalFormat() if under_journal(sys.stderr) else plain)
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.captureWarnings(True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
