"""How soon a slow phone can be used once it opens the table's page, beside a bare page; and Lighthouse's opinion.

The phone has a quarter of this machine's speed, and the network of a full room: 50 ms there and back, 1.6 Mbit/s.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.bench.bare_server import BareServer
from tests.bench.figures import Aim, AtLeast, Figure, of_samples
from tests.bench.number_cards import SEATS, playable_tags
from tests.chromium import launched
from tests.lighthouse import scores
from tests.live_table import LiveTable

SAMPLES = 10
SLOWER = 4
NETWORK = {"offline": False, "latency": 50, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
AIM = Aim(1000)
SCORE = AtLeast(1, 0.95)


def measure(folder: Path) -> list[Figure]:
    """Opens the page again and again, each time on a phone that has never seen it."""
    top, _ = playable_tags()
    with LiveTable(folder / "data") as table, sync_playwright() as browsers:
        table.join()
        table.accepted(f"game extreme players={SEATS}", f"top {top}")
        browser = launched(browsers)
        values = _interactive_ms(browser, table.url)
        with BareServer() as floor:
            floors = _interactive_ms(browser, floor.url)
        browser.close()
        performance = scores(table.url, folder, "performance")["performance"]
    note = f"A processor {SLOWER} times slower; until the page's scripts have run."
    return [
        of_samples("page usable on a slow phone", values, floors, AIM, note),
        Figure("Lighthouse performance", performance, "points", 100, SCORE),
    ]


def _interactive_ms(browser: Browser, url: str) -> list[float]:
    """From the first byte asked for until everything that the page begins with has run."""
    values = []
    for _ in range(SAMPLES):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        phone = page.context.new_cdp_session(page)
        phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        phone.send("Network.enable")
        phone.send("Network.emulateNetworkConditions", NETWORK)
        page.goto(url, wait_until="domcontentloaded")
        values.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        page.close()
    return values
