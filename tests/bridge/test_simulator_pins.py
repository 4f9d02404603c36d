"""The mock pins' private hook, the tap, still works with the installed gpiozero."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero import Button, DigitalOutputDevice, Motor, TonalBuzzer

from firmware_bridge.pin_map import mock_factory
from firmware_bridge.simulator.pins import KEPT_STATES


class Tap:
    def __init__(self) -> None:
        self.factory: Any = mock_factory()
        self.factory.tap = lambda *change: self.changes.append(change)
        self.changes: list[tuple[str, float, float | None]] = []


@pytest.fixture
def tap() -> Tap:
    return Tap()


def test_every_change_of_an_output_passes_the_tap_once(tap: Tap) -> None:
    lamp = DigitalOutputDevice(16, pin_factory=tap.factory)
    lamp.on()
    lamp.on()
    lamp.off()
    assert tap.changes == [("GPIO16", 1.0, None), ("GPIO16", 0.0, None)]


def test_a_motor_and_a_tone_run_on_tapped_pins(tap: Tap) -> None:
    motor = Motor(23, 24, pwm=False, pin_factory=tap.factory)
    motor.backward()
    motor.stop()
    buzzer = TonalBuzzer(26, pin_factory=tap.factory)
    buzzer.play(440.0)
    buzzer.play(494.0)
    buzzer.stop()
    assert tap.changes == [
        ("GPIO24", 1.0, None),
        ("GPIO24", 0.0, None),
        ("GPIO26", 0.5, 440.0),
        ("GPIO26", 0.5, 494.0),
        ("GPIO26", 0.0, None),
    ]


def test_the_tap_hears_an_input_before_its_device_does(tap: Tap) -> None:
    button = Button(5, pin_factory=tap.factory)
    tap.changes.clear()
    heard: list[int] = []
    button.when_pressed = lambda: heard.append(len(tap.changes))
    tap.factory.pin(5).drive(False, 1_000_000_000)
    assert tap.changes == [("GPIO5", 0.0, None)]
    assert heard == [1]


def test_an_edge_carries_the_time_at_which_the_wire_changed(tap: Tap) -> None:
    pin = tap.factory.pin(17)
    seen: list[tuple[float, bool]] = []

    def changed(ticks: float, state: bool) -> None:
        seen.append((ticks, state))

    pin.when_changed = changed
    pin.drive(True, 12_345_678_900)
    assert seen == [(12.3456789, True)]


def test_a_driven_line_is_not_moved_by_a_pull_resistor_or_by_closing(tap: Tap) -> None:
    tap.factory.pin(5).drive(False, 1)
    button = Button(5, pin_factory=tap.factory)
    assert button.is_pressed
    button.close()
    assert tap.factory.pin(5).state is False


def test_an_exception_in_the_tap_does_not_come_out_of_the_device(tap: Tap) -> None:
    def fail(*_: object) -> None:
        raise ValueError("the tap is broken")

    tap.factory.tap = fail
    lamp = DigitalOutputDevice(16, pin_factory=tap.factory)
    lamp.on()
    assert lamp.value == 1


def test_a_pin_does_not_keep_its_states_for_ever(tap: Tap) -> None:
    lamp = DigitalOutputDevice(16, pin_factory=tap.factory)
    for _ in range(1000):
        lamp.toggle()
    assert len(lamp.pin.states) <= 2 * KEPT_STATES + 1
