"""What was agreed, read back before a game begins: the seats, who deals, and the rules as the voice tells them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.commands import NewGame
from companion.referee.decide import decide
from companion.referee.evolve import accept
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.lines import Phrase
from companion.voice.rules.agreed_rules import agreed_rules, house_rules, idle_rules
from companion.web.language import Words


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The agreement in sentences. ``idle`` was agreed on and can change nothing at this table."""

    seats: tuple[str, ...]
    dealer: str
    rules: tuple[str, ...]
    house_rules: tuple[str, ...]
    idle: tuple[str, ...]


def read_back(game: NewGame, words: Words) -> ReadBack:
    """A game that can begin, told as it will be said at the table."""
    state = _begun(game)
    return ReadBack(
        seats=tuple(words.called(seat.name) for seat in state.seats),
        dealer=words.called(state.name(state.dealer)),
        rules=_told(agreed_rules(state), words),
        house_rules=_told(house_rules(state), words),
        idle=_told(idle_rules(state), words),
    )


def _begun(game: NewGame) -> State:
    ruling = decide(EMPTY, game)
    if isinstance(ruling, Refusal):
        raise ValueError(ruling.code)  # noqa: TRY004 - the draft had faults, and whoever calls has looked for them
    return accept(EMPTY, game, ruling)


def _told(phrases: Iterable[Phrase], words: Words) -> tuple[str, ...]:
    """Each as a line of a list."""
    told = (words.said(phrase) for phrase in phrases)
    return tuple(text[:1].upper() + text[1:] for text in told)
