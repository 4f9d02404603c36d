"""Sheets as PDF: true to scale, the typeface embedded, the same sheets always the same file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from companion.labels.fonts import PT_MM, face
from companion.labels.marks import Code, Dot, Line, Mark, Shape, Sheet, Words

_MM = 1 / PT_MM
_HAIR_MM = 0.1
_EDGE_MM = 0.35


def pdf(sheets: Sequence[Sheet], title: str, language: str) -> bytes:
    """The file. It asks the printer not to scale it."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - only who prints pays for it

    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=1, invariant=1, lang=language, pdfVersion=(1, 6))
    canvas.setTitle(title)
    canvas.setAuthor("uno-companion")
    canvas.setCreator("uno-companion labels")
    canvas.setViewerPreference("PrintScaling", "None")
    for sheet in sheets:
        canvas.setPageSize((sheet.width * _MM, sheet.height * _MM))
        canvas.translate(0, sheet.height * _MM)
        canvas.scale(_MM, -_MM)  # millimetres, downwards
        for mark in sheet.marks:
            _draw(canvas, mark)
        for label in sheet.labels:
            canvas.saveState()
            if label.turned:
                canvas.translate(label.box.x, label.box.bottom)
                canvas.rotate(-90)
            else:
                canvas.translate(label.box.x, label.box.y)
            for mark in label.marks:
                _draw(canvas, mark)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Any, mark: Mark) -> None:
    match mark:
        case Dot(x, y, diameter):
            canvas.circle(x, y, diameter / 2, stroke=0, fill=1)
        case Code(boxes):
            path = canvas.beginPath()
            for box in boxes:
                path.rect(box.x, box.y, box.width, box.height)
            canvas.drawPath(path, stroke=0, fill=1)
        case Words(text, x, y, size, bold):
            canvas.saveState()
            canvas.translate(x, y)
            canvas.scale(1, -1)
            canvas.setFont(face(bold=bold), size * PT_MM)
            canvas.drawCentredString(0, 0, text)
            canvas.restoreState()
        case Shape(polygons, ink):
            canvas.saveState()
            canvas.setFillColor(ink)
            canvas.setLineWidth(_EDGE_MM)
            canvas.setLineJoin(1)
            for polygon in polygons:
                path = canvas.beginPath()
                path.moveTo(*polygon[0])
                for point in polygon[1:]:
                    path.lineTo(*point)
                path.close()
                canvas.drawPath(path, stroke=1, fill=1)
            canvas.restoreState()
        case Line(x, y, to_x, to_y):
            canvas.saveState()
            canvas.setLineWidth(_HAIR_MM)
            canvas.line(x, y, to_x, to_y)
            canvas.restoreState()
