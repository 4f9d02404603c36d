"""One watched input wire, and the guard that keeps an edge callback from ever raising.

An exception in a callback ends lgpio's only callback thread, and with it every device, in silence: so each callback
is wrapped, and an exception becomes a report.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from gpiozero import InputDevice

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.pin_map import LINES
from firmware_bridge.reports import FaultFound, Finding

log = logging.getLogger(__name__)

BELIEVABLE_NS = 1_000_000_000


class Guard:
    """Runs callbacks so that they cannot raise; the first failure of each part is reported once.

    At every failure the motor goes off first: nobody knows any more what the wires want. ``witness`` is told of
    each edge of each watched wire (name, active, t_ns) after the part that lives by it, and how the wire was found.
    """

    def __init__(
        self,
        report: Callable[[FaultFound], None],
        clock: Clock = MONOTONIC,
        motor_off: Callable[[], None] = lambda: None,
    ) -> None:
        self._report = report
        self._motor_off = motor_off
        self.witness: Callable[[str, bool, int], None] = lambda *_: None
        self._clock = clock
        self._failed: set[str] = set()

    def run(self, part: str, callback: Callable[..., None], *arguments: object) -> bool:
        """Call back; whatever it raises is logged and reported, never passed on. False if it raised."""
        try:
            callback(*arguments)
        except Exception as error:
            self._stop_motor()
            first = part not in self._failed
            self._failed.add(part)
            if first:
                log.exception("%s: a callback failed", part)
                self._tell(part, error)
            return False
        else:
            return True

    def _stop_motor(self) -> None:
        try:
            self._motor_off()
        except Exception:
            log.exception("the motor could not be switched off")

    def _tell(self, part: str, error: Exception) -> None:
        message = f"The {part} could not be handled ({type(error).__name__}: {error}); restart the service."
        try:
            self._report(FaultFound(self._clock.now_ns(), part, Finding.CALLBACK_FAILED, message))
        except Exception:
            log.exception("%s: the failed callback could not be reported", part)


class InputWire:
    """An input by its name on the pin map; ``active`` as :data:`~firmware_bridge.pin_map.LINES` defines it."""

    def __init__(self, name: str, number: int, *, factory: Any, guard: Guard, clock: Clock = MONOTONIC) -> None:
        self._name = name
        self._clock = clock
        self._active_high = LINES[name].active_high
        self._guard = guard
        self._on_edge: Callable[[bool, int], None] | None = None
        self._device = InputDevice(number, pull_up=True, pin_factory=factory)

    @property
    def active(self) -> bool:
        """What the wire says now."""
        return bool(self._device.pin.state) == self._active_high

    def watch(self, on_edge: Callable[[bool, int], None]) -> None:
        """Call ``on_edge(active, t_ns)`` for each edge, on the edge thread; ``t_ns`` is when the wire changed."""
        self._on_edge = on_edge
        pin = self._device.pin
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._changed  # kept weakly by gpiozero, so it must be a method of a living object
        self._guard.witness(self._name, self.active, self._clock.now_ns())

    def close(self) -> None:
        """Let go of the wire. May be called twice."""
        self._on_edge = None
        self._device.close()

    def _changed(self, ticks: float, state: object) -> None:
        if self._on_edge is not None:
            active, t_ns = bool(state) == self._active_high, edge_ns(ticks, self._clock.now_ns())
            self._guard.run(self._name, self._on_edge, active, t_ns)
            self._guard.witness(self._name, active, t_ns)


def edge_ns(ticks_s: float, now_ns: int) -> int:
    """When an edge happened: the wire's own stamp, or now if that stamp is from another clock.

    The kernel stamps edges, so a count stays right when the callback comes late; kernels before 5.7 stamp with
    the time of day, which is of no use here.
    """
    stamp_ns = round(ticks_s * 1e9)
    return stamp_ns if abs(now_ns - stamp_ns) < BELIEVABLE_NS else now_ns
