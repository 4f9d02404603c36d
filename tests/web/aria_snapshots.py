"""What the table's page is to a screen reader, written down to be read: ``tests/web/aria/STATE.LANGUAGE.yaml``.

After a change of the page run ``python -m tests.web.aria_snapshots``: it writes them anew. Read the difference; what
moved must have been meant to.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.web.door.access import COOKIE
from tests.chromium import launched
from tests.web.house import House, opened
from tests.web.states import STATES, arrange

FOLDER = Path(__file__).parent / "aria"
SHOWN = ("lobby", "play", "colour choice", "challenge", "counting", "won")
LANGUAGES = ("en", "fr")


def file_of(state: str, language: str) -> Path:
    return FOLDER / f"{state.replace(' ', '-')}.{language}.yaml"


def snapshots(house: House, browser: Browser) -> Iterator[tuple[Path, str]]:
    """The page of a player, state by state and in both languages; each beside the file that it belongs in."""
    house.serve()
    house.access.join(house.access.pin, "Ann", "10.0.0.1")  # hosts
    phone = house.access.join(house.access.pin, "Ben", "10.0.0.2")
    cookie = {"name": COOKIE, "value": house.access.cookie_of(phone), "url": house.url}
    for state in SHOWN:
        arrange(house, STATES[state])
        for language in LANGUAGES:
            with browser.new_context(locale=language, java_script_enabled=False) as context:
                context.add_cookies([cookie])  # type: ignore[list-item]
                page = context.new_page()
                page.goto(house.url)
                yield file_of(state, language), page.get_by_role("main").aria_snapshot() + "\n"


def main() -> None:
    """Writes them all."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as browsers:
        browser = launched(browsers)
        for house in opened(Path(folder)):
            for file, snapshot in snapshots(house, browser):
                file.write_text(snapshot, encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
