"""How a page looks to those who cannot see it, and to those with a narrow phone."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

Visit = Callable[..., Page]
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],
}


def problems(page: Page) -> list[str]:
    found = Axe().run(page, options=AXE).response["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def too_small(page: Page) -> list[list[object]]:
    """What is to be tapped and is smaller than a fingertip, 44 px: every kind of control.

    A box to tick is as large as its label. A link within a sentence is as high as its line. What stands outside the
    page until it has the focus is looked at then.
    """
    sizes: list[list[object]] = page.evaluate(
        """() => {
          const controls = "a[href], button, select, textarea, input:not([type=hidden]), summary";
          const within = (e) => e.tagName === "A" && getComputedStyle(e).display === "inline"
            && [...e.parentElement.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
          return [...document.querySelectorAll(controls)]
            .filter((e) => e.checkVisibility({visibilityProperty: true}) && !within(e))
            .map((e) => [e, ["checkbox", "radio"].includes(e.type) && e.labels[0] ? e.labels[0] : e])
            .map(([e, target]) => [e.outerHTML.slice(0, 80), target.getBoundingClientRect()])
            .filter(([, box]) => box.right > 0)
            .map(([html, box]) => [html, box.height, box.width])
            .filter(([, height, width]) => height < 44 || width < 44);
        }"""
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
