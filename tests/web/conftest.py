"""Houses for the tests of the web."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.house import House, opened

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path)


@pytest.fixture
def bench_house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path, simulate=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, started once."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()
