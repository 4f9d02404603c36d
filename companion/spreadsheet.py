"""CSV for spreadsheets, in which no cell becomes a formula, whatever a player or a card is called."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

#: What a spreadsheet takes for the beginning of a formula, or drops before it looks for one.
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The file as text: commas, lines ending in CR LF, as spreadsheets read it.

    A text that would be a formula stands behind an apostrophe, which spreadsheets take as "this is text".
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGINS_FORMULA) else cell
