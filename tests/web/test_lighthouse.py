"""Lighthouse has nothing to say of the table's page; how fast it finds it stands in ``make bench``."""

from __future__ import annotations

from pathlib import Path

from tests.lighthouse import scores
from tests.soak import in_soak_only
from tests.web.house import House
from tests.web.states import STATES, arrange


@in_soak_only
def test_lighthouse_gives_the_tables_page_100_for_accessibility(house: House, tmp_path: Path) -> None:
    arrange(house, STATES["play"])
    assert scores(house.serve(), tmp_path, "accessibility") == {"accessibility": 100}
