"""What gpiozero itself needs on the same mock pins: a bare callback on a falling edge, and the output it switches."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from firmware_bridge.pin_map import mock_factory

EDGES = 300


def edge_to_output_ms(contact: int, output: int, *, on: bool) -> list[float]:
    """From the edge to the change of the output's pin, which goes high or (``on`` false) low; BCM numbers."""
    factory: MockFactory = mock_factory()
    changed: list[int] = []
    with (
        DigitalInputDevice(contact, pull_up=True, pin_factory=factory) as wire,
        DigitalOutputDevice(output, initial_value=not on, pin_factory=factory) as switched,
    ):
        name = switched.pin.info.name
        factory.tap = lambda pin, *_: changed.append(time.monotonic_ns()) if pin == name else None
        there, back = (switched.on, switched.off) if on else (switched.off, switched.on)
        wire.when_activated = there
        samples = [_sample(wire.pin, back, changed) for _ in range(EDGES)]
    factory.close()
    return samples


def _sample(contact: Any, back: Callable[[], None], changed: list[int]) -> float:
    contact.drive_high()
    back()
    changed.clear()
    edge_ns = time.monotonic_ns()
    contact.drive_low()
    return (changed[0] - edge_ns) / 1e6
