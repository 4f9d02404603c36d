"""Joining: where the page is for the next phone, the PIN aloud or pasted, the card for the table, and leaving."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from companion.address import PageAddress
from companion.web.door.access import ALOUD_EVERY_S, COOKIE
from companion.web.views.qr_code import qr_rows
from tests.web.house import House, opened
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_pages import followed, result_of

HINT = "This Wi-Fi has no internet: stay connected if the phone asks, and switch mobile data off."


def read_code(rows: Any) -> str:
    """What a phone's camera reads."""
    modules = np.pad(np.array(rows, dtype=bool), 4)
    picture = np.where(np.kron(modules, np.ones((4, 4), dtype=bool)), 0, 255).astype(np.uint8)
    (found,) = zxingcpp.read_barcodes(picture)
    return found.text


def code_of(html: str) -> str:
    """The text of the code that a page shows, from the path it is drawn with."""
    drawn = re.search(r'viewBox="0 0 (\d+) \d+">.*?fill="#000" d="([^"]+)"', html, re.DOTALL)
    assert drawn
    side = int(drawn[1])
    modules = np.zeros((side, side), dtype=bool)
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn[2]):
        modules[int(y), int(x) : int(x) + int(length)] = True
    return read_code(modules[4:-4, 4:-4])


def test_the_code_on_the_page_leads_to_the_page_and_brings_the_pin_on_a_host_s_phone_only(house: House) -> None:
    assert code_of(house.phone().get("/join").text) == "http://192.168.1.4:8080/join"
    host, player = house.joined("Ann"), house.joined("Ben")
    assert code_of(player.get("/join").text) == "http://192.168.1.4:8080/join"
    assert code_of(host.get("/join").text) == f"http://192.168.1.4:8080/join#pin={house.access.pin}"


def test_the_pin_is_nowhere_on_a_stranger_s_or_player_s_pages(house: House) -> None:
    house.joined("Ann")
    for phone in (house.phone(), house.joined("Ben")):
        for path in ("/join", "/join-card", "/"):
            assert house.access.pin not in phone.get(path).text


@pytest.mark.parametrize("written", ["{0} {1}", " {0}-{1} ", "{0}\u00a0{1}", "{0}.{1}\n"])
def test_a_pin_is_taken_as_people_paste_it(house: House, written: str) -> None:
    pin = house.access.pin
    phone = house.phone()
    followed(phone, phone.send("/join", pin=written.format(pin[:3], pin[3:]), other="Zoé"))
    assert [joined.name for joined in house.access.phones()] == ["Zoé"]


def test_the_address_shown_is_the_one_of_this_moment(house: House) -> None:
    assert "http://192.168.1.4:8080/" in house.phone().get("/join").text
    house.whereabouts = PageAddress(
        "http://10.0.0.9:8080/", ("http://10.42.0.1:8080/",), "http://table-2.local:8080/"
    )
    html = house.phone().get("/join").text
    assert "http://192.168.1.4:8080/" not in html
    for url in ("http://10.0.0.9:8080/", "http://10.42.0.1:8080/", "http://table-2.local:8080/"):
        assert url in html
    assert code_of(html) == "http://10.0.0.9:8080/join"


def test_without_a_network_the_page_says_so_instead_of_an_address(house: House) -> None:
    house.whereabouts = PageAddress("http://127.0.0.1:8080/", reachable=False)
    html = house.phone().get("/join").text
    assert "The machine has no network" in html
    assert "127.0.0.1" not in html


def test_a5_06_on_a_wifi_without_internet_page_and_card_say_how_phones_stay(house: House) -> None:
    assert HINT not in house.phone().get("/join").text
    house.whereabouts = PageAddress("http://10.42.0.1:8080/", way_out=False)
    for path in ("/join", "/join-card"):
        html = house.phone().get(path).text
        assert HINT in html
        assert "http://10.42.0.1:8080/" in html


def test_a_stranger_in_the_room_has_the_pin_said_but_not_all_the_time(house: House) -> None:
    stranger, other = house.phone("192.168.1.30"), house.phone("192.168.1.31")
    assert result_of(followed(stranger, stranger.send("/pin-aloud"))) == "answer to pin"
    assert (
        result_of(followed(other, other.send("/pin-aloud")))
        == "The PIN was said a moment ago. Ask again in 30 seconds."
    )
    house.now_s += ALOUD_EVERY_S
    assert result_of(followed(other, other.send("/pin-aloud"))) == "answer to pin"
    assert house.asked == ["pin", "pin"]


def test_a_phone_that_has_joined_has_the_pin_said_whenever_it_asks(house: House) -> None:
    phone = house.joined("Ann")
    for _ in range(3):
        phone.send("/pin-aloud")
    assert house.asked == ["pin"] * 3


def test_the_card_says_it_in_every_language_of_the_table_and_has_the_pin_from_a_host(tmp_path: Path) -> None:
    for house in opened(tmp_path, locales=("fr", "en", "nl")):
        host, stranger = house.joined("Ann"), house.phone()
        html = host.get("/join-card").text
        assert html.index('<section lang="fr">') < html.index('<section lang="en">')
        assert f"PIN: {house.access.pin}" in html
        assert f"Code PIN\u00a0: {house.access.pin}" in html
        assert "Ask for the PIN at the table." in stranger.get("/join-card").text


def test_a_table_without_a_language_of_the_page_gets_the_card_in_the_reader_s(tmp_path: Path) -> None:
    for house in opened(tmp_path, locales=("nl",)):
        assert 'lang="fr"' in house.phone().get("/join-card", headers={"Accept-Language": "fr"}).text


def test_the_card_is_a_file_for_the_printer_too(house: House) -> None:
    file = house.joined("Ann").get("/join-card.pdf")
    assert file.headers["content-type"] == "application/pdf"
    assert BytesIO(file.content).read(5) == b"%PDF-"
    assert len(file.content) < 60_000


def test_the_modules_of_a_code_are_read_as_what_was_written() -> None:
    assert read_code(qr_rows("http://[fd00::5]:8080/join#pin=000042")) == "http://[fd00::5]:8080/join#pin=000042"


def test_a_phone_leaves_and_is_a_stranger_then(house: House) -> None:
    house.joined("Ann")
    phone = house.joined("Ben")
    html = followed(phone, phone.send("/leave"))
    assert result_of(html) == "This phone has left the table."
    assert [joined.name for joined in house.access.phones()] == ["Ann"]
    assert COOKIE not in phone.client.cookies


def test_the_last_host_does_not_leave_a_table_with_phones_without_a_host(house: House) -> None:
    host, _ = house.joined("Ann"), house.joined("Ben")
    told = result_of(followed(host, host.send("/leave")))
    assert told == "This is the only host, and other phones are here: make one of them a host first."
    assert [joined.name for joined in house.access.hosts()] == ["Ann"]


def test_a_removed_phone_is_told_wherever_it_goes_on(house: House) -> None:
    host, phone = house.joined("Ann"), house.joined("Ben")
    host.send("/phones", do="remove", phone=house.access.phones()[1].id)
    told = "This phone was removed from the table. To come back, join again with the PIN."
    assert told in phone.get("/").text
    assert told in phone.get("/join").text
    assert result_of(followed(phone, phone.send("/ask", query="status"))) == told
    assert result_of(followed(phone, phone.send("/say", do="pass"))) == told
    assert phone.say("Ben passes").json()["message"] == told
    assert phone.join("Ben").status_code == 200
    assert told not in phone.get("/").text


def test_a_player_s_phone_reads_who_hosts_and_how_a_lost_host_is_replaced(house: House) -> None:
    house.joined("Ann")
    html = house.joined("Ben").get("/join").text
    assert re.search(r"Who hosts</h2>\s*<p>Ann</p>", html)
    assert "Scan the HOST card and then a badge" in html


def test_a_phone_that_looks_again_finds_its_own_seat_marked(house: House) -> None:
    house.says("game classic players=Ann,Ben")
    ben, other = house.joined("Ben"), house.joined("Zoé")
    assert '<input type="radio" name="name" value="Ben" checked>' in ben.get("/join").text
    assert 'name="other" value="Zoé"' in other.get("/join").text


def test_the_code_fills_in_the_pin_and_takes_it_out_of_the_address(house: House, visit: Visit) -> None:
    page = visit(f"/join#pin={house.access.pin}", joined=False)
    expect(page.locator("#pin")).to_have_value(house.access.pin)
    assert page.url.endswith("/join")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#result")).to_have_text("This phone has joined.")


def looks_well(page: Page) -> None:
    assert problems(page) == []
    assert too_small(page) == []
    assert narrow_enough(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_joining_and_the_card_are_for_everybody(house: House, visit: Visit, scheme: str) -> None:
    house.says("game extreme players=Ann,Ben,Cem")
    for joined in (False, True):
        for path in ("/join", "/join-card"):
            looks_well(visit(path, joined=joined, color_scheme=scheme, viewport={"width": 320, "height": 700}))


def test_on_paper_there_is_the_card_alone(house: House, visit: Visit) -> None:
    page = visit("/join-card", "Ann")
    page.emulate_media(media="print")
    for hidden in ("header", "footer", ".beside-paper"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".join-card svg")).to_be_visible()
    expect(page.locator(".join-card .pin")).to_have_text(f"PIN: {house.access.pin}")
