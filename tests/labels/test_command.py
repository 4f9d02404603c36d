"""``uno-companion labels`` as it is typed: files, notes, and one sentence for whatever cannot be."""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
import sys
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

import companion as companion_package
from companion.braille import label_cells
from companion.cli import app
from companion.labels.choices import Form, What
from companion.labels.stock import stocks
from companion.labels.uses import USES
from companion.referee.decks import editions, load_deck, unshelve
from companion.referee.notation import LABEL_SETS
from companion.tags import CardTag, CommandWord, card_tag, read_tag
from companion.voice.errands.label_lines import badges, command_cards, print_note
from companion.voice.phrases import LANGUAGES, Phrases

OURS = """edition = "ours"
letter = "U"
serial = "Q7"
like = "extreme"
total = 108
[copies]
wild = 0
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path


def labels(*words: str) -> tuple[int, bytes, str]:
    ran = CliRunner().invoke(app, ["labels", *words])
    assert ran.exception is None or isinstance(ran.exception, SystemExit)
    return ran.exit_code, ran.stdout_bytes, ran.stderr


@cache
def made(*words: str) -> bytes:
    code, out, _ = labels(*words)
    assert code == 0
    return out


def listed(*words: str) -> list[dict[str, str]]:
    code, out, _ = labels(*words, "--format", "csv")
    assert code == 0
    return list(csv.DictReader(io.StringIO(out.decode("utf-8"))))


@pytest.mark.parametrize("edition", editions())
def test_the_list_has_tag_card_and_braille_of_every_card(here: Path, edition: str) -> None:
    deck, rows = load_deck(edition), listed("deck", edition)
    assert [row["card"] for row in rows] == list(map(str, [*deck.cards, *deck.dark_cards]))
    assert list(rows[0])[:3] == ["tag", "card", "label"]
    for row in rows:
        reading = read_tag(row["tag"])
        assert isinstance(reading, CardTag)
        assert str(reading.card) == row["card"]
        assert row["cells"] == label_cells(row["label"])


def test_commands_and_badges_are_listed(here: Path) -> None:
    assert [row["card"] for row in listed("commands")] == list(CommandWord)
    named = listed("players", "--set", "table.names=Ann,Ben")
    assert [row["print"] for row in named[:3]] == ["Ann · player 1", "Ben · player 2", "player 3"]


def test_two_decks_are_told_apart_by_their_serials(here: Path) -> None:
    assert listed("deck", "extreme", "--serial", "k2")[0]["tag"] == card_tag("X", "K2", 1)
    assert listed("deck", "extreme")[0]["tag"] == card_tag("X", "K1", 1)


def test_only_some_labels_are_printed_again(here: Path) -> None:
    rows = listed("deck", "flip", "--only", "3,111-112")
    assert [(row["number"], row["tag"][7]) for row in rows] == [
        (number, side) for side in "12" for number in ("3", "111", "112")
    ]


@pytest.mark.parametrize("form", ["csv", "brf", "pef", "pdf", "svg"])
@pytest.mark.parametrize("what", [["deck", "extreme", "--only", "1-9"], ["commands", "--only", "1-9"], ["players"]])
def test_every_form_goes_into_a_file_and_to_standard_output(here: Path, what: list[str], form: str) -> None:
    sheet = ["--stock", "a4-4x10"] if form in {"pdf", "svg"} else []
    code, out, _ = labels(*what, "--format", form, *sheet)
    assert code == 0
    code, told, _ = labels(*what, "--format", form, *sheet, "--out", f"labels.{form}")
    assert code == 0
    assert (here / f"labels.{form}").read_bytes() == out
    assert told.decode().startswith(f"labels.{form}: ")


def test_each_sheet_is_an_svg_of_its_own(here: Path) -> None:
    code, told, _ = labels("deck", "extreme", "--format", "svg", "--out", "x.svg")
    assert (code, sorted(path.name for path in here.glob("*.svg"))) == (0, ["x-1.svg", "x-2.svg", "x-3.svg"])
    assert told.decode().startswith("x-1.svg … x-3.svg: 112 labels (UNO Extreme, K1, own-en) on 3 sheets")


def test_an_own_deck_has_its_own_letter_and_serial(here: Path) -> None:
    (here / "ours.toml").write_text(OURS, encoding="utf-8")
    try:
        rows = listed("deck", "--deck", "ours.toml")
        assert (len(rows), rows[0]["tag"]) == (108, card_tag("U", "Q7", 1))
        code, _, error = labels("deck", "ours", "--deck", "ours.toml", "--serial", "K2")
        assert (code, error) == (2, "--serial K2: ours has Q7 in its file; leave it out\n")
    finally:
        unshelve("ours")


def test_braille_paper_line_ends_and_page_ends_are_as_the_embosser_wants(here: Path) -> None:
    _, out, _ = labels("deck", "braille", "--format", "brf")
    assert out.endswith(b"WI+D  WI+D\f")
    pages = out.split(b"\f")
    assert all(len(page.split(b"\r\n")) <= 25 for page in pages)
    assert max(len(line) for page in pages for line in page.split(b"\r\n")) <= 40
    braille = ["deck", "braille", "--format", "brf", "--page", "30x27", "--line-end", "lf"]
    _, out, _ = labels(*braille, "--page-end", "line-ff")
    assert out.endswith(b"WI+D\n\f")
    _, out, _ = labels(*braille, "--page-end", "lines")
    assert b"\f" not in out
    assert out.count(b"\n") % 27 == 0


# Notes


def test_where_the_tables_set_lacks_cards_ours_is_taken_and_told(here: Path) -> None:
    _, _, note = labels("deck", "extreme", "--format", "csv", "--locale", "fr")
    assert "the set mattel has no label for some cards of extreme, so own-fr is taken" in note
    assert "labels=own-fr" in note
    _, _, note = labels("deck", "braille", "--format", "csv")
    assert note == ""


def test_labels_of_flip_are_told_to_be_an_experiment(here: Path) -> None:
    _, _, note = labels("deck", "flip", "--set", "own-nl", "--format", "csv")
    assert note == "Braille: the labels of own-nl for flip are an experiment; readers have not tried them yet.\n"
    experimental = {row["card"]: row["experimental"] for row in listed("deck", "flip", "--set", "own-nl")}
    assert [experimental[card] for card in ("red-1", "pink-1", "red-flip", "wild")] == ["no", "yes", "yes", "no"]
    _, told, _ = labels("deck", "flip", "--set", "own-nl", "--format", "pef", "--out", "x.pef")
    assert b"experimental" in told


def test_labels_wider_than_a_card_are_told(here: Path) -> None:
    wide = ["deck", "extreme", "--stock", "a4-3x7", "--out", "x.pdf"]
    assert b"stick them lengthwise, or print them so with --turn" in labels(*wide)[1]
    assert b"--turn" not in labels(*wide, "--turn")[1]
    assert b"They are larger than a card" in labels("deck", "extreme", "--stock", "a4-2x7", "--out", "x.pdf")[1]
    for fits in ("a4-4x10", "a4-corner", "a4-cards", "letter-3x4"):
        told = labels("deck", "extreme", "--only", "1", "--stock", fits, "--out", "x.pdf")[1]
        assert told.endswith(b"Print at 100 %, not fitted to the page.\n"), fits


# What is asked for arrives on the paper


def places(*words: str) -> list[tuple[float, float]]:
    """Where the labels of a sheet begin."""
    code, out, _ = labels("deck", "extreme", "--format", "svg", *words)
    assert code == 0
    return [(float(x), float(y)) for x, y in re.findall(rb"translate\(([\d.]+) ([\d.]+)\)", out)]


def test_the_first_free_label_and_the_shift_are_kept(here: Path) -> None:
    third, fourth = list(stocks()["a4-3x7"].boxes())[2:4]
    sheet = ("--stock", "a4-3x7", "--only", "1-2", "--start", "3")
    assert places(*sheet) == [pytest.approx((third.x, third.y)), pytest.approx((fourth.x, fourth.y))]
    assert places(*sheet, "--shift-mm", "1x-0.5")[1] == pytest.approx((fourth.x + 1, fourth.y - 0.5))


def test_a_sheet_of_ones_own_begins_and_goes_on_where_it_was_told(here: Path) -> None:
    own = ("--only", "1-4", "--grid", "2x2", "--label-mm", "60x50", "--margin-mm", "12x20", "--gap-mm", "3x4")
    assert places(*own) == [(12, 20), (75, 20), (12, 74), (75, 74)]
    assert places(*own, "--paper", "letter") == [(12, 20), (75, 20), (12, 74), (75, 74)]
    assert b'width="215.9mm"' in labels("deck", "extreme", "--format", "svg", *own, "--paper", "letter")[1]


def test_edges_and_turned_labels_are_drawn_where_they_are_asked_for(here: Path) -> None:
    one = ("deck", "extreme", "--only", "1", "--stock", "a4-3x7", "--format", "svg")
    plain, outlined, turned = (labels(*one, *more)[1] for more in ([], ["--outline"], ["--turn"]))
    assert plain.count(b"<line") == 3, "the ruler alone"
    assert outlined.count(b"<line") > 3
    assert (plain.count(b"rotate(-90)"), turned.count(b"rotate(-90)")) == (0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_above_a_sheet_stands_what_it_is_in_the_tables_language(here: Path, language: str) -> None:
    phrases = Phrases(language)
    for what, heading in (("commands", command_cards()), ("players", badges())):
        sheet = labels(what, "--only", "1-9", "--locale", language, "--format", "svg")[1].decode()
        assert f">{phrases.text(print_note(1, 1))} {phrases.text(heading)}</text>" in sheet


def test_contracted_rules_are_shorter(here: Path) -> None:
    whole, contracted = (labels("rules", "extreme", "--grade", grade) for grade in "12")
    assert whole[0] == contracted[0] == 0
    assert 0 < len(contracted[1]) < len(whole[1])


@pytest.mark.parametrize("form", list(Form))
def test_the_files_name_says_its_form(here: Path, form: Form) -> None:
    badge = ["players", "--only", "1"]
    assert labels(*badge, "--out", f"badge.{form.upper()}")[0] == 0
    assert labels(*badge, "--format", form, "--out", "badge.txt")[0] == 0  # a name that says nothing
    assert (here / f"badge.{form.upper()}").read_bytes() == (here / "badge.txt").read_bytes()


def test_the_key_to_one_side_of_a_deck_is_a_part_of_the_whole(here: Path) -> None:
    whole, light, dark = (
        labels(
            "key", "flip", "--set", "own-en", "--page", "40x99", "--line-end", "lf", "--page-end", "line-ff", *side
        )[1].splitlines()
        for side in ([], ["--side", "light"], ["--side", "dark"])
    )
    assert light != dark
    assert set(light) | set(dark) == set(whole)
    assert len(light) + len(dark) > len(whole)  # both have the heading


_SHEET = ["--grid", "2x2", "--label-mm", "60x50"]
#: For each flag that has not a part in everything another value than the usual one, and what it needs beside it.
VALUES: dict[str, tuple[list[str], list[str]]] = {
    "--set": (["own-fr"], []),
    "--serial": (["K2"], []),
    "--side": (["light"], []),
    "--only": (["1"], []),
    "--grade": (["2"], []),
    "--page": (["20x10"], []),
    "--line-end": (["lf"], []),
    "--page-end": (["lines"], []),
    "--stock": (["a4-3x7"], []),
    "--grid": (["3x2"], _SHEET),
    "--label-mm": (["62x50"], _SHEET),
    "--paper": (["letter"], _SHEET),
    "--margin-mm": (["12x20"], _SHEET),
    "--gap-mm": (["3x4"], _SHEET),
    "--start": (["2"], []),
    "--shift-mm": (["1x1"], []),
    "--code": (["datamatrix"], ["--stock", "a4-2x7"]),
    "--turn": ([], []),
    "--outline": ([], ["--stock", "a4-3x7"]),
}
OF = {
    What.DECK: ["flip"],
    What.KEY: ["flip", "--set", "own-en"],
    What.RULES: ["flip"],
    What.PLAYERS: [],
}
#: Command cards go the way of badges, a PDF that of an SVG; prose is Braille.
CASES = [
    (what, form, flag)
    for what in OF
    for form in Form
    for flag in USES
    if form in {Form.BRF, Form.PEF}
    or (what not in {What.KEY, What.RULES} and (form is not Form.PDF or form not in USES[flag][1]))
]


def test_every_flag_of_the_command_is_known_to_have_a_part_in_something() -> None:
    ran = CliRunner().invoke(app, ["labels", "--help"], env={"COLUMNS": "200"})
    flags = set(re.findall(r"^ +(--[a-z-]+)", ran.output, re.MULTILINE))
    assert flags - {"--format", "--out", "--locale", "--deck", "--data", "--config", "--help"} == set(USES)
    assert set(VALUES) == set(USES)


@pytest.mark.parametrize(("what", "form", "flag"), CASES)
def test_a_flag_is_obeyed_or_refused(here: Path, what: What, form: Form, flag: str) -> None:
    (value, beside), plain = VALUES[flag], [what, *OF[what], "--format", form]
    if form in {Form.PDF, Form.SVG}:
        plain += ["--only", "1-2", *beside]
    elif what not in {What.KEY, What.RULES}:
        plain += ["--only", "1-10"]
    usual = made(*plain)
    code, asked, error = labels(*plain, flag, *value)
    if code:
        assert (code, asked) == (2, b"")
        assert error.startswith(f"{flag} has no part in ")
    else:
        assert asked != usual


# What cannot be


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("deck nope", "there is no deck 'nope'; there are: "),
        (
            "deck extreme --set mattel",
            "mattel has nothing for hit-two, discard-all, wild-extreme-hit of extreme; take",
        ),
        (
            "deck flip --set uk",
            "uk has nothing for pink, teal, orange, purple, draw-one, flip, wild-draw-",
        ),
        ("deck extreme --set foo", "--set foo: there is no such label set; there are: mattel, uk, own-en"),
        ("deck extreme --set table.colour=1", "table.colour"),
        ("deck braille --stock foo", "--stock foo: there is no such sheet; there are these, or use --grid:"),
        ("deck braille --grid 3x3 --label-mm 80x80", "3 columns need 240 mm, a4 has 210; take fewer or smaller"),
        ("deck braille --grid 3x3 --label-mm 40x17.5", "a label is at least 18 mm high"),
        ("deck braille --grid 3x3 --label-mm 20x60", "the Braille 'wi+4' in two corners needs a label of 24.5"),
        ("deck braille --grid 3x3", "--grid: say with --label-mm WIDTHxHEIGHT how large a label is"),
        ("deck braille --grid 3 --label-mm 60x60", "--grid 3: write it as ROWSxCOLUMNS, each from 1 to 50"),
        ("deck braille --label-mm 60x60", "--label-mm belongs to a sheet of your own: add --grid ROWSxCOLUMNS"),
        ("deck braille --grid 3x3 --stock a4-3x7 --label-mm 60x60", "two ways to say what the paper is like"),
        ("deck braille --stock a4-3x7 --start 22", "--start 22: a sheet has the labels 1 to 21"),
        ("deck braille --stock a4-corner --code code128", "a Code 128 of these tags needs labels"),
        ("deck braille --serial O0", "no serial; take two of the characters 0-9 and A-Z without I, L, O, U"),
        ("deck braille --side dark", "--side dark: braille has one side only; leave it out"),
        ("deck braille --only 5,109", "--only 109: the labels have the numbers 1 to 108"),
        ("deck braille --format brf --page 9x25", "two labels of 4 cells side by side need 10 cells, --page has 9"),
        ("rules braille --page 2x25", "text needs lines of 3 cells at least, --page has 2"),
        ("deck braille --shift-mm 30", "--shift-mm 30: write it as RIGHTxDOWN"),
        ("deck braille --shift-mm 500x0", "--shift-mm 500x0: neither may be more than 20 mm"),
        ("deck braille --shift-mm 0x-20.5", "--shift-mm 0x-20.5: neither may be less than -20 mm"),
        ("deck braille --grid 1x1 --label-mm 1e9x60", "--label-mm 1e9x60: write it as WIDTHxHEIGHT"),
        ("deck braille --grid 1x1 --label-mm 9999x60", "--label-mm 9999x60: neither may be more than 1000 mm"),
        ("commands extreme", "labels commands: extreme has no part in it; leave the edition out"),
        ("players --out nowhere/x.pdf", "--out nowhere/x.pdf: it cannot be written (No such file or directory)"),
        ("key extreme --format pdf", "labels key is Braille prose: --format brf or pef, not pdf"),
        ("key flip --set own-en --out key.pdf", "labels key is Braille prose: --format brf or pef, not pdf"),
        ("key extreme --side dark", "--side dark: extreme has one side only; leave it out"),
        ("deck braille --out x.svg --format pdf", "--out x.svg and --format pdf are two forms; leave --format out,"),
        ("commands --out x.BRF --format pef", "or write --out x.pef"),
        ("rules braille --out x.csv --format brf", "--out x.csv and --format brf are two forms"),
        ("deck braille --format svg", "that makes 3 files, a sheet each: name them with --out FILE.svg"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence_with_the_remedy(here: Path, words: str, told: str) -> None:
    code, out, error = labels(*words.split(" "))
    assert (code, out) == (1 if "nowhere" in words else 2, b"")
    assert told in error
    assert "Traceback" not in error
    assert list(here.glob("**/*.part")) == []


def test_without_what_draws_the_package_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    code, _, error = labels("players", "--out", "x.pdf")
    assert (code, "make setup" in error, "pip install" in error) == (2, True, True)
    assert len(error.splitlines()) == 1


def test_without_liblouis_the_key_says_what_to_install(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(here))
    code, _, error = labels("rules", "extreme")
    assert (code, error) == (
        2,
        "Braille prose needs liblouis, which is not installed: sudo apt install liblouis-bin\n",
    )


def test_a_pdf_does_not_go_to_a_screen(here: Path) -> None:
    ours, screen = os.openpty()
    command = [sys.executable, "-m", "companion", "labels", "players"]
    try:
        ran = subprocess.run(command, stdout=screen, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    finally:
        os.close(screen)
        os.close(ours)
    assert (ran.returncode, ran.stderr) == (2, "a PDF does not go to a screen: name a file with --out FILE.pdf\n")


def test_nothing_that_draws_is_read_when_the_program_starts() -> None:
    script = "import sys, companion.cli; print(sorted({'reportlab', 'zxingcpp', 'PIL'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "[]\n"


# The guide


GUIDE = (Path(companion_package.__file__).parent / "guides" / "labels.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", re.findall(r"(?m)^uno-companion labels (.+)$", GUIDE))
def test_every_command_of_the_guide_works(here: Path, command: str) -> None:
    code, _, error = labels(*command.split())
    assert code == 0, error


def test_the_guide_names_every_sheet_option_and_kind_of_label() -> None:
    assert set(re.findall(r"`((?:a4|letter)-[\w]+)`", GUIDE)) == set(stocks())
    assert all(f"labels {what}" in GUIDE for what in What)
    helped = CliRunner().invoke(app, ["labels", "--help"]).stdout
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", helped)) - {"--help", "--data", "--config", "--locale"}
    assert "--margin-mm" in options
    assert {option for option in options if option not in GUIDE} == set()


def test_label_sets_and_stocks_are_part_of_the_package() -> None:
    assert (resources.files("companion.labels") / "stocks.toml").is_file()
    for name in LABEL_SETS:
        assert (resources.files("companion") / "label_sets" / f"{name}.toml").is_file()
