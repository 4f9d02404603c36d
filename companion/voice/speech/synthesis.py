"""Which synthesiser speaks: the one that is wanted, with whatever may speak in its place."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from companion.voice.speech.command_synthesisers import EspeakSynthesiser, PiperSynthesiser
from companion.voice.speech.fallback_synthesiser import FallbackSynthesiser
from companion.voice.speech.pyttsx3_synthesiser import Pyttsx3Synthesiser
from companion.voice.speech.synthesiser import NoSpeechError, Synthesiser

log = logging.getLogger(__name__)

ENGINES = ("auto", "pyttsx3", "espeak", "piper", "none")


async def choose_synthesiser(engine: str, locales: Iterable[str], folder: Path) -> Synthesiser:
    """The started synthesiser for a setting of ``ENGINES`` but none; raises NoSpeechError with the remedy.

    ``locales`` may name regions. ``auto`` is piper where it is installed with a voice for each of them (nobody has
    that by chance), then pyttsx3, then the espeak-ng command; ``piper`` has that command behind it as well.
    ``pyttsx3`` and ``espeak`` are only themselves.
    """
    piper = PiperSynthesiser(locales)
    wanted: dict[str, list[Synthesiser]] = {
        "auto": [*await _able(piper), Pyttsx3Synthesiser(folder), EspeakSynthesiser()],
        "pyttsx3": [Pyttsx3Synthesiser(folder)],
        "espeak": [EspeakSynthesiser()],
        "piper": [piper, EspeakSynthesiser()],
    }
    if engine not in wanted:
        raise NoSpeechError(f"There is no engine {engine!r}. Choose one of {', '.join(ENGINES)}.", repr(engine))
    failures: dict[Synthesiser, NoSpeechError] = {}
    for synthesiser in wanted[engine]:
        try:
            await synthesiser.start()
        except NoSpeechError as error:
            if engine == "piper" == synthesiser.name:  # who wants it wants to know
                raise
            failures[synthesiser] = error
    if len(failures) == len(wanted[engine]):
        raise next(iter(failures.values()))
    for synthesiser, failure in failures.items():
        log.warning("speech: %s speaks only once it can: %s", synthesiser.name, failure)
    return wanted[engine][0] if len(wanted[engine]) == 1 else FallbackSynthesiser(wanted[engine], failures)


async def _able(voice: Synthesiser) -> list[Synthesiser]:
    """The synthesiser where it can be started, else nobody."""
    try:
        await voice.start()
    except NoSpeechError:
        return []
    return [voice]
