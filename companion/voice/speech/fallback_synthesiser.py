"""Several synthesisers as one: the best that can speak does, and a missing one is looked for again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence, Set
from pathlib import Path

from companion.voice.speech.synthesiser import NoSpeechError, Synthesiser, SynthesisError

log = logging.getLogger(__name__)

REST_S = 60.0  # until an engine that failed or could not be started is tried again


class FallbackSynthesiser:
    """The first of several that delivers; the others are asked for a sentence it could not make.

    One that failed rests for a while, so that not every sentence waits for it; one of ``missing`` could not be
    started, and is tried again now and then, while the others speak.
    """

    def __init__(
        self,
        synthesisers: Sequence[Synthesiser],
        missing: Iterable[Synthesiser] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._synthesisers = synthesisers
        self._missing = list(missing)
        self._clock = clock
        self._rests = dict.fromkeys(map(id, self._missing), clock() + REST_S)
        self._starting: asyncio.Task[None] | None = None
        self._speaking = self._able()[0]

    @property
    def name(self) -> str:
        """Who speaks."""
        return self._speaking.name

    @property
    def instead_of(self) -> str | None:
        """Who should speak and does not."""
        first = self._synthesisers[0]
        return None if self._speaking is first else first.name

    @property
    def lacking(self) -> Set[str]:
        """As who speaks has it."""
        return self._speaking.lacking

    async def start(self) -> None:
        """Its parts are already started, or missing."""

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``; raises the last one's SynthesisError."""
        self._look_for_missing()
        *others, last = self._able()
        for synthesiser in others:
            try:
                await synthesiser.synthesise(text, locale, rate_wpm, path)
            except SynthesisError as error:
                self._rest(synthesiser)
                log.warning("speech: %s: %s; trying the next engine", synthesiser.name, error)
            else:
                self._speaking = synthesiser
                return
        await last.synthesise(text, locale, rate_wpm, path)
        self._speaking = last

    async def close(self) -> None:
        """Closes all of them."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        for synthesiser in self._synthesisers:
            await synthesiser.close()

    def _able(self) -> list[Synthesiser]:
        """Those that could be started: the best first, those that rest last."""
        started = [synthesiser for synthesiser in self._synthesisers if synthesiser not in self._missing]
        return sorted(started, key=self._is_resting)

    def _is_resting(self, synthesiser: Synthesiser) -> bool:
        return self._clock() < self._rests.get(id(synthesiser), 0.0)

    def _rest(self, synthesiser: Synthesiser) -> None:
        self._rests[id(synthesiser)] = self._clock() + REST_S

    def _look_for_missing(self) -> None:
        if self._starting is not None and not self._starting.done():
            return
        due = next((each for each in self._missing if not self._is_resting(each)), None)
        if due is not None:
            self._rest(due)
            self._starting = asyncio.create_task(self._start(due))

    async def _start(self, missing: Synthesiser) -> None:
        try:
            await missing.start()
        except NoSpeechError as error:
            log.info("speech: %s is still missing: %s", missing.name, error)
            return
        self._missing.remove(missing)
        del self._rests[id(missing)]
        log.info("speech: %s is there now", missing.name)
