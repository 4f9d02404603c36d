"""What a screen reader is told of a round is what was said at the table: each sentence once, none twice, none lost.

At the real service, by the words of the real voice; listened to at every live region that the page has, and once more
through a virtual screen reader.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from companion.games.scenario import Statement, read_file
from tests.live_table import LiveTable
from tests.npm import tool
from tests.web.hands import Fingers, Player

pytestmark = pytest.mark.timeout(600)
ROUND = Path(__file__).parent / "matches" / "classic.table"
PATIENCE_MS = 30_000
PAUSE_MS = 1_000  # between two announcements of the page
#: Notes every change of every live region; what makes the same words different again is heard by nobody.
LISTEN = """
window.heard = [];
const live = "[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]";
for (const region of document.querySelectorAll(live)) {
  new MutationObserver(() => window.heard.push(region.textContent.replaceAll("\\u200b", "").trim()))
    .observe(region, { childList: true, characterData: true, subtree: true });
}
"""
#: The phrases of the virtual screen reader. It speaks a region's words again where the region's language is set too;
#: what the page tells twice differs by the blank that nobody hears, so the very same once more is that and no more.
SPOKEN = """(async () => (await window.reader.spokenPhraseLog())
  .filter((phrase, at, all) => phrase !== all[at - 1])
  .map((phrase) => phrase.replaceAll("\\u200b", "").replace(/^(polite|assertive): /, "")))()"""
SCREEN_READER = "/virtual-screen-reader.js"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    with LiveTable(tmp_path / "data") as table:
        table.join()
        yield table


@pytest.fixture
def phone(browser: Browser, table: LiveTable) -> Iterator[Page]:
    """A phone without a seat that wants to hear everything."""
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en", base_url=table.url) as context:
        yield listening(context, table, "")


def listening(context: BrowserContext, table: LiveTable, name: str) -> Page:
    page = context.new_page()
    Player(page, Fingers()).join(table.url, table.pin, name)
    page.get_by_label("Announce everything").check()
    return page


def follow(page: Page, table: LiveTable) -> int:
    """Loads the page, which follows the table; what is told from now on is noted. The number of the last sentence.

    What was cut short is said again after what cut it, so everything so far has been said before.
    """
    page.reload()
    done_with(table)
    settle(page)
    page.evaluate(LISTEN)
    return max((line["number"] for line in table.spoken()), default=0)


def done_with(table: LiveTable) -> None:
    """Waits until nothing is being said, and nothing waits to be."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while any(line["state"] in {"queued", "speaking"} for line in table.spoken()):
        assert time.monotonic() < deadline, table.spoken()
        time.sleep(0.05)


def settle(page: Page) -> None:
    """Longer than any announcement waits that is under way."""
    page.wait_for_timeout(2 * PAUSE_MS)


def said(table: LiveTable, since: int) -> list[str]:
    return [line["text"] for line in table.spoken() if line["number"] > since]


def hears(page: Page, sentences: list[str], log: str = "window.heard") -> None:
    """What was told comes to these sentences, in order, and to no other; several may come in one breath."""
    wanted = " ".join(sentences)
    for _ in range(PATIENCE_MS // 100):
        if len(" ".join(page.evaluate(log))) >= len(wanted):
            break
        page.wait_for_timeout(100)
    settle(page)
    assert " ".join(page.evaluate(log)) == wanted


def play_a_round(table: LiveTable) -> None:
    """Everything of the file after its game, up to the next round, and what is refused there; all of it is said."""
    for step in read_file(ROUND)[1:]:
        if isinstance(step, Statement):
            if step.text == "round":
                break
            table.say(step.text)
    done_with(table)


def test_each_sentence_of_a_round_is_told_once_as_it_was_said(table: LiveTable, phone: Page) -> None:
    table.accepted(read_file(ROUND)[0].text)
    before = follow(phone, table)
    play_a_round(table)
    sentences = said(table, before)
    assert len(sentences) >= 20
    hears(phone, sentences)


def test_the_same_sentence_twice_is_told_twice(table: LiveTable, phone: Page) -> None:
    table.accepted("game classic players=Ann,Ben", "top red-5")
    before = follow(phone, table)
    for times in (1, 2, 3):
        table.say("Ann plays blue-3")
        sentences = said(table, before)
        assert len(sentences) == times
        hears(phone, sentences)
    assert len(set(sentences)) == 1
    assert phone.evaluate("window.heard") == sentences


def test_after_a_reconnect_there_is_one_summary_and_nothing_else(table: LiveTable, phone: Page) -> None:
    table.accepted("game classic players=Ann,Ben,Cleo", "top red-5", "Ann plays red-9")
    follow(phone, table)
    phone.context.set_offline(True)
    expect(phone.get_by_text("Connection lost").first).to_be_visible()
    settle(phone)
    lost: list[str] = phone.evaluate("window.heard")
    assert len(lost) == 1
    table.accepted("Ben plays red-7", "Cleo plays blue-7", "Ann plays blue-2")
    phone.context.set_offline(False)
    heading = phone.get_by_role("heading", level=1)
    expect(heading).to_have_text("Now: blue 2, Ben to play", timeout=PATIENCE_MS)
    settle(phone)
    (summary,) = phone.evaluate("window.heard")[1:]
    assert heading.inner_text() in summary
    for missed in ("red 7", "blue 7"):
        assert missed not in summary
        expect(phone.get_by_role("log")).to_contain_text(missed)


def test_whoever_enters_a_play_and_hears_everything_is_told_of_it_once(table: LiveTable, browser: Browser) -> None:
    table.accepted("game classic players=Ann,Ben", "top red-5")
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en", base_url=table.url) as context:
        ann = listening(context, table, "Ann")
        before = follow(ann, table)
        ann.get_by_role("button", name="Record the draw").click()
        expect(ann.get_by_role("log")).to_contain_text("play it or pass")
        settle(ann)
        told = " ".join(ann.evaluate("window.heard"))
        assert [told.count(sentence) for sentence in said(table, before)] == [1, 1]


def test_a_virtual_screen_reader_speaks_the_round_as_it_was_said(table: LiveTable, phone: Page) -> None:
    library = tool("@guidepup", "virtual-screen-reader", "lib", "esm", "index.browser.js").read_text("utf-8")

    def serve(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=library)

    table.accepted(read_file(ROUND)[0].text)
    phone.route("**" + SCREEN_READER, serve)
    before = follow(phone, table)
    phone.evaluate(
        f"""async () => {{
          const {{ virtual }} = await import("{SCREEN_READER}");
          window.reader = virtual;
          await virtual.start({{ container: document.body }});
          await virtual.clearSpokenPhraseLog();
        }}"""
    )
    play_a_round(table)
    hears(phone, said(table, before), SPOKEN)
    phone.evaluate("window.reader.clearSpokenPhraseLog()")
    headings = phone.get_by_role("heading").filter(visible=True)
    for _ in range(headings.count()):
        phone.evaluate("window.reader.perform(window.reader.commands.moveToNextHeading)")
    read: list[str] = phone.evaluate("window.reader.spokenPhraseLog()")
    levels = headings.evaluate_all("(all) => all.map((one) => Number(one.tagName.slice(1)))")
    titles = [" ".join(text.split()) for text in headings.all_inner_texts()]
    assert [phrase.removeprefix("heading, ") for phrase in read] == [
        f"{title}, level {level}" for title, level in zip(titles, levels, strict=True)
    ]
    phone.evaluate("window.reader.stop()")
