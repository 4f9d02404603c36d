"""From the edges of the exit gate to cards: which changes are a card, a flicker, or two cards at once. Pure.

The times come from launcher.md section 6 (dwell above 1.5 times the median, or a second edge within 30 ms, is a
double), field report A8-03 (ten flickers within 40 ms behind a card are still that card) and the hardware facts,
section 6 (a card blocks the gate for 79 to 244 ms; pulses under 4 ms are noise).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from statistics import median

from firmware_bridge.clock import MS

ENOUGH_DWELLS = 5
KEPT_DWELLS = 25
SPARKS = 2  # one is nothing
SHORT = 0.7  # of the usual dwell, at most: speeds differ by 15 % either way


@dataclass(frozen=True, slots=True)
class GateTimes:
    """What counts as a card, as a gap between two cards, and as noise."""

    card_min_ns: int = 20 * MS
    gap_ns: int = 30 * MS
    glitch_ns: int = 4 * MS

    def at_speed(self, speed: float) -> GateTimes:
        """The same times for a table that runs ``speed`` times as fast."""
        return GateTimes(round(self.card_min_ns / speed), round(self.gap_ns / speed), round(self.glitch_ns / speed))


@dataclass(frozen=True, slots=True)
class Seen:
    """What one closing edge amounts to: so many more cards; ``double`` if two seem to have come together."""

    cards: int = 0
    double: bool = False


class Usual:
    """How long something usually takes, learnt from the last 25 times."""

    def __init__(self) -> None:
        self._lengths: deque[int] = deque(maxlen=KEPT_DWELLS)

    def add(self, length_ns: int) -> None:
        """Remember one undisturbed time."""
        self._lengths.append(length_ns)

    def forget(self) -> None:
        """Other cards may be in the hopper now."""
        self._lengths.clear()

    @property
    def median_ns(self) -> float | None:
        """The usual length, or None until it happened five times."""
        return median(self._lengths) if len(self._lengths) >= ENOUGH_DWELLS else None

    @property
    def rough_ns(self) -> float:
        """The usual length by however few times there were; 0 where there was none."""
        return median(self._lengths) if self._lengths else 0


class DwellMemory(Usual):
    """How long a card of this deck blocks the gate; forget it when the deck changes.

    ``leads``: how long after the motor's start a card comes to the gate.
    """

    def __init__(self) -> None:
        super().__init__()
        self.leads = Usual()

    def forget(self) -> None:
        """Other cards may be in the hopper now."""
        super().forget()
        self.leads.forget()


class Passages:
    """Watches one gate during one dispense and says how many cards each closing edge is worth.

    A card is counted on the edge on which the gate clears, so that the motor can stop on it. What follows within
    30 ms is judged against that card: short pulses are its flickering tail, a stretch as long as a card is a
    second one.
    """

    def __init__(self, times: GateTimes, dwells: DwellMemory) -> None:
        self._times = times
        self._dwells = dwells
        self._since_ns: int | None = None
        self._disturbed = False
        self._card_start_ns = 0
        self._card_length_ns = 0
        self._card_end_ns: int | None = None
        self._tail_end_ns: int | None = None
        self._crumbs_ns = 0  # blocked time of short pulses that may add up to one ragged card
        self._crumb_end_ns = 0
        self._sparks = 0  # pulses too short for anything but light
        self._torn = False  # an earlier passage was too short for a card: the gate may have lost it out of sight
        self._is_torn = False  # the last one was, unless more of it follows

    @property
    def disturbed(self) -> bool:
        """The gate did what no card does: light falls on it, or it died over a card. Its count may be wrong."""
        return self._sparks >= SPARKS or self._is_torn or self._torn

    @property
    def blocked_since_ns(self) -> int | None:
        """When the gate was last blocked; None while it is clear."""
        return self._since_ns

    @property
    def follows_closely(self) -> bool:
        """The gate was blocked again within 30 ms of a card: it holds that card's end, or one hard behind it."""
        return self._since_ns is not None and self._near(self._since_ns, self._card_end_ns)

    def disturb(self) -> None:
        """The motor changed while a card was in the gate: its dwell says nothing about its length."""
        self._disturbed = True

    def block(self, t_ns: int) -> None:
        """Something entered the gate."""
        if t_ns - self._crumb_end_ns >= self._times.gap_ns:
            self._crumbs_ns = 0
        self._since_ns = t_ns
        self._disturbed = False

    def clear(self, t_ns: int, *, retracted: bool = False) -> Seen:
        """The gate is free again; a card that the motor pulled back is none."""
        since_ns, self._since_ns = self._since_ns, None
        if since_ns is None or retracted:
            return Seen()
        stretch_ns = t_ns - since_ns
        in_tail = self._near(since_ns, self._tail_end_ns)
        if stretch_ns < self._times.card_min_ns and in_tail:
            self._tail_end_ns = t_ns
            return Seen()
        if stretch_ns < self._times.card_min_ns:
            return self._crumb(stretch_ns, t_ns)
        behind_card = self._near(since_ns, self._card_end_ns)
        seen = self._behind(since_ns, t_ns) if behind_card else self._alone(since_ns, t_ns)
        self._card_end_ns = self._tail_end_ns = t_ns
        self._crumbs_ns = 0
        return seen

    def _near(self, t_ns: int, end_ns: int | None) -> bool:
        return end_ns is not None and t_ns - end_ns < self._times.gap_ns

    def _crumb(self, stretch_ns: int, t_ns: int) -> Seen:
        """A clear plastic card may only flicker through: enough pulses close together are one card."""
        self._sparks += stretch_ns < self._times.glitch_ns
        self._crumbs_ns += stretch_ns
        self._crumb_end_ns = t_ns
        if self._crumbs_ns < self._times.card_min_ns:
            return Seen()
        self._card_length_ns, self._crumbs_ns = self._crumbs_ns, 0
        self._card_start_ns = t_ns - self._card_length_ns
        self._card_end_ns = self._tail_end_ns = t_ns
        return Seen(cards=1)

    def _alone(self, since_ns: int, t_ns: int) -> Seen:
        length_ns = t_ns - since_ns
        self._card_start_ns, self._card_length_ns = since_ns, length_ns
        usual_ns = self._dwells.median_ns
        self._torn = self._torn or self._is_torn
        self._is_torn = self._too_short(length_ns)
        if self._disturbed:
            return Seen(cards=1)
        if usual_ns is not None and length_ns > 1.5 * usual_ns:
            return Seen(cards=2, double=True)
        self._dwells.add(length_ns)
        return Seen(cards=1)

    def _behind(self, since_ns: int, t_ns: int) -> Seen:
        stretch_ns, span_ns = t_ns - since_ns, t_ns - self._card_start_ns
        usual_ns = self._dwells.median_ns
        self._sparks += since_ns - (self._card_end_ns or 0) < self._times.glitch_ns
        long_enough = 2 * stretch_ns >= (usual_ns or self._card_length_ns)
        if usual_ns is None:
            apart = since_ns - (self._card_end_ns or 0) >= self._times.glitch_ns
        else:
            apart = span_ns > 1.5 * usual_ns
        if long_enough and apart:
            self._card_start_ns, self._card_length_ns = since_ns, stretch_ns
            return Seen(cards=1, double=True)
        self._card_length_ns = span_ns
        self._is_torn = self._too_short(span_ns)
        return Seen()

    def _too_short(self, length_ns: int) -> bool:
        return length_ns < SHORT * self._dwells.rough_ns
