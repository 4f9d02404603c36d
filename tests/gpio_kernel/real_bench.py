"""A table on the machine's own pins: the bridge as it runs on a Pi, and hands on the wires of a simulated header."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from firmware_bridge.pin_map import LINES
from tests.bridge.conftest import Bench
from tests.gpio_kernel.scope import Scope
from tests.gpio_kernel.sim_header import SimHeader

CARD_S = 0.06  # so long a card is in the gate
RESTED_S = 0.04  # a press counts once the button has been up for 30 ms
AT_REST = {"button": False, "gate": False, "hopper": True, "lid": True, "motor_fault": False, "aim_home": True}


class RealBench(Bench):
    """``open`` opens the pins and wires everything up, at rest: cards in the hopper, the lid closed."""

    def __init__(self, folder: Path, header: SimHeader, **settings: Any) -> None:
        super().__init__(folder, simulate=False, **settings)
        self._header = header
        self.numbers = self.settings.pins.numbers()

    def open(self) -> None:
        """Open the pins, then wire up."""
        self.bridge.open()
        assert self.bridge.dispenser_status.mode == "real", self.bridge.dispenser_status
        self.wire_up()

    def wire_up(self) -> None:
        """Everything pulls its line as it does at rest, and the table knows."""
        wire_up(self._header, self.numbers)
        self.wait(lambda: (self.bridge.health()["lid"], self.bridge.health()["hopper"]) == ("closed", "ok"))
        time.sleep(0.1)  # the other wires too, and the button has rested

    def pull(self, name: str, *, active: bool) -> int:
        """What is wired to an input changes; when it did."""
        return pull(self._header, self.numbers, name, active=active)

    def is_on(self, name: str) -> bool:
        """Whether a line is active, as a meter shows it."""
        return (self._header.level(self.numbers[name]) == 1) == LINES[name].active_high

    def press(self, held_s: float = 0.08) -> int:
        """A finger on the button; when it went down."""
        down_ns = self.pull("button", active=True)
        time.sleep(held_s)
        self.pull("button", active=False)
        time.sleep(RESTED_S)
        return down_ns

    def card(self) -> int:
        """A card goes through the exit gate; when it has left."""
        self.pull("gate", active=True)
        time.sleep(CARD_S)
        return self.pull("gate", active=False)

    def scope(self, *names: str) -> Scope:
        """An oscilloscope on these lines."""
        return scope(self._header, self.numbers, *names)


def wire_up(header: SimHeader, numbers: dict[str, int]) -> None:
    """Everything that rests pulls its line as it does at rest; programs must have opened their pins."""
    for name, active in AT_REST.items():
        if name in numbers:
            pull(header, numbers, name, active=active)


def pull(header: SimHeader, numbers: dict[str, int], name: str, *, active: bool) -> int:
    """What is wired to an input changes; when it did."""
    changed_ns = time.monotonic_ns()
    header.pull(numbers[name], high=active == LINES[name].active_high)
    return changed_ns


def scope(header: SimHeader, numbers: dict[str, int], *names: str) -> Scope:
    """An oscilloscope on these lines."""
    return Scope({name: header.level_file(numbers[name]) for name in names})
