"""Joining: PIN, cookies and roles, kept over a restart, and the throttle with its own clock."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from companion.web.door.access import Access, LastHostError, Phone, TooManyPinsError, WrongPinError, read_pin
from companion.web.door.rights import Role


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access(tmp_path: Path, clock: Clock) -> Access:
    return Access(tmp_path, clock)


def wrong(access: Access, address: str = "10.0.0.9", known: Phone | None = None) -> None:
    with pytest.raises(WrongPinError):
        access.join("no", None, address, known)


def test_the_pin_has_six_digits_and_is_for_the_owner_of_the_folder_only(access: Access, tmp_path: Path) -> None:
    assert len(access.pin) == 6
    assert access.pin.isdigit()
    assert read_pin(tmp_path) == access.pin
    for name in ("pin", "cookie-secret"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    access.join(access.pin, "Ann", "10.0.0.1")
    assert stat.S_IMODE((tmp_path / "phones.json").stat().st_mode) == 0o600
    assert read_pin(tmp_path / "elsewhere") is None


def test_pin_cookies_seats_and_roles_survive_a_restart(access: Access, tmp_path: Path) -> None:
    phone = access.join(access.pin, "Zoé", "10.0.0.1")
    cookie = access.cookie_of(phone)
    again = Access(tmp_path)
    assert again.pin == access.pin
    assert again.phone(cookie) == Phone(phone.id, "Zoé", Role.HOST)


def test_a_forged_cookie_is_nobodys(access: Access) -> None:
    phone = access.join(access.pin, "Ann", "10.0.0.1")
    assert access.phone(None) is None
    assert access.phone("") is None
    assert access.phone(phone.id) is None
    signed, signature = access.cookie_of(phone).split(".")
    assert access.phone(f"{signed}.{signature[::-1]}") is None
    assert access.phone(access.sign_note({"id": phone.id})) is None


def test_a_new_pin_replaces_the_old_one_and_phones_stay(access: Access, tmp_path: Path) -> None:
    phone = access.join(access.pin, None, "10.0.0.1")
    old = access.pin
    while access.renew_pin() == old:
        pass
    assert read_pin(tmp_path) == access.pin
    with pytest.raises(WrongPinError):
        access.join(old, None, "10.0.0.2")
    assert access.phone(access.cookie_of(phone)) == phone


def test_the_first_hosts_until_there_is_no_host_any_more(access: Access) -> None:
    first = access.join(access.pin, "Ann", "10.0.0.1")
    second = access.join(access.pin, "Ben", "10.0.0.2")
    assert (first.role, second.role) == (Role.HOST, Role.PLAYER)
    with pytest.raises(LastHostError):
        access.remove(first.id)
    access.remove(second.id)
    access.remove(first.id)
    assert access.join(access.pin, "Cem", "10.0.0.3").role is Role.HOST
    assert access.phone(access.cookie_of(first)) is None


def test_a_card_and_a_badge_make_a_seats_phones_hosts(access: Access) -> None:
    access.join(access.pin, "Ann", "10.0.0.1")
    phones = [access.join(access.pin, name, "10.0.0.2") for name in ("Ben", "bén", "Cem")]
    assert access.make_seat_hosts("BEN") == 2
    roles = [access.phone(access.cookie_of(phone)) for phone in phones]
    assert [phone.role for phone in roles if phone] == [Role.HOST, Role.HOST, Role.PLAYER]
    assert access.make_host("nobody") is False


def test_a_phone_that_joins_again_keeps_its_role_and_takes_the_new_seat(access: Access) -> None:
    host = access.join(access.pin, "Ann", "10.0.0.1")
    access.join(access.pin, "Ben", "10.0.0.2")
    again = access.join(access.pin, "Cem", "10.0.0.1", host)
    assert (again.id, again.name, again.role) == (host.id, "Cem", Role.HOST)
    assert access.join(access.pin, None, "10.0.0.1", again).name == "Cem"
    assert len(access.phones()) == 2


def test_after_five_wrong_pins_waiting_doubles_up_to_ten_minutes(access: Access, clock: Clock) -> None:
    for _ in range(5):
        wrong(access)
    for wait_s in (30, 60, 120, 240, 480, 600, 600):
        with pytest.raises(TooManyPinsError) as refused:
            access.join(access.pin, None, "10.0.0.9")
        assert refused.value.wait_s == wait_s
        clock.now_s += wait_s
        wrong(access)


def test_waiting_concerns_one_address_and_ends_with_the_right_pin(access: Access, clock: Clock) -> None:
    for _ in range(5):
        wrong(access)
    access.join(access.pin, None, "10.0.0.8")
    clock.now_s = 30
    access.join(access.pin, None, "10.0.0.9")
    for _ in range(4):
        wrong(access)
    access.join(access.pin, None, "10.0.0.9")


def test_a_phone_that_has_joined_never_waits_nor_makes_others_wait(access: Access) -> None:
    phone = access.join(access.pin, None, "10.0.0.9")
    for _ in range(9):
        wrong(access, known=phone)
    access.join(access.pin, None, "10.0.0.9")


def guess_from_everywhere(access: Access, tries: int) -> None:
    for number in range(tries):
        with pytest.raises(WrongPinError):
            access.join("000000" if access.pin != "000000" else "111111", None, f"2001:db8::{number:x}")


def test_a_guesser_with_many_addresses_may_try_once_a_minute(access: Access, clock: Clock) -> None:
    guess_from_everywhere(access, 30)
    for _ in range(3):
        with pytest.raises(TooManyPinsError) as shut:
            access.join(access.pin, None, "10.0.0.8")
        assert shut.value.wait_s == 60
        clock.now_s += 60
        guess_from_everywhere(access, 1)
    clock.now_s += 3600
    guess_from_everywhere(access, 30)


def test_a_guesser_cannot_shut_out_who_has_joined_sits_at_the_table_or_at_the_machine(access: Access) -> None:
    host = access.join(access.pin, "Ann", "10.0.0.1")
    guess_from_everywhere(access, 30)
    assert access.join(access.pin, "Ann", "10.0.0.1", host).role is Role.HOST
    assert access.join(access.pin, None, "127.0.0.1").role is Role.PLAYER
    with pytest.raises(TooManyPinsError):
        access.join(access.pin, "Ben", "10.0.0.2")
    assert access.join(access.say_pin(), "Ben", "10.0.0.2").name == "Ben"
    guess_from_everywhere(access, 30)
    assert access.join(access.renew_pin(), "Cem", "10.0.0.3").name == "Cem"


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[{"id": "x"}]', '[{"id": "x", "name": null, "role": "king"}]'])
def test_a_damaged_list_of_phones_costs_a_new_join_and_no_start(tmp_path: Path, damage: str) -> None:
    (tmp_path / "phones.json").write_text(damage)
    (tmp_path / "pin").write_text("12x")
    (tmp_path / "cookie-secret").write_text("short")
    access = Access(tmp_path)
    assert access.phones() == ()
    assert access.join(access.pin, "Ann", "10.0.0.1").role is Role.HOST
    assert len(json.loads((tmp_path / "phones.json").read_text())) == 1


def test_without_a_disk_phones_are_known_until_the_restart(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    access = Access(blocked)
    phone = access.join(access.pin, "Ann", "10.0.0.1")
    assert access.phone(access.cookie_of(phone)) == phone


def test_a_crowd_does_not_push_the_host_out(access: Access) -> None:
    host = access.join(access.pin, "Ann", "10.0.0.1")
    crowd = [Phone(f"p{n}", None, Role.PLAYER) for n in range(499)]
    access._phones |= {phone.id: phone for phone in crowd}
    access.join(access.pin, "Zoe", "10.0.0.1")
    assert access.phones()[0] == host
    assert len(access.phones()) == 500
    assert crowd[0] not in access.phones()
