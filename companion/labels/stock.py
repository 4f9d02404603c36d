"""The paper that labels are printed on: sheets from the shop by name, or a grid of the user's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from companion.labels.errors import LabelError
from companion.labels.marks import Box

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
_PAPER_NAMES = {"a4": "A4", "letter": "US Letter"}
_SLACK_MM = 0.05  # makers round


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet with labels in rows and columns, in millimetres; ``cut``: it is plain and has to be cut."""

    title: str
    paper: str
    rows: int
    columns: int
    label: tuple[float, float]
    margin: tuple[float, float]
    gap: tuple[float, float] = (0.0, 0.0)
    cut: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS[self.paper]

    @property
    def places(self) -> int:
        """Labels on a sheet."""
        return self.rows * self.columns

    def boxes(self) -> Iterator[Box]:
        """The labels of a sheet, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield Box(
                    self.margin[0] + column * (self.label[0] + self.gap[0]),
                    self.margin[1] + row * (self.label[1] + self.gap[1]),
                    *self.label,
                )


@cache
def stocks() -> dict[str, Stock]:
    """The sheets there are, by name."""
    text = (resources.files("companion.labels") / "stocks.toml").read_text(encoding="utf-8")
    return {name: _stock(sheet) for name, sheet in tomllib.loads(text).items()}


def _stock(sheet: dict[str, Any]) -> Stock:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in sheet.items()}
    return Stock(**values)


def stock(name: str) -> Stock:
    """The sheet of this name; raises LabelError, which lists them all."""
    if name not in stocks():
        there = "\n".join(f"  {known}: {sheet.title}" for known, sheet in stocks().items())
        raise LabelError(f"--stock {name}: there is no such sheet; there are these, or use --grid:\n{there}")
    return stocks()[name]


def grid(
    paper: str,
    rows: int,
    columns: int,
    *,
    label: tuple[float, float],
    margin: tuple[float, float] | None,
    gap: tuple[float, float],
) -> Stock:
    """A sheet of the user's own, to be cut; without a margin in the middle of the paper. Raises LabelError."""
    long = tuple(
        count * size + (count - 1) * between for count, size, between in zip((columns, rows), label, gap, strict=True)
    )
    free = tuple((whole - used) / 2 for whole, used in zip(PAPERS[paper], long, strict=True))
    left, top = free if margin is None else margin
    for words, at, used, whole in (
        (f"{columns} columns", left, long[0], PAPERS[paper][0]),
        (f"{rows} rows", top, long[1], PAPERS[paper][1]),
    ):
        if at < -_SLACK_MM or at + used > whole + _SLACK_MM:
            where = "" if margin is None else f" and a margin of {at:g} mm"
            raise LabelError(
                f"--grid: {words}{where} need {used + max(at, 0):g} mm, {paper} has {whole:g};"
                " take fewer or smaller labels"
            )
    title = f"{_PAPER_NAMES[paper]}, {rows * columns} labels of {label[0]:g} × {label[1]:g} mm, to cut"
    return Stock(title, paper, rows, columns, label, (left, top), gap, cut=True)
