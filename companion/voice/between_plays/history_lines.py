"""The last plays, told again as they were: for whoever was out of the room, or lost the thread."""

from __future__ import annotations

from companion.referee.events import GameStarted, Phase, RoundStarted
from companion.referee.state import State
from companion.voice.game.event_lines import facts
from companion.voice.game.prompts import how_to_begin
from companion.voice.lines import Line, Phrase, Verbosity, answer, followed, say, together

LAST_PLAYS = 3


def history(state: State, address: str | None = None) -> list[Line]:
    """What the last statements of this round came to, the oldest first; what was taken back is not among them."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    told = _last_told(state)
    if not told:
        return [answer(say("Nothing was played yet."))]
    return [answer(followed(say("The last plays, in order."), *told), state.edition)]


def _last_told(state: State) -> list[Phrase]:
    told: list[Phrase] = []
    after = state
    while (before := after.before) is not None and len(told) < LAST_PLAYS:
        if any(isinstance(event, GameStarted | RoundStarted) for event in after.events):
            break
        said = (
            together(told for _, told in facts(before, after.events, after, Verbosity.NORMAL))
            if after.events
            else None
        )
        told = [*([said] if said else []), *told]
        after = before
    return told
