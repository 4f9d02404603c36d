"""Houses for the tests of the web, and phones that look in with a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.web.door.access import COOKIE
from tests.web.house import House, opened
from tests.web.looks import Visit


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path)


@pytest.fixture
def bench_house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path, simulate=True)


@pytest.fixture
def visit(house: House, browser: Browser) -> Iterator[Visit]:
    """Opens the page on a phone that has joined, with the seat of ``name`` if there is one, or on a stranger's.

    A script that fails on any page that is opened is the test's failure, whatever the test is about.
    """
    house.serve()
    contexts: list[BrowserContext] = []
    failed: list[str] = []

    def open_page(path: str = "/", name: str | None = None, *, joined: bool = True, **options: Any) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 390, "height": 800}, "locale": "en", "reduced_motion": "reduce", **options}
        )
        contexts.append(context)
        context.on("weberror", lambda failure: failed.append(f"{failure.page and failure.page.url}: {failure.error}"))
        context.set_default_timeout(10_000)
        if joined:
            phone = house.access.join(house.access.pin, name, "10.0.0.1")
            context.add_cookies([{"name": COOKIE, "value": house.access.cookie_of(phone), "url": house.url}])
        page = context.new_page()
        page.goto(house.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert failed == []
