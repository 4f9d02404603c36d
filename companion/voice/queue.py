"""What is said next: four priorities, coalescing, expiry, so that the last thing heard is true."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from companion.voice.utterance import Announcement, Outcome, Priority, Utterance

NS_PER_MS = 1_000_000
BACKLOG = 3  # older happenings that may still wait beside the newest
FLOOD_HAPPENINGS = 4  # so many within FLOOD_MS and only the newest is worth telling
FLOOD_MS = 2000
SETTLE_MS = 250  # in a flood nothing new is begun until it has been quiet for so long
REMEMBERED = 10  # how far back REPEAT goes


@dataclass(frozen=True, slots=True)
class Line:
    """One announcement on its way, with the utterance it belongs to.

    ``happening`` numbers the call of ``add`` it came with, ``utterance_number`` the utterance over all calls;
    ``again`` marks what REPEAT asked for, ``outdated`` a line about what was awaited until the table went on.
    """

    announcement: Announcement
    utterance: Utterance
    utterance_number: int
    happening: int
    again: bool = False
    outdated: bool = False

    @property
    def number(self) -> int:
        """The announcement's number."""
        return self.announcement.number

    @property
    def priority(self) -> Priority:
        """The priority it waits with; a repeated line is urgent whatever it was."""
        return self.announcement.priority


class SpeechQueue:
    """Decides what is said next and what is no longer worth saying. No sound, no threads, no clock of its own.

    ``clock`` gives nanoseconds; ``report`` is told each new state of each announcement and must not call back
    into the queue; ``speed`` divides every time in here (a demonstration runs faster than a table).
    """

    def __init__(
        self,
        clock: Callable[[], int],
        locales: Sequence[str],
        report: Callable[[Announcement], None],
        speed: float = 1.0,
    ) -> None:
        self.locales = tuple(locales)
        self.current: Line | None = None
        self._clock = clock
        self._report = report
        self._ns_per_ms = NS_PER_MS / speed
        self._waiting: list[Line] = []
        self._arrivals: deque[int] = deque(maxlen=FLOOD_HAPPENINGS)
        self._history: deque[tuple[int, Utterance]] = deque(maxlen=REMEMBERED)
        self._repeats = 0
        self._numbers = 0
        self._utterances = 0
        self._happenings = 0

    @property
    def waiting(self) -> tuple[Line, ...]:
        """What has not been begun, in the order it will be said."""
        return tuple(self._waiting)

    def add(self, utterances: Iterable[Utterance]) -> list[int]:
        """Takes in what one happening at the table gives to say; returns the announcements' numbers."""
        told = tuple(utterances)
        self._happenings += 1
        if any(utterance.priority in (Priority.ACTION, Priority.TURN) for utterance in told):
            self._arrivals.append(self._clock())
        numbers = [number for utterance in told for number in self._admit(utterance)]
        self._thin()
        return numbers

    def take(self) -> Line | None:
        """The next line to say, which becomes ``current``; None when there is none, or not yet (``settle_ms``)."""
        self._drop_expired()
        if self.current is not None or not self._waiting or self.settle_ms() > 0:
            return None
        self.current = self._waiting.pop(0)
        return self.current

    def peek(self) -> Line | None:
        """The line that would be next if nothing new came."""
        return self._waiting[0] if self._waiting else None

    def settle_ms(self) -> float:
        """How long to wait, in a flood of happenings, before the next line is worth beginning; urgent ones are."""
        if not self._waiting or self._waiting[0].priority is Priority.URGENT or not self._flood():
            return 0.0
        return max(0.0, SETTLE_MS - (self._clock() - self._arrivals[-1]) / self._ns_per_ms)

    def started(self, start_ns: int) -> None:
        """The current line is being heard."""
        line = self._current()
        self._move(line, Outcome.SPEAKING, start_ns=start_ns)
        self.current = replace(
            line, announcement=replace(line.announcement, state=Outcome.SPEAKING, start_ns=start_ns)
        )
        if not line.again and all(number != line.utterance_number for number, _ in self._history):
            self._repeats = 0
            if line.utterance.repeatable:
                self._history.append((line.utterance_number, line.utterance))

    def finished(self, outcome: Outcome, end_ns: int) -> None:
        """The current line is over; ``outcome`` is spoken, failed or dropped."""
        self._move(self._current(), outcome, end_ns=end_ns)
        self.current = None

    def cut_tail(self, *, speaking: bool = False) -> None:
        """The table went on (a scan, a press): what was not begun is dropped, urgent lines are kept.

        ``speaking`` also cuts the line that is being heard, unless it is urgent. Without, it is heard to its end;
        what it says is awaited no longer is, so that it is not said again after what interrupts it.
        """
        for line in self.waiting:
            if line.priority is not Priority.URGENT or line.again:
                self._discard(line, Outcome.DROPPED)
        line_now = self.current
        if line_now is None or (line_now.priority is Priority.URGENT and not line_now.again):
            return
        if speaking or line_now.announcement.state is Outcome.QUEUED:
            self._end_current()
        elif line_now.priority is Priority.TURN:
            self.current = replace(line_now, outdated=True)

    def stop(self) -> None:
        """Silence: the line that is heard is cut, everything else is dropped."""
        for line in self.waiting:
            self._discard(line, Outcome.DROPPED)
        if self.current is not None:
            self._end_current()

    def repeat(self) -> list[int]:
        """Says the last meaningful utterance again, at once; asked again, the one before, ten deep."""
        if not self._history:
            return []
        self._repeats = min(self._repeats + 1, len(self._history))
        number, utterance = self._history[-self._repeats]
        for line in self.waiting:
            if line.again or line.utterance_number == number:
                self._discard(line, Outcome.COALESCED)
        if self.current is not None and (self.current.again or self.current.utterance_number == number):
            self._end_current(Outcome.COALESCED)
        self._interrupt()
        lines = self._lines(utterance, number, Priority.URGENT, again=True)
        self._waiting[:0] = lines
        return [line.number for line in lines]

    def _admit(self, utterance: Utterance) -> list[int]:
        self._utterances += 1
        silence = self.current is None and not self._waiting
        for line in self.waiting:
            if _replaces(utterance, line):
                self._discard(line, Outcome.COALESCED)
        taken = self.current
        if taken is not None and taken.announcement.state is Outcome.QUEUED and _replaces(utterance, taken):
            self._end_current(Outcome.COALESCED)
        lines = self._lines(utterance, self._utterances, utterance.priority)
        if utterance.priority is Priority.URGENT:
            place = self._first_not_urgent()
            self._waiting[place:place] = lines
            if self.current is not None and self.current.priority is not Priority.URGENT:
                self._interrupt()
        else:
            self._waiting.extend(lines)
            if utterance.priority is Priority.DETAIL and not silence:
                for line in lines:
                    self._discard(line, Outcome.DROPPED)
        return [line.number for line in lines]

    def _lines(self, utterance: Utterance, number: int, priority: Priority, *, again: bool = False) -> list[Line]:
        return [
            self._line(
                Line(
                    Announcement(
                        0,
                        text,
                        locale,
                        priority,
                        Outcome.QUEUED,
                        self._clock(),
                        heard=(utterance.heard or {}).get(locale),
                    ),
                    utterance,
                    number,
                    self._happenings,
                    again,
                )
            )
            for locale, text in utterance.in_locales(self.locales)
        ]

    def _line(self, unnumbered: Line) -> Line:
        self._numbers += 1
        announcement = replace(unnumbered.announcement, number=self._numbers)
        self._report(announcement)
        return replace(unnumbered, announcement=announcement)

    def _interrupt(self) -> None:
        """Takes the current line off; one that mattered is said again, whole, after what interrupts it."""
        line = self.current
        if line is None:
            return
        if line.announcement.state is Outcome.QUEUED:  # taken, but nothing of it was heard yet
            self.current = None
            place = 0 if line.priority is Priority.URGENT else self._first_not_urgent()
            self._waiting.insert(place, line)
            return
        self._end_current()
        overtaken = line.priority is Priority.TURN and any(
            other.priority is Priority.TURN and other.utterance_number != line.utterance_number
            for other in self._waiting
        )
        if line.again or line.outdated or line.priority is Priority.DETAIL or overtaken:
            return
        silent_again = replace(line.announcement, state=Outcome.QUEUED, start_ns=None)
        place = 0 if line.priority is Priority.URGENT else self._first_not_urgent()
        self._waiting.insert(place, self._line(replace(line, announcement=silent_again)))

    def _thin(self) -> None:
        """Keeps the backlog short: the newest happening whole, of older ones a few, in a flood none."""
        for priority, kept in ((Priority.ACTION, 0 if self._flood() else BACKLOG), (Priority.URGENT, BACKLOG)):
            older = [
                line
                for line in self._waiting
                if line.priority is priority and line.happening < self._happenings and not line.again
            ]
            utterances = list(dict.fromkeys(line.utterance_number for line in older))
            gone = set(utterances[: max(0, len(utterances) - kept)])
            for line in older:
                if line.utterance_number in gone:
                    self._discard(line, Outcome.DROPPED)

    def _flood(self) -> bool:
        full = len(self._arrivals) == FLOOD_HAPPENINGS
        return full and self._clock() - self._arrivals[0] < FLOOD_MS * self._ns_per_ms

    def _drop_expired(self) -> None:
        now = self._clock()
        for line in self.waiting:
            life = line.utterance.expires_ms
            if life is not None and not line.again and now - line.announcement.queued_ns >= life * self._ns_per_ms:
                self._discard(line, Outcome.DROPPED)

    def _first_not_urgent(self) -> int:
        return sum(line.priority is Priority.URGENT for line in self._waiting)

    def _current(self) -> Line:
        if self.current is None:
            raise RuntimeError("no line is being said")
        return self.current

    def _end_current(self, unheard: Outcome = Outcome.DROPPED) -> None:
        line = self._current()
        heard = line.announcement.state is Outcome.SPEAKING
        self._move(line, Outcome.CUT if heard else unheard, end_ns=self._clock())
        self.current = None

    def _discard(self, line: Line, outcome: Outcome) -> None:
        self._waiting.remove(line)
        self._move(line, outcome, end_ns=self._clock())

    def _move(self, line: Line, state: Outcome, *, start_ns: int | None = None, end_ns: int | None = None) -> None:
        known = line.announcement
        self._report(
            replace(known, state=state, start_ns=known.start_ns if start_ns is None else start_ns, end_ns=end_ns)
        )


def _replaces(newer: Utterance, older: Line) -> bool:
    if older.again:
        return False
    same_key = newer.key is not None and newer.key == older.utterance.key
    return same_key or newer.priority is older.priority is Priority.TURN
