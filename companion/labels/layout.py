"""Where everything lies on one label: Braille in two opposite corners, the codes, large print between them.

All labels of a set are laid out alike, after the longest Braille among them, so that a hand finds the code of every
card in the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from companion.labels import dots
from companion.labels.content import Label
from companion.labels.errors import LabelError
from companion.labels.marks import Box
from companion.labels.symbols import (
    MODULE_MM,
    NARROWEST_BAR_MM,
    QUIET_MODULES,
    WIDEST_BAR_MM,
    code_128,
    data_matrix,
)

EDGE_MM = 1.2  # home printers miss by a millimetre
GAP_MM = 1.0
_SNUG_MM = 0.4  # between Braille and a quiet zone
_ROUNDING_MM = 0.01
_LOW_BARS_MM, _HIGH_BARS_MM = 6.5, 10.0  # a laser scanner held by hand wants about 15 % of their length
_PRINT_MM = 9.0  # the least height of the large print where there is a choice
_NARROWEST_PRINT_MM = 9.0


class CodeKind(StrEnum):
    """Which codes are printed. ``auto``: a Data Matrix, and a Code 128 as well where there is room for it."""

    AUTO = "auto"
    DATA_MATRIX = "datamatrix"
    CODE_128 = "code128"


@dataclass(frozen=True, slots=True)
class Need:
    """What the labels of a set need at most: Braille cells, modules of a Data Matrix side and of a Code 128."""

    cells: int
    longest: str  # the label with so many cells
    square: int
    bars: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One label's places, in millimetres; ``matrix`` and ``bars`` with their quiet zones, None where there is none.

    ``note`` takes the tag in small print, to be typed where no scanner reads it.
    """

    width: float
    height: float
    matrix: Box | None
    bars: Box | None
    print: Box
    note: Box | None


def needed(labels: Sequence[Label], code: CodeKind) -> Need:
    """What a set of labels needs."""
    longest = max(labels, key=lambda label: len(label.cells))
    return Need(
        len(longest.cells),
        longest.braille,
        0 if code is CodeKind.CODE_128 else max(len(data_matrix(label.tag)) for label in labels),
        0 if code is CodeKind.DATA_MATRIX else max(len(code_128(label.tag)) for label in labels) + 2 * QUIET_MODULES,
    )


def arrange(width: float, height: float, need: Need, code: CodeKind) -> Arrangement:
    """The places on a label of this size; raises LabelError where it is too small."""
    inner = Box(EDGE_MM, EDGE_MM, width - 2 * EDGE_MM, height - 2 * EDGE_MM)
    braille = dots.width_mm(need.cells)
    if braille > inner.width + _ROUNDING_MM or inner.height < 2 * dots.HEIGHT_MM + GAP_MM:
        raise LabelError(
            f"the Braille '{need.longest}' in two corners needs a label of"
            f" {_up(braille + 2 * EDGE_MM)} × {_up(2 * dots.HEIGHT_MM + GAP_MM + 2 * EDGE_MM)} mm,"
            f" this one has {width:g} × {height:g}; take another --stock or a larger --label-mm"
        )
    if code is CodeKind.CODE_128:
        return _with_bars_alone(width, height, inner, braille, need)
    square = (need.square + 2) * MODULE_MM
    if inner.width >= braille + GAP_MM + square and inner.height >= square + GAP_MM + dots.HEIGHT_MM:
        return _square_in_corner(width, height, inner, braille, square, need)
    return _square_between(width, height, inner, braille, square, need)


def _square_in_corner(
    width: float, height: float, inner: Box, braille: float, square: float, need: Need
) -> Arrangement:
    """Braille and Data Matrix side by side at the top, the large print below, wherever the other Braille is not."""
    matrix = Box(inner.right - square, inner.y, square, square)
    top = max(square, dots.HEIGHT_MM) + GAP_MM
    band = Box(inner.x, inner.y + top, inner.width, inner.height - top - dots.HEIGHT_MM - GAP_MM)
    if band.height >= _PRINT_MM:
        print_, bars = _shared(band, need.bars)
        note = Box(inner.x, band.bottom + GAP_MM, inner.width - braille - GAP_MM, dots.HEIGHT_MM)
        return Arrangement(width, height, matrix, bars, print_, note)
    note = Box(inner.x + braille + GAP_MM, inner.y, inner.width - braille - square - 2 * GAP_MM, dots.HEIGHT_MM)
    below = inner.y + dots.HEIGHT_MM + GAP_MM
    print_ = Box(inner.x, below, inner.width - max(braille, square) - GAP_MM, inner.bottom - below)
    return Arrangement(width, height, matrix, None, _checked(print_, width, height), note)


def _square_between(
    width: float, height: float, inner: Box, braille: float, square: float, need: Need
) -> Arrangement:
    """Long Braille: the Data Matrix lies between the two, and the large print beside it."""
    band = _band(inner, _SNUG_MM)
    if band.height < square - _ROUNDING_MM:
        raise _too_small(width, height, 2 * dots.HEIGHT_MM + 2 * _SNUG_MM + square, need)
    print_, bars = _shared(band, need.bars) if band.height >= square + GAP_MM + _HIGH_BARS_MM else (band, None)
    beside = Box(inner.x + braille + GAP_MM, inner.y, inner.width - braille - GAP_MM, dots.HEIGHT_MM)
    if print_.height >= square + GAP_MM + 2 * _PRINT_MM:
        matrix = Box(inner.right - square, print_.bottom - square, square, square)
        note = Box(inner.x, matrix.y, inner.width - square - GAP_MM, square)
        above = Box(print_.x, print_.y, print_.width, print_.height - square - GAP_MM)
        return Arrangement(width, height, matrix, bars, above, note)
    matrix = Box(inner.right - square, print_.y + (print_.height - square) / 2, square, square)
    print_ = Box(print_.x, print_.y, print_.width - square - GAP_MM, print_.height)
    return Arrangement(width, height, matrix, bars, _checked(print_, width, height), beside)


def _with_bars_alone(width: float, height: float, inner: Box, braille: float, need: Need) -> Arrangement:
    """No Data Matrix: the bars lie between the two Brailles, under the large print or across the whole label."""
    band = _band(inner, GAP_MM)
    if inner.width < need.bars * NARROWEST_BAR_MM:
        raise LabelError(
            f"a Code 128 of these tags needs labels {_up(need.bars * NARROWEST_BAR_MM + 2 * EDGE_MM)} mm wide,"
            f" these have {width:g}; take a wider --stock, or --code datamatrix"
        )
    beside = inner.width - braille - GAP_MM
    note = Box(inner.x, inner.bottom - dots.HEIGHT_MM, beside, dots.HEIGHT_MM)
    if band.height >= _PRINT_MM + GAP_MM + _LOW_BARS_MM:
        print_, bars = _shared(band, need.bars)
        return Arrangement(width, height, None, bars, print_, note)
    if band.height < _LOW_BARS_MM:
        raise _too_small(width, height, dots.HEIGHT_MM * 2 + 2 * GAP_MM + _LOW_BARS_MM, need)
    print_ = Box(inner.x + braille + GAP_MM, inner.y, beside, dots.HEIGHT_MM)
    return Arrangement(width, height, None, band, _checked(print_, width, height), note)


def _band(inner: Box, gap: float) -> Box:
    """What is left between the two Brailles."""
    side = dots.HEIGHT_MM + gap
    return Box(inner.x, inner.y + side, inner.width, inner.height - 2 * side)


def _shared(band: Box, modules: int) -> tuple[Box, Box | None]:
    """The band for large print, and its lower end for bars where both fit."""
    high = min(_HIGH_BARS_MM, band.height - GAP_MM - _PRINT_MM)
    if not modules or high < _LOW_BARS_MM or band.width < modules * NARROWEST_BAR_MM:
        return band, None
    print_ = Box(band.x, band.y, band.width, band.height - high - GAP_MM)
    wide = min(band.width, modules * WIDEST_BAR_MM)
    return print_, Box(band.x + (band.width - wide) / 2, print_.bottom + GAP_MM, wide, high)


def _checked(box: Box, width: float, height: float) -> Box:
    if box.width < _NARROWEST_PRINT_MM:
        raise LabelError(
            f"a label of {width:g} × {height:g} mm leaves no room for print beside Braille and code;"
            f" take one at least {_up(width + _NARROWEST_PRINT_MM - box.width)} mm wide"
        )
    return box


def _too_small(width: float, height: float, needed_mm: float, need: Need) -> LabelError:
    return LabelError(
        f"with the Braille '{need.longest}' a label is at least {_up(needed_mm + 2 * EDGE_MM)} mm high,"
        f" this one has {width:g} × {height:g}; take another --stock or a larger --label-mm"
    )


def _up(length: float) -> str:
    """Millimetres, rounded up to a tenth."""
    return f"{ceil((length - _ROUNDING_MM) * 10) / 10:g}"
