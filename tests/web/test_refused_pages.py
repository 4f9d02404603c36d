"""A form that is refused on a page of its own: scripts on or off, its reader hears that first, and what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.looks import Visit, problems

CLASSIC = ("game classic players=Ann,Ben", "top red-5", "Ann plays red-7", "Ben plays red-9", "Ann draws")


def wrong_pin(page: Page) -> None:
    page.goto("/join")
    page.get_by_label("PIN, six digits").fill("000000")
    page.get_by_role("button", name="Join", exact=True).click()


def hand_of_nothing(page: Page) -> None:
    page.goto("/hand")
    page.get_by_role("button", name="Tell the referee").click()


def back_a_long_way(page: Page) -> None:
    page.goto("/rounds")
    page.get_by_role("button", name="Back to here").last.click()


def nothing_to_put_right(page: Page) -> None:
    page.goto("/correct")
    page.get_by_role("button", name="So it lies there").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
@pytest.mark.parametrize("refused", [wrong_pin, hand_of_nothing, back_a_long_way, nothing_to_put_right])
def test_whoever_is_refused_begins_at_the_reason_and_the_title_says_so(
    house: House, visit: Visit, refused: object, *, scripts: bool
) -> None:
    assert callable(refused)
    house.says(*(CLASSIC[:1] if refused is hand_of_nothing else CLASSIC))
    page = visit(name="Ann", base_url=house.url, joined=refused is not wrong_pin, java_script_enabled=scripts)
    refused(page)
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("#result")).not_to_be_empty()
    assert page.title().startswith("Not done: ")
    if scripts:
        assert problems(page) == []


def test_a_wrong_pin_is_told_at_its_field_and_one_that_is_too_short_says_how_long_it_is(
    house: House, visit: Visit
) -> None:
    page = visit("/join", base_url=house.url, joined=False)
    field = page.get_by_label("PIN, six digits")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    for typed, told in (
        ("000000", "That is not the PIN. Scan the PIN card to hear it at the table."),
        ("12", "The PIN has six digits, and 2 signs were written. Write it anew."),
    ):
        field.fill(typed)
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.locator("#result")).to_have_text(told)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(
            f"! {told} To hear it, press “Say the PIN at the table” below, or scan the PIN card; or ask a host. "
            "It may be pasted."
        )


def test_what_was_done_moves_nobody_and_leaves_the_title_as_it_is(house: House, visit: Visit) -> None:
    page = visit("/join", base_url=house.url, joined=False)
    page.get_by_label("PIN, six digits").fill(house.access.pin)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#result")).to_have_text("This phone has joined.")
    assert not page.title().startswith("Not done")
