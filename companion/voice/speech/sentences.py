"""Sentences turned into sound: by whichever engine there is, the next one made while one is heard."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from pathlib import Path

from companion.voice.lexicon import language_of
from companion.voice.speech.clip import Clip, read_clip
from companion.voice.speech.phrase_cache import PhraseCache, Sentence
from companion.voice.speech.synthesis import choose_synthesiser
from companion.voice.speech.synthesiser import NoSpeechError, Synthesiser, SynthesisError
from companion.voice.speech.trouble import Trouble, TroubleKind, stuck

log = logging.getLogger(__name__)

SEARCH_AGAIN_NS = 10_000_000_000  # a missing engine may have been installed meanwhile
TRIAL, TRIAL_WPM = "1", 170  # a sentence in any language


class Sentences:
    """Makes one sentence after the other, each heard lately from memory.

    ``engine`` as for ``choose_synthesiser``. ``regions`` are the tags of voices that a language is wanted in, such as
    ``fr-be``; the usual one reads the others. ``voice`` is who speaks, None while nobody can; ``trouble`` is why the
    last sentence could not be made.
    """

    def __init__(self, engine: str, locales: Sequence[str], regions: Sequence[str], folder: Path) -> None:
        self.voice: Synthesiser | None = None
        self.trouble: Trouble | None = None
        self._engine = engine
        self._tags = {language_of(tag): tag for tag in (*locales, *regions)}
        self._locales = tuple(locales)
        self._folder = folder
        self._kept = PhraseCache()
        self._files = 0
        self._searched_ns = 0
        self._ahead: tuple[Sentence, asyncio.Task[Clip]] | None = None

    def sentence(self, text: str, locale: str, rate_wpm: int) -> Sentence:
        """What is asked for; ``text`` is the spoken form."""
        return Sentence(text, self._tag(locale), rate_wpm)

    async def search(self) -> None:
        """Looks for an engine, where there is none and not too soon after the last time; ``trouble`` tells."""
        now = time.monotonic_ns()
        if self.voice is not None or (self._searched_ns and now - self._searched_ns < SEARCH_AGAIN_NS):
            return
        self._searched_ns = now
        try:
            self.voice = await choose_synthesiser(self._engine, [*map(self._tag, self._locales)], self._folder)
        except NoSpeechError as error:
            self.trouble = Trouble(TroubleKind.NO_ENGINE, str(error), error.detail)
        else:
            self.trouble = None

    async def look_again(self) -> None:
        """Whether sentences can be made again: looks for an engine, and has one that failed try a short one."""
        await self.search()
        if self.voice is not None and self.trouble is not None:
            try:
                await self._make(self.sentence(TRIAL, self._locales[0], TRIAL_WPM))
            except SynthesisError as error:
                self.trouble = stuck(str(error))

    async def clip(self, sentence: Sentence) -> Clip | None:
        """The sentence's sound, from memory, made ahead or made now; None when it cannot be had: see ``trouble``."""
        try:
            if self._ahead is not None and self._ahead[0] == sentence:
                _, task = self._ahead
                self._ahead = None
                return await task
            known = self._known(sentence)
            if known is not None:
                return known
            await self._forget_ahead()
            return await self._make(sentence)
        except SynthesisError as error:
            self.trouble = stuck(str(error))
            return None

    def prepare(self, sentence: Sentence) -> None:
        """Makes a sentence that will probably be next, unless one is being made."""
        if self._ahead is not None and self._ahead[1].done():  # it was not wanted in the end
            self._ahead[1].exception()
            self._ahead = None
        if self.voice is not None and self._ahead is None and self._known(sentence) is None:
            self._ahead = (sentence, asyncio.create_task(self._make(sentence)))

    async def close(self) -> None:
        """Ends every process."""
        await self._forget_ahead()
        if self.voice is not None:
            await self.voice.close()

    def _tag(self, locale: str) -> str:
        return self._tags.get(language_of(locale), locale)

    def _known(self, sentence: Sentence) -> Clip | None:
        return None if self.voice is None else self._kept.find(sentence, self.voice.name)

    async def _make(self, sentence: Sentence) -> Clip:
        """Raises SynthesisError."""
        voice = self.voice
        if voice is None:
            raise SynthesisError("there is no engine")
        self._files += 1
        path = self._folder / f"{self._files}.wav"
        await voice.synthesise(sentence.text, sentence.tag, sentence.rate_wpm, path)
        try:
            clip = await asyncio.to_thread(_take, path)
        except (OSError, ValueError, EOFError) as error:
            raise SynthesisError(f"its sound file cannot be used: {error}") from error
        self.trouble = None
        if sentence.tag not in voice.lacking:  # a voice of its own may be installed at any time
            self._kept.keep(sentence, voice.name, clip)
        return clip

    async def _forget_ahead(self) -> None:
        if self._ahead is not None:
            _, task = self._ahead
            self._ahead = None
            with contextlib.suppress(SynthesisError):
                await task


def _take(path: Path) -> Clip:
    """Reads a sound file, which is of no more use."""
    try:
        return read_clip(path)
    finally:
        path.unlink(missing_ok=True)
