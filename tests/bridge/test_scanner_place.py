"""The scanner is found by who it is: whatever is plugged in besides, and whatever name its port got this time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.plugged import Plugged, keyboards, serial_devices, usb_name
from firmware_bridge.scanner_address import Identity, UsbName, is_address, is_lasting, may_be_one
from firmware_bridge.scanner_place import Devices, NoScannerError, ScannerPlace

ZEBRA = Plugged("/dev/ttyACM0", Identity(0x05E0, 0x1701, "S123", "1-1.2"), "Symbol Bar Code Scanner")
CHEAP = Plugged("/dev/ttyACM1", Identity(0x0483, 0x5740, None, "1-1.3"), "STMicroelectronics Virtual COM Port")
RFID = Plugged("/dev/ttyUSB0", Identity(0x1A86, 0x7523, None, "1-1.4"), "QinHeng USB Serial")
TWIN = Plugged("/dev/ttyUSB1", Identity(0x1A86, 0x7523, None, "1-1.1"), "QinHeng USB Serial")
ARDUINO = Plugged("/dev/ttyACM2", Identity(0x2341, 0x0043, "9", "1-1.1"), "Arduino Uno")
KEYBOARD = Plugged("/dev/input/event0", Identity(0x046D, 0xC31C, None, "usb-1/input0"), "Logitech USB Keyboard")
TYPING = Plugged("/dev/input/event4", Identity(0x0581, 0x0103, None, "usb-2/input0"), "Generic Barcode Scanner")


def moved(device: Plugged, port: str, location: str | None = None) -> Plugged:
    """The same device under another name, and perhaps in another socket."""
    who = device.identity
    return Plugged(port, Identity(who.vid, who.pid, who.serial, location or who.location), device.name)


class Desk:
    """What is plugged in just now."""

    def __init__(self, *plugged: Plugged) -> None:
        self.plugged = plugged

    def place(self, address: str) -> ScannerPlace:
        return ScannerPlace(address, Devices(self._serial, self._keyboards))

    def _serial(self) -> list[Plugged]:
        return [device for device in self.plugged if "/input/" not in device.port]

    def _keyboards(self) -> list[Plugged]:
        return [device for device in self.plugged if "/input/" in device.port]


def why_not(place: ScannerPlace) -> str:
    with pytest.raises(NoScannerError) as none:
        place.find()
    return str(none.value)


@pytest.mark.parametrize("address", ["", "auto"])
@pytest.mark.parametrize(
    ("plugged", "found"),
    [
        ([ZEBRA], ZEBRA),
        ([CHEAP], CHEAP),
        ([RFID], RFID),
        ([ARDUINO, ZEBRA, CHEAP, RFID], ZEBRA),
        ([ARDUINO, CHEAP], CHEAP),
        ([KEYBOARD, TYPING, RFID], RFID),
    ],
)
def test_the_only_device_that_can_be_the_scanner_is_found_by_itself(
    address: str, plugged: list[Plugged], found: Plugged
) -> None:
    assert Desk(*plugged).place(address).find() == found.port


def test_which_of_several_is_asked_with_the_name_of_each() -> None:
    message = why_not(Desk(CHEAP, RFID, TWIN, ARDUINO).place("auto"))
    assert "Which one is the scanner?" in message
    for name in ("usb:0483:5740", "usb:1a86:7523@1-1.4", "usb:1a86:7523@1-1.1", "usb:2341:0043", "scanner.url"):
        assert name in message


def test_where_none_can_be_the_scanner_what_is_there_is_told() -> None:
    assert "no USB device with a serial port" in why_not(Desk().place("auto"))
    assert "“Arduino Uno” (usb:2341:0043)" in why_not(Desk(ARDUINO).place("auto"))
    typing = why_not(Desk(KEYBOARD, TYPING).place("auto"))
    assert "types as a keyboard" in typing
    assert "evdev:Generic Barcode Scanner" in typing


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("usb:05e0:1701", ZEBRA),
        ("usb:05E0:1701:S123", ZEBRA),
        ("usb:05e0:1701@1-1.2", ZEBRA),
        ("usb:1a86:7523@1-1.1", TWIN),
        ("evdev:generic barcode scanner", TYPING),
    ],
)
def test_a_scanner_is_found_by_its_name_among_others(address: str, found: Plugged) -> None:
    assert Desk(ARDUINO, ZEBRA, RFID, TWIN, KEYBOARD, TYPING).place(address).find() == found.port


def test_a_name_that_nothing_or_more_than_one_has_says_what_there_is() -> None:
    assert "usb:1a86:7523@1-1.4" in why_not(Desk(RFID, TWIN).place("usb:1a86:7523"))
    assert "is not plugged in: there is “Arduino Uno”" in why_not(Desk(ARDUINO).place("usb:05e0:1701"))
    assert "“Logitech USB Keyboard”" in why_not(Desk(KEYBOARD).place("evdev:Symbol"))
    twins = (TYPING, moved(TYPING, "/dev/input/event5", "usb-3/input0"))
    assert "2 keyboards are called" in why_not(Desk(*twins).place("evdev:Generic Barcode Scanner"))


@pytest.mark.parametrize("address", ["auto", "/dev/ttyACM0", "usb:05e0:1701"])
@pytest.mark.parametrize("location", [None, "1-1.4"])
def test_a_scanner_that_was_open_is_found_again_under_any_name_and_in_any_socket(
    address: str, location: str | None
) -> None:
    desk = Desk(ZEBRA, ARDUINO)
    place = desk.place(address)
    place.opened(place.find())
    desk.plugged = (moved(ARDUINO, "/dev/ttyACM0"), moved(ZEBRA, "/dev/ttyACM7", location))
    assert place.find() == "/dev/ttyACM7"


def test_of_two_alike_the_socket_tells_which_is_which_and_in_a_third_one_nobody_guesses() -> None:
    desk = Desk(RFID, TWIN)
    place = desk.place("/dev/ttyUSB0")
    place.opened(place.find())
    desk.plugged = (moved(RFID, "/dev/ttyUSB1"), moved(TWIN, "/dev/ttyUSB0"))
    assert place.find() == "/dev/ttyUSB1"
    desk.plugged = (moved(RFID, "/dev/ttyUSB1", "1-1.2"), moved(TWIN, "/dev/ttyUSB0"))
    assert "usb:1a86:7523@1-1.2" in why_not(place)


def test_in_another_socket_a_scanner_is_known_by_its_serial_number_and_one_of_its_kind_is_not_taken_for_it() -> None:
    sister = Plugged("/dev/ttyACM1", Identity(0x05E0, 0x1701, "S124", "1-1.3"), "Symbol Bar Code Scanner")
    desk = Desk(ZEBRA, sister)
    place = desk.place("/dev/ttyACM0")
    place.opened(place.find())
    desk.plugged = (moved(sister, "/dev/ttyACM0", "1-1.2"), moved(ZEBRA, "/dev/ttyACM1", "1-1.4"))
    assert place.find() == "/dev/ttyACM1"


def test_of_one_devices_two_ports_the_same_one_is_found_again_in_another_socket() -> None:
    first, second = (
        Plugged(f"/dev/ttyACM{port}", Identity(0x05E0, 0x1701, "S123", f"1-1.2:1.{port}"), "Symbol Bar Code Scanner")
        for port in (0, 1)
    )
    desk = Desk(first, second)
    place = desk.place("/dev/ttyACM1")
    place.opened(place.find())
    desk.plugged = (moved(first, "/dev/ttyACM5", "1-1.4:1.0"), moved(second, "/dev/ttyACM6", "1-1.4:1.1"))
    assert place.find() == "/dev/ttyACM6"


def test_what_takes_over_the_scanners_port_is_not_taken_for_it() -> None:
    desk = Desk(ZEBRA)
    place = desk.place("/dev/ttyACM0")
    place.opened(place.find())
    desk.plugged = (moved(ARDUINO, "/dev/ttyACM0"),)
    assert "“Arduino Uno” is at /dev/ttyACM0 now" in why_not(place)
    desk.plugged = (moved(CHEAP, "/dev/ttyACM0"),)
    assert place.find() == "/dev/ttyACM0"  # a spare scanner


def test_once_the_scanner_is_gone_only_another_scanner_follows_by_itself() -> None:
    desk = Desk(ZEBRA, RFID)
    place = desk.place("auto")
    place.opened(place.find())
    desk.plugged = (RFID,)
    assert "“QinHeng USB Serial” (usb:1a86:7523), to be named in scanner.url" in why_not(place)
    spare = Plugged("/dev/ttyACM3", Identity(0x0C2E, 0x0B6A, "H"), "Honeywell Imager")
    desk.plugged = (RFID, spare)
    assert place.find() == "/dev/ttyACM3"


def test_a_link_of_the_system_is_opened_as_it_is(tmp_path: Path) -> None:
    link = tmp_path / "usb-Symbol-if00"
    link.symlink_to("/dev/ttyACM0")
    desk = Desk(ZEBRA)
    place = desk.place(str(link))
    place.opened(place.find())
    desk.plugged = (moved(ZEBRA, "/dev/ttyACM5"),)
    assert place.find() == str(link)
    link.unlink()
    assert place.find() == "/dev/ttyACM5"  # the system has not made the link anew yet


@pytest.mark.parametrize("address", ["socket://h:1", "loop://", "rfc2217://h:1", "/dev/ttyAMA0", "/dev/nothing"])
def test_addresses_and_paths_are_opened_as_they_were_given(address: str) -> None:
    place = Desk(ZEBRA).place(address)
    assert place.find() == address
    place.opened(address)
    assert place.find() == address


def test_a_keyboard_by_its_path_is_known_by_who_it_is() -> None:
    desk = Desk(KEYBOARD, TYPING)
    place = desk.place("evdev:/dev/input/event4")
    place.opened(place.find())
    desk.plugged = (moved(KEYBOARD, "/dev/input/event4"), moved(TYPING, "/dev/input/event9"))
    assert place.find() == "/dev/input/event9"


@pytest.mark.parametrize(
    "address",
    [
        "usb:",
        "usb:05e0",
        "usb:05e0:17",
        "usb:xyzt:1234",
        "usb:05e0:1701@here",
        "evdev:",
        "http://10.0.0.9",
        "socket://",
        "socket://10.0.0.9",
        "rfc2217://:2001",
        "loops://",
        "ttyACM0",
        "COM3",
    ],
)
def test_a_name_that_is_none_is_seen_before_it_is_tried(address: str) -> None:
    assert not is_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "auto",
        "usb:05e0:1701",
        "usb:05e0:1701:a:b@1-1.2:1.0",
        "evdev:X",
        "loop://",
        "/dev/ttyACM0",
        "socket://10.0.0.9:2001",
        "rfc2217://[fe80::1]:2001",
        "socket://bridge.local:2001?logging=debug",
        "simulated",
    ],
)
def test_a_name_that_may_be_right_is_left_to_opening_it(address: str) -> None:
    assert is_address(address)


@pytest.mark.parametrize(
    ("address", "lasts"),
    [
        ("", False),
        ("auto", False),
        ("/dev/ttyACM0", False),
        ("/dev/ttyUSB12", False),
        ("evdev:/dev/input/event3", False),
        ("/dev/ttyAMA0", True),
        ("/dev/serial/by-id/usb-X-if00", True),
        ("usb:05e0:1701", True),
        ("evdev:Scanner", True),
        ("socket://h:1", True),
    ],
)
def test_names_by_who_came_first_do_not_last(address: str, lasts: bool) -> None:
    assert is_lasting(address) is lasts


def test_two_names_that_may_be_one_scanner_are_seen() -> None:
    assert may_be_one("usb:1a86:7523", "usb:1A86:7523@1-1.2")
    assert may_be_one("usb:1a86:7523:7", "usb:1a86:7523@1-1.2")
    assert not may_be_one("usb:1a86:7523@1-1.3", "usb:1a86:7523@1-1.2")
    assert not may_be_one("usb:1a86:7523:1", "usb:1a86:7523:2")
    assert not may_be_one("usb:1a86:7523", "usb:05e0:1701")
    assert may_be_one("/dev/serial0", "/dev/serial0")


who = st.builds(
    Identity,
    st.sampled_from([1, 2]),
    st.sampled_from([1, 2]),
    st.sampled_from([None, "A", "B", "x@y"]),
    st.sampled_from([None, "1-1", "1-1.2:1.0", "odd place"]),
)


@given(st.lists(who, min_size=1, max_size=5))
def test_the_name_that_is_offered_means_that_device_and_no_other(identities: list[Identity]) -> None:
    plugged = [Plugged(f"/dev/ttyACM{number}", identity, "X") for number, identity in enumerate(identities)]
    for device in plugged:
        name = usb_name(device, plugged)
        usb = UsbName.read(name)
        meant = [found.port for found in plugged if found.port == name or (usb and usb.means(found.identity))]
        assert meant == [device.port]


def test_keyboards_are_told_from_other_inputs(tmp_path: Path) -> None:
    def plug(number: int, name: str, keys: str) -> None:
        device = tmp_path / f"event{number}" / "device"
        for part, text in (
            ("name", name), ("phys", "usb-1/input0"), ("uniq", ""), ("capabilities/key", keys),
            ("id/vendor", "0581"), ("id/product", "0103"),
        ):  # fmt: skip
            file = device / part
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n")

    plug(10, "Barcode Scanner", "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe")
    plug(2, "Power Button", "10000000000000 0")
    (tmp_path / "event3").mkdir()  # gone in the moment we look
    assert keyboards(tmp_path) == [
        Plugged("/dev/input/event10", Identity(0x0581, 0x0103, None, "usb-1/input0"), "Barcode Scanner")
    ]
    assert keyboards(tmp_path / "nowhere") == []


def test_this_machine_can_be_looked_at() -> None:
    assert all(device.identity.vid for device in serial_devices())
