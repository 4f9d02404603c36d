"""The words in which a guided check is written: what a step asks the guide for, and what it hears back. Pure.

A step is a generator. Each ``yield`` hands over what is to be done now and gets the next thing that happens, however
long that takes; its return is what it found. So a step is read from top to bottom as a person would go through it,
and tested without pins, clock or voice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from companion.checkup.findings import Finding, unknown
from companion.voice.errands import doctor_prompts as said
from companion.voice.lines import Phrase
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import Report


class Do(Enum):
    """What a hand does; a simulated one does it for whoever has no dispenser."""

    PRESS = auto()
    CARD_IN = auto()
    CARD_OUT = auto()
    OPEN_LID = auto()
    CLOSE_LID = auto()
    EMPTY = auto()
    FILL = auto()
    SCAN = auto()
    ANSWER = auto()  # yes or no


@dataclass(frozen=True, slots=True)
class Ask:
    """Something is asked of the person; the time limit begins anew. ``button``: a further one is to be pressed."""

    phrase: Phrase
    hand: Do
    button: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """Something is said, and heard to its end before what comes next."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class AllowPress:
    """The next press of the main button gets the ding, and may move something once."""


@dataclass(frozen=True, slots=True)
class Within:
    """The next thing is waited for so long only."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Sound:
    """An earcon."""

    name: str


@dataclass(frozen=True, slots=True)
class Shine:
    """This lamp and no other."""

    lamp: str


@dataclass(frozen=True, slots=True)
class Throw:
    """So many cards; only after an accepted press."""

    cards: int


@dataclass(frozen=True, slots=True)
class Aim:
    """Turn to a seat, or home; only after an accepted press. :class:`Steady` follows."""

    seat: int | None


Effect = Ask | Tell | AllowPress | Within | Sound | Shine | Throw | Aim


class Steady(Enum):
    """The dispenser has come to rest."""

    NOW = auto()


class Answer(Enum):
    """What the person answered."""

    YES = auto()
    NO = auto()


class Over(Enum):
    """Nobody does what was asked."""

    SKIPPED = auto()
    TIME_UP = auto()
    ENDED = auto()  # nothing can be typed any more


Heard = Report | Steady | Answer | Over
Step = Generator[tuple[Effect, ...], Heard, list[Finding]]


@dataclass(frozen=True, slots=True)
class Table:
    """What a step may know: the map, how each wire was when the step began, how many seats the servo knows.

    ``scanner``: one is open, at ``baud``. ``gate_sees``: nothing was found against the exit gate.
    """

    pins: PinMap
    levels: Mapping[str, bool] = field(default_factory=dict)
    seats: int = 0
    baud: int = 9600
    scanner: bool = False
    gate_sees: bool = True

    def open(self, wire: str) -> bool:
        """Whether a wire of that name is fitted and was found inactive."""
        return self.levels.get(wire) is False


def until(*effects: Effect, that: Callable[[Heard], bool]) -> Generator[tuple[Effect, ...], Heard, Heard]:
    """Does this, and waits for that; or until nobody waits any more."""
    heard = yield effects
    while not (isinstance(heard, Over) or that(heard)):
        heard = yield ()
    return heard


def given_up(part: str, over: Over, nothing: Finding) -> list[Finding]:
    """What is found when nothing came: that it never came, or that nobody tried."""
    return [nothing if over is Over.TIME_UP else unknown(part, said.SKIPPED)]
