"""Why the referee says no, in a few words: for tables that know the game and only ask what is wrong.

Only refusals that are long otherwise are here; the card and what would match are always told.
"""

from __future__ import annotations

from companion.referee.commands import Command, Pass, Play
from companion.referee.events import Phase, Unit
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State
from companion.voice.game.card_refusals import would_stack
from companion.voice.lines import Phrase, followed, say


def in_brief(  # noqa: C901 - one case a code
    state: State, command: Command, refusal: Refusal
) -> Phrase | None:
    """The refusal in fewer words than usual; None where it has few as it is."""
    card = refusal.card
    match refusal.code:
        case RefusalCode.NO_MATCH:
            return _no_match(refusal)
        case RefusalCode.ALREADY_DRAWN if isinstance(command, Play):
            return say("Only the drawn card.")
        case RefusalCode.ALREADY_DRAWN if _launched(state):
            return say("Play one card or pass.")
        case RefusalCode.ALREADY_DRAWN if not state.options.draw_until_playable:
            return say("One draw a turn.")
        case RefusalCode.MUST_PLAY if isinstance(command, Pass):
            return say("Play the drawn card.")
        case RefusalCode.CANNOT_FINISH if card is not None:
            return say("{card:capital}: not as the last card.", card=card)
        case RefusalCode.CANNOT_JUMP_IN if isinstance(command, Play) and refusal.top is not None:
            no = say("No: {card}.", card=command.cards[0])
            return followed(no, say("Only {card} jumps in.", card=refusal.top)) if refusal.top.is_number else no
        case RefusalCode.MUST_PAY:
            return _until_colour(state, command, refusal)
        case RefusalCode.WRONG_SIDE:
            return say("That side is turned away.")
        case RefusalCode.NO_SUPPLY:
            return say("Nothing left to draw: shuffle the discard.")
    return None


def _until_colour(state: State, command: Command, refusal: Refusal) -> Phrase | None:
    """First somebody draws until a card of the colour comes; other debts take few words as it is."""
    payer = None if refusal.player is None else state.find(refusal.player)
    debt = None if payer is None else state.debt_of(payer)
    if debt is None or debt.number is not None or debt.unit is Unit.PRESSES or state.phase is Phase.CHALLENGE:
        return None
    if state.colour is None:
        return None
    first = say("First {player}: until {colour}.", player=state.name(debt.player), colour=state.colour)
    return followed(first, say("No stacking here.")) if would_stack(state, command) else first


def _launched(state: State) -> bool:
    return state.drawn is not None and state.drawn.launched


def _no_match(refusal: Refusal) -> Phrase | None:
    card, colour, top = refusal.card, refusal.colour, refusal.top
    if card is None or colour is None or refusal.awaited is Awaited.DISCARDS:
        return None
    no = say("No: {card}.", card=card)
    if top is None or top.is_wild:
        return followed(no, say("Only {colour}.", colour=colour))
    return followed(no, say("{colour:capital} or {top:one}.", colour=colour, top=top))
