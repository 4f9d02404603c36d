"""Which earcon goes before what is told of an event. Questions and troubles have theirs by what they are."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee import events as ev
from companion.referee.events import Event, Phase
from companion.voice.earcons import Earcon

#: The game goes on only when somebody tells something: a colour, a player, doubts or none, a verdict, points.
_ASK = frozenset({Phase.COLOUR, Phase.TARGET, Phase.CHALLENGE, Phase.VERDICT, Phase.COUNTING})


def of_what_happened(events: Sequence[Event]) -> Earcon | None:
    """The earcon of one statement: of all it led to, what matters most. An ordinary play has none but the scan's."""
    found = {earcon for event in events if (earcon := _of(event)) is not None}
    return next((earcon for earcon in _FIRST if earcon in found), None)


_FIRST = (Earcon.UNDONE, Earcon.ROUND_WON, Earcon.UNO, Earcon.CARDS, Earcon.NO_CARD)


def _of(event: Event) -> Earcon | None:
    match event:
        case ev.Undone():
            return Earcon.UNDONE
        case ev.RoundOver() | ev.GameOver():
            return Earcon.ROUND_WON
        case ev.UnoCalled(early=False):
            return Earcon.UNO
        case ev.Pressed(cards=cards):
            return Earcon.CARDS if cards else Earcon.NO_CARD
    return None


def of_what_is_awaited(before: Phase, after: Phase) -> Earcon | None:
    """The earcon of what the table waits for now: once, when it begins to wait for an answer."""
    return Earcon.QUESTION if after in _ASK and after is not before else None
