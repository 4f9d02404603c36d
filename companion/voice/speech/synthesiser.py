"""What makes sound of a sentence, whichever it is; and what may be wrong with it."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Set
from pathlib import Path
from typing import Protocol

from companion.voice.lexicon import FALLBACK_VOICE, voices_for

log = logging.getLogger(__name__)

NOT_FOUND = os.strerror(errno.ENOENT)


class NoSpeechError(Exception):
    """An engine cannot be had at all; the message is one sentence with the remedy.

    ``detail`` is what the machine says of it, for whoever has a sentence of their own.
    """

    def __init__(self, message: str, detail: str) -> None:
        super().__init__(message)
        self.detail = detail


class SynthesisError(Exception):
    """A sentence could not be made; the message is one sentence saying why."""


class Synthesiser(Protocol):
    """Whatever makes a WAV file of a sentence.

    ``instead_of`` names the engine that should speak and does not, ``lacking`` the locales that another language's
    voice reads.
    """

    @property
    def name(self) -> str: ...
    @property
    def instead_of(self) -> str | None: ...
    @property
    def lacking(self) -> Set[str]: ...

    async def start(self) -> None:
        """Gets ready; raises NoSpeechError."""

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``, whole or not at all; raises SynthesisError."""

    async def close(self) -> None:
        """Ends every process that was started."""


def no_espeak(detail: str) -> NoSpeechError:
    """What is missing, and how it is got, whoever wanted to speak with it."""
    return NoSpeechError(f"espeak-ng cannot be used ({detail}). Install it: apt install espeak-ng", detail)


def note_voice(lacking: set[str], locale: str, voice: str) -> None:
    """Keeps which locales are read by another language's voice, and tells the log of a new one."""
    if voice != FALLBACK_VOICE or voice == voices_for(locale)[0]:
        lacking.discard(locale)
    elif locale not in lacking:
        lacking.add(locale)
        log.warning("speech: no voice for %s is installed; an English one reads it", locale)
