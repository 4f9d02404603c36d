"""What was put right, as a phrase: for the correction itself and for taking it back."""

from __future__ import annotations

from companion.referee.cards import Card, Colour
from companion.referee.commands import Correctable
from companion.referee.events import Direction
from companion.referee.state import State
from companion.voice.lines import Phrase, count, say


def correction(what: Correctable, value: str | int | Card | Colour, player: str | None, state: State) -> Phrase:
    """What is now so; whose turn it is is left to the line about the turn. ``value`` as the event has it."""
    name = player or ""
    match what:
        case Correctable.TURN:
            return say("whose turn it is")
        case Correctable.COLOUR:
            return say("colour {colour}", colour=Colour(str(value)))
        case Correctable.DIRECTION:
            return say("direction {direction}", direction=Direction(str(value)))
        case Correctable.TOP:
            return say("top card {card}", card=Card.from_word(str(value)))
        case Correctable.COUNT:
            return count("{player}: {n} card", "{player}: {n} cards", int(str(value)), player=name)
        case Correctable.SCORE if state.options.match_mode.counts_rounds:
            return count("{player}: {n} round", "{player}: {n} rounds", int(str(value)), player=name)
        case Correctable.SCORE:
            return count("{player}: {n} point", "{player}: {n} points", int(str(value)), player=name)
