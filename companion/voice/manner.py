"""How the table speaks, for whoever makes it so and whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.voice.lines import Verbosity


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table speaks: words a minute, per cent, how much, and in which languages one after the other."""

    rate_wpm: int
    volume: int
    verbosity: Verbosity
    locales: tuple[str, ...]
