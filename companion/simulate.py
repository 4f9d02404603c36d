"""Games without hardware: robots play whole matches through the same referee, as fast as it rules.

Every game has a chance of its own, drawn from the seed and its number, so the result is the same whatever the
number of processes.
"""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.answers import Query, Series
from companion.press import counted_out
from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.decks import own_decks, read_deck, shelve
from companion.referee.events import Phase
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.robots import NAMES, Cards, Move, PushButton, Refill, Robots, Show, Tell
from companion.scans.meaning import Interpreter
from firmware_bridge.fire_profiles import usual_launcher

MOST_MOVES = 20_000  # of one round: a game that takes longer has found a fault


class StuckError(RuntimeError):
    """A game did not end, or a robot's move was refused for good; the sentence names edition, seed and game."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the same for every game of a run."""

    edition: str
    players: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Tally:
    """What came of the games; tallies of several add up."""

    games: int = 0
    rounds: int = 0
    decisions: int = 0
    refused: int = 0
    presses: int = 0
    fires: int = 0
    cards_fired: int = 0
    draws: int = 0
    points: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Takes another tally in."""
        for name in ("games", "rounds", "decisions", "refused", "presses", "fires", "cards_fired", "draws", "points"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wins.update(other.wins)
        self.refusals.update(other.refusals)

    def as_json(self, seconds: float) -> dict[str, Any]:
        """The result as other programs read it; rates are per second of the whole run."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "rounds_per_s": round(self.rounds / seconds, 1),
            "decisions": self.decisions,
            "decisions_per_s": round(self.decisions / seconds, 1),
            "refused": self.refused,
            "presses": self.presses,
            "fires": self.fires,
            "cards_fired": self.cards_fired,
            "draws": self.draws,
            "points": self.points,
            "wins": dict(sorted(self.wins.items())),
            "refusals": dict(sorted(self.refusals.items())),
        }


def run(setting: Setting, games: int, jobs: int, progress: Callable[[int], None]) -> tuple[Tally, float]:
    """Plays so many games in so many processes; ``progress`` hears of each that ended. Gives seconds too."""
    began = time.perf_counter()
    total = Tally()
    numbers = [(setting, number) for number in range(games)]
    if jobs == 1:
        for tally in map(_play, numbers):
            total.add(tally)
            progress(1)
    else:
        texts = [deck.text for deck in own_decks()]
        with multiprocessing.get_context("spawn").Pool(jobs, _shelve_texts, (texts,)) as pool:
            for tally in pool.imap_unordered(_play, numbers, chunksize=max(1, games // (jobs * 8))):
                total.add(tally)
                progress(1)
    return total, time.perf_counter() - began


def _shelve_texts(texts: Sequence[str]) -> None:
    """A new process has an empty shelf: it gets the own decks of the one that started it."""
    for text in texts:
        shelve(read_deck(text, "--deck"))


def _play(task: tuple[Setting, int]) -> Tally:
    setting, number = task
    searched = gc.isenabled()
    gc.disable()  # values that never change make no cycles to be searched for; a sixth of the time went into that
    try:
        return _Game(setting, number).play()
    finally:
        if searched:
            gc.enable()


class _Game:
    """One match, from the first deal to its winner."""

    def __init__(self, setting: Setting, number: int) -> None:
        self._name = f"{setting.edition}, seed {setting.seed}, game {number + 1}"
        chance = Random(f"{setting.seed}:{number}")  # noqa: S311 - a game's chance, no secret
        self._launcher = usual_launcher(chance)
        self._interpreter = Interpreter(lambda: 0)
        self._tally = Tally(games=1)
        names = NAMES[: setting.players]
        self._state: State = EMPTY
        self._say(cmd.NewGame(setting.edition, names, options=setting.options))
        self._cards = Cards(self._state.deck, names, self._state.options.hand_size, chance)
        self._robots = Robots(self._cards, chance)

    def play(self) -> Tally:
        """The whole match; what came of it."""
        while self._state.phase is not Phase.GAME_OVER:
            self._round()
            if self._state.phase is Phase.ROUND_OVER:
                self._act(Tell(cmd.NextRound()))
        winner = self._state.champion
        self._tally.wins[self._state.name(winner or 0)] += 1
        return self._tally

    def _round(self) -> None:
        for _ in range(MOST_MOVES):
            move = self._robots.next_move(self._state)
            if move is None:
                self._tally.rounds += 1
                return
            self._act(move)
        raise StuckError(f"a round did not end within {MOST_MOVES} moves: {self._name}")

    def _act(self, move: Move) -> None:
        command = self._command(move)
        if command is None:
            return
        events = self._say(command)
        self._cards.follow(events, self._state)
        self._count(events)

    def _command(self, move: Move) -> Command | None:
        match move:
            case Show(text):
                meaning = self._interpreter.meaning(text, self._state)
                if isinstance(meaning, Refusal):
                    raise StuckError(f"the tag {text} was refused with {meaning.code}: {self._name}")
                return None if isinstance(meaning, Query | Series) else meaning
            case PushButton():
                return self._press()
            case Refill():
                return cmd.Reload()
            case Tell(command):
                return command

    def _press(self) -> Command:
        name = self._state.name(self._state.presser() or 0)
        thrown = self._launcher.throw(counted_out(self._state, name))
        return cmd.Press(name, min(thrown, len(self._cards.pile)))

    def _say(self, command: Command) -> tuple[ev.Event, ...]:
        outcome = rule(self._state, command)
        self._tally.decisions += 1
        if isinstance(outcome, Refusal):
            self._tally.refused += 1
            self._tally.refusals[outcome.code] += 1
            return ()
        self._state = outcome.after
        return outcome.events

    def _count(self, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            match event:
                case ev.Pressed(_, _, cards):
                    self._tally.presses += 1
                    self._tally.fires += bool(cards)
                    self._tally.cards_fired += cards
                case ev.Drew(_, cards):
                    self._tally.draws += cards
                case ev.RoundOver(_, points):
                    self._tally.points += points
