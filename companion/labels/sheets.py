"""Labels on sheets of paper, with what is printed around them: a ruler, cut marks, a line that says what this is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.labels.choices import CodeKind
from companion.labels.content import Label
from companion.labels.drawing import draw
from companion.labels.errors import LabelError
from companion.labels.fonts import PT_MM, width_mm
from companion.labels.layout import arrange, needed
from companion.labels.marks import Box, Line, Mark, Placed, Sheet, Words
from companion.labels.stock import Stock

RULER_MM = 50.0
_HEADING_PT = 7.0
_HEADING_MM = 9.0  # a margin that has room for ruler and heading, where home printers can print
_FROM_EDGE_MM = 5.0
_TICK_FROM_MM = 1.0
_TICK_MM = 3.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How labels are put on sheets.

    ``start``: the first free label of the first sheet, 1 up; ``shift``: millimetres to the right and down, for a
    printer that misses; ``outline``: draws the edges of the labels; ``turned``: labels lie on their left side.
    ``heading`` tells what stands at the top of a sheet, by its number and how many there are.
    """

    stock: Stock
    code: CodeKind
    heading: Callable[[int, int], str]
    start: int = 1
    shift: tuple[float, float] = (0.0, 0.0)
    outline: bool = False
    turned: bool = False


def lay_out(labels: Sequence[Label], plan: Plan) -> list[Sheet]:
    """The sheets; raises LabelError where a label does not hold what it has to say."""
    stock = plan.stock
    if not 1 <= plan.start <= stock.places:
        raise LabelError(f"--start {plan.start}: a sheet has the labels 1 to {stock.places}")
    wide, high = reversed(stock.label) if plan.turned else stock.label
    places = arrange(wide, high, needed(labels, plan.code))
    queue: list[Label | None] = [*[None] * (plan.start - 1), *labels]
    pages = [queue[at : at + stock.places] for at in range(0, len(queue), stock.places)]
    sheets: list[Sheet] = []
    for number, page in enumerate(pages, 1):
        placed = tuple(
            Placed(draw(label, places), _shifted(box, plan.shift), plan.turned, f"{label.tag} {label.name}")
            for label, box in zip(page, stock.boxes(), strict=False)
            if label is not None
        )
        around = _around(plan, plan.heading(number, len(pages)))
        sheets.append(Sheet(*stock.size, placed, tuple(around)))
    return sheets


def _shifted(box: Box, shift: tuple[float, float]) -> Box:
    return Box(box.x + shift[0], box.y + shift[1], box.width, box.height)


def _around(plan: Plan, heading: str) -> Iterator[Mark]:
    stock = plan.stock
    boxes = [_shifted(box, plan.shift) for box in stock.boxes()]
    if plan.outline or stock.cut:
        yield from _edges(boxes)
    if stock.cut:
        yield from _cut_marks(boxes)
    below = stock.size[1] - boxes[-1].bottom
    if boxes[0].y >= _HEADING_MM:
        yield from ruler(heading, _FROM_EDGE_MM)
    elif below >= _HEADING_MM:
        yield from ruler(heading, stock.size[1] - _FROM_EDGE_MM)


def _edges(boxes: Sequence[Box]) -> Iterator[Mark]:
    """Every edge once, though neighbours share it."""
    edges: dict[tuple[float, ...], Line] = {}
    for box in boxes:
        for line in (
            Line(box.x, box.y, box.right, box.y),
            Line(box.x, box.bottom, box.right, box.bottom),
            Line(box.x, box.y, box.x, box.bottom),
            Line(box.right, box.y, box.right, box.bottom),
        ):
            edges.setdefault(tuple(round(at, 3) for at in (line.x, line.y, line.to_x, line.to_y)), line)
    return iter(edges.values())


def _cut_marks(boxes: Sequence[Box]) -> Iterator[Mark]:
    """Ticks outside the labels, where a knife begins and ends."""
    left, right = boxes[0].x, boxes[-1].right
    top, bottom = boxes[0].y, boxes[-1].bottom
    for x in sorted({round(edge, 3) for box in boxes for edge in (box.x, box.right)}):
        yield Line(x, top - _TICK_FROM_MM - _TICK_MM, x, top - _TICK_FROM_MM)
        yield Line(x, bottom + _TICK_FROM_MM, x, bottom + _TICK_FROM_MM + _TICK_MM)
    for y in sorted({round(edge, 3) for box in boxes for edge in (box.y, box.bottom)}):
        yield Line(left - _TICK_FROM_MM - _TICK_MM, y, left - _TICK_FROM_MM, y)
        yield Line(right + _TICK_FROM_MM, y, right + _TICK_FROM_MM + _TICK_MM, y)


def ruler(heading: str, y: float) -> Iterator[Mark]:
    """A line to hold a ruler against, and the heading beside it."""
    x = 10.0
    yield Line(x, y, x + RULER_MM, y)
    for tick in (x, x + RULER_MM):
        yield Line(tick, y - 1.0, tick, y + 1.0)
    wide = width_mm(heading, _HEADING_PT, bold=False)
    yield Words(heading, x + RULER_MM + 4 + wide / 2, y + 0.25 * _HEADING_PT * PT_MM, _HEADING_PT, bold=False)
