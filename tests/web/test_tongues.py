"""A table that speaks what the page is not written in: the phone still reads out its reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.house import House, opened
from tests.web.live_page import LISTEN, live, quiet, told, until
from tests.web.looks import Visit
from tests.web.test_browser import GAME


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """One that speaks Dutch and French."""
    yield from opened(tmp_path, locales=("nl", "fr"))


@pytest.mark.parametrize(
    ("locale", "page_is", "read_out"),
    [
        ("nl", "fr", ["polite: Ann: rode 3.", "polite: The button sees nothing."]),
        ("fr", "fr", ["polite: Ann : 3 rouge.", "polite: The button sees nothing."]),
    ],
)
def test_a_phone_reads_out_its_language_of_the_table_and_the_english_that_stands_in(
    house: House, visit: Visit, locale: str, page_is: str, read_out: list[str]
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ben", locale=locale)
    live(page)
    expect(page.locator("html")).to_have_attribute("lang", page_is)
    page.locator("#announce-all").check()
    for text, spoken in (("Klaar.", "nl"), ("Prêt.", "fr")):  # the first that comes is read out, whichever it is
        house.announce(text, locale=spoken)
    expect(page.locator("#log")).to_contain_text("Prêt.")
    quiet(page)
    page.evaluate(LISTEN)
    house.announce("The button sees nothing.", locale="en")
    until(page, "window.told.length > 0 && announce.quiet()")
    for text, spoken in (("Ann: rode 3.", "nl"), ("Ann : 3 rouge.", "fr")):
        house.announce(text, locale=spoken)
    until(page, "window.told.join().includes('3') && announce.quiet()")
    assert sorted(told(page)) == sorted(read_out)
    expect(page.locator("#log li[lang=nl]").last).to_have_text("Ann: rode 3.")
