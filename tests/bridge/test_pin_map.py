"""A pin map that cannot be wired is refused before a pin is touched, and missing pins are one clear sentence."""

from __future__ import annotations

import os
import sys
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType

import pytest

from firmware_bridge.pin_map import LINES, PinMap, PinMapError, PinsUnavailable, mock_factory, real_factory
from firmware_bridge.simulator.pins import TappedPin


def test_the_default_map_can_be_wired() -> None:
    PinMap().check()


def test_every_wire_of_the_map_is_described() -> None:
    assert [field.name for field in fields(PinMap)] == [*PinMap().numbers()]
    assert set(LINES) == set(PinMap().numbers())


def test_the_motor_and_its_heartbeat_are_pulled_down_while_the_pi_starts() -> None:
    pins = PinMap()
    assert {pins.motor_forward, pins.motor_backward, pins.heartbeat} <= {16, 17, *range(22, 28)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gate": 23}, r"pins.gate = 23: BCM 23 is already pins.motor_forward; give one of the two"),
        ({"button": 0}, r"pins.button = 0: BCM 0 is kept for the identity chip"),
        ({"beeper": 14}, r"pins.beeper = 14: BCM 14 is the serial console"),
        ({"lid": 28}, r"pins.lid = 28: the header has no BCM 28; choose a number from 2 to 27"),
        ({"lid": -1}, r"pins.lid = -1: the header has no BCM -1"),
        ({"motor_forward": 7}, r"pins.motor_forward = 7: BCM 7 is pulled up while the Pi starts"),
    ],
)
def test_a_map_that_cannot_be_wired_is_refused_with_the_line_and_the_remedy(
    change: dict[str, int], said: str
) -> None:
    with pytest.raises(PinMapError, match=said):
        replace(PinMap(), **change).check()


def test_a_driver_without_dead_man_or_fault_output_leaves_those_wires_out() -> None:
    pins = PinMap(heartbeat=None, motor_fault=None)
    pins.check()
    assert not {"heartbeat", "motor_fault"} & set(pins.numbers())


def test_mock_pins_can_be_tapped() -> None:
    assert mock_factory().pin_class is TappedPin


def _fake_lgpio(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
    class LGPIOFactory:
        def __init__(self) -> None:
            os.chdir("/")  # as importing lgpio moves the process
            if error is not None:
                raise error

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = LGPIOFactory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("unable to locate Pi revision in /proc/device-tree"), "not a Raspberry Pi"),
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
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
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
