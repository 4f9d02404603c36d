"""What hands touch: the buttons, debounced, and the switches of lid and hopper."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.debounce import ButtonEvent, Debouncer, DebounceTimes
from firmware_bridge.fittings import cannot_be_used
from firmware_bridge.pin_map import HELD_BUTTON, PinMap
from firmware_bridge.wires import Guard, InputWire

MAIN_BUTTON = ""  # the only one that can start the motor


@dataclass(frozen=True, slots=True)
class PanelCalls:
    """Whom the panel tells; called on the edge thread or in the panel's own turns, never with a lock held."""

    button: Callable[[str, ButtonEvent], None]  # MAIN_BUTTON, or the further button's name
    lid: Callable[[bool, int], None]  # open, t_ns
    hopper: Callable[[bool, int], None]  # empty, t_ns


@dataclass(frozen=True, slots=True)
class _Button:
    name: str
    wire: InputWire
    debouncer: Debouncer


class Panel:
    """Opens buttons, lid and hopper, and watches them from :meth:`start` until :meth:`close`.

    A press becomes certain 3 ms after the edge without any further edge; the panel takes a turn at that instant, and
    none otherwise. Lid and hopper switches that are not fitted never say anything. ``notes`` are sentences about
    further buttons that cannot be used.
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
        self._calls = calls
        self._guard = guard
        self._clock = clock
        self._wires: list[InputWire] = []
        self.notes: list[str] = []
        try:
            wires = {MAIN_BUTTON: self._open("button", pins.button, factory)}
            self._lid = None if pins.lid is None else self._open("lid", pins.lid, factory)
            self._hopper = None if pins.hopper is None else self._open("hopper", pins.hopper, factory)
        except Exception:
            self._let_go()
            raise
        for name, number in pins.buttons().items():
            try:
                wires[name] = self._open(f"button_{name}", number, factory)
            except Exception as error:
                self.notes.append(cannot_be_used(f"{name} button", error))
        self._lock = threading.Lock()
        self._buttons = [
            _Button(
                name,
                wire,
                Debouncer(
                    times.to_be_held() if name == HELD_BUTTON else times, pressed=wire.active, t_ns=clock.now_ns()
                ),
            )
            for name, wire in wires.items()
        ]
        self.turned_ns = clock.now_ns()  # of the last turn; ``ask`` makes it take one
        self._ticker = clock.ticker("panel", self._turn)

    def _open(self, name: str, number: int, factory: Any) -> InputWire:
        wire = InputWire(name, number, factory=factory, guard=self._guard, clock=self._clock)
        self._wires.append(wire)
        return wire

    @property
    def lid_open(self) -> bool:
        """Whether the lid is open now; a cut wire reads as open."""
        return self._lid is not None and not self._lid.active

    @property
    def hopper_empty(self) -> bool:
        """Whether the hopper is empty now; a cut wire reads as empty."""
        return self._hopper is not None and not self._hopper.active

    def start(self) -> None:
        """Begin to watch."""
        for button in self._buttons:
            button.wire.watch(partial(self._button_edge, button))
        if self._lid is not None:
            self._lid.watch(lambda closed, t_ns: self._calls.lid(not closed, t_ns))
        if self._hopper is not None:
            self._hopper.watch(lambda stocked, t_ns: self._calls.hopper(not stocked, t_ns))
        for button in self._buttons:  # one may have moved before the watch began
            self._button_edge(button, button.wire.active, self._clock.now_ns())
        self._ticker.start()

    def ask(self) -> None:
        """Have the turns show that they are still taken; returns at once."""
        self._ticker.wake()

    def close(self) -> None:
        """Let go of the wires and take no turn any more. May be called twice."""
        self._let_go()
        self._ticker.close()

    def _let_go(self) -> None:
        for wire in self._wires:
            wire.close()

    def _button_edge(self, button: _Button, pressed: bool, t_ns: int) -> None:
        with self._lock:
            events = button.debouncer.edge(pressed, t_ns)
            self._ticker.wake()
        for event in events:
            self._calls.button(button.name, event)

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            certain = [(button.name, event) for button in self._buttons for event in button.debouncer.tick(now_ns)]
            asks_ns = [ns for button in self._buttons if (ns := button.debouncer.ask_at_ns) is not None]
        self.turned_ns = now_ns
        for name, event in certain:
            self._guard.run(f"button_{name}" if name else "button", self._calls.button, name, event)
        return min(asks_ns, default=None)
