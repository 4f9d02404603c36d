"""Plays that the referee refused and the table may insist on: whoever made them, by phone, scanner or button.

They are kept for as long as the table stands as it did, in memory only. What is shown of one is what was said aloud
of it, since the card of a refused scan went back into a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.referee import commands as cmd
from companion.referee.decide import rule
from companion.referee.refusals import Refusal, RefusalCode
from companion.table import Table
from companion.updates import Update

PLACES = 3  # so many at a time, the newest
#: What ``anyway`` lets through (``notation.md``, *Statements*).
_MAY_BE_OVERRULED = frozenset(
    {
        RefusalCode.NO_MATCH,
        RefusalCode.NOT_IN_HAND,
        RefusalCode.HAS_COLOUR,
        RefusalCode.CANNOT_FINISH,
        RefusalCode.NOT_IN_DECK,
    }
)


@dataclass(frozen=True, slots=True)
class Refused:
    """One refused play. ``number`` is its own for as long as the service runs."""

    number: int
    update: Update
    insisting: cmd.Play


class Refusals:
    """The refused plays of one table; ``observers`` hear of each new one."""

    def __init__(self, table: Table) -> None:
        self.observers: list[Callable[[], None]] = []
        self._table = table
        self._last = 0
        self._kept: list[Refused] = []
        table.observers.append(self._moved)

    def standing(self) -> tuple[Refused, ...]:
        """Those that may still be insisted on, the newest first."""
        version = self._table.version
        return tuple(kept for kept in self._kept if kept.update.version == version)

    def insisting(self, number: int) -> cmd.Play | None:
        """The play with which the table insists; None where it has moved on."""
        return next((kept.insisting for kept in self.standing() if kept.number == number), None)

    def _moved(self, update: Update) -> None:
        if update.accepted:
            return
        insisting = insists(update)
        if insisting is None:
            return
        self._last += 1
        others = [kept for kept in self.standing() if kept.insisting != insisting]
        self._kept = [Refused(self._last, update, insisting), *others][:PLACES]
        for observer in self.observers:
            observer()


def insists(update: Update) -> cmd.Play | None:
    """The same play with ``anyway``, where the referee would let that through: no card that the edition has not."""
    play = update.command
    if not isinstance(play, cmd.Play) or update.refusal is None or update.refusal.code not in _MAY_BE_OVERRULED:
        return None
    insisting = replace(play, anyway=True)
    return None if isinstance(rule(update.after, insisting), Refusal) else insisting
