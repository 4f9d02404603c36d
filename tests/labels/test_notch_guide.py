"""The sheet that shows where label and notch go: at full size, in the table's language, clear of the dispenser."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.labels.choices import Paper
from companion.labels.marks import Line, Shape, Sheet, Words
from companion.labels.notch_guide import (
    CARD_MM,
    LANE_MM,
    NOTCH_AT_MM,
    NOTCH_WIDE_MM,
    NotchWords,
    notch_guide,
)
from companion.labels.stock import stock
from companion.voice.errands.label_lines import notch_steps
from companion.voice.phrases import Phrases

WORDS = NotchWords("heading", "keep this free, please", "label", [f"step {number}" for number in range(5)])


@pytest.fixture(params=Paper)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return notch_guide(request.param, WORDS)


def cards(sheet: Sheet) -> list[Shape]:
    return [mark for mark in sheet.marks if isinstance(mark, Shape)]


def test_both_cards_have_the_size_of_a_card_and_lie_on_the_paper(sheet: Sheet) -> None:
    assert len(cards(sheet)) == 2
    for shape in cards(sheet):
        (polygon,) = shape.polygons
        across, down = zip(*polygon, strict=True)
        assert (max(across) - min(across), max(down) - min(down)) == pytest.approx(CARD_MM)
        assert 10 < min(across) < max(across) < sheet.width - 10


def test_everything_is_on_the_paper_and_nothing_below_covers_a_card(sheet: Sheet) -> None:
    bottom = max(y for shape in cards(sheet) for _, y in shape.polygons[0])
    words = [mark for mark in sheet.marks if isinstance(mark, Words)]
    assert all(0 < word.y < sheet.height - 10 for word in words)
    assert {word.text for word in words if word.y > bottom} == set(WORDS.steps)


def test_the_places_have_the_size_of_the_labels_and_keep_off_the_strip(sheet: Sheet) -> None:
    """The label across lies wholly above it; of the corner stickers each touches one side's end of it at most."""
    lines = [mark for mark in sheet.marks if isinstance(mark, Line)]
    (left, right) = (min(x for x, _ in shape.polygons[0]) for shape in cards(sheet))
    wide, high = stock("a4-4x10").label
    tall = {
        round(line.to_y - line.y, 3)
        for line in lines
        if line.x == line.to_x and line.y > 20 and left < line.x < left + CARD_MM[0]
    }
    assert tall == {high}
    long, short = stock("a4-corner").label
    flat = [line for line in lines if line.y == line.to_y and line.x > right and line.to_x < right + CARD_MM[0]]
    assert {round(line.to_x - line.x, 3) for line in flat} == {short}
    assert long + 1 < LANE_MM[0]
    assert high < LANE_MM[0]
    assert wide < CARD_MM[0]


def test_the_notch_is_clear_of_roller_and_gate() -> None:
    assert LANE_MM[0] > NOTCH_AT_MM + NOTCH_WIDE_MM / 2
    assert NOTCH_AT_MM - NOTCH_WIDE_MM / 2 > 8  # the gate looks 5 mm into a card


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_the_command_prints_it_in_the_tables_language(locale: str, form: str, tmp_path: Path) -> None:
    file = tmp_path / f"notch.{form}"
    ran = CliRunner().invoke(
        app, ["labels", "notch", "--locale", locale, "--out", str(file), "--data", str(tmp_path)]
    )
    assert ran.exit_code == 0, ran.output
    assert "Print at 100 %" in ran.output
    if form == "pdf":
        assert file.read_bytes().startswith(b"%PDF")
        return
    texts = [text.text for text in ElementTree.fromstring(file.read_text(encoding="utf-8")).iter() if text.text]
    assert "\u202f" not in "".join(texts)  # the typeface has no such space
    for step in notch_steps():
        assert Phrases(locale).text(step).replace("\u202f", "\u00a0") in texts


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--format", "csv"], "labels notch is a drawing: --format pdf or svg, not csv"),
        (["--only", "3"], "--only has no part in labels notch; leave it out"),
        (["extreme"], "labels notch: extreme has no part in it; leave the edition out"),
    ],
)
def test_what_has_no_part_in_it_is_refused_in_a_sentence(given: list[str], sentence: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["labels", "notch", *given, "--data", str(tmp_path)])
    assert ran.exit_code == 2
    assert sentence in ran.stderr
