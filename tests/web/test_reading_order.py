"""Names that are written from right to left, and names that are one long word, push nothing else out of place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.web.reading_order import in_order
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough
from tests.web.test_pages import followed

SARA = "שרה"
ISOLATED = f"\u2068{SARA}\u2069"
GAME = f"game classic players={SARA},Ann"
PAGES = ("/", "/join", "/rounds", "/games", "/games/1", "/phones", "/start", "/correct", "/screen", "/hand", "/names")
_LINE = re.compile('<span id="line".*?</span>')  # for Braille, where a sign that isolates would be a cell
#: What is between tags, or named by a label.
_SHOWN = re.compile(r'>([^<>]*)<|aria-label="([^"]*)"')


def _bare(html: str) -> list[str]:
    """Texts in which the name stands beside other words without being isolated from them."""
    texts = ["".join(found) for found in _SHOWN.findall(html)]
    return [text for text in texts if SARA in text.replace(ISOLATED, "") and text.strip() != SARA]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (f"{SARA}, 3 cards.", f"{ISOLATED}, 3 cards."),
        (f"{ISOLATED} 3", f"{ISOLATED} 3"),
        (f"{SARA} כהן: 12, Ann: 5", f"\u2068{SARA} כהן\u2069: 12, Ann: 5"),
        ("Ann: 5", "Ann: 5"),
    ],
)
def test_a_sentence_keeps_a_number_on_the_side_of_a_name_where_it_was_written(said: str, read: str) -> None:
    assert in_order(said) == read


def test_no_page_lets_a_name_from_right_to_left_pull_what_stands_beside_it(house: House) -> None:
    host = house.phone()
    host.join(SARA)
    house.says(GAME, "top green-7", f"{SARA} plays wild-draw-four as red", "Ann accepts", "set count Ann 1")
    house.announce(f"{SARA}, 3 cards.")
    pages = {path: host.get(path).text for path in PAGES}
    row = [SARA, "Ann"]
    for do in ("review", "draw"):
        pages[do] = host.request("POST", "/start", data={"player": row, "edition": "classic", "do": do}).text
    pages["twice"] = host.request("POST", "/start", data={"player": [SARA, SARA], "do": "review"}).text
    pages["sound"] = followed(host, host.send("/names", name=SARA, like="Sara", do="keep"))
    for path, html in pages.items():
        assert SARA in html, path
        assert _bare(_LINE.sub("", html)) == [], path


def test_the_short_line_keeps_a_name_from_right_to_left_in_its_place_and_spends_no_cell_on_it(
    house: House, visit: Visit
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    line, names = page.locator("#line"), page.locator("#line bdi")
    expect(line).to_have_text(f"g7 {SARA}> {SARA}7 ann7")
    expect(names).to_have_text([SARA, SARA])
    house.says(f"{SARA} plays green-5")
    expect(line).to_have_text(f"g5 ann> ann7 {SARA}6")
    expect(names).to_have_text([SARA])


def test_what_a_form_sends_is_the_name_as_it_is(house: House) -> None:
    host = house.phone()
    host.join(SARA)
    house.says(GAME)
    for path in ("/", "/start", "/join"):
        assert not re.search(r'value="[^"]*\u2068', host.get(path).text), path


@pytest.mark.parametrize("path", ["/", "/join", "/rounds", "/start"])
def test_a_name_that_is_one_long_word_makes_no_page_scroll_sideways(house: House, visit: Visit, path: str) -> None:
    name = "W" * 40
    house.says(f"game classic players={name},Ann", "top green-7")
    assert narrow_enough(visit(path, name, viewport={"width": 320, "height": 640}))
