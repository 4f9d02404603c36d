"""The page in every state and every look: clean, large enough, never wider than the phone; and pictures of it.

The pictures are in ``build/screens``, for whoever wants to see how the page looks now.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.web.views.glyphs import GLYPHS, WILD_GLYPH
from tests.soak import SOAK
from tests.web.house import House, opened
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.states import STATES, State, arrange, pages
from tests.web.ways_to_look import LOOKS, Look, broken_words, cramped, cut_off, focus_faults, pale_shapes, unfold

SHAPES = "".join([*GLYPHS.values(), WILD_GLYPH])
#: Every page in every look takes its time, on a machine that has others to serve too.
pytestmark = pytest.mark.timeout(900)
SCREENS = Path(__file__).parents[2] / "build" / "screens"
PHONE = Look((390, 844))
PICTURES = {"phone": PHONE, "light": LOOKS["light"], "desktop": LOOKS["desktop"]}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table with its bench, which is a page as the others are."""
    yield from opened(tmp_path, simulate=True)


def faults(page: Page, turn: int) -> Iterator[str]:
    """What is wrong with the page: from state to state at one look after the other, in soak at each of them."""
    for number, (name, look) in enumerate(LOOKS.items()):
        if not SOAK and number != turn % len(LOOKS):
            continue
        look.at(page)
        yield from (f"{name}: {problem}" for problem in problems(page))
        yield from (f"{name}: too small: {control}" for control in too_small(page))
        yield from (f"{name}: cut off: {words}" for words in cut_off(page))
        yield from (f"{name}: broken: {word}" for word in broken_words(page))
        yield from (f"{name}: cramped: {field}" for field in cramped(page))
        yield from (f"{name}: too pale: {shape}" for shape in pale_shapes(page, SHAPES))
        if not narrow_enough(page):
            yield f"{name}: it must be scrolled sideways"


def picture(page: Page, name: str) -> None:
    """Pictures of the page as it is met, nothing unfolded."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    for look, way in PICTURES.items():
        way.at(page)
        page.screenshot(path=SCREENS / f"{name.replace(' ', '-').replace('/', '')}.{look}.png", full_page=True)


def come_to(page: Page, state: State) -> None:
    """The phone shows that state, with what it was answered where a form is refused in it."""
    page.goto("/")
    if state.refused is not None:
        page.request.post("/say", form=dict(state.refused))
        page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("reader", ["host", "player"])
def test_the_table_is_accessible_in_every_state_and_every_look(house: House, visit: Visit, reader: str) -> None:
    page = visit(name="Ann", base_url=house.url)
    if reader == "player":
        page = visit(name="Ben", base_url=house.url, locale="fr")
    found: list[str] = []
    for turn, (name, state) in enumerate(STATES.items()):
        if reader == "player" and turn % 2 and not SOAK:
            continue
        page.goto("about:blank")
        arrange(house, state)
        come_to(page, state)
        if reader == "host":
            picture(page, name)
        unfold(page)
        found += [f"{name}: {fault}" for fault in faults(page, turn)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("reader", ["host", "stranger"])
def test_every_other_page_is_accessible_in_every_look(house: House, visit: Visit, reader: str) -> None:
    for state in ("won", "play"):  # a game that is over, for the pages that tell of it, and one on the table
        arrange(house, STATES[state])
    hosts = reader == "host"
    page = visit(name="Ann", base_url=house.url, joined=hosts, locale="en" if hosts else "fr")
    others = pages(lambda path: page.request.get(path).text())
    found: list[str] = []
    for turn, path in enumerate([*others, "/nosuch"] if hosts else ["/", *others]):
        page.goto(path)
        if hosts:
            picture(page, f"page {path}")
        unfold(page)
        found += [f"{path}: {fault}" for fault in faults(page, turn)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_is_wider_than_the_smallest_phone_with_the_largest_letters(
    house: House, visit: Visit, language: str
) -> None:
    page = visit(name="Ann", base_url=house.url, locale=language)
    for before in ("won", "play"):
        arrange(house, STATES[before])
    paths = pages(lambda path: page.request.get(path).text())
    assert "/bench" in paths
    found: list[str] = []
    for name, state in STATES.items():
        page.goto("about:blank")
        arrange(house, state)
        for path in ["/", *paths] if name == "play" else ["/", "/hand", "/screen"]:
            page.goto(path)
            LOOKS["200 % text"].at(page)
            unfold(page)
            if not narrow_enough(page):
                found.append(f"{path}, {name}: it must be scrolled sideways")
            found += [f"{path}, {name}: {field}" for field in [*cramped(page), *cut_off(page), *broken_words(page)]]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", ["320 px", "light", "forced colours"])
def test_whoever_goes_through_the_page_by_keyboard_sees_where_they_are(house: House, visit: Visit, look: str) -> None:
    arrange(house, STATES["play"])
    page = visit(name="Ann", base_url=house.url)
    LOOKS[look].at(page)
    unfold(page)
    wrong, controls = focus_faults(page)
    assert wrong == []
    assert controls >= page.get_by_role("button").filter(visible=True).count()
