"""From a tag's last byte to the changed text on a phone, beside a bare server-sent event."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.bare_server import BareServer
from tests.bench.figures import Aim, Figure, of_samples
from tests.bench.number_cards import SEATS, playable_tags
from tests.chromium import launched
from tests.live_table import LiveTable
from tests.sound import NullSink

SAMPLES = 40
CLOCK_READINGS = 60
BREATH_S = 0.4  # between two scans: the page has settled
PATIENCE_S = 5.0
AIM = Aim(15, above_floor=True)
WATCH = """() => {
  window.changes = [];
  new MutationObserver(() => window.changes.push(performance.now()))
    .observe(document.getElementById("now"), {childList: true, characterData: true, subtree: true});
}"""


@dataclass(frozen=True, slots=True)
class Clock:
    """A page's clock on the monotonic one: right to ``within_ms``, half the fastest question and answer."""

    zero_ms: float
    within_ms: float


def measure(folder: Path) -> list[Figure]:
    """Opens the page in Chromium and scans cards at a table that also speaks."""
    top, tags = playable_tags()
    with sync_playwright() as browsers:
        browser = launched(browsers)
        with NullSink() as sink, LiveTable(folder / "data", env=sink.env, speech="pyttsx3") as table:
            table.join()
            table.accepted(f"game extreme players={SEATS}", f"top {top}")
            scans = iter(tags)
            values, clock = changes(browser, table.url, lambda _: table.write_tag(next(scans)), SAMPLES)
        with BareServer() as floor:
            floors, _ = changes(browser, floor.url, lambda number: floor.tell(f"{number}"), SAMPLES)
        browser.close()
    note = f"The browser's clock was set against ours by question and answer, right to {clock.within_ms:.2f} ms."
    return [of_samples("tag to page", values, floors, AIM, note)]


def changes(browser: Browser, url: str, change: Callable[[int], int], many: int) -> tuple[list[float], Clock]:
    """Milliseconds from each of so many changes to the page's text; ``change`` makes one and says when."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(url)
    page.evaluate(WATCH)
    time.sleep(1)  # the stream is open and what loading caused is over
    clock = _clock(page)
    samples = [_sample(page, clock, change, number) for number in range(1, many + 1)]
    page.close()
    return samples, clock


def _sample(page: Page, clock: Clock, change: Callable[[int], int], number: int) -> float:
    page.evaluate("window.changes.length = 0")
    changed_ms = change(number) / 1e6
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        time.sleep(BREATH_S)  # nothing is asked of the page meanwhile: that would disturb it
        seen: list[float] = page.evaluate("window.changes")
        if seen:
            return seen[0] + clock.zero_ms - changed_ms
    raise RuntimeError(f"the page did not show change {number} within {PATIENCE_S:g} s")


def _clock(page: Page) -> Clock:
    """Where the page's clock stands; the fastest of many answers tells it best."""
    readings = []
    for _ in range(CLOCK_READINGS):
        asked = time.monotonic_ns() / 1e6
        told: float = page.evaluate("performance.now()")
        answered = time.monotonic_ns() / 1e6
        readings.append((answered - asked, (asked + answered) / 2 - told))
    fastest, zero_ms = min(readings)
    return Clock(zero_ms, fastest / 2)
