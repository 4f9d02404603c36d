"""Simulated time: an event loop on which hours pass as fast as the machine can take the turns that lie in them.

Time stands still while anything can be done now, and while something outside the simulation is awaited (a disk, a
terminal). Then it goes on to the next instant at which something is due. All is on one thread, so the same things
happen in the same order every time.
"""

from __future__ import annotations

import asyncio
import math
import selectors
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

from firmware_bridge.clock import Ticker, Turn

START_NS = 1_000_000_000_000  # not 0, at which a thing that never happened would seem to have happened just now
OUTSIDE_S = 60.0  # real time: the longest that anything outside is waited for

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class NothingLeftToHappenError(RuntimeError):
    """Everybody waits, and nothing is due: in real time this would be a program that hangs for ever."""


class SimulatedTime(asyncio.SelectorEventLoop):
    """The loop and, for the bridge's parts, the clock. Tickers belong to the loop's thread."""

    def __init__(self) -> None:
        self._now_ns = START_NS
        self._awaited = 0  # things outside the simulation
        super().__init__(_Selector(self._pass, lambda: self._awaited > 0))

    def time(self) -> float:
        """The loop's own view, in seconds: every ``asyncio.sleep`` and time-out is in simulated time."""
        return self._now_ns / 1e9

    def now_ns(self) -> int:
        """Nanoseconds; may be asked from any thread."""
        return self._now_ns

    def ticker(self, name: str, turn: Turn) -> Ticker:  # noqa: ARG002 - a thread has a name, a timer has none
        """Turns as calls of this loop."""
        return _Timer(self, turn)

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Let time stand still while something outside the simulation is awaited."""
        self._awaited += 1
        try:
            yield
        finally:
            self._awaited -= 1

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*_Arguments], _Result], *args: *_Arguments
    ) -> asyncio.Future[_Result]:
        """As ever; what another thread does for this one takes no time here."""
        future = super().run_in_executor(executor, func, *args)
        self._awaited += 1
        future.add_done_callback(self._arrived)
        return future

    def _arrived(self, _: asyncio.Future[Any]) -> None:
        self._awaited -= 1

    def _pass(self, seconds: float) -> None:
        # Rounded up: who is woken at an instant must not find that it is still a nanosecond away.
        self._now_ns += max(1, math.ceil(seconds * 1e9))


class _Selector(selectors.DefaultSelector):
    """Waits for real files only while something real is awaited; any other wait is time that passes."""

    def __init__(self, time_passes: Callable[[float], None], awaits_outside: Callable[[], bool]) -> None:
        super().__init__()
        self._time_passes = time_passes
        self._awaits_outside = awaits_outside

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready: at once, or after the wait that was asked for has passed in no time."""
        if timeout is not None and timeout <= 0:
            return super().select(0)
        outside = self._awaits_outside()
        ready = super().select(OUTSIDE_S if outside else 0)
        if ready:
            return ready
        if outside:
            raise NothingLeftToHappenError(f"a disk or terminal has not answered for {OUTSIDE_S:g} s; try again")
        if timeout is None:
            raise NothingLeftToHappenError("everybody waits for somebody else; this is a fault of the program")
        self._time_passes(timeout)
        return ready


class _Timer:
    """Takes turns from the loop. A turn that is asked for within a turn comes after it."""

    def __init__(self, loop: SimulatedTime, turn: Turn) -> None:
        self._loop = loop
        self._turn = turn
        self._next: asyncio.TimerHandle | None = None
        self._running = False

    def start(self) -> None:
        self._running = True
        self.wake()

    def wake(self) -> None:
        self._due(self._loop.now_ns())

    def close(self) -> None:
        self._running = False
        self._forget()

    def _due(self, at_ns: int) -> None:
        if self._running:
            self._forget()
            self._next = self._loop.call_at(at_ns / 1e9, self._take)

    def _forget(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _take(self) -> None:
        self._next = None
        at_ns = self._turn(self._loop.now_ns())
        if at_ns is not None and self._next is None:
            self._due(at_ns)
