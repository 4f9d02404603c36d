"""What hardware says: every report the bridge hands over, in the words of the bench.

Times are those of the bridge's clock, at a table ``time.monotonic_ns()``, at the instant the wire changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Finding(StrEnum):
    """What the gate and the time limits found out; each has its own spoken remedy."""

    NO_FEED = "no-feed"  # the motor ran its full time and no card came to the gate
    STUCK_AT_EXIT = "stuck-at-exit"  # a card reached the gate and did not leave it
    DOUBLE_FEED = "double-feed"  # one passage was as long as two cards
    HOPPER_LOW = "hopper-low"  # fewer than five cards are left
    HOPPER_EMPTY = "hopper-empty"
    LID_OPEN = "lid-open"
    MOTOR_STALL = "motor-stall"  # the gate saw nothing move and the feed never started
    SENSOR_DISTURBED = "sensor-disturbed"  # the gate changes although the motor rests
    BUTTON_STUCK = "button-stuck"
    GATE_DEAD = "gate-dead"  # cards leave the hopper but the gate never changes
    STOPPED = "stopped"  # the motor was switched off from outside before all cards were out
    AIM_OBSTRUCTED = "aim-obstructed"  # the dispenser did not turn where it should
    CALLBACK_FAILED = "callback-failed"  # our own code failed on an edge; the part goes on working without it


class Denial(StrEnum):
    """Why a press was answered by the buzz instead of the ding."""

    NOBODY_MAY_PRESS = "nobody-may-press"
    BUSY = "busy"
    GUARD = "guard"  # too soon after the turn changed
    LID_OPEN = "lid-open"


class Reader(StrEnum):
    """Which of the readers it was; what the private one reads is for one player's ears alone."""

    TABLE = "table"
    PRIVATE = "private"


class LineHint(StrEnum):
    """Why what arrives cannot be right: one read, or all of them."""

    BROKEN_OFF = "broken-off"
    NO_END_MARK = "no-end-mark"
    WRONG_SPEED = "wrong-speed"
    UNREADABLE = "unreadable"
    TOO_LONG = "too-long"


class LineState(StrEnum):
    """How a reader's line stands."""

    CONNECTED = "connected"
    LOST = "lost"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class PressAccepted:
    """The button was pressed and the ding has sounded."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class PressDenied:
    """The button was pressed and the buzz has sounded; nothing will be launched."""

    t_ns: int
    reason: Denial


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """One of the further buttons was pressed; ``name`` is what it means: ``undo``, ``red`` …"""

    t_ns: int
    name: str


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """A further button that was pressed has been kept down for three seconds: the shutdown button alone tells so."""

    t_ns: int
    name: str


@dataclass(frozen=True, slots=True)
class CardCounted:
    """One more card has left through the exit gate; ``counted`` is the number since the dispense began."""

    t_ns: int
    counted: int


@dataclass(frozen=True, slots=True)
class DispenseEnded:
    """The motor is off again. ``counted`` of ``asked`` cards came out; ``finding`` says why, if fewer.

    ``in_doubt``: the gate cannot vouch for the number, so the table has to tell it. ``ran`` is false where the motor
    was never let run: no card can have come.
    """

    t_ns: int
    asked: int
    counted: int
    finding: Finding | None
    in_doubt: bool = False
    ran: bool = True

    @property
    def saw_nothing(self) -> bool:
        """The motor ran its full time and the gate saw no card: where the table saw some, the gate is dead."""
        return self.counted == 0 and self.finding is Finding.NO_FEED


@dataclass(frozen=True, slots=True)
class LateCard:
    """One more card of the last dispense is out: a hand pulled it from the gate after the motor had stopped."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class LidChanged:
    """The hopper's lid was opened or closed."""

    t_ns: int
    open: bool


@dataclass(frozen=True, slots=True)
class HopperChanged:
    """The last card left the hopper, or cards were put in."""

    t_ns: int
    empty: bool


@dataclass(frozen=True, slots=True)
class HopperLow:
    """Fewer than five cards are left in the hopper, or enough again; only where a sensor for it is fitted."""

    t_ns: int
    low: bool


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A part does not do what it should; ``message`` is one sentence with the remedy, in English, for logs."""

    t_ns: int
    part: str
    finding: Finding
    message: str


@dataclass(frozen=True, slots=True)
class WireChanged:
    """A watched wire changed, bounces included; the first of each wire tells how it was found.

    Only where somebody looks at the wires themselves (``BridgeSettings.edges``).
    """

    t_ns: int
    name: str
    active: bool


@dataclass(frozen=True, slots=True)
class TagRead:
    """A reader read ``text``. ``repeated`` is true while the same tag only goes on lying there."""

    t_ns: int
    text: str
    repeated: bool
    reader: Reader = Reader.TABLE


@dataclass(frozen=True, slots=True)
class ScannerChanged:
    """A reader's line came or went; ``message`` is one sentence with the remedy."""

    t_ns: int
    state: LineState
    port: str
    message: str
    reader: Reader = Reader.TABLE


@dataclass(frozen=True, slots=True)
class ScannerHint:
    """Something arrived that cannot be right; ``message`` has the remedy."""

    t_ns: int
    hint: LineHint
    message: str
    reader: Reader = Reader.TABLE


Report = (
    PressAccepted
    | PressDenied
    | ButtonPressed
    | ButtonHeld
    | CardCounted
    | DispenseEnded
    | LateCard
    | LidChanged
    | HopperChanged
    | HopperLow
    | FaultFound
    | WireChanged
    | TagRead
    | ScannerChanged
    | ScannerHint
)
