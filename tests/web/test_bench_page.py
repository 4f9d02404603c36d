"""The bench's page: what hands would touch, in the reader's language, on a narrow phone with large letters too."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Browser

from companion.locales import PAGE_LOCALES
from companion.web.language import page_words
from companion.web.views.bench_words import fault_words, pins_in_words
from firmware_bridge.pin_map import LINES
from firmware_bridge.simulator.faults import check_fault
from tests.web.house import House
from tests.web.looks import narrow_enough, problems, too_small
from tests.web.ways_to_look import LOOKS, cut_off


@pytest.mark.parametrize("locale", PAGE_LOCALES)
def test_every_pin_and_every_fault_is_told_in_words(locale: str) -> None:
    words = page_words(locale)
    told = pins_in_words(({"name": name, "state": 0} for name in LINES), words)
    assert len({pin["words"] for pin in told}) == len(LINES)
    assert not [pin for pin in told if pin["words"] == pin["name"]]
    for name, sentence in fault_words(words):
        check_fault(name)
        assert sentence != name


def test_the_bench_speaks_the_readers_language_and_keeps_the_names_that_programs_use(bench_house: House) -> None:
    html = unescape(bench_house.phone("127.0.0.1", {"accept-language": "fr"}).get("/bench").text)
    assert '<option value="jam">Une carte se coince à la sortie</option>' in html
    assert '<option value="undo">Annuler</option>' in html
    assert re.search(r"La lampe «\u00a0rouge\u00a0» est allumée <code[^>]*>lamp_red</code>", html)


def test_the_bench_is_clean_in_every_look(bench_house: House, browser: Browser) -> None:
    bench_house.serve()
    page = browser.new_page(base_url=bench_house.url.replace("localhost", "127.0.0.1"))
    page.goto("/bench")
    found = []
    for name, look in LOOKS.items():
        look.at(page)
        found += [f"{name}: {fault}" for fault in (*problems(page), *too_small(page), *cut_off(page))]
        if not narrow_enough(page):
            found.append(f"{name}: it must be scrolled sideways")
    assert not found, "\n".join(found)
    page.close()
