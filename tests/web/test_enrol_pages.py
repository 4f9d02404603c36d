"""A host enrols codes and checks decks on the page, by forms alone; scans at the table go there meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from companion.enrolled import Change
from companion.referee.decks import load_deck, read_deck, shelved
from companion.scan_tasks.code_book import FILE_NAME
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from tests.web.house import House, Phone

OURS = """\
edition = "ours"
letter = "U"
serial = "K7"
like = "classic"
cards = ["red-1", "blue-2", "wild"]
total = 3
"""
RED_1, RED_1_AGAIN, YELLOW_1 = (card_tag("X", "K1", number) for number in (1, 2, 3))


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def text(phone: Phone, language: str = "en") -> str:
    """What the page says, without its marks."""
    html = phone.get("/enrol", headers={"Accept-Language": language}).text
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def sent(phone: Phone, **fields: str) -> str:
    """A form without script; what the page says then."""
    answer = phone.send("/enrol", **fields)
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith("/enrol")
    return text(phone)


def note(phone: Phone, **fields: str) -> tuple[str, bool]:
    """The same with script."""
    answer = phone.request("POST", "/enrol", data=fields, headers={"Accept": "application/json"}).json()
    return answer["message"], answer["accepted"]


def test_it_is_for_hosts_alone(house: House) -> None:
    house.joined("Ann")
    player, stranger = house.joined("Ben"), house.phone()
    for phone, status in ((player, 403), (stranger, 303)):
        assert phone.get("/enrol").status_code == status
        assert phone.send("/enrol", do="enrol", what="extreme").status_code == status
        assert phone.get("/enrol/live").status_code in {403, 303}
    assert house.desk.task is None


def test_a_deck_is_enrolled_by_the_tables_scanner_and_the_page_tells_how_far_it_is(house: House) -> None:
    host = house.joined("Ann")
    shown = sent(host, do="enrol", what="extreme", serial="")
    assert "Now the code of red 1, first copy." in shown
    house.scanned("4006381333931")
    assert "1 of 112 has its code." in text(host)
    assert "Maintenant le code : 1 rouge, exemplaire 2." in text(host, "fr")
    assert house.table.version == 0
    assert "Scans do not play now" in host.get("/").text


def test_a_code_is_typed_or_scanned_into_the_page_and_the_field_is_ready_for_the_next(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="enrol", what="extreme", serial="")
    answer = host.send("/enrol", do="code", code="4006381333931")
    assert answer.headers["location"] == "/enrol?again=code"
    assert "autofocus" in host.get("/enrol?again=code").text
    assert "autofocus" not in host.get("/enrol").text
    assert house.desk.book.codes().tags == {"4006381333931": RED_1}
    assert "Scan or write a code." in sent(host, do="code", code=" ")


def test_skip_back_undo_choose_and_stop_are_buttons(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="enrol", what="extreme", serial="")
    assert "Skipped: red 1, first copy." in sent(host, do="skip")
    assert "Now the code of red 1, first copy." in sent(host, do="back")
    sent(host, do="code", code="1")
    assert "Taken back: the code of red 1, first copy." in sent(host, do="undo")
    assert "Yellow 1, first copy chosen." in sent(host, do="choose", thing=YELLOW_1)
    sent(host, do="code", code="2")
    shown = sent(host, do="stop")
    assert "1 of 112 has its code. Enrolling goes on from here another time. Scans belong to the game again." in shown
    assert house.desk.book.codes().tags == {"2": YELLOW_1}
    assert "Now the code of yellow 1, second copy." in sent(host, do="enrol", what="extreme", serial="")


def test_a_code_bound_twice_is_refused_by_name(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="enrol", what="extreme", serial="")
    assert note(host, do="code", code="1")[1]
    told, accepted = note(host, do="code", code="1")
    assert told.startswith("This is the code of red 1, first copy already.")
    assert not accepted


def test_command_cards_and_badges_are_enrolled_too(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="enrol", what="commands", serial="")
    house.scanned("1")
    sent(host, do="enrol", what="players", serial="")
    house.scanned("2")
    assert house.desk.book.codes().tags == {"1": command_tag(CommandWord.RED), "2": badge_tag(1)}


def test_a_second_sticker_leaves_the_first_as_it_is(house: House) -> None:
    house.desk.book.change(Change({"1": RED_1}))
    host = house.joined("Ann")
    sent(host, do="enrol", what="extreme", serial="", also="yes")
    sent(host, do="choose", thing=RED_1)
    sent(host, do="code", code="2")
    assert house.desk.book.codes().tags == {"1": RED_1, "2": RED_1}


def test_codes_are_listed_and_taken_off_one_by_one(house: House) -> None:
    house.desk.book.change(Change({"1": RED_1, "<b>": RED_1_AGAIN}))
    host = house.joined("Ann")
    html = host.get("/enrol").text
    assert "2 codes" in html
    assert "<code>&lt;b&gt;</code> – red 1, second copy of UNO Extreme, K1" in html
    assert "<b> is no code of red 1, second copy of UNO Extreme, K1 any more." in sent(host, do="remove", code="<b>")
    assert "That code is gone already." in sent(host, do="remove", code="<b>")
    assert house.desk.book.codes().tags == {"1": RED_1}


def test_a_code_that_was_read_and_unknown_is_offered_to_be_bound(house: House) -> None:
    host = house.joined("Ann")
    house.says("game extreme players=Ann,Ben", "top red-5")
    assert "Read just now" in host.get("/enrol").text
    assert 'id="part-unknown" aria-labelledby="unknown-heading" hidden' in host.get("/enrol").text
    house.scanned("4006381333931")
    assert 'id="part-unknown" aria-labelledby="unknown-heading">' in host.get("/enrol").text
    assert "Red 1, first copy: taken." in sent(host, do="bind", code="4006381333931", thing=RED_1)
    assert house.desk.book.codes().tags == {"4006381333931": RED_1}
    house.scanned("4006381333931")
    assert str(house.table.state.top) == "red-1"


@pytest.mark.parametrize(
    ("code", "thing", "told"),
    [
        ("1", "", "Choose a card."),
        ("1", badge_tag(1), "Choose a card."),
        ("", RED_1, "Not read rightly: scan it again."),
        ("r7", RED_1, "That reads as the Braille label of red 7: take another sticker."),
        ("red-7", RED_1, "That is a word, not the code of a sticker."),
        (RED_1_AGAIN, RED_1, "Our own label of red 1, second copy: it works without enrolling."),
        ("taken", RED_1, "This is the code of red 1, second copy of UNO Extreme, K1 already."),
    ],
)
def test_what_cannot_be_bound_is_refused_on_the_page_as_at_the_table(
    house: House, code: str, thing: str, told: str
) -> None:
    house.desk.book.change(Change({"taken": RED_1_AGAIN}))
    host = house.joined("Ann")
    assert told in sent(host, do="bind", code=code, thing=thing)
    assert house.desk.book.codes().tags == {"taken": RED_1_AGAIN}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"do": "enrol", "what": "poker"}, "Choose a deck."),
        ({"do": "check", "what": "commands"}, "Choose a deck."),
        ({"do": "enrol", "what": "extreme", "serial": "OO"}, "“OO” is no serial: write two of the characters"),
        ({"do": "check", "what": "extreme", "serial": "<"}, "“<” is no serial: write two of the characters"),
        ({"do": "enrol", "what": "ours", "serial": "K2"}, "The tags of this deck have the serial K7: leave"),
        ({"do": "check", "what": "ours", "serial": "OO"}, "The tags of this deck have the serial K7: leave"),
        ({"do": "skip"}, "This has ended meanwhile."),
        ({"do": "nonsense"}, "This has ended meanwhile."),
    ],
)
def test_what_cannot_be_begun_is_told(house: House, fields: dict[str, str], told: str) -> None:
    host = house.joined("Ann")
    with shelved(read_deck(OURS, "ours.toml")):
        shown = sent(host, **fields)
    assert told in shown
    assert "--" not in shown, "a page has no flags"
    assert house.desk.task is None


@pytest.mark.parametrize("serial", ["", "K7", " k7 "])
@pytest.mark.parametrize("do", ["enrol", "check"])
def test_an_own_deck_keeps_the_serial_of_its_file(house: House, do: str, serial: str) -> None:
    host = house.joined("Ann")
    with shelved(read_deck(OURS, "ours.toml")):
        assert note(host, do=do, what="ours", serial=serial)[1]
        assert note(host, do="code", code=card_tag("U", "K7", 1))[1]


def test_every_button_of_a_check_says_whether_it_was_of_use(house: House) -> None:
    host = house.joined("Ann")
    assert note(host, do="check", what="extreme", serial="")[1]
    assert note(host, do="undo") == ("There is nothing to take back.", False)
    assert note(host, do="code", code=RED_1) == ("1 card.", True)
    assert note(host, do="undo") == ("The last scan is taken back. 0 cards.", True)
    assert note(host, do="code", code=RED_1)[1]
    assert note(host, do="done")[1]


def test_a_form_of_another_page_is_told(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="enrol", what="extreme", serial="")
    assert "This page is out of date" in sent(host, do="nonsense")


def test_a_file_of_codes_that_is_wrong_is_told_and_not_written_over(house: House) -> None:
    (house.directory / FILE_NAME).write_text('[codes]\n"1" = "no"\n')
    host = house.joined("Ann")
    told = f'{FILE_NAME}:2: what "1" stands for is no tag of ours'
    assert told in text(host)
    assert told in sent(host, do="enrol", what="extreme", serial="")
    assert house.desk.task is None
    assert (house.directory / FILE_NAME).read_text() == '[codes]\n"1" = "no"\n'


def test_a_whole_deck_is_checked_and_what_is_missing_is_on_the_page(house: House) -> None:
    house.desk.book.change(Change({"sticker": RED_1}))
    host = house.joined("Ann")
    deck = load_deck("extreme")
    assert "Scan every card once" in sent(host, do="check", what="extreme", serial="")
    house.scanned("sticker", *(card_tag("X", "K1", number) for number in range(3, deck.total + 1)))
    assert "111 of 112 cards are there. 1 is missing: red 1." in text(host)
    assert "Il manque 1 carte : 1 rouge." in text(host, "fr")
    shown = sent(host, do="code", code=RED_1_AGAIN)
    assert "All 112 cards are there. Scans belong to the game again." in shown
    assert house.desk.task is None


def test_a_check_that_ends_with_cards_missing_says_so(house: House) -> None:
    host = house.joined("Ann")
    sent(host, do="check", what="extreme", serial="")
    sent(host, do="code", code="red-7")
    assert "1 of 112 cards is there. 111 are missing." in sent(host, do="done")


def test_a_running_game_is_warned_of_and_not_harmed(house: House) -> None:
    host = house.joined("Ann")
    house.says("game extreme players=Ann,Ben", "top red-5")
    assert "cards that are scanned here are named aloud" in text(host)
    sent(host, do="check", what="extreme", serial="")
    house.scanned(card_tag("X", "K1", 1), "4006")
    assert house.table.version == 2
    house.says("Ann plays red-7")


def test_every_phone_is_told_what_scans_are_taken_for(house: House) -> None:
    host = house.joined("Ann")
    views = [host.get("/enrol/live").json()["scans"]]
    for fields in ({"do": "enrol", "what": "flip"}, {"do": "check", "what": "flip"}, {"do": "stop"}):
        sent(host, **fields)
        views.append(host.get("/enrol/live").json()["scans"])
    assert views == ["game", "enrolment", "check", "game"]


def test_both_sides_of_flip_may_be_given_the_unknown_code(house: House) -> None:
    host = house.joined("Ann")
    house.says("game flip players=Ann,Ben", "top red-5")
    house.scanned("4006")
    dark = card_tag("F", "K1", 1, 2)
    assert f'<option value="{dark}">' in host.get("/enrol").text
    sent(host, do="bind", code="4006", thing=dark)
    assert house.desk.book.codes().tags == {"4006": dark}
