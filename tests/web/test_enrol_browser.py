"""The page for enrolling in a browser: it follows the scanner, moves no focus, and is whole without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.enrolled import Change
from companion.tags import card_tag
from tests.web.house import House
from tests.web.live_page import until
from tests.web.looks import Visit, narrow_enough, problems, too_small

RED_1 = card_tag("X", "K1", 1)


def start(page: Page) -> None:
    page.get_by_label("Whose codes").select_option("extreme")
    page.get_by_role("button", name="Start enrolling").click()
    expect(page.locator("#asks")).to_have_text("Now the code of red 1, first copy.")


def test_the_page_follows_the_scanner_without_moving_focus_or_taking_what_is_written(
    house: House, visit: Visit
) -> None:
    page = visit("/enrol", name="Ann")
    start(page)
    until(page, "stream.listening()")
    page.locator("#code").fill("half")
    page.evaluate("window.sameDocument = true")
    house.scanned("1", "2")
    expect(page.locator("#asks")).to_have_text("Now the code of yellow 1, first copy.")
    expect(page.locator("#progress")).to_have_text("2 of 112 have their codes.")
    expect(page.locator("#result")).to_contain_text("Red 1, second copy: taken.")
    assert page.locator("#code").input_value() == "half"
    assert page.evaluate("document.activeElement.id") == "code"
    assert page.evaluate("window.sameDocument")


def test_a_scanner_that_types_into_the_page_goes_from_card_to_card(house: House, visit: Visit) -> None:
    page = visit("/enrol", name="Ann")
    start(page)
    until(page, "stream.listening()")
    page.locator("#code").focus()
    for number, expected in enumerate(("red 1, second copy", "yellow 1, first copy", "yellow 1, second copy")):
        page.keyboard.type(f"40063813{number}")
        page.keyboard.press("Enter")
        expect(page.locator("#asks")).to_have_text(f"Now the code of {expected}.")
    assert page.evaluate("document.activeElement.id") == "code"
    assert len(house.desk.book.codes().tags) == 3
    expect(page.locator("#polite")).to_contain_text("Yellow 1, first copy: taken.")


def test_what_is_refused_is_told_where_it_stands(house: House, visit: Visit) -> None:
    house.desk.book.change(Change({"1": card_tag("C", "K1", 1)}))
    page = visit("/enrol", name="Ann")
    start(page)
    until(page, "stream.listening()")
    page.locator("#code").fill("1")
    page.get_by_role("button", name="Bind this code").click()
    expect(page.locator("#result")).to_contain_text("This is the code of the card red 0 of classic UNO, K1 already.")
    expect(page.locator("#result")).to_have_class("result bad")


def test_a_card_is_chosen_and_skipped_with_the_buttons(house: House, visit: Visit) -> None:
    page = visit("/enrol", name="Ann")
    start(page)
    until(page, "stream.listening()")
    page.get_by_role("button", name="Skip this card").click()
    expect(page.locator("#asks")).to_have_text("Now the code of red 1, second copy.")
    page.locator("#thing").select_option(label="wild, first copy")
    page.get_by_role("button", name="This one next").click()
    expect(page.locator("#asks")).to_have_text("Now the code of wild, first copy.")
    page.get_by_role("button", name="Let scans play again").click()
    expect(page.get_by_role("button", name="Start enrolling")).to_be_visible()


def test_a_check_that_closes_at_the_table_turns_the_page(house: House, visit: Visit) -> None:
    page = visit("/enrol", name="Ann")
    page.get_by_label("Deck", exact=True).select_option("extreme")
    page.get_by_role("button", name="Start the check").click()
    until(page, "stream.listening()")
    house.scanned(*(card_tag("X", "K1", number) for number in range(2, 113)))
    expect(page.locator("#progress")).to_have_text("111 of 112 cards are there. 1 is missing: red 1.")
    house.scanned(RED_1)
    expect(page.get_by_role("button", name="Start the check")).to_be_visible()
    expect(page.locator("#told")).to_have_text("All 112 cards are there. Scans belong to the game again.")


def test_an_unknown_code_at_the_table_is_offered_on_the_page_at_once(house: House, visit: Visit) -> None:
    house.says("game extreme players=Ann,Ben", "top red-5")
    page = visit("/enrol", name="Ann")
    until(page, "stream.listening()")
    house.scanned("4006381333931")
    expect(page.locator("#unknown")).to_have_text("4006381333931")
    page.get_by_label("It is stuck on").select_option(RED_1)
    page.get_by_role("button", name="Bind this code").click()
    expect(page.locator("#result")).to_contain_text("Red 1, first copy: taken.")
    assert house.desk.book.codes().tags == {"4006381333931": RED_1}


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("scans", ["game", "enrolment", "check"])
def test_the_page_is_accessible_and_fits_a_phone(house: House, visit: Visit, scans: str, locale: str) -> None:
    house.desk.book.change(Change({"4006381333931": RED_1, "x" * 64: card_tag("X", "K1", 2)}))
    house.says("game extreme players=Ann,Ben", "top red-5")
    house.scanned("unknown")
    page = visit("/enrol", name="Ann", locale=locale)
    if scans != "game":
        page.evaluate(
            f"document.querySelector('[name=do][value={'enrol' if scans == 'enrolment' else 'check'}]').form.submit()"
        )
        page.wait_for_load_state()
    expect(page.locator("body")).to_have_attribute("data-scans", scans)
    if scans == "game":
        page.locator("main summary").click()
    assert problems(page) == []
    assert too_small(page) == []
    assert narrow_enough(page)


def test_the_whole_of_it_works_without_script(house: House, visit: Visit, browser: Browser) -> None:
    page = visit("/enrol", name="Ann", java_script_enabled=False)
    start(page)
    page.get_by_label("Code", exact=True).fill("4006381333931")
    page.keyboard.press("Enter")
    expect(page.locator("#asks")).to_have_text("Now the code of red 1, second copy.")
    expect(page.locator("#result")).to_contain_text("Red 1, first copy: taken.")
    page.keyboard.type("4006381333948")  # a scanner that types: the field has the focus again
    page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_have_text("2 of 112 have their codes.")
    page.get_by_role("button", name="Undo the last code").click()
    page.get_by_role("button", name="Back one card").click()
    page.get_by_role("button", name="Skip this card").click()
    page.get_by_role("button", name="Let scans play again").click()
    page.locator("main summary").click()
    page.get_by_role("button", name="Take 4006381333931 off").click()
    assert house.desk.book.codes().tags == {}
    page.get_by_role("button", name="Start the check").click()
    page.get_by_label("Code, or a card like red-7").fill("red-7")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="That is all: what is missing?").click()
    expect(page.locator("#result")).to_contain_text("1 of 112 cards is there. 111 are missing.")
