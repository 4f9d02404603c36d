"""What lay under the scanner before, for the next scan to belong to: a badge, a command that waits, digits.

None of it is in the game yet. What ends without its effect is said, never silently dropped: by another scan, or by
UNDO, which takes the last of it back before anything of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.answers import Asks, Begun, Digits, Ended, Query

BADGE_LAPSES_MS = 15_000


@dataclass(frozen=True, slots=True)
class Laid:
    """A badge, or a command that ``asks`` for one, and when it lay under the scanner; it lapses unused."""

    who: str | None
    at_ms: float
    asks: Asks | None = None


class LaidBefore:
    """Remembers what was laid; a badge or a command lapses after 15 s by ``clock_ms``, digits stay."""

    def __init__(self, clock_ms: Callable[[], float]) -> None:
        self._clock_ms = clock_ms
        self._badge: Laid | None = None
        self._waiting: Laid | None = None  # a command for its badge or card
        self._leave: Laid | None = None  # LEAVE, carried out or not
        self.digits = ""  # of a number that is being said card by card
        self._ended: Ended | None = None

    def _still(self, laid: Laid | None) -> Laid | None:
        return laid if laid is not None and self._clock_ms() - laid.at_ms <= BADGE_LAPSES_MS else None

    # Badges

    @property
    def badge(self) -> str | None:
        """Whose badge was shown just before."""
        laid = self._still(self._badge)
        return None if laid is None else laid.who

    def lay_badge(self, who: str | None, asks: Asks | None = None) -> None:
        """The next scan is this player's; ``asks``: to leave, it must be LEAVE."""
        self._badge = Laid(who, self._clock_ms(), asks)

    def take_badge(self) -> str | None:
        """Whose badge was shown just before; it counts once."""
        badge, self._badge = self.badge, None
        return badge

    # Commands that wait

    @property
    def waiting(self) -> Laid | None:
        """The command that waits for its badge or card."""
        return self._still(self._waiting)

    def wait_for(self, asks: Asks, who: str | None = None) -> Query:
        """A command waits for the badge or card that belongs to it."""
        self._waiting = Laid(who, self._clock_ms(), asks)
        return Query(None, who, note=asks)

    def take_waiting(self) -> Laid | None:
        """The command that waits; whoever takes it carries it out, or says that it ended."""
        waiting, self._waiting = self.waiting, None
        return waiting

    def lay_leave(self, badge: str | None) -> None:
        """LEAVE was scanned, with the badge before it or without."""
        self._leave = Laid(badge, self._clock_ms(), Asks.LEAVE_AGAIN)

    def take_leave(self) -> Laid | None:
        """LEAVE, where it was the last scan."""
        leave, self._leave = self._still(self._leave), None
        return leave

    # Numbers

    def take_digits(self) -> str:
        """The digits said so far; without the next of them, or DONE, the number is none."""
        digits, self.digits = self.digits, ""
        return digits

    # What becomes of it

    @property
    def begun(self) -> Begun | None:
        """What waits for more, where anything does."""
        if (waiting := self.waiting) is not None:
            return Begun(waiting.asks, waiting.who)
        return Begun(digits=self.digits) if self.digits else None

    def taken_back(self, digits: str, leave: Laid | None) -> Query | None:
        """UNDO takes back what was laid last, of what was not carried out; None where there is nothing.

        ``digits`` and ``leave`` are what lay just before it.
        """
        if (waiting := self.take_waiting()) is not None:
            return Query(None, waiting.who, note=Ended(waiting.asks, waiting.who))
        if len(digits) > 1:
            self.digits = digits[:-1]
            return Query(None, note=Digits(self.digits, back=True))
        if digits:
            return Query(None, note=Ended(digits=digits))
        badge = self._still(self._badge)
        if badge is not None and badge.asks is not None:
            self._badge = None
            return Query(None, badge.who, note=Ended(badge.asks))
        return Query(None, note=Ended(leave.asks)) if leave is not None and leave.who is None else None

    def end(self, ended: Ended | None) -> None:
        """Something was begun, and another scan has ended it; None: nothing was, by the scan that is read now."""
        self._ended = ended

    def take_ended(self) -> Ended | None:
        """What the last scan has ended, to be said once."""
        ended, self._ended = self._ended, None
        return ended
