"""How fast a table plays: rounds and decisions for each second of the processor's time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Played:
    """What a table has played."""

    rounds: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Rate:
    """What was played in a second."""

    rounds: float
    decisions: float


class PlaysRounds(Protocol):
    """A table with random players of its own."""

    def play(self, rounds: int) -> Played:
        """Plays so many rounds."""


def sample(table: PlaysRounds, seconds: float) -> Rate:
    """Lets a table play for about so long. The process's own time counts: what else the machine does does not."""
    began = time.process_time()
    rounds = decisions = 0
    while (taken := time.process_time() - began) < seconds:
        played = table.play(1)
        rounds += played.rounds
        decisions += played.decisions
    return Rate(rounds / taken, decisions / taken)


def median(rates: Sequence[Rate]) -> Rate:
    """The middle of both figures."""
    return Rate(statistics.median(rate.rounds for rate in rates), statistics.median(rate.decisions for rate in rates))
