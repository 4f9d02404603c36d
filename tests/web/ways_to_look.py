"""The ways to look at a page: narrow, light, forced colours, large print, by keyboard; and what is hard to see so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

CONTRAST = 3.0  # of what is no text: focus rings, shapes, bars (WCAG 1.4.11)
#: Helpers for what follows; colours as the browser computed them, whatever colour space they were written in.
COLOURS = """
const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
function rgba(colour) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
}
function light(colour) {
  const [red, green, blue] = [...rgba(colour)].slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one, other) {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
function ground(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (rgba(colour)[3] > 250) return colour;
  }
  return "Canvas";
}
"""


@dataclass(frozen=True, slots=True)
class Look:
    """One way to look at a page. ``text`` is the size of letters, 1 as the page has them."""

    viewport: tuple[int, int] = (320, 640)
    media: Mapping[str, Any] = field(default_factory=dict)
    text: int = 1

    def at(self, page: Page) -> None:
        """The page is looked at like this from now on."""
        page.set_viewport_size({"width": self.viewport[0], "height": self.viewport[1]})
        page.emulate_media(
            **{"color_scheme": "dark", "forced_colors": "none", "reduced_motion": "reduce", **self.media}
        )
        page.evaluate(
            """(times) => {
              const root = document.documentElement;
              root.style.fontSize = "";
              if (times !== 1) root.style.fontSize = parseFloat(getComputedStyle(root).fontSize) * times + "px";
            }""",
            self.text,
        )


LOOKS: Mapping[str, Look] = {
    "320 px": Look(),
    "light": Look((390, 844), {"color_scheme": "light"}),
    "forced colours": Look((390, 844), {"forced_colors": "active"}),
    "200 % text": Look(text=2),
    "desktop": Look((1280, 900)),
}


def unfold(page: Page) -> None:
    """Opens everything that is folded up."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")


def cut_off(page: Page) -> list[str]:
    """Words that do not fit where they stand, and are hidden there. A box that scrolls hides nothing."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("main *, header *")]
           .filter((e) => e.checkVisibility() && getComputedStyle(e).overflowX !== "visible")
           .filter((e) => !(e.tabIndex === 0 && getComputedStyle(e).overflowX === "auto"))
           .filter((e) => getComputedStyle(e).clipPath === "none") // for screen readers alone
           .filter((e) => e.scrollWidth > e.clientWidth + 1 && !["INPUT", "SELECT", "TEXTAREA"].includes(e.tagName))
           .map((e) => e.outerHTML.slice(0, 80))"""
    )
    return found


def broken_words(page: Page) -> list[str]:
    """Words of tables that stand on two lines. Names may, and what is hyphenated by the rules of its language."""
    found: list[str] = page.evaluate(
        """() => {
          const broken = [];
          for (const cell of document.querySelectorAll(":is(th, td):not(.name, .figures *)")) {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
                const range = new Range();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) broken.push(word[0]);
              }
            }
          }
          return broken;
        }"""
    )
    return found


def cramped(page: Page) -> list[str]:
    """Fields with no room for a name, nor for half of the page's breadth; and a PIN that stands on two lines."""
    found: list[str] = page.evaluate(
        """() => {
          const words = "main input:is([type=text], :not([type])):not([inputmode=numeric], [size])";
          const name = 8 * parseFloat(getComputedStyle(document.documentElement).fontSize);
          const room = Math.min(name, document.querySelector("main").clientWidth / 2);
          const lines = (e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight);
          return [
            ...[...document.querySelectorAll(words)].filter((e) => e.checkVisibility() && e.clientWidth < room),
            ...[...document.querySelectorAll("strong.pin")].filter((e) => lines(e) > 1.5),
          ].map((e) => e.outerHTML.slice(0, 80));
        }"""
    )
    return found


def pale_shapes(page: Page, shapes: str) -> list[list[object]]:
    """Shapes of colours that stand out too little from what they stand on, and what charts show.

    The lines behind a chart may be faint, and a code that phones read has a ground of its own.
    """
    found: list[list[object]] = page.evaluate(
        "([shapes, least]) => {"
        + COLOURS
        + """
          const words = [...document.querySelectorAll("main *")]
            .filter((e) => !e.children.length && e.checkVisibility())
            .filter((e) => [...e.textContent.trim()].length === 1 && shapes.includes(e.textContent.trim()));
          const drawn = ":is(rect, path, circle, line, polyline):not(.grid)";
          const bars = [...document.querySelectorAll(`main svg:not(.qr) ${drawn}`)]
            .filter((e) => e.checkVisibility());
          return [
            ...words.map((e) => [e.outerHTML.slice(0, 80), contrast(getComputedStyle(e).color, ground(e))]),
            ...bars.map((e) => [e, getComputedStyle(e)])
              .map(([e, style]) => [e, style.fill === "none" ? style.stroke : style.fill])
              .map(([e, colour]) => [e.outerHTML.slice(0, 80), contrast(colour, ground(e))]),
          ].filter(([, found]) => found < least);
        }""",
        [shapes, CONTRAST],
    )
    return found


FOCUSED = (
    "(least) => {"
    + COLOURS
    + """
  const e = document.activeElement;
  if (e === document.body) return null;
  const style = getComputedStyle(e);
  const box = e.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(...middle);
  const own = [e, ...(e.labels || [])];
  const ring = Math.max(0, ...own.map((part) => [part, getComputedStyle(part)])
    .filter(([, style]) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
    .map(([part, style]) => contrast(style.outlineColor, ground(part.parentElement))));
  const seen = there !== null && (there.contains(e) || own.some((part) => part.contains(there)));
  return {
    html: e.outerHTML.slice(0, 80),
    ring,
    seen,
    small: e.tagName !== "INPUT" && style.display !== "inline" && (box.height < 44 || box.width < 44),
    faults: [
      ring < least && `its ring has a contrast of ${ring.toFixed(2)}`,
      !seen && "it is covered or out of sight",
    ].filter(Boolean),
  };
}"""
)


def focus_faults(page: Page, most: int = 400) -> tuple[list[str], int]:
    """Tab by Tab through the page: where it cannot be seen which control has the focus; and how many there were."""
    faults: list[str] = []
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    for passed in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED, CONTRAST)
        if found is None:
            return faults, passed
        faults += [f"{found['html']}: {fault}" for fault in found["faults"]]
        if found["small"]:
            faults.append(f"{found['html']}: it is smaller than 44 px while it has the focus")
    raise AssertionError(f"after {most} times Tab the page had not ended")
