"""What a screen reader finds on the table's page is what was read and found good."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.web.aria_snapshots import FOLDER, LANGUAGES, SHOWN, snapshots
from tests.web.house import House


def test_the_page_is_to_a_screen_reader_what_is_written_down(house: House, browser: Browser) -> None:
    found = dict(snapshots(house, browser))
    moved = [file.name for file, snapshot in found.items() if file.read_text(encoding="utf-8") != snapshot]
    assert moved == [], "python -m tests.web.aria_snapshots writes them anew; read the difference"
    assert len(found) == len(SHOWN) * len(LANGUAGES) == len(list(FOLDER.iterdir()))
