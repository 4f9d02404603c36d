"""The exit gate while the motor rests: a pulled card, or light that disturbs the sensor. Pure.

Field report A8-03: pulses while the motor has been off for over a second count no card; after five of them the
sensor is called disturbed.
"""

from __future__ import annotations

from collections import deque

MS = 1_000_000


class RestWatch:
    """Counts gate changes at rest and says once when there are too many."""

    def __init__(self, *, speed: float = 1.0) -> None:
        self._still_ns = round(1000 * MS / speed)
        self._window_ns = round(30_000 * MS / speed)
        self._pulses: deque[int] = deque(maxlen=5)
        self._told = False

    def blocked(self, t_ns: int, motor_off_since_ns: int) -> bool:
        """The gate was blocked at rest; True when this is the fifth pulse within half a minute."""
        if t_ns - motor_off_since_ns <= self._still_ns:
            return False
        self._pulses.append(t_ns)
        full = len(self._pulses) == self._pulses.maxlen and t_ns - self._pulses[0] <= self._window_ns
        told, self._told = self._told, self._told or full
        return full and not told

    def reset(self) -> None:
        """A dispense begins: what the gate does now is cards again."""
        self._pulses.clear()
        self._told = False
