"""Reads a deck file: a text in, a deck out, or everything that is wrong with it, each with its line and remedy.

Printed editions and players' own files go the same way. An own file has the letter ``U``, a serial, and mostly a
printed edition that it is ``like``: what it does not say is as there (``companion/guides/decks.md``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from companion.referee.cards import WILD_VALUES, Colour, Side
from companion.referee.deck import Deck, Supply
from companion.referee.deck_cards import read_cards
from companion.referee.deck_faces import Colours, read_faces
from companion.referee.deck_notes import Finding, Notes, WrongTextError, nearest, shown
from companion.referee.options import OPTIONS, PRESETS, MatchMode, UnknownOptionError, usual_target
from companion.referee.toml_lines import Place

OWN_LETTER = "U"
LARGEST_FILE = 256 * 1024  # characters; 999 two-sided cards need a sixth of it
CROCKFORD = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_FILES = resources.files("companion.referee") / "deck_files"
_NAME = re.compile(r"[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?")
_SERIAL_LENGTH = 2
#: First words of statements, and card words: they stand where an edition is named, too.
_KEYWORDS = WILD_VALUES | {"game", "top", "hand", "set", "undo", "round", "reload", "scan", "expect"}

#: What is agreed with the deck, each with an example for whoever left it out.
_AGREED = {
    "supply": '"pile"',
    "match_mode": '"winner-takes"',
    "target": "500",
    "challenge": "true",
    "drawn_card": '"may"',
    "plus4_rule": '"colour"',
}
_KEYS = (
    *("edition", "letter", "serial", "like", "total", "never_played", *_AGREED),
    *("sides", "faces", "copies", "cards", "pairs"),
)
_MOST_NEVER_PLAYED = 20


class DeckFileError(ValueError):
    """A deck file cannot be used. ``findings`` holds one ``FILE:LINE: what is wrong; what to do`` each."""

    def __init__(self, *findings: str) -> None:
        self.findings = findings
        super().__init__("\n".join(findings))


def read_deck(text: str, source: str) -> Deck:
    """The deck that a deck file's text describes; ``source`` names the file in errors. The same text is read once.

    Raises DeckFileError with all that is wrong.
    """
    try:
        return _read(text)
    except WrongTextError as wrong:
        told = [f"{source}:{finding.line}: {' '.join(finding.sentence.split())}" for finding in wrong.findings]
        raise DeckFileError(*dict.fromkeys(told)) from None


@cache
def editions() -> tuple[str, ...]:
    """Names of the printed editions, in alphabetical order."""
    names = (entry.name for entry in _FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def printed_deck(edition: str) -> Deck:
    """The deck of a printed edition; raises KeyError when there is no such edition."""
    if edition not in editions():
        raise KeyError(edition)
    name = f"{edition}.toml"
    return read_deck((_FILES / name).read_text(encoding="utf-8"), name)


def name_trouble(name: str) -> str | None:
    """Why an own deck cannot be called this, or None."""
    if name in editions() or name in PRESETS:
        return f"'{name}' is the name of a printed game; give the deck a name of its own"
    if not _NAME.fullmatch(name) or name in _KEYWORDS:
        return f"{shown(name)} cannot be a deck's name; take small letters, digits and '-', such as my-deck"
    return None


def serial_trouble(serial: str) -> str | None:
    """Why a deck cannot have this serial, or None."""
    if len(serial) == _SERIAL_LENGTH and set(serial) <= CROCKFORD:
        return None
    return f"{shown(serial)} is no serial; take two of the characters 0-9 and A-Z without I, L, O, U, such as K7"


@lru_cache(maxsize=64)
def _read(text: str) -> Deck:
    if len(text) > LARGEST_FILE:
        raise WrongTextError(Finding(1, f"more than {LARGEST_FILE} characters make no deck; name a deck file"))
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise WrongTextError(Finding(1, "lists stand too deep in one another; write plain ones")) from None
    except ValueError as error:  # also for a number of more digits than Python reads
        raise WrongTextError(Finding(_line_of(error, text), f"this is not TOML ({error}); mend it")) from None
    return _Reader(Notes(text, data)).deck()


def _line_of(error: ValueError, text: str) -> int:
    """The line that a TOML error names; without one it is the end, or the longest line for an endless number."""
    at = re.search(r"line (\d+)", str(error))
    if at:
        return int(at[1])
    lines = text.splitlines() or [""]
    return len(lines) if isinstance(error, tomllib.TOMLDecodeError) else lines.index(max(lines, key=len)) + 1


class _Reader:
    """One reading of one file."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._data = notes.data

    def deck(self) -> Deck:
        """The deck; raises WrongTextError."""
        notes = self._notes
        notes.known_keys(self._data, _KEYS, ())
        name, own = self._edition()
        letter = self._letter(own=own)
        serial = self._serial(own=own)
        like = self._like(own=own)
        agreed = {key: self._agreed(key, like) for key in _AGREED}
        never_played = self._never_played(like)
        begun = notes.number_of_findings
        colours = self._colours(like)
        faces = read_faces(notes, colours, like)
        if like is None and notes.number_of_findings > begun:
            notes.give_up()  # a face that cannot be read would be missed wherever it is counted
        cards = read_cards(notes, faces, colours, like, begun)
        notes.give_up()
        return Deck(
            edition=name,
            letter=letter,
            supply=Supply(agreed["supply"]),
            match_mode=agreed["match_mode"],
            target=agreed["target"],
            challenge=agreed["challenge"],
            drawn_card=agreed["drawn_card"],
            plus4_rule=agreed["plus4_rule"],
            colours=colours,
            faces=cards.faces,
            cards=tuple(cards.listed[Side.LIGHT]),
            dark_cards=tuple(cards.listed.get(Side.DARK, ())),
            backs=cards.backs,
            never_played=never_played,
            text=notes.text if own else "",
            serial=serial,
            like="" if like is None else like.edition,
        )

    # Who the deck is

    def _edition(self) -> tuple[str, bool]:
        """The name, and whether it is an own deck's."""
        name = self._data.get("edition")
        if name is None:
            self._notes.missing((), "edition", '"my-deck"')
        elif not isinstance(name, str):
            self._notes.tell(("edition",), f"edition = {shown(name)} will not do; write a name in quotes")
        else:
            own = name not in editions() or self._data.get("letter") == OWN_LETTER
            if own and (trouble := name_trouble(name)):
                self._notes.tell(("edition",), trouble)
            return name, own
        return "", True

    def _letter(self, *, own: bool) -> str:
        letter = self._data.get("letter")
        if letter is None:
            self._notes.missing((), "letter", f'"{OWN_LETTER}"')
        elif own and letter != OWN_LETTER:
            self._notes.tell(
                ("letter",), f'letter = {shown(letter)} is a printed edition\'s; write letter = "{OWN_LETTER}"'
            )
        elif not own and not (isinstance(letter, str) and re.fullmatch(r"[A-Z]", letter)):
            self._notes.tell(("letter",), f"letter = {shown(letter)} will not do; write one capital letter")
        return str(letter)

    def _serial(self, *, own: bool) -> str:
        serial = self._data.get("serial")
        if not own:
            if serial is not None:
                self._notes.tell(("serial",), "a printed edition has no serial in its file; leave it out")
            return ""
        if serial is None:
            self._notes.missing((), "serial", '"K7"')
        elif not isinstance(serial, str):
            self._notes.tell(("serial",), f"serial = {shown(serial)} will not do; write two characters in quotes")
        elif trouble := serial_trouble(serial.upper()):
            self._notes.tell(("serial",), trouble)
        return str(serial).upper()

    def _like(self, *, own: bool) -> Deck | None:
        """The printed edition that the deck is like; with an unknown one there is nothing to go on with."""
        if "like" not in self._data:
            return None
        if not own:
            self._notes.tell(("like",), "a printed edition is like no other; give the deck a name of its own")
        name = self._notes.word(("like",), self._data["like"], editions())
        if name is None:
            self._notes.give_up()
        return printed_deck(str(name))

    def _never_played(self, like: Deck | None) -> int:
        if "never_played" not in self._data:
            return 0 if like is None else like.never_played
        return self._notes.number(("never_played",), self._data["never_played"], 0, _MOST_NEVER_PLAYED) or 0

    # What is agreed when it is played

    def _agreed(self, key: str, like: Deck | None) -> Any:
        place, value = (key,), self._data.get(key)
        if value is None:
            return self._usual(key, like)
        if key == "challenge":
            return self._notes.switch(place, value)
        if isinstance(value, bool) or not isinstance(value, int if key == "target" else str):
            kind = "a whole number" if key == "target" else "a word in quotes"
            self._notes.tell(place, f"{key} = {shown(value)} will not do; write {kind}")
            return None
        try:
            OPTIONS["draw_from" if key == "supply" else key](key, value if isinstance(value, str) else shown(value))
        except UnknownOptionError as error:
            self._notes.tell(place, str(error))
        return value

    def _usual(self, key: str, like: Deck | None) -> Any:
        """As in the printed edition; a target only while the match is played in the same way."""
        if like is None:
            self._notes.missing((), key, _AGREED[key])
            return None
        mode = self._data.get("match_mode")
        if key == "target" and mode != like.match_mode and mode in list(MatchMode):
            return usual_target(MatchMode(mode))
        return getattr(like, key)

    # Sides

    def _colours(self, like: Deck | None) -> Colours:
        """The colours of each side, the light one first."""
        notes, sides = self._notes, self._data.get("sides", {})
        found = {} if like is None else dict(like.colours)
        if not isinstance(sides, dict) or not all(isinstance(block, dict) for block in sides.values()):
            notes.tell(("sides",), 'sides will not do; write [sides.light] and below it colours = ["red", …]')
            notes.give_up()  # every face would be on a side that is missing
        notes.known_keys(sides, tuple(Side), ("sides",))
        found |= {side: self._side_colours(side, sides[side]) for side in Side if side in sides}
        if Side.LIGHT not in found:
            notes.tell(("sides",), 'there is no light side; write [sides.light] and below it colours = ["red", …]')
            notes.give_up()
        return {side: found[side] for side in Side if side in found}

    def _side_colours(self, side: Side, block: Mapping[str, Any]) -> tuple[Colour, ...]:
        notes = self._notes
        place: Place = ("sides", side, "colours")
        notes.known_keys(block, ("colours",), ("sides", side))
        allowed = tuple(colour for colour in Colour if colour.side is side)
        words = block.get("colours")
        if not isinstance(words, list) or not words:
            notes.tell(place, f'the colours of the {side} side are missing; write colours = ["{allowed[0]}", …]')
            return ()
        for index, word in enumerate(words):
            if word not in allowed:
                notes.tell(
                    (*place, index), f"{shown(word)} is no colour of the {side} side; {nearest(word, allowed)}"
                )
            elif word in words[:index]:
                notes.tell((*place, index), f"{word} stands twice; write it once")
        return tuple(Colour(word) for word in words if word in allowed)
