"""Is the launcher fair? What a series of presses looks like beside the pattern that was published for the real toy.

The published list of firing presses, its gaps and its runs: launcher.md, sections 2 and 3. Pure: numbers in, figures
out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

#: Gaps that are told apart; a longer one counts with the last, since the published list has none beyond it.
_TOLD_APART = 4
#: Expected fires of each kind below which the chi-square distribution is no guide; the usual rule of the test.
_FEWEST_EXPECTED = 5
#: With fewer fires than that rule wants, only what honest luck does less often than this tells anything.
_TELLING = 0.01
_ROUNDING = 1e-9  # what came is among what strays as far, whatever the last digit


@dataclass(frozen=True, slots=True)
class FireFigures:
    """A series of presses in numbers.

    ``gaps`` counts the presses from each fire to the next, the first from the start, ``cards`` the cards of a fire.
    ``longest_dry_run`` and ``longest_fire_run`` are presses in a row without and with a fire.
    """

    presses: int
    gaps: Mapping[int, int]
    cards: Mapping[int, int]
    longest_dry_run: int
    longest_fire_run: int

    @property
    def fires(self) -> int:
        """Presses that brought cards."""
        return sum(self.cards.values())

    @property
    def fire_rate(self) -> float:
        """Fires a press; 0 without any press."""
        return self.fires / self.presses if self.presses else 0.0

    @property
    def cards_per_press(self) -> float:
        """Cards of an average press; 0 without any press."""
        return sum(cards * fires for cards, fires in self.cards.items()) / self.presses if self.presses else 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well the gaps fit those of a pattern: ``p`` is the chance that honest luck strays as far or further.

    ``enough`` is false while there are too few fires for that to mean much: some kind of gap is expected less than
    five times, and what came is nothing rare. A launcher that always fires is found out long before the rest is.
    """

    chi_square: float
    p: float
    enough: bool


@dataclass(frozen=True, slots=True)
class LauncherKind:
    """What a table's launcher is set to: its profiles by name and in a sentence, and what it is held against.

    ``pattern`` is the published one, ``cards`` the weights of the cards of a fire. ``predictable`` is true where a
    list decides, so that who counts the presses knows every fire.
    """

    fire: str
    fire_about: str
    count: str
    count_about: str
    pattern: FireFigures
    cards: Mapping[int, int]
    predictable: bool


def figures(cards: Iterable[int]) -> FireFigures:
    """The figures of presses in their order, each by the cards it brought; 0 did not fire."""
    return tally(_with_misses(cards))


def _with_misses(cards: Iterable[int]) -> Iterator[tuple[int, int]]:
    misses = 0
    for thrown in cards:
        yield misses, thrown
        misses = 0 if thrown else misses + 1


def tally(presses: Iterable[tuple[int, int]]) -> FireFigures:
    """The figures of presses in their order, each by the misses before it and the cards it brought.

    The misses are the launcher's own, so that a gap is no longer than it was where the pattern began anew (lid,
    refill) in between. Runs are told as the table saw them.
    """
    pressed = list(presses)
    runs: dict[bool, int] = {True: 0, False: 0}
    for fires, run in groupby(pressed, key=lambda press: press[1] > 0):
        runs[fires] = max(runs[fires], len(list(run)))
    return FireFigures(
        presses=len(pressed),
        gaps=dict(sorted(Counter(misses + 1 for misses, cards in pressed if cards).items())),
        cards=dict(sorted(Counter(cards for _, cards in pressed if cards).items())),
        longest_dry_run=runs[False],
        longest_fire_run=runs[True],
    )


def published(presses: Iterable[int], length: int) -> FireFigures:
    """The figures of a list of firing presses; how many cards they threw was never published."""
    fires = frozenset(presses)
    return figures(int(press in fires) for press in range(1, length + 1))


def compare(found: FireFigures, pattern: FireFigures) -> Verdict | None:
    """How far the gaps stray from the pattern's; None where nothing fired."""
    if not found.fires:
        return None
    shares = {gap: number / pattern.fires for gap, number in _told_apart(pattern).items()}
    gaps = _told_apart(found)
    expected = {gap: share * found.fires for gap, share in shares.items()}
    chi_square = sum((gaps[gap] - wanted) ** 2 / wanted for gap, wanted in expected.items())
    if min(expected.values()) >= _FEWEST_EXPECTED:
        return Verdict(chi_square, chance_of_more(chi_square), enough=True)
    p = exact_chance_of_more(chi_square, found.fires, tuple(shares.values()))
    return Verdict(chi_square, p, enough=p < _TELLING)


def fires_wanted(pattern: FireFigures) -> int:
    """So many fires are enough to be held against a pattern."""
    return math.ceil(_FEWEST_EXPECTED * pattern.fires / min(_told_apart(pattern).values()))


def as_json(profile: str, found: FireFigures, verdict: Verdict | None) -> dict[str, Any]:
    """The figures as other programs read them (``interfaces.md``, *launcher*)."""
    return {
        "profile": profile,
        **pattern_as_json(found),
        "cards_per_fire": {str(cards): number for cards, number in found.cards.items()},
        "cards_per_press": round(found.cards_per_press, 4),
        "chi_square": None if verdict is None else round(verdict.chi_square, 4),
        "p": None if verdict is None else round(verdict.p, 6),
    }


def pattern_as_json(found: FireFigures) -> dict[str, Any]:
    """When a series of presses fired, as other programs read it; of the published list no more is known."""
    return {
        "presses": found.presses,
        "fires": found.fires,
        "fire_rate": round(found.fire_rate, 4),
        "gaps": {str(gap): number for gap, number in found.gaps.items()},
        "longest_dry_run": found.longest_dry_run,
        "longest_fire_run": found.longest_fire_run,
    }


def _told_apart(found: FireFigures) -> Counter[int]:
    gaps: Counter[int] = Counter()
    for gap, number in found.gaps.items():
        gaps[min(gap, _TOLD_APART)] += number
    return gaps


def exact_chance_of_more(chi_square: float, fires: int, shares: Sequence[float]) -> float:
    """The chance that so few fires stray so far, added up over all they could have come to: the multinomial test."""
    logs = [math.log(share) for share in shares]
    total = 0.0
    for came in _splits(fires, len(shares)):
        strayed = sum(
            (number - share * fires) ** 2 / (share * fires) for number, share in zip(came, shares, strict=True)
        )
        if strayed >= chi_square * (1 - _ROUNDING):
            total += math.exp(
                math.lgamma(fires + 1)
                + sum(number * log - math.lgamma(number + 1) for number, log in zip(came, logs, strict=True))
            )
    return min(1.0, total)


def _splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way in which a number falls into so many parts."""
    if parts == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _splits(number - first, parts - 1):
            yield first, *rest


def chance_of_more(chi_square: float) -> float:
    """The upper tail of the chi-square distribution with three degrees of freedom: four kinds of gap, one sum."""
    half = chi_square / 2
    return math.erfc(math.sqrt(half)) + 2 * math.sqrt(half / math.pi) * math.exp(-half)
