"""Which wire is which, and the only place that chooses the pin factory.

Numbers are BCM numbers. The defaults are the conflict-checked map of the hardware facts, section 5: the
motor, the heartbeat and the beeper sit on lines that the Pi pulls down at boot, the button on one it pulls up.

One map suits Pi 3, 4, 5 and Zero 2: the 40-pin header, the pulls at boot and the I2S, I2C and serial lines are the
same. What differs is what a pin can drive (Pi 3 and Zero 2 about 16 mA, Pi 4 only 7 mA at a sure level, Pi 5
12 mA at most) and the number of the header's chip, which is why it is found by its label. So plan 4 mA a pin and
40 mA together: lamps, servo signal, beeper and motor driver go through transistors or their own boards, never
straight from a pin. PWM is made by software on every pin and every model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

FIRST_BCM, LAST_BCM = 2, 27
ADD_ON_BOARD = frozenset({0, 1})
Bus = Literal["serial", "i2c", "i2s"]
#: Which lines a bus takes where it is used, and what for.
BUSES: Mapping[Bus, tuple[frozenset[int], str]] = {
    "serial": (frozenset({14, 15}), "is the serial console, which moves it while the Pi starts"),
    "i2c": (frozenset({2, 3}), "is the I2C bus"),
    "i2s": (frozenset({18, 19, 20, 21}), "carries the I2S sound"),
}
PULLED_UP_AT_BOOT = range(2, 9)  # a driver input here could see "on" before any program runs
#: For the further parts of a simulated table: lines that no header has, and once those are used up, free ones of it.
SIMULATED_BCM = (*range(28, 46), *range(FIRST_BCM, LAST_BCM + 1))
HEADER_LABEL = "pinctrl-"  # pinctrl-bcm2835, -bcm2711, -rp1; not raspberrypi-exp-gpio, not brcmstb
COMPUTE_MODULE = "a020a0"  # the board whose simulation has them


@dataclass(frozen=True, slots=True)
class Line:
    """One wire of the table: its name on the bench, its direction, and what its active state means."""

    name: str
    output: bool
    active_high: bool
    means: str


COLOUR_PLACES = ("red", "yellow", "green", "blue")  # on the dark side of Flip: pink, teal, orange, purple
#: Buttons that mean what the command card of their name means, and the one that ends it all.
BUTTONS = ("status", "repeat", "help", "stop", "undo", "uno", "shutdown", *COLOUR_PLACES)
HELD_BUTTON = "shutdown"  # the only one for which a long hold counts, and no short press
LAMPS = ("turn", *COLOUR_PLACES, "alarm")

# Inputs are pulled up inside the Pi, so that a cut wire reads as the careful answer: gate blocked, hopper
# empty, lid open, dispenser turned away, buttons at rest.
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
        Line("holdback_forward", output=True, active_high=True, means="the hold-back motor lets the next card come"),
        Line("holdback_backward", output=True, active_high=True, means="the hold-back motor holds the next card"),
        *(
            Line(f"button_{name}", output=False, active_high=False, means=f"the {name} button is pressed")
            for name in BUTTONS
        ),
        *(Line(f"lamp_{name}", output=True, active_high=True, means=f"the {name} lamp is lit") for name in LAMPS),
        Line("servo", output=True, active_high=True, means="the aiming servo is driven"),
        Line("aim_home", output=False, active_high=False, means="the dispenser points home"),
        Line("hopper_low", output=False, active_high=True, means="fewer than five cards are in the hopper"),
    )
}


class PinMapError(ValueError):
    """A pin map that cannot be wired; each of ``faults`` names a line and says what to do."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(faults))


class PinTrouble(StrEnum):
    """Why a machine's pins cannot be used, for whoever has a sentence of their own for it."""

    NO_FOLDER = "no-folder"  # lgpio needs a writable one
    NO_LIBRARY = "no-library"
    NOT_A_PI = "not-a-pi"
    FORBIDDEN = "forbidden"
    IN_USE = "in-use"  # or anything else that the system says


class PinsUnavailable(RuntimeError):  # noqa: N818 - a state of the machine, not a mistake in the code
    """This machine's pins cannot be used; the sentence names the first cause and the remedy.

    ``detail`` is what the system says, or the folder that cannot be used.
    """

    def __init__(self, message: str, trouble: PinTrouble = PinTrouble.IN_USE, detail: str = "") -> None:
        super().__init__(message)
        self.trouble = trouble
        self.detail = detail


class LineRefused(RuntimeError):  # noqa: N818 - a state of the machine, not a mistake in the code
    """The kernel does not give a line away, because another program or a driver holds it; ``number`` is its BCM."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(f"BCM {number}: {why}")
        self.number = number


@dataclass(frozen=True, slots=True)
class PinMap:
    """Where each wire of the table is plugged in, by BCM number; None where that part is not fitted.

    Button, motor and exit gate are needed. Without ``heartbeat`` the driver board has no dead-man, without
    ``motor_fault`` no fault output; ``holdback_…`` is the second motor of a two-stage feeder; ``aim_home`` a switch
    that is closed while the dispenser points home. ``reserved`` are the buses in use, whose lines are kept free.
    """

    button: int = 5
    beeper: int | None = 26
    motor_forward: int = 23
    motor_backward: int = 24
    heartbeat: int | None = 16
    gate: int = 17
    hopper: int | None = 27
    lid: int | None = 22
    motor_fault: int | None = 25
    holdback_forward: int | None = None
    holdback_backward: int | None = None
    button_status: int | None = None
    button_repeat: int | None = None
    button_help: int | None = None
    button_stop: int | None = None
    button_undo: int | None = None
    button_uno: int | None = None
    button_shutdown: int | None = None
    button_red: int | None = None
    button_yellow: int | None = None
    button_green: int | None = None
    button_blue: int | None = None
    lamp_turn: int | None = None
    lamp_red: int | None = None
    lamp_yellow: int | None = None
    lamp_green: int | None = None
    lamp_blue: int | None = None
    lamp_alarm: int | None = None
    servo: int | None = None
    aim_home: int | None = None
    hopper_low: int | None = None
    reserved: tuple[Bus, ...] = ("serial",)

    def numbers(self) -> dict[str, int]:
        """The wired lines by name, in the order of the map."""
        wired = ((name, getattr(self, name)) for name in LINES)
        return {name: number for name, number in wired if number is not None}

    def buttons(self) -> dict[str, int]:
        """The further buttons that are fitted, by the name of what they mean."""
        return self._fitted("button_")

    def lamps(self) -> dict[str, int]:
        """The lamps that are fitted, by the name of what they show."""
        return self._fitted("lamp_")

    def _fitted(self, kind: str) -> dict[str, int]:
        return {name.removeprefix(kind): number for name, number in self.numbers().items() if name.startswith(kind)}

    def check(self) -> None:
        """Refuse a map that cannot work, with :class:`PinMapError` and all its faults, before any pin is touched."""
        taken: dict[int, str] = {}
        faults = []
        for name, number in self.numbers().items():
            if fault := self._fault_of(name, number, taken):
                faults.append(f"pins.{name} = {number}: {fault}")
            taken.setdefault(number, name)
        if faults := [*faults, *self._lonely()]:
            raise PinMapError(faults)

    def _fault_of(self, name: str, number: int, taken: Mapping[int, str]) -> str:
        """Why this line cannot be there, and what to do; empty where it can."""
        if (reason := self._kept_free(number)) is not None:
            return f"BCM {number} {reason}; choose another number."
        if not FIRST_BCM <= number <= LAST_BCM:
            return f"the header has no BCM {number}; choose a number from {FIRST_BCM} to {LAST_BCM}."
        if number in taken:
            return f"BCM {number} is already pins.{taken[number]}; give one of the two another number."
        if number in PULLED_UP_AT_BOOT and LINES[name].output:
            could = _what_boot_does(name)
            return (
                f"BCM {number} is pulled up while the Pi starts, which could {could}; choose a number from 9 to 27."
            )
        return ""

    def _kept_free(self, number: int) -> str | None:
        if number in ADD_ON_BOARD:
            return "is kept for the identity chip of an add-on board"
        return next((BUSES[bus][1] for bus in self.reserved if number in BUSES[bus][0]), None)

    def _lonely(self) -> Iterator[str]:
        """Lines that are of no use without another, which is not wired."""
        for one, other in (
            ("holdback_forward", "holdback_backward"),
            ("holdback_backward", "holdback_forward"),
            ("aim_home", "servo"),
        ):
            if getattr(self, one) is not None and getattr(self, other) is None:
                yield (
                    f"pins.{one} = {getattr(self, one)}: it is of no use without pins.{other}; "
                    "give that a number too, or leave both out."
                )

    def completed(self, left_out: Set[str]) -> PinMap:
        """The map of a simulated table, which has all further parts: those not wired get lines that nothing else has.

        ``left_out`` names lines that stay out. A second feed stage is another dispenser, and is never added.
        """
        missing = [
            name
            for name in LINES
            if getattr(self, name) is None and name not in left_out and name.startswith(("button_", "lamp_"))
        ]
        if self.servo is None and "servo" not in left_out:
            missing += [name for name in ("servo", "aim_home") if name not in left_out]
        taken = set(self.numbers().values()).union(*(BUSES[bus][0] for bus in self.reserved))
        free = (number for number in SIMULATED_BCM if number not in taken)
        added: dict[str, Any] = dict(zip(missing, free, strict=False))
        return replace(self, **added)


def cannot_be_opened(error: Exception, pins: PinMap) -> str:
    """The sentence about pins of which one does not open; it names the line, where that is known."""
    names = {number: name for name, number in pins.numbers().items()}
    if isinstance(error, LineRefused) and error.number in names:
        found = f"pins.{names[error.number]} = {error.number} cannot be used ({error})"
    else:
        found = f"A pin cannot be used ({type(error).__name__}: {error})"
    return f"{found}; stop the other program that uses it, or choose another number under [pins]."


def _what_boot_does(name: str) -> str:
    if name == "heartbeat" or name.startswith(("motor_", "holdback_")):
        return "turn the motor"
    return {"servo": "turn the dispenser", "beeper": "sound the beeper"}.get(name, "light the lamp")


def mock_factory() -> MockFactory:
    """Pins without hardware: every change can be tapped, and inputs are driven by the simulated dispenser."""
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - only the chosen factory is imported

    from firmware_bridge.simulator.pins import TappedPin  # noqa: PLC0415

    return MockFactory(COMPUTE_MODULE, pin_class=TappedPin)


def real_factory(state_dir: Path) -> Any:
    """The Pi's own pins through lgpio, or :class:`PinsUnavailable` with the first cause and the remedy.

    gpiozero's own search is not used: it falls from one library to the next with warnings and then shows the
    last failure instead of the first. lgpio makes a pipe when it is imported: in the service's runtime folder where
    systemd gave it one, which is in memory, so that a read-only disk takes no pins away; else in ``state_dir``.
    """
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        state_dir = Path(runtime)
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PinsUnavailable(
            f"The folder {state_dir} cannot be made ({error.strerror}); lgpio needs a writable folder, "
            "so choose another data directory.",
            PinTrouble.NO_FOLDER,
            str(state_dir),
        ) from error
    if not os.access(state_dir, os.W_OK | os.X_OK):
        raise PinsUnavailable(
            f"The folder {state_dir} is not writable, and lgpio needs one that is; "
            "give it to this user or choose another data directory.",
            PinTrouble.NO_FOLDER,
            str(state_dir),
        )
    os.environ["LG_WD"] = str(state_dir)
    here = Path.cwd()
    try:
        import lgpio  # noqa: PLC0415 - importing lgpio has effects

        from firmware_bridge.lgpio_pins import FineFactory  # noqa: PLC0415

        return FineFactory(header_chip(lgpio))
    except ImportError as error:
        raise PinsUnavailable(
            f"lgpio cannot be loaded ({error}); run: sudo apt install python3-lgpio, "
            "then make setup again, or start with --simulate.",
            PinTrouble.NO_LIBRARY,
            str(error),
        ) from error
    except Exception as error:
        raise _why_not(error) from error
    finally:
        os.chdir(here)  # importing lgpio moves the whole process into LG_WD


def header_chip(lgpio: Any, devices: Path = Path("/dev")) -> int:
    """The number of the chip behind the 40-pin header, by its label: it was 4 on early Pi 5 kernels, 0 since.

    Where none is the header: what lgpio says of the first that cannot be opened, else RuntimeError.
    """
    refused: list[Exception] = []
    labels = []
    for number in sorted(int(chip.name[8:]) for chip in devices.glob("gpiochip*") if chip.name[8:].isdecimal()):
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as error:  # lgpio has an error class of its own, which a test's stand-in has not
            refused.append(error)
            continue
        label = str(lgpio.gpio_get_chip_info(handle)[3])
        lgpio.gpiochip_close(handle)
        if label.startswith(HEADER_LABEL):
            return number
        labels.append(label)
    if refused:
        raise refused[0]
    raise RuntimeError(f"no gpiochip is the header of a Raspberry Pi; found {', '.join(labels) or 'none'}")


def _why_not(error: Exception) -> PinsUnavailable:
    said = str(error).strip("'\" ") or type(error).__name__
    lowered = said.lower()
    if "revision" in lowered or "no gpiochip is the header" in lowered:
        message = f"This machine is not a Raspberry Pi ({said}); start with --simulate to play without hardware."
        return PinsUnavailable(message, PinTrouble.NOT_A_PI, said)
    if "permission" in lowered or "can not open gpiochip" in lowered:
        message = (
            f"The pins may not be opened ({said}); run: sudo adduser $USER gpio, log in again, and check that "
            "/dev/gpiochip0 exists."
        )
        return PinsUnavailable(message, PinTrouble.FORBIDDEN, said)
    message = f"The pins cannot be opened ({said}); stop other programs that use them, or start with --simulate."
    return PinsUnavailable(message, PinTrouble.IN_USE, said)
