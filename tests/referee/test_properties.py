"""What holds at every table while robots play whole rounds: cards are conserved, undo is exact, rounds end.

``UNO_SOAK=1`` plays long.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import load_deck
from companion.referee.events import Event, Phase
from companion.referee.evolve import accept, rebuild
from companion.referee.notation import read, write
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from tests.referee.robot_table import Step, play_rounds

SOAK = bool(os.environ.get("UNO_SOAK"))
SEEDS = range(60 if SOAK else 2)
DECK = load_deck("extreme")
OPTIONS: list[dict[str, str]] = [
    {},
    {"match_mode": "lowest", "target": "60", "first_card": "redraw"},
    {"match_mode": "elimination", "target": "40", "extreme_hit_presser": "target", "extreme_hit_next": "second"},
    {"match_mode": "hands-won", "uno_window": "any-time", "uno_penalty": "4", "hand_size": "3"},
    {"match_mode": "single-round", "last_card_draws": "off", "two_player_reverse": "no-effect"},
]


def robots(seed: int) -> Iterator[Step]:
    """Two to ten players at tables of all kinds."""
    for players in range(2, 11):
        yield from play_rounds(players, seed * 100 + players, rounds=2, **OPTIONS[(seed + players) % len(OPTIONS)])


# Whole rounds


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_in_one_place_and_the_referee_counts_what_the_robots_hold(seed: int) -> None:
    for step in robots(seed):
        state, cards = step.after, step.cards
        hands = [cards.hands[seat.name] for seat in state.seats]
        tags = Counter(held.tag for pile in (cards.pile, cards.discard, *hands) for held in pile)
        assert len(tags) == DECK.total
        assert set(tags.values()) == {1}
        if state.phase is Phase.SETUP and state.round > 1:
            continue  # the robots deal to those who are out as well; no card is turned yet
        assert [held.card for held in cards.discard] == list(state.discard)
        for seat, hand in zip(state.seats, hands, strict=True):
            assert seat.out or seat.count == len(hand), f"{seat.name} after {write(step.command)}"
        if not any(seat.out for seat in state.seats):
            assert state.supply == state.unaccounted == len(cards.pile)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_rebuilt_from_its_statements_is_the_same_table(seed: int) -> None:
    entries: list[tuple[Command, tuple[Event, ...]]] = []
    last: State = EMPTY
    for step in robots(seed):
        if isinstance(step.command, cmd.NewGame):
            entries = []
        as_text = json.loads(json.dumps([ev.to_json(event) for event in step.events]))
        events = tuple(ev.from_json(event) for event in as_text)
        assert events == step.events
        assert read(write(step.command)) == _untagged(step.command)
        entries.append((read(write(step.command)), events))
        last = step.after
        if step.after.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}:
            rebuilt = rebuild(entries)
            assert rebuilt == last
            assert rebuilt.before == last.before


def _untagged(command: Command) -> Command:
    """A command as its statement says it; the physical card's identity stands in the events."""
    match command:
        case cmd.Play(player, cards, colour, target, anyway):
            return cmd.Play(player, cards, colour, target, anyway)
        case cmd.Discard(player, cards):
            return cmd.Discard(player, cards)
        case cmd.Top(card):
            return cmd.Top(card)
    return command


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_gives_exactly_the_table_before_every_statement(seed: int) -> None:
    for step in robots(seed):
        undone = decide(step.after, cmd.Undo())
        assert not isinstance(undone, Refusal)
        back = accept(step.after, cmd.Undo(), undone)
        if isinstance(step.command, cmd.NewGame):
            assert back == EMPTY
        else:
            assert back == step.before
            assert (back.before, back.statement, back.events) == (
                step.before.before,
                step.before.statement,
                step.before.events,
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_every_round_of_robots_comes_to_its_end_with_one_winner(seed: int) -> None:
    ends = [step for step in robots(seed) if step.after.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}]
    assert len(ends) >= 9
    for step in ends:
        assert step.after.winner is not None
        assert not step.after.debts
        assert sum(isinstance(event, ev.RoundOver) for event in step.events) == 1
