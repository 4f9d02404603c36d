"""Scans that were answered and not heard yet: their sounds come before anything else, one each, and never late."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.voice.earcons import Earcon

LATE_NS = 1_000_000_000  # by then it would be taken for the answer to another scan


class Cues:
    """The earcons that answer scans, in order; ``clock`` gives nanoseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting: deque[tuple[int, Earcon]] = deque()

    def __bool__(self) -> bool:
        """True while one waits."""
        return bool(self._waiting)

    def add(self, earcon: Earcon) -> None:
        """Something was scanned, and this answers it."""
        self._waiting.append((self._clock(), earcon))

    def take(self) -> Earcon | None:
        """The next to be heard; those that come too late are dropped."""
        while self._waiting:
            asked_ns, earcon = self._waiting.popleft()
            if self._clock() - asked_ns < LATE_NS:
                return earcon
        return None

    def clear(self) -> None:
        """Silence."""
        self._waiting.clear()
