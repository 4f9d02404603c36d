"""The Pi's own pins, with fine pulses. Importing this imports lgpio, which has effects: see ``real_factory``.

gpiozero's pin cuts a pulse's share of its cycle to whole per cent before lgpio gets it. Of a servo's 20 ms that is
0.2 ms, or 18 degrees: the dispenser would turn in jerks and point beside the seat. lgpio itself takes fractions.
"""

from __future__ import annotations

from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin


class FinePin(LGPIOPin):  # type: ignore[misc] # gpiozero has no types
    """A pin whose pulses last as long as they were asked to."""

    _pwm: tuple[float, float] | None  # hertz, and per cent of a cycle

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
