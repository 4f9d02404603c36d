"""A figure beside its floor: medians, the table that is printed, and ``build/bench.json``."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

HEADINGS = ("figure", "value", "p95", "p99", "floor", "p95", "p99", "above", "ratio", "aim", "met")
ENOUGH_FOR_P99 = 100  # of fewer samples the worst hundredth is not known
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should stay within: a value, or so much above its floor."""

    limit: float
    above_floor: bool = False

    def met_by(self, figure: Figure) -> bool:
        """Whether the figure does."""
        return (figure.above if self.above_floor else figure.value) <= self.limit

    def words(self, unit: str) -> str:
        """How the table puts it."""
        return f"{self.limit:g} {unit}" + (" above" if self.above_floor else "")


@dataclass(frozen=True, slots=True)
class AtLeast:
    """What part of its floor a figure should reach, where more is better; below ``least`` it is not met."""

    share: float
    least: float

    def met_by(self, figure: Figure) -> bool:
        """Whether the figure reaches the least."""
        return figure.value >= figure.floor * self.least

    def words(self, _: str) -> str:
        """How the table puts it."""
        return f"{self.share:g} x, least {self.least:.2f} x"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure; ``floor`` is what the bare machine and libraries need for the same, in the same run."""

    name: str
    value: float
    unit: str
    floor: float
    aim: Aim | AtLeast | None = None
    p95: float | None = None
    floor_p95: float | None = None
    p99: float | None = None
    floor_p99: float | None = None
    note: str = ""

    @property
    def above(self) -> float:
        """What is ours."""
        return self.value - self.floor

    def row(self) -> tuple[str, ...]:
        """Its line of the table, under ``HEADINGS``."""
        return (
            self.name,
            f"{_number(self.value)} {self.unit}",
            _number(self.p95),
            _number(self.p99),
            f"{_number(self.floor)} {self.unit}",
            _number(self.floor_p95),
            _number(self.floor_p99),
            f"{_number(self.above)} {self.unit}",
            f"{_number(self.value / self.floor)} x" if self.floor else NOTHING,
            NOTHING if self.aim is None else self.aim.words(self.unit),
            NOTHING if self.aim is None else "yes" if self.aim.met_by(self) else "NO",
        )

    def entry(self) -> dict[str, object]:
        """Its object in ``build/bench.json``."""
        ratio = self.value / self.floor if self.floor else None
        numbers = {
            "value": self.value,
            "floor": self.floor,
            "ratio": ratio,
            "p95": self.p95,
            "floor_p95": self.floor_p95,
            "p99": self.p99,
            "floor_p99": self.floor_p99,
        }
        rounded = {name: None if number is None else round(number, 4) for name, number in numbers.items()}
        return {"name": self.name, "unit": self.unit, **rounded}


def of_samples(
    name: str, values_ms: Sequence[float], floors_ms: Sequence[float], aim: Aim | None = None, note: str = ""
) -> Figure:
    """A time from samples: their medians, and how bad the worst twentieth is; of many, the worst hundredth too."""
    return Figure(
        name,
        statistics.median(values_ms),
        "ms",
        statistics.median(floors_ms),
        aim,
        p95(values_ms),
        p95(floors_ms),
        p99(values_ms),
        p99(floors_ms),
        f"{len(values_ms)} samples, {len(floors_ms)} of the floor. {note}".rstrip(),
    )


def p95(samples: Sequence[float]) -> float:
    """What 19 of 20 samples stay below."""
    return statistics.quantiles(samples, n=20, method="inclusive")[-1]


def p99(samples: Sequence[float]) -> float | None:
    """What 99 of 100 samples stay below; None where there are too few to tell."""
    if len(samples) < ENOUGH_FOR_P99:
        return None
    return statistics.quantiles(samples, n=100, method="inclusive")[-1]


def table(figures: Iterable[Figure]) -> str:
    """All figures, one a line, with their notes below."""
    figures = list(figures)
    rows = [HEADINGS, *(figure.row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in cells).rstrip()
        for cells in (list(enumerate(zip(row, widths, strict=True))) for row in rows)
    ]
    notes = [f"{figure.name}: {figure.note}" for figure in figures if figure.note]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:], "", *notes])


def write(figures: Iterable[Figure], path: Path) -> None:
    """Writes them for programs to read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([figure.entry() for figure in figures], indent=1) + "\n", encoding="utf-8")


def _number(value: float | None) -> str:
    if value is None:
        return NOTHING
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}" if abs(value) >= 0.001 else f"{value:.1g}"
