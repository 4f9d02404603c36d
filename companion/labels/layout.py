"""Where everything lies on one label: Braille in two opposite corners, the codes, large print between them.

All labels of a set are laid out alike, after the longest Braille among them, so that a hand finds the code of every
card in the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from companion.labels import dots
from companion.labels.choices import CodeKind
from companion.labels.content import Label
from companion.labels.errors import LabelError
from companion.labels.marks import Box
from companion.labels.symbols import (
    BAR_MM,
    MODULE_MM,
    QUIET_MODULES,
    bar_mm,
    code_128,
    data_matrix,
)

EDGE_MM = 1.2  # home printers miss by a millimetre
GAP_MM = 1.0
_SNUG_MM = 0.4  # between Braille and a quiet zone
_ROUNDING_MM = 0.01
_LOW_BARS_MM, _HIGH_BARS_MM = 6.5, 10.0  # a laser scanner held by hand wants about 15 % of their length
_PRINT_MM = 9.0  # the least size of the large print where there is a choice


@dataclass(frozen=True, slots=True)
class Need:
    """What the labels of a set need at most: Braille cells, modules of a Data Matrix side and of a Code 128."""

    cells: int
    longest: str  # the label with so many cells, in print letters
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
    note: Box


def needed(labels: Sequence[Label], code: CodeKind) -> Need:
    """What a set of labels needs."""
    longest = max(labels, key=lambda label: len(label.cells))
    return Need(
        len(longest.cells),
        longest.braille,
        0 if code is CodeKind.CODE_128 else max(len(data_matrix(label.tag)) for label in labels),
        0 if code is CodeKind.DATA_MATRIX else max(len(code_128(label.tag)) for label in labels) + 2 * QUIET_MODULES,
    )


def arrange(width: float, height: float, need: Need) -> Arrangement:
    """The places on a label of this size; raises LabelError where it is too small."""
    blank = _Blank(width, height, need)
    blank.check_braille()
    if not need.square:
        return blank.bars_alone()
    return blank.square_in_corner() if blank.has_room_beside_braille else blank.square_between()


@dataclass(frozen=True, slots=True)
class _Blank:
    """A label that nothing is on yet."""

    width: float
    height: float
    need: Need

    @property
    def inner(self) -> Box:
        return Box(EDGE_MM, EDGE_MM, self.width - 2 * EDGE_MM, self.height - 2 * EDGE_MM)

    @property
    def braille(self) -> float:
        """How wide the longest Braille is."""
        return dots.width_mm(self.need.cells)

    @property
    def square(self) -> float:
        """The side of the largest Data Matrix, with a quiet zone of a module."""
        return (self.need.square + 2) * MODULE_MM

    @property
    def beside_braille(self) -> float:
        return self.inner.width - self.braille - GAP_MM

    @property
    def has_room_beside_braille(self) -> bool:
        """True where a Data Matrix fits to the right of one Braille, and above the other."""
        return self.beside_braille >= self.square and self.inner.height >= self._corner_height

    @property
    def _corner_height(self) -> float:
        return self.square + GAP_MM + dots.HEIGHT_MM

    def check_braille(self) -> None:
        wide, high = self.braille, 2 * dots.HEIGHT_MM + GAP_MM
        if wide > self.inner.width + _ROUNDING_MM or high > self.inner.height:
            raise LabelError(
                f"the Braille '{self.need.longest}' in two corners needs a label of"
                f" {_up(wide + 2 * EDGE_MM)} × {_up(high + 2 * EDGE_MM)} mm,"
                f" this one has {self.width:g} × {self.height:g}; take another --stock or a larger --label-mm"
            )

    def square_in_corner(self) -> Arrangement:
        """Braille and Data Matrix side by side at the top, large print below, wherever the other Braille is not."""
        inner, square = self.inner, self.square
        matrix = Box(inner.right - square, inner.y, square, square)
        top = inner.y + square + GAP_MM
        band = Box(inner.x, top, inner.width, inner.bottom - dots.HEIGHT_MM - GAP_MM - top)
        if band.height >= _PRINT_MM:
            print_, bars = self._shared(band)
            note = Box(inner.x, band.bottom + GAP_MM, self.beside_braille, dots.HEIGHT_MM)
            return Arrangement(self.width, self.height, matrix, bars, print_, note)
        below = inner.y + dots.HEIGHT_MM + GAP_MM
        print_ = Box(inner.x, below, inner.width - max(self.braille, square) - GAP_MM, inner.bottom - below)
        note = Box(inner.x + self.braille + GAP_MM, inner.y, self.beside_braille - square - GAP_MM, dots.HEIGHT_MM)
        return Arrangement(self.width, self.height, matrix, None, self._checked(print_), note)

    def square_between(self) -> Arrangement:
        """Long Braille: the Data Matrix lies between the two, below the large print or, on a low label, beside it."""
        inner, square = self.inner, self.square
        band = self._band(_SNUG_MM)
        if band.height < square - _ROUNDING_MM:
            between = 2 * dots.HEIGHT_MM + 2 * _SNUG_MM + square
            raise self._too_low(self._corner_height if self.beside_braille >= square else between)
        print_, bars = self._shared(band) if band.height >= square + GAP_MM + _HIGH_BARS_MM else (band, None)
        if print_.height >= square + GAP_MM + 2 * _PRINT_MM:
            matrix = Box(inner.right - square, print_.bottom - square, square, square)
            note = Box(inner.x, matrix.y, inner.width - square - GAP_MM, square)
            above = Box(print_.x, print_.y, print_.width, print_.height - square - GAP_MM)
            return Arrangement(self.width, self.height, matrix, bars, above, note)
        matrix = Box(inner.right - square, print_.y + (print_.height - square) / 2, square, square)
        print_ = Box(print_.x, print_.y, print_.width - square - GAP_MM, print_.height)
        note = Box(inner.x + self.braille + GAP_MM, inner.y, self.beside_braille, dots.HEIGHT_MM)
        return Arrangement(self.width, self.height, matrix, bars, self._checked(print_), note)

    def bars_alone(self) -> Arrangement:
        """No Data Matrix: bars between the two Brailles, under the large print or, on a low label, across it all."""
        inner, band, shortest = self.inner, self._band(GAP_MM), self.need.bars * BAR_MM[-1]
        if inner.width < shortest:
            raise LabelError(
                f"a Code 128 of these tags needs labels {_up(shortest + 2 * EDGE_MM)} mm wide,"
                f" these have {self.width:g}; take a wider --stock, or --code datamatrix"
            )
        note = Box(inner.x, inner.bottom - dots.HEIGHT_MM, self.beside_braille, dots.HEIGHT_MM)
        if band.height >= _PRINT_MM + GAP_MM + _LOW_BARS_MM:
            print_, bars = self._shared(band)
            return Arrangement(self.width, self.height, None, bars, print_, note)
        if band.height < _LOW_BARS_MM:
            raise self._too_low(2 * dots.HEIGHT_MM + 2 * GAP_MM + _LOW_BARS_MM)
        print_ = Box(inner.x + self.braille + GAP_MM, inner.y, self.beside_braille, dots.HEIGHT_MM)
        return Arrangement(self.width, self.height, None, band, self._checked(print_), note)

    def _band(self, gap: float) -> Box:
        """What is left between the two Brailles."""
        inner, side = self.inner, dots.HEIGHT_MM + gap
        return Box(inner.x, inner.y + side, inner.width, inner.height - 2 * side)

    def _shared(self, band: Box) -> tuple[Box, Box | None]:
        """The band for large print, and its lower end for bars where both fit."""
        modules = self.need.bars
        high = min(_HIGH_BARS_MM, band.height - GAP_MM - _PRINT_MM)
        module = bar_mm(band.width, modules)
        if not modules or module is None or high < _LOW_BARS_MM:
            return band, None
        print_ = Box(band.x, band.y, band.width, band.height - high - GAP_MM)
        wide = modules * module
        return print_, Box(band.x + (band.width - wide) / 2, print_.bottom + GAP_MM, wide, high)

    def _checked(self, box: Box) -> Box:
        if box.width < _PRINT_MM:
            raise LabelError(
                f"a label of {self.width:g} × {self.height:g} mm leaves no room for print beside Braille and code;"
                f" take one at least {_up(self.width + _PRINT_MM - box.width)} mm wide"
            )
        return box

    def _too_low(self, height: float) -> LabelError:
        return LabelError(
            f"with the Braille '{self.need.longest}' a label is at least {_up(height + 2 * EDGE_MM)} mm high,"
            f" this one has {self.width:g} × {self.height:g}; take another --stock or a larger --label-mm"
        )


def _up(length: float) -> str:
    """Millimetres, rounded up to a tenth."""
    return f"{ceil((length - _ROUNDING_MM) * 10) / 10:g}"
