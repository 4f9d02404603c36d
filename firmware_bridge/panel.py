"""What hands touch: the button, debounced, and the switches of lid and hopper."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.debounce import ButtonEvent, Debouncer, DebounceTimes
from firmware_bridge.pin_map import PinMap
from firmware_bridge.wires import Guard, InputWire


@dataclass(frozen=True, slots=True)
class PanelCalls:
    """Whom the panel tells; called on the edge thread or in the panel's own turns, never with a lock held."""

    button: Callable[[ButtonEvent], None]
    lid: Callable[[bool, int], None]  # open, t_ns
    hopper: Callable[[bool, int], None]  # empty, t_ns


class Panel:
    """Opens button, lid and hopper, and watches them from :meth:`start` until :meth:`close`.

    A press becomes certain 3 ms after the edge without any further edge; the panel takes a turn at that instant, and
    none otherwise.
    """

    def __init__(
        self,
        pins: PinMap,
        times: DebounceTimes,
        calls: PanelCalls,
        *,
        factory: Any,
        guard: Guard,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._times = times
        self._calls = calls
        self._guard = guard
        self._clock = clock
        self._wires: list[InputWire] = []
        try:
            self._button = self._open("button", pins.button, factory)
            self._lid = self._open("lid", pins.lid, factory)
            self._hopper = self._open("hopper", pins.hopper, factory)
        except Exception:
            self._let_go()
            raise
        self._lock = threading.Lock()
        self._debouncer = Debouncer(times, pressed=self._button.active, t_ns=clock.now_ns())
        self._ticker = clock.ticker("panel", self._turn)

    def _open(self, name: str, number: int, factory: Any) -> InputWire:
        wire = InputWire(name, number, factory=factory, guard=self._guard, clock=self._clock)
        self._wires.append(wire)
        return wire

    @property
    def lid_open(self) -> bool:
        """Whether the lid is open now; a cut wire reads as open."""
        return not self._lid.active

    @property
    def hopper_empty(self) -> bool:
        """Whether the hopper is empty now; a cut wire reads as empty."""
        return not self._hopper.active

    def start(self) -> None:
        """Begin to watch."""
        self._button.watch(self._button_edge)
        self._lid.watch(lambda closed, t_ns: self._calls.lid(not closed, t_ns))
        self._hopper.watch(lambda stocked, t_ns: self._calls.hopper(not stocked, t_ns))
        self._button_edge(self._button.active, self._clock.now_ns())  # it may have moved before the watch began
        self._ticker.start()

    def close(self) -> None:
        """Let go of the wires and take no turn any more. May be called twice."""
        self._let_go()
        self._ticker.close()

    def _let_go(self) -> None:
        for wire in self._wires:
            wire.close()

    def _button_edge(self, pressed: bool, t_ns: int) -> None:
        with self._lock:
            events = self._debouncer.edge(pressed, t_ns)
            self._ticker.wake()
        for event in events:
            self._calls.button(event)

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            events = self._debouncer.tick(now_ns)
            ask_ns = self._debouncer.ask_at_ns
        for event in events:
            self._guard.run("button", self._calls.button, event)
        return ask_ns
