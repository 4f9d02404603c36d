"""One part of the table's status alone, for whoever has lost just that: top card, turn, debts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.referee.events import Phase
from companion.referee.state import State
from companion.voice.game.debt_lines import owed
from companion.voice.game.prompts import how_to_begin, prompt
from companion.voice.game.table_facts import direction, top_card
from companion.voice.lines import Line, Phrase, Verbosity, answer, say, together

_NOBODYS_TURN = frozenset({Phase.SETUP, Phase.TOP, Phase.COUNTING, Phase.ROUND_OVER})


def top(state: State) -> Phrase:
    """The top card, and the colour that counts where another was named."""
    told = together(top_card(state))
    return say("No card lies open yet.") if told is None else told


def turn(state: State) -> Phrase:
    """Whose move it is and which, and the way play goes round."""
    if state.phase is Phase.GAME_OVER and state.champion is not None:
        return say("{player} wins the match.", player=state.name(state.champion))
    way_round = None if state.phase in _NOBODYS_TURN else direction(state)
    told = together(part for part in (prompt(state, Verbosity.NORMAL), way_round) if part is not None)
    return told or direction(state)


def debts(state: State) -> Phrase:
    """What everybody owes, in the order it is paid."""
    told = together(owed(state, debt) for debt in state.debts)
    return say("Nobody owes anything.") if told is None else told


#: What can be asked for alone, by the word of the page's button.
SINGLE: Mapping[str, Callable[[State], Phrase]] = {"top": top, "turn": turn, "owed": debts}


def single_answer(question: str, state: State, address: str | None = None) -> list[Line]:
    """The answer to one of ``SINGLE``; before a game how to begin one."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    return [answer(SINGLE[question](state), state.edition)]
