"""For one pair of ears: what a card is, told to one phone and kept nowhere; what that phone does by itself."""

from __future__ import annotations

import logging
import re
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from companion.referee.decks import load_deck
from companion.tags import badge_tag, card_tag
from companion.voice.earcons import Earcon
from companion.web.language import page_words
from companion.web.views.vibration import presses_due, signals
from tests.web.house import House
from tests.web.live_page import live, until
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_board import after

GAME = "game extreme players=Ann,Ben,Cem"
FAKES = """
window.shaken = []; window.spoken = [];
Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.shaken.push([pattern].flat()) });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {
  value: { cancel() {}, speak: ({ text }) => window.spoken.push(text) },
});
"""


def tag_of(card: str, edition: str = "extreme") -> str:
    deck = load_deck(edition)
    return card_tag(deck.letter, "K1", 1 + [str(face) for face in deck.cards].index(card))


def told(html: str) -> list[str]:
    found = re.search(r'<div id="read".*?</div>', html, re.DOTALL)
    return [] if found is None else [unescape(text) for text in re.findall(r"<p[^>]*>(.*?)</p>", found[0])]


def test_a_card_is_named_with_what_it_does_and_counts(house: House) -> None:
    phone = house.joined("Ann")
    house.says(GAME, "top green-7")
    name, does, counts = told(phone.send("/private", code=tag_of("red-hit-two").lower()).text)
    assert name == "Red hit two."
    assert "press" in does
    assert counts == "It counts 20 points in a hand at the end."
    assert told(phone.send("/private", code="b5").text)[0] == "Blue 5."


def test_it_is_read_without_a_game_too(house: House) -> None:
    assert told(house.joined().send("/private", code=tag_of("wild")).text)[0] == "Wild."


def test_it_is_read_in_the_phones_language(house: House) -> None:
    phone = house.phone(headers={"Accept-Language": "fr"})
    phone.join("Ann")
    house.says(GAME, "top green-7")
    assert told(phone.send("/private", code="b5").text)[0] == "5 bleu."


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "Scan the card, or write its code."),
        ("nonsense", "Unknown label."),
        (badge_tag(1), "Unknown label."),
        ("x" * 5000, "Unknown label."),
    ],
)
def test_what_is_no_card_is_said_in_one_sentence(house: House, code: str, sentence: str) -> None:
    assert told(house.joined().send("/private", code=code).text) == [sentence]


def test_the_side_that_is_turned_away_is_not_told(house: House) -> None:
    phone = house.joined("Ann")
    house.says("game flip players=Ann,Ben", "top green-7")
    dark = card_tag("F", "K1", 1, side=2)
    assert told(phone.send("/private", code=dark).text) == ["That side is turned away: turn the card over."]


def test_nothing_of_it_leaks(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    phone, other = house.joined("Ann"), house.joined("Ben")
    house.says(GAME, "top green-7")
    tag = tag_of("red-hit-two")
    heard: list[object] = []
    house.table.observers.append(heard.append)
    before = (house.table.version, house.table.state, other.get("/").text.count("hit two"))
    answer = phone.send("/private", code=tag)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert tag not in answer.text  # the field is empty again
    assert (house.table.version, house.table.state, other.get("/").text.count("hit two")) == before
    assert (heard, house.announced, house.asked, house.told, house.sounds.played) == ([], [], [], [], [])
    assert told(phone.get("/private").text) == []
    assert told(other.get("/private").text) == []
    for path in ("/api/spoken", "/api/state", "/api/health", "/api/games/1.table", "/api/games/1.json"):
        assert "hit-two" not in other.get(path).text
    assert tag not in caplog.text
    assert "hit two" not in caplog.text.lower()
    kept = b"".join(file.read_bytes() for file in house.directory.rglob("*") if file.is_file())
    assert tag.encode() not in kept
    house.scanned("b5")  # no card waits for anything since
    assert house.table.version == before[0] or str(house.table.state.top) == "blue-5"


def test_a_code_in_the_address_is_not_read(house: House) -> None:
    assert told(house.joined().get(f"/private?code={tag_of('red-1')}").text) == []


def test_a_stranger_is_led_to_the_pin(house: House) -> None:
    assert house.phone().get("/private").headers["location"] == "/join"
    assert house.phone().send("/private", code="b5").headers["location"] == "/join"


def test_every_pattern_has_its_meaning_and_no_two_feel_alike() -> None:
    for locale in ("en", "fr"):
        known = signals(page_words(locale))
        assert len({signal.pattern for signal in known}) == len({signal.meaning for signal in known}) == len(known)


def test_the_presses_of_this_phones_player_are_counted() -> None:
    owed = after(GAME, "top green-7", "Ann plays green-hit-two")
    assert [presses_due(owed, name) for name in ("Ben", "Ann", "Zoé", None)] == [2, 0, 0, 0]


def wishing(page: Page, *wishes: str) -> None:
    for wish in wishes:
        page.evaluate(f"localStorage.setItem('wish-{wish}', 'yes')")


def test_all_is_off_at_first_and_stays_on_the_phone(house: House, visit: Visit) -> None:
    page = visit("/private", "Ann", viewport={"width": 320, "height": 640})
    for wish in ("This phone speaks", "This phone vibrates"):
        expect(page.get_by_label(wish)).not_to_be_checked()
    assert (problems(page), too_small(page), narrow_enough(page)) == ([], [], True)
    page.get_by_label("This phone vibrates").check()
    page.reload()
    expect(page.get_by_label("This phone vibrates")).to_be_checked()
    assert "wish" not in str(page.context.cookies())


def test_a_scanner_that_types_reads_one_card_after_the_other(house: House, visit: Visit) -> None:
    page = visit("/private", "Ann")
    page.add_init_script(FAKES)
    wishing(page, "speech")
    page.reload()
    expect(page.locator("#code")).to_be_focused()
    page.keyboard.type("b5\n")
    expect(page.locator("#read")).to_contain_text("Blue 5.")
    expect(page.locator("#code")).to_have_value("")
    assert page.evaluate("document.activeElement.id") == "read"
    assert page.evaluate("spoken")[0].startswith("Blue 5.")


def test_without_script_a_card_is_read_and_what_needs_script_is_not_offered(house: House, visit: Visit) -> None:
    page = visit("/private", "Ann", java_script_enabled=False)
    page.get_by_label("Code of the card").fill("b5")
    page.get_by_role("button", name="What is it?").click()
    expect(page.locator("#read")).to_contain_text("Blue 5.")
    expect(page.get_by_label("This phone vibrates")).to_be_hidden()


def on_the_table(house: House, visit: Visit, name: str, *wishes: str) -> Page:
    page = visit("/", name)
    page.add_init_script(FAKES)
    wishing(page, *wishes)
    page.reload()
    live(page)
    return page


def test_the_phone_shakes_for_its_own_player_and_says_the_same(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = on_the_table(house, visit, "Ben", "vibration", "speech")
    house.says("Ann plays green-hit-two")
    until(page, "window.shaken.length === 1")
    house.says("Ben presses 0")
    until(page, "window.shaken.length === 2")
    house.says("Ben presses 1", "Cem presses 0", "Ann presses 0")
    until(page, "window.shaken.length === 3")
    house.announce("Ann: UNO!", earcons=(Earcon.UNO,))
    until(page, "window.shaken.length === 4")
    assert page.evaluate("shaken") == [[150, 120, 150, 120], [150, 120], [500], [150, 120, 150, 120, 150]]
    assert page.evaluate("spoken")[0] == "Ben presses 2 times."


def test_a_phone_that_was_not_asked_to_does_neither(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = on_the_table(house, visit, "Ben")
    house.says("Ann presses 0")
    expect(page.locator("#turn")).to_have_text("Ben")
    assert page.evaluate("[shaken, spoken]") == [[], []]
