"""One label as ink: Braille, codes, shape and large print in their places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from companion.labels import dots
from companion.labels.content import Label
from companion.labels.fonts import CAPITAL_EM, DESCENT_EM, LINE_EM, PT_MM, width_mm
from companion.labels.layout import EDGE_MM, GAP_MM, Arrangement
from companion.labels.marks import Box, Code, Dot, Mark, Shape, Words
from companion.labels.shapes import outline
from companion.labels.symbols import BAR_MM, MODULE_MM, QUIET_MODULES, bar_mm, code_128, data_matrix

_LARGEST_PT = 110.0
_LARGEST_CAPTION_PT = 30.0
_CAPTION_SHARE = {1: 0.3, 2: 0.42}  # of the height, by its lines
_HIGHEST_CAPTION_MM = 20.0
_FIRST_LINE_SHARE = 0.58
_PAD_MM = 1.0  # around text
_NOTE_PT = 6.5
_SMALLEST_NOTE_PT = 4.5
_MOST_LINES = 3
_FIGURES = frozenset("0123456789+")
_ROUNDING_MM = 0.01
_LANDSCAPE = 2.4  # so much wider than high, shape, figure and caption stand side by side


def draw(label: Label, places: Arrangement) -> tuple[Mark, ...]:
    """The ink of a label on its own paper, from its upper left corner."""
    marks: list[Mark] = [*_braille(label.cells, places)]
    if places.matrix is not None:
        marks.append(_matrix(label.tag, places.matrix))
    if places.bars is not None:
        marks.append(_bars(label.tag, places.bars))
    marks += _print(label, places.print)
    marks += _note(label.tag, places.note)
    return tuple(marks)


def _braille(cells: str, places: Arrangement) -> list[Mark]:
    """The Braille at the upper left, and upside down at the lower right: however the card is held, it can be read."""
    upright = [(EDGE_MM + x, EDGE_MM + y) for x, y in dots.centres_mm(cells)]
    turned = [(places.width - x, places.height - y) for x, y in upright]
    return [Dot(x, y, dots.DOT_MM) for x, y in (*upright, *turned)]


def _matrix(tag: str, box: Box) -> Code:
    """The Data Matrix in the middle of its place; black modules side by side are one rectangle."""
    rows = data_matrix(tag)
    side = len(rows) * MODULE_MM
    x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
    return Code(
        tuple(
            Box(x + start * MODULE_MM, y + row * MODULE_MM, length * MODULE_MM, MODULE_MM)
            for row, modules in enumerate(rows)
            for start, length in _black(modules)
        )
    )


def _bars(tag: str, box: Box) -> Code:
    """The bars over the whole height of their place, as wide as they can be."""
    modules = code_128(tag)
    module = bar_mm(box.width + _ROUNDING_MM, len(modules) + 2 * QUIET_MODULES) or BAR_MM[-1]
    x = box.x + (box.width - len(modules) * module) / 2
    runs = _black(modules)
    return Code(tuple(Box(x + start * module, box.y, length * module, box.height) for start, length in runs))


def _black(modules: Sequence[bool]) -> list[tuple[int, int]]:
    """Where black runs start, and how long they are."""
    runs: list[tuple[int, int]] = []
    at = 0
    for black, run in groupby(modules):
        length = len(list(run))
        if black:
            runs.append((at, length))
        at += length
    return runs


def _print(label: Label, box: Box) -> list[Mark]:
    """Shape, figure and caption: side by side in a flat box, else one below the other."""
    if not label.caption:
        return _with_shape(label, box)
    if box.width > box.height * _LANDSCAPE:
        left = Box(box.x, box.y, box.width * 0.55, box.height)
        right = Box(left.right + GAP_MM, box.y, box.right - left.right - GAP_MM, box.height)
        return [*_with_shape(label, left), *_caption(label.caption, right)]
    high = min(box.height * _CAPTION_SHARE[min(len(label.caption), 2)], _HIGHEST_CAPTION_MM)
    upper = Box(box.x, box.y, box.width, box.height - high - GAP_MM)
    lower = Box(box.x, upper.bottom + GAP_MM, box.width, high)
    return [*_with_shape(label, upper), *_caption(label.caption, lower)]


def _caption(lines: Sequence[str], box: Box) -> list[Mark]:
    """The first line, which is the colour on most cards, larger than the others."""
    first, *others = lines
    if not others:
        return _text([first], box, _LARGEST_CAPTION_PT, bold=False)
    upper = Box(box.x, box.y, box.width, box.height * _FIRST_LINE_SHARE)
    lower = Box(box.x, upper.bottom, box.width, box.bottom - upper.bottom)
    return [
        *_text([first], upper, _LARGEST_CAPTION_PT, bold=False),
        *_text(others, lower, _LARGEST_CAPTION_PT, bold=False),
    ]


def _with_shape(label: Label, box: Box) -> list[Mark]:
    """The figure, and to its left the shape where there is one; above it in a box that is higher than wide."""
    if not label.shape:
        return _text([label.figure], box, _LARGEST_PT, bold=True)
    if box.height > box.width:
        side = min(box.width * 0.5, box.height * 0.4)
        shape = Box(box.x + (box.width - side) / 2, box.y, side, side)
        figure = Box(box.x, shape.bottom + GAP_MM, box.width, box.bottom - shape.bottom - GAP_MM)
    else:
        side = min(box.height, box.width * 0.4)
        shape = Box(box.x, box.y + (box.height - side) / 2, side, side)
        figure = Box(shape.right + GAP_MM, box.y, box.right - shape.right - GAP_MM, box.height)
    return [_shape(label, shape), *_text([label.figure], figure, _LARGEST_PT, bold=True)]


def _shape(label: Label, box: Box) -> Shape:
    polygons = (
        tuple((box.x + x * box.width, box.y + y * box.height) for x, y in polygon) for polygon in outline(label.shape)
    )
    return Shape(tuple(polygons), label.ink)


def _text(lines: Sequence[str], box: Box, largest_pt: float, *, bold: bool) -> list[Mark]:
    """Lines in the middle of a box, as large as they fit; a line with blanks may become up to three."""
    best_size, best = 0.0, list(lines)
    wide = box.width - 2 * _PAD_MM
    for most in range(1, _MOST_LINES + 1):
        broken = [row for line in lines for row in _broken(line, most)]
        widest = max(width_mm(row, 1.0, bold=bold) for row in broken)
        high = (CAPITAL_EM + LINE_EM * (len(broken) - 1) + 2 * _beyond_em(broken)) * PT_MM
        size = min(largest_pt, wide / widest, box.height / high)
        if size > best_size:
            best_size, best = size, broken
    step = LINE_EM * best_size * PT_MM
    first = box.y + (box.height - step * (len(best) - 1) + CAPITAL_EM * best_size * PT_MM) / 2
    middle = box.x + box.width / 2
    return [Words(row, middle, first + step * number, best_size, bold) for number, row in enumerate(best)]


def _beyond_em(lines: Sequence[str]) -> float:
    """How far letters reach above capitals and below the line; figures do not, and so can be larger."""
    return 0.0 if all(char in _FIGURES for line in lines for char in line) else DESCENT_EM


def _broken(line: str, most: int) -> list[str]:
    """A line in at most so many rows, the longest of them as short as can be."""
    words = line.split(" ")
    if most == 1 or len(words) == 1:
        return [line]
    tries = [[" ".join(words[:cut]), *_broken(" ".join(words[cut:]), most - 1)] for cut in range(1, len(words))]
    return min([[line], *tries], key=lambda rows: max(len(row) for row in rows))


def _note(tag: str, box: Box) -> list[Mark]:
    size = min(_NOTE_PT, box.width / width_mm(tag, 1.0, bold=False)) if box.width > 0 else 0.0
    if size < _SMALLEST_NOTE_PT:
        return []
    return [Words(tag, box.x + box.width / 2, box.y + (box.height + CAPITAL_EM * size * PT_MM) / 2, size, False)]
