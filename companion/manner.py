"""How a table speaks, and what one card of those that set the voice makes of it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.tags import CommandWord
from companion.voice.lines import Verbosity

SLOWEST_WPM, FASTEST_WPM, STEP_WPM = 100, 400, 20
SOFTEST, LOUDEST, STEP_VOLUME = 10, 100, 10  # a card cannot silence the table: nobody would hear how to undo it
_LEVELS = tuple(Verbosity)


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table speaks: words a minute, per cent, how much, and in which languages one after the other."""

    rate_wpm: int
    volume: int
    verbosity: Verbosity
    locales: tuple[str, ...]


def changed(manner: Manner, word: CommandWord, offered: Sequence[str]) -> Manner:
    """The manner after one card; ``offered`` are the table's languages, gone round singly and all together.

    >>> quiet = Manner(170, 10, Verbosity.FULL, ("en", "fr"))
    >>> changed(quiet, CommandWord.SOFTER, ("en", "fr")) == quiet
    True
    >>> [changed(quiet, CommandWord.LANGUAGE, ("en", "fr")).locales]
    [('en',)]
    """
    match word:
        case CommandWord.FASTER:
            return replace(manner, rate_wpm=max(manner.rate_wpm, min(FASTEST_WPM, manner.rate_wpm + STEP_WPM)))
        case CommandWord.SLOWER:
            return replace(manner, rate_wpm=min(manner.rate_wpm, max(SLOWEST_WPM, manner.rate_wpm - STEP_WPM)))
        case CommandWord.LOUDER:
            return replace(manner, volume=min(LOUDEST, manner.volume + STEP_VOLUME))
        case CommandWord.SOFTER:
            return replace(manner, volume=min(manner.volume, max(SOFTEST, manner.volume - STEP_VOLUME)))
        case CommandWord.VERBOSITY:
            return replace(manner, verbosity=_after(manner.verbosity, _LEVELS))
        case CommandWord.LANGUAGE:
            return replace(manner, locales=_after(manner.locales, rounds(offered)))
    return manner


def rounds(offered: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """What the LANGUAGE card goes through: each language singly, then all of them in turn."""
    singly = [(locale,) for locale in dict.fromkeys(offered)]
    return tuple(singly) if len(singly) == 1 else (*singly, tuple(offered))


def _after(now: Any, choices: Sequence[Any]) -> Any:
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]
