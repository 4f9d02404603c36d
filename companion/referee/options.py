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

from companion.referee.deck import Deck, Supply
from companion.referee.unreadable import UnreadableError


class UnknownOptionError(UnreadableError):
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


_ROUNDS_TO_WIN = 3
_POINTS_TO_REACH = 500
_NO_LIMIT = 100_000
_MOST_TEXTS = 3
_LONGEST_TEXT = 80


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force. Fields have the names of ``rules.md`` section 6; the first value is the default."""

    draw_from: Supply
    challenge: bool
    drawn_card: str
    plus4_rule: str
    match_mode: MatchMode
    target: int
    hand_size: int = 7
    first_card: str = "apply"
    may_decline: bool = True
    play_after_launch: bool = False
    auto_draw: bool = True
    custom_text: str = ""
    two_player_reverse: str = "play-again"
    uno_penalty: int = 2
    uno_window: str = "next-turn"
    flip_score_side: str = "ended"
    extreme_hit_presser: str = "player"
    extreme_hit_next: str = "next"
    discard_all: str = "all"
    last_card_draws: bool = True
    stacking: str = "off"
    draw_until_playable: bool = False
    seven_zero: bool = False
    jump_in: bool = False
    no_finish_on_action: bool = False
    sides_may_be_announced: bool = False


def _word(*allowed: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        word = "colour" if text == "color" else text
        if word not in allowed:
            raise UnknownOptionError(
                "%(name)s=%(text)s is not known; %(name)s can be %(allowed)s",
                name=name,
                text=text,
                allowed=", ".join(allowed),
            )
        return word

    return read


def _switch(name: str, text: str) -> bool:
    return _word("on", "off")(name, text) == "on"


def _mode(name: str, text: str) -> MatchMode:
    return MatchMode(_word(*MatchMode)(name, text))


def _supply(name: str, text: str) -> Supply:
    return Supply(_word(*Supply)(name, text))


def _texts(name: str, text: str) -> str:
    parts = text.split("|")
    if len(parts) > _MOST_TEXTS or any(not 1 <= len(part.strip()) <= _LONGEST_TEXT for part in parts):
        raise UnknownOptionError(
            "%(name)s=%(text)s is not known; %(name)s is one to three texts of 1 to 80 characters: A|B",
            name=name,
            text=text,
        )
    return text


def _number(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high):
            raise UnknownOptionError(
                "%(name)s=%(text)s is not known; %(name)s is a whole number from %(low)s to %(high)s",
                name=name,
                text=text,
                low=low,
                high=high,
            )
        return int(text)

    return read


#: Every option that can be written, with what reads its value. The order is the order they are spoken in.
OPTIONS: Mapping[str, Callable[[str, str], str | int | bool]] = {
    "draw_from": _supply,
    "match_mode": _mode,
    "target": _number(1, _NO_LIMIT),
    "hand_size": _number(1, 20),
    "first_card": _word("apply", "redraw"),
    "may_decline": _switch,
    "drawn_card": _word("may", "must", "never"),
    "play_after_launch": _switch,
    "plus4_rule": _word("colour", "none-playable", "free"),
    "auto_draw": _switch,
    "custom_text": _texts,
    "challenge": _switch,
    "two_player_reverse": _word("play-again", "no-effect"),
    "uno_penalty": _number(0, 10),
    "uno_window": _word("next-turn", "any-time"),
    "flip_score_side": _word("ended", "light"),
    "extreme_hit_presser": _word("player", "target"),
    "extreme_hit_next": _word("next", "second"),
    "discard_all": _word("all", "some"),
    "last_card_draws": _switch,
    "stacking": _word("off", "same-kind", "plus4-on-plus2", "any"),
    "draw_until_playable": _switch,
    "seven_zero": _switch,
    "jump_in": _switch,
    "no_finish_on_action": _switch,
    "sides_may_be_announced": _switch,
}


def parse_options(deck: Deck, written: Mapping[str, str]) -> Options:
    """The options in force for an edition, from what was written; raises UnknownOptionError."""
    values: dict[str, str | int | bool] = {}
    for name, text in written.items():
        if name not in OPTIONS:
            near = difflib.get_close_matches(name, OPTIONS, 1)
            if near:
                raise UnknownOptionError(
                    "there is no option '%(name)s'; did you mean %(near)s?", name=name, near=near[0]
                )
            raise UnknownOptionError(
                "there is no option '%(name)s'; there are: %(allowed)s", name=name, allowed=", ".join(OPTIONS)
            )
        values[name] = OPTIONS[name](name, text)
    mode = values.setdefault("match_mode", MatchMode(deck.match_mode))
    assert isinstance(mode, MatchMode)  # noqa: S101 - for the type checker: _mode reads nothing else
    values.setdefault("target", _target(deck, mode))
    values.setdefault("draw_from", deck.supply)
    values.setdefault("challenge", deck.challenge)
    values.setdefault("drawn_card", deck.drawn_card)
    values.setdefault("plus4_rule", deck.plus4_rule)
    return Options(**values)  # type: ignore[arg-type]  # each reader yields its field's type


def _target(deck: Deck, mode: MatchMode) -> int:
    """The edition's target, where its match is played in the edition's way."""
    if mode == deck.match_mode:
        return deck.target
    return usual_target(mode)


def usual_target(mode: MatchMode) -> int:
    """What a match of this mode is played to, where no edition says otherwise."""
    return _ROUNDS_TO_WIN if mode.counts_rounds else _POINTS_TO_REACH


#: Names under which a whole agreement can be asked for: the edition, and what differs from its defaults.
PRESETS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "classic-2022": ("classic", {"first_card": "redraw"}),
    "family": ("classic", {"match_mode": "single-round"}),
    "h2o-classic": (
        "h2o",
        {
            "challenge": "on",
            "plus4_rule": "colour",
            "drawn_card": "may",
            "match_mode": "winner-takes",
            "target": "500",
        },
    ),
}


def resolve_preset(name: str, written: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The edition that a name stands for, and its options with those written on top."""
    edition, preset = PRESETS.get(name, (name, {}))
    return edition, {**preset, **written}
