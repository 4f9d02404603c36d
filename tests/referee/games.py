"""Games as hypothesis draws them, and how long the proofs that play them are.

``UNO_SOAK=1`` plays long; otherwise the same games every time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from companion.referee.commands import NewGame
from companion.referee.decks import Supply, editions, load_deck
from companion.referee.options import OPTIONS, PRESETS, MatchMode, resolve_preset
from tests.soak import SOAK

#: How long the proofs are: games of each of the two, the most statements of one game (from its `game` line, or until
#: it is over and begins again), and of how many games one is then played on to the end of its round.
GAMES, STATEMENTS, ONE_ENDS_OF = (20_000, 80, 2) if SOAK else (1_000, 16, 8)
SECONDS = 6 * 3600 if SOAK else 600  # of one proof: so long only where the machine is busy with other things

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Marie Claire", "Éva", "top", 'Gus "G"', "Hana", "as")

#: Every option of the rules, with its values or some of its numbers.
VALUES: dict[str, tuple[str, ...]] = {
    "draw_from": tuple(Supply),
    "match_mode": tuple(MatchMode),
    "target": ("1", "20", "200"),
    "hand_size": ("1", "2", "3", "4", "7", "20"),
    "first_card": ("apply", "redraw"),
    "drawn_card": ("may", "must", "never"),
    "plus4_rule": ("colour", "none-playable", "free"),
    "two_player_reverse": ("play-again", "no-effect"),
    "uno_penalty": ("0", "2", "10"),
    "uno_window": ("next-turn", "any-time"),
    "flip_score_side": ("ended", "light"),
    "extreme_hit_presser": ("player", "target"),
    "extreme_hit_next": ("next", "second"),
    "discard_all": ("all", "some"),
    "stacking": ("off", "same-kind", "plus4-on-plus2", "any"),
    "custom_text": ("Sing # loud|Swap, then sit",),
    **dict.fromkeys(
        ("may_decline", "play_after_launch", "auto_draw", "challenge", "last_card_draws", "draw_until_playable",
         "seven_zero", "jump_in", "no_finish_on_action", "sides_may_be_announced"),
        ("on", "off"),
    ),
}  # fmt: skip
assert VALUES.keys() == OPTIONS.keys(), "an option that no proof plays with"


@st.composite
def games(draw: st.DrawFn) -> NewGame:
    """A game of any edition or preset, two to ten players, any options that its deck can deal."""
    edition = draw(st.sampled_from([*editions(), *PRESETS]))
    players = NAMES[: draw(st.sampled_from((2, 3, 4, 5, 3, 4, 2, 6, 8, 10)))]
    given = {name: st.sampled_from(values) for name, values in VALUES.items()}
    options: dict[str, str] = draw(st.fixed_dictionaries({}, optional=given))
    total = load_deck(resolve_preset(edition, {})[0]).total
    most = min(20, (total - 2) // len(players))  # hardly anything is left in the pile
    options.setdefault("hand_size", draw(st.sampled_from(("2", "3", "4", "7", str(most)))))
    options["hand_size"] = str(min(most, int(options["hand_size"])))
    dealer = draw(st.sampled_from([None, *players]))
    return NewGame(edition, players, dealer, options, draw(st.sampled_from([None, "uk"])))


def play_games(machine: type[RuleBasedStateMachine], **more: Any) -> None:
    """Runs a machine for as many games as a proof has; each of its steps is a statement."""
    given: Mapping[str, Any] = {
        "max_examples": GAMES,
        "stateful_step_count": STATEMENTS,
        "derandomize": not SOAK,
    }
    run_state_machine_as_test(machine, settings=settings(**{**given, **more}))
