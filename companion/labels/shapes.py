"""A shape and an ink for every colour, so that colour is never alone: the shapes of the page, drawn for print."""

from __future__ import annotations

from math import cos, pi, sin

from companion.referee.cards import Colour

#: As ``companion.web.views.glyphs`` shows them; a wild has the asterisk.
SHAPES = {
    Colour.RED: "circle",
    Colour.YELLOW: "star",
    Colour.GREEN: "triangle",
    Colour.BLUE: "square",
    Colour.PINK: "heart",
    Colour.TEAL: "pentagon",
    Colour.ORANGE: "diamond",
    Colour.PURPLE: "cross",
}
WILD_SHAPE = "asterisk"

#: Red, green, blue. Printed in black only, the shape and the word still tell.
INKS = {
    Colour.RED: "#d2232a",
    Colour.YELLOW: "#ffd400",
    Colour.GREEN: "#00893e",
    Colour.BLUE: "#005eb8",
    Colour.PINK: "#f06ba8",
    Colour.TEAL: "#00a3a1",
    Colour.ORANGE: "#f58220",
    Colour.PURPLE: "#6f2c91",
}
BLACK = "#000000"

Polygon = tuple[tuple[float, float], ...]


def outline(shape: str) -> tuple[Polygon, ...]:
    """The polygons of a shape in a square of side 1, from its upper left corner."""
    return _OUTLINES[shape]


def _around(corners: int, radius: float = 0.5, *, first: float = -pi / 2, middle: float = 0.5) -> Polygon:
    turns = (first + 2 * pi * corner / corners for corner in range(corners))
    return tuple((0.5 + radius * cos(turn), middle + radius * sin(turn)) for turn in turns)


def _star() -> Polygon:
    tips, hollows = _around(5, middle=0.52), _around(5, 0.21, first=-pi / 2 + pi / 5, middle=0.52)
    return tuple(point for pair in zip(tips, hollows, strict=True) for point in pair)


def _heart() -> Polygon:
    turns = (2 * pi * step / 60 for step in range(60))
    curve = ((16 * sin(t) ** 3, 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) for t in turns)
    return tuple((0.5 + x / 34, 0.43 - y / 34) for x, y in curve)


def _arm(turn: float, long: float = 0.48, half: float = 0.09) -> Polygon:
    corners = ((-long, -half), (long, -half), (long, half), (-long, half))
    return tuple((0.5 + x * cos(turn) - y * sin(turn), 0.5 + x * sin(turn) + y * cos(turn)) for x, y in corners)


_OUTLINES: dict[str, tuple[Polygon, ...]] = {
    "circle": (_around(60, 0.48),),
    "star": (_star(),),
    "triangle": (((0.5, 0.04), (1.0, 0.94), (0.0, 0.94)),),
    "square": (((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),),
    "heart": (_heart(),),
    "pentagon": (_around(5, middle=0.52),),
    "diamond": (((0.5, 0.0), (0.92, 0.5), (0.5, 1.0), (0.08, 0.5)),),
    "cross": (
        (
            *((0.34, 0.02), (0.66, 0.02), (0.66, 0.34), (0.98, 0.34), (0.98, 0.66), (0.66, 0.66)),
            *((0.66, 0.98), (0.34, 0.98), (0.34, 0.66), (0.02, 0.66), (0.02, 0.34), (0.34, 0.34)),
        ),
    ),
    "asterisk": tuple(_arm(-pi / 2 + pi * arm / 3) for arm in range(3)),
}
