"""Hosts among themselves: making one, handing over, laying down, removing; never a table with phones and no host."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.web.door.rights import Role
from tests.web.house import House, Phone
from tests.web.looks import Visit
from tests.web.test_pages import followed, result_of

LAST = "This is the only host, and other phones are here: make one of them a host first."


def ids(house: House) -> dict[str | None, str]:
    return {phone.name: phone.id for phone in house.access.phones()}


def hosts(house: House) -> list[str | None]:
    return [phone.name for phone in house.access.hosts()]


def change(house: House, host: Phone, do: str, whom: str = "") -> str:
    """What the page says after a host's button was pressed."""
    answer = host.send("/phones", do=do, phone=ids(house).get(whom, ""))
    return result_of(followed(host, answer))


def test_a_host_makes_another_host_and_stays_one(house: House) -> None:
    host, _ = house.joined("Ann"), house.joined("Ben")
    assert change(house, host, "host", "Ben") == "That phone hosts now."
    assert hosts(house) == ["Ann", "Ben"]


def test_a_host_hands_over_and_plays_from_then_on(house: House) -> None:
    host, other = house.joined("Ann"), house.joined("Ben")
    assert change(house, host, "hand-over", "Ben") == "That phone hosts now, and this one plays."
    assert hosts(house) == ["Ben"]
    assert host.get("/phones").status_code == 403
    assert other.get("/phones").status_code == 200


def test_one_of_two_hosts_lays_the_role_down(house: House) -> None:
    host, _ = house.joined("Ann"), house.joined("Ben")
    change(house, host, "host", "Ben")
    assert "Stop hosting with this phone" in host.get("/phones").text
    assert change(house, host, "lay-down") == "This phone hosts no more."
    assert hosts(house) == ["Ben"]


@pytest.mark.parametrize(("do", "whom"), [("lay-down", ""), ("remove", "Ann")])
def test_the_only_host_neither_lays_down_nor_goes_while_others_are_there(house: House, do: str, whom: str) -> None:
    host, _ = house.joined("Ann"), house.joined("Ben")
    assert "Stop hosting with this phone" not in host.get("/phones").text
    assert change(house, host, do, whom) == LAST
    assert hosts(house) == ["Ann"]


def test_a_handing_over_to_a_phone_that_has_just_gone_leaves_the_host_a_host(house: House) -> None:
    host, _ = house.joined("Ann"), house.joined("Ben")
    gone = ids(house)["Ben"]
    house.access.remove(gone)
    told = result_of(followed(host, host.send("/phones", do="hand-over", phone=gone)))
    assert told == "That phone is gone already."
    assert hosts(house) == ["Ann"]


def test_a_player_changes_nobody_s_role(house: House) -> None:
    _, player = house.joined("Ann"), house.joined("Ben")
    for do in ("host", "hand-over", "lay-down", "remove", "pin"):
        assert player.send("/phones", do=do, phone=ids(house)["Ben"]).status_code == 403
    assert hosts(house) == ["Ann"]


def test_a_table_whose_only_host_is_lost_gets_one_by_host_card_and_badge(house: House) -> None:
    house.joined("Ann")
    phone = house.joined("Ben")
    assert house.access.make_seat_hosts("Ben") == 1  # what the HOST card and a badge come to
    assert change(house, phone, "remove", "Ann") == "That phone must join again."
    assert [(each.name, each.role) for each in house.access.phones()] == [("Ben", Role.HOST)]


def test_the_last_phone_of_all_may_go_and_the_next_one_hosts(house: House) -> None:
    alone = house.joined("Ann")
    followed(alone, alone.send("/leave"))
    assert house.access.phones() == ()
    house.joined("Ben")
    assert hosts(house) == ["Ben"]


@pytest.mark.parametrize(("asks", "does"), [("Remove Ben’s phone", "remove"), ("Hand hosting over to Ben", "hand")])
def test_what_costs_a_place_is_asked_once_more_with_scripts_off_too(
    house: House, visit: Visit, asks: str, does: str
) -> None:
    page = visit("/phones", "Ann", java_script_enabled=False)
    house.joined("Ben")
    page.reload()
    sure = page.get_by_role("button", name=f"Yes, {does} it").filter(visible=True)
    expect(sure).to_have_count(0)
    page.get_by_text(asks).click()
    sure.click()
    expect(page.locator("#result")).to_be_visible()


def test_two_phones_of_one_seat_are_told_of_it_and_can_be_told_apart(house: House) -> None:
    host = house.phone(headers={"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1"})
    host.join("Ann")
    for name, twice in (("Ben", False), ("bEN", True)):
        phone = house.phone(headers={"User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Safari/537"})
        phone.send("/join", pin=house.access.pin, other=name)
        assert ("already has a phone here: this one plays for" in phone.get("/").text) == twice
    house.now_s += 180
    house.access.join(house.access.pin, None, "10.0.0.9")
    text = host.get("/phones").text
    assert "phone 1, Safari, iPhone, seen just now" in text
    assert "phone 3, Chrome, Android, seen 3 minutes ago" in text
    assert "phone 4, not seen since the machine was started" in text
