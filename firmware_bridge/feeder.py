"""One dispense, decided edge by edge: what the motor should do, how many cards came out, what went wrong. Pure.

The motor stops on the gate's count; times are only limits. Starting points are launcher.md section 6 (nudge
140 ms, at most two retries, then ask a human) and field reports A8-02, A8-04, A8-07.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from firmware_bridge.clock import MS
from firmware_bridge.passages import DwellMemory, GateTimes, Passages
from firmware_bridge.reports import Finding


class Drive(Enum):
    """What the motor should do now."""

    OFF = auto()
    FORWARD = auto()
    BACKWARD = auto()
    HOLD_BACK = auto()  # the feed rests; the hold-back roller, where fitted, turns the next card back


@dataclass(frozen=True, slots=True)
class FeederLimits:
    """The longest each step of a dispense may take, and how often a card is tried again."""

    card_ns: int = 800 * MS
    limit_ns: int = 15_000 * MS
    grace_ns: int = 300 * MS  # a motor needs this long to start; nothing is judged before
    nudge_ns: int = 140 * MS
    settle_ns: int = 100 * MS  # the gate must rest this long before the count is final
    pause_ns: int = 0  # the motor rests this long after each card, so that cards come apart
    hold_back_ns: int = 0  # and the hold-back roller turns for so long of it; 0 where none is fitted
    retries: int = 2
    gate: GateTimes = field(default_factory=GateTimes)

    def at_speed(self, speed: float) -> FeederLimits:
        """The same limits for a table that runs ``speed`` times as fast."""
        return FeederLimits(
            card_ns=round(self.card_ns / speed),
            limit_ns=round(self.limit_ns / speed),
            grace_ns=round(self.grace_ns / speed),
            nudge_ns=round(self.nudge_ns / speed),
            settle_ns=round(self.settle_ns / speed),
            pause_ns=round(self.pause_ns / speed),
            hold_back_ns=round(self.hold_back_ns / speed),
            retries=self.retries,
            gate=self.gate.at_speed(speed),
        )


class _Phase(Enum):
    FEED = auto()  # forward, waiting for the next card
    NUDGE = auto()  # backward for a moment, to free a card that did not come or did not leave
    PAUSE = auto()  # motor off between two cards
    HOLD = auto()  # a burst of the hold-back roller in a pause keeps the next card back
    SETTLE = auto()  # motor off; late edges still count
    PUSH = auto()  # forward again, because a counted card's end or its twin still blocks the gate
    RETRACT = auto()  # backward, to take back a card that entered the gate after the last one
    ENDED = auto()


_MOTION = {
    _Phase.FEED: Drive.FORWARD,
    _Phase.PUSH: Drive.FORWARD,
    _Phase.NUDGE: Drive.BACKWARD,
    _Phase.RETRACT: Drive.BACKWARD,
    _Phase.HOLD: Drive.HOLD_BACK,
}
_FEEDING = {_Phase.FEED, _Phase.HOLD, _Phase.PAUSE}
_HANDS_OFF = {Finding.MOTOR_STALL, Finding.STUCK_AT_EXIT, Finding.GATE_DEAD, Finding.CALLBACK_FAILED}
_ALWAYS_DOUBTFUL = {Finding.DOUBLE_FEED, Finding.SENSOR_DISTURBED, Finding.GATE_DEAD, Finding.CALLBACK_FAILED}


class Feeder:
    """The course of one dispense. Tell it every edge, call :meth:`tick` at :attr:`wake_ns`, obey :attr:`drive`.

    ``blocked_since_ns`` is since when something has been in the gate, None if nothing is. ``counted`` only grows; it
    may pass ``asked``, because what has left has left. ``ran`` is false where the motor was never let run. After
    :attr:`ended` nothing changes any more.
    """

    def __init__(
        self,
        asked: int,
        limits: FeederLimits,
        dwells: DwellMemory,
        *,
        t_ns: int,
        blocked_since_ns: int | None = None,
        lid_open: bool = False,
        hopper_empty: bool = False,
        gate_dead: bool = False,
    ) -> None:
        self.asked = asked
        self.counted = 0
        self.finding: Finding | None = None
        self._limits = limits
        self._leads = dwells.leads
        self._passages = Passages(limits.gate, dwells)
        self._phase = _Phase.SETTLE
        self._phase_since_ns = t_ns
        self._end_by_ns = t_ns + limits.limit_ns
        self._card_by_ns = t_ns
        self._fresh = False  # the motor began with a clear gate, and no card has come to it yet
        self._quiet_by_ns = t_ns
        self._final_by_ns: int | None = None  # the count is final then, however restless the gate is
        self._restless = False
        self._hold_due = False  # a burst of the hold-back roller, once the card is seen to be out
        self._retries = 0
        self._retracted = False
        self._empty = hopper_empty
        self._was_stocked = not hopper_empty
        self._gate_moved = False
        self._lid_open = lid_open
        self._stopped = False
        self._stall_line = False
        if blocked_since_ns is not None:
            self._passages.block(blocked_since_ns)
        if lid_open:
            self._finish(Finding.LID_OPEN, t_ns)
        elif asked and hopper_empty and blocked_since_ns is None:
            self._finish(Finding.HOPPER_EMPTY, t_ns)
        elif asked and gate_dead:
            self._finish(Finding.GATE_DEAD, t_ns)
        elif asked:
            self._feed(t_ns)
        self.ran = self.drive is not Drive.OFF
        if not self.ran:
            self._phase = _Phase.ENDED  # so nothing can follow

    @property
    def drive(self) -> Drive:
        """What the motor should do now."""
        return _MOTION.get(self._phase, Drive.OFF)

    @property
    def ended(self) -> bool:
        """The motor is off for good and the count is final."""
        return self._phase is _Phase.ENDED

    @property
    def in_doubt(self) -> bool:
        """The gate cannot vouch for the number: two cards came as one, one lies in the gate, or it saw nothing.

        Only the table knows then how many cards came out.
        """
        unsure = self._restless or self._passages.blocked_since_ns is not None
        doubtful = self.ran and self.finding in _ALWAYS_DOUBTFUL
        return self.ended and (doubtful or (unsure and self.finding is not None))

    @property
    def card_in_gate(self) -> bool:
        """A card that has not been counted lies in the gate."""
        return self._passages.blocked_since_ns is not None and not self._passages.follows_closely

    @property
    def wake_ns(self) -> int | None:
        """When :meth:`tick` must be called next, if no edge comes before; None once ended."""
        if self.ended:
            return None
        deadlines = [self._deadline_ns()]
        if self._final_by_ns is not None:
            deadlines.append(self._final_by_ns)
        if self.drive is not Drive.OFF or self._feeding:
            deadlines.append(self._end_by_ns)
            if self._stall_line and self.drive is not Drive.OFF:
                deadlines.append(self._phase_since_ns + self._limits.grace_ns)
        return min(deadlines)

    def gate(self, blocked: bool, t_ns: int) -> None:
        """The exit gate was blocked or cleared at ``t_ns``."""
        if self.ended or blocked == (self._passages.blocked_since_ns is not None):
            return
        self._gate_moved = True
        self._quiet_by_ns = t_ns + self._limits.settle_ns
        if blocked:
            if self._phase is _Phase.FEED and self._fresh:
                self._leads.add(t_ns - self._phase_since_ns)
            self._fresh = self._hold_due = False  # never turn back what may be the end of the card
            self._passages.block(t_ns)
            return
        seen = self._passages.clear(t_ns, retracted=self.drive is Drive.BACKWARD)
        self.counted += seen.cards
        if seen.cards:
            self._retries = 0
            self._card_by_ns = t_ns + self._limits.card_ns
        if self._phase is _Phase.PUSH:
            self._enter(_Phase.SETTLE, t_ns)
        if seen.double:
            self._finish(Finding.DOUBLE_FEED, t_ns)
        elif self._feeding and self.counted >= self.asked:
            self._finish(None, t_ns)
        elif self._phase is _Phase.FEED and seen.cards and self._limits.pause_ns:
            self._hold_due = self._limits.hold_back_ns > 0
            self._enter(_Phase.PAUSE, t_ns)

    def lid(self, is_open: bool, t_ns: int) -> None:
        """The lid moved; open means hands may be inside, so the motor is off at once."""
        self._lid_open = is_open
        if is_open and not self.ended:
            self._finish(Finding.LID_OPEN if self._still_owed() else None, t_ns)

    def hopper(self, empty: bool) -> None:
        """The last card left the hopper (it may still be on its way to the gate), or cards were put in."""
        self._empty = empty

    def motor_fault(self, active: bool, t_ns: int) -> None:
        """The motor driver's fault line changed; the start of the motor is forgiven."""
        self._stall_line = active
        self.tick(t_ns)

    def stop(self, t_ns: int) -> None:
        """Somebody switched the motor off from outside."""
        if not self.ended:
            self._stopped = True
            self._finish(Finding.STOPPED if self._still_owed() else None, t_ns)

    def fail(self, t_ns: int) -> None:
        """The gate's edges no longer arrive: the motor is off, and what leaves meanwhile still counts."""
        if not self.ended:
            self._finish(Finding.CALLBACK_FAILED, t_ns)

    def tick(self, now_ns: int) -> None:
        """Time has passed: act on whatever is overdue."""
        if self.ended:
            return
        driven = self.drive is not Drive.OFF
        if driven or self._feeding:
            if now_ns >= self._end_by_ns:
                blocked = self._passages.blocked_since_ns is not None
                self._finish(self._nothing_more() if blocked or self._still_owed() else None, now_ns)
            elif driven and self._stall_line and now_ns >= self._phase_since_ns + self._limits.grace_ns:
                self._finish(Finding.MOTOR_STALL, now_ns)
        if self._final_by_ns is not None and now_ns >= self._final_by_ns:
            self._restless = True
            self._end()
        elif now_ns >= self._deadline_ns():
            self._overdue(now_ns)

    def _deadline_ns(self) -> int:
        limits, since_ns = self._limits, self._passages.blocked_since_ns
        if self._phase in (_Phase.NUDGE, _Phase.RETRACT):
            return self._phase_since_ns + limits.nudge_ns
        if self._phase is _Phase.HOLD:
            return self._phase_since_ns + limits.gate.glitch_ns + limits.hold_back_ns
        if self._phase is _Phase.PAUSE and self._hold_due:
            return self._phase_since_ns + limits.gate.glitch_ns
        if self._phase is _Phase.PAUSE:
            # What came into the gate meanwhile, hard behind the card, must not wait there for long.
            return self._phase_since_ns + limits.pause_ns if since_ns is None else since_ns + limits.gate.gap_ns
        if since_ns is None:
            return self._quiet_by_ns if self._phase is _Phase.SETTLE else self._card_by_ns
        if self._phase is _Phase.SETTLE and self._may_push():
            return since_ns + limits.gate.gap_ns
        return max(since_ns, self._phase_since_ns) + limits.card_ns

    def _overdue(self, now_ns: int) -> None:
        blocked = self._passages.blocked_since_ns is not None
        match self._phase:
            case _Phase.FEED:
                self._no_progress(now_ns, blocked=blocked)
            case _Phase.PAUSE if self._hold_due:
                self._hold_due = False
                self._phase = _Phase.HOLD
            case _Phase.HOLD:
                self._phase = _Phase.PAUSE
            case _Phase.NUDGE | _Phase.PAUSE:
                self._feed(now_ns)
            case _Phase.PUSH:
                self._finish(Finding.STUCK_AT_EXIT, now_ns)
                self._phase = _Phase.ENDED
            case _Phase.RETRACT:
                self._enter(_Phase.SETTLE, now_ns)
                self._quiet_by_ns = now_ns + self._limits.settle_ns
            case _ if blocked and self._may_push() and now_ns < self._end_by_ns:
                self._enter(_Phase.PUSH, now_ns)
            case _ if blocked and self._may_drive() and not self._retracted and now_ns < self._end_by_ns:
                self._retracted = True
                self._enter(_Phase.RETRACT, now_ns)
            case _:
                self._end()

    def _end(self) -> None:
        if self.finding is None and (self._restless or self._passages.blocked_since_ns is not None):
            self.finding = Finding.STUCK_AT_EXIT
        if self.finding is None and self._passages.disturbed:
            self.finding = Finding.SENSOR_DISTURBED
        self._phase = _Phase.ENDED

    def _no_progress(self, now_ns: int, *, blocked: bool) -> None:
        if self._retries >= self._limits.retries or (self._empty and not blocked):
            self._finish(self._nothing_more(), now_ns)
        else:
            self._retries += 1
            self._enter(_Phase.NUDGE, now_ns)

    def _nothing_more(self) -> Finding:
        """Why no further card comes, from what the gate and the hopper have shown."""
        if self._passages.blocked_since_ns is not None:
            return Finding.STUCK_AT_EXIT
        if not self._empty:
            return Finding.NO_FEED
        return Finding.HOPPER_EMPTY if self._gate_moved or not self._was_stocked else Finding.GATE_DEAD

    def _may_drive(self) -> bool:
        return not (self._lid_open or self._stopped) and self.finding not in _HANDS_OFF

    def _feed(self, now_ns: int) -> None:
        """Motor forward, for as long as a card may take; where the deck is known, for twice as long as usual."""
        limits, usual_ns = self._limits, self._leads.median_ns
        most_ns = limits.card_ns if usual_ns is None else min(limits.card_ns, round(2 * usual_ns))
        self._card_by_ns = now_ns + limits.grace_ns + most_ns
        self._fresh = self._retries == 0 and self._passages.blocked_since_ns is None
        self._enter(_Phase.FEED, now_ns)

    @property
    def _feeding(self) -> bool:
        """Cards are on their way, or the motor only pauses between two."""
        return self._phase in _FEEDING

    def _still_owed(self) -> bool:
        return self.counted < self.asked

    def _may_push(self) -> bool:
        return self._may_drive() and self._passages.follows_closely

    def _enter(self, phase: _Phase, t_ns: int) -> None:
        self._phase = phase
        self._phase_since_ns = t_ns
        if self._passages.blocked_since_ns is not None:
            self._passages.disturb()

    def _finish(self, finding: Finding | None, t_ns: int) -> None:
        self.finding = self.finding or finding
        self._quiet_by_ns = t_ns + self._limits.settle_ns
        if self._final_by_ns is None:
            self._final_by_ns = t_ns + 3 * self._limits.card_ns
        if self._phase is not _Phase.SETTLE:
            self._enter(_Phase.SETTLE, t_ns)
