"""The time that the bridge's parts live by, and what wakes each of them when something of its own is due.

A part that must act by itself (a time limit, a heartbeat, the next note) does so in turns, and says after each when
the next is due. At a table, each part's turns come from a small thread that sleeps in between; where time is
simulated (``firmware_bridge.simulator.simulated_time``) there is no thread and nothing sleeps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

MS = 1_000_000  # a millisecond in nanoseconds, which all times here are in

#: Does what is due by ``now_ns`` and gives back when the next turn is due; None: only when woken.
Turn = Callable[[int], int | None]


class Ticker(Protocol):
    """The turns of one part, one after the other, never two at once."""

    def start(self) -> None:
        """Take the first turn, and from there on each that is due."""

    def wake(self) -> None:
        """Something changed: take a turn now. Never waits for one, so a lock of the part may be held."""

    def close(self) -> None:
        """No turn is taken any more, and none is under way. May be called twice, and without a start."""


class Clock(Protocol):
    """Monotonic time, and turns by it."""

    def now_ns(self) -> int:
        """Nanoseconds since whenever."""

    def ticker(self, name: str, turn: Turn) -> Ticker:
        """The turns of a part of that name; they begin with its start."""


class MonotonicClock:
    """The machine's own time; each ticker is a thread of its name."""

    def now_ns(self) -> int:
        """``time.monotonic_ns()``, which edges are stamped with."""
        return time.monotonic_ns()

    def ticker(self, name: str, turn: Turn) -> Ticker:
        """A thread, not yet started."""
        return _Thread(name, turn)


#: The time of every table that is not simulated in time too.
MONOTONIC = MonotonicClock()


class _Thread:
    """Takes turns on a thread that sleeps until one is due or it is woken."""

    def __init__(self, name: str, turn: Turn) -> None:
        self._turn = turn
        self._changed = threading.Condition()
        self._woken = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        with self._changed:
            self._woken = True
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while self._sleep(self._turn(time.monotonic_ns())):
            pass

    def _sleep(self, until_ns: int | None) -> bool:
        """Until a turn is due; False once closed."""
        with self._changed:
            while not (self._woken or self._closed):
                left_ns = None if until_ns is None else until_ns - time.monotonic_ns()
                if left_ns is not None and left_ns <= 0:
                    break
                self._changed.wait(None if left_ns is None else left_ns / 1e9)
            self._woken = False
            return not self._closed
