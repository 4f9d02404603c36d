"""One thing to say, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.voice.earcons import Earcon


class Priority(StrEnum):
    """How a line gets along with other lines (Speech Dispatcher's important, text, message, notification)."""

    URGENT = "urgent"  # interrupts what is spoken and goes first; a fault interrupts an answer too
    TURN = "turn"  # the newest wins: whose turn it is, what is on top
    ACTION = "action"  # queues in order: what happened
    DETAIL = "detail"  # only into silence: counts, hints


class Until(StrEnum):
    """How long a line is worth hearing; what comes then cuts it, heard or not, and it is not said again."""

    HEARD = "heard"  # whatever comes: what happened, a fault
    GONE_ON = "gone on"  # the game has gone on: what was agreed before it; cut short, it is said once more at most
    MOVED = "moved"  # the table waits for something else: whose turn it was, a question to the table
    ASKED = "asked"  # somebody scans, presses or asks: an answer, a refusal


class Outcome(StrEnum):
    """Where an announcement stands; everything but ``queued`` and ``speaking`` is final."""

    QUEUED = "queued"
    SPEAKING = "speaking"
    SPOKEN = "spoken"
    CUT = "cut"  # interrupted while it was heard
    DROPPED = "dropped"  # never heard: expired, or overtaken by what the table did
    COALESCED = "coalesced"  # never heard: a newer line says the same thing better
    FAILED = "failed"  # nothing can have been heard: no voice or no sound output

    @property
    def final(self) -> bool:
        """Nothing more will become of it."""
        return self not in (Outcome.QUEUED, Outcome.SPEAKING)


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing to say, in every language of the table.

    ``texts`` maps a locale, whose voice reads it, to the text as the page shows it (digits, ``+2``, ``UNO``); English
    may stand in for a language of the table that has no words for it. A newer utterance with
    the same ``key`` replaces an unspoken older one; ``expires_ms`` counts from the moment it was queued.
    ``repeatable`` is false for what REPEAT should skip: the PIN, how the voice speaks from now on. ``heard`` is what
    the voice says instead where a text must not be read by everybody on the network (the PIN). Turn lines and details
    are never worth more than ``until`` the table has moved. ``earcon`` sounds once, before the first language.
    ``retell`` makes the same of it in other languages, where that can be done.
    """

    texts: Mapping[str, str]
    priority: Priority
    key: str | None = None
    expires_ms: int | None = None
    repeatable: bool = True
    heard: Mapping[str, str] | None = None
    until: Until = Until.HEARD
    earcon: Earcon | None = None
    retell: Callable[[Sequence[str]], Utterance] | None = field(default=None, repr=False, compare=False)

    def in_languages(self, locales: Sequence[str]) -> Utterance:
        """The same for a table that speaks other languages by now."""
        return self if self.retell is None else replace(self.retell(locales), earcon=self.earcon)

    def in_locales(self, locales: tuple[str, ...]) -> list[tuple[str, str]]:
        """``(locale, text)`` in the table's order, then what stands in for languages that have no words for it."""
        order = {locale: place for place, locale in enumerate(locales)}
        return sorted(self.texts.items(), key=lambda text: order.get(text[0], len(order)))


@dataclass(frozen=True, slots=True)
class Announcement:
    """One utterance in one language, as the page lists it; times are on the monotonic clock.

    ``start_ns`` and ``end_ns`` are when the words began and ended, lead-in and trailing silence left out. ``earcons``
    sound before them: the answer to the scan that led to them, and their own.
    """

    number: int
    text: str
    locale: str
    priority: Priority
    state: Outcome
    queued_ns: int
    start_ns: int | None = None
    end_ns: int | None = None
    heard: str | None = field(default=None, repr=False)  # never leaves the machine but by the loudspeaker
    earcons: tuple[Earcon, ...] = ()

    def for_page(self) -> dict[str, int | str]:
        """The form of ``/api/spoken``, its earcons aside."""
        return {
            "number": self.number,
            "text": self.text,
            "locale": self.locale,
            "priority": self.priority.value,
            "state": self.state.value,
        }

    def for_log(self) -> dict[str, object]:
        """The form of ``--speech-log``; ``earcons`` where there are some."""
        row: dict[str, object] = {
            "queued_ns": self.queued_ns,
            "start_ns": self.start_ns,
            "end_ns": self.end_ns,
            "text": self.text,
            "locale": self.locale,
            "priority": self.priority.value,
            "outcome": self.state.value,
        }
        return row | ({"earcons": [earcon.value for earcon in self.earcons]} if self.earcons else {})
