"""Where labels go on every card, and where a notch says "this way": a sheet to cut out and lay on the cards.

The notch is in a card's right long edge, near the top, as one looks at its face: a thumb that feels it there holds
the card as the scanner wants it, face up. It stays clear of what the dispenser needs: the strip in the middle that
its roller and pad run on, and the short edges, of which one passes the exit gate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.labels.fonts import LINE_EM, PT_MM, width_mm
from companion.labels.marks import Box, Line, Mark, Shape, Sheet, Words
from companion.labels.sheets import ruler
from companion.labels.stock import PAPERS, stock

CARD_MM = (56.0, 87.0)
LANE_MM = (37.5, 49.5)  # from the upper short edge
NOTCH_AT_MM, NOTCH_WIDE_MM, NOTCH_DEEP_MM = 18.0, 8.0, 3.0  # its middle from the upper short edge
LABEL_FROM_EDGE_MM = 1.0
_ACROSS, _CORNER = "a4-4x10", "a4-corner"
_TOP_MM, _RULER_MM, _MARGIN_MM = 30.0, 12.0, 20.0
_LINE_PT, _NOTE_PT = 12.0, 8.0
_WHITE = "#ffffff"


@dataclass(frozen=True, slots=True)
class NotchWords:
    """What is printed there: beside the ruler, on the strip that stays free, in a place for a label, and below."""

    heading: str
    free: str
    label: str
    steps: Sequence[str]


def notch_guide(paper: str, words: NotchWords) -> Sheet:
    """The sheet: one card for a label across it, one for stickers in two corners."""
    wide, high = PAPERS[paper]
    gap = (wide - 2 * CARD_MM[0]) / 3
    marks: list[Mark] = [*ruler(words.heading, _RULER_MM)]
    for place, labels in enumerate((_across(), _corners())):
        marks += _card(gap + place * (CARD_MM[0] + gap), labels, words)
    marks += _steps(words.steps, wide)
    return Sheet(wide, high, (), tuple(marks))


def _across() -> list[Box]:
    """One label across the card, under its upper edge."""
    label_wide, label_high = stock(_ACROSS).label
    return [Box((CARD_MM[0] - label_wide) / 2, LABEL_FROM_EDGE_MM, label_wide, label_high)]


def _corners() -> list[Box]:
    """A sticker lengthwise in the upper left corner, and one in the lower right."""
    long, short = stock(_CORNER).label
    upper = Box(LABEL_FROM_EDGE_MM, LABEL_FROM_EDGE_MM, short, long)
    return [upper, Box(CARD_MM[0] - upper.right, CARD_MM[1] - upper.bottom, short, long)]


def _card(x: float, labels: Sequence[Box], words: NotchWords) -> Iterator[Mark]:
    wide, high = CARD_MM
    notch_from, notch_to = NOTCH_AT_MM - NOTCH_WIDE_MM / 2, NOTCH_AT_MM + NOTCH_WIDE_MM / 2
    outline = (
        (0.0, 0.0), (wide, 0.0), (wide, notch_from), (wide - NOTCH_DEEP_MM, NOTCH_AT_MM), (wide, notch_to),
        (wide, high), (0.0, high),
    )  # fmt: skip
    yield Shape((tuple((x + right, _TOP_MM + down) for right, down in outline),), _WHITE)
    for box in labels:
        left, top, right, bottom = x + box.x, _TOP_MM + box.y, x + box.right, _TOP_MM + box.bottom
        yield from (Line(left, top, right, top), Line(left, bottom, right, bottom))
        yield from (Line(left, top, left, bottom), Line(right, top, right, bottom))
        yield _fitting(words.label, (left + right) / 2, (top + bottom) / 2, box.width - 2)
    for y in LANE_MM:
        yield Line(x, _TOP_MM + y, x + wide, _TOP_MM + y)
    yield _fitting(words.free, x + wide / 2, _TOP_MM + sum(LANE_MM) / 2 + 1, wide - 4)


def _fitting(text: str, x: float, y: float, room: float) -> Words:
    size = min(_NOTE_PT, room / width_mm(text, 1.0, bold=False))
    return Words(text, x, y, size, bold=False)


def _steps(steps: Sequence[str], wide: float) -> Iterator[Mark]:
    y = _TOP_MM + CARD_MM[1] + _MARGIN_MM / 2
    for text in steps:
        size = min(_LINE_PT, (wide - 2 * _MARGIN_MM) / width_mm(text, 1.0, bold=False))
        y += _LINE_PT * LINE_EM * PT_MM * 1.4
        yield Words(text, wide / 2, y, size, bold=False)
