"""The options a game is agreed on, with each edition's defaults (``rules.md`` section 6).

Every option is a word with words for values, as the notation writes them; unknown ones are errors of whoever
wrote them, never guessed.

>>> from companion.referee.decks import load_deck
>>> parse_options(load_deck("extreme"), {"uno_penalty": "3"}).uno_penalty
3
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.referee.decks import Deck


class UnknownOptionError(ValueError):
    """No such option or value; the sentence says what is allowed."""


class MatchMode(StrEnum):
    """How a match is won (``rules.md`` section 5)."""

    WINNER_TAKES = "winner-takes"
    LOWEST = "lowest"
    HANDS_WON = "hands-won"
    ROUNDS = "rounds"
    SINGLE_ROUND = "single-round"
    ELIMINATION = "elimination"

    @property
    def counts_rounds(self) -> bool:
        """True where rounds won are counted and no hand is."""
        return self in {MatchMode.HANDS_WON, MatchMode.ROUNDS}

    @property
    def counts_points(self) -> bool:
        """True where the hands are counted at the end of a round."""
        return not self.counts_rounds and self is not MatchMode.SINGLE_ROUND


_DEFAULT_ROUNDS = 3
_NO_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force. Fields have the names of ``rules.md`` section 6; the first value is the default."""

    draw_from: str
    match_mode: MatchMode
    target: int
    hand_size: int = 7
    first_card: str = "apply"
    may_decline: bool = True
    two_player_reverse: str = "play-again"
    uno_penalty: int = 2
    uno_window: str = "next-turn"
    extreme_hit_presser: str = "player"
    extreme_hit_next: str = "next"
    discard_all: str = "all"
    last_card_draws: bool = True


def _word(*allowed: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in allowed:
            raise UnknownOptionError(f"{name}={text} is not known; {name} can be {', '.join(allowed)}")
        return text

    return read


def _switch(name: str, text: str) -> bool:
    return _word("on", "off")(name, text) == "on"


def _mode(name: str, text: str) -> MatchMode:
    return MatchMode(_word(*MatchMode)(name, text))


def _number(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high):
            raise UnknownOptionError(f"{name}={text} is not known; {name} is a whole number from {low} to {high}")
        return int(text)

    return read


#: Every option that can be written, with what reads its value. The order is the order they are spoken in.
OPTIONS: Mapping[str, Callable[[str, str], str | int | bool]] = {
    "draw_from": _word("launcher"),
    "match_mode": _mode,
    "target": _number(1, _NO_LIMIT),
    "hand_size": _number(1, 20),
    "first_card": _word("apply", "redraw"),
    "may_decline": _switch,
    "two_player_reverse": _word("play-again", "no-effect"),
    "uno_penalty": _number(0, 10),
    "uno_window": _word("next-turn", "any-time"),
    "extreme_hit_presser": _word("player", "target"),
    "extreme_hit_next": _word("next", "second"),
    "discard_all": _word("all", "some"),
    "last_card_draws": _switch,
}


def parse_options(deck: Deck, written: Mapping[str, str]) -> Options:
    """The options in force for an edition, from what was written; raises UnknownOptionError."""
    values: dict[str, str | int | bool] = {}
    for name, text in written.items():
        if name not in OPTIONS:
            near = difflib.get_close_matches(name, OPTIONS, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(OPTIONS)}"
            raise UnknownOptionError(f"there is no option '{name}'{hint}")
        values[name] = OPTIONS[name](name, text)
    mode = values.setdefault("match_mode", MatchMode(deck.match_mode))
    assert isinstance(mode, MatchMode)  # noqa: S101 - for the type checker: _mode reads nothing else
    values.setdefault("target", _DEFAULT_ROUNDS if mode.counts_rounds else deck.target)
    values.setdefault("draw_from", deck.supply)
    return Options(**values)  # type: ignore[arg-type]  # each reader yields its field's type
