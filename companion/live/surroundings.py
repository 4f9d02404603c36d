"""Looks every two seconds at what the machine depends on, and says when that changes: network and power supply."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.address import PageAddress, Whereabouts
from companion.machine.clock import clock_set
from companion.machine.disk import disk_of
from companion.machine.power import LOOK_EVERY_S, PowerSupply
from companion.voice.between_plays.announcements import power_weak
from companion.voice.between_plays.page_lines import page_moved
from companion.voice.errands.reader_lines import reader_was_lost_to_power
from companion.voice.lines import Line

log = logging.getLogger(__name__)

LOST_WITHIN_S = 2 * LOOK_EVERY_S  # the alarm is seen so late at most after the dip that a reader was lost to
_LOOKS_A_NAME = 15  # the registered name is asked for every half minute: it may be lost to another machine


class Surroundings:
    """The machine's network, power supply, disk and clock. ``tell`` says lines at the table."""

    def __init__(
        self,
        whereabouts: Whereabouts,
        folder: Path,
        tell: Callable[[Iterable[Line]], None],
        power: PowerSupply | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._whereabouts = whereabouts
        self._folder = folder
        self._tell = tell
        self._power = power or PowerSupply()
        self._now_s = now_s
        self._weak_s = self._lost_s = -math.inf  # when the supply was last seen weak, and a reader lost for no reason
        self._told: str | None = None
        self._looks = 0

    async def watch(self) -> None:
        """Goes on looking until it is cancelled."""
        await asyncio.to_thread(self._whereabouts.ask_name)
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            await self.look()

    def page_was_told(self, page: PageAddress) -> None:
        """The table has just been told where the page is."""
        self._told = page.url if page.reachable else ""

    async def look(self) -> None:
        """Looks once, and tells what is new since the table was told last."""
        self._looks += 1
        self._look_at_power()
        page = self._whereabouts.now()
        moved = self._told is not None and page.reachable and page.url != self._told
        if moved or not self._looks % _LOOKS_A_NAME:
            await asyncio.to_thread(self._whereabouts.ask_name)
        if moved:
            page = self._whereabouts.now()
            self.page_was_told(page)
            self._tell(page_moved(page))

    def _look_at_power(self) -> None:
        """A weak supply is told once; that a reader was lost to it, each time."""
        dips = self._power.dips
        self._power.look()
        if self._power.weak:
            self._weak_s = self._now_s()
        if self._power.dips == dips:
            return
        log.warning("the power supply is too weak: the voltage dropped %d times since the start", self._power.dips)
        lost, self._lost_s = self._now_s() - self._lost_s <= LOST_WITHIN_S, -math.inf
        self._tell([*(reader_was_lost_to_power() if lost else []), *([] if dips else power_weak())])

    def reader_lost(self) -> bool:
        """A reader has just gone: whether it was lost to the power supply. If that is found out later, it is told."""
        self._look_at_power()
        to_power = self._now_s() - self._weak_s <= LOST_WITHIN_S
        if not to_power:
            self._lost_s = self._now_s()
        return to_power

    def health(self) -> dict[str, Any]:
        """``disk``, ``power`` and ``clock`` of ``/api/health``, each where this machine can tell."""
        found: dict[str, Any] = {}
        if (disk := disk_of(self._folder)) is not None:
            found["disk"] = {"state": disk[0], "free_mb": disk[1]}
        if self._power.watched:
            state = "weak" if self._power.weak else "was-weak" if self._power.dips else "ok"
            found["power"] = {"state": state, "dips": self._power.dips}
        if (is_set := clock_set()) is not None:
            found["clock"] = {"state": "set" if is_set else "unset"}
        return found


def well(health: dict[str, Any]) -> bool:
    """Whether nothing of it wants attention; a clock that is not set harms no game."""
    return all(health[part]["state"] == "ok" for part in ("disk", "power") if part in health)
