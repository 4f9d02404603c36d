"""What leaves as CSV is opened in a spreadsheet by somebody who was sent it."""

from __future__ import annotations

import csv
import io

import pytest

from companion.labels.content import Label
from companion.labels.listing import listing
from companion.spreadsheet import as_csv


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_is_taken_for_a_formula(begins: str) -> None:
    name = f'{begins}HYPERLINK("http://example.org")'
    assert _rows(as_csv(("name", "points"), [(name, -5)])) == [["name", "points"], [f"'{name}", "-5"]]


def test_whatever_else_a_cell_holds_stays_as_it_is() -> None:
    cells = ["", "Ann", "1+1", "wi+4", "a,b", 'say "UNO"', "⠗⠼⠛"]
    assert _rows(as_csv(cells, [cells])) == [cells, cells]


def test_a_badge_for_a_player_called_like_a_formula_is_listed_as_text() -> None:
    label = Label(1, "TB1K", "=2+3", "-a", "⠁", "@SUM(A1)", ("Ann",))
    assert _rows(listing([label]).decode())[1] == ["TB1K", "'=2+3", "'-a", "⠁", "'@SUM(A1) · Ann", "1", "no"]
