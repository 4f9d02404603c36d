"""How cards travel from the hopper through the exit gate while the roller turns. Pure: the roller's travel comes in.

Travel is measured in nanoseconds of turning at full speed. The times are those of a 30 mm roller on the suggested
motor, hardware facts sections 2 and 3: about 220 ms a card, 160 ms of them in the gate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from firmware_bridge.clock import MS

FULL_HOPPER = 112


@dataclass(frozen=True, slots=True)
class PathTimes:
    """How long the roller needs for each stretch of a card's way."""

    approach_ns: int = 80 * MS  # from rest to the gate
    dwell_ns: int = 160 * MS
    gap_ns: int = 60 * MS
    twin_gap_ns: int = 8 * MS  # between two cards that come out together
    slip_ns: int = 500 * MS  # how long the roller turns under a card that does not come at once
    spread: float = 0.05  # of the dwell
    friction_spread: float = 0.2  # of the way to the gate: the roller never grips twice alike

    def at_speed(self, speed: float) -> PathTimes:
        """The same way on a table that runs ``speed`` times as fast."""
        return PathTimes(
            round(self.approach_ns / speed),
            round(self.dwell_ns / speed),
            round(self.gap_ns / speed),
            round(self.twin_gap_ns / speed),
            round(self.slip_ns / speed),
            self.spread,
            self.friction_spread,
        )


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place of the roller at which the gate changes; ``leaves`` says that a card is out there."""

    at_ns: int
    blocks: bool
    leaves: bool = False


class CardPath:
    """The cards behind and in the gate. While ``jammed``, a card that enters the gate does not leave it."""

    def __init__(self, times: PathTimes, random: Random, hopper: int = FULL_HOPPER) -> None:
        self._times = times
        self._random = random
        self.hopper = hopper  # cards that have not come out, one in the gate included
        self.out = 0
        self.strays = 0  # of them, those that a hand took although no motor had run: nobody's press
        self.jammed = False
        self.blocked = False
        self._twin = False
        self._place_ns = 0
        self._ahead: list[_Mark] = []
        self._entered: _Mark | None = None  # where the card in the gate came in
        self._load(times.approach_ns)

    @property
    def waiting(self) -> int:
        """Cards the hopper sensor can see: those not yet in the gate."""
        return max(0, self.hopper - (1 if self.blocked else 0))

    def fill(self, cards: int) -> None:
        """Put ``cards`` cards in the hopper instead of what is there; a card in the gate stays and counts too."""
        if self.blocked:
            self.hopper = max(cards, 1)
            self._ahead = self._ahead[: 2 * self.hopper - 1]
        else:
            self.hopper = cards
            self._load(self._times.approach_ns)

    def tidy(self, cards: int) -> None:
        """Somebody opened the machine, freed the gate and filled the hopper."""
        self.blocked = self.jammed = self._twin = False
        self._entered = None
        self.fill(cards)

    def take_two(self) -> None:
        """The next feed takes a second card along."""
        self._twin = True
        if self._ahead and not self.blocked:
            self._load(max(0, self._ahead[0].at_ns - self._place_ns))

    def drag(self) -> None:
        """The next card slips for a while before it comes."""
        if self._ahead and not self.blocked:
            self._ahead = [replace(mark, at_ns=mark.at_ns + self._times.slip_ns) for mark in self._ahead]

    def to_next(self, direction: int) -> int | None:
        """How much turning in ``direction`` (1 or -1) until the gate changes; None if it will not."""
        if direction > 0 and self._ahead:
            mark = self._ahead[0]
            return None if self.jammed and not mark.blocks else max(0, mark.at_ns - self._place_ns)
        if direction < 0 and self._entered is not None:
            return max(0, self._place_ns - self._entered.at_ns)
        return None

    def turn(self, direction: int, travel_ns: int) -> None:
        """The roller turns without reaching the next change."""
        if not self._ahead:
            return
        lowest_ns = min(self._ahead[0].at_ns - 2 * self._times.approach_ns, self._place_ns)
        highest_ns = self._ahead[0].at_ns
        if self._entered is not None:
            lowest_ns = self._entered.at_ns
            if self.jammed:  # half-way into the gate and no further
                highest_ns = self._entered.at_ns + self._times.dwell_ns // 2
        place_ns = self._place_ns + direction * travel_ns
        self._place_ns = min(max(place_ns, lowest_ns), highest_ns)

    def cross(self, direction: int) -> bool:
        """The roller reaches the next change; True if a card is out with it."""
        if direction < 0 and self._entered is not None:
            self._place_ns = self._entered.at_ns
            self._ahead.insert(0, self._entered)
            self._entered = None
            self.blocked = False
            return False
        mark = self._ahead.pop(0)
        self._place_ns = mark.at_ns
        self.blocked = mark.blocks
        self._entered = mark if mark.blocks else None
        if mark.leaves:
            self.hopper -= 1
            self.out += 1
            if not self._ahead:
                self._load(self._times.gap_ns)
        return mark.leaves

    def take_away(self, wait_ns: int) -> None:
        """A hand takes one card: the one in the gate if there is one, else the next.

        The roller turns ``wait_ns`` under the card in the hand before it takes the one behind it along.
        """
        if self.hopper:
            self.hopper -= 1
            self.out += 1
        self.blocked = self.jammed = False
        self._entered = None
        self._load(self._times.approach_ns + wait_ns)

    def _load(self, lead_ns: int) -> None:
        """Lay the next card, or two at once, before the gate."""
        self._ahead = []
        at_ns = self._place_ns + self._varied(lead_ns, self._times.friction_spread)
        cards = min(self.hopper, 1 + self._twin)
        self._twin = self._twin and cards <= 1
        for _ in range(cards):
            out_ns = at_ns + self._varied(self._times.dwell_ns, self._times.spread)
            self._ahead += [_Mark(at_ns, blocks=True), _Mark(out_ns, blocks=False, leaves=True)]
            at_ns = out_ns + self._times.twin_gap_ns

    def _varied(self, length_ns: int, spread: float) -> int:
        return round(length_ns * self._random.uniform(1 - spread, 1 + spread))
