"""What has to be bought: the parts list, line by line."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

HARDWARE = Path(__file__).parents[1]
BOM = HARDWARE / "bom.csv"


class Build(StrEnum):
    """The two tables that the papers describe; every part of the first is in the second, or is replaced there."""

    SIMPLE = "simple"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list. Currents in mA: ``typical_ma`` while it works, ``stall_ma`` the most it ever takes.

    ``quantity`` is by build; ``rail`` what feeds it; ``value`` in ohms, farads or amperes, as ``unit`` says.
    """

    id: str
    part: str
    purpose: str
    quantity: Mapping[Build, int]
    use: str
    value: float | None
    unit: str
    volts: float | None
    rail: str
    typical_ma: float
    stall_ma: float
    logic_v: float | None
    data: str
    alternatives: str


def read_parts_list(path: Path = BOM) -> dict[str, Item]:
    """The list by its ids. Raises ValueError where a line cannot be read or an id stands twice."""
    items: dict[str, Item] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, strict=True), start=2):
            item = _item(row, f"{path.name}, line {number}")
            if item.id in items:
                raise ValueError(f"{path.name}, line {number}: {item.id} stands twice; keep one of the lines.")
            items[item.id] = item
    return items


def _item(row: Mapping[str, str], where: str) -> Item:
    if None in row or None in row.values():
        raise ValueError(f"{where}: it has not as many columns as the head; put texts with commas in quotes.")
    try:
        return Item(
            id=row["id"],
            part=row["part"],
            purpose=row["purpose"],
            quantity={build: int(row[build]) for build in Build},
            use=row["use"],
            value=_number(row["value"]),
            unit=row["unit"],
            volts=_number(row["volts"]),
            rail=row["rail"],
            typical_ma=_number(row["typical_ma"]) or 0.0,
            stall_ma=_number(row["stall_ma"]) or 0.0,
            logic_v=_number(row["logic_v"]),
            data=row["data"],
            alternatives=row["alternatives"],
        )
    except ValueError as error:
        raise ValueError(f"{where}: {error}; quantities are whole numbers, the rest numbers or nothing.") from error


def _number(text: str) -> float | None:
    return float(text) if text else None
