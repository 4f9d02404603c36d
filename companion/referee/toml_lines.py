"""Where each key and each entry of a TOML text stands: the standard reader gives values without their lines.

A place is the way to a value: ``("faces", 2, "values", 0)`` is the first value of the third ``[[faces]]``. The text
must be TOML already; nothing here judges it.

>>> lines_of('total = 3\\n[[faces]]\\nvalues = [\\n  "1",\\n  "2",\\n]\\n')[("faces", 0, "values", 1)]
5
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

Place = tuple[str | int, ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|(?P<skip>#[^\n]*|[ \t\r]+)"
    r"|\n|[\[\]{}=,.]"
    r"|[^\s\[\]{}=,.\"'#]+",
    re.DOTALL,
)


def lines_of(text: str) -> Mapping[Place, int]:
    """The line, 1 up, of every table, key and list entry."""
    return _Locator(text).locate()


def line_at(lines: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or where it would stand: that of the nearest table around it that the text has."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


class _Locator:
    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, int]] = []
        line = 1
        for found in _TOKEN.finditer(text):
            if found.lastgroup != "skip":
                self._tokens.append((found[0], line))
            line += found[0].count("\n")
        self._tokens.append(("\n", line))
        self._at = 0
        self._lines: dict[Place, int] = {}
        self._tables: Counter[Place] = Counter()  # how many [[…]] of a name there are so far

    def locate(self) -> Mapping[Place, int]:
        section: Place = ()
        with suppress(IndexError):  # the end of the text; of one that is no TOML, what was found until there
            while True:
                match self._peek():
                    case "\n":
                        self._at += 1
                    case "[":
                        section = self._header()
                    case _:
                        self._pair(section)
        return self._lines

    def _peek(self) -> str:
        return self._tokens[self._at][0]

    def _note(self, place: Place) -> None:
        for end in range(1, len(place) + 1):
            self._lines.setdefault(place[:end], self._tokens[self._at][1])

    def _header(self) -> Place:
        """``[a.b]`` or ``[[a]]``, whose index is part of the place."""
        self._at += 1
        several = self._peek() == "["
        self._at += several
        place = self._inside(self._key())
        if several:
            place = (*place, self._tables[place])
            self._tables[place[:-1]] += 1
        self._note(place)
        self._at += 1 + several
        return place

    def _inside(self, key: Place) -> Place:
        """A header's key with the index of the newest ``[[…]]`` that it belongs to."""
        place: Place = ()
        for part in key[:-1]:
            place = (*place, part)
            if self._tables[place]:
                place = (*place, self._tables[place] - 1)
        return (*place, key[-1])

    def _key(self) -> Place:
        parts: list[str] = []
        while self._peek() not in {"=", "]", "\n"}:
            word = self._peek()
            if word != ".":
                parts.append(_plain(word))
            self._at += 1
        return tuple(parts)

    def _pair(self, section: Place) -> None:
        begun = self._at
        place = (*section, *self._key())
        ended, self._at = self._at, begun
        self._note(place)
        self._at = ended + 1
        self._value(place)

    def _value(self, place: Place) -> None:
        match self._peek():
            case "[":
                self._list(place)
            case "{":
                self._inline_table(place)
            case _:  # a date or a number with a fraction is several tokens
                while self._peek() not in {",", "]", "}", "\n"}:
                    self._at += 1

    def _list(self, place: Place) -> None:
        self._at += 1
        index = 0
        while self._peek() != "]":
            if self._peek() in {",", "\n"}:
                self._at += 1
                continue
            self._note((*place, index))
            self._value((*place, index))
            index += 1
        self._at += 1

    def _inline_table(self, place: Place) -> None:
        self._at += 1
        while self._peek() != "}":
            if self._peek() in {",", "\n"}:
                self._at += 1
            else:
                self._pair(place)
        self._at += 1


def _plain(word: str) -> str:
    """A key without its quotes."""
    if word.startswith('"') and "\\" in word:
        with suppress(tomllib.TOMLDecodeError):
            return str(tomllib.loads(f"key = {word}")["key"])
    return word[1:-1] if word[0] in "\"'" else word
