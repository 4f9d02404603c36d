"""A dispenser whose pins cannot be had is tried again and again, until it is there: no table waits for a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from firmware_bridge.part_status import PartStatus

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 60.0


class Pins(Protocol):
    """What this needs of the bridge."""

    @property
    def dispenser_status(self) -> PartStatus: ...
    def open_late(self) -> bool: ...


async def keep_trying(
    pins: Pins, found: Callable[[], None], pause: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> None:
    """Goes on until it is cancelled: what is there now may be taken away by new settings. ``found``: it is there."""
    pause_s, told = FIRST_PAUSE_S, ""
    while True:
        await pause(pause_s)
        status = pins.dispenser_status
        if status.mode != "missing":
            pause_s = FIRST_PAUSE_S
            continue
        if status.message != told:
            told = status.message
            log.warning("dispenser: %s It is tried again.", told)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        if await asyncio.to_thread(pins.open_late):
            log.info("dispenser: %s", pins.dispenser_status.message)
            pause_s, told = FIRST_PAUSE_S, ""
            found()
