"""What a check of the table found, part by part: for the eye, the ear and programs. Pure.

A game needs settings that can be used, the pins, the main button, the exit gate, the motor and a data folder; of what
may be left out, those parts whose word can stop every press (lid switch, hopper sensor, the motor driver's fault
line), the voice unless it is switched off, because without it the table rules for nobody who cannot see, and the
scanner and the private reader once they are set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.settings import Settings
from companion.voice.errands.doctor_lines import aloud, finding, summary
from companion.voice.lines import Phrase
from companion.voice.phrases import Phrases
from firmware_bridge.pin_map import PinMap
from firmware_bridge.scanner_address import NONE, is_auto


class PartState(StrEnum):
    """How a part stands."""

    OK = "ok"
    MISSING = "missing"  # it is not there
    FAILING = "failing"  # it is there and does not do what it should
    UNKNOWN = "unknown"  # nobody has tried


_WRONG = {PartState.MISSING, PartState.FAILING}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part stands: one sentence, and where something can be done about it, one sentence of remedy."""

    part: str
    state: PartState
    message: Phrase
    remedy: Phrase | None = None

    def aloud(self) -> Phrase:
        """The finding for the ear."""
        return aloud(self.part, self.message, self.remedy)


def ok(part: str, message: Phrase, remedy: Phrase | None = None) -> Finding:
    """The part does what it should; there may be something to know all the same."""
    return Finding(part, PartState.OK, message, remedy)


def missing(part: str, told: tuple[Phrase, Phrase]) -> Finding:
    """The part is not there."""
    return Finding(part, PartState.MISSING, *told)


def failing(part: str, told: tuple[Phrase, Phrase]) -> Finding:
    """The part does not do what it should."""
    return Finding(part, PartState.FAILING, *told)


def unknown(part: str, told: tuple[Phrase, Phrase]) -> Finding:
    """Nobody has tried the part."""
    return Finding(part, PartState.UNKNOWN, *told)


def needed_parts(settings: Settings, pins: PinMap) -> frozenset[str]:
    """What a game at this table needs."""
    needed = {"settings", "data", "pins", "button", "gate", "motor"}
    for part, wired in (
        ("lid", pins.lid is not None),
        ("hopper", pins.hopper is not None),
        ("motor-fault", pins.motor_fault is not None),
        ("voice", settings.voice.engine != "none"),
        ("scanner", not is_auto(settings.scanner.url) and settings.scanner.url != NONE),
        ("private-reader", settings.scanner.private_url not in {"", NONE}),
    ):
        if wired:
            needed.add(part)
    return frozenset(needed)


class Checkup:
    """The findings so far, one a part, in the order in which the parts were first looked at."""

    def __init__(self, needed: frozenset[str]) -> None:
        self._needed = needed
        self._found: dict[str, Finding] = {}

    def needs(self, parts: Iterable[str]) -> None:
        """A game needs these too."""
        self._needed |= frozenset(parts)

    def does_without(self, part: str) -> None:
        """A table that is running was started without a part, by choice: that it is missing is not wrong."""
        self._needed -= {part}

    def add(self, findings: Iterable[Finding]) -> None:
        """Later findings are truer; but that nobody tried a part says nothing against what was seen of it."""
        for found in findings:
            known = self._found.get(found.part)
            if known is None or found.state is not PartState.UNKNOWN or known.state is PartState.UNKNOWN:
                self._found[found.part] = found

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._found.values())

    def state(self, part: str) -> PartState | None:
        """How a part stands; None while nobody has looked."""
        found = self._found.get(part)
        return None if found is None else found.state

    @property
    def ok(self) -> bool:
        """Whether nothing that a game needs is missing or failing."""
        return not any(found.state in _WRONG and found.part in self._needed for found in self)

    def attention(self) -> list[Finding]:
        """What somebody should look after: all that fails, and what is missing though a game needs it."""
        return [
            found
            for found in self
            if found.state is PartState.FAILING or (found.state is PartState.MISSING and found.part in self._needed)
        ]

    def summary(self) -> Phrase:
        """Which parts need attention, which nobody has tried. What is merely not fitted is neither."""
        attention = [found.part for found in self.attention()]
        return summary(attention, [found.part for found in self if found.state is PartState.UNKNOWN])

    def as_json(self, phrases: Phrases) -> dict[str, Any]:
        """What ``doctor --json`` prints; ``remedy`` is empty where there is nothing to do."""
        return {
            "ok": self.ok,
            "findings": [
                {
                    "part": found.part,
                    "state": found.state.value,
                    "needed": found.part in self._needed,
                    "message": phrases.text(found.message),
                    "remedy": "" if found.remedy is None else phrases.text(found.remedy),
                }
                for found in self
            ],
        }


def as_line(found: Finding, phrases: Phrases) -> str:
    """A finding as a line of the list."""
    return phrases.text(finding(found.part, found.state, found.message, found.remedy))
