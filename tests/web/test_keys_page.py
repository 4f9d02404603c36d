"""Keyboard commands: one table for the script and for whoever reads; never in the way of writing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.web.language import page_words
from companion.web.pages.key_commands import key_commands
from tests.web.house import House
from tests.web.live_page import live
from tests.web.looks import Visit, narrow_enough, problems
from tests.web.states import STATES, arrange

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")


@pytest.fixture
def page(house: House, visit: Visit) -> Page:
    house.says(*GAME)
    house.announce("Ann’s turn.")
    opened = visit("/", "Ann")
    live(opened)
    return opened


@pytest.mark.parametrize(("key", "told"), [("k", r"^(Ann|Ben|Cem) \d.*\d$"), ("s", r"^(Ann|Ben|Cem) \d.*\d$")])
def test_while_hands_are_counted_a_question_reads_out_no_form(
    house: House, visit: Visit, key: str, told: str
) -> None:
    arrange(house, STATES["counting"])
    opened = visit("/", "Ann")
    live(opened)
    opened.keyboard.press(key)
    expect(opened.locator("#polite")).to_have_text(re.compile(told))
    expect(opened.locator("#polite")).not_to_contain_text("choose")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_no_two_commands_share_a_key_or_words(locale: str) -> None:
    commands = key_commands(page_words(locale))
    assert len({command.key for command in commands}) == len({command.words for command in commands}) == len(commands)
    assert {command.act for command in commands} == {"tell", "go", "press", "open"}


def test_the_page_lists_them_all_and_can_be_used_by_everybody(house: House, visit: Visit) -> None:
    page = visit("/keys", joined=False, viewport={"width": 320, "height": 640})
    assert sorted(page.locator("kbd").all_text_contents()) == sorted(
        command.key for command in key_commands(page_words("en"))
    )
    assert (problems(page), narrow_enough(page)) == ([], True)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("n", "Now: green 7, Ann to play"),
        ("t", "green 7, green"),
        ("T", "green 7, green"),
        ("w", "Ann, clockwise: Ann, Ben, Cem"),
        ("o", "Nobody owes anything."),
        ("k", "Ann 7, Ben 7, Cem 7"),
        ("s", "Ann 0, Ben 0, Cem 0"),
        ("m", "Ann’s turn."),
        ("a", "That cannot be done now."),
        ("c", "That cannot be done now."),
    ],
)
def test_a_question_is_answered_here_and_announced_politely(page: Page, key: str, told: str) -> None:
    page.keyboard.press(key)
    expect(page.locator("#result")).to_have_text(told)
    expect(page.locator("#polite")).to_have_text(told)


@pytest.mark.parametrize(
    ("key", "place"), [("p", "#part-play"), ("d", "#part-press"), ("b", "#line"), ("z", "#part-undo")]
)
def test_a_key_leads_to_what_is_to_be_done(page: Page, key: str, place: str) -> None:
    page.keyboard.press(key)
    assert page.evaluate(f"document.querySelector('{place}').contains(document.activeElement)")


def test_the_key_for_cards_leads_to_their_colours_and_to_the_one_that_is_chosen(page: Page) -> None:
    colours = page.locator("#part-play input[name=colour]")
    page.keyboard.press("p")
    expect(colours.first).to_be_focused()
    colours.nth(2).check()
    page.locator("#line").focus()
    page.keyboard.press("p")
    expect(colours.nth(2)).to_be_focused()


def test_uno_is_said_by_a_key_and_the_list_opened(house: House, page: Page) -> None:
    page.keyboard.press("u")
    expect(page.locator("#result")).to_be_visible()
    assert house.table.version == 3
    page.keyboard.press("?")
    expect(page).to_have_url(re.compile("/keys$"))


def test_keys_rest_while_somebody_writes_chooses_or_uses_the_browsers_own(house: House, page: Page) -> None:
    page.locator("#press-number").focus()
    page.keyboard.type("u")
    page.get_by_text("For somebody else, or at whom").click()
    page.locator("#play-player").focus()
    page.keyboard.type("u")
    page.locator("#line").focus()
    page.keyboard.press("Alt+u")
    assert (house.table.version, page.locator("#result").is_visible()) == (2, False)


def test_single_keys_can_be_turned_off(house: House, visit: Visit) -> None:
    house.says(*GAME)
    page = visit("/keys", "Ann")
    expect(page.get_by_label("Single keys act")).to_be_checked()
    page.get_by_label("Single keys act").uncheck()
    page.goto(house.url)
    live(page)
    page.keyboard.press("t")
    page.keyboard.press("u")
    assert (house.table.version, page.locator("#result").is_visible()) == (2, False)
