"""Motor and exit gate: the motor stops in the gate's own callback, and a control loop of turns keeps the time limits.

While the motor runs, the control loop also gives the heartbeat that holds the motor driver enabled (hardware
facts, section 4: a rising edge every 20 to 50 ms) and looks whether the gate's edges still arrive; where they do not,
the motor is off within 150 ms. While it rests, no turn is due.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from gpiozero import DeviceClosed, DigitalOutputDevice, Motor

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.feeder import Drive, Feeder, FeederLimits
from firmware_bridge.passages import DwellMemory
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import CardCounted, DispenseEnded, FaultFound, Finding, LateCard
from firmware_bridge.rest_watch import AtRest, RestWatch
from firmware_bridge.wires import Guard, InputWire

BEAT_NS = 15 * MS  # the heartbeat changes this often: a rising edge every 30 ms
EDGE_LOST_NS = 110 * MS  # the gate's level differs from its edges for so long: the edges no longer arrive

DispenserReport = CardCounted | DispenseEnded | LateCard | FaultFound


class DispenserBusyError(RuntimeError):
    """A dispense is running; wait for its end."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the dispenser asks of the panel when a dispense begins."""

    lid_open: Callable[[], bool]
    hopper_empty: Callable[[], bool]


class Dispenser:
    """Throws cards and counts them. Reports come on the edge thread or from the control loop, in order."""

    def __init__(
        self,
        pins: PinMap,
        limits: FeederLimits,
        surroundings: Surroundings,
        report: Callable[[DispenserReport], None],
        *,
        factory: Any,
        guard: Guard,
        speed: float = 1.0,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._clock = clock
        self._limits = limits if pins.holdback_backward is not None else replace(limits, hold_back_ns=0)
        self._surroundings = surroundings
        self._report = report
        self._guard = guard
        self._dwells = DwellMemory()
        self._rest_watch = RestWatch(limits.gate, speed=speed)
        self._devices: list[Any] = []
        try:
            self._motor = self._own(Motor(pins.motor_forward, pins.motor_backward, pwm=False, pin_factory=factory))
            self._heartbeat = (
                None
                if pins.heartbeat is None
                else self._own(DigitalOutputDevice(pins.heartbeat, pin_factory=factory))
            )
            hold_back = {
                number: self._own(DigitalOutputDevice(number, pin_factory=factory))
                for number in (pins.holdback_forward, pins.holdback_backward)
                if number is not None  # its way forward always rests: the card itself turns it
            }
            self._hold_back = None if pins.holdback_backward is None else hold_back[pins.holdback_backward]
            self._gate = self._own(InputWire("gate", pins.gate, factory=factory, guard=guard, clock=clock))
            self._fault_wire = (
                None
                if pins.motor_fault is None
                else self._own(InputWire("motor_fault", pins.motor_fault, factory=factory, guard=guard, clock=clock))
            )
        except Exception:
            self._let_go()
            raise
        self._lock = threading.RLock()  # a gate callback may run inside a motor command
        self._feeder: Feeder | None = None
        self._told = 0
        self._drive = Drive.OFF
        self._off_since_ns = clock.now_ns()
        self._halted = False
        self._ending = False
        self._gate_missed = False
        self._gate_blocked = self._gate.active
        self._differs_since_ns: int | None = None
        self._beat_at_ns = 0
        self._closed = False
        self._turned_ns = clock.now_ns()
        self._ticker = clock.ticker("dispenser", self._turn)

    def _own(self, device: Any) -> Any:
        self._devices.append(device)
        return device

    @property
    def dispensing(self) -> bool:
        """Whether a dispense is running."""
        return self._feeder is not None

    @property
    def motor_on(self) -> bool:
        """Whether the motor is driven."""
        return self._drive is not Drive.OFF

    @property
    def turned_ns(self) -> int:
        """When the control loop took its last turn; :meth:`ask` makes it take one."""
        return self._turned_ns

    def ask(self) -> None:
        """Have the control loop show that it still turns; returns at once."""
        self._ticker.wake()

    def start(self) -> None:
        """Begin to watch the gate."""
        self._gate.watch(self._gate_edge)
        if self._fault_wire is not None:
            self._fault_wire.watch(self._motor_fault_edge)
        self._ticker.start()

    def dispense(self, cards: int) -> None:
        """Throw ``cards`` cards; returns at once, the reports follow until ``DispenseEnded``.

        Raises ValueError for a number that cannot be thrown, :class:`DispenserBusyError` while one runs.
        """
        if cards < 0:
            raise ValueError(f"{cards} cards cannot be dispensed; give a number from 0.")
        with self._lock:
            if self._closed or self._ending or self._feeder is not None:
                raise DispenserBusyError("The dispenser is busy or closed; wait for the end of the last dispense.")
            self._halted = False
            now_ns, since_ns = self._clock.now_ns(), self._rest_watch.blocked_since_ns
            self._rest_watch.dispense_begins()
            self._told = 0
            self._gate_blocked = self._gate.active
            self._differs_since_ns = None
            self._feeder = Feeder(
                cards,
                self._limits,
                self._dwells,
                t_ns=now_ns,
                blocked_since_ns=(since_ns or now_ns) if self._gate_blocked else None,
                lid_open=self._surroundings.lid_open(),
                hopper_empty=self._surroundings.hopper_empty(),
                gate_dead=self._gate_missed,
            )
            if self._fault_wire is not None and self._fault_wire.active:
                self._feeder.motor_fault(True, now_ns)
            self._obey()

    def lid(self, is_open: bool, t_ns: int) -> None:
        """The lid moved: open stops the motor at once; closed may mean another deck."""
        with self._lock:
            self._rest_watch.lid_moved()
            if not is_open:
                self._dwells.forget()
                self._gate_missed = False
            if self._feeder is not None:
                self._feeder.lid(is_open, t_ns)
                self._obey()

    def hopper(self, empty: bool) -> None:
        """The hopper ran empty or was filled."""
        with self._lock:
            if self._feeder is not None:
                self._feeder.hopper(empty)

    def gate_missed(self) -> None:
        """Cards came out that the gate has not seen: the motor rests until the gate shows life, or the lid moved."""
        self._gate_missed = True

    def gate_trusted(self) -> None:
        """It was said in error that the gate had missed cards."""
        self._gate_missed = False

    def motor_off(self) -> None:
        """Motor off now, from any thread or a signal handler; no lock is taken. A running dispense ends."""
        self._halted = True
        with suppress(DeviceClosed):  # a signal may come while the service is closing
            self._all_off()

    def motor_off_for_good(self) -> None:
        """The same, and no dispense begins any more: the service is ending."""
        self._ending = True
        self.motor_off()

    def _all_off(self) -> None:
        self._motor.stop()
        for line in (self._hold_back, self._heartbeat):
            if line is not None:
                line.off()

    def close(self) -> None:
        """Motor off, wires let go, no turns any more. May be called twice."""
        self.motor_off()
        with self._lock:
            self._closed = True
        self._ticker.close()
        with self._lock:
            self._apply(Drive.OFF)
        self._let_go()

    def _let_go(self) -> None:
        for device in self._devices:
            device.close()

    def _gate_edge(self, blocked: bool, t_ns: int) -> None:
        self._gate_missed = False  # here is a sign of life
        self._safely("gate", self._gate_moved, blocked, t_ns)

    def _motor_fault_edge(self, active: bool, t_ns: int) -> None:
        self._safely("motor_fault", self._motor_fault_moved, active, t_ns)

    def _safely(self, part: str, callback: Callable[..., None], *arguments: object) -> None:
        """Run one step of the loop; if our own code fails in it, the motor is off and the dispense is over."""
        with self._lock:
            if self._guard.run(part, callback, *arguments):
                return
            self._all_off()
            self._drive = Drive.OFF
            feeder, self._feeder = self._feeder, None
            if feeder is not None:
                finding = Finding.CALLBACK_FAILED
                end = DispenseEnded(self._clock.now_ns(), feeder.asked, feeder.counted, finding, in_doubt=True)
                self._guard.run(part, self._report, end)

    def _gate_moved(self, blocked: bool, t_ns: int) -> None:
        if blocked == self._gate_blocked:
            return
        self._gate_blocked = blocked
        if self._feeder is not None:
            self._feeder.gate(blocked, t_ns)
            self._obey()
            return
        match self._rest_watch.gate(blocked, t_ns):
            case AtRest.LATE_CARD:
                self._report(LateCard(t_ns))
            case AtRest.DISTURBED:
                message = (
                    "The exit gate changes although the motor rests: shade the dispenser's mouth from the sun and "
                    "wipe the gate."
                )
                self._report(FaultFound(t_ns, "gate", Finding.SENSOR_DISTURBED, message))

    def _motor_fault_moved(self, active: bool, t_ns: int) -> None:
        if self._feeder is not None:
            self._feeder.motor_fault(active, t_ns)
            self._obey()

    def _obey(self) -> None:
        """Do what the feeder says, tell what it counted; called with the lock held after every input."""
        feeder = self._feeder
        if feeder is None:
            return
        if self._halted:
            feeder.stop(self._clock.now_ns())
        self._apply(feeder.drive)
        while self._told < feeder.counted:
            self._told += 1
            self._report(CardCounted(self._clock.now_ns(), self._told))
        if feeder.ended:
            self._feeder = None
            self._rest_watch.dispense_ended(self._off_since_ns, card_in_gate=feeder.card_in_gate)
            if self._surroundings.lid_open():
                self._rest_watch.lid_moved()
            self._report(
                DispenseEnded(
                    self._clock.now_ns(),
                    feeder.asked,
                    feeder.counted,
                    feeder.finding,
                    in_doubt=feeder.in_doubt,
                    ran=feeder.ran,
                )
            )
        self._ticker.wake()

    def _apply(self, drive: Drive) -> None:
        if drive is self._drive:
            return
        if self._drive is Drive.OFF:
            self._beat(self._clock.now_ns(), on=True)
        self._drive = drive
        if self._hold_back is not None:
            self._hold_back.off()
        match drive:
            case Drive.FORWARD:
                self._motor.forward()
            case Drive.BACKWARD:
                self._motor.backward()
            case Drive.HOLD_BACK:
                self._motor.stop()
                if self._hold_back is not None:
                    self._hold_back.on()
            case Drive.OFF:
                self._motor.stop()
                self._off_since_ns = self._clock.now_ns()
                self._beat(self._off_since_ns, on=False)
        if self._halted:  # motor_off() may have come between the decision and the command
            self._all_off()

    def _beat(self, now_ns: int, *, on: bool) -> None:
        self._beat_at_ns = now_ns + BEAT_NS
        if self._heartbeat is not None:
            self._heartbeat.value = on

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            wake_ns = self._wake_ns()
            if wake_ns is not None and now_ns >= wake_ns:
                self._safely("dispenser", self._control, now_ns)
            self._turned_ns = now_ns
            return self._wake_ns()

    def _wake_ns(self) -> int | None:
        wakes = [] if self._feeder is None or self._feeder.wake_ns is None else [self._feeder.wake_ns]
        if self.motor_on:
            wakes.append(self._beat_at_ns)
        return min(wakes, default=None)

    def _control(self, now_ns: int) -> None:
        """One turn of the control loop: heartbeat, a look at the gate, the feeder's time limits."""
        feeder = self._feeder
        if self.motor_on and now_ns >= self._beat_at_ns:
            self._look_at_gate(now_ns)
        if self.motor_on and now_ns >= self._beat_at_ns:
            self._beat(now_ns, on=self._heartbeat is None or not self._heartbeat.value)
        if feeder is not None:
            feeder.tick(now_ns)
            self._obey()

    def _look_at_gate(self, now_ns: int) -> None:
        """Whether the gate's edges still arrive: a dead edge thread must not let the motor run on."""
        blocked = self._gate.active
        if blocked == self._gate_blocked:
            self._differs_since_ns = None
            return
        if self._differs_since_ns is None:
            self._differs_since_ns = now_ns
        if now_ns - self._differs_since_ns < EDGE_LOST_NS:
            return
        self._gate_missed = True
        message = "The exit gate's edges no longer arrive, so the motor is off. Restart the service."
        self._report(FaultFound(now_ns, "gate", Finding.CALLBACK_FAILED, message))
        if self._feeder is not None:
            self._feeder.fail(now_ns)
            self._obey()
