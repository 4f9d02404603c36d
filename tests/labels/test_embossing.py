"""BRF and PEF: read back to the same dots, in pages as the embosser wants them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.braille import label_cells, label_of, label_set
from companion.labels import liblouis
from companion.labels.brf import brf
from companion.labels.cells import BLANK, dots, from_ascii, spelled, to_ascii
from companion.labels.choices import LineEnd, PageEnd
from companion.labels.errors import LabelError
from companion.labels.liblouis import in_braille
from companion.labels.pages import BraillePaper, Page, label_pages, text_pages
from companion.labels.pef import DUBLIN_CORE, PEF, pef
from companion.labels.prose import key, rules
from companion.referee.cards import Side
from companion.referee.decks import editions, load_deck
from companion.referee.notation import LABEL_SETS
from companion.tags import CommandWord
from companion.voice.errands.label_lines import experimental_labels
from companion.voice.phrases import LANGUAGES, Phrases
from tests.labels.rendering import deck_labels

#: North American Braille ASCII by dots, as liblouis' en-us-brf.dis has it.
NABCC = """A 1,B 12,C 14,D 145,E 15,F 124,G 1245,H 125,I 24,J 245,K 13,L 123,M 134,N 1345,O 135,P 1234,Q 12345,R 1235,
S 234,T 2345,U 136,V 1236,W 2456,X 1346,Y 13456,Z 1356,1 2,2 23,3 25,4 256,5 26,6 235,7 2356,8 236,9 35,0 356,
' 3,@ 4," 5,* 16,/ 34,- 36,^ 45,. 46,; 56,< 126,% 146,: 156,[ 246,> 345,+ 346,_ 456,$ 1246,\\ 1256,? 1456,! 2346,
# 3456,& 12346,( 12356,] 12456,) 23456,= 123456"""

CELLS = st.text(st.sampled_from([chr(0x2800 + mask) for mask in range(64)]), min_size=1, max_size=12).filter(
    lambda cells: not cells.endswith(BLANK) and not cells.startswith(BLANK)
)
PAPERS = st.builds(BraillePaper, st.integers(30, 45), st.integers(5, 30))


def test_braille_ascii_is_that_of_north_america() -> None:
    table = dict(entry.split(" ") for entry in re.split(r",\n?(?=. )", NABCC))
    assert len(table) == 62
    for char, raised in [*table.items(), (",", "6"), (" ", "")]:
        assert "".join(map(str, dots(from_ascii(char)))) == raised
        assert to_ascii(from_ascii(char)) == char


def read_brf(file: bytes, paper: BraillePaper, line_end: str, page_end: PageEnd) -> list[list[str]]:
    """Pages of lines as an embosser that wants just these ends makes them."""
    text, end = file.decode("ascii"), {"crlf": "\r\n", "lf": "\n"}[line_end]
    if page_end is PageEnd.LINES:
        lines = text.split(end)
        assert lines.pop() == ""
        assert len(lines) % paper.lines == 0
        pages = [lines[at : at + paper.lines] for at in range(0, len(lines), paper.lines)]
    else:
        pages = [page.split(end) for page in text.split("\f")]
        assert pages.pop() == [""]
        if page_end is PageEnd.LINE_FF:
            assert all(page.pop() == "" for page in pages)
    for page in pages:
        assert len(page) <= paper.lines
        assert all(len(line) <= paper.cells for line in page)
    return [[from_ascii(line) for line in page] for page in pages]


def read_pef(file: bytes) -> list[list[str]]:
    """Pages of rows, checked by the rules of PEF 1.0."""
    root = ElementTree.fromstring(file)
    named = f"{{{PEF}}}"
    assert (root.tag, root.get("version")) == (f"{named}pef", "2008-1")
    head, body = root
    assert (head.tag, body.tag) == (f"{named}head", f"{named}body")
    (meta,) = head
    assert meta.tag == f"{named}meta"
    facts = [(element.tag.removeprefix(f"{{{DUBLIN_CORE}}}"), element.text) for element in meta]
    assert [text for name, text in facts if name == "format"] == ["application/x-pef+xml"]
    assert len([text for name, text in facts if name == "identifier" and text]) == 1
    pages: list[list[str]] = []
    for volume in body:
        assert volume.tag == f"{named}volume"
        assert set(volume.attrib) == {"cols", "rows", "rowgap", "duplex"}
        cols, rows = int(volume.attrib["cols"]), int(volume.attrib["rows"])
        assert (volume.get("rowgap"), volume.get("duplex")) == ("0", "false")
        for section in volume:
            assert section.tag == f"{named}section"
            for page in section:
                assert page.tag == f"{named}page"
                assert len(page) <= rows
                assert all(row.tag == f"{named}row" and not len(row) and not row.attrib for row in page)
                lines = [row.text or "" for row in page]
                assert all(re.fullmatch("[\u2800-\u28ff]*", line) and len(line) <= cols for line in lines)
                pages.append(lines)
    assert pages
    return pages


def padded(pages: list[Page], paper: BraillePaper, page_end: PageEnd) -> list[list[str]]:
    filled = paper.lines if page_end is PageEnd.LINES else 0
    return [[*page, *[""] * (filled - len(page))] for page in pages]


@given(st.lists(CELLS, min_size=1, max_size=120), PAPERS, st.sampled_from(LineEnd), st.sampled_from(PageEnd))
def test_whatever_is_embossed_reads_back_to_the_same_dots(
    labels: list[str], paper: BraillePaper, line_end: LineEnd, page_end: PageEnd
) -> None:
    pages = label_pages(labels, paper)
    file = brf(pages, paper, line_end, page_end)
    assert read_brf(file, paper, line_end, page_end) == padded(pages, paper, page_end)
    assert read_pef(pef(pages, paper, "labels", "labels", "en")) == [list(page) for page in pages]


@pytest.mark.parametrize("name", LABEL_SETS)
def test_each_label_of_a_deck_comes_twice_in_the_order_of_the_cards(name: str) -> None:
    paper = BraillePaper()
    cells = [label.cells for label in deck_labels("braille", name, every=1)]
    pages = read_brf(brf(label_pages(cells, paper), paper, LineEnd.CRLF, PageEnd.FF), paper, "crlf", PageEnd.FF)
    embossed = [label for page in pages for line in page for label in line.split(BLANK) if label]
    assert embossed == [label for label in cells for _ in range(2)]


def test_labels_lie_apart_so_that_they_can_be_cut_out() -> None:
    for page in label_pages([label.cells for label in deck_labels("extreme")], BraillePaper()):
        assert all(not line for line in page[1::2])
        for line in page:
            assert all(len(gap) >= 2 for gap in re.findall(f"{BLANK}+", line))


def test_paper_that_is_too_narrow_for_two_labels_is_told() -> None:
    with pytest.raises(LabelError, match="need 18 cells, --page has 12"):
        label_pages(["⠿" * 8], BraillePaper(12, 25))


@pytest.mark.parametrize("cells", [1, 2])
def test_paper_that_is_too_narrow_for_text_is_told(cells: int) -> None:
    with pytest.raises(LabelError, match=f"lines of 3 cells at least, --page has {cells}"):
        text_pages(["⠿" * 8], BraillePaper(cells, 25))


def test_the_narrowest_paper_that_is_taken_holds_the_whole_text() -> None:
    (page,) = text_pages(["⠿⠟⠗⠎⠞"], BraillePaper(3, 25))
    assert "".join(line.strip(BLANK) for line in page) == "⠿⠟⠗⠎⠞"


@given(st.lists(st.lists(CELLS, min_size=1, max_size=30).map(BLANK.join), min_size=1, max_size=30), PAPERS)
def test_text_keeps_every_word_in_order_and_no_line_is_too_long(paragraphs: list[str], paper: BraillePaper) -> None:
    pages = text_pages(paragraphs, paper)
    assert all(len(page) <= paper.lines for page in pages)
    assert all(len(line) <= paper.cells for page in pages for line in page)
    words = [word for page in pages for line in page for word in line.split(BLANK) if word]
    assert words == [word for paragraph in paragraphs for word in paragraph.split(BLANK) if word]


@pytest.mark.parametrize(("language", "grade"), list(product(LANGUAGES, (1, 2))))
@pytest.mark.parametrize("edition", editions())
def test_rules_and_key_are_embossed_in_each_language(edition: str, language: str, grade: int) -> None:
    deck, paper = load_deck(edition), BraillePaper(32, 22)

    def translated(texts: Sequence[str]) -> list[str]:
        return in_braille(texts, language, grade)

    told = rules(deck, Phrases(language), translated)
    keyed = key(deck, f"own-{language}", Phrases(language), translated, list(deck.colours))
    for paragraphs in (told, keyed):
        pages = text_pages(paragraphs, paper)
        file = brf(pages, paper, LineEnd.LF, PageEnd.LINES)
        assert read_brf(file, paper, "lf", PageEnd.LINES) == padded(pages, paper, PageEnd.LINES)
        assert read_pef(pef(pages, paper, "prose", "prose", language)) == [list(page) for page in pages]


@given(st.lists(CELLS, min_size=30, max_size=60), PAPERS)
def test_of_several_pages_each_has_its_number_above_it_at_the_right(words: list[str], paper: BraillePaper) -> None:
    paper = replace(paper, lines=max(2, paper.lines), cells=max(8, paper.cells))
    digits = str.maketrans("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚")
    pages = text_pages(words, paper, lambda texts: [f"⠼{text.translate(digits)}" for text in texts])
    alone = text_pages(words, paper)
    if len(alone) == 1:
        assert pages == alone
        return
    for number, page in enumerate(pages, 1):
        assert page[0] == f"⠼{str(number).translate(digits)}".rjust(paper.cells, BLANK)
        assert len(page) <= paper.lines
    told = [word for page in pages for line in page[1:] for word in line.split(BLANK) if word]
    assert told == [word for page in alone for line in page for word in line.split(BLANK) if word]


@pytest.mark.parametrize(("language", "ends"), [("en", ["#A", "#B"]), ("fr", [",*", ",<"])])
def test_the_pages_of_the_rules_are_numbered_as_the_language_writes_figures(language: str, ends: list[str]) -> None:
    told = rules(load_deck("extreme"), Phrases(language), lambda texts: in_braille(texts, language, 1))
    pages = text_pages(told, BraillePaper(), lambda texts: in_braille(texts, language, 1))
    tops = [
        page.splitlines()[0] for page in brf(pages, BraillePaper(), LineEnd.LF, PageEnd.FF).decode().split("\f")[:2]
    ]
    assert [top.strip() for top in tops] == ends
    assert {len(top) for top in tops} == {40}


def test_the_key_shows_each_label_as_it_is_on_the_cards() -> None:
    lines = key(load_deck("extreme"), "own-en", Phrases("en"), lambda texts: in_braille(texts, "en", 1), [Side.LIGHT])
    assert "⠗⠎⠅⠀⠀⠗⠑⠙⠀⠎⠅⠊⠏" in lines
    assert "⠗⠑⠀⠀⠗⠑⠙⠀⠼⠑" in lines
    assert "⠺⠊⠀⠀⠺⠊⠇⠙" in lines


@pytest.mark.parametrize("edition", editions())
def test_the_key_has_every_colour_action_and_wild_of_both_sides(edition: str) -> None:
    deck, phrases = load_deck(edition), Phrases("en")
    lines = key(deck, "own-en", phrases, list, list(deck.colours))
    for side, colours in deck.colours.items():
        assert (phrases.name(side) in lines) is deck.two_sided
        for colour in colours:
            assert f"{label_cells(label_set('own-en').colours[colour])}{BLANK * 2}{phrases.name(colour)}" in lines
        for card in (card for card, face in deck.faces.items() if face.side is side and not card.is_number):
            if card.is_wild or card.colour is colours[0]:
                label = label_cells(label_of(card, "own-en") or "")
                assert f"{label}{BLANK * 2}{phrases.name(card, edition)}" in lines
    assert (phrases.text(experimental_labels()) in lines) is (edition == "flip")


def test_french_rules_have_french_figures() -> None:
    told = rules(load_deck("braille"), Phrases("fr"), lambda texts: in_braille(texts, "fr", 1))
    assert any("⠠⠱⠼⠼" in paragraph for paragraph in told), "500"


@pytest.mark.parametrize("language", LANGUAGES)
def test_liblouis_spells_the_words_of_command_cards_as_we_do(language: str) -> None:
    words = [Phrases(language).command_card(word)[1].casefold() for word in CommandWord]
    assert in_braille(words, language, 1) == [spelled(word, language) for word in words]


def test_without_liblouis_there_is_a_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(LabelError, match=r"not installed: sudo apt install liblouis-bin$"):
        in_braille(["red"], "en", 1)


def test_a_liblouis_without_its_tables_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(liblouis.TABLES, "en", {1: "nowhere.ctb"})
    with pytest.raises(LabelError, match="liblouis-data"):
        in_braille(["red"], "en", 1)


def test_a_liblouis_that_gives_print_back_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "lou_translate"
    program.write_text("#!/bin/sh\nexec /bin/cat\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LabelError, match="liblouis-data"):
        in_braille(["red"], "en", 1)
