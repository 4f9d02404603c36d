"""The options a game is played by, said when it starts: only those that differ from the edition's own."""

from __future__ import annotations

from companion.referee.options import MatchMode, Options, parse_options
from companion.referee.state import State
from companion.voice.lines import Phrase, count, say


def agreed_rules(state: State) -> tuple[Phrase, ...]:
    """One phrase for each option that is not as the edition has it."""
    usual, ours = parse_options(state.deck, {}), state.options
    found: list[Phrase] = []
    if (ours.match_mode, ours.target) != (usual.match_mode, usual.target):
        found.append(_match(ours))
    if ours.hand_size != usual.hand_size:
        found.append(count("{n} card each", "{n} cards each", ours.hand_size))
    if ours.uno_penalty != usual.uno_penalty:
        found.append(
            count("{n} press for a missed UNO", "{n} presses for a missed UNO", ours.uno_penalty)
            if ours.uno_penalty
            else say("no penalty for a missed UNO")
        )
    found += [phrase for name, phrase in _SWITCHED.items() if getattr(ours, name) != getattr(usual, name)]
    return tuple(found)


#: Options with one value beside the default, and what that value means at the table.
_SWITCHED: dict[str, Phrase] = {
    "first_card": say("the first card must be a number"),
    "may_decline": say("whoever can play must play"),
    "two_player_reverse": say("with two players reverse does nothing"),
    "uno_window": say("a missed UNO may be caught at any time"),
    "extreme_hit_presser": say("after extreme hit the target presses"),
    "extreme_hit_next": say("after extreme hit the next player is skipped"),
    "discard_all": say("with discard all cards may be kept"),
    "last_card_draws": say("the last card makes nobody press"),
}


def _match(options: Options) -> Phrase:
    target = options.target
    match options.match_mode:
        case MatchMode.SINGLE_ROUND:
            return say("one round only")
        case MatchMode.HANDS_WON | MatchMode.ROUNDS:
            return count("first to {n} round", "first to {n} rounds", target)
        case MatchMode.WINNER_TAKES:
            return count("first to {n} point", "first to {n} points", target)
        case MatchMode.LOWEST:
            return say("the fewest points win once somebody has {n}", n=target)
        case MatchMode.ELIMINATION:
            return count("out at {n} point", "out at {n} points", target)
