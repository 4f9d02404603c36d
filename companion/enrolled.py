"""Codes that shop-bought stickers and RFID tags carry, and the tag of ours that each stands for. Pure.

``tags.md`` section 4. A code is any text that a reader may send; it is kept as it was read, capitals included, since
codes may differ by them alone. One code is one card's; a card may have several.

>>> codes = Codes().changed(Change(put={"4006381333931": "TXK10011E"}))
>>> codes.tag_of(" 4006381333931\\r"), codes.codes_of("TXK10011E")
('TXK10011E', ('4006381333931',))
"""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.layouts import looks_french, meant
from companion.referee.toml_lines import lines_of
from companion.tags import tag_in
from companion.things import Thing, thing_with

LONGEST = 64  # characters: what a scanner's line may bring

_HEAD = """\
# What codes on stickers and RFID tags stand for: each code, and the tag of the card that it is stuck on.
# "uno-companion enrol" and the phone page write this file; notes behind # are written anew each time.
"""


class CodesError(ValueError):
    """The file of codes cannot be used. ``findings`` holds one ``FILE:LINE: what is wrong; what to do`` each."""

    def __init__(self, *findings: str) -> None:
        self.findings = findings
        super().__init__("\n".join(findings))


class TakenCodeError(ValueError):
    """A code is another card's already."""

    def __init__(self, code: str, tag: str) -> None:
        self.code, self.tag = code, tag
        super().__init__(f"{code} is bound to {tag}")


@dataclass(frozen=True, slots=True)
class Change:
    """Codes that are bound and codes that are taken off, at once; ``place`` is where an enrolment goes on.

    ``place`` is the key of the enrolment with the tag of the thing whose code comes next, None when it is over.
    """

    put: Mapping[str, str] = field(default_factory=dict)
    drop: frozenset[str] = frozenset()
    place: tuple[str, str | None] | None = None


@dataclass(frozen=True, slots=True)
class Codes:
    """All codes that are bound, in the order they were; and where enrolments that were interrupted go on."""

    tags: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)

    def tag_of(self, text: str) -> str | None:
        """The tag that a scanned code stands for.

        One that a scanner typed through a French keyboard is known again too: it is one of a few, so nothing is
        guessed.
        """
        code = code_of(text)
        if code in self.tags or not looks_french(code):
            return self.tags.get(code)
        return next((self.tags[typed] for typed in meant(code) if typed in self.tags), None)

    def codes_of(self, tag: str) -> tuple[str, ...]:
        """The codes of one thing, in the order they were bound."""
        return tuple(code for code, other in self.tags.items() if other == tag)

    def changed(self, change: Change) -> Codes:
        """The codes after a change; raises TakenCodeError where another thing has one of them."""
        tags = {code: tag for code, tag in self.tags.items() if code not in change.drop}
        for code, tag in change.put.items():
            if tags.setdefault(code, tag) != tag:
                raise TakenCodeError(code, tags[code])
        places = dict(self.places)
        if change.place is not None:
            key, at = change.place
            places.pop(key, None)
            if at is not None:
                places[key] = at
        return Codes(tags, places)


def code_of(text: str) -> str:
    """A code as it is kept: without blanks around it, its accents in one form."""
    return unicodedata.normalize("NFC", text.strip())


def codes_text(codes: Codes) -> str:
    """The file of the codes, a line each, which anybody can read and mend."""
    lines = [_HEAD, "[codes]"]
    lines += [f"{_quoted(code)} = {_quoted(tag)}  # {_note(thing_with(tag))}" for code, tag in codes.tags.items()]
    if codes.places:
        lines += ["", "# Where enrolling goes on.", "[next]"]
        lines += [f"{_quoted(key)} = {_quoted(tag)}" for key, tag in codes.places.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _note(thing: Thing) -> str:
    if thing.card is not None:
        return f"{thing.card}, copy {thing.copy}, {thing.edition} {thing.serial}"
    if thing.badge is not None:
        return f"badge {thing.badge}"
    return "a card of a deck that is not here" if thing.word is None else str(thing.word)


def read_codes(text: str, name: str) -> Codes:
    """What a file of codes says; ``name`` is the file in errors. Raises CodesError with all that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CodesError(f"{name}: it is not TOML ({error}); mend it, or put it aside and enrol again") from None
    lines = lines_of(text)
    findings = [
        f'{name}:{lines.get((key,), 1)}: "{key}" is not known here; there are [codes] and [next]'
        for key in data
        if key not in {"codes", "next"}
    ]
    tables = {table: _table(data, table, name, lines, findings) for table in ("codes", "next")}
    if findings:
        raise CodesError(*findings)
    return Codes({code_of(code): tag for code, tag in tables["codes"].items()}, tables["next"])


def _table(
    data: Mapping[str, object], table: str, name: str, lines: Mapping[tuple[str | int, ...], int], findings: list[str]
) -> dict[str, str]:
    rows = data.get(table, {})
    if not isinstance(rows, dict):
        findings.append(f"{name}:{lines.get((table,), 1)}: {table} must be a table; write [{table}]")
        return {}
    seen: set[str] = set()
    for code, tag in rows.items():
        where = f"{name}:{lines.get((table, code), 1)}"
        if not (isinstance(tag, str) and tag_in(tag) == tag.strip().upper()):
            findings.append(f'{where}: what "{code}" stands for is no tag of ours; write one, such as "TXK10011E"')
        if table == "codes" and not is_code(code_of(code)):
            findings.append(f'{where}: "{code}" cannot be a code: 1 to {LONGEST} printed characters')
        if table == "codes" and code_of(code) in seen:
            findings.append(f'{where}: "{code}" stands here twice; leave one of them out')
        seen.add(code_of(code))
    return {code: tag.strip().upper() for code, tag in rows.items() if isinstance(tag, str)}


def is_code(text: str) -> bool:
    """True for what may be enrolled as far as its characters go."""
    return 0 < len(text) <= LONGEST and text.isprintable()
