"""Sizes and numbers as they are typed: ``48.5x25.4``, ``3,7-9``."""

from __future__ import annotations

import re

from companion.labels.errors import LabelError

_PAIR = re.compile(r"\s*(-?\d+(?:[.,]\d+)?)\s*[x×*]\s*(-?\d+(?:[.,]\d+)?)\s*")
_RANGE = re.compile(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?")


MOST_MM = 1000.0  # no printer takes more


def lengths(text: str, flag: str, form: str, *, least: float = 0.0, most: float = MOST_MM) -> tuple[float, float]:
    """Two lengths in millimetres, across and down; raises LabelError with the form there is, or the limits.

    >>> lengths("48.5x25,4", "--label-mm", "WIDTHxHEIGHT")
    (48.5, 25.4)
    """
    found = _PAIR.fullmatch(text)
    if found is None:
        raise LabelError(f"{flag} {text}: write it as {form} in millimetres, such as 48.5x25.4")
    across, down = (float(length.replace(",", ".")) for length in found.groups())
    if min(across, down) < least:
        raise LabelError(f"{flag} {text}: neither may be less than {least:g} mm")
    if max(across, down) > most:
        raise LabelError(f"{flag} {text}: neither may be more than {most:g} mm")
    return across, down


def counts(text: str, flag: str, form: str, most: int) -> tuple[int, int]:
    """Two whole numbers from 1; raises LabelError.

    >>> counts("10x4", "--grid", "ROWSxCOLUMNS", 50)
    (10, 4)
    """
    found = _PAIR.fullmatch(text)
    if found is None or not all(part.isdigit() and 1 <= int(part) <= most for part in found.groups()):
        raise LabelError(f"{flag} {text}: write it as {form}, each from 1 to {most}")
    return int(found[1]), int(found[2])


def numbers(text: str, flag: str) -> frozenset[int]:
    """Numbers and ranges of them; raises LabelError.

    >>> sorted(numbers("3, 7-9", "--only"))
    [3, 7, 8, 9]
    """
    chosen: set[int] = set()
    for part in text.split(","):
        found = _RANGE.fullmatch(part)
        if found is None or int(found[2] or found[1]) < int(found[1]):
            raise LabelError(f"{flag} {text}: write numbers and ranges, such as 3,7-9")
        chosen.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return frozenset(chosen)
