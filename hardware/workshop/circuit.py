"""The circuit: which leg of which part goes to which wire, from ``circuit.toml``; and what can be asked of it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.settings import load
from firmware_bridge.pin_map import LINES, PinMap
from hardware.workshop.header import I2S
from hardware.workshop.parts_list import HARDWARE, Build, Item, read_parts_list

WIRING = HARDWARE / "wiring"
GROUNDS = ("GND-motor", "GND")
RAILS = ("6V-raw", "6V-fused", "6V", "5V", "3V3", *GROUNDS)
FREE = "free"
IN_FULL = "see the full build"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: ``ref`` is its name everywhere, ``legs`` from each leg's name to its wire, ``free`` those without."""

    ref: str
    item: Item
    legs: Mapping[str, str]
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts that do one job, and in words what they do."""

    name: str
    title: str
    text: str
    parts: tuple[Part, ...]

    def wires(self) -> list[str]:
        """The wires of the sheet, supplies first, ground last, between them in the order of the parts."""
        met = {wire: None for part in self.parts for wire in part.legs.values()}
        above = [rail for rail in RAILS if rail in met and rail not in GROUNDS]
        return above + [wire for wire in met if wire not in RAILS] + [rail for rail in GROUNDS if rail in met]


@dataclass(frozen=True, slots=True)
class Circuit:
    """All that is wired in one build. ``left_out``: how lines of the pin map that are not wired would be.

    ``devices``: which kinds of device the service may open, and for what.
    """

    build: Build
    pins: PinMap
    sheets: tuple[Sheet, ...]
    left_out: Mapping[str, str]
    devices: Mapping[str, str]

    def parts(self) -> Iterator[Part]:
        """Every part of every sheet."""
        return (part for sheet in self.sheets for part in sheet.parts)

    def header(self) -> dict[str, int]:
        """The wires that go to the Pi's header, with their BCM numbers."""
        return self.pins.numbers() | (dict(I2S) if "i2s" in self.pins.reserved else {})

    def at(self, wire: str) -> list[tuple[Part, str]]:
        """The parts and legs on a wire."""
        return [(part, leg) for part in self.parts() for leg, its in part.legs.items() if its == wire]

    def at_legs(self, name: str) -> list[tuple[Part, str]]:
        """Every leg of this name, with its part."""
        return [(part, leg) for part in self.parts() for leg in part.legs if leg == name]

    def between(self, one: str, other: str, unit: str = "Ω") -> list[float]:
        """The values of the resistors (in ohms), or capacitors (``unit`` F), that join two wires."""
        return [
            part.item.value
            for part in self.parts()
            if set(part.legs.values()) == {one, other} and part.item.unit == unit and part.item.value is not None
        ]

    def count(self) -> Counter[str]:
        """How many of each item of the parts list are wired."""
        return Counter(part.item.id for part in self.parts())


def settings_file(build: Build) -> Path:
    """The settings with which a table of this build is started."""
    return WIRING / f"{build}.settings.toml"


def read_circuit(build: Build) -> Circuit:
    """The circuit of one build. Raises ValueError for a part that is not in the list, or a name that stands twice."""
    items = read_parts_list()
    found = tomllib.loads((WIRING / "circuit.toml").read_text(encoding="utf-8"))
    sheets = tuple(_sheet(sheet, build, items) for sheet in found["sheet"] if _in(sheet, build))
    refs = Counter(part.ref for sheet in sheets for part in sheet.parts)
    if twice := sorted(ref for ref, times in refs.items() if times > 1):
        raise ValueError(f"circuit.toml: {', '.join(twice)} stand twice; give each part a name of its own.")
    pins = load(WIRING, settings_file(build), {}).pins
    if build is not Build.FULL:
        left_out = dict.fromkeys(read_circuit(Build.FULL).pins.numbers(), IN_FULL) | found["left_out"]
    else:
        left_out = found["left_out"]
    if unknown := sorted(set(left_out) - set(LINES)):
        raise ValueError(f"circuit.toml: {', '.join(unknown)} is no line of the pin map; correct it under left_out.")
    missing = {name: why for name, why in left_out.items() if name not in pins.numbers()}
    return Circuit(build, pins, sheets, missing, found["devices"])


def _in(entry: Mapping[str, Any], build: Build) -> bool:
    return bool(entry.get("build", build) == build)


def _sheet(found: Mapping[str, Any], build: Build, items: Mapping[str, Item]) -> Sheet:
    parts = tuple(_part(part, build, items) for part in found["parts"] if _in(part, build))
    return Sheet(found["name"], found["title"], " ".join(found["text"].split()), parts)


def _part(found: Mapping[str, Any], build: Build, items: Mapping[str, Item]) -> Part:
    if found["item"] not in items:
        raise ValueError(f"circuit.toml: {found['ref']} is a {found['item']}, which bom.csv has not; add it there.")
    legs = found["legs"] | found.get(build, {})
    wired = {leg: wire for leg, wire in legs.items() if wire != FREE}
    return Part(found["ref"], items[found["item"]], wired, tuple(leg for leg in legs if leg not in wired))
