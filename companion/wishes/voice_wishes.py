"""How a table wants to be spoken to, by its FASTER, LOUDER, VERBOSITY and LANGUAGE cards: kept over a restart.

``voice.json`` in the data folder holds each wish beside the setting it departed from. Where that setting is another
one by now, somebody has wished anew, and the setting counts. Louder than the settings it is for one evening only:
whoever switches the table on next, perhaps with an ear beside it, does not know of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from companion.manner import FASTEST_WPM, LOUDEST, SLOWEST_WPM, SOFTEST, Manner, changed, rounds
from companion.settings import Settings
from companion.storage.wish_file import WishFile
from companion.tags import CommandWord
from companion.voice.between_plays import wish_lines as said
from companion.voice.lines import Line, Verbosity

FILE_NAME = "voice.json"


def usual(settings: Settings) -> Manner:
    """As the settings have it."""
    voice = settings.voice
    return Manner(voice.rate_wpm, voice.volume, Verbosity(voice.verbosity), settings.table.locales)


class VoiceWishes:
    """Takes the cards' wishes. ``apply`` makes the table speak so, and is called at once with what was kept."""

    def __init__(self, settings: Settings, folder: Path, apply: Callable[[Manner], None]) -> None:
        self._usual = usual(settings)
        self._file = WishFile(folder / FILE_NAME, "the table speaks as its settings say")
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
        return self._file.read(lambda rows: _with_wishes(self._usual, rows, self._usual.locales), self._usual)

    def _keep(self) -> None:
        rows = {
            field.name: {"instead_of": getattr(self._usual, field.name), "wish": getattr(self.manner, field.name)}
            for field in fields(Manner)
            if getattr(self.manner, field.name) != getattr(self._usual, field.name)
        }
        self._file.write(rows)


def _with_wishes(manner: Manner, rows: dict[str, dict[str, Any]], offered: Sequence[str]) -> Manner:
    """Wishes that departed from what the settings still say. Raises ValueError, TypeError for what is none."""
    usual_volume = manner.volume
    allowed: dict[str, Callable[[Any], Any]] = {
        "rate_wpm": lambda value: max(SLOWEST_WPM, min(FASTEST_WPM, int(value))),
        "volume": lambda value: max(SOFTEST, min(LOUDEST, int(value))),
        "verbosity": Verbosity,
        "locales": lambda value: _one_of(tuple(value), rounds(offered)),
    }
    for name, read in allowed.items():
        row = rows.get(name)
        if row is not None and row["instead_of"] == json.loads(json.dumps(getattr(manner, name))):
            manner = replace(manner, **{name: read(row["wish"])})
    return replace(manner, volume=min(manner.volume, usual_volume))


def _one_of(value: tuple[str, ...], choices: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return value if value in choices else choices[-1]
