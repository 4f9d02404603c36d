"""A hand told card by card: for what the table waits for, in the reader's words, and kept nowhere."""

from __future__ import annotations

import logging
from html import unescape

import pytest
from playwright.sync_api import expect

from companion.web.language import page_words
from companion.web.pages.hand_page import what_is_asked
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_board import after
from tests.web.test_pages import followed, result_of

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")
COUNTING = (*GAME, "set count Ann 1", "Ann plays green-1")
CLASSIC = ("game classic players=Ann,Ben,Cem", "top green-7")
PLUS_FOUR = (*CLASSIC, "Ann plays wild-draw-four as red", "Ben challenges")
UNTIL = ("game flip players=Ann,Ben,Cem", "top green-flip", "top pink-6", "Ann plays wild-draw-colour as purple")


@pytest.mark.parametrize(
    ("statements", "do", "players"),
    [
        (COUNTING, "count", ("Ben", "Cem")),
        ((*COUNTING, "Ben left 3 points"), "count", ("Cem",)),
        (PLUS_FOUR, "judged", ()),
        ((*GAME, "Ann plays green-discard-all"), "discard", ()),
        (GAME[:1], "hold", ("Ann", "Ben", "Cem")),
        (CLASSIC, "draw", ("", "Ann", "Ben", "Cem")),
        (GAME, None, ()),
        ((), None, ()),
    ],
)
def test_a_hand_is_told_for_what_the_table_waits_for(
    statements: tuple[str, ...], do: str | None, players: tuple[str, ...]
) -> None:
    asked = what_is_asked(after(*statements), "Ann", page_words("en"), hosts=True)
    assert (asked and asked.do, asked.players if asked else ()) == (do, players)


@pytest.mark.parametrize("statements", [PLUS_FOUR, GAME[:1], CLASSIC])
def test_whoever_has_no_seat_tells_no_hand_but_those_that_all_may_count(statements: tuple[str, ...]) -> None:
    assert what_is_asked(after(*statements), None, page_words("en"), hosts=False) is None
    counted = what_is_asked(after(*COUNTING), None, page_words("en"), hosts=False)
    assert counted is not None


@pytest.mark.parametrize(
    ("before", "fields", "statement"),
    [
        (COUNTING, {"do": "count", "player": "Ben", "n-red-3": "2", "n-wild": "1"}, "Ben left red-3 red-3 wild"),
        (COUNTING, {"do": "count", "player": "Cem", "points": "40"}, "Cem left 40 points"),
        (PLUS_FOUR, {"do": "judged", "n-red-3": "2", "n-blue-3": "2", "n-wild": "1", "n-red-skip": "1"}, None),
        ((*GAME, "Ann plays green-discard-all"), {"do": "discard", "n-green-3": "1"}, "Ann discards green-3"),
        (GAME[:1], {"do": "hold", "player": "Ben", "n-red-3": "1", "n-red-4": "1"}, "Ben holds red-3 red-4"),
        (CLASSIC, {"do": "draw", "player": "", "n-blue-3": "1"}, "Ann draws blue-3"),
        (
            (*UNTIL, "Ben accepts"),
            {"do": "draw", "n-purple-3": "1", "n-teal-4": "2"},
            "Ben draws teal-4 teal-4 purple-3",
        ),
    ],
)
def test_the_cards_make_the_statement(
    house: House, before: tuple[str, ...], fields: dict[str, str], statement: str | None
) -> None:
    host = house.joined("Ann")
    house.says(*before)
    answer = host.send("/hand", key="k1", version=str(house.table.version), **fields)
    assert answer.status_code == 303
    said = result_of(followed(host, answer))
    assert said == (statement or "Ann holds blue-3 blue-3 wild red-3 red-3 red-skip")


def test_what_is_refused_comes_back_to_the_phone_with_every_card(house: House) -> None:
    host = house.joined("Ann")
    house.says(*COUNTING)
    answer = host.send("/hand", key="k1", version="1", do="count", player="Cem", **{"n-red-3": "2", "n-wild": "1"})
    assert answer.status_code == 422
    assert "moved on" in result_of(answer.text)
    assert '<option value="Cem" selected>' in answer.text
    assert answer.text.count(" open>") == 2
    assert 'id="n-red-3" name="n-red-3" type="number" min="0" max="2" inputmode="numeric"' in answer.text
    assert 'data-each="3" value="2"' in answer.text


def test_nothing_of_a_hand_is_kept_logged_or_shown_to_others(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    host, other = house.joined("Ann"), house.joined("Ben")
    house.says(*CLASSIC)
    answer = host.send("/hand", key="k1", do="draw", version="2", player="Cem", **{"n-blue-3": "1"})
    assert answer.status_code == 422
    assert answer.headers["cache-control"] == "no-store"
    for path in ("/", "/api/state", "/api/spoken", "/api/games/1.table", "/hand"):
        assert "blue-3&#34;" not in other.get(path).text
        assert "Cem draws blue-3" not in unescape(other.get(path).text)
    assert "blue-3" not in caplog.text


def test_the_page_is_in_the_readers_words(house: House) -> None:
    phone = house.phone(headers={"Accept-Language": "fr"})
    phone.join("Ann")
    house.says(*COUNTING)
    text = unescape(phone.get("/hand").text)
    assert "Inversion" in text
    assert "rouge" in text
    assert "Tell the referee" not in text


def test_a_stranger_is_led_to_the_pin(house: House) -> None:
    house.says(*COUNTING)
    assert house.phone().get("/hand").headers["location"] == "/join"
    assert house.phone().send("/hand", do="count").headers["location"] == "/join"


def test_cards_are_counted_by_taps(house: House, visit: Visit) -> None:
    house.says(*COUNTING)
    page = visit("/hand", "Ann", viewport={"width": 320, "height": 640})
    page.locator("#hand-player").select_option("Cem")
    page.locator("summary", has_text="red").click()
    for _ in range(3):  # there are but two
        page.get_by_role("button", name="3, red: one more").click()
    page.get_by_role("button", name="3, red: one less").click()
    page.locator("summary", has_text="wild").click()
    page.get_by_role("button", name="wild, wild cards: one more", exact=True).click()
    expect(page.locator("#total")).to_have_text("Cards: 2 · Points: 53")
    expect(page.locator("summary", has_text="red")).to_contain_text("× 1")
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert (problems(page), too_small(page), narrow_enough(page)) == ([], [], True)
    page.get_by_role("button", name="Tell the referee").click()
    expect(page.locator("#result")).to_have_text("Cem left red-3 wild")


def test_cards_are_counted_without_script(house: House, visit: Visit) -> None:
    house.says(*COUNTING)
    page = visit("/hand", "Ann", java_script_enabled=False)
    page.locator("summary", has_text="red").click()
    page.get_by_label("3, red", exact=True).fill("2")
    page.get_by_role("button", name="Tell the referee").click()
    expect(page.locator("#result")).to_have_text("Ben left red-3 red-3")
