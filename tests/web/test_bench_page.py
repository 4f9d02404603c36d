"""The bench's page: what hands would touch, in the reader's language."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.locales import PAGE_LOCALES
from companion.web.language import page_words
from companion.web.views.bench_words import fault_words, pins_in_words
from firmware_bridge.pin_map import LINES
from firmware_bridge.simulator.faults import KNOWN
from tests.web.house import House


@pytest.mark.parametrize("locale", PAGE_LOCALES)
def test_every_pin_and_every_fault_is_told_in_words(locale: str) -> None:
    words = page_words(locale)
    told = pins_in_words(({"name": name, "state": 0} for name in LINES), words)
    assert len({pin["words"] for pin in told}) == len(LINES)
    assert not [pin for pin in told if pin["words"] == pin["name"]]
    faults = dict(fault_words(words))
    assert set(faults) - {"hopper:0", "hopper:5"} == set(KNOWN)
    assert not set(faults) & set(faults.values())


def test_the_bench_speaks_the_readers_language_and_keeps_the_names_that_programs_use(bench_house: House) -> None:
    html = unescape(bench_house.phone("127.0.0.1", {"accept-language": "fr"}).get("/bench").text)
    assert '<option value="jam">Une carte se coince à la sortie</option>' in html
    assert '<option value="undo">Annuler</option>' in html
    assert re.search(r"La lampe «\u00a0rouge\u00a0» est allumée <code[^>]*>lamp_red</code>", html)
