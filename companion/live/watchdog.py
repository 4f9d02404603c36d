"""Signs of life for systemd, given only while everything that a game needs was seen to work.

A ping from a timer of its own would go on while the pins' thread hangs. So before each ping the parts are asked, each
on the loop or thread that does its work, and a part that has not answered within its limit takes the ping away
(field report A7-06). Then the motor is off, and systemd ends the service and starts it again; the journal brings the
round back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.live.service_manager import ServiceManager

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Watched:
    """A part that works on a loop or thread of its own.

    ``ask`` makes it report soon and returns at once; ``reported_ns`` is when it last did, on the monotonic clock;
    None stands for a part that is not there, or that waits and has nothing to do. ``limit_s`` is how long it may take
    to report once it was asked, or be at one piece of work.
    """

    name: str
    limit_s: float
    reported_ns: Callable[[], int | None]
    ask: Callable[[], None] = lambda: None


class Watchdog:
    """Tells ``manager`` that the table lives, or what does not. ``clock`` is monotonic, in nanoseconds."""

    def __init__(
        self,
        manager: ServiceManager,
        parts: Sequence[Watched],
        clock: Callable[[], int],
        motor_off: Callable[[], None],
    ) -> None:
        self._manager = manager
        self._parts = parts
        self._clock = clock
        self._motor_off = motor_off
        self._missing: list[str] = []

    async def watch(self) -> None:
        """Pings for as long as the table runs; returns at once where nobody waits for pings."""
        if (pause_s := self._manager.ping_s) is None:
            return
        while True:
            self.ask()
            await asyncio.sleep(pause_s)
            self.look(pause_s)

    def ask(self) -> None:
        """Has every part report."""
        for part in self._parts:
            part.ask()

    def look(self, asked_ago_s: float) -> None:
        """One sign of life, or none and why."""
        missing = [part.name for part in self._parts if self._late(part, asked_ago_s)]
        if missing:
            self._motor_off()
            if missing != self._missing:
                log.error("no sign of life from %s; without one the service is started again", ", ".join(missing))
                self._manager.status(f"no sign of life from {', '.join(missing)}")
        else:
            if self._missing:
                log.info("all parts give signs of life again")
                self._manager.status("all parts give signs of life again")
            self._manager.alive()
        self._missing = missing

    def _late(self, part: Watched, asked_ago_s: float) -> bool:
        reported_ns = part.reported_ns()
        return reported_ns is not None and self._clock() - reported_ns > (asked_ago_s + part.limit_s) * 1e9
