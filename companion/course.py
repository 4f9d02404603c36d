"""The course of a game: its statements as they stand, with the table around each; what was taken back is set aside.

The journal only grows, undo being an entry of its own. Whoever asks what was played wants what stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.author import Author
from companion.journal import Entry
from companion.referee.commands import Command, Discard, Play, Top, Undo
from companion.referee.events import Discarded, Played, RoundOver, TopTurned
from companion.referee.evolve import accept
from companion.referee.state import EMPTY, State
from companion.referee.values import replace


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


class Course:
    """What stands of a game, statement by statement, as it grows.

    ``steps`` stand, the oldest first. ``taken_back`` were undone and nothing else was said since: the last was undone
    last, and can be said again. ``endings`` are all that ever ended a round, those taken back too.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.steps: list[Step] = []
        self.taken_back: list[Step] = []
        self.endings: list[Ending] = []
        self.version = 0
        self._changed_by: Author | None = None
        for entry in entries:
            self.take(entry)

    @property
    def state(self) -> State:
        """The table after the last statement."""
        return self.steps[-1].after if self.steps else EMPTY

    def take(self, entry: Entry) -> None:
        """One more statement was accepted."""
        self.version = entry.number
        if isinstance(entry.command, Undo):
            self.taken_back.append(self.steps.pop())
            return
        before = self.state
        step = Step(entry, before, accept(before, entry.command, entry.events))
        if self.taken_back and step.entry.command == self.taken_back[-1].entry.command:
            self.taken_back.pop()
        elif self.taken_back:
            self.taken_back.clear()
            self._changed_by = entry.author
        self.steps.append(step)
        if step.ends_round:
            self.endings.append(Ending(step, self._changed_by))


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
