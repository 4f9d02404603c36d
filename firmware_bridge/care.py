"""What single findings of the dispenser come to over several presses, and what hands should do about it. Pure.

Sources: field report A8-01 (three times no card: the roller slips, clean it), A8-05 (nearly empty is said before the
turn, not in the middle of a penalty), A8-06 (too many doubles in 50 cards: the deck is damp or bent).
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

from firmware_bridge.reports import DispenseEnded, Finding

FEW_CARDS = 5  # fewer than these misfeed most: launcher.md section 6
SLIPS = 3
DOUBLES, OF_CARDS = 3, 50


def may_be_wrong(ended: DispenseEnded) -> bool:
    """Whether the gate may be dead: nothing came past it, or suddenly nothing more, although the motor ran."""
    if ended.finding is None or ended.in_doubt or not ended.ran:
        return False
    silent = ended.counted == 0 and ended.finding is not Finding.HOPPER_EMPTY
    return silent or ended.finding is Finding.NO_FEED


class Advice(Enum):
    """What would help for longer than this once."""

    CLEAN_ROLLER = auto()
    FAN_DECK = auto()


class Care:
    """Remembers what the dispenser found and how full it is, and says when something is to be said about it."""

    def __init__(self) -> None:
        self._slips = 0
        self._cards: deque[bool] = deque(maxlen=OF_CARDS)  # of each: did another come with it?
        self._is_low: bool | None = None  # by the sensor, where one is fitted
        self._low_told = False
        self._empty = False
        self._lid_open = False
        self._ran_empty = False

    def dispensed(self, finding: Finding | None, counted: int) -> Advice | None:
        """A dispense is over; the advice its finding adds to those before it."""
        self._slips = self._slips + 1 if finding is Finding.NO_FEED else 0
        self._cards.extend([False] * counted)
        if finding is Finding.HOPPER_EMPTY:
            self._ran_empty = True
        if finding is Finding.NO_FEED and self._slips >= SLIPS:
            return Advice.CLEAN_ROLLER
        if finding is Finding.DOUBLE_FEED:
            self._cards.append(True)
            if sum(self._cards) >= DOUBLES:
                self._cards.clear()
                return Advice.FAN_DECK
        return None

    def level(self, low: bool) -> None:
        """The low-level sensor says so."""
        self._is_low = low

    def hopper(self, empty: bool) -> None:
        """The hopper's own sensor."""
        self._empty = empty
        self._ran_empty = self._ran_empty or empty

    def lid(self, is_open: bool) -> None:
        """The lid moved."""
        self._lid_open = is_open

    def nearly_empty(self, supply: int, *, a_turn_begins: bool) -> bool:
        """Whether it is to be said now that few cards are left: before a turn, and once until there are more.

        ``supply``: how many there should be by all that was counted; the sensor knows better.
        """
        few = 0 < supply < FEW_CARDS if self._is_low is None else self._is_low and not self._empty
        if not few:
            self._low_told = False
        if not few or self._low_told or not a_turn_begins:
            return False
        self._low_told = True
        return True

    def take_refill(self) -> bool:
        """True once after the hopper ran empty, was filled and the lid is closed: was the discard put back?"""
        filled = self._ran_empty and not self._empty and not self._lid_open
        if filled:
            self._ran_empty = False
        return filled
