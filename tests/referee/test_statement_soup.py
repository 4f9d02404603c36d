"""Anything anybody could say at any time, at tables of every edition and with any options.

Nothing crashes, a refusal changes nothing and names no card of a hand, every card stays in one place, undo is exact,
the journal and the text give the same table again, and whatever has happened the table can be brought on.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.referee import commands as cmd
from companion.referee import decide as deciding
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.events import Event, Phase
from companion.referee.evolve import accept, evolve, rebuild
from companion.referee.notation import read, write
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.referee.state_text import read_state, write_state
from tests.referee.games import GAMES, ONE_ENDS_OF, SECONDS, games, play_games
from tests.referee.sayings import SAYINGS, Chosen, Words, sensible, ways_on

decide = deciding.decide
MOST_TO_THE_END = 3000
#: What chance alone seldom leads to (each has games of its own elsewhere in tests); tags are read
#: before the referee hears of them. What is drawn depends on the modules that are loaded beside this one.
SELDOM = {RefusalCode.BAD_TAG, RefusalCode.HAS_COLOUR, RefusalCode.TARGET_NEEDED, RefusalCode.GAME_OVER}
RUNNING = frozenset(
    {Phase.PLAYING, Phase.PAYING, Phase.COLOUR, Phase.TARGET, Phase.DISCARDING, Phase.CHALLENGE, Phase.VERDICT}
)


class Soup(RuleBasedStateMachine):
    """A table as it changes, and what is said there."""

    begun: ClassVar[int] = 0
    ended: ClassVar[int] = 0
    phases: ClassVar[set[Phase]] = set()
    kinds: ClassVar[Counter[str]] = Counter()
    codes: ClassVar[Counter[RefusalCode]] = Counter()

    @initialize(game=games(), ends=st.integers(0, 63))
    def a_game_is_begun(self, game: cmd.NewGame, ends: int) -> None:
        self.game, self.ends = game, ends
        self.after, self.journal = EMPTY, list[tuple[Command, tuple[Event, ...]]]()
        self._say(game)

    @rule(
        saying=st.integers(-60, len(SAYINGS)),
        chosen=st.builds(
            Chosen,
            who=st.integers(0, 10),
            other=st.integers(0, 10),
            card=st.integers(0, 150),
            number=st.integers(0, 12),
            told=st.booleans(),
        ),
    )
    def somebody_says(self, saying: int, chosen: Chosen) -> None:
        """Mostly what makes sense just now; where nothing is played the game begins again."""
        words = Words(self.after, chosen)
        if self.after.phase in {Phase.NONE, Phase.GAME_OVER} and saying < 0:
            self._say(self.game)
        elif saying < 0:
            some = sensible(self.after, words)
            self._say(some[-saying % len(some)])
        else:
            self._say(cmd.Undo() if saying == len(SAYINGS) else SAYINGS[saying](words))

    def _say(self, command: Command) -> None:
        note(write(command))
        self.command, self.before = command, self.after
        ruled = deciding.rule(self.before, command)
        self.outcome = ruled if isinstance(ruled, Refusal) else ruled.events
        if isinstance(ruled, Refusal):
            self.codes[ruled.code] += 1
            return
        self.ruled = ruled.after
        self.after = accept(self.before, command, ruled.events)
        self.journal.append((command, ruled.events))
        self.phases.add(self.after.phase)
        self.kinds.update(event.kind for event in ruled.events)
        type(self).begun += isinstance(command, cmd.NewGame)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        self.the_journal_gives_the_live_table()
        self.undo_goes_back_to_no_game()
        if not self.ends % ONE_ENDS_OF:
            self.the_round_is_brought_to_its_end()

    def the_journal_gives_the_live_table(self) -> None:
        as_text = [
            (_untagged(command), json.dumps([ev.to_json(event) for event in events]))
            for command, events in self.journal
        ]
        read_again = ((command, tuple(ev.from_json(data) for data in json.loads(text))) for command, text in as_text)
        rebuilt = rebuild(read_again)
        assert rebuilt == self.after
        assert rebuilt.before == self.after.before

    def undo_goes_back_to_no_game(self) -> None:
        """Statement by statement, through every table that there was since this game began."""
        state = self.after
        while state.statement is not None:
            before = state.before
            assert before is not None
            state = accept(state, cmd.Undo(), self._accepted(state, cmd.Undo()))
            assert state is before
        assert state == EMPTY
        self.phases.add(state.phase)
        refused = decide(state, cmd.Undo())
        assert isinstance(refused, Refusal)
        self.codes[refused.code] += 1

    def _accepted(self, state: State, command: Command) -> tuple[Event, ...]:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal), outcome
        return outcome

    def the_round_is_brought_to_its_end(self) -> None:
        state = self.after
        for _ in range(MOST_TO_THE_END):
            if state.phase in {Phase.NONE, Phase.ROUND_OVER, Phase.GAME_OVER}:
                type(self).ended += 1
                return
            command, events = next(way for way in ((it, accepted(state, it)) for it in ways_on(state)) if way[1])
            state = accept(state, command, events or ())
        raise AssertionError(f"the round does not end: {write_state(state)}")

    # What holds after every statement

    @invariant()
    def something_can_be_said_until_the_game_is_over(self) -> None:
        changed = not isinstance(self.outcome, Refusal)
        if changed and self.after.phase not in {Phase.NONE, Phase.GAME_OVER}:
            assert any(accepted(self.after, way) is not None for way in ways_on(self.after)), self.after.phase

    @invariant()
    def a_refusal_changes_nothing_and_shows_no_hand(self) -> None:
        if isinstance(self.outcome, Refusal):
            assert write_state(self.before) == self.text
            assert decide(self.before, self.command) == self.outcome
            assert_no_hand_is_told(self.before, self.command, self.outcome)

    @invariant()
    def every_card_stays_in_one_place(self) -> None:
        if not isinstance(self.outcome, Refusal):
            assert_no_card_is_lost(self.before, self.outcome)

    @invariant()
    def the_table_is_sound(self) -> None:
        assert_sound(self.after)

    @invariant()
    def what_is_committed_is_what_was_ruled(self) -> None:
        if not isinstance(self.outcome, Refusal):
            ruled, after = self.ruled, self.after
            assert ruled == after
            assert (ruled.before, ruled.statement, ruled.events) == (after.before, after.statement, after.events)

    @invariant()
    def undo_gives_the_table_before(self) -> None:
        if isinstance(self.outcome, Refusal) or isinstance(self.command, cmd.Undo):
            return
        back = accept(self.after, cmd.Undo(), self._accepted(self.after, cmd.Undo()))
        was = EMPTY if isinstance(self.command, cmd.NewGame) else self.before
        assert (back, back.before, back.statement, back.events) == (was, was.before, was.statement, was.events)

    @invariant()
    def a_statement_is_read_back_as_it_was_written(self) -> None:
        text = write(self.command)
        assert read(text) == _untagged(self.command)
        assert write(read(text)) == text

    @invariant()
    def the_table_comes_back_from_its_text(self) -> None:
        if isinstance(self.outcome, Refusal):
            return
        self.text = write_state(self.after)
        again = read_state(self.text)
        assert again == self.after
        assert write_state(again) == self.text


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


def accepted(state: State, command: Command) -> tuple[Event, ...] | None:
    outcome = decide(state, command)
    return None if isinstance(outcome, Refusal) else outcome


def assert_sound(state: State) -> None:
    """What must be true of any table, however it came about."""
    assert all(seat.count >= 0 for seat in state.seats)
    assert all(len(seat.cards) <= seat.count for seat in state.seats)
    assert all(debt.number is None or debt.number > 0 for debt in state.debts)
    assert all(not state.seats[debt.player].gone and not state.seats[debt.to].gone for debt in state.debts)
    assert (state.phase is Phase.PAYING) <= bool(state.debts)
    assert (state.phase in {Phase.CHALLENGE, Phase.VERDICT}) <= bool(state.debts)
    assert not (state.phase in {Phase.PLAYING, Phase.COUNTING, Phase.ROUND_OVER} and state.debts)
    assert state.buried >= 0
    if state.phase in RUNNING:
        assert state.turn is not None
        assert state.seats[state.turn].plays
        assert state.top is not None
        assert len(state.playing()) > 1
        assert all(state.deck.faces[card].side is state.side for card in state.discard)
    assert len(state.discard) == len(state.tags)
    if state.phase is Phase.PLAYING:
        assert all(seat.count for seat in state.seats if seat.plays), "somebody without a card plays on"
    if state.phase is Phase.ROUND_OVER:
        assert state.winner is not None


def assert_no_card_is_lost(state: State, events: tuple[Event, ...]) -> None:
    """Cards leave the supply by draws and presses only, and come back to it by a reload only."""
    for event in events:
        was, state = state, evolve(state, event)
        match event:
            case ev.Pressed(_, _, number) | ev.Drew(_, number):
                moved = -number
            case ev.Reloaded():
                moved = max(0, was.discard_size - 1) + sum(seat.count for seat in was.seats if seat.gone)
            case ev.TopTurned(_, sent_back=False) if was.turn is None:
                moved = -1
            case (
                ev.GameStarted() | ev.RoundStarted() | ev.HandTold() | ev.Corrected() | ev.Undone() | ev.LeftCounted()
            ):
                continue
            case _:
                moved = 0
        if was.edition:
            assert state.unaccounted - was.unaccounted == moved, event


def assert_no_hand_is_told(state: State, command: Command, refusal: Refusal) -> None:
    """A refusal shows the card that was named or lies on top, if any; of a draw not even that."""
    if isinstance(command, cmd.Draw) and refusal.number:
        assert refusal.card is None
    if refusal.card is not None:
        named: Any = getattr(command, "cards", (getattr(command, "card", None) or getattr(command, "value", None),))
        assert refusal.card in named or refusal.card == state.top


@pytest.mark.timeout(SECONDS)
def test_whatever_is_said_the_table_stays_sound_and_can_be_brought_on() -> None:
    play_games(Soup)
    assert Soup.begun >= GAMES
    assert Soup.ended >= GAMES / ONE_ENDS_OF / 2
    assert set(Phase) - Soup.phases == set()
    assert set(ev.KINDS) - set(Soup.kinds) <= {"out", "discarded"}
    assert set(RefusalCode) - set(Soup.codes) <= SELDOM
