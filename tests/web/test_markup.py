"""Every page in every state, in both languages, for everybody who may open it: no word against its HTML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.soak import SOAK
from tests.web.house import House, Phone
from tests.web.markup import findings
from tests.web.states import STATES, State, pages, walk

pytestmark = pytest.mark.timeout(600)
STRANGER = "stranger"
#: Who looks in which language when it has to be quick; in soak everybody does in both.
SAMPLE = {"en": ("host",), "fr": ("player", STRANGER)}


def opened(phone: Phone, path: str) -> str:
    """A page as it left the server, whatever its status."""
    answer = phone.get(path, headers={"Accept": "text/html"}, follow_redirects=True)
    assert answer.headers["content-type"].startswith("text/html"), path
    assert answer.status_code < 500, path
    return answer.text


def table_page(phone: Phone, state: State) -> str:
    """The table's page; where a form is refused in that state, with what it was answered."""
    if state.refused is not None:
        phone.send("/say", **state.refused)
    return opened(phone, "/")


def rendered(house: House, readers: Mapping[str, Phone]) -> dict[str, str]:
    """The table in every state and every other page, as each of them gets it; of strangers the other pages alone."""
    html: dict[str, str] = {}
    for name, state in walk(house):
        for who, phone in readers.items():
            if who != STRANGER or SOAK:
                html[f"the table in the state “{name}”, {who}"] = table_page(phone, state)
    for who, phone in readers.items():
        for path in [*pages(lambda path: opened(phone, path)), "/nosuch"]:  # noqa: B023 - called at once
            html[f"{path}, {who}"] = opened(phone, path)
    return html


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_of_anybody_has_a_fault_in_its_html(bench_house: House, tmp_path: Path, language: str) -> None:
    house = bench_house
    everybody = {"host": house.joined("Ann"), "player": house.joined("Ben"), "no seat": house.joined()}
    everybody[STRANGER] = house.phone("192.168.1.77")
    readers = everybody if SOAK else {who: everybody[who] for who in SAMPLE[language]}
    for phone in readers.values():
        phone.client.cookies.set("language", language)
        phone.client.headers["Accept-Language"] = language
    html = rendered(house, readers)
    refused = readers.get("host", everybody["host"]).send("/start", players="Ann")
    html["/start, refused"] = refused.text
    assert len(html) > len(STATES)
    assert findings(html, tmp_path) == {}
