"""What the table told, and one announcement of it on its way to the loudspeaker."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.voice.earcons import Earcon
from companion.voice.utterance import Announcement, Priority, Until, Utterance

_URGENT = (Until.HEARD, Until.GONE_ON, Until.ASKED, Until.MOVED)  # faults, news, answers, questions


@dataclass(frozen=True, slots=True)
class Told:
    """One utterance as the table told it.

    ``number`` counts the utterances, ``happening`` the calls of ``add``; ``statements`` is what the game stood on.
    """

    number: int
    happening: int = field(compare=False)
    statements: int = field(compare=False)
    utterance: Utterance = field(compare=False)

    @property
    def until(self) -> Until:
        """How long it is worth hearing: whose turn it was, and counts, until the table has moved at most."""
        of_now = self.utterance.priority in (Priority.TURN, Priority.DETAIL)
        return Until.MOVED if of_now and self.utterance.until is Until.HEARD else self.utterance.until

    @property
    def step(self) -> tuple[int, bool]:
        """What REPEAT brings together: all that one happening told; whose turn it is by itself."""
        return self.happening, self.utterance.priority is Priority.TURN


@dataclass(frozen=True, slots=True)
class Line:
    """One announcement on its way, with the utterance it belongs to.

    ``again`` marks what REPEAT asked for, ``anew`` what was cut before and is said once more. ``earcon`` sounds
    before its words.
    """

    announcement: Announcement
    told: Told
    again: bool = False
    anew: bool = False
    earcon: Earcon | None = None

    @property
    def number(self) -> int:
        """The announcement's number."""
        return self.announcement.number

    @property
    def utterance(self) -> Utterance:
        """What it says in one of the languages."""
        return self.told.utterance

    @property
    def priority(self) -> Priority:
        """The priority it waits with; a repeated line is urgent whatever it was."""
        return self.announcement.priority

    @property
    def until(self) -> Until:
        """How long it is worth hearing; a repeated line is an answer."""
        return Until.ASKED if self.again else self.told.until

    @property
    def rank(self) -> int:
        """Its place among what waits: faults, answers, questions, all the rest; only a lower rank interrupts."""
        if self.priority is not Priority.URGENT:
            return len(_URGENT)
        return 0 if self.again else _URGENT.index(self.until)
