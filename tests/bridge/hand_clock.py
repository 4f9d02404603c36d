"""A clock that the test turns by hand, a millisecond at a time; every ticker takes its turns from it."""

from __future__ import annotations

from firmware_bridge.clock import Turn

MS = 1_000_000


class HandClock:
    """The time of a part, and its turns."""

    def __init__(self) -> None:
        self.ms = 0
        self._tickers: list[_Ticker] = []

    def now_ns(self) -> int:
        return self.ms * MS

    def ticker(self, name: str, turn: Turn) -> _Ticker:  # noqa: ARG002 - nobody asks for the name
        self._tickers.append(_Ticker(self, turn))
        return self._tickers[-1]

    def wait(self, ms: int) -> None:
        """So much time passes."""
        for _ in range(ms):
            self.ms += 1
            for ticker in self._tickers:
                ticker.take()


class _Ticker:
    def __init__(self, clock: HandClock, turn: Turn) -> None:
        self._clock = clock
        self._turn = turn
        self._due_ns: int | None = None

    def start(self) -> None:
        self.wake()

    def wake(self) -> None:
        self._due_ns = self._clock.now_ns()

    def close(self) -> None:
        self._due_ns = None

    def take(self) -> None:
        now_ns = self._clock.now_ns()
        if self._due_ns is not None and self._due_ns <= now_ns:
            self._due_ns = self._turn(now_ns)
            assert self._due_ns is None or self._due_ns > now_ns, "a part that is due at once for ever"
