"""The shape of the table's page: what matters is on the first screen, at any size of screen, text and hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Response, expect

from tests.web.house import House
from tests.web.live_page import live
from tests.web.looks import Visit, narrow_enough, tap_card
from tests.web.states import walk
from tests.web.ways_to_look import unfold

GAME = ("game extreme players=Ann,Ben,Cem,Dora", "top green-7")
PHONE = {"width": 390, "height": 844}


def test_the_state_and_the_acts_of_the_moment_share_a_phones_first_screen(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit(name="Ben", viewport=PHONE)
    for place in ("#now", "#top", "#colour", "#turn", "#line"):
        expect(page.locator(place)).to_be_in_viewport(ratio=1)
    for key in page.locator("#part-play").locator("button:not(.nothing):visible, label:visible").all():
        expect(key).to_be_in_viewport(ratio=1)
    house.says("Ann plays green-hit-two")
    expect(page.locator("#owes")).to_have_text("Ben presses 2 times.")
    expect(page.locator("#owes")).to_be_in_viewport(ratio=1)
    for key in page.locator("#part-press").get_by_role("button").all():
        expect(key).to_be_in_viewport(ratio=1)


def test_a_card_takes_two_taps_and_a_wild_names_its_colour_on_the_way(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit(name="Ann", viewport=PHONE)
    live(page)
    tap_card(page, "green-3")
    expect(page.locator("#now")).to_have_text("Now: green 3, Ben to play")
    expect(page.locator("#part-play").get_by_label("green")).not_to_be_checked()
    live(page)
    tap_card(page, "wild as red")
    expect(page.locator("#now")).to_have_text("Now: wild, red, Cem to play")
    expect(page.locator("#result")).to_have_text("Ben plays wild as red")
    live(page)
    tap_card(page, "wild")
    expect(page.locator("#part-colour")).to_be_visible()


def test_enter_on_a_colour_plays_nothing_and_a_number_without_a_colour_neither(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit(name="Ann", viewport=PHONE)
    live(page)
    page.locator("#part-play").get_by_label("green").check()
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_have_text("Choose a card.")
    page.reload()
    page.locator("#part-play").get_by_role("button", name="3", exact=True).click()
    house.says("Ann presses 0")  # whatever had been sent would have come before
    expect(page.locator("#turn")).to_have_text("Ben")
    assert house.table.version == 3


def test_cards_under_a_discard_all_take_one_tap_each(house: House, visit: Visit) -> None:
    house.says(*GAME, "Ann plays green-discard-all")
    page = visit(name="Ann", viewport=PHONE)
    live(page)
    for value in ("3", "skip"):
        page.locator("#part-discard").get_by_role("button", name=value, exact=True).click()
        expect(page.locator("#result")).to_have_text(f"Ann discards green-{value}")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#turn")).to_have_text("Ben")


def test_whoever_has_one_card_can_be_caught_by_everybody_else(house: House, visit: Visit) -> None:
    house.says(*GAME, "set count Ann 2", "Ann plays green-1")
    page = visit(name="Ben", viewport=PHONE)
    live(page)
    expect(page.get_by_role("button", name="Catch Cem")).to_be_hidden()
    page.get_by_role("button", name="Catch Ann").click()
    expect(page.locator("#result")).to_have_text("Ben catches Ann")


@pytest.mark.parametrize(("width", "columns"), [(390, 1), (800, 2), (1280, 3)])
def test_a_wide_screen_is_used(house: House, visit: Visit, width: int, columns: int) -> None:
    house.says(*GAME)
    page = visit(name="Ann", viewport={"width": width, "height": 800})
    places = [page.locator(place).bounding_box() for place in (".board", ".acts", ".beside")]
    assert len({round(place["x"]) for place in places if place}) == columns
    pages = page.get_by_role("navigation").get_by_role("link", name="Games")
    if width > 400:
        expect(pages).to_be_visible()
    else:
        page.get_by_text("Pages", exact=True).click()
        expect(pages).to_be_visible()


def test_letters_of_double_size_need_no_sideways_scrolling(house: House, visit: Visit) -> None:
    page = visit(name="Ann", viewport={"width": 320, "height": 640})
    for state, _ in walk(house):
        for path in ("/", "/hand", "/correct"):
            page.goto(house.url + path)
            page.evaluate("document.documentElement.style.fontSize = '36px'")
            unfold(page)
            assert narrow_enough(page), (state, path)


def test_the_page_weighs_less_than_a_photograph(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit(joined=True, name="Ann")
    weights: list[int] = []

    def weigh(answer: Response) -> None:
        if "/api/events" not in answer.url:
            weights.append(len(answer.body()))

    page.on("response", weigh)
    page.reload(wait_until="load")
    live(page)
    assert len(weights) > 5
    assert sum(weights) < 100_000


def line(page: Page) -> str:
    return page.locator("#line").text_content() or ""


def test_the_line_for_braille_displays_is_not_overwritten_while_it_is_read(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit(name="Ann")
    live(page)
    page.locator("#line").focus()
    house.says("Ann plays green-3")
    expect(page.locator("#turn")).to_have_text("Ben")
    assert line(page) == "g7 ann> ann7 ben7 +"
    page.keyboard.press("ArrowRight")
    assert line(page) == "⣿g3 ben> ben7 cem7 +"
    page.locator("#press-number").focus()
    assert line(page) == "g3 ben> ben7 cem7 +"


def test_news_on_the_line_waits_ten_seconds_at_most_and_never_grows_beyond_the_cells(
    house: House, visit: Visit
) -> None:
    house.says("game extreme players=Ann,Ben", "top green-7")
    page = visit(name="Ann")
    live(page)
    page.clock.install()
    page.locator("#line").focus()
    house.says("Ann plays green-discard-all")
    house.says("Ann is done")
    expect(page.locator("#turn")).to_have_text("Ben")
    assert line(page) == "g7 ann> ann7 ben7"
    page.clock.fast_forward(10_000)
    expect(page.locator("#line")).to_have_text("⣿gda ben> ben7 ann6")
    assert len(line(page)) <= 20


def test_where_the_focus_is_can_always_be_seen(house: House, visit: Visit) -> None:
    house.says(*GAME, "Ann plays wild")
    page = visit(name="Ann")
    live(page)
    page.locator("#part-colour").get_by_role("button", name="blue").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#part-colour")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "result"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_refusal_is_told_on_every_phone_and_a_host_lets_it_through(house: House, visit: Visit) -> None:
    house.says(*GAME)
    host, ben = visit(name="Ann", viewport=PHONE), visit(name="Ben", viewport=PHONE)
    live(host)
    live(ben)
    house.says("Ann presses 0")
    expect(ben.locator("#turn")).to_have_text("Ben")
    tap_card(ben, "red-3")
    expect(ben.locator("#part-refused-0")).to_contain_text("ask a host to let it through")
    expect(ben.get_by_role("button", name="Play it anyway")).to_have_count(0)
    host.get_by_role("button", name="Play it anyway").click()
    expect(ben.locator("#now")).to_have_text("Now: red 3, Cem to play")
    expect(ben.locator("#part-refused-0")).to_be_hidden()
