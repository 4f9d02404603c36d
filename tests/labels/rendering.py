"""A PDF as a printer would put it on paper, in grey pixels, and what a scanner reads there."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.labels.choices import CodeKind
from companion.labels.content import Label, badge_labels, card_labels, command_labels
from companion.labels.marks import Box, Code, Placed, Sheet
from companion.labels.pdf import pdf
from companion.labels.sheets import Plan, lay_out
from companion.labels.stock import stock
from companion.referee.decks import load_deck
from companion.voice.phrases import Phrases
from tests.soak import SOAK

MM_PER_INCH = 25.4
EVERY = 1 if SOAK else 9  # of the labels of a deck

Pixels = NDArray[np.uint8]


def deck_labels(edition: str, set_name: str = "own-en", every: int = EVERY, languages: str = "en") -> list[Label]:
    """Every so-manieth label of a deck, on both sides where there are two."""
    deck = load_deck(edition)
    return card_labels(deck, "K1", set_name, spoken(languages), list(deck.colours))[::every]


def all_commands(languages: str = "en") -> list[Label]:
    return command_labels(spoken(languages))


def all_badges(languages: str = "en", names: Sequence[str] = ()) -> list[Label]:
    return badge_labels(spoken(languages), names)[0]


def spoken(languages: str) -> list[Phrases]:
    return [Phrases(language) for language in languages.split(",")]


def on_sheets(labels: Sequence[Label], name: str, code: CodeKind = CodeKind.AUTO, **more: Any) -> list[Sheet]:
    return lay_out(labels, Plan(stock(name), code, lambda sheet, sheets: f"Sheet {sheet} of {sheets}", **more))


def printed(sheets: Sequence[Sheet], dpi: int) -> list[Pixels]:
    """Each sheet as grey pixels, 0 black to 255 white, through the PDF."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "labels.pdf"
        file.write_bytes(pdf(sheets, "labels", "en"))
        subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", file, Path(folder) / "page"], check=True, timeout=100)
        pages = [_pixels(page.read_bytes()) for page in sorted(Path(folder).glob("page*.pgm"))]
    assert len(pages) == len(sheets)
    return pages


def _pixels(pgm: bytes) -> Pixels:
    kind, size, depth, values = pgm.split(b"\n", 3)
    assert (kind, depth) == (b"P5", b"255")
    width, height = map(int, size.split())
    return np.frombuffer(values, np.uint8).reshape(height, width)


def cut(page: Pixels, box: Box, dpi: int) -> Pixels:
    """What is printed in a box."""
    scale = dpi / MM_PER_INCH
    rows = slice(round(box.y * scale), round(box.bottom * scale))
    return page[rows, round(box.x * scale) : round(box.right * scale)].copy()


def read(pixels: Pixels) -> list[str]:
    """What a scanner reads in a picture, each code once, as ``Data Matrix:TEXT``."""
    formats: Any = (zxingcpp.BarcodeFormat.DataMatrix, zxingcpp.BarcodeFormat.Code128)
    found = zxingcpp.read_barcodes(cast(Any, np.ascontiguousarray(pixels)), formats=formats)
    return sorted(f"{code.format.name}:{code.text}" for code in found)


def codes(tag: str, label: Placed) -> list[str]:
    """What is to be read on a label: a line of bars and a square have each their name."""
    names = ["DataMatrix" if _is_square(mark) else "Code128" for mark in label.marks if isinstance(mark, Code)]
    return sorted(f"{name}:{tag}" for name in names)


def square(label: Placed) -> Box:
    """Where the Data Matrix lies on a label, without its quiet zone."""
    (boxes,) = (mark.boxes for mark in label.marks if isinstance(mark, Code) and _is_square(mark))
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def _is_square(code: Code) -> bool:
    return len({box.y for box in code.boxes}) > 1
