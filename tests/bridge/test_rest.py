"""``motor-off``: every output to rest, the motors first, whatever stands in the way."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import gpiozero
import pytest

from firmware_bridge import parts, rest
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.pin_map import LINES, PinMap, PinsUnavailable, mock_factory
from tests.live_table import COMMAND

EVERYTHING = PinMap(holdback_forward=13, holdback_backward=12, lamp_turn=9, servo=18)


def test_what_was_left_on_is_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    factory: Any = mock_factory()
    changes: list[tuple[str, float]] = []
    for number in (23, 16):
        factory.pin(number).function = "output"
        factory.pin(number).state = 1
    factory.tap = lambda name, state, _hz: changes.append((name, state))
    monkeypatch.setattr(rest, "real_factory", lambda _: factory)
    rest.rest_outputs(PinMap(), tmp_path)
    assert changes == [("GPIO23", 0.0), ("GPIO16", 0.0)]


class Outputs:
    """Stands for gpiozero's output; some are busy."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *busy: int) -> None:
        self.rested: list[int] = []

        def output(number: int, **_: object) -> Any:
            if number in busy:
                raise OSError("GPIO busy")
            self.rested.append(number)
            return self

        monkeypatch.setattr(gpiozero, "OutputDevice", output)

    def close(self) -> None:
        pass


def test_the_motors_come_first_and_then_all_other_outputs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    outputs = Outputs(monkeypatch)
    rest.rest_outputs(EVERYTHING, tmp_path, simulate=True)
    numbers = EVERYTHING.numbers()
    assert {numbers[name] for name in rest.MOTORS} == set(outputs.rested[: len(rest.MOTORS)])
    assert sorted(outputs.rested) == sorted(number for name, number in numbers.items() if LINES[name].output)


def test_an_output_that_cannot_be_taken_does_not_keep_the_others_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outputs = Outputs(monkeypatch, 23)
    with pytest.raises(PinsUnavailable, match=r"motor_forward: GPIO busy.*stop it first"):
        rest.rest_outputs(PinMap(), tmp_path, simulate=True)
    assert {24, 16, 26} <= set(outputs.rested)


def test_what_was_noted_is_rested_without_any_settings_the_motors_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = Outputs(monkeypatch)
    monkeypatch.setattr(rest, "real_factory", lambda _: mock_factory())
    rest.note_outputs(EVERYTHING, tmp_path)
    assert rest.rest_noted(tmp_path) == 0
    numbers = EVERYTHING.numbers()
    assert {numbers[name] for name in rest.MOTORS} == set(outputs.rested[: len(rest.MOTORS)])
    assert sorted(outputs.rested) == sorted(number for name, number in numbers.items() if LINES[name].output)
    assert capsys.readouterr().out == "every output is at rest\n"


def test_an_output_that_was_noted_and_cannot_be_taken_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = Outputs(monkeypatch, 23)
    monkeypatch.setattr(rest, "real_factory", lambda _: mock_factory())
    rest.note_outputs(PinMap(), tmp_path)
    assert rest.rest_noted(tmp_path) == 1
    assert "motor_forward: GPIO busy" in capsys.readouterr().err
    assert {24, 16, 26} <= set(outputs.rested)


@pytest.mark.parametrize("note", [None, b"", b"motor_forward", b"motor_forward high\n", b"\xff\xfe"])
def test_without_a_note_that_can_be_read_the_settings_have_to_tell(tmp_path: Path, note: bytes | None) -> None:
    if note is not None:
        (tmp_path / rest.NOTE).write_bytes(note)
    assert rest.rest_noted(tmp_path) is None


def test_the_table_notes_the_outputs_that_it_drives_and_a_simulated_one_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts, "real_factory", lambda _: mock_factory())
    loop = asyncio.new_event_loop()
    for simulate in (True, False):
        settings = BridgeSettings(tmp_path, simulate=simulate, runtime_dir=tmp_path, scanner_url="none")
        bridge = Bridge(settings, lambda _: None, loop)
        bridge.open()
        noted = (tmp_path / rest.NOTE).exists()
        bridge.close()
        assert noted is not simulate
    loop.close()
    assert (tmp_path / rest.NOTE).read_text(encoding="ascii").splitlines() == [
        "motor_forward 23",
        "motor_backward 24",
        "heartbeat 16",
        "beeper 26",
    ]


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "motor-off", "--simulate", "--data", str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "every output is at rest\n")
