"""What reaches lgpio from a servo and a beeper, with lgpio itself played by the test."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from gpiozero import AngularServo, DigitalOutputDevice

from firmware_bridge.aim import LONGEST_PULSE_S, SHORTEST_PULSE_S
from firmware_bridge.beeper import PassiveSounder


class Wires(ModuleType):
    """lgpio as far as an output needs it: ``pulses`` are (hertz, per cent) by line, ``levels`` what was written."""

    error = RuntimeError
    BOTH_EDGES = RISING_EDGE = FALLING_EDGE = SET_BIAS_PULL_UP = SET_BIAS_PULL_DOWN = SET_BIAS_DISABLE = 0

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.pulses: dict[int, list[tuple[float, float]]] = {}
        self.levels: dict[int, list[int]] = {}

    def gpiochip_open(self, chip: int) -> int:
        return chip

    def gpiochip_close(self, handle: int) -> None: ...

    def gpio_claim_input(self, *_: int) -> None: ...

    def gpio_claim_output(self, _handle: int, line: int, level: int = 0) -> None:
        self.levels.setdefault(line, []).append(level)

    def gpio_get_mode(self, _handle: int, line: int) -> int:
        return 2 if line in self.levels else 0

    def gpio_read(self, _handle: int, line: int) -> int:
        return self.levels.get(line, [0])[-1]

    def gpio_write(self, _handle: int, line: int, level: int) -> None:
        self.levels.setdefault(line, []).append(level)

    def gpio_free(self, *_: int) -> None: ...

    def tx_pwm(self, _handle: int, line: int, hz: float, per_cent: float) -> None:
        self.pulses.setdefault(line, []).append((hz, per_cent))


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wires]:
    wires = Wires()
    monkeypatch.setitem(sys.modules, "lgpio", wires)
    names = ("gpiozero.pins.lgpio", "firmware_bridge.lgpio_pins")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield wires
    for name in names:
        sys.modules.pop(name, None)


def factory_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    pins = importlib.import_module("firmware_bridge.lgpio_pins")
    monkeypatch.setattr(pins.FineFactory, "_get_revision", lambda _: 0xA02082)
    return pins.FineFactory(0)


def test_a_servo_is_turned_by_degrees_and_not_by_whole_per_cents_of_its_pulse(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    servo = AngularServo(
        12,
        initial_angle=None,
        min_angle=-90,
        max_angle=90,
        min_pulse_width=SHORTEST_PULSE_S,
        max_pulse_width=LONGEST_PULSE_S,
        pin_factory=factory_of(monkeypatch),
    )
    lasts_us = []
    for angle in (0, 1, 30):
        servo.angle = angle
        hz, per_cent = wires.pulses[12][-1]
        lasts_us.append(round(per_cent / 100 / hz * 1e6))
    assert lasts_us == [1500, 1511, 1833]
    servo.detach()
    assert wires.pulses[12][-1] == (0, 0)


def test_a_beeper_makes_no_pulses_while_it_is_silent(wires: Wires, monkeypatch: pytest.MonkeyPatch) -> None:
    sounder = PassiveSounder(26, 10, factory_of(monkeypatch))
    before = wires.pulses[26][-1]
    sounder.sound(880)
    hz, per_cent = wires.pulses[26][-1]
    sounder.silence()
    assert [before, (hz, round(per_cent, 1)), wires.pulses[26][-1]] == [(0, 0), (880, 3.2), (0, 0)]


def test_a_lamp_is_simply_on_or_off(wires: Wires, monkeypatch: pytest.MonkeyPatch) -> None:
    lamp = DigitalOutputDevice(9, pin_factory=factory_of(monkeypatch))
    lamp.on()
    lamp.off()
    assert wires.levels[9][-2:] == [1, 0]
