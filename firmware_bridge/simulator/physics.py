"""The dispenser's physics behind mock pins: a turn whenever an output changes or something is due.

Events happen at their own time even if the turn comes late: an edge carries the instant at which the card was
there, and a motor that is stopped from an edge's callback stops at that instant. So a busy machine changes when
things are seen, never how many cards come out.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.pin_map import LINES, PinMap
from firmware_bridge.simulator.card_path import FULL_HOPPER, CardPath, PathTimes
from firmware_bridge.simulator.lines import InputLine, Pattern
from firmware_bridge.simulator.pin_log import PinLog
from firmware_bridge.simulator.servo import Servo

log = logging.getLogger(__name__)

DEAD_MAN_NS = 140 * MS  # hardware facts, section 4: without a pulse for so long the driver is off
LATE_NS = 1000 * MS
COAST_NS = 12 * MS  # a roller turns on for a moment after its motor, and takes an overlapping card along
FEW_CARDS = 5  # the flag on the follower, hardware facts section 6
MOVING = frozenset(
    {"motor_forward", "motor_backward", "heartbeat", "holdback_backward", "servo"}
)  # outputs that something follows
INPUTS = tuple(name for name, line in LINES.items() if not line.output)

Happening = Callable[[int], None]


class Physics:
    """What is wired to the pins of ``factory``. Levels are active or not, as the pin map's lines define them."""

    def __init__(
        self,
        factory: Any,
        pins: PinMap,
        *,
        speed: float,
        random: Random,
        pin_log: PinLog | None,
        clock: Clock = MONOTONIC,
        cards: int = FULL_HOPPER,
    ) -> None:
        self._clock = clock
        self.speed = speed
        self.path = CardPath(PathTimes().at_speed(speed), random, cards)
        self.slipping = False  # the roller turns and takes no card along
        self.stalled = False  # the motor is driven and does not turn
        self.flickering = False
        self.servo = Servo()
        self._numbers = pins.numbers()
        self._names = {f"GPIO{number}": name for name, number in self._numbers.items()}
        self._pins = {name: factory.pin(number) for name, number in self._numbers.items()}
        self.lines = {name: InputLine() for name in INPUTS if name in self._numbers}
        self._pin_log = pin_log
        self._has_dead_man = pins.heartbeat is not None
        self._outputs = {name: False for name in self._numbers if LINES[name].output}
        self._lock = threading.RLock()
        self._due: list[tuple[int, int, Happening]] = []
        self._order = itertools.count()
        self._runs = itertools.count(1)
        self._beat_ns = 0
        self._driven_ns = 0  # when a motor was last driven
        self._moved_ns = clock.now_ns()
        self._direction = 0  # which way the roller has been turning since then
        self._coast_by_ns: int | None = None  # a roller that is no longer driven stops here
        self._event_ns = 0
        self._event_thread: int | None = None  # drives the pins at that instant
        self._dirty = False
        self._ticker = clock.ticker("physics", self._turn)
        factory.tap = self._tap
        self._follow_path()
        if "lid" in self.lines:
            self.lines["lid"].base = True
        self._show(self._moved_ns)

    def start(self) -> None:
        """Let things move."""
        self._ticker.start()

    def close(self) -> None:
        """Let everything stand still. May be called twice."""
        self._ticker.close()

    def change(self, change: Callable[[Mapping[str, InputLine], int], None]) -> None:
        """Let a hand or a fault change lines and path now; the wires follow in the next turn."""
        with self._lock:
            now_ns = self._clock.now_ns()
            self._settle(now_ns)
            change(self.lines, now_ns)
            self._turn_on()
            self._dirty = True
            self._ticker.wake()

    def later(self, t_ns: int, happening: Happening) -> None:
        """Let ``happening(t_ns)`` take place at its time; called with the lock held, from a change or happening."""
        heapq.heappush(self._due, (t_ns, next(self._order), happening))

    def move_line(self, name: str, steps: Pattern, t_ns: int) -> None:
        """Move a line's own level through steps, as a finger moves the button; it keeps the last level."""
        for level, length_ns in steps:
            self.later(t_ns, partial(self._set_base, name, level))
            t_ns += length_ns

    def run_pattern(self, name: str, steps: Pattern) -> None:
        """Override a line with a pattern until it ends; a new one replaces a running one."""

        def begin(lines: Mapping[str, InputLine], t_ns: int) -> None:
            lines[name].pattern_run = run = next(self._runs)
            for level, length_ns in steps:
                self.later(t_ns, partial(self._set_pattern, name, run, level))
                t_ns += length_ns
            self.later(t_ns, partial(self._set_pattern, name, run, None))

        self.change(begin)

    def is_held(self, name: str) -> bool:
        """Whether a fault or a bench pattern holds a line, so that no hand moves it."""
        with self._lock:
            line = self.lines[name]
            return line.forced is not None or line.pattern is not None

    def levels(self) -> dict[str, bool]:
        """Every wired line's state by name."""
        with self._lock:
            inputs = {name: bool(line.shown) for name, line in self.lines.items()}
            return {name: inputs.get(name, self._outputs.get(name, False)) for name in self._numbers}

    # Everything below runs with the lock held, except the driving of the pins.

    def _turn(self, now_ns: int) -> int | None:
        """One happening, and what the wires show of it; then, at once, a look at what is next."""
        with self._lock:
            t_ns = self._next_ns()
            if t_ns is not None and t_ns <= now_ns:
                self._happen(t_ns)
            elif self._dirty:
                t_ns = now_ns
            else:
                return t_ns
            self._dirty = False
            self._event_ns, self._event_thread = max(t_ns, self._moved_ns), threading.get_ident()
            moves = self._moves()
        for name, high in moves:
            try:
                self._pins[name].drive(high, self._event_ns)
            except Exception:
                log.exception("the simulated line %s could not be driven", name)
        self._event_thread = None
        return now_ns

    def _next_ns(self) -> int | None:
        times = [self._due[0][0]] if self._due else []
        if self._direction:
            reach_ns = self.path.to_next(self._direction)
            if reach_ns is not None:
                times.append(self._moved_ns + reach_ns)
        if self._coast_by_ns is not None:
            times.append(self._coast_by_ns)
        if self._has_dead_man and self._commanded() and self._powered(self._moved_ns):
            times.append(self._beat_ns + DEAD_MAN_NS)
        return min(times, default=None)

    def _happen(self, t_ns: int) -> None:
        if self._due and self._due[0][0] <= t_ns:
            self._settle(t_ns)
            heapq.heappop(self._due)[2](t_ns)
        elif self._direction and self.path.to_next(self._direction) is not None:
            reach_ns = self.path.to_next(self._direction) or 0
            if self._moved_ns + reach_ns <= t_ns:
                self._moved_ns += reach_ns
                left = self.path.cross(self._direction)
                if left and self.flickering:
                    self._flicker(self._moved_ns)
            else:
                self._settle(t_ns)
        else:
            self._settle(t_ns)
        self._turn_on()

    def _settle(self, t_ns: int) -> None:
        """The roller has turned until now."""
        if t_ns > self._moved_ns:
            if self._direction:
                self.path.turn(self._direction, t_ns - self._moved_ns)
            self._moved_ns = t_ns

    def _turn_on(self) -> None:
        """From here on the roller turns as the outputs and the faults have it."""
        driven = self._commanded() if self._powered(self._moved_ns) else 0
        wanted = 0 if self.stalled or self.slipping else driven
        if wanted or not self._direction:
            self._direction, self._coast_by_ns = wanted, None
        elif self._coast_by_ns is None:
            self._coast_by_ns = self._moved_ns + round(COAST_NS / self.speed)
        elif self._moved_ns >= self._coast_by_ns:
            self._direction, self._coast_by_ns = 0, None
        if "motor_fault" in self.lines:
            self.lines["motor_fault"].base = self.stalled and driven != 0
        self._follow_path()

    def _follow_path(self) -> None:
        self.lines["gate"].base = self.path.blocked
        for name, base in (
            ("hopper", self.path.waiting > 0),
            ("hopper_low", self.path.waiting < FEW_CARDS),
            ("aim_home", self.servo.at_home),
        ):
            if name in self.lines:
                self.lines[name].base = base

    def _commanded(self) -> int:
        """Which way the outputs want the cards to go; the hold-back roller takes the next one back."""
        fed = int(self._outputs["motor_forward"]) - int(self._outputs["motor_backward"])
        return fed or -int(self._outputs.get("holdback_backward", False))

    def _powered(self, t_ns: int) -> bool:
        return not self._has_dead_man or t_ns - self._beat_ns < DEAD_MAN_NS

    def _flicker(self, t_ns: int) -> None:
        """Ten changes within 40 ms behind a card, field report A8-03."""
        for number in range(1, 11):
            at_ns = t_ns + round(number * 4 * MS / self.speed)
            self.later(at_ns, partial(self.set_noise, number % 2 == 1))

    def set_noise(self, on: bool, _: int) -> None:
        """Turn the gate's level round, or no longer; a happening."""
        self.lines["gate"].noise = on

    def at_rest(self, t_ns: int) -> bool:
        """No motor has been driven for so long that what comes out now belongs to no press."""
        return not self._commanded() and t_ns - self._driven_ns > LATE_NS / self.speed

    def set_held(self, on: bool, _: int) -> None:
        """A hand's card is in the gate, or no longer; a happening."""
        self.lines["gate"].held = on

    def _set_base(self, name: str, level: bool, _: int) -> None:
        self.lines[name].base = level

    def _set_pattern(self, name: str, run: int, level: bool | None, _: int) -> None:
        if self.lines[name].pattern_run == run:
            self.lines[name].pattern = level

    def _moves(self) -> Iterable[tuple[str, bool]]:
        moves = []
        for name, line in self.lines.items():
            if line.level != line.shown:
                line.shown = line.level
                moves.append((name, line.level == LINES[name].active_high))
        return moves

    def _show(self, t_ns: int) -> None:
        for name, high in self._moves():
            self._pins[name].drive(high, t_ns)

    def _tap(self, gpio: str, state: float, hz: float | None) -> None:
        """A pin changed: note it, and if it was an output let the physics know."""
        name = self._names.get(gpio)
        if name is None:
            return
        now_ns = self._clock.now_ns()
        active = bool(state) == LINES[name].active_high
        if self._pin_log is not None:
            more: dict[str, float] = {"hz": round(hz)} if hz and active else {}
            if name == "servo" and active:
                more["duty"] = round(state, 4)
            self._pin_log.write(now_ns, self._numbers[name], name, int(active), **more)
        if name not in self._outputs:
            return
        with self._lock:
            t_ns = self._event_ns if self._event_thread == threading.get_ident() else now_ns
            if self._commanded():
                self._driven_ns = t_ns
            self._outputs[name] = active
            if name not in MOVING:
                return
            if name == "servo":
                self.servo.pulsed(state)
            kept_on = self._powered(t_ns)
            if name == "heartbeat":
                self._beat_ns = t_ns if active else self._beat_ns
                if kept_on or not active:
                    return
            self._settle(t_ns)
            self._turn_on()
            self._dirty = True
            self._ticker.wake()
