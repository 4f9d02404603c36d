"""The aiming servo: the dispenser turns to a seat, gently, comes to rest, and is let go.

Ramped, because a servo that jumps to its angle strips its gears under a dispenser's inertia; no card is thrown before
it has settled (hardware facts, section 3). Then its pulses end: pulses made by software tremble, and a servo that
follows them hums and shakes the table. For one that must be held still all the time, let a PCA9685 board or the
kernel's own PWM make the pulses; both are outside what gpiozero drives.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

from gpiozero import AngularServo

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.reports import FaultFound, Finding
from firmware_bridge.wires import Guard, InputWire

HOME = 0.0
FARTHEST = 90
SHORTEST_PULSE_S, LONGEST_PULSE_S = 0.5e-3, 2.5e-3  # at the two ends of a usual servo's half turn
STEP_NS = 20 * MS  # a servo takes a new angle once a pulse, no oftener
DEGREES_A_SECOND = 100  # on the way; a small servo on a ball ring needs 0.8 s for 90 degrees
TELLS_APART = 15  # degrees: nearer to home its switch may still be closed


class Aim:
    """Turns to an angle at a time; the newest wins. ``home_number`` is the switch that is closed at home, if any.

    ``angle`` is where the dispenser points now. Nobody knows that when the machine is switched on: it counts as
    home, and nothing moves. ``steady`` is called whenever it has come to rest, on the servo's own turn.
    """

    def __init__(
        self,
        number: int,
        home_number: int | None,
        settle_ms: int,
        angle: float,
        report: Callable[[FaultFound], None],
        *,
        steady: Callable[[], None],
        factory: Any,
        guard: Guard,
        speed: float = 1.0,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._report = report
        self._steady = steady
        self._guard = guard
        self._clock = clock
        self._speed = speed
        self._settle_ns = round(settle_ms * MS / speed)
        self._servo = AngularServo(
            number,
            initial_angle=None,
            min_angle=-FARTHEST,
            max_angle=FARTHEST,
            min_pulse_width=SHORTEST_PULSE_S,
            max_pulse_width=LONGEST_PULSE_S,
            pin_factory=factory,
        )
        try:
            self._home: InputWire | None = (
                None
                if home_number is None
                else InputWire("aim_home", home_number, factory=factory, guard=guard, clock=clock)
            )
        except Exception:
            self._servo.close()
            raise
        self._lock = threading.Lock()
        self._angle = self._from = self._to = angle
        self._began_ns = self._ends_ns = 0
        self._turning = self._closed = False
        self._obstructed = False
        self._ticker = clock.ticker("aim", self._turn)
        self._ticker.start()

    @property
    def angle(self) -> float:
        """Where it was told to point last, in degrees from home."""
        return self._angle

    @property
    def turning(self) -> bool:
        """Whether the dispenser is on its way or has not come to rest yet."""
        return self._turning

    @property
    def reached(self) -> bool | None:
        """Whether it got where it should; None where no switch can tell."""
        return None if self._home is None else not self._obstructed

    def turn_to(self, angle: float) -> None:
        """Begin to turn to ``angle`` degrees from home; returns at once."""
        with self._lock:
            if self._closed or angle == self._to:
                return
            now_ns = self._clock.now_ns()
            self._from, self._to = self._angle, angle
            self._began_ns = now_ns
            self._ends_ns = now_ns + round(abs(angle - self._from) / DEGREES_A_SECOND * 1000 * MS / self._speed)
            self._turning = True
            self._ticker.wake()

    def close(self) -> None:
        """No more pulses, the wires let go, no turns any more. May be called twice."""
        with self._lock:
            self._closed, self._turning = True, False
        self._ticker.close()
        self._steady()
        self._servo.close()
        if self._home is not None:
            self._home.close()

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            if not self._turning:
                return None
            if not self._guard.run("aim", self._step, now_ns):
                self._turning = False  # a servo that fails must not hold up the presses
            if not self._turning:
                self._steady()
            return self._next_ns(now_ns)

    def _next_ns(self, now_ns: int) -> int | None:
        if not self._turning:
            return None
        return now_ns + round(STEP_NS / self._speed) if now_ns < self._ends_ns else self._ends_ns + self._settle_ns

    def _step(self, now_ns: int) -> None:
        if now_ns >= self._ends_ns + self._settle_ns and self._angle == self._to:
            self._turning = False
            self._servo.detach()
            self._look()
            return
        self._angle = self._on_the_way(now_ns)
        self._servo.angle = self._angle

    def _on_the_way(self, now_ns: int) -> float:
        """Slow, fast, slow again: half a wave of a cosine."""
        if now_ns >= self._ends_ns:
            return self._to
        done = (now_ns - self._began_ns) / (self._ends_ns - self._began_ns)
        return self._from + (self._to - self._from) * (1 - math.cos(math.pi * done)) / 2

    def _look(self) -> None:
        """Compare the switch with where the dispenser should be."""
        if self._home is None or HOME < abs(self._to) < TELLS_APART:
            return
        self._obstructed = self._home.active != (self._to == HOME)
        if self._obstructed:
            where = "back home" if self._to == HOME else f"to {self._to:g} degrees"
            message = f"The dispenser did not turn {where}: free its way, and look at the servo and its switch."
            self._report(FaultFound(self._clock.now_ns(), "aim", Finding.AIM_OBSTRUCTED, message))
