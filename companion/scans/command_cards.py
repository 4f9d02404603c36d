"""What a command card says by itself, and why it cannot: by the table as it stands and the badge before. Pure."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee import commands as cmd
from companion.referee.cards import Colour
from companion.referee.commands import Command
from companion.referee.events import Phase
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State, Uno
from companion.referee.uno import open_call
from companion.tags import CommandWord

_COLOURS = {CommandWord(colour.upper()): colour for colour in Colour}
_OF_THE_TABLE: dict[CommandWord, Command] = {
    CommandWord.RELOAD: cmd.Reload(),
    CommandWord.ROUND: cmd.NextRound(),
    CommandWord.GUILTY: cmd.Verdict(guilty=True),
    CommandWord.INNOCENT: cmd.Verdict(guilty=False),
}
_OF_A_PLAYER: dict[CommandWord, Callable[[str], Command]] = {
    CommandWord.PASS: cmd.Pass,
    CommandWord.DRAW: cmd.Draw,
    CommandWord.DONE: cmd.Done,
    CommandWord.CHALLENGE: cmd.Challenge,
    CommandWord.ACCEPT: cmd.Accept,
}


def said_by(word: CommandWord, badge: str | None, state: State) -> Command | Refusal:
    """The statement of a card that needs nothing but a game: the table's, or a player's (``notation.md`` detail 13).

    Without a badge it is that of whomever the phase waits for.
    """
    if word in _OF_THE_TABLE:
        return _OF_THE_TABLE[word]
    turn = name_of(state, state.turn)
    if word not in {*_OF_A_PLAYER, *_COLOURS, CommandWord.UNO, CommandWord.CATCH}:
        return not_now(state)
    if turn is None:
        return over(state)
    if word is CommandWord.CATCH:
        return _catch(state)
    if word is CommandWord.UNO:
        return cmd.CallUno(badge or name_of(state, open_call(state)) or turn)
    if word in _COLOURS:
        return cmd.Pick(badge or turn, _COLOURS[word])
    payer = state.next_payer() if state.phase in {Phase.PAYING, Phase.CHALLENGE} else None
    return _OF_A_PLAYER[word](badge or name_of(state, payer) or turn)


def _catch(state: State) -> Command:
    """Without a badge: whose call is open is caught, in the name of the player in turn."""
    missed = next((seat.name for seat in state.seats if seat.uno is Uno.MISSED), None)
    turn = state.turn or 0
    other = state.name(state.next_seat(turn))
    caught = name_of(state, open_call(state)) or missed or other
    accuser = state.name(turn)
    return cmd.Catch(other if accuser == caught else accuser, caught)


def name_of(state: State, index: int | None) -> str | None:
    """The name of a seat, where there is one."""
    return None if index is None else state.name(index)


def stranger(badge: int) -> Refusal:
    """A badge of nobody who plays."""
    return Refusal(RefusalCode.UNKNOWN_PLAYER, player=str(badge))


def no_game() -> Refusal:
    """First a game must be started."""
    return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.GAME)


def over(state: State) -> Refusal:
    """Nobody has the turn: no card is turned up yet, or the round is over."""
    if state.phase in {Phase.SETUP, Phase.TOP}:
        return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.TOP)
    return Refusal(RefusalCode.GAME_OVER if state.phase is Phase.GAME_OVER else RefusalCode.ROUND_OVER)


def not_now(state: State) -> Refusal:
    """Something else is awaited."""
    return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.PLAY, by=name_of(state, state.turn))
