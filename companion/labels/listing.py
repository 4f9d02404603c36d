"""Labels as CSV: tag, card, Braille label, and what is printed, one line a label."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from companion.labels.content import Label

COLUMNS = ("tag", "card", "label", "cells", "print", "number", "experimental")


def listing(labels: Sequence[Label]) -> bytes:
    """The file: UTF-8, commas, lines ending in CR LF, as spreadsheets read it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for label in labels:
        untried = "yes" if label.experimental else "no"
        writer.writerow((label.tag, label.subject, label.braille, label.cells, label.name, label.number, untried))
    return out.getvalue().encode("utf-8")
