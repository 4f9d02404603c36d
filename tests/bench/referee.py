"""How fast the referee rules, beside RLCard's raw UNO game in the same run, with random players on both sides.

A decision here is an accepted statement: a play, draw, pass, press, colour, call, catch, challenge, verdict, and the
few that frame a round (top card, hands told, hands counted, next round). RLCard's is a step. What ours does besides:
calls and catches, challenges with their verdicts, declined cards, reloads, points; an immutable table, events, undo.

Both sides run without Python's search for cycles, as ``simulate`` does: values that never change make none. One more
figure shows ours with it, as at the live table, where the kept past of a game is searched again and again.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
import timeit
from pathlib import Path

from companion.referee.cards import Card, Colour
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Played
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY
from tests.bench.figures import AtLeast, Figure
from tests.bench.random_table import RandomTable
from tests.bench.rates import PlaysRounds, Rate, median, sample
from tests.bench.rlcard_uno import RlcardTable

PLAYERS = (2, 4, 8)
REPEATS = 15
SECONDS = 0.25  # of one sample; each side is sampled in turn, so that a busy moment meets them all
SHARES = 15  # times that the player's share is looked at
EVENTS = 2000  # made at one try
SEED = 1
FLOOR = "RLCard"
SEARCHED = "classic, searched for cycles"
AIM = AtLeast(1, least=1 / 3)


def measure(_: Path) -> list[Figure]:
    """Lets each side play in turn, for each number of players."""
    figures = []
    for players in PLAYERS:
        tables: dict[str, PlaysRounds] = {
            FLOOR: RlcardTable(players, SEED),
            "classic": RandomTable("classic", players, SEED),
            SEARCHED: RandomTable("classic", players, SEED),
            "classic, hands known": RandomTable("classic", players, SEED, known=True),
            "extreme": RandomTable("extreme", players, SEED),
        }
        figures += _figures(tables, players)
    return figures


def _figures(tables: dict[str, PlaysRounds], players: int) -> list[Figure]:
    load = os.getloadavg()[0]
    for table in tables.values():
        table.play(1)  # what is done once is done
    samples = [{name: _sample(name, table) for name, table in tables.items()} for _ in range(REPEATS)]
    rates = {name: median([taken[name] for taken in samples]) for name in tables}
    floor = rates.pop(FLOOR)
    figures = []
    for name, rate in rates.items():
        title = f"referee, {name}, {players} players"
        aim, note = None, ""
        if name == "classic":
            player = f"the random player takes {_players_share(players):.0%} of the time"
            aim, note = AIM, f"Load {load:.1f}; {player}, one frozen event {_event_us():.2f} µs."
        figures += [
            Figure(f"{title}: decisions", rate.decisions, "/s", floor.decisions, aim, note=note),
            Figure(f"{title}: rounds", rate.rounds, "/s", floor.rounds),
        ]
    return figures


def _sample(name: str, table: PlaysRounds) -> Rate:
    if name == SEARCHED:
        return sample(table, SECONDS)
    gc.disable()
    try:
        return sample(table, SECONDS)
    finally:
        gc.enable()


def _players_share(players: int) -> float:
    """What part of the time the player takes: rounds are played, and their statements then ruled again alone."""
    shares = []
    for seed in range(SHARES):
        table = RandomTable("classic", players, seed)
        began = time.process_time()
        table.play(5)
        played = time.process_time()
        _rule(table.said)
        shares.append(1 - (time.process_time() - played) / (played - began))
    return statistics.median(shares)


def _event_us() -> float:
    """What it costs to make the commonest event, at the best of many tries."""
    cards = (Card("7", Colour.RED),)
    return min(timeit.repeat(lambda: Played("Ann", cards), number=EVENTS, repeat=SHARES)) / EVENTS * 1e6


def _rule(statements: list[Command]) -> None:
    state = EMPTY
    for statement in statements:
        ruled = rule(state, statement)
        assert not isinstance(ruled, Refusal)
        state = ruled.after
