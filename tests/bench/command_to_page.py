"""From a command on one phone to the changed text on another, beside a bare server-sent event."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.bare_server import BareServer
from tests.bench.figures import Aim, Figure, of_samples
from tests.bench.tag_to_page import changes
from tests.chromium import launched
from tests.live_table import LiveTable

SAMPLES = 120  # enough for the worst hundredth
AIM = Aim(15, above_floor=True)


def measure(folder: Path) -> list[Figure]:
    """Opens the page in Chromium and says statements over the interface, the disk included."""
    with sync_playwright() as browsers:
        browser = launched(browsers)
        with LiveTable(folder / "data") as table:
            table.join()
            table.accepted("game extreme players=Ann,Ben", "top red-7")

            def say(number: int) -> int:
                said_ns = time.monotonic_ns()
                table.accepted(f"{'Ann' if number % 2 else 'Ben'} presses 0")
                return said_ns

            values, clock = changes(browser, table.url, say, SAMPLES)
        with BareServer() as floor:
            floors, _ = changes(browser, floor.url, lambda number: floor.tell(f"{number}"), SAMPLES)
        browser.close()
    note = f"The browser's clock was set against ours by question and answer, right to {clock.within_ms:.2f} ms."
    return [of_samples("command to page", values, floors, AIM, note)]
