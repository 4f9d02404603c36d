"""How a phone can shake, and what each pattern means: the one table of it, for the script and for whoever reads.

A pattern is vibration, pause, vibration … in milliseconds; ``press`` is one short shake for each press that is due.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.events import Unit
from companion.referee.state import State
from companion.web.language import Words

_SHORT, _PAUSE, _LONG = 150, 120, 500
_PATTERNS = {
    "turn": (_LONG,),
    "press": (_SHORT,),
    "uno": (_SHORT, _PAUSE, _SHORT, _PAUSE, _SHORT),
    "error": (_LONG, _PAUSE, _LONG),
}


@dataclass(frozen=True, slots=True)
class Signal:
    """One pattern by its name, and its meaning."""

    name: str
    pattern: tuple[int, ...]
    meaning: str


def signals(words: Words) -> list[Signal]:
    """All patterns, with what each means."""
    _ = words.gettext
    meanings = {
        "turn": _("One long: it is my turn, or the table waits for me."),
        "press": _("Short, as often as I have to press."),
        "uno": _("Three short: somebody says UNO."),
        "error": _("Two long: what I entered was not taken."),
    }
    return [Signal(name, pattern, meanings[name]) for name, pattern in _PATTERNS.items()]


def presses_due(state: State, me: str | None) -> int:
    """How often the player of this phone has to press now; once where it goes on until it fires."""
    index = None if me is None else state.find(me)
    if index is None or index != state.next_payer():
        return 0
    return sum(
        1 if debt.number is None else debt.number
        for debt in state.debts
        if debt.player == index and debt.unit is Unit.PRESSES
    )
