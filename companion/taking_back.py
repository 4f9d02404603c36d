"""What was said together is taken back, and said again, together: the statements that do it. Pure.

Statements that stood before are said once more as they stood, each still its author's: so the journal leads to the
same table by the notation alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.answers import CameBack, PutRight, WentBack
from companion.course import Change, Course, Step, again, in_common, stood_before
from companion.in_one_go import InOneGo, Said
from companion.referee import commands as cmd
from companion.referee.notation import write

UNDO = Said(cmd.Undo(), write(cmd.Undo()))


def said_again(step: Step) -> Said:
    """A statement as it stood: said as it was said, by whoever said it."""
    return Said(again(step), step.entry.statement, again=True, author=step.entry.author)


def undo_of(course: Course, text: str) -> InOneGo | None:
    """What undo comes to where the last change was of several statements; None where undo alone does it.

    ``text`` is how undo was said, on a phone or by its card.
    """
    if not course.changes or course.changes[-1].single:
        return None
    first, *others = _back(course, 1).statements
    undo = Said(first.command, text)
    return InOneGo((undo, *others), undo, _note(course.changes[-1:]))


def back_to(course: Course, number: int) -> InOneGo | None:
    """All changes after that of a number are taken back; None where it does not stand, or is the last."""
    place = next((at for at, change in enumerate(course.changes) if change.number == number), None)
    if place is None or place == len(course.changes) - 1:
        return None
    return _back(course, len(course.changes) - 1 - place)


def redo_of(course: Course) -> InOneGo | None:
    """What was taken back last is said again, one statement or several; None where nothing was."""
    if not course.taken_back:
        return None
    change = course.taken_back[-1]
    said = tuple(_comes_again(change))
    return InOneGo(said, said[-1], change.put_right)


def redo_all(course: Course) -> InOneGo | None:
    """Everything that was taken back is said again, and stands as it stood; None where nothing was."""
    if not course.taken_back:
        return None
    changes = course.taken_back[::-1]
    said = tuple(said for change in changes for said in _comes_again(change))
    return InOneGo(said, said[-1], CameBack(len(changes), _put_right(changes)))


def _comes_again(change: Change) -> Iterator[Said]:
    yield from [UNDO] * len(change.gone)
    yield from (said_again(step) for step in change.steps)


def _back(course: Course, changes: int) -> InOneGo:
    """So many changes are taken back."""
    steps = course.steps
    for change in reversed(course.changes[-changes:]):
        steps = stood_before(steps, change)
    same = in_common(course.steps, steps)
    said = (*[UNDO] * (len(course.steps) - same), *(said_again(step) for step in steps[same:]))
    return InOneGo(said, UNDO, _note(course.changes[-changes:]))


def _note(changes: Sequence[Change]) -> WentBack:
    return WentBack(len(changes), _put_right(changes[::-1]))


def _put_right(changes: Sequence[Change]) -> tuple[PutRight, ...]:
    return tuple(change.put_right for change in changes if change.put_right is not None)
