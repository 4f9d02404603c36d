"""The call UNO and catching whoever forgot it (``rules.md`` section 4; ``notation.md``, detail 7)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.commands import CallUno, Catch
from companion.referee.debts import must_take
from companion.referee.events import Cause
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.state import Seat, State, Uno

_BEFORE_THE_PLAY = 2  # cards in hand when the next play leaves one


def open_call(state: State) -> int | None:
    """Whose call is open: the last play left one card and nobody has called, or caught."""
    return next((index for index, seat in enumerate(state.seats) if seat.uno is Uno.OPEN), None)


def call(ruling: Ruling, command: CallUno) -> None:
    """A player says UNO. It is never refused while a round runs; without need nothing happens."""
    index = ruling.player(command.player)
    ruling.running()
    seat = ruling.state.seats[index]
    before_the_play = seat.uno is Uno.QUIET and seat.count == _BEFORE_THE_PLAY
    if before_the_play or _call_is_due(ruling, seat):
        ruling.emit(ev.UnoCalled(seat.name))
    elif seat.uno is Uno.QUIET and seat.count > _BEFORE_THE_PLAY and index == ruling.state.turn:
        # With more than two cards only a discard-all can leave one; then the play says it.
        ruling.emit(ev.UnoCalled(seat.name, early=True))


def catch(ruling: Ruling, command: Catch) -> None:
    """Somebody accuses a player with one card of the missing call."""
    by = ruling.player(command.player)
    index = ruling.player(command.accused)
    ruling.running()
    seat = ruling.state.seats[index]
    if not _call_is_due(ruling, seat):
        missed = seat.count == 1 and seat.uno is Uno.MISSED
        code = RefusalCode.TOO_LATE if missed else RefusalCode.NOTHING_TO_CATCH
        raise RefusedError(Refusal(code, player=seat.name))
    if by == index:
        raise RefusedError(Refusal(RefusalCode.BAD_TARGET, player=seat.name))
    ruling.emit(ev.Caught(seat.name, ruling.state.name(by)))
    must_take(ruling, index, ruling.state.options.uno_penalty, cause=Cause.PENALTY, by=None)


def _call_is_due(ruling: Ruling, seat: Seat) -> bool:
    """True where a call would still help, and its want may be caught."""
    if seat.count != 1:
        return False
    late = ruling.state.options.uno_window == "any-time" and seat.uno in {Uno.MISSED, Uno.QUIET}
    return late or seat.uno is Uno.OPEN
