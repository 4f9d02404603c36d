"""What is wrong with a deck file, noted while it is read, so that all of it is told at once with its lines."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.referee.cards import Card, UnreadableCardError
from companion.referee.toml_lines import Place, line_at, lines_of

_LONGEST_SHOWN = 60
_MOST_NAMED = 24


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to put right."""

    line: int
    sentence: str


class WrongTextError(Exception):
    """The text describes no deck; ``findings`` are in the order of its lines."""

    def __init__(self, *findings: Finding) -> None:
        self.findings = sorted(findings, key=lambda finding: finding.line)
        super().__init__()


class Notes:
    """A deck file's data, and what was found wrong with it so far.

    The questions (``word``, ``number`` …) give the value, or note what is wrong and give None.
    """

    def __init__(self, text: str, data: Mapping[str, Any]) -> None:
        self.text = text
        self.data = data
        self._findings: list[Finding] = []

    @cached_property
    def _lines(self) -> Mapping[Place, int]:
        return lines_of(self.text)

    def tell(self, place: Place, sentence: str) -> None:
        """Notes what is wrong at a place; one that the text does not have is told where it would stand."""
        self._findings.append(Finding(line_at(self._lines, place), sentence))

    def missing(self, place: Place, key: str, example: str) -> None:
        """Notes that a table lacks a key."""
        self.tell(place, f"the key '{key}' is missing; add one such as {key} = {example}")

    @property
    def number_of_findings(self) -> int:
        return len(self._findings)

    def give_up(self) -> None:
        """Raises WrongTextError where anything was wrong."""
        if self._findings:
            raise WrongTextError(*self._findings)

    def known_keys(self, table: Mapping[str, Any], known: Collection[str], place: Place) -> None:
        """Notes each key that nobody reads."""
        for key in table:
            if key not in known:
                self.tell((*place, key), f"there is no key '{key}' here; {nearest(key, known)}")

    def word(self, place: Place, value: object, allowed: Collection[str]) -> str | None:
        """One of the allowed words."""
        if isinstance(value, str) and value in allowed:
            return value
        self.tell(place, f"{place[-1]} = {shown(value)} is not known; {nearest(value, allowed)}")
        return None

    def number(self, place: Place, value: object, low: int, high: int) -> int | None:
        """A whole number in these bounds."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.tell(place, f"{place[-1]} = {shown(value)} will not do; write a whole number from {low} to {high}")
        return None

    def switch(self, place: Place, value: object) -> bool | None:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.tell(place, f"{place[-1]} = {shown(value)} will not do; write true or false")
        return None

    def tables(self, key: str) -> list[tuple[Place, Mapping[str, Any]]]:
        """The ``[[key]]`` blocks with their places."""
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(block, dict) for block in found):
            self.tell((key,), f"{key} will not do; write each as a block of its own that begins with [[{key}]]")
            return []
        return [((key, index), block) for index, block in enumerate(found)]


def card_of(word: str) -> Card | None:
    """The card that a word of the notation names, or None."""
    try:
        return Card.from_word(word)
    except UnreadableCardError:
        return None


def nearest(word: object, known: Collection[str]) -> str:
    """What was probably meant, else what there is."""
    near = difflib.get_close_matches(word, known, 1) if isinstance(word, str) else []
    if near:
        return f"did you mean '{near[0]}'?"
    more = ", …" if len(known) > _MOST_NAMED else ""
    return f"known are {', '.join(list(known)[:_MOST_NAMED])}{more}"


def shown(value: object) -> str:
    """A value as the file writes it, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # more digits than Python writes
        return "a number without end"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
