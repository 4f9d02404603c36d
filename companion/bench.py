"""The simulated things on the table, as the bench page and the demo's robots touch them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware_bridge.bridge import Bridge
from firmware_bridge.clock import MS
from firmware_bridge.debounce import LONG_HOLD_NS
from firmware_bridge.pin_map import HELD_BUTTON
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.serial_line import SerialLine

_LONG_HOLD_MS = LONG_HOLD_NS // MS + 200


class NoSuchThingError(ValueError):
    """This table has a real one, or none; the sentence says so."""


class SimulatedBench:
    """Button, scanner and faults of a table run with ``--simulate``."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def press(self, button: str = "") -> bool:
        """The button goes down and up, or the further one of that name; False where its line cannot follow.

        The shutdown button is held as long as it has to be. ValueError where there is none.
        """
        held = {"hold_ms": _LONG_HOLD_MS} if button == HELD_BUTTON else {}
        return self._dispenser().press(button=button, **held)

    def scan(self, text: str, *, private: bool = False) -> None:
        """The scanner reads this text; or the private reader does."""
        self._line(private=private).send(text)

    def fault(self, name: str) -> None:
        """The dispenser misbehaves from now on; raises ValueError for a fault nobody knows."""
        self._dispenser().fault(name)
        if name == "clear":
            self._bridge.forget_faults()

    def drive(self, name: str, pattern: Sequence[tuple[int, int]]) -> None:
        """An input line goes through levels held for so many milliseconds."""
        self._dispenser().drive(name, pattern)

    def pins(self) -> list[dict[str, Any]]:
        """Every pin by name with its state."""
        return self._dispenser().pins()

    def fill_hopper(self, cards: int) -> None:
        """So many cards lie in the hopper now."""
        self._dispenser().fault(f"hopper:{cards}")

    @property
    def cards_thrown(self) -> int:
        """How many cards the presses have brought so far, whether or not anything counted them."""
        return self._dispenser().cards_thrown

    @property
    def in_trouble(self) -> bool:
        """Whether somebody should look after the dispenser: it found something, or its lid is open."""
        dispenser = self._bridge.health()
        return dispenser["fault"] is not None or dispenser["lid"] == "open"

    def _dispenser(self) -> SimulatedDispenser:
        if self._bridge.simulator is None:
            raise NoSuchThingError("this table has no simulated dispenser; start it with --simulate")
        return self._bridge.simulator

    def _line(self, *, private: bool) -> SerialLine:
        line = self._bridge.private_line if private else self._bridge.scan_line
        if line is not None:
            return line
        if private:
            raise NoSuchThingError(
                "there is no simulated private reader; start with --set scanner.private_url=simulated"
            )
        raise NoSuchThingError("the scanner is a real one; start without --scanner for a simulated one")
