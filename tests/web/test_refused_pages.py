"""A form that is refused where the whole page comes anew: its title says so, and its reader is at what is wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.wishes.own_presets import OwnPreset
from tests.web.house import House
from tests.web.looks import Visit

GAME = ("game classic players=Ann,Ben", "top green-7")


def send(page: Page, fields: dict[str, str], button: str) -> None:
    """Fills in fields by their names, and pushes a button."""
    page.locator("details").evaluate_all("(parts) => parts.forEach((part) => { part.open = true; })")
    for name, text in fields.items():
        page.locator(f'input[name="{name}"]:visible').first.fill(text)
    page.get_by_role("button", name=button, exact=True).first.click()


@pytest.mark.parametrize(
    ("path", "fields", "button"),
    [
        ("/join", {"other": "a\u0007"}, "Take this seat"),
        ("/start", {"player": ""}, "Read it back to me"),
        ("/start", {"hand_size": "many"}, "Read it back to me"),
        ("/hand", {"more": "nonsense"}, "Tell the referee"),
        ("/correct", {}, "So it lies there"),
        ("/presets", {"new": "Ours"}, "Rename “Mine”"),
        ("/names", {"like": "%"}, "Keep for Ann"),
        ("/enrol", {"serial": "!"}, "Start enrolling"),
        ("/", {"statement": "Ann plays"}, "Say it"),
        ("/rounds", {}, "Undo this"),
    ],
)
def test_who_is_refused_on_a_page_that_comes_anew_is_at_the_reason_and_hears_it_in_the_title(
    house: House, visit: Visit, path: str, fields: dict[str, str], button: str
) -> None:
    house.says(*GAME)
    for name in ("Mine", "Ours"):
        house.presets.keep(OwnPreset(name, "classic", {}))
    page = visit(path, "Ann", java_script_enabled=False)
    title = page.title()
    if path == "/rounds":
        house.says("Ann plays green-1")
    send(page, fields, button)
    expect(page).to_have_title(re.compile("^Not done: "))
    assert page.title() != title
    result = page.locator("#result")
    expect(result).to_be_visible()
    wrong = page.locator('[aria-invalid="true"]')
    expect(wrong.first if wrong.count() else result).to_be_focused()


def test_the_private_answer_is_where_its_reader_goes_on(house: House, visit: Visit) -> None:
    page = visit("/private", "Ann", java_script_enabled=False)
    send(page, {"code": "nonsense"}, "What is it?")
    expect(page.locator("#read")).to_be_focused()


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("12", "A PIN has 6 digits, not 2."),
        ("no", "A PIN has 6 digits, not 0."),
        ("1234567", "A PIN has 6 digits, not 7."),
        ("wrong", "That is not the PIN."),
    ],
)
def test_a_pin_that_is_refused_says_why_at_its_field_and_what_to_press_to_hear_it(
    house: House, visit: Visit, typed: str, why: str
) -> None:
    page = visit("/join", joined=False, java_script_enabled=False)
    wrong = f"{(int(house.access.pin) + 1) % 1_000_000:06}"
    send(page, {"pin": wrong if typed == "wrong" else typed, "other": "Zoé"}, "Join")
    expect(page).to_have_title("Not done: Join the table – UNO table")
    field = page.get_by_label("PIN, six digits")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        re.compile(f"^{why} To hear it at the table, press .* scan the PIN card")
    )
    hear = re.search("press “(.*?)”", page.locator("#result").inner_text())
    assert hear
    expect(page.get_by_role("button", name=hear[1])).to_be_visible()
    expect(page.get_by_label("Your name at the table")).to_have_value("Zoé")


def test_who_has_to_wait_after_too_many_pins_is_at_the_time_to_wait(house: House, visit: Visit) -> None:
    page = visit("/join", joined=False, java_script_enabled=False)
    for _ in range(6):
        send(page, {"pin": "12"}, "Join")
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("#result")).to_contain_text("Try again in 30 seconds")
    expect(page.locator('[aria-invalid="true"]')).to_have_count(0)
