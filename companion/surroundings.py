"""Looks every two seconds at what the machine depends on, and says when that changes: network and power supply."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.address import PageAddress, Whereabouts
from companion.machine.clock import clock_set
from companion.machine.disk import disk_of
from companion.machine.power import LOOK_EVERY_S, PowerSupply
from companion.voice.between_plays.announcements import power_weak
from companion.voice.between_plays.page_lines import page_moved
from companion.voice.lines import Line

_LOOKS_A_NAME = 15  # the registered name is asked for every half minute: it may be lost to another machine


class Surroundings:
    """The machine's network, power supply, disk and clock. ``tell`` says lines at the table."""

    def __init__(
        self,
        whereabouts: Whereabouts,
        folder: Path,
        tell: Callable[[Iterable[Line]], None],
        power: PowerSupply | None = None,
    ) -> None:
        self._whereabouts = whereabouts
        self._folder = folder
        self._tell = tell
        self._power = power or PowerSupply()
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
        first = not self._power.dips
        self._power.look()
        if first and self._power.dips:
            self._tell(power_weak())
        page = self._whereabouts.now()
        moved = self._told is not None and page.reachable and page.url != self._told
        if moved or not self._looks % _LOOKS_A_NAME:
            await asyncio.to_thread(self._whereabouts.ask_name)
        if moved:
            page = self._whereabouts.now()
            self.page_was_told(page)
            self._tell(page_moved(page))

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
