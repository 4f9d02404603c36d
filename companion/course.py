"""The course of a game: its statements as they stand, with the table around each; what was taken back is set aside.

The journal only grows, undo being an entry of its own. Whoever asks what was played wants what stands; whoever takes
something back wants what was done last, which may be several statements that were said together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.answers import CameBack, PutRight, WentBack
from companion.author import Author
from companion.referee.commands import Command, Discard, Play, Top, Undo
from companion.referee.events import Discarded, Played, RoundOver, TopTurned
from companion.referee.evolve import accept
from companion.referee.state import EMPTY, State
from companion.referee.values import replace
from companion.storage.journal import Entry


@dataclass(frozen=True, slots=True)
class Step:
    """One statement and the table around it."""

    entry: Entry
    before: State
    after: State

    @property
    def ends_round(self) -> bool:
        """True for the statement with which a round was over."""
        return any(isinstance(event, RoundOver) for event in self.entry.events)


@dataclass(frozen=True, slots=True)
class Ending:
    """A statement that ended a round. ``changed_by`` is whose phone last said anything otherwise than before."""

    step: Step
    changed_by: Author | None


@dataclass(frozen=True, slots=True)
class Change:
    """What one undo takes back: a statement, or several that were said together.

    ``steps`` are those that stand by it, ``gone`` those that stood in their place before. ``number`` is its last
    statement's in the journal, ``author`` whose phone said it, ``put_right`` the round that it is about.
    """

    number: int
    author: Author | None
    steps: Sequence[Step]
    gone: Sequence[Step] = ()
    put_right: PutRight | None = None

    @property
    def single(self) -> bool:
        """True for a statement that was said by itself."""
        return len(self.steps) == 1 and not self.gone

    def is_again(self, other: Change) -> bool:
        """True where the same is said as in ``other``."""
        said, before = ([step.entry.command for step in change.steps] for change in (self, other))
        return said == before and len(self.gone) == len(other.gone)


@dataclass(slots=True)
class _Open:
    """Statements that are said together, as they come: the first of them, what stood before, how many are to come."""

    first: Entry
    note: PutRight | WentBack | CameBack | None
    stood: Sequence[Step]
    missing: int


class Course:
    """What stands of a game, statement by statement, as it grows.

    ``steps`` stand, the oldest first; ``changes`` are what undo takes back, one after the other, the last first.
    ``taken_back`` were undone and nothing else was said since: the last was undone last, and can be said again.
    ``endings`` are all that ever ended a round, those taken back too. Statements that were said together change
    ``changes`` and ``taken_back`` with the last of them.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.steps: list[Step] = []
        self.changes: list[Change] = []
        self.taken_back: list[Change] = []
        self.endings: list[Ending] = []
        self.first: Entry | None = None  # which began the game, also where it was taken back
        self.version = 0
        self._changed_by: Author | None = None
        self._open: _Open | None = None
        for entry in entries:
            self.take(entry)

    @property
    def state(self) -> State:
        """The table after the last statement."""
        return self.steps[-1].after if self.steps else EMPTY

    def take(self, entry: Entry, after: State | None = None) -> None:
        """One more statement was accepted; ``after`` is the table after it where that is known already."""
        self.first = self.first or entry
        self.version = entry.number
        if entry.together is not None:
            self._open = _Open(entry, entry.together.note, list(self.steps), entry.together.statements)
            self._changed_by = entry.author
        if isinstance(entry.command, Undo):
            step = self.steps.pop()
            if self._open is None:
                self._take_back(step)
        else:
            step = self._step(entry, after)
            if self._open is None:
                self._done(Change(entry.number, entry.author, (step,)))
            self.steps.append(step)
            if step.ends_round:
                self.endings.append(Ending(step, self._changed_by))
        if self._open is not None:
            self._open.missing -= 1
            if not self._open.missing:
                self._close(self._open)
                self._open = None

    def _step(self, entry: Entry, after: State | None) -> Step:
        before = self.state
        return Step(entry, before, accept(before, entry.command, entry.events) if after is None else after)

    def _take_back(self, step: Step) -> None:
        """One statement was taken back by itself, out of several too: those stand singly from then on."""
        if self.changes[-1].single:
            self.taken_back.append(self.changes.pop())
        else:
            self.changes = _singly(self.changes[:-1], self.steps)
            self.taken_back.append(_alone(step))

    def _done(self, change: Change) -> None:
        if self.taken_back and change.is_again(self.taken_back[-1]):
            self.taken_back.pop()
        elif self.taken_back:
            self.taken_back.clear()
            self._changed_by = change.author
        self.changes.append(change)

    def _close(self, said: _Open) -> None:
        """All that was said together has come."""
        if isinstance(said.note, WentBack):
            steps = list(said.stood)
            for _ in range(said.note.changes):
                self.taken_back.append(self.changes.pop())
                steps = stood_before(steps, self.taken_back[-1])
            self.steps = steps  # what was said again stands as it stood, by whom and when it was said first
            return
        if isinstance(said.note, CameBack):
            steps = list(said.stood)
            for _ in range(said.note.changes):
                self.changes.append(self.taken_back.pop())
                steps = stands_after(steps, self.changes[-1])
            self.steps = steps
            return
        same = in_common(said.stood, self.steps)
        self._done(
            Change(self.version, said.first.author, tuple(self.steps[same:]), tuple(said.stood[same:]), said.note)
        )


def _alone(step: Step) -> Change:
    return Change(step.entry.number, step.entry.author, (step,))


def _singly(changes: Sequence[Change], steps: Sequence[Step]) -> list[Change]:
    """The changes that led to the first of these statements, and each of the others by itself."""
    stood: list[Step] = []
    kept = length = 0
    for place, change in enumerate(changes, 1):
        del stood[len(stood) - len(change.gone) :]
        stood += change.steps
        if len(stood) <= len(steps) and (not stood or stood[-1] is steps[len(stood) - 1]):
            kept, length = place, len(stood)
    return [*changes[:kept], *(_alone(step) for step in steps[length:])]


def stood_before(steps: Sequence[Step], change: Change) -> list[Step]:
    """What stood before the last change of all that led to ``steps``."""
    return [*steps[: len(steps) - len(change.steps)], *change.gone]


def stands_after(steps: Sequence[Step], change: Change) -> list[Step]:
    """What stands once a change comes to what stood before it."""
    return [*steps[: len(steps) - len(change.gone)], *change.steps]


def in_common(some: Sequence[Step], others: Sequence[Step]) -> int:
    """How many statements at the beginning are the same."""
    differ = (at for at, (one, other) in enumerate(zip(some, others, strict=False)) if one is not other)
    return next(differ, min(len(some), len(others)))


def again(step: Step) -> Command:
    """A statement as it is said once more: the physical card that a scanner saw stays the one it was."""
    command = step.entry.command
    for event in step.entry.events:
        if isinstance(event, Played | Discarded | TopTurned) and isinstance(command, Play | Discard | Top):
            said: Command = replace(command, tag=event.tag)
            return said
    return command


def rounds_of(steps: Sequence[Step]) -> list[Sequence[Step]]:
    """The statements of each round, the one that began it first."""
    found: list[list[Step]] = []
    number = 0
    for step in steps:
        if step.after.round != number:
            number = step.after.round
            found.append([])
        if found:
            found[-1].append(step)
    return list(found)
