"""Labels on paper: everything within its label, nothing on anything else, and the sheet as it was bought."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.labels.choices import CodeKind
from companion.labels.content import Label
from companion.labels.drawing import draw
from companion.labels.errors import LabelError
from companion.labels.fonts import CAPITAL_EM, DESCENT_EM, PT_MM, width_mm
from companion.labels.layout import Need, arrange, needed
from companion.labels.marks import Box, Code, Dot, Line, Mark, Sheet, Words
from companion.labels.marks import Shape as InkShape
from companion.labels.pdf import pdf
from companion.labels.stock import PAPERS, grid, stock, stocks
from companion.labels.svg import svg
from tests.labels.rendering import (
    MM_PER_INCH,
    Pixels,
    all_badges,
    all_commands,
    codes,
    deck_labels,
    on_sheets,
    printed,
    read,
)

SETS: dict[str, list[Label]] = {
    "deck": deck_labels("extreme", every=3, languages="fr,en"),
    "four cells": deck_labels("braille", "mattel", every=3),
    "flip": deck_labels("flip", "own-fr", every=5, languages="en,fr"),
    "commands": all_commands("fr,en"),
    "badges": all_badges("en,fr", ["Ann", "Zoé", "Maximilian"]),
}
NEEDS = {(name, code): needed(labels, code) for name, labels in SETS.items() for code in CodeKind}
SIZES = st.floats(15, 110).map(lambda size: round(size, 1))


def extent(mark: Mark) -> Box:
    """The rectangle that a mark's ink lies in."""
    match mark:
        case Dot(x, y, diameter):
            return Box(x - diameter / 2, y - diameter / 2, diameter, diameter)
        case Code(boxes):
            left, top = min(box.x for box in boxes), min(box.y for box in boxes)
            return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
        case Words(text, x, y, size, bold):
            wide, high = width_mm(text, size, bold=bold), size * PT_MM
            below = 0.0 if set(text) <= set("0123456789+") else DESCENT_EM
            return Box(x - wide / 2, y - CAPITAL_EM * high, wide, (CAPITAL_EM + below) * high)
        case InkShape(polygons):
            across = [x for polygon in polygons for x, _ in polygon]
            down = [y for polygon in polygons for _, y in polygon]
            return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))
        case Line(x, y, to_x, to_y):
            return Box(x, y, to_x - x, to_y - y)


def overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > 0.02 and min(one.bottom, other.bottom) - max(one.y, other.y) > 0.02


@given(st.sampled_from(sorted(SETS)), st.data(), SIZES, SIZES, st.sampled_from(CodeKind))
@settings(max_examples=150)
def test_on_a_label_of_any_size_nothing_sticks_out_or_lies_on_something_else(
    name: str, data: st.DataObject, width: float, height: float, code: CodeKind
) -> None:
    label = data.draw(st.sampled_from(SETS[name]))
    try:
        places = arrange(width, height, NEEDS[name, code])
    except LabelError:
        return
    boxes = [extent(mark) for mark in draw(label, places)]
    for box in boxes:
        assert box.x >= 1.0
        assert box.y >= 1.0
        assert box.right <= width - 1.0
        assert box.bottom <= height - 1.0
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)


@given(SIZES, SIZES, st.sampled_from(sorted(SETS)), st.sampled_from(CodeKind))
def test_what_fits_a_label_fits_a_larger_one(width: float, height: float, name: str, code: CodeKind) -> None:
    need = NEEDS[name, code]
    try:
        arrange(width, height, need)
    except LabelError:
        return
    arrange(width + 10, height, need)
    arrange(width, height + 10, need)


@pytest.mark.parametrize(("name", "code"), [("commands", CodeKind.CODE_128), ("four cells", CodeKind.DATA_MATRIX)])
def test_a_label_of_the_size_that_is_told_is_large_enough(name: str, code: CodeKind) -> None:
    width, height = 20.0, 10.0
    for _ in range(6):  # each sentence names what is wrong first
        try:
            arrange(width, height, NEEDS[name, code])
        except LabelError as error:
            text = str(error)
            both = re.search(r"needs a label of ([\d.]+) × ([\d.]+) mm", text)
            wide, high = re.search(r"([\d.]+) mm wide", text), re.search(r"([\d.]+) mm high", text)
            width = max(width, float(both[1] if both else wide[1] if wide else 0))
            height = max(height, float(both[2] if both else high[1] if high else 0))
        else:
            return
    pytest.fail("the sizes that are told never suffice")


def test_the_code_of_every_card_lies_in_the_same_place() -> None:
    for sheet in on_sheets(deck_labels("extreme", every=1), "a4-4x10"):
        squares = {next(round(extent(m).x, 3) for m in label.marks if isinstance(m, Code)) for label in sheet.labels}
        assert len(squares) == 1


def test_every_number_is_printed_larger_than_large_print() -> None:
    """18 points are large print; figures on cards have well more."""
    for label in (label for sheet in on_sheets(deck_labels("classic"), "a4-4x10") for label in sheet.labels):
        figure = max((mark for mark in label.marks if isinstance(mark, Words)), key=lambda words: words.size)
        if figure.text.isdigit():
            assert figure.size >= 30
            assert figure.bold


# Sheets


@pytest.mark.parametrize("name", stocks())
def test_the_labels_of_a_sheet_lie_on_the_paper_and_not_on_one_another(name: str) -> None:
    sheet = stock(name)
    boxes = list(sheet.boxes())
    assert len(boxes) == sheet.places
    for box in boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= sheet.size[0] + 0.01
        assert box.bottom <= sheet.size[1] + 0.01
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    left, right = boxes[0].x, sheet.size[0] - boxes[-1].right
    top, bottom = boxes[0].y, sheet.size[1] - boxes[-1].bottom
    assert left == pytest.approx(right, abs=0.1), "makers put the labels in the middle"
    assert top == pytest.approx(bottom, abs=0.1)


def test_a_sheet_that_was_begun_is_used_up_from_the_first_free_label() -> None:
    labels = deck_labels("extreme", every=1)[:9]
    first, second = on_sheets(labels, "a4-3x7", start=15)
    places = list(stock("a4-3x7").boxes())
    assert [label.box for label in first.labels] == places[14:]
    assert [label.box for label in second.labels] == places[:2]
    assert [label.name.split()[0] for label in (*first.labels, *second.labels)] == [label.tag for label in labels]


@pytest.mark.parametrize("start", [0, 22])
def test_a_start_that_is_not_on_the_sheet_is_told(start: int) -> None:
    with pytest.raises(LabelError, match="a sheet has the labels 1 to 21"):
        on_sheets(deck_labels("extreme"), "a4-3x7", start=start)


def test_a_printer_that_misses_is_answered_by_a_shift() -> None:
    labels = deck_labels("extreme", every=9)
    (plain,), (shifted,) = on_sheets(labels, "a4-4x10"), on_sheets(labels, "a4-4x10", shift=(1.5, -0.5))
    for one, other in zip(plain.labels, shifted.labels, strict=True):
        assert (other.box.x - one.box.x, other.box.y - one.box.y) == pytest.approx((1.5, -0.5))


def lines(sheet: Sheet) -> list[Line]:
    return [mark for mark in sheet.marks if isinstance(mark, Line)]


def test_plain_paper_has_cut_marks_outside_every_edge_and_shop_sheets_have_none() -> None:
    (cards,) = on_sheets(deck_labels("extreme")[:9], "a4-cards")
    boxes = list(stock("a4-cards").boxes())
    ticks = [line for line in lines(cards) if line.x == line.to_x and line.to_y < boxes[0].y and line.y > 10]
    assert sorted(round(line.x, 2) for line in ticks) == [21, 77, 133, 189]
    (shop,) = on_sheets(deck_labels("extreme")[:9], "a4-4x10")
    assert len(lines(shop)) == 3, "the ruler alone"
    (test,) = on_sheets(deck_labels("extreme")[:9], "a4-4x10", outline=True)
    assert len(lines(test)) > 40


@pytest.mark.parametrize("paper", PAPERS)
def test_a_grid_of_ones_own_lies_in_the_middle_of_the_paper(paper: str) -> None:
    own = grid(paper, 5, 3, label=(60, 40), margin=None, gap=(4, 6))
    boxes = list(own.boxes())
    wide, high = PAPERS[paper]
    assert boxes[0].x == pytest.approx(wide - boxes[-1].right)
    assert boxes[0].y == pytest.approx(high - boxes[-1].bottom)
    assert boxes[1].x - boxes[0].right == pytest.approx(4)
    assert boxes[3].y - boxes[0].bottom == pytest.approx(6)


@pytest.mark.parametrize(
    ("rows", "columns", "label", "margin", "told"),
    [
        (3, 3, (80, 40), None, "3 columns need 240 mm, a4 has 210"),
        (9, 2, (80, 40), None, "9 rows need 360 mm, a4 has 297"),
        (3, 2, (80, 40), (60, 10), "2 columns and a margin of 60 mm need 220 mm, a4 has 210"),
    ],
)
def test_a_grid_that_does_not_fit_the_paper_is_told(
    rows: int, columns: int, label: tuple[float, float], margin: tuple[float, float] | None, told: str
) -> None:
    with pytest.raises(LabelError, match=told):
        grid("a4", rows, columns, label=label, margin=margin, gap=(0, 0))


# Files


def test_the_same_labels_are_the_same_file() -> None:
    sheets = on_sheets(deck_labels("extreme"), "a4-4x10")
    assert pdf(sheets, "labels", "en") == pdf(sheets, "labels", "en")


def test_the_pdf_asks_not_to_be_scaled_and_tells_its_language() -> None:
    file = pdf(on_sheets(deck_labels("extreme"), "a4-4x10"), "labels", "fr")
    assert b"/PrintScaling /None" in file
    assert re.search(rb"/Lang [(<]", file)
    assert b"/FontFile2" in file, "the typeface is embedded"


def drawn(sheet: Sheet, per_mm: int) -> Iterator[Pixels]:
    """The codes of each label of a sheet as its SVG has them."""
    root = ElementTree.fromstring(svg(sheet, "labels", "en"))
    space = {"svg": "http://www.w3.org/2000/svg"}
    for group, label in zip(root.findall("svg:g", space), sheet.labels, strict=True):
        picture = np.full((round(label.box.height * per_mm), round(label.box.width * per_mm)), 255, np.uint8)
        for path in group.findall("svg:path", space):
            if path.get("fill") is None:
                rectangle = r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H[\d.]+z"
                for left, top, right, bottom in re.findall(rectangle, path.get("d") or ""):
                    across = slice(round(float(left) * per_mm), round(float(right) * per_mm))
                    picture[round(float(top) * per_mm) : round(float(bottom) * per_mm), across] = 0
        yield picture


def test_the_svg_has_the_same_codes_and_dots() -> None:
    labels = deck_labels("extreme")
    sheets = on_sheets(labels, "a4-3x7")
    tags = iter(labels)
    for sheet in sheets:
        for on_sheet, picture in zip(sheet.labels, drawn(sheet, 24), strict=True):
            assert read(picture) == codes(next(tags).tag, on_sheet)
        dots = sum(isinstance(mark, Dot) for label in sheet.labels for mark in label.marks)
        assert svg(sheet, "labels", "en").count("<circle") == dots > 0


@pytest.mark.parametrize("turned", [False, True])
def test_the_dots_of_the_svg_lie_on_the_sheet_where_those_of_the_pdf_do(turned: bool) -> None:
    dpi = 150
    (sheet,) = on_sheets(deck_labels("extreme")[:9], "a4-3x7", turned=turned)
    (page,) = printed([sheet], dpi)
    root = ElementTree.fromstring(svg(sheet, "labels", "en"))
    space = {"svg": "http://www.w3.org/2000/svg"}
    groups = root.findall("svg:g", space)
    assert len(groups) == 9
    for group in groups:
        place = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)( rotate\(-90\))?", group.get("transform") or "")
        assert place is not None
        left, top = float(place[1]), float(place[2])
        for dot in group.findall("svg:circle", space):
            across, down = float(dot.get("cx") or "nan"), float(dot.get("cy") or "nan")
            x, y = (left + down, top - across) if place[3] else (left + across, top + down)
            assert page[round(y * dpi / MM_PER_INCH), round(x * dpi / MM_PER_INCH)] < 128


def test_an_svg_tells_a_screen_reader_what_lies_where() -> None:
    (sheet,) = on_sheets(all_badges("en", ["<Ann> & Co"]), "a4-4x10")
    root = ElementTree.fromstring(svg(sheet, "badges", "en"))
    titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "badges"
    assert titles[1].endswith("<Ann> & Co · player 1")


def test_a_set_without_code_128_needs_none() -> None:
    assert NEEDS["deck", CodeKind.DATA_MATRIX] == Need(3, NEEDS["deck", CodeKind.AUTO].longest, 14, 0)
