"""Labels as CSV: tag, card, Braille label, and what is printed, one line a label."""

from __future__ import annotations

from collections.abc import Sequence

from companion.labels.content import Label
from companion.spreadsheet import as_csv

COLUMNS = ("tag", "card", "label", "cells", "print", "number", "experimental")


def listing(labels: Sequence[Label]) -> bytes:
    """The file, in UTF-8."""
    rows = (
        (
            label.tag,
            label.subject,
            label.braille,
            label.cells,
            label.name,
            label.number,
            "yes" if label.experimental else "no",
        )
        for label in labels
    )
    return as_csv(COLUMNS, rows).encode("utf-8")
