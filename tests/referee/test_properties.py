"""What holds at every table: cards are conserved, nothing is lost or made, nothing hangs, undo is exact.

Whole rounds are played by robots; ``soup`` is anything anybody could say at any time. ``UNO_SOAK=1`` plays long.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.commands import Command, Correctable
from companion.referee.decide import decide
from companion.referee.decks import load_deck
from companion.referee.events import Direction, Event, Phase
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
_soup = settings(
    max_examples=3000 if SOAK else 120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=not SOAK,
)


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
        assert [held.card for held in cards.discard] == [lying.card for lying in state.discard]
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


# Soup: anything anybody says at any time

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
names = st.sampled_from((*PLAYERS, "Zoe"))
some_cards = st.sampled_from([*DECK.faces, Card("0", Colour.RED), Card("wild-draw-four"), Card("4", Colour.PINK)])
card_lists = st.lists(some_cards, min_size=1, max_size=4).map(tuple)
colours = st.sampled_from(list(Colour)[:5])
small = st.integers(0, 12)
tags = st.none() | st.sampled_from(["TXK10011", "TXK10021"])

corrections = st.one_of(
    st.builds(cmd.Correct, st.just(Correctable.TURN), names),
    st.builds(cmd.Correct, st.just(Correctable.COLOUR), colours),
    st.builds(cmd.Correct, st.just(Correctable.DIRECTION), st.sampled_from(Direction)),
    st.builds(cmd.Correct, st.just(Correctable.TOP), some_cards),
    st.builds(cmd.Correct, st.just(Correctable.COUNT), st.sampled_from([0, 1, 2, 90, 999]), names),
    st.builds(cmd.Correct, st.just(Correctable.SCORE), st.integers(0, 600), names),
)
statements: st.SearchStrategy[Command] = st.one_of(
    st.builds(cmd.Play, names, card_lists.map(lambda cards: cards[:1]), st.none() | colours, st.none() | names,
              st.booleans(), tags),
    st.builds(cmd.Play, names, card_lists, anyway=st.booleans()),
    st.builds(cmd.Press, names, st.none() | small),
    st.builds(cmd.Pick, names, colours),
    st.builds(cmd.Target, names, names),
    st.builds(cmd.CallUno, names),
    st.builds(cmd.Catch, names, names),
    st.builds(cmd.Discard, names, card_lists, tags),
    st.builds(cmd.Done, names),
    st.builds(cmd.Pass, names),
    st.builds(cmd.Draw, names, st.none() | small) | st.builds(cmd.Draw, names, cards=card_lists),
    st.builds(cmd.Challenge, names) | st.builds(cmd.Accept, names) | st.builds(cmd.Verdict, st.booleans()),
    st.builds(cmd.CountLeft, names, card_lists) | st.builds(cmd.CountLeft, names, points=small),
    st.builds(cmd.Hold, names, card_lists) | st.builds(cmd.Hold, names, number=small),
    st.builds(cmd.Top, some_cards),
    st.builds(cmd.Leave, names),
    st.just(cmd.Reload()),
    st.just(cmd.NextRound()),
    st.just(cmd.Undo()),
    st.builds(cmd.Scan, st.sampled_from(["TXK10011", "", "TCUNDOA"])),
    corrections,
)  # fmt: skip
games = st.builds(
    lambda number, options: cmd.NewGame("extreme", PLAYERS[:number], options=options),
    st.integers(2, 4),
    st.sampled_from(OPTIONS),
)


def helpful(state: State) -> list[Command]:
    """What somebody at this table could do to bring it on; a table that hangs accepts none of it."""
    turn = None if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.NONE:
            return [cmd.NewGame("extreme", PLAYERS)]
        case Phase.SETUP | Phase.TOP:
            return [cmd.Top(Card("4", Colour.BLUE))]
        case Phase.PLAYING | Phase.PAYING:
            presser = state.presser()
            assert presser is not None, "nobody may press"
            name = state.name(presser)
            return [cmd.Press(name, 0), cmd.Reload(), *(cmd.Play(name, (card,)) for card in DECK.faces)]
        case Phase.COLOUR:
            assert turn is not None
            return [cmd.Pick(turn, Colour.RED)]
        case Phase.TARGET:
            assert turn is not None
            return [cmd.Target(turn, state.name(index)) for index in state.playing()]
        case Phase.DISCARDING:
            assert turn is not None
            return [cmd.Done(turn)]
        case Phase.COUNTING:
            return [cmd.CountLeft(seat.name, points=3) for seat in state.seats]
        case Phase.ROUND_OVER:
            return [cmd.NextRound()]
    return [cmd.Undo()]


def assert_sound(state: State) -> None:
    """What must be true of any table, however it came about."""
    assert all(seat.count >= 0 for seat in state.seats)
    assert all(seat.cards is None or len(seat.cards) == seat.count for seat in state.seats)
    assert all(debt.number is None or debt.number > 0 for debt in state.debts)
    assert all(not state.seats[debt.player].gone and not state.seats[debt.to].gone for debt in state.debts)
    assert (state.phase is Phase.PAYING) <= bool(state.debts)
    assert not (state.phase is Phase.PLAYING and state.debts)
    running = {Phase.PLAYING, Phase.PAYING, Phase.COLOUR, Phase.TARGET, Phase.DISCARDING}
    if state.phase in running:
        assert state.turn is not None
        assert state.seats[state.turn].plays
        assert state.top is not None
        assert len(state.playing()) > 1


@given(games, st.lists(statements | games, max_size=60))
@_soup
def test_whatever_is_said_the_table_stays_sound_and_refusals_cost_nothing(
    game: cmd.NewGame, said: list[Command]
) -> None:
    state = EMPTY
    entries: list[tuple[Command, tuple[Event, ...]]] = []
    for at, command in enumerate([game, *said]):
        # Every other statement brings the table on, so that all phases are met.
        options = helpful(state) if at % 2 and state.phase is not Phase.GAME_OVER else [command]
        for statement in options:
            told = repr(state)
            outcome = decide(state, statement)
            assert repr(state) == told, "the table was changed by asking"
            if isinstance(outcome, Refusal):
                continue
            before, state = state, accept(state, statement, outcome)
            entries.append((statement, outcome))
            assert_sound(state)
            for event in outcome:
                assert ev.from_json(json.loads(json.dumps(ev.to_json(event)))) == event
            if not isinstance(statement, cmd.Undo | cmd.NewGame):
                undone = decide(state, cmd.Undo())
                assert not isinstance(undone, Refusal)
                assert accept(state, cmd.Undo(), undone) == before
            break
    assert rebuild(entries) == state


@given(games, st.lists(statements, max_size=60))
@_soup
def test_the_game_never_hangs(game: cmd.NewGame, said: list[Command]) -> None:
    state = EMPTY
    for at, command in enumerate([game, *said]):
        outcome = decide(state, command)
        if not isinstance(outcome, Refusal):
            state = accept(state, command, outcome)
        on = [statement for statement in helpful(state) if not isinstance(decide(state, statement), Refusal)]
        assert on, f"nobody can do anything in phase {state.phase} after {write(command)}"
        moved = decide(state, on[at % len(on)])
        if not isinstance(moved, Refusal) and at % 2:
            state = accept(state, on[at % len(on)], moved)
