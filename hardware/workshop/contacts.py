"""What a button's or a switch's parts make of it: how fast a press shows, and how low the line gets.

Contact closed to ground; pull-up and capacitor at the pin, a resistor in series with the contact. A Pi 4 sees low
below 0.8 V and high from 2.0 V, Pi 3 and Zero 2 are kinder (hardware facts, section 5).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from firmware_bridge.pin_map import LINES
from hardware.workshop.circuit import Circuit
from hardware.workshop.power import LOGIC_V

SEEN_LOW_V, SEEN_HIGH_V = 0.8, 2.0
ON_BOARD_OHMS = 1800.0  # what BCM 2 and 3 have on the Pi itself
ON_BOARD = frozenset({2, 3})


@dataclass(frozen=True, slots=True)
class Contact:
    """One contact: pull-up and series resistor in ohms, capacitor in farads."""

    pull_up: float
    series: float
    farads: float

    @property
    def low_v(self) -> float:
        """The line while the contact is closed."""
        return LOGIC_V * self.series / (self.series + self.pull_up)

    @property
    def press_ms(self) -> float:
        """From the closing of the contact until a Pi sees it."""
        through = self.pull_up * self.series / (self.pull_up + self.series)
        return through * self.farads * log((LOGIC_V - self.low_v) / (SEEN_LOW_V - self.low_v)) * 1000

    @property
    def release_ms(self) -> float:
        """From its opening until a Pi sees that."""
        return self.pull_up * self.farads * log((LOGIC_V - self.low_v) / (LOGIC_V - SEEN_HIGH_V)) * 1000

    @property
    def wetting_ma(self) -> float:
        """What flows through the closed contact, to keep it clean."""
        return LOGIC_V / (self.series + self.pull_up) * 1000


def contacts(circuit: Circuit) -> dict[str, Contact]:
    """Every line with a contact behind a resistor in series, by its name."""
    found = {}
    for name, number in circuit.pins.numbers().items():
        ends = [wire for part, _ in circuit.at(name) for wire in part.legs.values() if wire.endswith("-contact")]
        if LINES[name].output or not ends:
            continue
        pull_ups = circuit.between("3V3", name) or ([ON_BOARD_OHMS] if number in ON_BOARD else [])
        capacitors = circuit.between(name, "GND", "F")
        found[name] = Contact(pull_ups[0], circuit.between(name, ends[0])[0], capacitors[0])
    return found
