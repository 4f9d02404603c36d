"""What the supplies must carry, and what each pin of the Pi gives, summed from the parts list and the circuit.

Currents in mA. Boards alone and supplies by model: hardware facts, section 8; the peaks of Pi 5 and Zero 2 W stand in
no table there and are our own guess, three and two times their usual current.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_bridge.pin_map import LINES
from hardware.workshop.circuit import GROUNDS, Circuit
from hardware.workshop.parts_list import Item

LOGIC_V, BASE_V = 3.3, 0.7
SENSE_V = 0.2  # at which the driver cuts a motor's current
PIN_MA, PINS_MA = 4.0, 40.0  # what we plan with, for all models
AMPERE = 1000.0


@dataclass(frozen=True, slots=True)
class Board:
    """A Pi: its own current at most, what its maker's supply gives, and what all its USB sockets give together."""

    peak_ma: float
    supply_ma: float
    usb_ma: float


BOARDS: Mapping[str, Board] = {
    "Pi 3": Board(1340, 2500, 1200),
    "Pi 4": Board(1250, 3000, 1200),
    "Pi 5": Board(2400, 5000, 1600),
    "Zero 2 W": Board(700, 2000, 1000),
}


def fed_by(circuit: Circuit, items: Mapping[str, Item], *rails: str) -> list[tuple[Item, int]]:
    """What hangs on these rails, and how many of each; plugged in or wired."""
    build = circuit.build
    return [(item, item.quantity[build]) for item in items.values() if item.rail in rails and item.quantity[build]]


def stall_ma(circuit: Circuit, items: Mapping[str, Item], *rails: str) -> float:
    """The sum of what everything on these rails takes at the very most, motors held fast and nothing limited."""
    return sum(item.stall_ma * number for item, number in fed_by(circuit, items, *rails))


def limit_ma(circuit: Circuit, sense: str) -> float:
    """To how much the driver limits a motor, by the resistor at its sense leg."""
    return SENSE_V / circuit.between(sense, GROUNDS[0])[0] * AMPERE


def pin_ma(circuit: Circuit) -> dict[str, float]:
    """What each driven line gives while it is high: into its pull-down and into the base of a transistor."""
    given: dict[str, float] = {}
    for name in circuit.pins.numbers():
        if not LINES[name].output:
            continue
        down = sum(LOGIC_V / ohms for ohms in circuit.between(name, "GND"))
        bases = sum(
            (LOGIC_V - BASE_V) / ohms
            for part, leg in circuit.at_legs("base")
            for ohms in circuit.between(name, part.legs[leg])
        )
        given[name] = (down + bases) * AMPERE
    return given
