"""What the table is asked and how it speaks, from the page; the help to read; the language of one phone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.tags import QUERIES
from companion.voice.between_plays.single_answers import SINGLE
from companion.voice.lines import Verbosity
from companion.web.pages.asking_the_table import QUESTIONS
from tests.web.house import House
from tests.web.live_page import LISTEN, live, told, until
from tests.web.looks import Visit, narrow_enough, problems, too_small

GAME = "game classic players=Ann,Ben"
PHONE = {"width": 390, "height": 844}
JSON = {"Accept": "application/json"}


def test_every_card_that_asks_or_sets_the_voice_is_a_question_of_the_page() -> None:
    assert {word.lower() for word in QUERIES} - QUESTIONS == {"motor"}  # which is no question, and the button's
    assert QUESTIONS - {word.lower() for word in QUERIES} == {"history", *SINGLE}  # no card is printed for them


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_every_question_has_its_button_and_whoever_has_joined_may_ask_it(house: House, question: str) -> None:
    house.says(GAME, "top green-7")
    house.joined("Ann")
    player = house.joined("Ben")
    assert len(re.findall(rf'<button name="query" value="{question}">', player.get("/").text)) == 1
    answer = player.request("POST", "/ask", data={"query": question}, headers=JSON).json()
    assert (answer["message"], answer["accepted"]) == (f"answer to {question}", True)
    assert house.asked == [question]


def test_a_stranger_neither_asks_nor_sets_the_voice(house: House) -> None:
    stranger = house.phone()
    assert 'name="query"' not in stranger.get("/").text
    answer = stranger.request("POST", "/ask", data={"query": "louder"}, headers=JSON).json()
    assert not answer["accepted"]
    assert house.asked == []


def test_a_phone_is_answered_in_its_own_language(house: House) -> None:
    phone = house.joined("Ann")
    answer = phone.request("POST", "/ask", data={"query": "status"}, headers=JSON | {"Accept-Language": "fr"})
    assert answer.json()["message"] == "fr: answer to status"


def test_the_help_is_there_to_read_for_everybody_and_fits_the_game(house: House) -> None:
    stranger = house.phone()
    before = stranger.get("/help").text
    assert "Extreme hit" in before  # what this table plays unless it is told otherwise
    house.says(GAME + " stacking=any", "top green-7")
    html = stranger.get("/help").text
    assert "Extreme hit" not in html
    assert "Scan now: the card you play" in html
    for heading in ("What can be scanned now", "Wild draw four", "Common mistakes", "Putting the cards away"):
        assert len(re.findall(rf"<h2[^>]*>{heading}</h2>", html)) == 1
    assert "does not pass it on" not in html
    french = stranger.get("/help", headers={"Accept-Language": "fr"}).text
    assert "Erreurs fréquentes" in french


def test_reading_the_help_is_not_asking_for_it_at_the_table(house: House) -> None:
    version = house.table.version
    house.phone().get("/help")
    assert (house.asked, house.table.version) == ([], version)


def test_a_phone_may_read_another_language_than_its_browser_asks_for(house: House) -> None:
    phone = house.phone()
    assert '<html lang="en">' in phone.get("/games").text
    answer = phone.send("/language", language="fr", back="/games")
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    assert '<html lang="fr">' in phone.get("/games", headers={"Accept-Language": "en"}).text
    assert '<html lang="en">' in house.phone().get("/games").text
    phone.send("/language", language="en", back="/")
    assert '<html lang="en">' in phone.get("/", headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize("back", ["//elsewhere.example", "https://elsewhere.example", "", "/a/../b", "\\\\x"])
def test_choosing_a_language_leads_nowhere_else(house: House, back: str) -> None:
    assert house.phone().send("/language", language="fr", back=back).headers["location"] == "/"


def test_a_language_that_there_is_none_of_changes_nothing(house: House) -> None:
    phone = house.phone()
    assert "set-cookie" not in phone.send("/language", language="tlh", back="/").headers
    assert '<html lang="en">' in phone.get("/", headers={"Cookie": "uno_language=tlh"}).text


# In a browser


def test_a_wish_is_confirmed_politely_where_the_finger_is_and_every_page_shows_it(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page, other = visit(name="Ann", viewport=PHONE), visit(name="Ben", viewport=PHONE)
    for phone in (page, other):
        live(phone)
        expect(phone.locator("#voice-now")).to_have_text("170 words a minute; volume 70 of 100; normal; English.")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Faster").click()
    expect(page.locator("#result")).to_have_text("answer to faster")
    assert page.evaluate("document.activeElement.textContent") == "Faster"
    until(page, "window.told.length > 0")
    assert told(page) == ["polite: answer to faster"]
    house.speaks(replace(house.voice.manner, rate_wpm=190, verbosity=Verbosity.FULL))
    for phone in (page, other):
        expect(phone.locator("#voice-now")).to_have_text("190 words a minute; volume 70 of 100; full; English.")


def test_the_voice_is_silenced_and_set_without_script(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann", viewport=PHONE, java_script_enabled=False)
    for name, question in (
        ("Silence", "stop"),
        ("Louder", "louder"),
        ("Help aloud", "help"),
        ("Last plays", "history"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#result")).to_have_text(f"answer to {question}")
    assert house.asked == ["stop", "louder", "help", "history"]


def test_the_help_is_reached_by_its_topics_and_another_language_by_its_own_name(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Read the help").click()
    page.get_by_role("link", name="Common mistakes").click()
    assert page.url.endswith("#topic-9")
    expect(page.locator("#topic-9")).to_have_text("Common mistakes")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aide")
    assert page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", ["/", "/help"])
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_voice_and_help_are_accessible_and_fit_a_phone(
    house: House, visit: Visit, path: str, locale: str, scheme: str
) -> None:
    house.says(GAME, "top green-7")
    page = visit(path, "Ann", viewport=PHONE, locale=locale, color_scheme=scheme)
    assert problems(page) == []
    assert narrow_enough(page)
    assert too_small(page) == []
