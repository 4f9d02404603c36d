"""What is to be said, before any language: messages with their parameters, and how urgent they are.

A message is its English sentence, which is also its key in the catalogues. ``say`` and ``count`` are the only ways
to make one, with the sentence written out in the call: the tests read the calls and look every sentence up.

>>> say("{player}: {card}.", player="Ann", card=Card("7", Colour.RED)).params["player"]
'Ann'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.referee.cards import Card, Colour, Side
from companion.referee.events import Direction
from companion.voice.earcons import Earcon
from companion.voice.utterance import Priority, Until


class Verbosity(StrEnum):
    """How much the table wants to hear: what must be known, its consequences too, or every detail."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class EditionName:
    """An edition to be named in the listener's language."""

    key: str


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A command card, to be called what is printed on it in the listener's language."""

    key: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """One or more sentences without a language.

    ``plural`` is the sentence for more than one; the parameter ``n`` decides. ``then`` is said in the same breath.
    """

    message: str
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str | None = None
    then: tuple[Phrase, ...] = ()


Param = (
    str
    | int
    | Card
    | Colour
    | Direction
    | Side
    | EditionName
    | tuple[str, ...]
    | tuple[str | Phrase, ...]
    | PrintedWord
    | tuple[Phrase, ...]
    | tuple[Phrase | PrintedWord, ...]
    | tuple[Card, ...]
)


@dataclass(frozen=True, slots=True)
class Line(Phrase):
    """One thing to say, with its place among the others (``companion.voice.utterance``).

    ``edition`` decides what its cards are called, ``detailed`` asks for the long form of names that are easily taken
    for others; else the longest names are said in a short form. ``aloud`` is what the voice says instead, where the
    page and its log must not show it. ``earcon`` sounds before it.
    """

    priority: Priority = Priority.ACTION
    key: str | None = None
    expires_ms: int | None = None
    repeatable: bool = True
    edition: str = ""
    detailed: bool = False
    aloud: Phrase | None = None
    until: Until = Until.HEARD
    earcon: Earcon | None = None


REFUSAL_LIFE_MS = 5000  # later than that it would be heard as the answer to something else


def say(message: str, /, **params: Param) -> Phrase:
    """A sentence with its parameters."""
    return Phrase(message, params)


def count(one: str, many: str, /, n: int, **params: Param) -> Phrase:
    """A sentence about ``n`` of something; each language has its own idea of what is one."""
    return Phrase(one, {"n": n, **params}, plural=many)


def followed(phrase: Phrase, *others: Phrase | None) -> Phrase:
    """The phrase with others after it in the same breath; those that are None are left out."""
    return replace(phrase, then=(*phrase.then, *(other for other in others if other is not None)))


def together(phrases: Iterable[Phrase]) -> Phrase | None:
    """The phrases in one breath; None when there are none."""
    found = list(phrases)
    return followed(*found) if found else None


def line(
    phrase: Phrase,
    priority: Priority,
    *,
    key: str | None = None,
    expires_ms: int | None = None,
    repeatable: bool = True,
    edition: str = "",
    until: Until = Until.HEARD,
) -> Line:
    """The phrase with its place among the others."""
    return Line(
        message=phrase.message,
        params=phrase.params,
        plural=phrase.plural,
        then=phrase.then,
        priority=priority,
        key=key,
        expires_ms=expires_ms,
        repeatable=repeatable,
        edition=edition,
        until=until,
    )


def happened(phrase: Phrase, edition: str) -> Line:
    """What happened: waits its turn."""
    return line(phrase, Priority.ACTION, edition=edition)


def agreed(phrase: Phrase, edition: str) -> Line:
    """What a game begins with: of interest until it has gone on."""
    return line(phrase, Priority.ACTION, edition=edition, until=Until.GONE_ON)


def awaited(phrase: Phrase, edition: str) -> Line:
    """What the table waits for now: the newest such line is the only true one."""
    return line(phrase, Priority.TURN, key="turn", edition=edition)


def question(phrase: Phrase, key: str, edition: str = "") -> Line:
    """What only the table can tell: at once, and again after an answer, until the table has moved."""
    asks = line(phrase, Priority.URGENT, key=key, edition=edition, until=Until.MOVED)
    return replace(asks, earcon=Earcon.QUESTION)


def refused(phrase: Phrase, edition: str) -> Line:
    """Why not: at once, until something else is tried, and not late."""
    return replace(answer(phrase, edition), key="refusal", expires_ms=REFUSAL_LIFE_MS)


def asked(phrase: Phrase) -> Line:
    """What an open press or deal waits for, and nothing goes on without: at once, and again after any answer."""
    return question(phrase, "interrupted")


def sounded(lines: Iterable[Line], earcon: Earcon | None) -> list[Line]:
    """What is said in one go, with an earcon before its first line."""
    return [spoken if place else replace(spoken, earcon=earcon) for place, spoken in enumerate(lines)]


def in_detail(lines: Iterable[Line], verbosity: Verbosity) -> list[Line]:
    """The lines; with every detail wanted, names in their long form."""
    return [replace(spoken, detailed=verbosity is Verbosity.FULL) for spoken in lines]


def answer(phrase: Phrase, edition: str = "") -> Line:
    """What somebody asked for: at once, until something else is asked or done."""
    return line(phrase, Priority.URGENT, key="answer", edition=edition, until=Until.ASKED)


def in_passing(phrase: Phrase) -> Line:
    """An answer that is of no use later: REPEAT passes it over."""
    return replace(answer(phrase), repeatable=False)
