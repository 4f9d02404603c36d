"""The typeface of the labels, which reportlab brings along: Bitstream Vera Sans, embedded, with French accents."""

from __future__ import annotations

from functools import cache
from typing import Any

PT_MM = 25.4 / 72
CAPITAL_EM = 0.73  # height of a capital or a figure
DESCENT_EM = 0.24  # of letters with tails, and about that of an accent on a capital
LINE_EM = 1.16  # from one line to the next
FAMILY = "Bitstream Vera Sans"


@cache
def face(*, bold: bool) -> str:
    """The name by which reportlab knows the typeface, once it has read it."""
    return str(_font(bold=bold).fontName)


def width_mm(text: str, size_pt: float, *, bold: bool) -> float:
    """How wide a text is."""
    return float(_font(bold=bold).stringWidth(text, size_pt)) * PT_MM


def is_printable(text: str) -> bool:
    """True where the typeface has every character."""
    return all(ord(char) in _font(bold=True).face.charToGlyph for char in text)


@cache
def _font(*, bold: bool) -> Any:
    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415 - only who prints pays for it

    font = ttfonts.TTFont("LabelsBold" if bold else "Labels", "VeraBd.ttf" if bold else "Vera.ttf")
    pdfmetrics.registerFont(font)
    return font
