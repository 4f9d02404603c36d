"""Guessing the PIN is slow: after a few wrong ones from an address it has to wait, longer every time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

FREE_TRIES = 5
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 600.0
_REMEMBERED = 1000  # addresses; the one heard of longest ago is forgotten first


class WrongPins:
    """Counts wrong PINs by address. ``clock`` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait_s(self, address: str) -> float:
        """How long this address must still wait, 0 when it may try."""
        _, until = self._wrong.get(address, (0, 0.0))
        return max(0.0, until - self._clock())

    def wrong(self, address: str) -> None:
        """One more wrong PIN: the fifth costs 30 s, every further one twice as much, at most 10 min."""
        tries = self._wrong.pop(address, (0, 0.0))[0] + 1
        wait_s = 0.0
        if tries >= FREE_TRIES:
            doublings = min(tries - FREE_TRIES, 10)  # beyond the longest wait anyway
            wait_s = min(FIRST_WAIT_S * 2**doublings, LONGEST_WAIT_S)
        self._wrong[address] = (tries, self._clock() + wait_s)
        while len(self._wrong) > _REMEMBERED:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """The right PIN: what was wrong before is forgotten."""
        self._wrong.pop(address, None)
