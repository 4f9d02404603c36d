"""The same games told to three referees who know all, none and some of the cards: they rule alike.

The cards really lie somewhere (``true_hands``); what the referees count, know and conclude is held against that.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import ClassVar

import pytest
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import load_deck
from companion.referee.events import Event, Phase
from companion.referee.evolve import accept
from companion.referee.knowledge import contradictions, hand_knowledge
from companion.referee.notation import write
from companion.referee.options import resolve_preset
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY
from companion.referee.state_text import read_state, write_state
from companion.views import state_view
from tests.referee.games import GAMES, ONE_ENDS_OF, SECONDS, games, play_games
from tests.referee.true_hands import ASKING, TrueCards, answer, further_discards, moves, talk, untold
from tests.soak import SOAK

MOST_TO_THE_END = 1200
STEADY = 0.8


class Table:
    """One referee and what it was told of the last play."""

    def __init__(self) -> None:
        self.state = EMPTY
        self.seen: tuple[Card, ...] = ()

    def say(self, command: Command) -> tuple[Event, ...]:
        """A statement that must be accepted."""
        outcome = decide(self.state, command)
        assert not isinstance(outcome, Refusal), f"{write(command)}: {outcome}"
        self.state = accept(self.state, command, outcome)
        for event in outcome:
            match event:
                case ev.Played(_, cards):
                    self.seen = cards
                case ev.Discarded(_, cards):
                    self.seen += cards
        return outcome


class TrueHands(RuleBasedStateMachine):
    """People play with real cards and tell three tables of it."""

    begun: ClassVar[int] = 0
    ended: ClassVar[int] = 0
    said: ClassVar[Counter[type[Command]]] = Counter()
    asked: ClassVar[Counter[Phase]] = Counter()  # by tables that do not know the hands

    @initialize(game=games(), seed=st.integers(0, 99), tells=st.lists(st.booleans(), min_size=10, max_size=10))
    def somebody_deals(self, game: cmd.NewGame, seed: int, tells: list[bool]) -> None:
        self.game, self.seed, self.tells = game, seed, tells
        self.known, self.hidden, self.partly = Table(), Table(), Table()
        self.tables = (self.known, self.hidden, self.partly)
        deck = load_deck(resolve_preset(game.edition, {})[0])
        self.cards = TrueCards(deck, game.players, int(game.options.get("hand_size", "7")), Random(seed))
        self.steps = 0
        self._begin()

    def _begin(self) -> None:
        type(self).begun += 1
        self._exchange(self.game, tell=False)

    @rule(move=st.integers(0, 39), variant=st.integers(0, 15), tell=st.booleans())
    def somebody_says(self, move: int, variant: int, tell: bool) -> None:
        self.steps += 1
        state = self.known.state
        if state.phase is Phase.GAME_OVER:
            self.cards.deal(self.game.players)
            self._begin()
            return
        said = (move % 4 == 3 and talk(state, variant)) or list(moves(state, self.cards, variant))
        start = move // 4 % max(1, len(said))
        for command in (*said[start:], *said[:start]):
            if not isinstance(decide(state, command), Refusal):
                self._exchange(command, tell=tell)
                return
        assert move % 4 == 3, f"nothing brings this table on: {state.phase}"

    def _exchange(self, command: Command, *, tell: bool) -> None:
        """Something is said at all tables, and each is answered what it then asks."""
        self.said[type(command)] += 1
        note(f"{write(command)}{' (told)' if tell else ''}")
        self._told_all(command)
        self.hidden.say(untold(command))
        self.partly.say(command if tell else untold(command))
        for table in (self.hidden, self.partly):
            while table.state.phase in ASKING:
                self.asked[table.state.phase] += 1
                table.say(answer(table.state, self.cards, table.seen, shown=tell))
        if isinstance(command, cmd.NewGame | cmd.NextRound):
            self._hands_are_told()

    def _told_all(self, command: Command) -> None:
        """The table that knows most is asked first: what it makes of a play is what was done with the cards."""
        self.cards.follow(self.known.say(command), self.known.state)
        while (state := self.known.state).phase in ASKING:
            more = further_discards(state, self.cards) if state.phase is Phase.DISCARDING else ()
            said = cmd.Discard(state.name(state.turn or 0), more) if more else None
            reply = self.known.say(said or answer(state, self.cards, self.known.seen, shown=False))
            self.cards.follow(reply, self.known.state)

    def _hands_are_told(self) -> None:
        state = self.known.state
        for index in state.playing():
            name = state.name(index)
            told = cmd.Hold(name, self.cards.hand(name))
            self.known.say(told)
            self.partly.say(told if self.tells[index] else untold(told))

    def teardown(self) -> None:
        """The round comes to its end, without a loop."""
        if not hasattr(self, "game"):
            return
        for table in self.tables:
            assert read_state(write_state(table.state)) == table.state
        if self.seed % ONE_ENDS_OF:
            return
        chance = Random(self.seed)
        for step in range(MOST_TO_THE_END):
            state = self.known.state
            if state.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}:
                type(self).ended += 1
                return
            may = (
                it
                for it in moves(state, self.cards, 12 if step % 3 else 6)
                if not isinstance(decide(state, it), Refusal)
            )
            # Mostly the best; who always does the same may go round for ever where the last card must be a number.
            self._told_all(next(may) if chance.random() < STEADY else chance.choice(list(may)))
        raise AssertionError(f"the round does not end: {write_state(self.known.state)}")

    @invariant()
    def all_tables_show_the_same(self) -> None:
        known, hidden, partly = (state_view(table.state, 1, 1) for table in self.tables)
        assert hidden == known
        assert partly == known

    @invariant()
    def every_card_lies_where_the_referees_count_it(self) -> None:
        state, cards = self.known.state, self.cards
        if state.phase is Phase.SETUP:
            return
        assert state.supply == state.unaccounted == len(cards.pile)
        assert state.discard_size == len(cards.discard)
        assert not Counter(state.discard) - Counter(held.card for held in cards.discard)
        assert [seat.count for seat in state.seats] == [len(cards.hands[seat.name]) for seat in state.seats]

    @invariant()
    def nothing_false_is_claimed_of_a_hand(self) -> None:
        """Each of the tables by turns: of the player in turn and of the others by turns, in a soak of all."""
        state = self.tables[self.steps % 3].state
        assert not contradictions(state)
        some = {state.turn or 0, self.steps % len(state.seats)}
        for index in range(len(state.seats)) if SOAK else some:
            known, held = hand_knowledge(state, index), Counter(self.cards.hand(state.name(index)))
            assert Counter(known.cards) <= held
            assert held <= Counter(known.possible)
            assert known.fewest <= held.total() <= known.most


@pytest.mark.timeout(SECONDS)
def test_referees_who_know_all_some_or_none_of_the_cards_rule_alike_and_claim_no_falsehood() -> None:
    games = GAMES // 2  # each is ruled at three tables
    play_games(TrueHands, max_examples=games)
    assert TrueHands.begun >= games
    assert TrueHands.ended >= games / ONE_ENDS_OF / 2
    for kind in (cmd.Play, cmd.Press, cmd.Draw, cmd.Pass, cmd.Pick, cmd.Target, cmd.Challenge, cmd.Accept, cmd.Catch,
                 cmd.CallUno, cmd.Reload, cmd.NextRound, cmd.Leave):  # fmt: skip
        assert TrueHands.said[kind], kind
    assert set(TrueHands.asked) == ASKING
