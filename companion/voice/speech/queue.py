"""What is said next: four priorities, coalescing, expiry, so that the last thing heard is true.

An answer is cut by whatever is asked next, what the table waits for by the table's going on; what happened at the
table is told, however often it is interrupted, but in a flood. REPEAT brings the newest that still holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from companion.voice.earcons import Earcon
from companion.voice.speech.told import Line, Told
from companion.voice.utterance import Announcement, Outcome, Priority, Until, Utterance

NS_PER_MS = 1_000_000
BACKLOG = 3  # older happenings that may still wait beside the newest
FLOOD_HAPPENINGS = 4  # so many within FLOOD_MS and only the newest is worth telling
FLOOD_MS = 2000
SETTLE_MS = 250  # in a flood nothing new is begun until it has been quiet for so long
REMEMBERED = 10  # steps that REPEAT goes back
KEPT = 100  # utterances it finds them among: what was taken back leaves gaps


class SpeechQueue:
    """Decides what is said next and what is no longer worth saying. No sound, no threads, no clock of its own.

    ``clock`` gives nanoseconds; ``report`` is told each new state of each announcement and must not call back
    into the queue; ``speed`` divides every time in here (a demonstration runs faster than a table). ``locales`` are
    the table's languages in their order, ``rate_wpm`` how fast they are spoken; both may be changed at any time.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        locales: Sequence[str],
        report: Callable[[Announcement], None],
        speed: float = 1.0,
        rate_wpm: int = 170,
    ) -> None:
        self.locales = tuple(locales)
        self.rate_wpm = rate_wpm
        self.current: Line | None = None
        self._clock = clock
        self._report = report
        self._ns_per_ms = NS_PER_MS / speed
        self._waiting: list[Line] = []
        self._arrivals: deque[int] = deque(maxlen=FLOOD_HAPPENINGS)
        self._history: list[Told] = []  # for REPEAT, as it happened, heard or not; what holds no more is taken out
        self._answers: list[Earcon] = []  # to scans, whose text comes with the next line
        self._statements = 0
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
        if told:
            self._repeats = 0
        if not all(utterance.repeatable for utterance in told):  # a setting: REPEAT goes back to the table
            self._forget(lambda told: told.until is Until.ASKED and told.utterance.expires_ms is not None)
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

    def finished(self, outcome: Outcome, end_ns: int) -> None:
        """The current line is over; ``outcome`` is spoken, failed or dropped."""
        self._move(self._current(), outcome, end_ns=end_ns)
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

    def went_on(self, statements: int, *, awaits_anew: bool) -> None:
        """The game stands on so many statements; ``awaits_anew``: the table waits for something else.

        What was told beyond them was taken back: nobody hears it any more. Of what was told before, REPEAT brings
        what happened, but no answer, and of what was awaited the newest alone.
        """
        if awaits_anew:
            self.cut_tail()
            self._forget(lambda told: told.until is Until.MOVED)
        else:
            self.hush()
        if statements == self._statements:
            return
        self._statements = statements
        self._silence(Until.GONE_ON)
        for line in (self.current, *self.waiting):
            if line is not None and line.told.statements > statements:
                self._end(line)
        self._forget(lambda told: told.statements > statements or told.until is Until.ASKED)

    def stop(self) -> None:
        """Silence: the line that is heard is cut, everything else is dropped; REPEAT can still bring it."""
        self._silence(*Until)

    def repeat(self) -> list[int]:
        """Says the newest that still holds again, at once; asked again, what was told before, ten steps deep.

        It is said in the languages of now. Empty after the oldest; then the newest is next. Of the newest happening,
        what is being said begins anew, in its own right; what still waits behind others is told in its place, too.
        """
        self.hush()
        steps = [tuple(step) for _, step in groupby(self._history, key=lambda told: told.step)][-REMEMBERED:]
        if steps and not self._repeats:
            self._repeats = self._not_yet_begun(steps)
        self._repeats += 1
        if self._repeats > len(steps):
            self._repeats = 0
            return []
        step = steps[-self._repeats]
        own = [line for line in (self.current, *self._waiting) if line is not None and line.told in step]
        anew = bool(own) and own[0] is self._first
        unheard = dict.fromkeys(line.told for line in own) if anew else {}
        for line in own if anew else ():
            self._end(line, Outcome.COALESCED)
        self._interrupt()
        lines = [line for told in step for line in self._again(told, anew=told in unheard)]
        place = self._place(lines[0].rank) if anew else 0
        self._waiting[place:place] = lines
        return [line.number for line in lines]

    def _not_yet_begun(self, steps: Sequence[tuple[Told, ...]]) -> int:
        """How many of the newest steps follow, of one happening, what is being said: they come by themselves."""
        first = self._first
        if first is None or first.told.happening != self._history[-1].happening:
            return 0
        return sum(step[0].number > first.told.number for step in steps)

    @property
    def _first(self) -> Line | None:
        """What is being said, or would be but for the sound that answered a scan."""
        return self.current or self.peek()

    def _again(self, told: Told, *, anew: bool) -> list[Line]:
        now = replace(told, utterance=told.utterance.in_languages(self.locales))
        return self._lines(now, now.utterance.priority if anew else Priority.URGENT, again=not anew)

    def _admit(self, utterance: Utterance) -> list[int]:
        self._utterances += 1
        told = Told(self._utterances, self._happenings, self._statements, utterance)
        silence = self.current is None and not self._waiting
        taken = self.current
        unheard = (taken, *self.waiting) if taken and taken.announcement.state is Outcome.QUEUED else self.waiting
        replaced = [line for line in unheard if line.told.happening < self._happenings and _replaces(utterance, line)]
        for line in replaced:
            self._end(line, Outcome.COALESCED)
        self._forget({line.told for line in replaced}.__contains__)
        if utterance.priority is Priority.TURN:
            self._forget(lambda other: other.until is Until.MOVED and other.happening < self._happenings)
        lines = self._lines(told, utterance.priority)
        for line in lines:
            self._waiting.insert(self._place(line.rank + 1), line)
        if self.current is not None and any(line.rank < self.current.rank for line in lines):
            self._interrupt()
        if utterance.priority is Priority.DETAIL and not silence:
            for line in lines:
                self._end(line)
        elif utterance.repeatable:
            self._history = [*self._history[1 - KEPT :], told]
        return [line.number for line in lines]

    def _lines(self, told: Told, priority: Priority, *, again: bool = False) -> list[Line]:
        answers, self._answers = self._answers, []
        utterance = told.utterance
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
            lines.append(self._line(Line(announcement, told, again, earcon=own)))
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
            other.priority is Priority.TURN and other.told != line.told for other in self._waiting
        )
        enough = line.until is Until.GONE_ON and (line.anew or self._past_its_middle(line))
        if line.again or line.priority is Priority.DETAIL or overtaken or enough:
            return
        earcons = () if line.earcon is None else (line.earcon,)  # the scan before it was answered once
        silent_again = replace(line.announcement, state=Outcome.QUEUED, start_ns=None, earcons=earcons)
        self._waiting.insert(self._place(line.rank), self._line(replace(line, announcement=silent_again, anew=True)))

    def _past_its_middle(self, line: Line) -> bool:
        """Whether more than half of a line that was cut has been heard, by its words."""
        whole_ms = len(line.announcement.text.split()) * 60_000 / self.rate_wpm
        start_ns = line.announcement.start_ns or self._clock()
        return (self._clock() - start_ns) / self._ns_per_ms > whole_ms / 2

    def _thin(self, priority: Priority, kept: int) -> None:
        """Keeps the backlog short: the newest happening whole, of older ones so many."""
        older = [
            line
            for line in self._waiting
            if line.priority is priority and line.told.happening < self._happenings and line.until is not Until.ASKED
        ]
        numbers = list(dict.fromkeys(line.told.number for line in older))
        gone = set(numbers[: max(0, len(numbers) - kept)])
        for line in older:
            if line.told.number in gone:
                self._end(line)

    def _flood(self) -> bool:
        full = len(self._arrivals) == FLOOD_HAPPENINGS
        return full and self._clock() - self._arrivals[0] < FLOOD_MS * self._ns_per_ms

    def _drop_expired(self) -> None:
        now = self._clock()
        for line in self.waiting:
            life = line.utterance.expires_ms
            if life is not None and not line.again and now - line.announcement.queued_ns >= life * self._ns_per_ms:
                self._end(line)

    def _place(self, rank: int) -> int:
        """Where the lines of a rank begin among those that wait."""
        return next((place for place, line in enumerate(self._waiting) if line.rank >= rank), len(self._waiting))

    def _silence(self, *ends: Until) -> None:
        for line in (*self.waiting, self.current):
            if line is not None and line.until in ends:
                self._end(line)

    def _forget(self, holds_no_more: Callable[[Told], bool]) -> None:
        """REPEAT does not bring it."""
        self._history = [told for told in self._history if not holds_no_more(told)]

    def _current(self) -> Line:
        if self.current is None:
            raise RuntimeError("no line is being said")
        return self.current

    def _end(self, line: Line, unheard: Outcome = Outcome.DROPPED) -> None:
        """Nothing more of it is heard, whether it is being said or waits."""
        if line is self.current:
            self._end_current(unheard)
        else:
            self._waiting.remove(line)
            self._move(line, unheard, end_ns=self._clock())

    def _end_current(self, unheard: Outcome = Outcome.DROPPED) -> None:
        line = self._current()
        outcome = Outcome.CUT if line.announcement.state is Outcome.SPEAKING else unheard
        self._move(line, outcome, end_ns=self._clock())
        self.current = None

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
