"""What is answered to the UNO card where it changes nothing: whoever scanned it wants to know that it was read."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.events import Event
from companion.referee.state import Seat, State, Uno
from companion.voice.lines import Line, Phrase, answer, count, say


def uno_scanned(before: State, events: tuple[Event, ...], player: str) -> list[Line]:
    """The answer to a call by card or button; none where the call itself is told.

    ``before`` is the table when it was scanned, ``events`` are what it led to.
    """
    seat = before.seats[before.seat(player)]
    if any(isinstance(event, ev.UnoCalled) and event.early for event in events):
        return [answer(say("UNO of {player} counts if this play leaves one card.", player=seat.name))]
    return [] if events else [answer(_not_needed(seat))]


def _not_needed(seat: Seat) -> Phrase:
    if seat.uno in {Uno.CALLED, Uno.EARLY}:
        return say("{player} has said UNO already.", player=seat.name)
    if seat.count == 1:
        return say("No UNO is needed now: nobody can catch {player}.", player=seat.name)
    return count(
        "No UNO is needed: {player} has {n} card.",
        "No UNO is needed: {player} has {n} cards.",
        seat.count,
        player=seat.name,
    )
