"""The wires of the whole table, real or simulated, and the one hop into the event loop.

The same code runs on a Pi and without one; only the pin factory and the thing behind the pins differ.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from firmware_bridge.aim import HOME
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.debounce import ButtonEvent, DebounceTimes, Freed, Pressed, Stuck
from firmware_bridge.dispenser import Dispenser, DispenserBusyError, Surroundings
from firmware_bridge.fittings import Fittings
from firmware_bridge.light import Light
from firmware_bridge.panel import MAIN_BUTTON, Panel, PanelCalls
from firmware_bridge.pin_map import PinMap, PinsUnavailable, cannot_be_opened, mock_factory, real_factory
from firmware_bridge.reports import (
    ButtonPressed,
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    HopperLow,
    LidChanged,
    PressAccepted,
    PressDenied,
    Report,
)
from firmware_bridge.scanner import ScannerThread
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.pin_log import PinLog
from firmware_bridge.simulator.serial_line import SerialLine
from firmware_bridge.wires import Guard, InputWire

log = logging.getLogger(__name__)

Mode = Literal["real", "simulated", "missing"]
_LOOK_S = 0.02  # how often a wait for the turning dispenser looks


class DispenserMissingError(RuntimeError):
    """There is no dispenser at this table; the sentence says why."""


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
        self._guard = self._new_guard()
        self._dispenser_status = PartStatus("missing", "The dispenser has not been opened.")
        self._scanner_status = PartStatus("missing", "The scanner has not been opened.")
        self._factory: Any = None
        self._pin_log: PinLog | None = None
        self._panel: Panel | None = None
        self._fittings: Fittings | None = None
        self._dispenser: Dispenser | None = None
        self._hopper_level: InputWire | None = None
        self._scanner: ScannerThread | None = None
        self.simulator: SimulatedDispenser | None = None
        self.scan_line: SerialLine | None = None
        self._press_lock = threading.Lock()
        self._press_from_ns: int | None = None
        self._faults: dict[str, Finding] = {}
        self._notes: list[str] = []
        self._lights: dict[str, Light] = {}
        self._angle = HOME
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
        settings = self._settings
        settings.pins.check()
        if settings.simulate and settings.pin_log is not None:
            self._pin_log = PinLog(settings.pin_log)
        try:
            self._open_pins()
        except PinsUnavailable as error:
            self._dispenser_status = PartStatus("missing", str(error))
            self._close_pins()
        self._open_scanner()

    def change(self, settings: BridgeSettings) -> None:
        """Take new settings while running: motor off, everything closed, then opened as they say.

        Raises ``PinMapError`` and ``DispenserBusyError`` with nothing touched; ``PinsUnavailable`` where the pins
        cannot be opened as they say, with the old ones open again.
        """
        settings.pins.check()
        if self._dispenser is not None and self._dispenser.dispensing:
            raise DispenserBusyError("Cards are coming out; wait for the last one.")
        old, had_pins = self._settings, self._dispenser is not None
        self.motor_off()
        self._faults.clear()
        try:
            self._reopen(settings)
        except PinsUnavailable:
            if had_pins:
                self._reopen(old)
                raise
        if settings.scanner != old.scanner:
            self._close_scanner()
            self._open_scanner()

    def _new_guard(self) -> Guard:
        return Guard(self._report, self._clock, self.motor_off)

    def _reopen(self, settings: BridgeSettings) -> None:
        self._close_pins()
        self._guard = self._new_guard()  # a part that failed may be told again
        self._settings = settings
        try:
            self._open_pins()
        except PinsUnavailable as error:
            self._dispenser_status = PartStatus("missing", str(error))
            self._close_pins()
            raise

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
                self._factory,
                settings.wired(),
                speed=settings.speed,
                pin_log=self._pin_log,
                clock=self._clock,
                cards=FULL_HOPPER if self.simulator is None else self.simulator.hopper,
                faults=settings.faults,
                seed=settings.seed,
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
            raise PinsUnavailable(cannot_be_opened(error, settings.wired())) from error
        self._dispenser_status = self._with_notes(found)

    def _with_notes(self, found: PartStatus) -> PartStatus:
        """The status with what is not fitted, and a sentence for each part that cannot be used."""
        fittings, panel = self._fittings, self._panel
        if fittings is None or panel is None:
            return found
        self._notes = [*fittings.notes, *panel.notes]
        if fittings.uncalibrated and found.mode == "real":
            self._notes.append("The aiming servo has no angles yet: set aim.angles, one for each seat.")
        not_fitted = [f"not fitted: {', '.join(fittings.not_fitted)}"] if fittings.not_fitted else []
        return PartStatus(found.mode, "; ".join([found.message, *not_fitted, *self._notes]))

    def _open_devices(self) -> None:
        settings, pins = self._settings, self._settings.wired()
        wiring: dict[str, Any] = {"factory": self._factory, "guard": self._guard, "clock": self._clock}
        # The motor first: from here on its lines are driven low.
        surroundings = Surroundings(
            lambda: self._panel is None or self._panel.lid_open,
            lambda: self._panel is None or self._panel.hopper_empty,
        )
        self._dispenser = Dispenser(
            pins, settings.limits(), surroundings, self._dispenser_said, speed=settings.speed, **wiring
        )
        self._fittings = Fittings(
            pins, settings.fittings, self._report, speed=settings.speed, angle=self._angle, **wiring
        )
        self._panel = Panel(
            pins,
            DebounceTimes().at_speed(settings.speed),
            PanelCalls(self._button_said, self._lid_moved, self._hopper_moved),
            **wiring,
        )
        self._lid_open = self._panel.lid_open
        self._hopper_empty = self._panel.hopper_empty
        if pins.hopper_low is not None:
            self._hopper_level = InputWire("hopper_low", pins.hopper_low, **wiring)
            self._hopper_level.watch(lambda low, t_ns: self._report(HopperLow(t_ns, low)))
            self._report(HopperLow(self._clock.now_ns(), self._hopper_level.active))
        self._panel.start()
        self._dispenser.start()
        if self.simulator is not None:
            self.simulator.start()
        self._light()
        self._fittings.sound("boot")

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
        if self._fittings is not None and self._fittings.turning:
            raise DispenserBusyError("The dispenser is being turned; wait until it is steady.")
        self._dispenser.dispense(cards)

    def sound(self, name: str) -> None:
        """Play an earcon on the beeper, if there is one; ``EarconError`` for an unknown name."""
        if self._fittings is not None:
            self._fittings.sound(name)

    def show(self, lights: Mapping[str, Light]) -> None:
        """What the lamps show of the table; the alarm lamp is lit besides while a fault stands."""
        self._lights = dict(lights)
        self._light()

    def _light(self) -> None:
        if self._fittings is not None:
            alarm = {"alarm": Light.ON} if self._faults else {}
            self._fittings.show({"alarm": Light.OFF} | self._lights | alarm)

    def aim(self, seat: int | None) -> bool:
        """Begin to turn the dispenser to a seat, or home; False where the table has to turn it by hand."""
        self._faults.pop("aim", None)
        self._light()
        return self._fittings is not None and self._fittings.aim(seat)

    async def steady(self) -> None:
        """Returns when the dispenser is not being turned."""
        while self._fittings is not None and self._fittings.turning:  # noqa: ASYNC110 - its end is known elsewhere
            await asyncio.sleep(_LOOK_S / self._settings.speed)

    def motor_off(self) -> None:
        """Motor off now: from any thread or a signal handler, without a lock, in microseconds."""
        if self._dispenser is not None:
            self._dispenser.motor_off()

    def motor_off_for_good(self) -> None:
        """The same, and no card is dispensed any more: the service is ending."""
        if self._dispenser is not None:
            self._dispenser.motor_off_for_good()

    def gate_missed(self) -> None:
        """The table knows of cards that the gate has not seen: the motor rests until the gate shows life."""
        if self._dispenser is not None:
            self._dispenser.gate_missed()

    def forget_faults(self) -> None:
        """Somebody has put things right: what was found before is no longer told."""
        self._faults.clear()
        self._light()

    def health(self) -> dict[str, Any]:
        """The dispenser's part of ``/api/health``: mode, motor, hopper, lid, aim, and the fault that stands.

        ``notes``: a sentence for each part that is in the map and cannot be used.
        """
        pins = self._settings.wired() if self._dispenser is not None else None
        return {
            "mode": self._dispenser_status.mode,
            "motor": "on" if self._dispenser is not None and self._dispenser.motor_on else "off",
            "hopper": self._hopper_state(pins),
            "lid": ("open" if self._lid_open else "closed") if pins and pins.lid is not None else "unknown",
            "aim": "none" if self._fittings is None else self._fittings.aimed,
            "notes": list(self._notes),
            "fault": next((finding.value for finding in tuple(self._faults.values())), None),
        }

    def _hopper_state(self, pins: PinMap | None) -> str:
        level = self._hopper_level
        if pins is not None and pins.hopper is not None and self._hopper_empty:
            return "empty"
        if level is not None and level.active:
            return "low"
        return "ok" if pins is not None and (pins.hopper is not None or level is not None) else "unknown"

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
        if self._pin_log is not None:
            self._pin_log.close()
        self._close_scanner()

    def _close_scanner(self) -> None:
        for part in (self._scanner, self.scan_line):
            if part is not None:
                part.close()
        self._scanner = self.scan_line = None

    def _close_pins(self) -> None:
        if self._fittings is not None:
            self._angle = self._fittings.angle
        for part in (
            self._dispenser,
            self._panel,
            self._fittings,
            self._hopper_level,
            self.simulator,
            self._factory,
        ):
            if part is not None:
                part.close()
        self._dispenser = self._panel = self._fittings = self._hopper_level = self._factory = None

    # What the wires say; all of it on edge threads or the parts' own, never on the loop's.

    def _report(self, report: Report) -> None:
        if isinstance(report, FaultFound):
            self._faults[report.part] = report.finding
        self._light()
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

    def _button_said(self, name: str, event: ButtonEvent) -> None:
        part = f"button_{name}" if name else "button"
        match event:
            case Pressed(t_ns) if name == MAIN_BUTTON:
                self._pressed(t_ns)
            case Pressed(t_ns):
                self._report(ButtonPressed(t_ns, name))
            case Stuck():
                called = f"{name} button".strip()
                message = f"The {called} seems stuck: let it go, or free it; it counts once it has been up again."
                self._report(FaultFound(self._clock.now_ns(), part, Finding.BUTTON_STUCK, message))
            case Freed():
                self._faults.pop(part, None)
                self._light()

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
