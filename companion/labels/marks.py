"""What ink a label or a sheet has, in millimetres from its upper left corner: the one form that PDF and SVG draw."""

from __future__ import annotations

from dataclasses import dataclass

from companion.labels.shapes import BLACK, Polygon


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that something is put into."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Dot:
    """A Braille dot around its middle."""

    x: float
    y: float
    diameter: float


@dataclass(frozen=True, slots=True)
class Code:
    """The black rectangles of one code."""

    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text, its middle at ``x`` and its base line at ``y``; ``size`` in points."""

    text: str
    x: float
    y: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled shape with a black edge."""

    polygons: tuple[Polygon, ...]
    ink: str = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A hairline."""

    x: float
    y: float
    to_x: float
    to_y: float


Mark = Dot | Code | Words | Shape | Line


@dataclass(frozen=True, slots=True)
class Placed:
    """A label's ink on a sheet. ``turned``: the label lies on its left side, for stickers put lengthwise on cards."""

    marks: tuple[Mark, ...]
    box: Box
    turned: bool
    name: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of paper: the labels on it, and what is printed around them."""

    width: float
    height: float
    labels: tuple[Placed, ...]
    marks: tuple[Mark, ...]
