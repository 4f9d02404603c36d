"""The table's voice: takes utterances, says one at a time, falls silent at once, and says when nobody can hear it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from companion.voice.earcon_words import earcon_text
from companion.voice.earcons import Earcon
from companion.voice.lexicon import AS_WRITTEN, language_of, pieces, spoken_form
from companion.voice.speech.clip import at_volume
from companion.voice.speech.cues import Cues
from companion.voice.speech.earcon_clips import earcon_clip, make_earcon_clips
from companion.voice.speech.phrase_cache import Sentence
from companion.voice.speech.queue import SpeechQueue
from companion.voice.speech.sentences import SEARCH_AGAIN_NS, Sentences
from companion.voice.speech.sound_output import SoundOutput
from companion.voice.speech.speech_log import SpeechLog
from companion.voice.speech.speech_record import SpeechRecord
from companion.voice.speech.told import Line
from companion.voice.speech.trouble import SpeechState, Trouble, stuck
from companion.voice.utterance import Announcement, Outcome, Utterance

log = logging.getLogger(__name__)
_News = TypeVar("_News")
_Answer = TypeVar("_Answer")

SLOWEST_WPM, FASTEST_WPM = 80, 450  # what espeak-ng can do
MAKING_S = 10.0  # for the longest of it, a worker that hangs and a fresh one on a busy Pi; then the table is told
GOODBYE_S = 1.0
LOOK_AGAIN_S = 1.1 * SEARCH_AGAIN_NS / 1e9  # while nothing can be heard, and nothing is to be said
BREATH_S = 0.2  # what a sentence lasts beyond its words, when it is only reckoned


class Speaker:
    """Everything between an utterance and a loudspeaker. No call raises, and none waits.

    Calls from other threads than the event loop's are handed over to it, and give no numbers.
    ``engine`` is one of ``synthesis.ENGINES``; with ``none`` every line goes the same way and lasts as long as it
    would, in silence. ``regions`` are tags such as ``fr-be``: whose voice reads that language. ``volume`` is in
    percent. ``lead_in_ms``: silence for an output that wakes up; None: as long as its kind needs. ``device``: the
    ALSA output, else the usual one. ``speed`` divides every wait and every sentence.
    ``earcons``: whether sounds go before words; may be changed at any time, as may ``names``: those that are said
    like something else, and ``seat_names``: those that no voice can say, with what they are called in a language.
    ``on_change`` is told each new state of each announcement, ``on_trouble`` each new reason for silence, once,
    and None when speech can be heard again.
    """

    def __init__(
        self,
        *,
        engine: str = "auto",
        locales: Sequence[str] = ("en",),
        regions: Sequence[str] = (),
        rate_wpm: int = 170,
        volume: int = 100,
        lead_in_ms: int | None = None,
        device: str = "",
        earcons: bool = True,
        speed: float = 1.0,
        speech_log: Path | None = None,
        on_change: Callable[[Announcement], None] | None = None,
        on_trouble: Callable[[Trouble | None], None] | None = None,
    ) -> None:
        """Raises OSError when ``speech_log`` cannot be written to."""
        self.earcons = earcons
        self.names: Mapping[str, str] = AS_WRITTEN
        self.seat_names: Callable[[str], Mapping[str, str]] = lambda _: AS_WRITTEN
        self.on_change = on_change
        self.on_trouble = on_trouble
        self._engine = engine
        self._device = device
        self._rate_wpm = rate_wpm
        self._volume = volume
        self._speed = speed
        self._record = SpeechRecord(SpeechLog(speech_log) if speech_log else None)
        self._queue = SpeechQueue(time.monotonic_ns, locales, self._report, speed, rate_wpm)
        self._cues = Cues(time.monotonic_ns)
        self._sounding: Earcon | None = None  # what is heard of them, or of a line's, or is about to be
        self._folder = Path(tempfile.mkdtemp(prefix="uno-companion-voice-", dir=_memory_folder()))
        self._output = SoundOutput(self._folder, lead_in_ms, device, self._note)
        self._sentences = Sentences(engine, locales, regions, self._folder)
        self._trouble: Trouble | None = None
        self._next_piece: Sentence | None = None
        self._delivering: int | None = None
        self._cut = asyncio.Event()
        self._changed = asyncio.Event()
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._at_work_since_ns: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # before the start there is one thread only

    # -- what the table asks for ---------------------------------------------------------------------------------

    def say(self, utterances: Iterable[Utterance]) -> list[int]:
        """Queues what one happening gives to say (hand it over in one call); returns the announcements' numbers."""
        told = tuple(utterances if self.earcons else (replace(utterance, earcon=None) for utterance in utterances))
        return self._ask(lambda: self._queue.add(told), [])

    def acknowledge(self, earcon: Earcon) -> bool:
        """A scan was taken or refused: its sound comes at once, what is told of it afterwards (hand it over next).

        False where nobody hears it here, so that something else has to sound.
        """
        return self._ask(lambda: self._acknowledge(earcon), False)

    def _acknowledge(self, earcon: Earcon) -> bool:
        if not self.earcons:
            return False
        self._queue.answered(earcon)
        if self._loop is not None:
            self._loop.call_soon(self._queue.show_answers, lambda shown: earcon_text(shown, self._queue.locales[0]))
        if not self.aloud:
            return False
        self._queue.give_way()
        self._cues.add(earcon)
        return True

    def hush(self) -> None:
        """A scan, a press, a question: an answer that is still given is cut."""
        self._ask(self._queue.hush, None)

    def cut_tail(self) -> bool:
        """The table goes on: what it waited for is cut; True where somebody did not hear it to its end."""
        return self._ask(self._queue.cut_tail, False)

    def went_on(self, statements: int, *, awaits_anew: bool) -> None:
        """The game stands on so many statements: what was taken back, or holds no more, is not said, nor repeated."""
        self._ask(lambda: self._queue.went_on(statements, awaits_anew=awaits_anew), None)

    def stop(self) -> None:
        """Silence, now, and nothing left to say."""
        self._ask(self._fall_silent, None)

    def _fall_silent(self) -> None:
        self._queue.stop()
        self._cues.clear()
        if self._sounding is not None:
            self._sounding = None
            self._output.kill()

    def speak_so(self, *, rate_wpm: int, volume: int, locales: Sequence[str]) -> None:
        """From the next sentence on: words a minute, percent; what REPEAT brings is said in these languages."""
        self._rate_wpm, self._volume = rate_wpm, volume
        self._queue.locales, self._queue.rate_wpm = tuple(locales), rate_wpm

    def repeat(self) -> list[int]:
        """Says the newest that still holds again, then what was told before; empty after the oldest."""
        return self._ask(self._queue.repeat, [])

    def _ask(self, change: Callable[[], _Answer], elsewhere: _Answer) -> _Answer:
        """Changes the queue, on the event loop's thread: from another thread later, for the answer ``elsewhere``."""
        if self._loop is None or _running_loop() is self._loop:
            answer = change()
            self._follow_queue()
            return answer
        with contextlib.suppress(RuntimeError):  # the table has ended meanwhile, and its loop with it
            self._loop.call_soon_threadsafe(self._ask, change, elsewhere)
        return elsewhere

    async def finished(self) -> None:
        """Returns when everything queued by now and until then has been said, cut or dropped."""
        while self._queue.current is not None or self._queue.waiting or self._cues or self._sounding is not None:
            self._changed.clear()
            await self._changed.wait()

    # -- what the page asks for ----------------------------------------------------------------------------------

    def announcements(self, since: int = 0) -> list[Announcement]:
        """What was, is and will be said, numbers above ``since``, the last 500 at most."""
        return self._record.since(since)

    def health(self) -> dict[str, Any]:
        """The speech part of ``/api/health``. ``last`` is the last text that was spoken to its end.

        ``off``: silent by choice, so that nothing is wrong although nobody hears anything. ``reason`` is why the
        state is not ok, ``instead_of`` the engine that should speak and does not, ``missing_voices`` the locales that
        another language's voice reads, ``output`` an ``OutputKind``.
        """
        trouble, voice = self._trouble, self._sentences.voice
        state = trouble.state if trouble else SpeechState.OK
        reason = (
            {"kind": trouble.kind.value, "message": trouble.message, "detail": trouble.detail} if trouble else None
        )
        return {
            "engine": voice.name if voice else "none",
            "instead_of": voice.instead_of if voice else None,
            "missing_voices": sorted({language_of(tag) for tag in voice.lacking}) if voice else [],
            "reason": reason if self._aloud() else None,
            "player": self._output.player,
            "output": self._output.kind.value,
            "state": (state if self._aloud() else SpeechState.SILENT).value,
            "off": not self._aloud(),
            "queued": len(self._queue.waiting),
            "last": self._record.last,
        }

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing can be heard, if so."""
        return self._trouble

    @property
    def aloud(self) -> bool:
        """Whether what is said can be heard, as far as anybody knows."""
        return self._aloud() and self._trouble is None

    def line(self) -> str:
        """The start line: what speaks and through what, or what is missing, with the remedy."""
        if self._engine == "none":
            return "speech: off by choice, so that nobody hears anything (for a voice: --speech auto)"
        if self._too_fast():
            return "speech: not aloud (no voice can follow this speed; it is heard at --speed 1)"
        voice = self._sentences.voice
        name = voice.name if voice else "missing"
        if self._trouble is not None:
            return f"speech: {name}. {self._trouble.message}"
        note = f" ({voice.instead_of} cannot be used, and is tried again)" if voice and voice.instead_of else ""
        return f"speech: {name} through {self._output.player}{note}"

    @property
    def reported_ns(self) -> int | None:
        """Since when it has been at the same piece of work; None while it waits for words, 0 once it is dead."""
        if self._task is not None and self._task.done() and not self._closing:
            return 0
        return self._at_work_since_ns

    # -- running -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Looks for engine and sound output, then says what is queued. What is missing is told to ``on_trouble``."""
        self._loop = asyncio.get_running_loop()
        if self._aloud():
            await self._sentences.search()
            if self._sentences.voice is not None:
                await asyncio.to_thread(at_volume, self._volume)  # reckoned before the first sentence, not with it
                await make_earcon_clips()
                await self._output.check()
            self._note(self._sentences.trouble or self._output.trouble)
        self._task = asyncio.create_task(self._run(), name="speaker")

    async def close(self) -> None:
        """Falls silent and ends every process."""
        self._closing = True
        self.stop()
        if self._task is not None:
            _, late = await asyncio.wait({self._task}, timeout=GOODBYE_S)
            if late:
                self._task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._task
        await self._sentences.close()
        self._record.close()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def _run(self) -> None:
        while not self._closing:
            self._at_work_since_ns = time.monotonic_ns()
            self._wake.clear()
            if (answer := self._cues.take()) is not None:
                await self._sound(answer, lambda: True)
                continue
            if self._silent and self._queue.peek() is not None:
                await self._look_again()
            line = self._queue.take()
            if line is None:
                await self._idle()
                continue
            self._cut.clear()
            self._delivering = line.number
            try:
                outcome, end_ns = await self._deliver(line)
            except Exception:
                log.exception("speech: a sentence was given up")
                outcome, end_ns = Outcome.FAILED, time.monotonic_ns()
            self._delivering = self._next_piece = None
            if self._is_wanted(line):
                self._queue.finished(outcome, end_ns)

    async def _idle(self) -> None:
        """Nothing is to be said now; while nobody could hear it anyway, that is found out again from time to time."""
        settle_s = self._queue.settle_ms() / 1000 / self._speed
        in_trouble = self._aloud() and self._trouble is not None
        self._at_work_since_ns = None
        woken = await _first_of(self._wake, settle_s or (LOOK_AGAIN_S if in_trouble else 0))
        self._at_work_since_ns = time.monotonic_ns()
        if not (woken or settle_s):
            await self._look_again()

    async def _deliver(self, line: Line) -> tuple[Outcome, int]:
        """Says one line; its outcome counts for nothing when it was cut meanwhile."""
        locale = line.announcement.locale
        spoken = self._spoken(line.announcement)
        if not spoken:
            return Outcome.DROPPED, time.monotonic_ns()
        if not self._aloud():
            self._started(line, time.monotonic_ns())
            await _first_of(self._cut, self._reckoned_s(spoken))
            return Outcome.SPOKEN, time.monotonic_ns()
        if self._silent:  # as was found out just now
            return Outcome.FAILED, time.monotonic_ns()
        if line.earcon is not None and self.earcons:
            self._next_piece = self._sentences.sentence(pieces(spoken)[0], locale, self._voice_rate())
            await self._sound(line.earcon, lambda: self._is_wanted(line))
            if not self._is_wanted(line):
                return Outcome.DROPPED, time.monotonic_ns()
        end_ns: int | None = None
        rest = [self._sentences.sentence(piece, locale, self._voice_rate()) for piece in pieces(spoken)]
        while rest:
            sentence = rest.pop(0)
            self._next_piece = rest[0] if rest else None
            end_ns = await self._say_piece(line, sentence)
            if end_ns is None:
                return Outcome.FAILED, time.monotonic_ns()
        return Outcome.SPOKEN, end_ns or time.monotonic_ns()

    async def _sound(self, earcon: Earcon, wanted: Callable[[], bool]) -> None:
        """Plays an earcon to its end, or until it is not ``wanted``; the words that follow are made meanwhile."""
        self._sounding = earcon
        self._look_ahead()
        try:
            await self._output.play(
                earcon_clip(earcon), self._volume, lambda _: None, lambda: self._sounding is not None and wanted()
            )
            if self._output.trouble is not None:  # that speech is well again only words can tell
                self._note(self._output.trouble)
        except Exception:
            log.exception("speech: an earcon was given up")
        self._sounding = None
        self._changed.set()

    async def _say_piece(self, line: Line, sentence: Sentence) -> int | None:
        """Plays one piece; returns when its last word ended, None when it was not heard or is not wanted."""
        self._at_work_since_ns = time.monotonic_ns()
        late = stuck(f"it was not made within {MAKING_S:g} s")
        alarm = asyncio.get_running_loop().call_later(MAKING_S, self._note, late)
        try:
            clip = await self._sentences.clip(sentence)
        finally:
            alarm.cancel()
        if clip is None:
            self._note(self._sentences.trouble)
            return None

        def started(start_ns: int) -> None:
            self._started(line, start_ns)
            self._look_ahead()

        end_ns = await self._output.play(clip, self._volume, started, lambda: self._is_wanted(line))
        if end_ns is not None or self._is_wanted(line):
            self._note(self._output.trouble or self._sentences.trouble)
        return end_ns

    def _started(self, line: Line, start_ns: int) -> None:
        current = self._queue.current
        if self._is_wanted(line) and current and current.announcement.state is Outcome.QUEUED:
            self._queue.started(start_ns)

    def _is_wanted(self, line: Line) -> bool:
        return self._queue.current is not None and self._queue.current.number == line.number

    def _follow_queue(self) -> None:
        """After every change of the queue: what is no longer current falls silent."""
        current = self._queue.current
        if self._delivering is not None and (current is None or current.number != self._delivering):
            self._output.kill()
            self._cut.set()
        else:
            self._look_ahead()
        self._wake.set()

    # -- sound ---------------------------------------------------------------------------------------------------

    @property
    def _silent(self) -> bool:
        """Something is missing; of what hangs only the next sentence tells, so that none waits for it twice."""
        return self._aloud() and self._trouble is not None and self._trouble.state is SpeechState.SILENT

    async def _look_again(self) -> None:
        """Whether engine and output are there again, found out without a word."""
        try:
            await self._sentences.look_again()
            if self._sentences.voice is not None:
                await self._output.check()
            self._note(self._sentences.trouble or self._output.trouble)
        except Exception:
            log.exception("speech: whether it can be heard again could not be found out")

    def _look_ahead(self) -> None:
        """While a sentence or an earcon is heard, the next sentence is made."""
        current = self._queue.current
        speaking = current is not None and current.announcement.state is Outcome.SPEAKING
        if not (speaking or self._sounding):
            return
        sentence = self._next_piece
        if sentence is None:
            line = self._queue.peek()
            if line is None:
                return
            spoken = pieces(self._spoken(line.announcement))
            if not spoken:
                return
            sentence = self._sentences.sentence(spoken[0], line.announcement.locale, self._voice_rate())
        self._sentences.prepare(sentence)

    # -- small things --------------------------------------------------------------------------------------------

    def _spoken(self, announcement: Announcement) -> str:
        """What the synthesiser is sent; what differs from the page's text anyway goes as it stands."""
        seat_names = self.seat_names(announcement.locale)
        if announcement.heard:
            return spoken_form(announcement.heard, announcement.locale, seat_names)
        names = {**seat_names, **self.names}
        return spoken_form(announcement.text, announcement.locale, names)

    def _aloud(self) -> bool:
        return self._engine != "none" and not self._too_fast()

    def _too_fast(self) -> bool:
        return self._rate_wpm * self._speed > FASTEST_WPM

    def _voice_rate(self) -> int:
        return max(SLOWEST_WPM, min(FASTEST_WPM, round(self._rate_wpm * self._speed)))

    def _reckoned_s(self, spoken: str) -> float:
        return (len(spoken.split()) * 60 / self._rate_wpm + BREATH_S) / self._speed

    def _note(self, trouble: Trouble | None) -> None:
        """Keeps the reason for silence, and tells of it when it is another one than before."""
        before, self._trouble = self._trouble, trouble
        if (before and before.kind) == (trouble and trouble.kind):
            return
        called = "headphones" if self._device else "speech"
        if trouble is None:
            log.info("%s: can be heard again", called)
        elif self._task is not None or self._device:  # at the start its line tells of it
            log.error("%s: %s", called, trouble.message)
        self._tell(self.on_trouble, trouble)

    def _report(self, announcement: Announcement) -> None:
        self._record.keep(announcement)
        self._changed.set()
        self._tell(self.on_change, announcement)

    @staticmethod
    def _tell(listener: Callable[[_News], None] | None, news: _News) -> None:
        if listener is None:
            return
        try:
            listener(news)
        except Exception:
            log.exception("speech: a listener failed")


def _memory_folder() -> str | None:
    """Where sentences lie for a second without wearing out the SD card; None is the system's own choice."""
    candidates = (os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0], "/dev/shm")  # noqa: S108
    return next((folder for folder in candidates if folder and os.access(folder, os.W_OK)), None)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop of this thread, if one is running in it."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


async def _first_of(event: asyncio.Event, seconds: float) -> bool:
    """Waits for the event, but no longer than ``seconds``, and tells whether it came; 0 waits for ever."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds or None)
    return event.is_set()
