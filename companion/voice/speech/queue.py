"""What is said next: four priorities, coalescing, expiry, so that the last thing heard is true.

An answer is cut by whatever is asked next, what the table waits for by the table's going on; what happened at the
table is told, however often it is interrupted, but in a flood.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from companion.voice.earcons import Earcon
from companion.voice.utterance import Announcement, Outcome, Priority, Until, Utterance

NS_PER_MS = 1_000_000
BACKLOG = 3  # older happenings that may still wait beside the newest
FLOOD_HAPPENINGS = 4  # so many within FLOOD_MS and only the newest is worth telling
FLOOD_MS = 2000
SETTLE_MS = 250  # in a flood nothing new is begun until it has been quiet for so long
REMEMBERED = 10  # how far back REPEAT goes
_URGENT = (Until.HEARD, Until.ASKED, Until.MOVED)  # faults, answers, questions


@dataclass(frozen=True, slots=True)
class Line:
    """One announcement on its way, with the utterance it belongs to.

    ``happening`` numbers the call of ``add`` it came with, ``utterance_number`` the utterance over all calls;
    ``again`` marks what REPEAT asked for. ``earcon`` sounds before its words.
    """

    announcement: Announcement
    utterance: Utterance
    utterance_number: int
    happening: int
    again: bool = False
    earcon: Earcon | None = None

    @property
    def number(self) -> int:
        """The announcement's number."""
        return self.announcement.number

    @property
    def priority(self) -> Priority:
        """The priority it waits with; a repeated line is urgent whatever it was."""
        return self.announcement.priority

    @property
    def until(self) -> Until:
        """How long it is worth hearing; a repeated line is an answer."""
        if self.again:
            return Until.ASKED
        of_now = self.priority in (Priority.TURN, Priority.DETAIL) and self.utterance.until is Until.HEARD
        return Until.MOVED if of_now else self.utterance.until

    @property
    def rank(self) -> int:
        """Its place among what waits: faults, answers, questions, all the rest; only a lower rank interrupts."""
        if self.priority is not Priority.URGENT:
            return len(_URGENT)
        return 0 if self.again else _URGENT.index(self.until)


class SpeechQueue:
    """Decides what is said next and what is no longer worth saying. No sound, no threads, no clock of its own.

    ``clock`` gives nanoseconds; ``report`` is told each new state of each announcement and must not call back
    into the queue; ``speed`` divides every time in here (a demonstration runs faster than a table). ``locales`` are
    the table's languages in their order, and may be changed at any time.
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
        self._history: list[tuple[int, Utterance]] = []  # as they happened, whatever was heard first
        self._answers: list[Earcon] = []  # to scans, whose text comes with the next line
        self._forgotten = 0  # the newest utterance that is too long ago for REPEAT
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
        if any(utterance.until is Until.ASKED for utterance in told):
            self.hush()
        self._happenings += 1
        if any(utterance.priority is Priority.ACTION and utterance.until is Until.HEARD for utterance in told):
            self._arrivals.append(self._clock())
        went_on = any(utterance.priority in (Priority.ACTION, Priority.TURN) for utterance in told)
        numbers = [number for utterance in told for number in self._admit(utterance)]
        if went_on:
            self._thin(Priority.ACTION, 0 if self._flood() else BACKLOG)
        if any(utterance.priority is Priority.URGENT and utterance.until is not Until.ASKED for utterance in told):
            self._thin(Priority.URGENT, BACKLOG)
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
        self._remember(line)

    def finished(self, outcome: Outcome, end_ns: int) -> None:
        """The current line is over; ``outcome`` is spoken, failed or dropped."""
        line = self._current()
        self._move(line, outcome, end_ns=end_ns)
        if outcome is Outcome.FAILED:
            self._remember(line)  # for when there is sound again
        self.current = None

    def give_way(self) -> None:
        """A scan is answered by its sound, at once: the line that is heard is cut, and told whole afterwards."""
        self._interrupt()

    def answered(self, earcon: Earcon) -> None:
        """How a scan was answered: shown with the next line, or by itself (``show_answers``)."""
        self._answers.append(earcon)

    def show_answers(self, text: Callable[[Earcon], str]) -> None:
        """Answers to scans that led to no line are listed by themselves, as what was heard."""
        answers, self._answers = self._answers, []
        for earcon in answers:
            self._numbers += 1
            now = self._clock()
            self._report(
                Announcement(
                    self._numbers, text(earcon), self.locales[0], Priority.URGENT, Outcome.SPOKEN, now, now, now
                )
            )

    def hush(self) -> None:
        """Somebody scans, presses or asks: an answer that is heard or waits is cut, and not given again."""
        self._silence(Until.ASKED)

    def cut_tail(self) -> bool:
        """The table waits for something else: what it waited for until now is cut, as are answers.

        What happened, and what is wrong, is told all the same. True where somebody did not hear what was awaited.
        """
        unheard = any(line.until is Until.MOVED for line in (self.current, *self._waiting) if line is not None)
        self._silence(Until.ASKED, Until.MOVED)
        return unheard

    def stop(self) -> None:
        """Silence: the line that is heard is cut, everything else is dropped; REPEAT can still bring it."""
        for line in (self.current, *self.waiting):
            if line is not None:
                self._remember(line)
        self._silence(*Until)

    def repeat(self) -> list[int]:
        """Says the last meaningful utterance again, at once; asked again, the one before, ten deep.

        It is said in the languages of now. One that was not yet heard to its end begins anew, in its own right.
        """
        self.hush()
        if not self._history:
            return []
        self._repeats = min(self._repeats + 1, len(self._history))
        number, utterance = self._history[-self._repeats]
        unheard = [line for line in (self.current, *self._waiting) if line and line.utterance_number == number]
        for line in unheard:
            if line is self.current:
                self._end_current(Outcome.COALESCED)
            else:
                self._discard(line, Outcome.COALESCED)
        self._interrupt()
        anew = bool(unheard)
        told = utterance.in_languages(self.locales)
        lines = self._lines(told, number, told.priority if anew else Priority.URGENT, again=not anew)
        place = self._place(lines[0].rank) if anew else 0
        self._waiting[place:place] = lines
        return [line.number for line in lines]

    def _admit(self, utterance: Utterance) -> list[int]:
        self._utterances += 1
        silence = self.current is None and not self._waiting
        for line in self.waiting:
            if line.happening < self._happenings and _replaces(utterance, line):
                self._discard(line, Outcome.COALESCED)
        taken = self.current
        if taken is not None and taken.announcement.state is Outcome.QUEUED and _replaces(utterance, taken):
            self._end_current(Outcome.COALESCED)
        lines = self._lines(utterance, self._utterances, utterance.priority)
        for line in lines:
            self._waiting.insert(self._place(line.rank + 1), line)
        if self.current is not None and any(line.rank < self.current.rank for line in lines):
            self._interrupt()
        if utterance.priority is Priority.DETAIL and not silence:
            for line in lines:
                self._discard(line, Outcome.DROPPED)
        return [line.number for line in lines]

    def _lines(self, utterance: Utterance, number: int, priority: Priority, *, again: bool = False) -> list[Line]:
        answers, self._answers = self._answers, []
        lines = []
        for place, (locale, text) in enumerate(utterance.in_locales(self.locales)):
            own = None if place or again else utterance.earcon
            announcement = Announcement(
                0,
                text,
                locale,
                priority,
                Outcome.QUEUED,
                self._clock(),
                heard=(utterance.heard or {}).get(locale),
                earcons=(*(() if place else answers), *(() if own is None else (own,))),
            )
            lines.append(self._line(Line(announcement, utterance, number, self._happenings, again, own)))
        return lines

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
            self._waiting.insert(self._place(line.rank), line)
            return
        self._end_current()
        overtaken = line.priority is Priority.TURN and any(
            other.priority is Priority.TURN and other.utterance_number != line.utterance_number
            for other in self._waiting
        )
        if line.again or line.priority is Priority.DETAIL or overtaken:
            return
        earcons = () if line.earcon is None else (line.earcon,)  # the scan before it was answered once
        silent_again = replace(line.announcement, state=Outcome.QUEUED, start_ns=None, earcons=earcons)
        self._waiting.insert(self._place(line.rank), self._line(replace(line, announcement=silent_again)))

    def _thin(self, priority: Priority, kept: int) -> None:
        """Keeps the backlog short: the newest happening whole, of older ones so many."""
        older = [
            line
            for line in self._waiting
            if line.priority is priority and line.happening < self._happenings and line.until is not Until.ASKED
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

    def _place(self, rank: int) -> int:
        """Where the lines of a rank begin among those that wait."""
        return next((place for place, line in enumerate(self._waiting) if line.rank >= rank), len(self._waiting))

    def _silence(self, *ends: Until) -> None:
        for line in self.waiting:
            if line.until in ends:
                self._discard(line, Outcome.DROPPED)
        if self.current is not None and self.current.until in ends:
            self._end_current()

    def _remember(self, line: Line) -> None:
        """For REPEAT: what somebody hears for the first time, or would have heard."""
        known = (number for number, _ in self._history)
        if line.again or line.utterance_number in known or line.utterance_number <= self._forgotten:
            return
        self._repeats = 0
        if line.utterance.repeatable:
            insort(self._history, (line.utterance_number, line.utterance), key=itemgetter(0))
            for number, _ in self._history[:-REMEMBERED]:
                self._forgotten = number
            del self._history[:-REMEMBERED]

    def _remember_lost(self, line: Line, outcome: Outcome) -> None:
        """For REPEAT: what was dropped unheard, but for what was only awaited, which is true no more."""
        if outcome is Outcome.DROPPED and line.until is not Until.MOVED:
            self._remember(line)

    def _current(self) -> Line:
        if self.current is None:
            raise RuntimeError("no line is being said")
        return self.current

    def _end_current(self, unheard: Outcome = Outcome.DROPPED) -> None:
        line = self._current()
        outcome = Outcome.CUT if line.announcement.state is Outcome.SPEAKING else unheard
        self._move(line, outcome, end_ns=self._clock())
        self.current = None
        self._remember_lost(line, outcome)

    def _discard(self, line: Line, outcome: Outcome) -> None:
        self._waiting.remove(line)
        self._move(line, outcome, end_ns=self._clock())
        self._remember_lost(line, outcome)

    def _move(self, line: Line, state: Outcome, *, start_ns: int | None = None, end_ns: int | None = None) -> None:
        known = line.announcement
        self._report(
            replace(known, state=state, start_ns=known.start_ns if start_ns is None else start_ns, end_ns=end_ns)
        )


def _replaces(newer: Utterance, older: Line) -> bool:
    if older.again:
        return False
    same_key = newer.key is not None and newer.key == older.utterance.key
    return same_key or (newer.priority is Priority.TURN and older.until is Until.MOVED)
