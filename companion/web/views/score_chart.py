"""The running totals drawn: a line a player, each with a shape of its own and the name at its end. Pure.

Colour is beside it, never instead: whoever sees none tells the lines apart by shape, dashes and name. Lengths are in
the picture's own units, of which a phone of 320 px shows about nine in ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 340, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 122, 14, 30
_LINE_HEIGHT = 17  # between two names
_MOST_TICKS = 8  # numbers of rounds under the picture
_LONGEST_NAME = 11

#: One for each of ten seats, round the origin; those that begin with an open line are drawn, not filled.
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",  # disc
    "M-4.5-4.5h9v9h-9z",  # square
    "M0-6 5.5 4.5h-11z",  # triangle
    "M0-6 5 0 0 6-5 0z",  # diamond
    "M-1.7-5.5h3.4v3.8h3.8v3.4h-3.8v3.8h-3.4v-3.8h-3.8v-3.4h3.8z",  # cross
    "M0 6-5.5-4.5h11z",  # triangle on its tip
    "M0-6.5 1.8-2.2 6.4-2 2.8.9 4 5.5 0 2.9-4 5.5-2.8.9-6.4-2-1.8-2.2z",  # star
    "M-5.5-2.8h11v5.6h-11z",  # bar lying
    "M-2.8-5.5h5.6v11h-5.6z",  # bar standing
    "M-5.5-4.5 0 0-5.5 4.5zM5.5-4.5 0 0 5.5 4.5z",  # bow tie
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A label of an axis, and where on it."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals. ``label_at`` is the height of the name at its end, where it lies on no other."""

    seat: int
    name: str
    path: str
    points: tuple[tuple[float, float], ...]
    label_at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture's parts; ``target`` is the height of the line that ends the match, None where it is not reached."""

    lines: tuple[Line, ...]
    rounds: tuple[Mark, ...]
    totals: tuple[Mark, ...]
    target: float | None
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    bottom: float = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(names: Sequence[str], totals: Sequence[Sequence[int]], target: int | None) -> Chart:
    """The picture of the totals before the first round and after each; ``target`` ends the match."""
    highest = max((max(row) for row in totals), default=0)
    step = _step(highest)
    top = max(step, -(-highest // step) * step)

    def x(number: int) -> float:
        return round(_LEFT + (WIDTH - _RIGHT - _LEFT) * number / max(1, len(totals) - 1), 1)

    def y(total: int) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _BOTTOM - _TOP) * total / top, 1)

    points = [tuple((x(at), y(row[seat])) for at, row in enumerate(totals)) for seat in range(len(names))]
    heights = spread([line[-1][1] for line in points])
    every = -(-(len(totals) - 1) // _MOST_TICKS) or 1
    return Chart(
        lines=tuple(
            Line(seat, _short(name), "M" + "L".join(f"{px} {py}" for px, py in points[seat]), points[seat], height)
            for seat, (name, height) in enumerate(zip(names, heights, strict=True))
        ),
        rounds=tuple(Mark(x(at), str(at)) for at in range(every, len(totals), every)),
        totals=tuple(Mark(y(total), str(total)) for total in range(0, top + 1, step)),
        target=None if target is None or not 0 < target <= top else y(target),
    )


def _step(highest: int) -> int:
    """Between two lines of the grid: 1, 2 or 5 and noughts, so that there are four at most.

    >>> [_step(highest) for highest in (0, 3, 40, 500, 1234)]
    [1, 1, 10, 200, 500]
    """
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if highest <= 4 * step:
                return step
        size *= 10


def spread(heights: Sequence[float]) -> list[float]:
    """Heights of names, moved apart so that none lies on another or outside, in the order they had.

    >>> spread([50.0, 50.0, 200.0])
    [41.5, 58.5, 200.0]
    """
    groups: list[list[int]] = []  # names that touch one another
    for index in sorted(range(len(heights)), key=lambda index: heights[index]):
        groups.append([index])
        while len(groups) > 1 and _first(groups[-2], heights) + _LINE_HEIGHT * len(groups[-2]) > _first(
            groups[-1], heights
        ):
            later = groups.pop()
            groups[-1] += later
    found = list(heights)
    for group in groups:
        for place, index in enumerate(group):
            found[index] = round(_first(group, heights) + _LINE_HEIGHT * place, 1)
    return found


def _first(group: Sequence[int], heights: Sequence[float]) -> float:
    """Where the first name of those stands that touch one another: all around the middle of their places."""
    tall = _LINE_HEIGHT * (len(group) - 1)
    middle = sum(heights[index] for index in group) / len(group)
    return max(_LINE_HEIGHT / 2, min(middle - tall / 2, HEIGHT - _LINE_HEIGHT / 2 - tall))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…"
