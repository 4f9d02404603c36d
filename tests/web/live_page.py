"""A live page in a browser, looked at through its own scripts: what waits, what is heard, what was announced."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page

#: Notes what screen readers are told, in order.
LISTEN = """
window.told = [];
for (const id of ["polite", "assertive"]) {
  const region = document.getElementById(id);
  new MutationObserver(() => window.told.push(id + ": " + region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
}
"""
_MODULES = ("announce", "stream", "table")


def by_its_scripts(page: Page, code: str) -> object:
    """What some code comes to in which ``announce``, ``stream`` and ``table`` are the page's own modules."""
    return page.evaluate(
        f"""async () => {{
          const script = document.querySelector("script[type=module]");
          if (!script) return undefined; // the page is only coming
          const folder = new URL(".", script.src);
          const [{", ".join(_MODULES)}] = await Promise.all(
            {list(_MODULES)}.map((name) => import(new URL(name + ".js", folder))));
          {code}
        }}"""
    )


def until(page: Page, condition: str) -> None:
    """Waits for a condition of the page's own; the page forbids the browser driver's way, which is eval."""
    for _ in range(1000):
        try:
            if by_its_scripts(page, f"return {condition};"):
                return
        except Error as error:
            if "context was destroyed" not in str(error):  # another page comes in its place
                raise
        page.wait_for_timeout(10)
    pytest.fail(f"it never became true that {condition}")


def live(page: Page) -> None:
    """Waits until the page hears the stream and shows what came."""
    until(page, "stream.listening() && table.settled()")


def quiet(page: Page) -> None:
    """Waits until everything that was to be announced is."""
    until(page, "announce.quiet()")


def told(page: Page) -> list[str]:
    """What screen readers were told since ``LISTEN``."""
    heard: list[str] = page.evaluate("window.told")
    return heard


def hide(page: Page, *, hidden: bool) -> None:
    """Another page or the lock screen is before this one, or it is seen again."""
    value = "true" if hidden else "false"
    page.evaluate(
        f"Object.defineProperty(document, 'hidden', {{value: {value}, configurable: true}});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
