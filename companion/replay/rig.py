"""A simulated dispenser and scanner around a table, worked one statement at a time.

A press goes the whole way: finger, mock pin, debouncing, the press desk, the launcher's suspense, motor and exit gate
until the last card is counted. A tag goes through a pseudo-terminal to the scanner's thread, its framing and repeat
window. The hardware is healthy and the hopper full, so that whatever else it reports is a fault of the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import TypeVar

from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.replay.ways import Push, Show, way
from companion.settings import DispenserSettings, ScannerSettings
from companion.table import Table
from companion.updates import Update
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.reports import (
    CardCounted,
    DispenseEnded,
    HopperChanged,
    LidChanged,
    LineState,
    PressAccepted,
    Report,
    ScannerChanged,
    TagRead,
)
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.faults import MOST_CARDS
from firmware_bridge.simulator.serial_line import SerialLine
from firmware_bridge.simulator.simulated_time import SimulatedTime

LIMIT_MS = 600_000  # the most cards that a file can name are out after six minutes

_Kind = TypeVar("_Kind")


class RigError(RuntimeError):
    """The simulated hardware did something else than was asked of it; the sentence says what."""


class Told:
    """The number of cards that the file names, in place of the launcher's draw."""

    def __init__(self) -> None:
        self.cards = 0

    @property
    def fewest(self) -> int:
        """As many as will come: what a gate is going to count is no try at an empty supply."""
        return self.cards

    @property
    def misses(self) -> int:
        """None: nothing was left to chance."""
        return 0

    def throw(self, _: int | None) -> int:
        """The number told, whatever a dispenser would have been asked for."""
        return self.cards

    def reset(self) -> None:
        """Nothing is drawn by chance, so there is no pattern to begin again."""


def _dispensed(ended: DispenseEnded) -> None:
    if ended.finding is not None:
        raise RigError(f"the dispenser stopped after {ended.counted} cards: {ended.finding}")


class Rig:
    """Stands around ``table`` from :meth:`open` to :meth:`close`; ``time`` is the running loop."""

    def __init__(self, table: Table, time: SimulatedTime, folder: Path) -> None:
        dispenser, scanner = DispenserSettings.model_validate({}), ScannerSettings.model_validate({})
        self._table = table
        self._time = time
        self._heard: asyncio.Queue[Report] = asyncio.Queue()
        self._told = Told()
        self._bridge = Bridge(
            BridgeSettings(
                folder,
                simulate=True,
                card_ms=dispenser.card_ms,
                limit_ms=LIMIT_MS,
                pause_ms=dispenser.pause_ms,
                repeat_window_ms=scanner.repeat_window_ms,
            ),
            self._attend,
            time,
            time,
        )
        self._desk = PressDesk(
            table,
            self._bridge,
            self._told,
            guard_ms=dispenser.guard_ms,
            suspense_ms=dispenser.suspense_ms,
            clock_ns=time.now_ns,
        )
        self._desk.on_dispensed = _dispensed

    async def open(self) -> None:
        """Switches everything on and waits until the scanner is there. Raises RigError."""
        try:
            self._bridge.open()
        except OSError as error:
            raise RigError(f"the simulated scanner needs a pseudo-terminal, and there is none ({error})") from error
        with self._time.outside():
            found = await self._hear(ScannerChanged)
        if found.state is not LineState.CONNECTED:
            raise RigError(found.message)

    def close(self) -> None:
        """Motor off, everything to rest, all threads ended. May be called twice."""
        self._bridge.close()

    async def say(self, command: Command, taken: Collection[str] = ()) -> Update | None:
        """Lets button or scanner say a statement; what the table made of it, or None where neither can.

        ``taken`` are tags that stand for other cards. Raises RigError.
        """
        match way(command, self._table, taken):
            case Push(cards):
                return await self._press(cards)
            case Show(texts):
                *before, last = texts
                for text in before:
                    await self._scan(text)
                return await self._scan(last)
            case None:
                return None

    async def _press(self, cards: int) -> Update:
        self._told.cards = cards
        self._dispenser.fault(f"hopper:{MOST_CARDS}")
        self._dispenser.press()
        update = await self._desk.press(await self._hear(PressAccepted))
        if update is None:
            raise RigError("a push of the button was nobody's press")
        return update

    async def _scan(self, text: str) -> Update:
        with self._time.outside():
            self._line.send(text)
            read = await self._hear(TagRead)
        if read.text != text or read.repeated:
            raise RigError(f"{text!r} was scanned, and read as {read}")
        return await self._table.submit(cmd.Scan(text))

    def _attend(self, report: Report) -> None:
        match report:
            case CardCounted() | DispenseEnded():
                self._desk.report(report)
            case LidChanged() | HopperChanged():
                pass  # nobody opens the lid, and the hopper is filled before each press
            case _:
                self._heard.put_nowait(report)

    async def _hear(self, kind: type[_Kind]) -> _Kind:
        report = await self._heard.get()
        if not isinstance(report, kind):
            raise RigError(f"the simulated table reported {report}")
        return report

    @property
    def _dispenser(self) -> SimulatedDispenser:
        if self._bridge.simulator is None:
            raise RigError(self._bridge.dispenser_status.message)
        return self._bridge.simulator

    @property
    def _line(self) -> SerialLine:
        if self._bridge.scan_line is None:
            raise RigError(self._bridge.scanner_status.message)
        return self._bridge.scan_line
