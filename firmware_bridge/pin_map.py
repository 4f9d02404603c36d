"""Which wire is which, and the only place that chooses the pin factory.

Numbers are BCM numbers. The defaults are the conflict-checked map of the hardware facts, section 5: the
motor, the heartbeat and the beeper sit on lines that the Pi pulls down at boot, the button on one it pulls up.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

FIRST_BCM, LAST_BCM = 2, 27
RESERVED: Mapping[int, str] = {
    0: "is kept for the identity chip of an add-on board",
    1: "is kept for the identity chip of an add-on board",
    14: "is the serial console, which moves it while the Pi starts",
    15: "is the serial console, which moves it while the Pi starts",
}
PULLED_UP_AT_BOOT = range(2, 9)  # a driver input here could see "on" before any program runs


@dataclass(frozen=True, slots=True)
class Line:
    """One wire of the table: its name on the bench, its direction, and what its active state means."""

    name: str
    output: bool
    active_high: bool
    means: str


# Inputs are pulled up inside the Pi, so that a cut wire reads as the careful answer: gate blocked, hopper
# empty, lid open, button at rest.
LINES: Mapping[str, Line] = {
    line.name: line
    for line in (
        Line("button", output=False, active_high=False, means="the button is pressed"),
        Line("beeper", output=True, active_high=True, means="a tone sounds"),
        Line("motor_forward", output=True, active_high=True, means="the motor feeds cards out"),
        Line("motor_backward", output=True, active_high=True, means="the motor pulls a card back"),
        Line("heartbeat", output=True, active_high=True, means="a pulse that keeps the motor enabled"),
        Line("gate", output=False, active_high=True, means="a card is in the exit gate"),
        Line("hopper", output=False, active_high=False, means="cards are in the hopper"),
        Line("lid", output=False, active_high=False, means="the lid is closed"),
        Line("motor_fault", output=False, active_high=False, means="the motor driver reports a stall"),
    )
}


class PinMapError(ValueError):
    """A pin map that cannot be wired; the sentence names the line and says what to do."""


class PinsUnavailable(RuntimeError):  # noqa: N818 - a state of the machine, not a mistake in the code
    """This machine's pins cannot be used; the sentence names the first cause and the remedy."""


@dataclass(frozen=True, slots=True)
class PinMap:
    """Where each wire of the table is plugged in, by BCM number.

    ``heartbeat`` and ``motor_fault`` may be None for a driver board without a dead-man or without a fault
    output; every other line is needed.
    """

    button: int = 5
    beeper: int = 26
    motor_forward: int = 23
    motor_backward: int = 24
    heartbeat: int | None = 16
    gate: int = 17
    hopper: int = 27
    lid: int = 22
    motor_fault: int | None = 25

    def numbers(self) -> dict[str, int]:
        """The wired lines by name, in the order of the map."""
        wired = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: number for name, number in wired if number is not None}

    def check(self) -> None:
        """Refuse a map that cannot work, with :class:`PinMapError`, before any pin is touched."""
        taken: dict[int, str] = {}
        for name, number in self.numbers().items():
            if number in RESERVED:
                raise PinMapError(f"pins.{name} = {number}: BCM {number} {RESERVED[number]}; choose another number.")
            if not FIRST_BCM <= number <= LAST_BCM:
                raise PinMapError(
                    f"pins.{name} = {number}: the header has no BCM {number}; "
                    f"choose a number from {FIRST_BCM} to {LAST_BCM}."
                )
            if number in taken:
                raise PinMapError(
                    f"pins.{name} = {number}: BCM {number} is already pins.{taken[number]}; "
                    "give one of the two another number."
                )
            if number in PULLED_UP_AT_BOOT and (name.startswith("motor_") and LINES[name].output):
                raise PinMapError(
                    f"pins.{name} = {number}: BCM {number} is pulled up while the Pi starts, which could turn "
                    "the motor; choose a number from 9 to 27."
                )
            taken[number] = name


def mock_factory() -> MockFactory:
    """Pins without hardware: every change can be tapped, and inputs are driven by the simulated dispenser."""
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - only the chosen factory is imported

    from firmware_bridge.simulator.pins import TappedPin  # noqa: PLC0415

    return MockFactory(pin_class=TappedPin)


def real_factory(state_dir: Path) -> Any:
    """The Pi's own pins through lgpio, or :class:`PinsUnavailable` with the first cause and the remedy.

    gpiozero's own search is not used: it falls from one library to the next with warnings and then shows the
    last failure instead of the first. ``state_dir`` must be writable: lgpio makes a pipe there when imported.
    """
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PinsUnavailable(
            f"The folder {state_dir} cannot be made ({error.strerror}); lgpio needs a writable folder, "
            "so choose another data directory."
        ) from error
    if not os.access(state_dir, os.W_OK | os.X_OK):
        raise PinsUnavailable(
            f"The folder {state_dir} is not writable, and lgpio needs one that is; "
            "give it to this user or choose another data directory."
        )
    os.environ["LG_WD"] = str(state_dir)
    here = Path.cwd()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - importing lgpio has effects

        return LGPIOFactory()
    except ImportError as error:
        raise PinsUnavailable(
            f"lgpio cannot be loaded ({error}); run: sudo apt install python3-lgpio, "
            "then make setup again, or start with --simulate."
        ) from error
    except Exception as error:
        raise PinsUnavailable(_why_not(error)) from error
    finally:
        os.chdir(here)  # importing lgpio moves the whole process into LG_WD


def _why_not(error: Exception) -> str:
    said = str(error).strip("'\" ") or type(error).__name__
    lowered = said.lower()
    if "revision" in lowered:
        return f"This machine is not a Raspberry Pi ({said}); start with --simulate to play without hardware."
    if "permission" in lowered or "can not open gpiochip" in lowered:
        return (
            f"The pins may not be opened ({said}); run: sudo adduser $USER gpio, log in again, and check that "
            "/dev/gpiochip0 exists."
        )
    return f"The pins cannot be opened ({said}); stop other programs that use them, or start with --simulate."
