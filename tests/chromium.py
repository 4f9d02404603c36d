"""The browser of the tests and figures: Debian's Chromium in the build that has no window, a third of the work."""

from __future__ import annotations

from playwright.sync_api import Browser, Playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"


def launched(playwright: Playwright) -> Browser:
    """The browser, started; whoever asked for it closes it."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
