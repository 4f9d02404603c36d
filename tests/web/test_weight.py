"""The table's page on a slow phone: less than 100 kB in all, and nothing from anywhere but the table's machine."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Request, expect

from tests.web.house import House
from tests.web.looks import Visit
from tests.web.states import STATES, arrange

MOST_BYTES = 100_000


def test_the_tables_page_weighs_less_than_100_kb_and_nothing_of_it_is_fetched_from_elsewhere(
    house: House, visit: Visit
) -> None:
    """A5-06: it works in a network that leads nowhere else."""
    arrange(house, STATES["play"])
    page = visit("/help", "Ann", base_url=house.url)
    asked: list[str] = []
    fetched: list[Request] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfinished", lambda request: fetched.append(request))  # noqa: PLW0108 - the driver marks it as its own
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("heading", name="What happens now")).to_be_visible()
    weights = {urlsplit(request.url).path: len(page.request.get(request.url).body()) for request in fetched}
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(house.url).netloc}
    assert len(weights) >= 3, weights
    assert sum(weights.values()) < MOST_BYTES, weights
