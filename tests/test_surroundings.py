"""Address, name and power while the table runs: told when they change, and shown as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from companion.address import PageAddress, Whereabouts
from companion.live.surroundings import Surroundings, well
from companion.machine.network import Network
from companion.machine.power import PowerSupply
from companion.voice.between_plays.page_lines import page_at, pin
from companion.voice.lines import Line
from companion.voice.phrases import Phrases, utterances


class Moving:
    """A machine that is carried from network to network."""

    def __init__(self, folder: Path) -> None:
        self.network = Network((), way_out=False)
        self.name: str | None = None
        self.asked: list[str] = []
        self.heard: list[str] = []
        (folder / "hwmon0").mkdir()
        (folder / "hwmon0" / "name").write_text("rpi_volt\n")
        self.alarm = folder / "hwmon0" / "in0_lcrit_alarm"
        self.alarm.write_text("0\n")
        self.whereabouts = Whereabouts("0.0.0.0", 8080, lambda: self.network, self._ask)
        self.now_s = 0.0
        self.surroundings = Surroundings(
            self.whereabouts, folder, self._tell, PowerSupply(folder), lambda: self.now_s
        )

    def _ask(self, address: str) -> str | None:
        self.asked.append(address)
        return self.name

    def _tell(self, lines: Iterable[Line]) -> None:
        self.heard += [spoken.texts["en"] for spoken in utterances(list(lines), ("en",))]

    def look(self, times: int = 1) -> list[str]:
        """What is heard while the table looks so many times."""
        self.heard.clear()
        for _ in range(times):
            asyncio.run(self.surroundings.look())
        return self.heard


def test_a_wifi_that_comes_after_the_start_is_told_with_its_address(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    assert not table.whereabouts.now().reachable
    table.surroundings.page_was_told(table.whereabouts.now())
    assert table.look(3) == []
    table.network, table.name = Network(("192.168.1.5",), way_out=True), "uno-table.local"
    assert table.look(3) == ["The page is at 192.168.1.5:8080, or at uno-table.local:8080."]


def test_another_address_is_told_once_and_a_lost_one_not_at_all(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    table.network = Network(("192.168.1.5",), way_out=True)
    table.surroundings.page_was_told(table.whereabouts.now())
    table.network = Network((), way_out=False)
    assert table.look(2) == []
    table.network = Network(("192.168.1.5",), way_out=True)
    assert table.look(2) == []
    table.network = Network(("192.168.1.77",), way_out=True)
    assert table.look(2) == ["The page is at 192.168.1.77:8080."]
    assert table.whereabouts.now().url == "http://192.168.1.77:8080/"


WEAK = "The power supply is too weak: use the one made for this computer, with a short cable."
LOST = "The scanner went because the power supply is too weak."


def test_a7_04_a_scanner_that_goes_while_the_supply_is_weak_was_lost_to_it(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    assert not table.surroundings.reader_lost()
    table.now_s = 60.0
    table.alarm.write_text("1\n")
    assert table.surroundings.reader_lost()
    assert table.heard == [WEAK]
    table.alarm.write_text("0\n")
    table.look()
    table.now_s += 3.9
    assert table.surroundings.reader_lost(), "the alarm is over, and was not when it went"
    table.now_s += 0.2
    assert not table.surroundings.reader_lost()


def test_a7_04_an_alarm_that_comes_after_the_scanner_went_still_explains_it_once(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    assert not table.surroundings.reader_lost()
    table.now_s = 2.0
    table.alarm.write_text("1\n")
    assert table.look() == [LOST, WEAK]
    table.alarm.write_text("0\n")
    assert table.look() == []
    table.now_s = 100.0
    table.alarm.write_text("1\n")
    assert table.look() == [], "the weak supply is told once, and no scanner went"


def test_an_alarm_long_after_the_scanner_went_does_not_explain_it(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    table.surroundings.reader_lost()
    table.now_s = 4.1
    table.alarm.write_text("1\n")
    assert table.look() == [WEAK]


def test_a7_05_the_address_is_always_the_current_one_and_the_name_the_registered_one(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    table.network, table.name = Network(("192.168.1.5", "10.42.0.1"), way_out=True), "uno-table.local"
    table.whereabouts.ask_name()
    assert table.whereabouts.now() == PageAddress(
        "http://192.168.1.5:8080/", ("http://10.42.0.1:8080/",), "http://uno-table.local:8080/"
    )
    table.name = "uno-table-2.local"  # another machine took the name
    table.look(15)
    assert table.whereabouts.now().named == "http://uno-table-2.local:8080/"
    table.name = None
    table.look(15)
    assert table.whereabouts.now().named is None


def test_a5_06_on_a_wifi_without_internet_phones_are_told_to_stay(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    table.network = Network(("10.42.0.1",), way_out=False)
    hint = "This Wi-Fi has no internet: stay connected if the phone asks, and switch mobile data off."
    (joining,) = utterances(pin("040206", table.whereabouts.now()), ("en",))
    assert joining.texts["en"] == f"The page is at 10.42.0.1:8080. {hint} The PIN was said aloud."
    assert joining.heard is not None
    assert joining.heard["en"] == f"The page is at 10.42.0.1:8080. {hint} PIN: 0, 4, 0, 2, 0, 6."


def test_a_table_that_listens_at_one_address_has_that_one_and_asks_for_no_name() -> None:
    asked: list[str] = []
    whereabouts = Whereabouts("192.168.1.9", 8080, lambda: Network((), way_out=False), asked.append)
    whereabouts.ask_name()
    assert whereabouts.now() == PageAddress("http://192.168.1.9:8080/")
    assert asked == []


def test_without_a_network_nobody_is_sent_to_an_address() -> None:
    nowhere = PageAddress("http://127.0.0.1:8080/", reachable=False)
    assert Phrases("en").text(page_at(nowhere)) == "There is no network yet: phones cannot reach the page."


def test_a7_04_a_weak_power_supply_is_said_once_and_shown_from_then_on(tmp_path: Path) -> None:
    table = Moving(tmp_path)
    table.surroundings.page_was_told(table.whereabouts.now())
    assert table.look() == []
    assert table.surroundings.health()["power"] == {"state": "ok", "dips": 0}
    table.alarm.write_text("1\n")
    assert table.look() == ["The power supply is too weak: use the one made for this computer, with a short cable."]
    assert not well(table.surroundings.health())
    table.alarm.write_text("0\n")
    assert table.look() == []
    table.alarm.write_text("1\n")
    assert table.look() == []
    assert table.surroundings.health()["power"] == {"state": "weak", "dips": 2}
