"""Mock pins with a tap: every change of every pin passes one place, and inputs are held by the thing behind them."""

from __future__ import annotations

import logging
from typing import Any

from gpiozero.pins.mock import MockPWMPin
from gpiozero.pins.pi import PiPin

log = logging.getLogger(__name__)

KEPT_STATES = 64


class TappedPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin that tells ``factory.tap(number, state, hz)`` of each change, before any device hears of it.

    ``_change_state`` and its kin are gpiozero's private names: one test watches that they still work.
    """

    def __init__(self, factory: Any, info: Any) -> None:
        self._driven = False
        self._edge_s = 0.0
        super().__init__(factory, info)

    def drive(self, high: bool, t_ns: int) -> None:
        """Whatever is wired to this input pulls it high or low at ``t_ns``, and holds it there."""
        self._driven = True
        self._edge_s = t_ns / 1e9
        if high:
            self.drive_high()
        else:
            self.drive_low()

    def _set_pull(self, value: str) -> None:
        if self._driven:
            self._pull = value  # a pull resistor does not move a line that something holds
        else:
            super()._set_pull(value)

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            if len(self.states) > 2 * KEPT_STATES:
                del self.states[:-KEPT_STATES]  # gpiozero keeps every state for ever
            self._tell()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        if value is None and self._function == "input":
            self._frequency = None  # gpiozero closes every pin through here, and would pull an input low
            return
        before, sounding = self._frequency, self._state
        super()._set_frequency(value)
        if value is not None and sounding and before != value:
            self._tell()

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self._edge_s, self._state)

    def _tell(self) -> None:
        tap = getattr(self.factory, "tap", None)
        if tap is not None:
            try:
                tap(self.info.name, float(self._state), self._frequency)
            except Exception:  # it would come out of the device's on() and leave the pin on
                log.exception("the tap on %s failed", self.info.name)
