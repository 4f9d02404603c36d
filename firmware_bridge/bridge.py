"""The wires of the whole table, real or simulated, and the one hop into the event loop.

The same code runs on a Pi and without one; only the pin factory and the thing behind the pins differ.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from firmware_bridge.beeper import Beeper, load_earcons
from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.debounce import ButtonEvent, DebounceTimes, Freed, Pressed, Stuck
from firmware_bridge.dispenser import Dispenser, Surroundings
from firmware_bridge.feeder import FeederLimits
from firmware_bridge.panel import Panel, PanelCalls
from firmware_bridge.passages import MS
from firmware_bridge.pin_map import LINES, PinMap, PinsUnavailable, mock_factory, real_factory
from firmware_bridge.reports import (
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    PressAccepted,
    PressDenied,
    Report,
)
from firmware_bridge.scanner import ScannerThread
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.serial_line import SerialLine
from firmware_bridge.wires import Guard

log = logging.getLogger(__name__)

Mode = Literal["real", "simulated", "missing"]


class DispenserMissingError(RuntimeError):
    """There is no dispenser at this table; the sentence says why."""


@dataclass(frozen=True, slots=True)
class BridgeSettings:
    """What the bridge opens, and how fast its world runs.

    ``speed`` divides every wait, those of the simulated dispenser included. ``state_dir`` is a writable folder
    for lgpio. Without ``scanner_url`` a simulated table gets a simulated scanner and a real one none.
    """

    state_dir: Path
    simulate: bool = False
    pins: PinMap = field(default_factory=PinMap)
    card_ms: int = 800
    limit_ms: int = 15_000
    quiet: bool = False
    speed: float = 1.0
    scanner_url: str | None = None
    scanner_baud: int = 9600
    repeat_window_ms: int = 3000
    pin_log: Path | None = None

    def limits(self) -> FeederLimits:
        """The time limits of a dispense."""
        return FeederLimits(card_ns=self.card_ms * MS, limit_ns=self.limit_ms * MS).at_speed(self.speed)


@dataclass(frozen=True, slots=True)
class PartStatus:
    """Whether a part is there, and one sentence about it, with the remedy if it is not."""

    mode: Mode
    message: str


class Bridge:
    """Hardware in both directions: reports come through ``deliver`` on ``loop``, exactly once and in order.

    ``simulator`` and ``scan_line`` are there after :meth:`open` when they are simulated, for the bench. ``clock`` is
    the time that all parts live by.
    """

    def __init__(
        self,
        settings: BridgeSettings,
        deliver: Callable[[Report], None],
        loop: asyncio.AbstractEventLoop,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._deliver = deliver
        self._loop = loop
        self._guard = Guard(self._report, clock)
        self._dispenser_status = PartStatus("missing", "The dispenser has not been opened.")
        self._scanner_status = PartStatus("missing", "The scanner has not been opened.")
        self._factory: Any = None
        self._panel: Panel | None = None
        self._beeper: Beeper | None = None
        self._dispenser: Dispenser | None = None
        self._scanner: ScannerThread | None = None
        self.simulator: SimulatedDispenser | None = None
        self.scan_line: SerialLine | None = None
        self._press_lock = threading.Lock()
        self._press_from_ns: int | None = None
        self._faults: dict[str, Finding] = {}
        self._lid_open = False
        self._hopper_empty = False
        self._closed = False

    @property
    def dispenser_status(self) -> PartStatus:
        """Real, simulated or missing, and why."""
        return self._dispenser_status

    @property
    def scanner_status(self) -> PartStatus:
        """Real, simulated or missing; a simulated scanner's message is the end to write tags to."""
        return self._scanner_status

    def open(self) -> None:
        """Open what the settings name; a missing part is told by its status.

        Raises ``PinMapError`` and ``PinLogError`` for settings that cannot be obeyed, with nothing opened.
        """
        self._settings.pins.check()
        try:
            self._open_pins()
        except PinsUnavailable as error:
            self._dispenser_status = PartStatus("missing", str(error))
            self._close_pins()
        self._open_scanner()

    def _open_scanner(self) -> None:
        settings = self._settings
        url = settings.scanner_url
        if url is not None:
            self._scanner_status = PartStatus("real", url)
        elif settings.simulate:
            self.scan_line = SerialLine()
            self.scan_line.open()
            url = self.scan_line.service_port
            self._scanner_status = PartStatus("simulated", self.scan_line.outside_port)
        else:
            self._scanner_status = PartStatus(
                "missing", "no port is named; plug a scanner in and start with --scanner PORT."
            )
            return
        self._scanner = ScannerThread(
            url, settings.scanner_baud, settings.repeat_window_ms, self._report, self._clock
        )
        self._scanner.start()

    def _open_pins(self) -> None:
        settings = self._settings
        if settings.simulate:
            self._factory = mock_factory()
            self.simulator = SimulatedDispenser(
                self._factory, settings.pins, speed=settings.speed, pin_log=settings.pin_log, clock=self._clock
            )
            found = PartStatus(
                "simulated", "no real pin is driven; for the wired table: start without --simulate on the Pi"
            )
        else:
            self._factory = real_factory(settings.state_dir)
            found = PartStatus("real", "the pins are open through lgpio")
        try:
            self._open_devices()
        except Exception as error:
            raise PinsUnavailable(
                f"A pin cannot be used ({type(error).__name__}: {error}); stop the other program that uses it, or "
                "choose another number under [pins]."
            ) from error
        self._dispenser_status = found

    def _open_devices(self) -> None:
        settings, factory = self._settings, self._factory
        # The motor first: from here on its lines are driven low.
        surroundings = Surroundings(
            lambda: self._panel is None or self._panel.lid_open,
            lambda: self._panel is None or self._panel.hopper_empty,
        )
        self._dispenser = Dispenser(
            settings.pins,
            settings.limits(),
            surroundings,
            self._dispenser_said,
            factory=factory,
            guard=self._guard,
            speed=settings.speed,
            clock=self._clock,
        )
        self._beeper = Beeper(
            settings.pins.beeper,
            load_earcons(),
            factory=factory,
            guard=self._guard,
            speed=settings.speed,
            quiet=settings.quiet,
            clock=self._clock,
        )
        self._panel = Panel(
            settings.pins,
            DebounceTimes().at_speed(settings.speed),
            PanelCalls(self._button_said, self._lid_moved, self._hopper_moved),
            factory=factory,
            guard=self._guard,
            clock=self._clock,
        )
        self._lid_open = self._panel.lid_open
        self._hopper_empty = self._panel.hopper_empty
        self._panel.start()
        self._dispenser.start()
        if self.simulator is not None:
            self.simulator.start()
        self._beeper.play("boot")

    # What the table may do.

    def allow_presses(self, from_ns: int | None) -> None:
        """Keep the edge up to date: the next press at or after ``from_ns`` gets the ding, None means nobody's.

        One press is accepted; then nobody may press until this is called again.
        """
        with self._press_lock:
            self._press_from_ns = from_ns

    def dispense(self, cards: int) -> None:
        """Throw cards; returns at once. Raises :class:`DispenserMissingError` or ``DispenserBusyError``."""
        if self._dispenser is None:
            raise DispenserMissingError(self._dispenser_status.message)
        self._dispenser.dispense(cards)

    def sound(self, name: str) -> None:
        """Play an earcon on the beeper, if there is one; ``EarconError`` for an unknown name."""
        if self._beeper is not None:
            self._beeper.play(name)

    def motor_off(self) -> None:
        """Motor off now: from any thread or a signal handler, without a lock, in microseconds."""
        if self._dispenser is not None:
            self._dispenser.motor_off()

    def forget_faults(self) -> None:
        """Somebody has put things right: what was found before is no longer told."""
        self._faults.clear()

    def health(self) -> dict[str, str | None]:
        """The dispenser's part of ``/api/health``: mode, motor, hopper, lid, and the fault that stands."""
        there = self._dispenser is not None
        return {
            "mode": self._dispenser_status.mode,
            "motor": "on" if self._dispenser is not None and self._dispenser.motor_on else "off",
            "hopper": ("empty" if self._hopper_empty else "ok") if there else "unknown",
            "lid": ("open" if self._lid_open else "closed") if there else "unknown",
            "fault": next((finding.value for finding in tuple(self._faults.values())), None),
        }

    def scanner_health(self) -> dict[str, str | int]:
        """The scanner's part of ``/api/health``."""
        if self._scanner is None:
            message = self._scanner_status.message
            return {"state": "absent", "port": "", "reads": 0, "dropped": 0, "message": message}
        return self._scanner.health()

    def close(self) -> None:
        """Motor off first; then all outputs to rest, all threads ended. May be called twice."""
        self.motor_off()
        if self._closed:
            return
        self._closed = True
        self._close_pins()
        if self._scanner is not None:
            self._scanner.close()
        if self.scan_line is not None:
            self.scan_line.close()

    def _close_pins(self) -> None:
        for part in (self._dispenser, self._panel, self._beeper, self.simulator, self._factory):
            if part is not None:
                part.close()
        self._dispenser = self._panel = self._beeper = self._factory = None

    # What the wires say; all of it on edge threads or the parts' own, never on the loop's.

    def _report(self, report: Report) -> None:
        if isinstance(report, FaultFound):
            self._faults[report.part] = report.finding
        try:
            self._loop.call_soon_threadsafe(self._deliver, report)
        except RuntimeError:
            log.debug("the loop is closed; nobody hears %s", report)

    def _dispenser_said(self, report: Report) -> None:
        if isinstance(report, DispenseEnded):
            self._faults.pop("dispenser", None)
            if self._faults.get("gate") is Finding.SENSOR_DISTURBED:
                self._faults.pop("gate", None)
            if report.finding is not None:
                self._faults["dispenser"] = report.finding
        self._report(report)

    def _button_said(self, event: ButtonEvent) -> None:
        match event:
            case Pressed(t_ns):
                self._pressed(t_ns)
            case Stuck():
                message = "The button seems stuck: let it go, or free it; a press counts once it has been up again."
                self._report(FaultFound(self._clock.now_ns(), "button", Finding.BUTTON_STUCK, message))
            case Freed():
                self._faults.pop("button", None)

    def _pressed(self, t_ns: int) -> None:
        with self._press_lock:
            denial = self._denial(t_ns)
            if denial is None:
                self._press_from_ns = None
        self.sound("ding" if denial is None else "buzz")
        self._report(PressAccepted(t_ns) if denial is None else PressDenied(t_ns, denial))

    def _denial(self, t_ns: int) -> Denial | None:
        if self._lid_open:
            return Denial.LID_OPEN
        if self._dispenser is not None and self._dispenser.dispensing:
            return Denial.BUSY
        if self._press_from_ns is None:
            return Denial.NOBODY_MAY_PRESS
        return Denial.GUARD if t_ns < self._press_from_ns else None

    def _lid_moved(self, is_open: bool, t_ns: int) -> None:
        self._lid_open = is_open
        if self._dispenser is not None:
            self._dispenser.lid(is_open, t_ns)
        if not is_open:
            self._faults.pop("dispenser", None)
            self.sound("lid-closed")
        self._report(LidChanged(t_ns, is_open))

    def _hopper_moved(self, empty: bool, t_ns: int) -> None:
        self._hopper_empty = empty
        if self._dispenser is not None:
            self._dispenser.hopper(empty)
        if not empty and self._faults.get("dispenser") is Finding.HOPPER_EMPTY:
            self._faults.pop("dispenser", None)
        self._report(HopperChanged(t_ns, empty))


def rest_outputs(settings: BridgeSettings) -> None:
    """Drive every output to rest and let go, whatever left them as they are; ``PinsUnavailable`` if that fails."""
    from gpiozero import OutputDevice  # noqa: PLC0415 - the command's only use of it

    settings.pins.check()
    factory = mock_factory() if settings.simulate else real_factory(settings.state_dir)
    try:
        for name, number in settings.pins.numbers().items():
            if LINES[name].output:
                OutputDevice(number, initial_value=False, pin_factory=factory).close()
    except Exception as error:
        raise PinsUnavailable(
            f"An output cannot be taken ({error}); the service may hold it: stop it first, which also rests it."
        ) from error
    finally:
        factory.close()
