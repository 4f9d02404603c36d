"""The exit gate while the motor rests: a card that a hand pulls out, or light that disturbs the sensor. Pure.

A card that a dispense left in the gate is out when the gate clears, whenever that is; one that passes within a second
of the motor's stop belongs to that dispense too. Later pulses count no card; after five of them within half a minute
the sensor is called disturbed (field report A8-03).
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

from firmware_bridge.clock import MS
from firmware_bridge.passages import GateTimes


class AtRest(Enum):
    """What a change of the gate at rest comes to."""

    NOTHING = auto()
    LATE_CARD = auto()  # one more card of the last dispense is out
    DISTURBED = auto()  # too many pulses: told once


class RestWatch:
    """Watches the gate from the end of one dispense to the begin of the next.

    ``blocked_since_ns``: since when something is in it, at rest; None while it is clear.
    """

    def __init__(self, times: GateTimes | None = None, *, speed: float = 1.0) -> None:
        self._times = times or GateTimes()
        self._cleared_ns: int | None = None
        self._late_ns = round(1000 * MS / speed)
        self._window_ns = round(30_000 * MS / speed)
        self._pulses: deque[int] = deque(maxlen=5)
        self._told = False
        self._off_since_ns: int | None = None  # of a motor that ran
        self.blocked_since_ns: int | None = None
        self._is_late = False  # what is in the gate may be a card of the last dispense

    def dispense_ended(self, off_since_ns: int, *, card_in_gate: bool) -> None:
        """The motor ran and is off since then; a card that was not counted may lie in the gate still."""
        self._off_since_ns = off_since_ns
        self.blocked_since_ns = off_since_ns if card_in_gate else None
        self._is_late = card_in_gate

    def dispense_begins(self) -> None:
        """What the gate does now is the feeder's business."""
        self._pulses.clear()
        self._told = False
        self._off_since_ns = self.blocked_since_ns = None

    def lid_moved(self) -> None:
        """Hands are, or were, inside: what was in the gate may have gone either way."""
        self._off_since_ns = None
        self._is_late = False

    def gate(self, blocked: bool, t_ns: int) -> AtRest:
        """The gate changed at rest."""
        if blocked:
            self.blocked_since_ns = t_ns
            soon = self._off_since_ns is not None and t_ns - self._off_since_ns <= self._late_ns
            again = self._cleared_ns is not None and t_ns - self._cleared_ns < self._times.gap_ns
            self._is_late = soon and not again  # else it is the end of what was there just before
            return AtRest.NOTHING if soon else self._pulse(t_ns)
        self._cleared_ns = t_ns
        since_ns, self.blocked_since_ns = self.blocked_since_ns, None
        whole = since_ns is not None and t_ns - since_ns >= self._times.card_min_ns
        late, self._is_late = self._is_late, False
        return AtRest.LATE_CARD if late and whole else AtRest.NOTHING

    def _pulse(self, t_ns: int) -> AtRest:
        self._pulses.append(t_ns)
        full = len(self._pulses) == self._pulses.maxlen and t_ns - self._pulses[0] <= self._window_ns
        told, self._told = self._told, self._told or full
        return AtRest.DISTURBED if full and not told else AtRest.NOTHING
