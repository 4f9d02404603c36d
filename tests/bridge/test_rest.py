"""``motor-off``: every output to rest, the motors first, whatever stands in the way."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import gpiozero
import pytest

from firmware_bridge import rest
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


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "motor-off", "--simulate", "--data", str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "every output is at rest\n")
