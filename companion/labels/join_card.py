"""The card for the table that leads phones to the page: a QR code, and below it the same in words, as one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.labels.fonts import LINE_EM, PT_MM, width_mm
from companion.labels.marks import Box, Code, Mark, Sheet, Words
from companion.labels.pdf import pdf

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
_MARGIN_MM = 20.0
_CODE_MM = 90.0
_HEADING_PT, _LINE_PT = 24.0, 16.0

#: A heading and the lines below it, in one language.
Told = tuple[str, Sequence[str]]


def join_card(told: Sequence[Told], modules: Sequence[Sequence[bool]], language: str) -> bytes:
    """The card as PDF. ``modules`` are the code's, row by row, true where they are black."""
    sheet = Sheet(WIDTH_MM, HEIGHT_MM, (), (_code(modules), *_words(told)))
    return pdf([sheet], told[0][0], language)


def _code(modules: Sequence[Sequence[bool]]) -> Code:
    module = _CODE_MM / len(modules)
    left = (WIDTH_MM - _CODE_MM) / 2
    return Code(
        tuple(
            Box(left + x * module, _MARGIN_MM + y * module, module, module)
            for y, row in enumerate(modules)
            for x, black in enumerate(row)
            if black
        )
    )


def _words(told: Sequence[Told]) -> Iterator[Mark]:
    y = 2 * _MARGIN_MM + _CODE_MM
    for heading, lines in told:
        y += _MARGIN_MM / 2
        for text, size, bold in ((heading, _HEADING_PT, True), *((line, _LINE_PT, False) for line in lines)):
            fitting = min(size, size * (WIDTH_MM - 2 * _MARGIN_MM) / width_mm(text, size, bold=bold))
            y += fitting * LINE_EM * PT_MM * 1.25
            yield Words(text, WIDTH_MM / 2, y, fitting, bold)
