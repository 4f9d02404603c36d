"""A whole match on the page of the real service: by taps, by keys alone, with scripts off, and on two phones at once.

Each ends as the same game does when it is replayed, and after each statement every phone shows what it would show if
it were loaded anew.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.scenario import Expectation, Statement, Step, read_file
from tests.live_table import COMMAND, LiveTable
from tests.web.hands import Fingers, Keys, Player

pytestmark = pytest.mark.timeout(600)
Take = Callable[..., Player]
CLASSIC = Path(__file__).parent / "matches" / "classic.table"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    with LiveTable(tmp_path / "data") as table:
        yield table


@pytest.fixture
def take_phone(browser: Browser, table: LiveTable) -> Iterator[Take]:
    """A phone is taken in hand, and has joined with that name."""
    contexts = []

    def take(name: str, *, keys: bool = False, scripts: bool = True) -> Player:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en", java_script_enabled=scripts, base_url=table.url
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        player = Player(page, Keys(page) if keys else Fingers())
        player.join(table.url, table.pin, name)
        return player

    yield take
    for context in contexts:
        context.close()


def replayed(path: Path) -> dict[str, Any]:
    """How the table stands when the file has been replayed."""
    ran = subprocess.run([*COMMAND, "replay", "--json", str(path)], capture_output=True, text=True, check=True)
    last = [line for line in ran.stdout.splitlines() if line.startswith("{")][-1]
    state: dict[str, Any] = json.loads(last)["state"]
    return state


def taken(steps: list[Step]) -> Iterator[tuple[Statement, bool]]:
    """The statements, and whether each is accepted."""
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if isinstance(step, Statement):
            yield step, not (isinstance(after, Expectation) and after.expects_refusal)


def outcome(state: Mapping[str, Any]) -> dict[str, Any]:
    """What a match came to."""
    return {
        "scores": {player["name"]: player["score"] for player in state["players"]},
        "winner": state["winner"],
        "phase": state["phase"],
        "round": state["round"],
    }


def words_of(html: str, element: str) -> str:
    """What stands in the first element of that kind."""
    found = re.search(rf"<{element}\b.*?</{element}>", html, re.DOTALL)
    assert found is not None, element
    return unescape(re.sub(r"<[^>]*>", "", found[0]))


def shows_how_it_stands(page: Page) -> None:
    """The page says what the same page says when it is loaded anew."""
    fresh = page.request.get("/").text()
    expect(page.get_by_role("heading", level=1)).to_have_text(words_of(fresh, "h1"))
    expect(page.get_by_role("table").first).to_have_text(words_of(fresh, "table"))


def answered_on(page: Page) -> str:
    """What the page says of the last statement, for whoever reads the failure."""
    return page.locator("main").inner_text()[:300]


def play(table: LiveTable, phones: Mapping[str, Player], steps: list[Step]) -> None:
    """Everybody with a phone says their own statements on it, the host those of all others."""
    host = next(iter(phones.values()))
    for statement, accepted in taken(steps):
        before = table.state()["version"]
        acts = phones.get(getattr(statement.command, "player", ""), host)
        with acts.page.expect_response(lambda answer: answer.request.method == "POST"):
            acts.say(statement.command, statement.text)
        assert table.state()["version"] == before + accepted, (statement.text, answered_on(acts.page))
        for player in phones.values():
            shows_how_it_stands(player.page)


def ends_as_replayed(table: LiveTable, path: Path, *pages: Page) -> None:
    """The match came to what its replay comes to, and every phone says so."""
    expected = outcome(replayed(path))
    assert outcome(table.state()) == expected
    assert expected["phase"] == "game-over"
    for page in pages:
        expect(page.get_by_role("heading", level=1)).to_contain_text(expected["winner"])
        for name, score in expected["scores"].items():
            row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True)).first
            expect(row.get_by_role("cell", name=str(score), exact=True)).to_be_visible()


def test_a_match_is_played_by_taps(table: LiveTable, take_phone: Take) -> None:
    ann = take_phone("Ann")
    play(table, {"Ann": ann}, read_file(CLASSIC))
    ends_as_replayed(table, CLASSIC, ann.page)


def test_a_match_is_played_by_keyboard_only(table: LiveTable, take_phone: Take) -> None:
    ann = take_phone("Ann", keys=True)
    play(table, {"Ann": ann}, read_file(CLASSIC))
    ends_as_replayed(table, CLASSIC, ann.page)


def test_a_match_is_played_with_scripts_off(table: LiveTable, take_phone: Take) -> None:
    ann = take_phone("Ann", scripts=False)
    play(table, {"Ann": ann}, read_file(CLASSIC))
    ends_as_replayed(table, CLASSIC, ann.page)


def test_a_match_is_played_on_two_phones_at_once(table: LiveTable, take_phone: Take) -> None:
    phones = {name: take_phone(name) for name in ("Ann", "Ben")}
    play(table, phones, read_file(CLASSIC))
    ends_as_replayed(table, CLASSIC, *(player.page for player in phones.values()))
