"""What the wires say while nothing is driven: each wire of the map is opened as an input by itself, and let go again.

So a look moves nothing, lights nothing and sounds nothing, and one wire that cannot be had does not hide the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gpiozero import InputDevice

from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.pin_map import LINES, mock_factory, real_factory
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.wires import Guard, InputWire


@dataclass(slots=True)
class Look:
    """What was seen by now: of each input whether it is active and how often it changed, of a wire why not.

    ``header``: the chip of real pins.
    """

    active: dict[str, bool] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    header: str = ""

    def saw(self, name: str, active: bool, _: int) -> None:
        """An input changed."""
        self.active[name] = active
        self.changes[name] += 1


@contextmanager
def looking(settings: BridgeSettings, clock: Clock = MONOTONIC) -> Iterator[Look]:
    """Looks at every wire of the map for as long as this lasts; raises ``PinsUnavailable`` before any is opened.

    The outputs are looked at first and let go: whether they can be had, pulled down as the Pi does while it starts.
    """
    pins = settings.wired()
    factory: Any = mock_factory() if settings.simulate else real_factory(settings.runtime_dir or settings.state_dir)
    simulator = SimulatedDispenser(factory, pins, clock=clock) if settings.simulate else None
    look, guard, wires = Look(header=getattr(factory, "header", "")), Guard(lambda _: None, clock), []
    try:
        for name, number in sorted(pins.numbers().items(), key=lambda line: not LINES[line[0]].output):
            try:
                if LINES[name].output:
                    InputDevice(number, pull_up=False, pin_factory=factory).close()
                    continue
                wire = InputWire(name, number, factory=factory, guard=guard, clock=clock)
            except Exception as error:
                look.refused[name] = f"{type(error).__name__}: {error}"
                continue
            wires.append(wire)
            look.active[name], look.changes[name] = wire.active, 0
            wire.watch(partial(look.saw, name))
        if simulator is not None:
            simulator.start()
        yield look
    finally:
        for wire in wires:
            wire.close()
        if simulator is not None:
            simulator.close()
        factory.close()
