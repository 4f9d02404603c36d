"""How players' names are said where the voice would read them wrongly: "Siobhán" like "Shivawn".

The settings may give some (``voice.say_like``), a host's page the others. ``name-sounds.json`` in the data folder
holds what the page wished, each beside what the settings said then: where they say something else by now, somebody
has wished anew, and they count. Page, log and journal keep the name; a spelling serves every language.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum, auto
from pathlib import Path

from companion.referee.notation_words import LONGEST_NAME
from companion.storage.wish_file import WishFile
from companion.voice.lexicon import audible, sayable
from companion.voice.table_words import says_itself
from companion.voice.utterance import Priority, Until, Utterance

log = logging.getLogger(__name__)

FILE_NAME = "name-sounds.json"


class Fault(Enum):
    """Why a name cannot be said like this."""

    TABLE_WORD = auto()  # the table says the name of cards or other things too, and these must not change
    SILENT = auto()  # there is nothing in what it is to be said like that has a sound
    TOO_LONG = auto()


class NameSoundError(ValueError):
    """A name cannot be said like this, because of a ``fault``."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.name)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the page wished for a name; ``like`` is empty for the name as it is written."""

    name: str
    instead_of: str
    like: str


class NameSounds:
    """Which names are said like what. ``apply`` is given all of them, at once and after every change."""

    def __init__(self, given: Sequence[str], folder: Path, apply: Callable[[Mapping[str, str]], None]) -> None:
        self._file = WishFile(folder / FILE_NAME, "names are said as they are written")
        self._apply = apply
        self._given: dict[str, tuple[str, str]] = {}
        self._wishes: dict[str, _Wish] = self._file.read(_wishes_of, {})
        self.follow(given)

    @property
    def sounds(self) -> dict[str, str]:
        """What each such name is said like."""
        found = dict(self._given)
        for key, wish in self._wishes.items():
            if wish.instead_of == self._usual(key):
                found[key] = (wish.name, wish.like)
        return {name: like for name, like in found.values() if like and not says_itself(name)}

    def follow(self, given: Sequence[str]) -> None:
        """What the settings say from now on, each as ``NAME = AS IT SOUNDS``; the log tells what cannot be used."""
        self._given = {}
        for entry in given:
            name, _, like = (_tidy(part) for part in entry.partition("="))
            try:
                self._given[name.casefold()] = (name, checked(name, like))
            except NameSoundError as error:
                log.warning("voice.say_like: %s is said as it is written: %s", name, _WHY[error.fault])
        self._apply(self.sounds)

    def keep(self, name: str, like: str) -> None:
        """From now on the name is said like this; empty: as it is written. Raises NameSoundError."""
        key = name.casefold()
        like = checked(name, like) if like.strip() else ""
        usual = self._usual(key)
        self._wishes.pop(key, None)
        if like != usual:
            self._wishes[key] = _Wish(name, usual, like)
        self._file.write([asdict(wish) for wish in self._wishes.values()])
        self._apply(self.sounds)

    def _usual(self, key: str) -> str:
        return self._given.get(key, ("", ""))[1]


def _wishes_of(rows: list[dict[str, str]]) -> dict[str, _Wish]:
    wishes = [_Wish(**row) for row in rows]
    return {wish.name.casefold(): replace(wish, like=audible(wish.like)) for wish in wishes}


def checked(name: str, like: str) -> str:
    """What the name is said like, without what has no sound. Raises NameSoundError."""
    sent = audible(_tidy(like))
    if len(sent) > LONGEST_NAME:
        raise NameSoundError(Fault.TOO_LONG)
    if not sayable(sent):
        raise NameSoundError(Fault.SILENT)
    if says_itself(name):
        raise NameSoundError(Fault.TABLE_WORD)
    return sent


def tried(name: str, like: str, locales: Iterable[str]) -> Utterance:
    """The name said like this once, as any answer is, so that somebody may judge; page and log show the name."""
    heard = dict.fromkeys(locales, like or name)
    texts = dict.fromkeys(heard, name)
    return Utterance(texts, Priority.URGENT, "answer", repeatable=False, heard=heard, until=Until.ASKED)


def _tidy(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


_WHY = {
    Fault.TABLE_WORD: "the table says this word of other things too, and they must not change",
    Fault.SILENT: "write how it sounds with letters that a voice reads",
    Fault.TOO_LONG: f"write how it sounds in at most {LONGEST_NAME} characters",
}
