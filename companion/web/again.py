"""What was taken back and can be said again, as far as this run of the service knows. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.commands import Command, Undo
from companion.updates import Update


def can_be_said_again(changes: Iterable[Update]) -> bool:
    """True after an undo, until anything else is said than what was taken back. ``changes``: the oldest first."""
    taken_back: list[Command | None] = []
    for update in changes:
        if isinstance(update.command, Undo):
            taken_back.append(update.before.statement)
        elif taken_back and update.command == taken_back[-1]:
            taken_back.pop()
        else:
            taken_back.clear()
    return bool(taken_back)
