"""Houses for the tests of the web."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path)


@pytest.fixture
def bench_house(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path, simulate=True)
