"""A sheet as SVG: the same ink as the PDF, in millimetres, one file a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from companion.labels.fonts import FAMILY, PT_MM, width_mm
from companion.labels.marks import Code, Dot, Line, Mark, Placed, Shape, Sheet, Words


def svg(sheet: Sheet, title: str, language: str) -> str:
    """The file's text. Each label is a group with its name, so that a screen reader tells what lies where."""
    return "\n".join(_lines(sheet, title, language)) + "\n"


def _lines(sheet: Sheet, title: str, language: str) -> Iterator[str]:
    wide, high = _number(sheet.width), _number(sheet.height)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
        f" xml:lang={quoteattr(language)} font-family={quoteattr(f'{FAMILY}, DejaVu Sans, sans-serif')}>"
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{wide}" height="{high}" fill="#ffffff"/>'
    for mark in sheet.marks:
        yield _drawn(mark)
    for label in sheet.labels:
        yield f'<g role="img" transform="{_place(label)}"><title>{escape(label.name)}</title>'
        for mark in label.marks:
            yield _drawn(mark)
        yield "</g>"
    yield "</svg>"


def _place(label: Placed) -> str:
    if label.turned:
        return f"translate({_number(label.box.x)} {_number(label.box.bottom)}) rotate(-90)"
    return f"translate({_number(label.box.x)} {_number(label.box.y)})"


def _drawn(mark: Mark) -> str:
    match mark:
        case Dot(x, y, diameter):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(diameter / 2)}"/>'
        case Code(boxes):
            path = "".join(
                f"M{_number(box.x)} {_number(box.y)}H{_number(box.right)}V{_number(box.bottom)}H{_number(box.x)}z"
                for box in boxes
            )
            return f'<path d="{path}" shape-rendering="crispEdges"/>'
        case Words(text, x, y, size, bold):
            weight = ' font-weight="bold"' if bold else ""
            wide = width_mm(text, size, bold=bold)
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size * PT_MM)}"{weight}'
                f' text-anchor="middle" textLength="{_number(wide)}">{escape(text)}</text>'
            )
        case Shape(polygons, ink):
            path = "".join(
                "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in polygon) + "z" for polygon in polygons
            )
            return f'<path d="{path}" fill="{ink}" stroke="#000000" stroke-width="0.35" stroke-linejoin="round"/>'
        case Line(x, y, to_x, to_y):
            ends = f'x1="{_number(x)}" y1="{_number(y)}" x2="{_number(to_x)}" y2="{_number(to_y)}"'
            return f'<line {ends} stroke="#000000" stroke-width="0.1"/>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
