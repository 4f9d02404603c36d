"""The Pi's own pins, mended in four places. Importing this imports lgpio, which has effects: see ``real_factory``.

gpiozero's pin cuts a pulse's share of its cycle to whole per cent before lgpio gets it. Of a servo's 20 ms that is
0.2 ms, or 18 degrees: the dispenser would turn in jerks and point beside the seat. lgpio itself takes fractions.

It leaves lgpio's callback standing when a pin is closed, and then the next edge of that line raises on lgpio's only
edge thread, which ends it for every pin: those that are opened anew, after new settings, would hear nothing any more.

Pulses that end leave the line as it was at that instant: a beeper would be left under current, a servo's line high.

And it does not say which line is not to be had.
"""

from __future__ import annotations

import logging
from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from firmware_bridge.pin_map import LineRefused

log = logging.getLogger(__name__)


class FinePin(LGPIOPin):  # type: ignore[misc] # gpiozero has no types
    """A pin with fine pulses, silent once it is closed; ``LineRefused`` says which one is not to be had."""

    _pwm: tuple[float, float] | None  # hertz, and per cent of a cycle
    _callback: Any
    _when_changed: Any

    def __init__(self, factory: Any, info: Any) -> None:
        try:
            super().__init__(factory, info)
        except lgpio.error as error:
            raise LineRefused(self._number, str(error).strip("'")) from error

    def close(self) -> None:
        """Lets go of the line, and of its edges first; what cannot be freed now is freed with the chip."""
        with self._when_changed_lock:
            self._when_changed = None
            callback, self._callback = self._callback, None
        if callback is not None:
            callback.cancel()
        try:
            super().close()
        except lgpio.error as error:
            log.warning("BCM %s is not free yet: %s", self._number, error)

    def _call_when_changed(self, _chip: int, _line: int, level: int, t_ns: int) -> None:
        """An edge, on lgpio's edge thread: the pin may have been closed meanwhile, and nothing must be raised."""
        watching = self._when_changed
        callback = None if watching is None else watching()
        if callback is not None:
            callback(t_ns / 1e9, level)

    def _set_frequency(self, value: float | None) -> None:
        ends = self._pwm is not None and not value
        super()._set_frequency(value)
        if ends:
            lgpio.gpio_write(self.factory._handle, self._number, 0)

    def _set_state(self, value: Any) -> None:
        if self._pwm is None:
            super()._set_state(value)
            return
        hertz, _ = self._pwm
        self._pwm = hertz, value * 100
        lgpio.tx_pwm(self.factory._handle, self._number, hertz, value * 100)


class FineFactory(LGPIOFactory):  # type: ignore[misc] # gpiozero has no types
    """The pins of one gpiochip."""

    def __init__(self, chip: int) -> None:
        super().__init__(chip=chip)
        self.pin_class = FinePin

    @property
    def hears_edges(self) -> bool:
        """False once lgpio's only edge thread has ended: no pin hears anything any more until a restart."""
        thread = getattr(lgpio, "_notify_thread", None)
        return thread is None or bool(thread.is_alive())

    @property
    def header(self) -> str:
        """The chip and its label, for whoever checks the table."""
        return f"gpiochip{self.chip}, {lgpio.gpio_get_chip_info(self._handle)[3]}"
