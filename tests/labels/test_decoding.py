"""Every code that we print is read back from the page: at 200 dpi, turned, and with a tenth of it covered.

``UNO_SOAK=1`` reads every label of every deck; else every ninth.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from statistics import mean
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image

from companion.labels.choices import CodeKind
from companion.labels.content import Label
from companion.labels.marks import Placed, Sheet
from companion.labels.stock import stocks
from companion.labels.symbols import MODULE_MM
from companion.referee.decks import editions
from tests.labels.rendering import (
    EVERY,
    MM_PER_INCH,
    Pixels,
    all_badges,
    all_commands,
    codes,
    cut,
    deck_labels,
    on_sheets,
    printed,
    read,
    square,
)

DPI = 200
TENTH = 0.1**0.5  # side of a blot that covers a tenth of a square


class Picture(NamedTuple):
    """One label on the page: its tag, what is to be read on it, its pixels, and what was put there."""

    tag: str
    wanted: list[str]
    pixels: Pixels
    label: Placed


def pictures(labels: Sequence[Label], sheets: Sequence[Sheet]) -> list[Picture]:
    pages = zip(sheets, printed(sheets, DPI), strict=True)
    placed = [(label, page) for sheet, page in pages for label in sheet.labels]
    return [
        Picture(label.tag, codes(label.tag, on_sheet), cut(page, on_sheet.box, DPI), on_sheet)
        for label, (on_sheet, page) in zip(labels, placed, strict=True)
    ]


@cache
def of_deck(edition: str, name: str = "a4-4x10", every: int = EVERY) -> list[Picture]:
    """The pictures of a deck's labels, printed once for all that is tried with them."""
    labels = deck_labels(edition, every=every)
    return pictures(labels, on_sheets(labels, name))


@pytest.mark.parametrize("edition", editions())
def test_every_label_of_every_deck_is_read_back_from_the_page(edition: str) -> None:
    assert len(of_deck(edition)) > 10
    for picture in of_deck(edition):
        assert read(picture.pixels) == picture.wanted == [f"DataMatrix:{picture.tag}"]


@pytest.mark.parametrize("edition", editions())
def test_wide_labels_have_a_code_for_lasers_too(edition: str) -> None:
    for picture in of_deck(edition, "a4-3x7"):
        assert read(picture.pixels) == picture.wanted == [f"Code128:{picture.tag}", f"DataMatrix:{picture.tag}"]


@pytest.mark.parametrize("name", stocks())
def test_every_sheet_from_the_shop_holds_labels_that_are_read(name: str) -> None:
    for picture in of_deck("extreme", name, 10):
        assert read(picture.pixels) == picture.wanted
        assert f"DataMatrix:{picture.tag}" in picture.wanted


@pytest.mark.parametrize("name", ["a4-cards", "a4-4x10", "letter-cards"])
@pytest.mark.parametrize(
    "labels", [all_commands("fr,en"), all_badges("en,fr", ["Ann", "Zoé"])], ids=["commands", "badges"]
)
def test_command_cards_and_badges_are_read_back(labels: list[Label], name: str) -> None:
    for picture in pictures(labels, on_sheets(labels, name)):
        assert read(picture.pixels) == picture.wanted
        assert f"DataMatrix:{picture.tag}" in picture.wanted


def test_a_laser_scanner_reads_low_labels_too() -> None:
    labels = deck_labels("extreme")
    for picture in pictures(labels, on_sheets(labels, "letter-3x10", CodeKind.CODE_128)):
        assert read(picture.pixels) == picture.wanted == [f"Code128:{picture.tag}"]


def test_labels_that_are_turned_on_the_sheet_are_read() -> None:
    labels = deck_labels("extreme")
    for picture in pictures(labels, on_sheets(labels, "a4-3x7", turned=True)):
        assert f"DataMatrix:{picture.tag}" in read(picture.pixels)


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("angle", [7, 45, 90, 133, 180, 271])
def test_a_label_is_read_however_it_is_held(edition: str, angle: int) -> None:
    for picture in of_deck(edition):
        turned = Image.fromarray(picture.pixels).rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
        assert read(np.array(turned)) == [f"DataMatrix:{picture.tag}"]


def blotted(picture: Picture, ink: int, across: float, down: float) -> Pixels:
    """The picture with a square blot over a tenth of its Data Matrix, so many millimetres from that one's corner."""
    code = square(picture.label)
    scale, side = DPI / MM_PER_INCH, code.width * TENTH
    left, top = code.x + across, code.y + down
    pixels = picture.pixels.copy()
    pixels[round(top * scale) : round((top + side) * scale), round(left * scale) : round((left + side) * scale)] = ink
    return pixels


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("ink", [0, 255], ids=["dirt", "scratch"])
def test_a_code_is_read_with_a_tenth_of_it_covered(edition: str, ink: int) -> None:
    for picture in of_deck(edition):
        middle = square(picture.label).width * (1 - TENTH) / 2
        assert read(blotted(picture, ink, middle, middle)) == [f"DataMatrix:{picture.tag}"]


def test_a_blot_wherever_it_falls_never_makes_another_card_of_it() -> None:
    """On the edge by which a code is found it may not be read at all; within, it mostly is."""
    chance = random.Random(5)
    read_within: list[bool] = []
    for picture in of_deck("extreme"):
        for edge in (0.0, MODULE_MM) * 10:
            room = square(picture.label).width * (1 - TENTH) - 2 * edge
            at = (edge + chance.random() * room, edge + chance.random() * room)
            found = read(blotted(picture, chance.choice((0, 255)), *at))
            assert found in ([], [f"DataMatrix:{picture.tag}"])
            if edge:
                read_within.append(bool(found))
    assert mean(read_within) > 0.75
