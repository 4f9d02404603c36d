"""A pin map that cannot be wired is refused before a pin is touched, and missing pins are one clear sentence."""

from __future__ import annotations

import os
import sys
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import OutputDevice

from firmware_bridge.pin_map import (
    BUTTONS,
    LAMPS,
    LINES,
    PinMap,
    PinMapError,
    PinsUnavailable,
    header_chip,
    mock_factory,
    real_factory,
)
from firmware_bridge.simulator.pins import TappedPin


def test_the_default_map_can_be_wired() -> None:
    PinMap().check()


def test_every_wire_of_the_map_is_described() -> None:
    assert [field.name for field in fields(PinMap)] == [*LINES, "reserved"]


def test_a_new_table_has_a_button_a_motor_and_its_sensors_and_nothing_else() -> None:
    assert set(LINES) - set(PinMap().numbers()) == {
        "holdback_forward",
        "holdback_backward",
        *(f"button_{name}" for name in BUTTONS),
        *(f"lamp_{name}" for name in LAMPS),
        "servo",
        "aim_home",
        "hopper_low",
    }


def test_the_motor_and_its_heartbeat_are_pulled_down_while_the_pi_starts() -> None:
    pins = PinMap()
    assert {pins.motor_forward, pins.motor_backward, pins.heartbeat} <= {16, 17, *range(22, 28)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gate": 23}, r"pins.gate = 23: BCM 23 is already pins.motor_forward; give one of the two"),
        ({"lamp_turn": 9, "button_uno": 9}, r"pins.lamp_turn = 9: BCM 9 is already pins.button_uno"),
        ({"button": 0}, r"pins.button = 0: BCM 0 is kept for the identity chip"),
        ({"button": 1, "reserved": ()}, r"pins.button = 1: BCM 1 is kept for the identity chip"),
        ({"beeper": 14}, r"pins.beeper = 14: BCM 14 is the serial console"),
        ({"button_undo": 3, "reserved": ("i2c",)}, r"pins.button_undo = 3: BCM 3 is the I2C bus"),
        ({"servo": 18, "reserved": ("i2s",)}, r"pins.servo = 18: BCM 18 carries the I2S sound"),
        ({"lid": 28}, r"pins.lid = 28: the header has no BCM 28; choose a number from 2 to 27"),
        ({"lid": -1}, r"pins.lid = -1: the header has no BCM -1"),
        ({"aim_home": 6}, r"pins.aim_home = 6: it is of no use without pins.servo"),
        ({"holdback_forward": 12}, r"pins.holdback_forward = 12: it is of no use without pins.holdback_backward"),
    ],
)
def test_a_map_that_cannot_be_wired_is_refused_with_the_line_and_the_remedy(
    change: dict[str, Any], said: str
) -> None:
    with pytest.raises(PinMapError, match=said):
        replace(PinMap(), **change).check()


@pytest.mark.parametrize(
    ("name", "could"),
    [
        ("motor_forward", "turn the motor"),
        ("heartbeat", "turn the motor"),
        ("holdback_backward", "turn the motor"),
        ("servo", "turn the dispenser"),
        ("beeper", "sound the beeper"),
        ("lamp_alarm", "light the lamp"),
    ],
)
def test_no_output_may_sit_where_the_pi_pulls_it_up_while_it_starts(name: str, could: str) -> None:
    change: dict[str, Any] = {name: 7}
    with pytest.raises(PinMapError, match=rf"pins.{name} = 7: BCM 7 is pulled up while the Pi starts.* {could}; "):
        replace(PinMap(), **change).check()


def test_the_lines_of_a_bus_that_is_not_used_are_free() -> None:
    replace(PinMap(), button_undo=2, lamp_turn=18, button_uno=15, reserved=()).check()


def test_a_driver_without_dead_man_or_fault_output_leaves_those_wires_out() -> None:
    pins = PinMap(heartbeat=None, motor_fault=None)
    pins.check()
    assert not {"heartbeat", "motor_fault"} & set(pins.numbers())


def test_a_simulated_table_has_every_further_part_on_lines_of_their_own() -> None:
    pins = PinMap(button_undo=4).completed(left_out={"lamp_red"})
    assert set(pins.buttons()) == set(BUTTONS)
    assert set(pins.lamps()) == set(LAMPS) - {"red"}
    assert pins.button_undo == 4
    numbers = pins.numbers()
    assert len(set(numbers.values())) == len(numbers)
    assert {"servo", "aim_home"} <= set(numbers)
    assert pins.holdback_forward is None
    factory = mock_factory()
    for number in numbers.values():
        OutputDevice(number, pin_factory=factory)


def test_a_servo_that_is_left_out_of_a_simulated_table_takes_its_switch_along() -> None:
    assert not {"servo", "aim_home"} & set(PinMap().completed(left_out={"servo"}).numbers())


def test_mock_pins_can_be_tapped() -> None:
    assert mock_factory().pin_class is TappedPin


class Chips:
    """lgpio's view of a machine's chips: a label each, or the error that opening it gives."""

    def __init__(self, **chips: str | Exception) -> None:
        self.chips = {int(name.removeprefix("gpiochip")): found for name, found in chips.items()}
        self.open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        found = self.chips[number]
        if isinstance(found, Exception):
            raise found
        self.open.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle}", self.chips[handle]]

    def gpiochip_close(self, handle: int) -> None:
        self.open.discard(handle)

    def header(self, devices: Path) -> int:
        for number in self.chips:
            (devices / f"gpiochip{number}").touch()
        try:
            return header_chip(self, devices)
        finally:
            assert not self.open


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ({"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}, 0),
        ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}, 4),
        ({"gpiochip0": "pinctrl-rp1", "gpiochip10": "gpio-brcmstb@107d508500"}, 0),
        ({"gpiochip0": PermissionError(13, "Permission denied"), "gpiochip1": "pinctrl-bcm2835"}, 1),
    ],
)
def test_the_header_is_found_by_the_label_of_its_chip(tmp_path: Path, chips: dict[str, Any], number: int) -> None:
    assert Chips(**chips).header(tmp_path) == number


def test_a_machine_without_a_header_says_which_chips_it_has(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no gpiochip is the header of a Raspberry Pi; found none"):
        Chips().header(tmp_path)
    with pytest.raises(RuntimeError, match="found INT34C5"):
        Chips(gpiochip0="INT34C5").header(tmp_path)


def test_a_chip_that_may_not_be_opened_is_the_cause_that_is_told(tmp_path: Path) -> None:
    with pytest.raises(PermissionError):
        Chips(gpiochip0=PermissionError(13, "Permission denied"), gpiochip1="INT34C5").header(tmp_path)


def _fake_lgpio(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
    class FineFactory:
        def __init__(self, chip: int) -> None:
            assert chip == 4
            os.chdir("/")  # as importing lgpio moves the process
            if error is not None:
                raise error

    module = ModuleType("firmware_bridge.lgpio_pins")
    module.FineFactory = FineFactory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "firmware_bridge.lgpio_pins", module)
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    monkeypatch.setattr("firmware_bridge.pin_map.header_chip", lambda _: 4)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("unable to locate Pi revision in /proc/device-tree"), "not a Raspberry Pi"),
        (RuntimeError("no gpiochip is the header of a Raspberry Pi; found none"), "not a Raspberry Pi"),
        (PermissionError(13, "Permission denied"), "sudo adduser"),
        (RuntimeError("'can not open gpiochip'"), r"may not be opened \(can not open gpiochip\)"),
        (RuntimeError("GPIO busy"), "stop other programs that use them"),
    ],
)
def test_pins_that_cannot_be_opened_are_one_sentence_with_the_first_cause(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception, said: str
) -> None:
    _fake_lgpio(monkeypatch, error)
    with pytest.raises(PinsUnavailable, match=said):
        real_factory(tmp_path)


def test_a_missing_lgpio_is_told_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinsUnavailable, match="sudo apt install python3-lgpio"):
        real_factory(tmp_path)


def test_lgpio_gets_a_writable_folder_and_the_process_stays_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", "elsewhere")
    _fake_lgpio(monkeypatch, None)
    here = Path.cwd()
    real_factory(tmp_path / "new")
    assert os.environ["LG_WD"] == str(tmp_path / "new")
    assert (tmp_path / "new").is_dir()
    assert Path.cwd() == here


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PinsUnavailable, match="file/state cannot be made"):
        real_factory(tmp_path / "file" / "state")


def test_a_folder_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PinsUnavailable, match="is not writable"):
        real_factory(tmp_path)


def test_a_simulated_tables_further_parts_keep_off_wired_lines_and_those_of_buses_in_use() -> None:
    pins = PinMap(button_undo=4, reserved=("serial", "i2s")).completed(left_out=set())
    numbers = list(pins.numbers().values())
    assert len(set(numbers)) == len(numbers)
    assert not {14, 15, 18, 19, 20, 21} & set(numbers)
