"""How a page looks to those who cannot see it, and to those with a narrow phone."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

Visit = Callable[..., Page]
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}


def problems(page: Page) -> list[str]:
    found = Axe().run(page, options=AXE).response["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def too_small(page: Page) -> list[list[object]]:
    """What is to be tapped and is smaller than a fingertip, 44 px."""
    sizes: list[list[object]] = page.evaluate(
        """[...document.querySelectorAll("button, select, input:not([type=hidden]), summary, nav a")]
           .filter((e) => e.offsetParent && e.type !== "checkbox" && e.type !== "radio")
           .map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
           .map(([html, box]) => [html, box.height, box.width])
           .filter(([, height, width]) => height < 44 || width < 44)"""
    )
    return sizes


def tap_card(page: Page, card: str, part: str = "#part-play") -> None:
    """A card by its keys, such as ``red-7`` or ``wild``; ``wild as red`` names the colour on the way."""
    value, _, colour = card.partition(" as ")
    if not colour and "-" in value and not value.startswith(("wild", "dark-")):
        colour, _, value = value.partition("-")
    keys = page.locator(part)
    if colour:
        keys.locator(f'input[name="colour"][value="{colour}"]').check()
    keys.locator(f'button[name="value"][value="{value}"]:enabled').click()


def narrow_enough(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
