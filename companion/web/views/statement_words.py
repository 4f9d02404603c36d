"""Statements that stand, in the words in which the table heard them. Never what a hand holds. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.course import Change, Course, Step
from companion.public import public_statement
from companion.voice.game.event_lines import facts
from companion.voice.game.put_right_lines import in_short
from companion.voice.lines import Verbosity
from companion.web.language import Words
from companion.web.views.rounds_view import said_by

SHOWN = 20  # statements of the undo list


@dataclass(frozen=True, slots=True)
class Told:
    """One statement, or several said together. ``number`` is its place in the journal, ``by`` where it was said."""

    number: int
    words: str
    by: str


def in_words(step: Step, words: Words) -> str:
    """What a statement came to; what said nothing aloud, as it was said."""
    events = step.entry.events
    said = (
        [words.said(told) for _, told in facts(step.before, events, step.after, Verbosity.NORMAL)] if events else []
    )
    return " ".join(said) or public_statement(step.entry.command)


def latest(course: Course, words: Words, number: int = SHOWN) -> list[Told]:
    """What undo takes back, one after the other, the newest first; what was said together as one."""
    return [_told(change, words) for change in reversed(course.changes[-number:])]


def undone_last(course: Course, words: Words) -> Told | None:
    """What was taken back last and can be said again."""
    return _told(course.taken_back[-1], words) if course.taken_back else None


def _told(change: Change, words: Words) -> Told:
    if change.put_right is None:
        told = plays(change.steps, words)
    else:
        told = [words.said(phrase) for phrase in in_short(change.put_right)]
    return Told(change.number, " ".join(told), said_by(change.author, words))


def plays(steps: Sequence[Step], words: Words) -> list[str]:
    """A round's statements in words, in order."""
    return [in_words(step, words) for step in steps]
