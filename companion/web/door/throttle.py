"""Guessing the PIN is slow: for an address, which waits longer after every wrong one, and for all of them together.

A guesser with many addresses (IPv6 gives one machine millions) is held up by what all may try together: some at once,
as at a table of people with clumsy fingers, then one a minute. That never shuts anybody out for long: a wait is a
minute at most, phones that have joined notice nothing, this machine itself does not wait for others, and who asks for
the PIN at the table may try at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from companion.web.door.addresses import is_loopback

FREE_TRIES = 5
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 600.0
_REMEMBERED = 1000  # addresses; the one heard of longest ago is forgotten first
FREE_TRIES_OF_ALL = 30
ONE_MORE_S = 60.0  # a million PINs then last for years


class WrongPins:
    """Counts wrong PINs by address, and all. ``clock`` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._of_all = 0.0
        self._of_all_at_s = clock()

    def wait_s(self, address: str) -> float:
        """How long this address must still wait, 0 when it may try."""
        _, until = self._wrong.get(address, (0, 0.0))
        own_s = max(0.0, until - self._clock())
        return own_s if is_loopback(address) else max(own_s, self._shut_s())

    def _shut_s(self) -> float:
        """How long all must wait."""
        return max(0.0, self._still_counted() - (FREE_TRIES_OF_ALL - 1)) * ONE_MORE_S

    def _still_counted(self) -> float:
        """Wrong ones of all addresses; one is forgotten every minute."""
        return max(0.0, self._of_all - (self._clock() - self._of_all_at_s) / ONE_MORE_S)

    def wrong(self, address: str) -> None:
        """One more wrong PIN: the fifth costs 30 s, every further one twice as much, at most 10 min."""
        self._of_all, self._of_all_at_s = self._still_counted() + 1, self._clock()
        tries = self._wrong.pop(address, (0, 0.0))[0] + 1
        wait_s = 0.0
        if tries >= FREE_TRIES:
            doublings = min(tries - FREE_TRIES, 10)  # beyond the longest wait anyway
            wait_s = min(FIRST_WAIT_S * 2**doublings, LONGEST_WAIT_S)
        self._wrong[address] = (tries, self._clock() + wait_s)
        while len(self._wrong) > _REMEMBERED:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """The right PIN: what was wrong before from there is forgotten."""
        self._wrong.pop(address, None)

    def open(self) -> None:
        """Somebody at the table wants to join: what was wrong from other addresses holds nobody up."""
        self._of_all = 0.0
