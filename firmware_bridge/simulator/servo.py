"""The simulated aiming servo: where its pulses point it, and whether it got there."""

from __future__ import annotations

FRAME_MS, MIDDLE_MS, QUARTER_MS = (
    20.0,
    1.5,
    1.0,
)  # a pulse each 20 ms: 1.5 ms long in the middle, 1 ms more at 90 degrees
AT_HOME = 5  # degrees: the switch is closed so near to home


class Servo:
    """Follows every pulse at once, unless something is in its way."""

    def __init__(self) -> None:
        self.angle = 0
        self.obstructed = False

    def pulsed(self, duty: float) -> None:
        """A pulse of this part of its frame; none at all leaves it where it is."""
        if duty and not self.obstructed:
            self.angle = round((duty * FRAME_MS - MIDDLE_MS) / QUARTER_MS * 90)

    @property
    def at_home(self) -> bool:
        """What the home switch says."""
        return abs(self.angle) <= AT_HOME
