"""The simulated dispenser in simulated time: every fault at its instant, no real waits, every pin change recorded."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.reports import DispenseEnded, Report, ScannerChanged
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.simulated_time import SimulatedTime
from firmware_bridge.wires import InputWire

T = TypeVar("T")
Kind = TypeVar("Kind")
MS = 1_000_000
MOTORS = {"motor_forward", "motor_backward", "holdback_backward"}


def live(scene: Coroutine[Any, Any, T]) -> T:
    """Runs a scene in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedTime) as runner:
        return runner.run(scene)


def input_wires(bridge: Bridge) -> list[InputWire]:
    """The wires that dispenser and panel watch."""
    parts = bridge._parts
    assert parts is not None
    return [wire for wire in (*parts.dispenser._devices, *parts.panel._wires) if isinstance(wire, InputWire)]


@dataclass(frozen=True)
class PinChange:
    """One line of the pin log."""

    t_ns: int
    name: str
    state: int


class SimBench:
    """``async with SimBench(folder) as bench``, inside :func:`live`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedTime)
        self.time = loop
        self.reports: asyncio.Queue[Report] = asyncio.Queue()
        self._log = folder / "pins.jsonl"
        self._log.unlink(missing_ok=True)
        self.settings = BridgeSettings(folder, simulate=True, pin_log=self._log, **settings)
        self.bridge = Bridge(self.settings, self.reports.put_nowait, loop, loop)

    async def __aenter__(self) -> Self:
        self.bridge.open()
        with self.time.outside():
            await self.next(ScannerChanged)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.bridge.close()

    @property
    def simulator(self) -> SimulatedDispenser:
        assert self.bridge.simulator is not None
        return self.bridge.simulator

    async def next(self, kind: type[Kind]) -> Kind:
        """The next report of a kind, passing over others."""
        while not isinstance(report := await self.reports.get(), kind):
            pass
        return report

    async def dispense(self, cards: int) -> DispenseEnded:
        self.bridge.dispense(cards)
        return await self.next(DispenseEnded)

    def changes(self) -> list[PinChange]:
        """Every pin change so far."""
        lines = [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]
        return [PinChange(line["t_ns"], line["name"], line["state"]) for line in lines]

    def at_rest(self) -> bool:
        """Whether every motor line and the heartbeat, by the record of their changes, ended at 0."""
        last = {change.name: change.state for change in self.changes()}
        return not any(last.get(name) for name in MOTORS | {"heartbeat"})

    def last_on_ns(self) -> int:
        """When a motor line last went from 1 to 0."""
        return max(change.t_ns for change in self.changes() if change.name in MOTORS and not change.state)

    def motor_ms(self) -> float:
        """How long a motor line was driven, in all."""
        on_ns, total_ns = {}, 0
        for change in self.changes():
            if change.name in MOTORS:
                if change.state:
                    on_ns[change.name] = change.t_ns
                else:
                    total_ns += change.t_ns - on_ns.pop(change.name)
        assert not on_ns
        return total_ns / MS
