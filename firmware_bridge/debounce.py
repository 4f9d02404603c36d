"""From a chattering contact to one press: pure, with every time passed in.

A press is accepted once the line has been released for 30 ms and then stays pressed for 3 ms: field report A3-03
(six edges within 15 ms, four on release) is one press, and A3-04 (held from the start) is none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.clock import MS

LONG_HOLD_NS = 3000 * MS


@dataclass(frozen=True, slots=True)
class DebounceTimes:
    """How long a button must rest, how long it must be held to count, and when a held one is called stuck.

    ``held_ns``: so long is a long hold; None where a button has none.
    """

    released_ns: int = 30 * MS
    pressed_ns: int = 3 * MS
    stuck_ns: int = 2000 * MS
    held_ns: int | None = None

    def at_speed(self, speed: float) -> DebounceTimes:
        """The same times for a table that runs ``speed`` times as fast."""
        return DebounceTimes(
            round(self.released_ns / speed),
            round(self.pressed_ns / speed),
            round(self.stuck_ns / speed),
            None if self.held_ns is None else round(self.held_ns / speed),
        )

    def to_be_held(self) -> DebounceTimes:
        """The same for the button that switches the table off: nobody does that by brushing against it."""
        scale = self.stuck_ns / DebounceTimes().stuck_ns
        return replace(self, held_ns=round(LONG_HOLD_NS * scale), stuck_ns=round(2 * LONG_HOLD_NS * scale))


@dataclass(frozen=True, slots=True)
class Pressed:
    """A finger pressed the button; ``t_ns`` is the edge from which it stayed down."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class Held:
    """A pressed button has been kept down for a long hold; ``t_ns`` is the edge from which it stayed down."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """The button has been down for so long that it seems stuck; ``t_ns`` is when it went down."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class Freed:
    """A button that seemed stuck has been let go at ``t_ns``."""

    t_ns: int


ButtonEvent = Pressed | Held | Stuck | Freed


class Debouncer:
    """Turns the edges of one button into presses. Feed every edge, and :meth:`tick` at :attr:`ask_at_ns`."""

    def __init__(self, times: DebounceTimes, *, pressed: bool, t_ns: int) -> None:
        self._times = times
        self._down = pressed
        self._since_ns = t_ns
        self._armed = False  # released for long enough: the next lasting contact is a press
        self._stuck = False
        self._may_be_held = False  # this contact was a press, and has not been a long hold yet

    @property
    def ask_at_ns(self) -> int | None:
        """When :meth:`tick` should be called next; None while only an edge can change anything."""
        if self._down:
            if self._armed:
                return self._since_ns + self._times.pressed_ns
            if self._may_be_held and self._times.held_ns is not None:
                return self._since_ns + self._times.held_ns
            return None if self._stuck else self._since_ns + self._times.stuck_ns
        return self._since_ns + self._times.released_ns if self._stuck else None

    def edge(self, pressed: bool, t_ns: int) -> tuple[ButtonEvent, ...]:
        """The line changed at ``t_ns``. What time alone had already settled by then comes out first."""
        events = self.tick(t_ns)
        if pressed != self._down:
            if pressed and t_ns - self._since_ns >= self._times.released_ns:
                self._armed = True
                self._may_be_held = False
            self._down = pressed
            self._since_ns = t_ns
        return events

    def tick(self, now_ns: int) -> tuple[ButtonEvent, ...]:
        """What has become certain by ``now_ns`` without any new edge."""
        events: list[ButtonEvent] = []
        lasted_ns = now_ns - self._since_ns
        if self._down and self._armed and lasted_ns >= self._times.pressed_ns:
            self._armed = False
            self._may_be_held = self._times.held_ns is not None
            events.append(Pressed(self._since_ns))
        if self._down and self._may_be_held and lasted_ns >= (self._times.held_ns or 0):
            self._may_be_held = False
            events.append(Held(self._since_ns))
        if self._down and not self._stuck and lasted_ns >= self._times.stuck_ns:
            self._stuck = True
            events.append(Stuck(self._since_ns))
        if not self._down and self._stuck and lasted_ns >= self._times.released_ns:
            self._stuck = False
            events.append(Freed(self._since_ns))
        return tuple(events)
