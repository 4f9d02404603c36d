"""The wires of the whole table, real or simulated, and the one hop into the event loop.

The same code runs on a Pi and without one; only the pin factory and the thing behind the pins differ.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from firmware_bridge.aim import HOME
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.debounce import ButtonEvent, Freed, Held, Pressed, Stuck
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.light import Light
from firmware_bridge.panel import MAIN_BUTTON, PanelCalls
from firmware_bridge.part_status import PartStatus
from firmware_bridge.parts import Parts, remedied
from firmware_bridge.pin_map import PinsUnavailable
from firmware_bridge.reports import (
    ButtonHeld,
    ButtonPressed,
    Denial,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    PressAccepted,
    PressDenied,
    Report,
)
from firmware_bridge.scan_source import Readers, absent
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.pin_log import PinLog
from firmware_bridge.simulator.serial_line import SerialLine
from firmware_bridge.standing_faults import StandingFaults

log = logging.getLogger(__name__)

_NO_DISPENSER = PartStatus("missing", "The dispenser has not been opened.")
_NO_SCANNER = PartStatus("missing", "The scanner has not been opened.")


class DispenserMissingError(RuntimeError):
    """There is no dispenser at this table; the sentence says why."""


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
        self._dispenser_status = _NO_DISPENSER
        self._parts: Parts | None = None  # changed on a thread: whoever asks takes hold of it once
        self._scans: Readers | None = None
        self._pin_log: PinLog | None = None
        self.simulator: SimulatedDispenser | None = None
        self._press_lock = threading.Lock()
        self._opening = threading.Lock()  # whoever opens or closes pins; never held by what reports or stops
        self._dispensed_ns: int | None = None
        self._press_from_ns: int | None = None
        self._faults = StandingFaults()
        self._lights: dict[str, Light] = {}
        self._alarmed = False
        self._at_rest = asyncio.Event()
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
        return _NO_SCANNER if self._scans is None else self._scans.table.status

    @property
    def private_status(self) -> PartStatus | None:
        """The same of the private reader, where the settings have one."""
        private = None if self._scans is None else self._scans.private
        return None if private is None else private.status

    @property
    def scan_line(self) -> SerialLine | None:
        """The simulated scanner's line."""
        return None if self._scans is None else self._scans.table.line

    @property
    def private_line(self) -> SerialLine | None:
        """The simulated private reader's line."""
        private = None if self._scans is None else self._scans.private
        return None if private is None else private.line

    # Opening, changing, closing

    def open(self) -> None:
        """Open what the settings name; a missing part is told by its status.

        Raises ``PinMapError`` and ``PinLogError`` for settings that cannot be obeyed, with nothing opened.
        """
        settings = self._settings
        settings.pins.check()
        if settings.simulate and settings.pin_log is not None:
            self._pin_log = PinLog(settings.pin_log)
        with suppress(PinsUnavailable), self._opening:
            self._open_pins()
        self._scans = Readers(settings, self._report, self._clock)

    def open_late(self) -> bool:
        """Tries pins again that could not be had; True where they are open now. It waits, so on a thread."""
        with self._opening:
            if self._parts is not None or self._closed:
                return False
            with suppress(PinsUnavailable):
                self._open_pins()
            return self._parts is not None

    def change(self, settings: BridgeSettings) -> None:
        """Take new settings while running: motor off, everything closed, then opened as they say.

        Raises ``PinMapError`` and ``DispenserBusyError`` with nothing touched; ``PinsUnavailable`` where the pins
        cannot be opened as they say, with the old ones open again.
        """
        settings.pins.check()
        if self._parts is not None and self._parts.dispenser.dispensing:
            raise DispenserBusyError("Cards are coming out; wait for the last one.")
        old, had_pins = self._settings, self._parts is not None
        self.motor_off()
        self._faults.clear()
        with self._opening:
            try:
                self._reopen(settings)
            except PinsUnavailable:
                if had_pins:
                    self._reopen(old)
                    raise
        if self._scans is not None and settings.scanner != old.scanner:
            self._scans.close()
            self._scans = Readers(settings, self._report, self._clock)

    def close(self) -> None:
        """Motor off first; then all outputs to rest, all threads ended. May be called twice."""
        self.motor_off()
        if self._closed:
            return
        with self._opening:
            self._closed = True
            self._close_pins()
        if self._pin_log is not None:
            self._pin_log.close()
        if self._scans is not None:
            self._scans.close()

    def _reopen(self, settings: BridgeSettings) -> None:
        self._close_pins()
        self._settings = settings
        self._open_pins()

    def _open_pins(self) -> None:
        try:
            with remedied(self._settings.wired()):
                self._parts = parts = Parts(
                    self._settings,
                    self._report,
                    PanelCalls(self._button_said, self._lid_moved, self._hopper_moved),
                    lambda: self._on_loop(self._at_rest.set),
                    self._clock,
                    hopper=FULL_HOPPER if self.simulator is None else self.simulator.hopper,
                    angle=self._angle,
                    pin_log=self._pin_log,
                )
                self.simulator = parts.simulator
                self._lid_open = parts.panel.lid_open
                self._hopper_empty = parts.panel.hopper_empty
                parts.start()
                self._light()
                parts.fittings.sound("boot")
                self._dispenser_status = parts.status
        except PinsUnavailable as error:
            self._close_pins()
            self._dispenser_status = PartStatus("missing", str(error))
            raise

    def _close_pins(self) -> None:
        if self._parts is not None:
            self._angle = self._parts.fittings.angle
            self._parts.close()
        self._parts = None

    # What the table may do.

    def allow_presses(self, from_ns: int | None) -> None:
        """Keep the edge up to date: the next press at or after ``from_ns`` gets the ding, None means nobody's.

        One press is accepted; then nobody may press until this is called again.
        """
        with self._press_lock:
            self._press_from_ns = from_ns

    def dispense(self, cards: int) -> None:
        """Throw cards; returns at once. Raises :class:`DispenserMissingError` or ``DispenserBusyError``."""
        parts = self._parts
        if parts is None:
            raise DispenserMissingError(self._dispenser_status.message)
        if parts.fittings.turning:
            raise DispenserBusyError("The dispenser is being turned; wait until it is steady.")
        self._dispensed_ns = self._clock.now_ns()
        parts.dispenser.dispense(cards)

    def motor_started_within(self, seconds: float) -> bool:
        """Whether the motor was started so lately, which draws more from the supply than all the rest."""
        started_ns = self._dispensed_ns
        return started_ns is not None and self._clock.now_ns() - started_ns <= seconds * 1e9

    @property
    def beeps(self) -> bool:
        """True where a beeper is fitted that people hear: a simulated one is silent."""
        parts = self._parts
        return parts is not None and parts.status.mode == "real" and parts.fittings.beeps

    def sound(self, name: str) -> None:
        """Play an earcon on the beeper, if there is one; ``EarconError`` for an unknown name."""
        if (parts := self._parts) is not None:
            parts.fittings.sound(name)

    def alarm(self, *, on: bool) -> None:
        """Light the alarm lamp for what is wrong beside the hardware: nobody hears the table."""
        self._alarmed = on
        self._light()

    def show(self, lights: Mapping[str, Light]) -> None:
        """What the lamps show of the table; the alarm lamp is lit besides while a fault stands."""
        self._lights = dict(lights)
        self._light()

    def _light(self) -> None:
        if (parts := self._parts) is not None:
            alarm = {"alarm": Light.ON} if self._alarmed or self._faults.first is not None else {}
            parts.fittings.show({"alarm": Light.OFF} | self._lights | alarm)

    def aim(self, seat: int | None) -> bool:
        """Begin to turn the dispenser to a seat, or home; False where the table has to turn it by hand."""
        self._faults.mended("aim")
        self._light()
        parts = self._parts
        return parts is not None and parts.fittings.aim(seat)

    async def steady(self) -> None:
        """Returns when the dispenser is not being turned."""
        while (parts := self._parts) is not None and parts.fittings.turning:
            self._at_rest.clear()  # it is set on this loop, so not between these two lines
            await self._at_rest.wait()

    def motor_off(self) -> None:
        """Motor off now: from any thread or a signal handler, without a lock, in microseconds."""
        if (parts := self._parts) is not None:
            parts.dispenser.motor_off()

    def motor_off_for_good(self) -> None:
        """The same, and no card is dispensed any more: the service is ending."""
        if (parts := self._parts) is not None:
            parts.dispenser.motor_off_for_good()

    @property
    def pins_reported_ns(self) -> int | None:
        """When the threads of the pins last showed that they work; None without pins."""
        return None if (parts := self._parts) is None else parts.reported_ns

    @property
    def scanner_reported_ns(self) -> int | None:
        """The same of the readers' threads; they need not be asked."""
        return None if self._scans is None else self._scans.reported_ns

    def ask_pins(self) -> None:
        """Have the threads of the pins show that they work; returns at once."""
        if (parts := self._parts) is not None:
            parts.ask()

    def gate_missed(self) -> None:
        """The table knows of cards that the gate has not seen: the motor rests until the gate shows life."""
        if (parts := self._parts) is not None:
            parts.dispenser.gate_missed()

    def gate_trusted(self) -> None:
        """It was said in error that the gate had missed cards: the motor may run."""
        if (parts := self._parts) is not None:
            parts.dispenser.gate_trusted()

    def forget_faults(self) -> None:
        """Somebody has put things right: what was found before is no longer told."""
        self._faults.clear()
        self._light()

    def health(self) -> dict[str, Any]:
        """The dispenser's part of ``/api/health``: mode, motor, hopper, lid, aim, and the fault that stands.

        ``notes``: a sentence for each part that is in the map and cannot be used.
        """
        parts, fault = self._parts, self._faults.first
        return {
            "mode": self._dispenser_status.mode,
            "motor": "on" if parts is not None and parts.dispenser.motor_on else "off",
            "hopper": "unknown" if parts is None else parts.hopper(empty=self._hopper_empty),
            "lid": ("open" if self._lid_open else "closed") if parts and parts.pins.lid is not None else "unknown",
            "aim": "none" if parts is None else parts.fittings.aimed,
            "notes": [] if parts is None else parts.notes,
            "fault": None if fault is None else fault.value,
        }

    def scanner_health(self) -> dict[str, Any]:
        """The scanner's part of ``/api/health``."""
        return absent(self.scanner_status) if self._scans is None else self._scans.health()

    # What the wires say; all of it on edge threads or the parts' own, never on the loop's.

    def _report(self, report: Report) -> None:
        self._faults.take(report)
        self._light()
        self._on_loop(self._deliver, report)

    def _on_loop(self, call: Callable[..., object], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            # By its kind only: what the private reader read is nobody else's.
            log.debug("the loop is closed; nobody hears %s", [type(report).__name__ for report in arguments])

    def _button_said(self, name: str, event: ButtonEvent) -> None:
        part = f"button_{name}" if name else "button"
        match event:
            case Pressed(t_ns) if name == MAIN_BUTTON:
                self._pressed(t_ns)
            case Pressed(t_ns):
                self._report(ButtonPressed(t_ns, name))
            case Held(t_ns):
                self._report(ButtonHeld(t_ns, name))
            case Stuck():
                called = f"{name} button".strip()
                message = f"The {called} seems stuck: let it go, or free it; it counts once it has been up again."
                self._report(FaultFound(self._clock.now_ns(), part, Finding.BUTTON_STUCK, message))
            case Freed():
                self._faults.mended(part)
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
        if (parts := self._parts) is not None and parts.dispenser.dispensing:
            return Denial.BUSY
        if self._press_from_ns is None:
            return Denial.NOBODY_MAY_PRESS
        return Denial.GUARD if t_ns < self._press_from_ns else None

    def _lid_moved(self, is_open: bool, t_ns: int) -> None:
        self._lid_open = is_open
        if (parts := self._parts) is not None:
            parts.dispenser.lid(is_open, t_ns)
        if not is_open:
            self.sound("lid-closed")
        self._report(LidChanged(t_ns, is_open))

    def _hopper_moved(self, empty: bool, t_ns: int) -> None:
        self._hopper_empty = empty
        if (parts := self._parts) is not None:
            parts.dispenser.hopper(empty)
        self._report(HopperChanged(t_ns, empty))
