"""Golden counts, as perft counts chess positions: how many different tables there are after N accepted statements.

``statements`` is all that is tried: what players with known cards could say. A table is its text form. The counts in
``golden_counts.toml`` catch any slip in the rules, also one that nobody thought of; they are never written by a
program: ``python -m tests.referee.golden_counts`` counts again, shows every difference and leaves the file alone.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.evolve import accept
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.referee.state_text import read_state, write_state
from tests.referee.table_talk import play_out

FILE = Path(__file__).with_name("golden_counts.toml")


@dataclass(frozen=True, slots=True)
class Golden:
    """A table to start from and its pinned counts: ``counts[N - 1]`` after N statements, ``deeper`` beyond those."""

    name: str
    start: State
    counts: tuple[int, ...]
    deeper: tuple[int, ...]


def statements(state: State) -> Iterator[Command]:
    """What is tried at a table, for every player, whoever has the turn.

    Each different known card of the hand is played, colour and target left to ``picks`` and ``targets``; ``draws``
    names no number; a press brings nothing or one card; each other player is targeted and caught.
    """
    yield from (cmd.Verdict(guilty=True), cmd.Verdict(guilty=False))
    for seat in state.seats:
        yield from (cmd.Play(seat.name, (card,)) for card in sorted(set(seat.cards), key=str))
        yield from (cmd.Pick(seat.name, colour) for colour in state.deck.colours[state.side])
        yield from (cmd.Press(seat.name, 0), cmd.Press(seat.name, 1), cmd.Draw(seat.name), cmd.Pass(seat.name))
        yield from (cmd.Challenge(seat.name), cmd.Accept(seat.name), cmd.Done(seat.name), cmd.CallUno(seat.name))
        for other in state.seats:
            if other is not seat:
                yield from (cmd.Target(seat.name, other.name), cmd.Catch(seat.name, other.name))


def accepted(state: State) -> Iterator[tuple[Command, State]]:
    """Those of the statements that are accepted, and the table after each."""
    for command in statements(state):
        outcome = decide(state, command)
        if not isinstance(outcome, Refusal):
            yield command, accept(state, command, outcome)


def count(start: State, depth: int) -> tuple[int, ...]:
    """How many different tables there are after one accepted statement, after two, … after ``depth``."""
    tables, counts = {write_state(start): start}, []
    for _ in range(depth):
        tables = {write_state(after): after for table in tables.values() for _, after in accepted(table)}
        counts.append(len(tables))
    return tuple(counts)


def golden_tables() -> list[Golden]:
    """The tables of the data file: told in statements, or as the text form of a table."""
    return [
        Golden(
            entry["name"],
            read_state(entry["table"]) if "table" in entry else play_out(entry["told"]),
            tuple(entry["counts"]),
            tuple(entry.get("deeper", ())),
        )
        for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["golden"]
    ]


def main() -> int:
    """Counts all again, deeper ones too; 1 where anything differs from the file."""
    differing = 0
    for golden in golden_tables():
        pinned = golden.counts + golden.deeper
        found = count(golden.start, len(pinned))
        differing += found != pinned
        print(f"{golden.name}: {list(found)}" + ("" if found == pinned else f", but the file says {list(pinned)}"))
    print(f"{differing} of the tables differ" if differing else "all as pinned")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
