"""Statements that are said together: all of them happen, or none. Pure.

They are written down one by one, as any statement is, and told as one: what is between them was never on the table.
One undo takes all of them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.answers import CameBack, PutRight, WentBack
from companion.author import Author
from companion.referee import events as ev
from companion.referee.commands import Command, Correctable, Undo
from companion.referee.decide import Ruled, rule_in_order
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.together import Together


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as it is written down: what it means, and how it was said where that differs.

    ``again``: it stood before and is said once more, so it stays with whoever said it, ``author``.
    """

    command: Command
    text: str
    again: bool = False
    author: Author | None = None

    def said_by(self, teller: Author | None) -> Author | None:
        """Whose statement it is where ``teller`` says all of this together."""
        return self.author if self.again else teller


@dataclass(frozen=True, slots=True)
class InOneGo:
    """What is said together. ``about`` is the statement that all of it is for.

    ``note`` is what it comes to where it is not what its statements come to one by one.
    """

    statements: tuple[Said, ...]
    about: Said
    note: PutRight | WentBack | CameBack | None = None

    @property
    def together(self) -> Together:
        """As the journal holds it."""
        return Together(len(self.statements), self.note)


@dataclass(frozen=True, slots=True)
class RuledInOneGo:
    """What the referee made of each statement, in order; ``events`` are what all of it came to."""

    steps: tuple[Ruled, ...]
    events: tuple[ev.Event, ...]

    @property
    def after(self) -> State:
        """The table after the last of them."""
        return self.steps[-1].after


def rule_in_one_go(state: State, statements: Sequence[Said]) -> RuledInOneGo | Refusal:
    """Each is ruled at the table after the one before; the first refusal is the answer to all."""
    steps, refused = rule_in_order(state, (said.command for said in statements))
    if refused is not None:
        return refused
    undos = sum(isinstance(said.command, Undo) for said in statements)
    if undos in {0, len(statements)}:
        events = tuple(event for ruled in steps for event in ruled.events)
    else:
        events = tuple(_scores_that_changed(state, steps[-1].after))
    return RuledInOneGo(tuple(steps), events)


def _scores_that_changed(before: State, after: State) -> Iterator[ev.Event]:
    """For whoever follows the scores: those that are others now, and the end of the match where that is new."""
    for was, now in zip(before.seats, after.seats, strict=True):
        if was.score != now.score:
            yield ev.Corrected(Correctable.SCORE, now.score, now.name)
    if after.champion is not None and after.champion != before.champion:
        yield ev.GameOver(after.name(after.champion))
