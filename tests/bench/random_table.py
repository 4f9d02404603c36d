"""A table of players who do anything legal, on the bare referee: no tags, no journal, no speech.

The players' cards are known to this table alone (hidden hands, as at a real one), or told to the referee. They call
UNO three times out of four, are caught every second time that they do not, and contest three draw wilds in ten. A
launcher fires one press in four and up to six cards: the referee takes whatever came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.challenges import bluffs
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.decks import Supply
from companion.referee.events import Event, Phase
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State, Uno
from tests.bench.rates import Played

NAMES = ("Ann", "Ben", "Cléo", "Dan", "Eve", "Finn", "Gus", "Hana")
CALLS_UNO = 0.75
CATCHES = 0.5
CHALLENGES = 0.3
FIRES = 0.25
MOST_FIRED = 6
ROUND_ENDED = frozenset({Phase.ROUND_OVER, Phase.GAME_OVER})
#: With cards told, the referee assumes no draw: who draws says which cards came.
KNOWN_HANDS = {"auto_draw": "off"}


class RefusedAtRandomError(AssertionError):
    """A random player did what the referee refuses: the bench or the referee is wrong."""


class RandomTable:
    """Matches one after the other; ``said`` is every statement since ``play`` was asked last."""

    def __init__(
        self, edition: str, players: int, seed: int, options: Mapping[str, str] | None = None, *, known: bool = False
    ) -> None:
        self._options = {**(options or {}), **(KNOWN_HANDS if known else {})}
        self._edition = edition
        self._names = NAMES[:players]
        self._draws = {name: cmd.Draw(name) for name in self._names}
        self._passes = {name: cmd.Pass(name) for name in self._names}
        self._known = known
        self._chance = Random(seed)
        self._random = self._chance.random
        self._state: State = EMPTY
        self.said: list[Command] = []
        self._silent: int | None = None  # who has just laid the second last card without a word
        self._next: list[Command] = []
        self._hands: dict[str, list[Card]] = {}
        self._pile: list[Card] = []
        self._discard: list[Card] = []

    def play(self, rounds: int) -> Played:
        """Plays so many rounds, counting included; a decision is an accepted statement."""
        said, played = [], 0
        state = self._state
        while played < rounds:
            command = self._next.pop() if self._next else self._statement(state)
            ruled = rule(state, command)
            if isinstance(ruled, Refusal):
                raise RefusedAtRandomError(f"{command} was refused: {ruled}")
            self._state = state = ruled.after
            said.append(command)
            for event in ruled.events:
                follow = _FOLLOWS.get(type(event))
                if follow is not None:
                    follow(self, event)
            played += state.phase in ROUND_ENDED
        self.said = said
        return Played(rounds, len(said))

    # Where the cards lie

    def _deal(self, _: ev.GameStarted | ev.RoundStarted) -> None:
        self._pile = list(self._state.deck.cards)
        self._chance.shuffle(self._pile)
        size = self._state.options.hand_size
        self._hands = {name: [self._pile.pop() for _ in range(size)] for name in self._names}
        self._discard = []
        if self._known:
            self._next = [cmd.Hold(name, tuple(hand)) for name, hand in self._hands.items()]

    def _lay(self, event: ev.Played) -> None:
        hand = self._hands[event.player]
        for card in event.cards:
            hand.remove(card)
        self._discard += event.cards[::-1]

    def _draw(self, event: ev.Drew) -> None:
        self._take_up(event.player, event.cards)

    def _fire(self, event: ev.Pressed) -> None:
        self._take_up(event.to, event.cards)

    def _take_up(self, player: str, cards: int) -> None:
        hand, pile = self._hands[player], self._pile
        for _ in range(cards):
            hand.append(pile.pop())

    def _turn_up(self, event: ev.TopTurned) -> None:
        self._pile.pop()
        if event.sent_back:
            self._pile.insert(0, event.card)
        else:
            self._discard.append(event.card)

    def _shuffle(self, _: ev.Reloaded) -> None:
        self._pile += self._discard[:-1]
        self._chance.shuffle(self._pile)
        del self._discard[:-1]

    # What is said next

    def _statement(self, state: State) -> Command:  # noqa: C901 - one case a phase
        turn = state.turn or 0
        match state.phase:
            case Phase.PLAYING:
                return self._caught(state) or self._in_turn(state, turn)
            case Phase.PAYING:
                return self._caught(state) or self._take(state, state.next_payer() or 0)
            case Phase.SETUP | Phase.TOP:
                return cmd.Top(self._pile[-1])
            case Phase.COLOUR:
                return cmd.Pick(self._names[turn], self._colour(state))
            case Phase.TARGET:
                return cmd.Target(self._names[turn], self._other(turn))
            case Phase.DISCARDING:
                return cmd.Done(self._names[turn])
            case Phase.CHALLENGE:
                contests = self._random() < CHALLENGES
                return cmd.Challenge(self._names[turn]) if contests else cmd.Accept(self._names[turn])
            case Phase.VERDICT:
                accused = next(debt.by for debt in state.debts if debt.by is not None)
                return cmd.Verdict(bluffs(state, tuple(self._hands[self._names[accused]])))
            case Phase.COUNTING:
                name = next(s.name for i, s in enumerate(state.seats) if i != turn and s.left_points is None)
                return cmd.CountLeft(name, tuple(self._hands[name]))
            case Phase.ROUND_OVER:
                return cmd.NextRound()
            case Phase.NONE | Phase.GAME_OVER:
                return cmd.NewGame(self._edition, self._names, options=self._options)

    def _caught(self, state: State) -> Command | None:
        """Now and then somebody notices a call that was missed."""
        silent, self._silent = self._silent, None
        if silent is None or state.seats[silent].uno is not Uno.OPEN or self._random() >= CATCHES:
            return None
        return cmd.Catch(self._other(silent), self._names[silent])

    def _in_turn(self, state: State, turn: int) -> Command:
        name = self._names[turn]
        hand = self._hands[name]
        colour, value = state.colour, state.discard[-1].value
        drawn = state.drawn
        candidates = hand if drawn is None else hand[-1:]
        playable = [c for c in candidates if c.colour is colour or c.colour is None or c.value == value]
        if playable:
            return self._play(state, turn, playable[int(self._random() * len(playable))])
        return self._take(state, turn) if drawn is None else self._passes[name]

    def _play(self, state: State, turn: int, card: Card) -> Command:
        name = self._names[turn]
        hand = self._hands[name]
        cards: tuple[Card, ...] = (card,)
        if card.value == "discard-all":
            others = [other for other in hand if other.colour is card.colour]
            others.remove(card)
            cards = (card, *others)
        colour = self._colour(state) if card.colour is None else None
        target = self._other(turn) if card.value == "wild-extreme-hit" else None
        play = cmd.Play(name, cards, colour, target)
        if len(hand) - len(cards) == 1:
            if self._random() < CALLS_UNO:
                self._next.append(play)
                return cmd.CallUno(name)
            self._silent = turn
        return play

    def _take(self, state: State, payer: int) -> Command:
        """Draws or presses, after shuffling the discard where the pile has run out."""
        name = self._names[payer]
        if not self._pile and len(self._discard) > 1:
            return cmd.Reload()
        if state.options.draw_from is Supply.LAUNCHER:
            fired = self._chance.randint(1, MOST_FIRED) if self._random() < FIRES else 0
            return cmd.Press(name, min(fired, len(self._pile)))
        if not self._known:
            return self._draws[name]
        debt = state.debt_of(payer)
        owed = 1 if debt is None or debt.number is None else debt.number
        return cmd.Draw(name, cards=tuple(self._pile[-owed:]))

    def _colour(self, state: State) -> Colour:
        return self._chance.choice(state.deck.colours[state.side])

    def _other(self, seat: int) -> str:
        """Anybody else."""
        step = 1 + int(self._random() * (len(self._names) - 1))
        return self._names[(seat + step) % len(self._names)]


_FOLLOWS: Mapping[type[Event], Callable[[RandomTable, Any], None]] = {
    ev.GameStarted: RandomTable._deal,
    ev.RoundStarted: RandomTable._deal,
    ev.Played: RandomTable._lay,
    ev.Drew: RandomTable._draw,
    ev.Pressed: RandomTable._fire,
    ev.TopTurned: RandomTable._turn_up,
    ev.Reloaded: RandomTable._shuffle,
}
