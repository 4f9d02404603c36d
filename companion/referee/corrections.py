"""What the table puts right: ``set …`` makes the state what really lies there, and ``undo`` goes back."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.commands import Correct, Correctable, Undo
from companion.referee.debts import pass_turn
from companion.referee.effects import settle
from companion.referee.events import Phase
from companion.referee.notation import write
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import end_round, finisher
from companion.referee.setting_up import check_count

_BETWEEN_ROUNDS = frozenset({Correctable.COUNT, Correctable.SCORE})


def correct(ruling: Ruling, command: Correct) -> None:
    """One thing is put right."""
    what = command.what
    index = None if command.player is None else ruling.player(command.player)
    turn = ruling.player(str(command.value)) if what is Correctable.TURN else None
    if ruling.state.phase is not Phase.ROUND_OVER or what is not Correctable.SCORE:
        ruling.not_over()
    if isinstance(command.value, Card) and ruling.state.seats:
        ruling.face(command.value)
    if what not in _BETWEEN_ROUNDS or ruling.state.phase is Phase.NONE:
        ruling.running()
    if isinstance(command.value, Colour) and command.value not in ruling.state.deck.colours[ruling.state.side]:
        raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, colour=command.value, number=0))
    if turn is not None:
        ruling.in_the_match(turn)
    if what is Correctable.COUNT and index is not None and isinstance(command.value, int):
        ruling.in_the_match(index)
        check_count(ruling, index, command.value)
    value = ruling.state.name(turn) if turn is not None else command.value
    player = None if index is None else ruling.state.name(index)
    ruling.emit(ev.Corrected(what, value if isinstance(value, int) else str(value), player))
    _go_on(ruling, what)


def _go_on(ruling: Ruling, what: Correctable) -> None:
    """What a correction answers needs no other answer: a colour that was awaited, a last card's unpaid draw."""
    state = ruling.state
    turn = state.turn
    if turn is None:
        return
    asked = state.phase is Phase.COLOUR
    no_wild = asked and what is Correctable.TOP and state.top is not None and not state.top.is_wild
    if asked and what is Correctable.COLOUR:
        settle(ruling, turn)
    elif (no_wild or what is Correctable.TURN) and (winner := finisher(state)) is not None:
        end_round(ruling, winner)
    elif no_wild:
        first = state.open_card is not None and state.open_card.first
        pass_turn(ruling, turn if first else state.next_seat(turn))


def undo(ruling: Ruling, _: Undo) -> None:
    """The last accepted statement is taken back, with all that followed from it by itself."""
    statement = ruling.state.statement
    if statement is None:
        raise RefusedError(Refusal(RefusalCode.NOTHING_TO_UNDO))
    ruling.emit(ev.Undone(write(statement)))
