"""How a table wants to be spoken to, by its FASTER, LOUDER, VERBOSITY and LANGUAGE cards: kept over a restart.

``voice.json`` in the data folder holds each wish beside the setting it departed from. Where that setting is another
one by now, somebody has wished anew, and the setting counts. Louder than the settings it is for one evening only:
whoever switches the table on next, perhaps with an ear beside it, does not know of it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from companion.settings import Settings
from companion.tags import CommandWord
from companion.voice import wish_lines as said
from companion.voice.lines import Line, Verbosity
from companion.voice.manner import Manner
from companion.whole_files import write_whole

log = logging.getLogger(__name__)

FILE_NAME = "voice.json"
SLOWEST_WPM, FASTEST_WPM, STEP_WPM = 100, 400, 20
SOFTEST, LOUDEST, STEP_VOLUME = 10, 100, 10  # a card cannot silence the table: nobody would hear how to undo it
_LEVELS = tuple(Verbosity)


def usual(settings: Settings) -> Manner:
    """As the settings have it."""
    voice = settings.voice
    return Manner(voice.rate_wpm, voice.volume, Verbosity(voice.verbosity), settings.table.locales)


def changed(manner: Manner, word: CommandWord, offered: Sequence[str]) -> Manner:
    """The manner after one card; ``offered`` are the table's languages, gone round singly and all together.

    >>> quiet = Manner(170, 10, Verbosity.FULL, ("en", "fr"))
    >>> changed(quiet, CommandWord.SOFTER, ("en", "fr")) == quiet
    True
    >>> [changed(quiet, CommandWord.LANGUAGE, ("en", "fr")).locales]
    [('en',)]
    """
    match word:
        case CommandWord.FASTER:
            return replace(manner, rate_wpm=max(manner.rate_wpm, min(FASTEST_WPM, manner.rate_wpm + STEP_WPM)))
        case CommandWord.SLOWER:
            return replace(manner, rate_wpm=min(manner.rate_wpm, max(SLOWEST_WPM, manner.rate_wpm - STEP_WPM)))
        case CommandWord.LOUDER:
            return replace(manner, volume=min(LOUDEST, manner.volume + STEP_VOLUME))
        case CommandWord.SOFTER:
            return replace(manner, volume=min(manner.volume, max(SOFTEST, manner.volume - STEP_VOLUME)))
        case CommandWord.VERBOSITY:
            return replace(manner, verbosity=_after(manner.verbosity, _LEVELS))
        case CommandWord.LANGUAGE:
            return replace(manner, locales=_after(manner.locales, _rounds(offered)))
    return manner


def _rounds(offered: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    singly = [(locale,) for locale in dict.fromkeys(offered)]
    return tuple(singly) if len(singly) == 1 else (*singly, tuple(offered))


def _after(now: Any, choices: Sequence[Any]) -> Any:
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


class VoiceWishes:
    """Takes the cards' wishes. ``apply`` makes the table speak so, and is called at once with what was kept."""

    def __init__(self, settings: Settings, folder: Path, apply: Callable[[Manner], None]) -> None:
        self._usual = usual(settings)
        self._path = folder / FILE_NAME
        self._apply = apply
        self.observers: list[Callable[[], None]] = []  # hear of every change
        self.confirmed: Sequence[Line] = ()  # what was said about the last card
        self.manner = self._kept()
        apply(self.manner)

    def take(self, word: CommandWord) -> list[Line]:
        """One card; what is said about it, in the manner that it wished for."""
        before = self.manner
        self.manner = changed(before, word, self._usual.locales)
        self._apply(self.manner)
        if self.manner != before:
            self._keep()
            for observer in self.observers:
                observer()
        self.confirmed = confirmed = self._confirmed(word, before)
        return confirmed

    def _confirmed(self, word: CommandWord, before: Manner) -> list[Line]:
        now, differs = self.manner, self.manner != before
        match word:
            case CommandWord.FASTER | CommandWord.SLOWER:
                return said.speed(now.rate_wpm, faster=word is CommandWord.FASTER, changed=differs)
            case CommandWord.LOUDER | CommandWord.SOFTER:
                return said.loudness(now.volume, louder=word is CommandWord.LOUDER, changed=differs)
            case CommandWord.VERBOSITY:
                return said.verbosity(now.verbosity)
        return said.languages(now.locales, changed=differs)

    def _kept(self) -> Manner:
        """The settings, with the wishes that still stand beside them."""
        try:
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            return _with_wishes(self._usual, rows, self._usual.locales)
        except FileNotFoundError:
            return self._usual
        except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
            log.warning("%s cannot be read (%s); the table speaks as its settings say", self._path, error)
            return self._usual

    def _keep(self) -> None:
        rows = {
            field.name: {"instead_of": getattr(self._usual, field.name), "wish": getattr(self.manner, field.name)}
            for field in fields(Manner)
            if getattr(self.manner, field.name) != getattr(self._usual, field.name)
        }
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(rows, indent=1) + "\n")
        except OSError as error:
            log.warning("%s cannot be written (%s); the wish is forgotten with the next start", self._path, error)


def _with_wishes(manner: Manner, rows: dict[str, dict[str, Any]], offered: Sequence[str]) -> Manner:
    """Wishes that departed from what the settings still say. Raises ValueError, TypeError for what is none."""
    usual_volume = manner.volume
    allowed: dict[str, Callable[[Any], Any]] = {
        "rate_wpm": lambda value: max(SLOWEST_WPM, min(FASTEST_WPM, int(value))),
        "volume": lambda value: max(SOFTEST, min(LOUDEST, int(value))),
        "verbosity": Verbosity,
        "locales": lambda value: _one_of(tuple(value), _rounds(offered)),
    }
    for name, read in allowed.items():
        row = rows.get(name)
        if row is not None and row["instead_of"] == json.loads(json.dumps(getattr(manner, name))):
            manner = replace(manner, **{name: read(row["wish"])})
    return replace(manner, volume=min(manner.volume, usual_volume))


def _one_of(value: tuple[str, ...], choices: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return value if value in choices else choices[-1]
