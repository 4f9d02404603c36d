"""Braille measured on the page: the right cells, in the right millimetres, in two corners."""

from __future__ import annotations

from itertools import pairwise
from statistics import mean

import numpy as np
import pytest

from companion.labels.content import Label
from companion.labels.marks import Box
from companion.referee.decks import editions
from tests.labels.rendering import (
    MM_PER_INCH,
    Pixels,
    all_badges,
    all_commands,
    cut,
    deck_labels,
    on_sheets,
    printed,
)
from tests.soak import SOAK

DPI = 300
MM = MM_PER_INCH / DPI
BRAILLE_HIGH = 7.9  # from the label's edge: the row of Braille and nothing below it

Spot = tuple[float, float, float]  # middle across, down, diameter


def spots(picture: Pixels) -> list[Spot]:
    """The round spots of ink in a picture, in millimetres; whatever is not round, such as print, is none."""
    ink = picture < 128
    seen = np.zeros_like(ink)
    found: list[Spot] = []
    for row, column in zip(*np.nonzero(ink), strict=True):
        if seen[row, column]:
            continue
        pixels = _connected(ink, seen, int(row), int(column))
        down, across = (np.array(axis) for axis in zip(*pixels, strict=True))
        high, wide = (int(axis.max() - axis.min()) + 1 for axis in (down, across))
        diameter = 2 * (len(pixels) / np.pi) ** 0.5
        if abs(high - wide) <= 2 and abs(high - diameter) < 2 and high * MM > 1.0:
            found.append((float(across.mean() + 0.5) * MM, float(down.mean() + 0.5) * MM, float(diameter) * MM))
    return found


def _connected(ink: np.ndarray, seen: np.ndarray, row: int, column: int) -> list[tuple[int, int]]:
    queue, pixels = [(row, column)], []
    seen[row, column] = True
    while queue:
        r, c = queue.pop()
        pixels.append((r, c))
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= near[0] < ink.shape[0] and 0 <= near[1] < ink.shape[1] and ink[near] and not seen[near]:
                seen[near] = True
                queue.append(near)
    return pixels


def cells_of(found: list[Spot], count: int) -> str:
    """The cells that dots make, on the grid of the label's corner."""
    masks = [0] * count
    for across, down, _ in found:
        cell, within = divmod(across - LEFT + 1, CELL)
        column, row = round((within - 1) / PITCH), round((down - TOP) / PITCH)
        assert (column, row) in {(c, r) for c in (0, 1) for r in (0, 1, 2)}, (across, down)
        masks[int(cell)] |= 1 << (column * 3 + row)
    return "".join(chr(0x2800 + mask) for mask in masks)


# What a ruler on any of our labels must say: the middle of a first dot lies here, from the label's corner.
LEFT = TOP = 1.2 + 0.8
PITCH, CELL = 2.5, 6.0


def label_pictures(labels: list[Label], name: str) -> list[Pixels]:
    sheets = on_sheets(labels, name)
    return [
        cut(page, label.box, DPI)
        for sheet, page in zip(sheets, printed(sheets, DPI), strict=True)
        for label in sheet.labels
    ]


SETS = ["mattel", "uk", "own-en", "own-fr", "own-nl", "own-de", "own-es"]


def check(label: Label, picture: Pixels) -> list[Spot]:
    """Both corners say the label; gives the dots of the first."""
    high = round(BRAILLE_HIGH / MM)
    wide = round((LEFT + len(label.cells) * CELL - 2.0) / MM)
    upright = spots(picture[:high, :wide])
    assert cells_of(upright, len(label.cells)) == label.cells
    turned = spots(np.rot90(picture, 2)[:high, :wide])
    assert cells_of(turned, len(label.cells)) == label.cells
    return upright


@pytest.mark.parametrize("name", SETS)
def test_the_dots_of_a_label_say_what_it_is_in_both_corners(name: str) -> None:
    labels = deck_labels("braille", name, every=1)[:: 1 if SOAK else 12]
    for label, picture in zip(labels, label_pictures(labels, "a4-4x10"), strict=True):
        check(label, picture)


@pytest.mark.parametrize("edition", editions())
def test_dots_have_the_size_and_the_distances_that_fingers_know(edition: str) -> None:
    labels = deck_labels(edition, "own-fr")[:: 1 if SOAK else 3]
    for label, picture in zip(labels, label_pictures(labels, "a4-3x7"), strict=True):
        dots = check(label, picture)
        assert 1.5 <= mean(diameter for _, _, diameter in dots) <= 1.62
        columns = sorted({round((across - LEFT) / 0.5) * 0.5 for across, _, _ in dots})
        rows = sorted({round((down - TOP) / 0.5) * 0.5 for _, down, _ in dots})
        assert set(rows) <= {0.0, 2.5, 5.0}
        for first, second in pairwise(columns):
            assert second - first in {2.5, 3.5, 6.0, 8.5}, "within a cell, or between two"
        for across, down, _ in dots:
            nearest = min(columns, key=lambda column: abs(column - (across - LEFT)))
            assert abs(across - LEFT - nearest) < 0.06
            assert abs(down - TOP - min(rows, key=lambda row: abs(row - (down - TOP)))) < 0.06


@pytest.mark.parametrize("name", ["a4-cards", "a4-4x10"])
def test_the_words_of_command_cards_and_badges_are_felt_in_both_corners(name: str) -> None:
    labels = [*all_commands("fr")[:: 1 if SOAK else 8], *all_badges("fr", ["Zoé"])[:3]]
    for label, picture in zip(labels, label_pictures(labels, name), strict=True):
        check(label, picture)


def test_the_sheet_is_true_to_scale() -> None:
    """The ruler at the top is 50 mm long, so that a printer that scales is found out."""
    (page,) = printed(on_sheets(deck_labels("extreme", every=10), "a4-4x10"), DPI)
    line = cut(page, Box(0, 4.5, 70, 1.0), DPI)
    across = np.nonzero((line < 200).all(axis=0) | (line < 200).any(axis=0))[0]
    first = across[0]
    last = max(column for column in across if column * MM < 62)
    assert (last - first) * MM == pytest.approx(50, abs=0.2)
