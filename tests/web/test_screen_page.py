"""The big screen: whose turn it is for the whole room, on one screen, live, with nothing to fill in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.looks import Visit, narrow_enough, problems

TEN = 'game extreme players=Maximilian,Ben,Cem,Dora,Emil,Fatima,Gustave,Henriette,Ines,"Marie Claire"'
OWED = (TEN, "top green-7", "Maximilian plays wild-extreme-hit as red at Ines")
#: Elements whose text is cut off, or that reach beyond the screen.
CUT = """
[...document.querySelectorAll("#banner, #owes, #top, #face, dd, tbody th, tbody td, h1")]
  .filter((e) => e.offsetParent)
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline"
    || e.getBoundingClientRect().bottom > innerHeight || e.getBoundingClientRect().right > innerWidth)
  .map((e) => e.id || e.textContent)
"""


def capital_height(page: Page) -> float:
    """Of the banner's letters, as a share of the screen's height; a capital is 0.7 of the type's size at least."""
    share: float = page.evaluate(
        "0.7 * parseFloat(getComputedStyle(document.querySelector('.banner')).fontSize) / innerHeight"
    )
    return share


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ten_players_fit_one_screen_with_letters_for_the_whole_room(
    house: House, visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    house.says(*OWED)
    page = visit("/screen", joined=False, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]
    assert page.evaluate(CUT) == []
    assert capital_height(page) >= 1 / 25
    assert page.locator(".banner").evaluate("(e) => getComputedStyle(e).textTransform") == "uppercase"
    expect(page.locator("form, input, button")).to_have_count(0)
    assert problems(page) == []


def test_a_long_name_is_still_large_and_whole(house: House, visit: Visit) -> None:
    house.says('game extreme players=Ann,"Maximiliane Wilhelmine"', "top green-7")
    page = visit("/screen", joined=False, viewport={"width": 1280, "height": 720})
    house.says("Ann presses 0")
    expect(page.locator("#banner")).to_have_text("Maximiliane Wilhelmine")
    assert page.evaluate(CUT) == []
    assert capital_height(page) >= 1 / 25


def test_the_screen_follows_the_table(house: House, visit: Visit) -> None:
    house.says("game extreme players=Ann,Ben", "top green-7")
    page = visit("/screen", joined=False, viewport={"width": 1280, "height": 720})
    house.says("Ann plays blue-7", "Ben presses 2")
    expect(page.locator("#banner")).to_have_text("Ann")
    expect(page.locator("#colour")).to_have_text("blue")
    expect(page.locator("#count-1")).to_have_text("9")
    expect(page.locator("#way")).to_have_text("↻ clockwise")
    house.says("game extreme players=Dora,Emil", "top red-1")
    expect(page.locator("#banner")).to_have_text("Dora")


def test_the_screen_is_whole_without_script_and_without_a_game(house: House, visit: Visit) -> None:
    page = visit("/screen", joined=False, java_script_enabled=False, viewport={"width": 1280, "height": 720})
    expect(page.get_by_role("heading", level=1)).to_have_text("No game yet")
    house.says("game extreme players=Ann,Ben", "top green-7")
    page.reload()
    expect(page.locator("#banner")).to_have_text("Ann")


def test_where_it_is_nobody_s_turn_the_largest_words_are_what_happens_then(house: House, visit: Visit) -> None:
    page = visit("/screen", joined=False, viewport={"width": 1280, "height": 720})
    banner = page.get_by_role("heading", level=1)
    expect(banner).to_have_text("No game yet")
    for statement, told in (
        ("game classic players=Ann,Ben,Cem target=20", "Now: turn up the first card"),
        ("top green-7", "Ann"),
        ("set count Ann 1", "Ann"),
        ("Ann plays green-1", "The round goes to Ann"),
        ("Ben left 3 points", "The round goes to Ann"),
        ("Cem left 50 points", "The game goes to Ann"),
    ):
        house.says(statement)
        expect(banner).to_have_text(told)
        assert page.evaluate(CUT) == []
        expect(page.locator("#now").filter(visible=True)).to_have_count(0 if "Now" in told or "game" in told else 1)
        expect(page.locator(".card")).to_be_visible(visible="first card" not in told)
        assert "–" not in banner.inner_text()


def test_a_tablet_held_upright_shows_it_all_below_one_another(house: House, visit: Visit) -> None:
    house.says(*OWED)
    page = visit("/screen", joined=False, viewport={"width": 600, "height": 960})
    assert narrow_enough(page)
