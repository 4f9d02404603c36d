"""The wiring as pictures: SVG with a title and with the whole text as its description. Nothing is said by colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from hardware.workshop.circuit import RAILS as SUPPLIES
from hardware.workshop.circuit import Circuit, Part, Sheet
from hardware.workshop.header import BCM, PIN_OF, PINS
from hardware.workshop.values import shown
from hardware.workshop.wiring_text import (
    header_rows,
    header_title,
    part_in_words,
    sheet_title,
    wires_by_pin,
)

_MARGIN, _NAMES, _COLUMN, _HEAD, _ROW, _DOT = 16, 210, 104, 56, 30, 4.5
_PIN_WIDTH, _PIN_ROW = 250, 24


def draw_sheet(circuit: Circuit, sheet: Sheet) -> str:
    """One sheet: a row for each wire, a column for each part, a dot where a leg joins a wire."""
    wires = sheet.wires()
    rows = {wire: _MARGIN + _HEAD + _ROW * (place + 0.5) for place, wire in enumerate(wires)}
    width = 2 * _MARGIN + _NAMES + _COLUMN * len(sheet.parts)
    height = 2 * _MARGIN + _HEAD + _ROW * len(wires)
    marks: list[str] = []
    for wire, y in rows.items():
        thick = 2.5 if wire in SUPPLIES else 1
        pin = circuit.header().get(wire)
        name = wire if pin is None else f"{wire} (pin {PIN_OF[pin]})"
        marks.append(_text(name, _MARGIN, y + 5))
        marks.append(_line(_MARGIN + _NAMES - 10, y, width - _MARGIN, y, thick))
    for place, part in enumerate(sheet.parts):
        marks += _column(part, rows, _MARGIN + _NAMES + _COLUMN * place + 24)
    told = (f"{part_in_words(part)}." for part in sheet.parts)
    return _picture(width, height, sheet_title(circuit, sheet), told, marks)


def _column(part: Part, rows: dict[str, float], x: float) -> Iterator[str]:
    ys = [rows[wire] for wire in part.legs.values()]
    yield _text(part.ref, x, _MARGIN + 16, weight="bold")
    yield _text(shown(part.item), x, _MARGIN + 34)
    yield _line(x, _MARGIN + _HEAD - 12, x, max(ys), 1)
    beside: dict[str, list[str]] = {}
    for leg, wire in part.legs.items():
        beside.setdefault(wire, []).append("" if leg.isdigit() else leg)
    for wire, legs in beside.items():
        yield f'<circle cx="{x:g}" cy="{rows[wire]:g}" r="{_DOT}"/>'
        if label := ", ".join(filter(None, legs)):
            yield _text(label, x + 7, rows[wire] - 4, size=11)


def draw_header(circuit: Circuit) -> str:
    """The 40 pins in their two rows as one looks down on them, memory card at the top, each with its wire."""
    wires = wires_by_pin(circuit)
    width = 2 * _MARGIN + 2 * _PIN_WIDTH
    height = 2 * _MARGIN + _PIN_ROW * (len(PINS) // 2 + 1)
    middle = _MARGIN + _PIN_WIDTH
    marks = [
        _text("inner row", middle - 40, _MARGIN + 12, anchor="end"),
        _text("outer row", middle + 40, _MARGIN + 12),
    ]
    for pin in PINS:
        inner = bool(pin % 2)
        side = -1 if inner else 1
        y = _MARGIN + _PIN_ROW * ((pin + 1) // 2 + 0.25)
        wire = wires.get(pin)
        bcm = f" (BCM {BCM[pin]})" if wire and pin in BCM else ""
        marks.append(
            f'<rect x="{middle + side * 16 - 11:g}" y="{y - 10:g}" width="22" height="20" fill="#ffffff"'
            f' stroke="#000000" stroke-width="{2.5 if wire else 1:g}"/>'
        )
        marks.append(_text(str(pin), middle + side * 16, y + 4, size=11, anchor="middle"))
        if wire:
            marks.append(_text(wire + bcm, middle + side * 36, y + 5, anchor="end" if inner else "start"))
    told = (f"Pin {row[0]}, {row[1]}: {row[3]}." for row in header_rows(circuit))
    return _picture(width, height, header_title(circuit), told, marks)


def _picture(width: float, height: float, title: str, told: Iterable[str], marks: Iterable[str]) -> str:
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" aria-labelledby="title desc" xml:lang="en"'
        ' font-family="DejaVu Sans, sans-serif">'
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        root,
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(" ".join(told))}</desc>',
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *marks,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _line(x: float, y: float, to_x: float, to_y: float, thick: float) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="#000000" stroke-width="{thick:g}"/>'


def _text(text: str, x: float, y: float, *, size: int = 13, anchor: str = "start", weight: str = "normal") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
    return f"<text {place}>{escape(text)}</text>"
