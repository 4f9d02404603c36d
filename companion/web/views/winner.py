"""Who has won the round or the match, for the table's page. Pure."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.commands import NewGame
from companion.referee.events import Phase
from companion.referee.state import State
from companion.voice.game.table_facts import match_scores
from companion.voice.lines import count, say
from companion.web.language import Words

_OVER = frozenset({Phase.ROUND_OVER, Phase.GAME_OVER})


def won(state: State, words: Words) -> str:
    """Who has won and how things stand, in the sentences in which it was heard; empty while a round runs."""
    over = _last_round(state) if state.phase in _OVER else None
    if over is None:
        return ""
    told = [
        count(
            "{player} wins the round: {n} point.",
            "{player} wins the round: {n} points.",
            over.points,
            player=over.winner,
        )
        if over.points
        else say("{player} wins the round.", player=over.winner)
    ]
    if (scores := match_scores(state)) is not None:
        told.append(scores)
    if state.champion is not None:
        told.insert(0, say("{player} wins the match.", player=state.name(state.champion)))
    return " ".join(words.said(phrase) for phrase in told)


def _last_round(state: State) -> ev.RoundOver | None:
    """What the last round came to."""
    at: State | None = state
    while at is not None:
        for event in at.events:
            if isinstance(event, ev.RoundOver):
                return event
        at = at.before
    return None


def rematch(state: State) -> NewGame:
    """The same players at the same rules once more; the deal goes on to the left. Of those who left, nobody plays."""
    players = tuple(seat.name for seat in state.seats if not seat.gone)
    left = [*range(state.dealer + 1, len(state.seats)), *range(state.dealer + 1)]
    dealer = next((index for index in left if not state.seats[index].gone), None)
    return NewGame(
        state.edition,
        players,
        None if dealer is None else state.name(dealer),
        dict(state.agreed.options_written),
        state.agreed.labels,
    )
