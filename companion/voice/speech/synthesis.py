"""From a sentence to a sound file: pyttsx3 in a supervised process, espeak-ng or piper as a command."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import shutil
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.voice.lexicon import FALLBACK_VOICE, language_of, region_of, voices_for
from companion.voice.speech.player import kill_group
from companion.voice.speech.worker import EMPTY_WAV

log = logging.getLogger(__name__)

ENGINES = ("auto", "pyttsx3", "espeak", "piper", "none")
READY_LIMIT_S = 10.0  # a Pi under load; on a desktop it takes 0.1 s
SENTENCE_LIMIT_S = 3.0  # 13 ms on a desktop
PIPER_LIMIT_S = 20.0  # it loads its voice for each sentence
GOODBYE_LIMIT_S = 1.0
REST_S = 60.0  # until an engine that failed or could not be started is tried again
PIPER_WPM = 165  # about what a piper voice speaks at length scale 1
_NOT_FOUND = os.strerror(errno.ENOENT)
PIPER_FOLDERS = (
    Path("~/.local/share/piper-voices"),
    Path("/usr/local/share/piper-voices"),
    Path("/usr/share/piper-voices"),
)


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


@dataclass(frozen=True, slots=True)
class Request:
    """One sentence as the worker is asked for it."""

    text: str
    voices: tuple[str, ...]
    rate: int
    path: str

    def line(self) -> bytes:
        """Its JSON line."""
        fields = {"text": self.text, "voices": self.voices, "rate": self.rate, "path": self.path}
        return json.dumps(fields).encode() + b"\n"


class Worker:
    """One pyttsx3 process. After any error it is of no more use: ``kill`` it."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def spawn(cls, folder: Path) -> Worker:
        """Starts one and waits until it is warm; raises NoSpeechError."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "companion.voice.speech.worker",
            str(folder),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
        worker = cls(process)
        try:
            answer = await worker.answer(READY_LIMIT_S)
        except SynthesisError as error:  # the C library ends the process when its data are missing
            await worker.kill()
            raise _no_espeak(f"pyttsx3: {error}") from error
        except asyncio.CancelledError:
            await worker.kill()
            raise
        if not answer.get("ready"):
            await worker.kill()
            raise _no_espeak(f"pyttsx3: {answer.get('error') or _NOT_FOUND}")
        return worker

    async def ask(self, request: Request, limit_s: float) -> str:
        """The voice that spoke into ``request.path``; raises SynthesisError."""
        if self.process.stdin is None:
            raise SynthesisError("the voice process has no input")
        try:
            self.process.stdin.write(request.line())
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise SynthesisError("the voice process has ended") from error
        answer = await self.answer(limit_s)
        if not answer.get("ok"):
            raise SynthesisError(str(answer.get("error", "the voice process gave no reason")))
        return str(answer.get("voice", ""))

    async def answer(self, limit_s: float) -> dict[str, object]:
        """Its next JSON line; raises SynthesisError when none comes in time."""
        if self.process.stdout is None:
            raise SynthesisError("the voice process has no output")
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), limit_s)
        except TimeoutError as error:
            raise SynthesisError(f"the voice process did not answer within {limit_s:g} s") from error
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise SynthesisError("the voice process has ended") from error
        if not isinstance(answer, dict):
            raise SynthesisError("the voice process answered nonsense")
        return answer

    async def kill(self) -> None:
        """Ends it whatever it is doing."""
        kill_group(self.process)
        await self._end()

    async def close(self) -> None:
        """Lets it end by itself, which takes some milliseconds."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), GOODBYE_LIMIT_S)
        except TimeoutError:
            kill_group(self.process)
        await self._end()

    async def _end(self) -> None:
        await self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                await self.process.stdin.wait_closed()
        if self.process.stdout is not None:
            await self.process.stdout.read()


class Pyttsx3Synthesiser:
    """pyttsx3 in a process of its own, with a warm spare that takes over when it hangs or dies."""

    name = "pyttsx3"
    instead_of = None

    def __init__(self, folder: Path, limit_s: float = SENTENCE_LIMIT_S) -> None:
        self._folder = folder
        self._limit_s = limit_s
        self._worker: Worker | None = None
        self._spare: asyncio.Task[Worker] | None = None
        self.lacking: set[str] = set()
        self._one_at_a_time = asyncio.Lock()

    async def start(self) -> None:
        """Starts the worker; its spare follows in the background. Raises NoSpeechError."""
        self._worker = await Worker.spawn(self._folder)
        self._spare = asyncio.create_task(Worker.spawn(self._folder))

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``. A worker that does not deliver is killed and the spare asked once more."""
        request = Request(text, voices_for(locale), rate_wpm, str(path))
        async with self._one_at_a_time:
            try:
                voice = await self._ask(request)
            except SynthesisError as error:
                log.warning("speech: %s; asking a fresh one", error)
                voice = await self._ask(request)
        _note_voice(self.lacking, locale, voice)

    async def close(self) -> None:
        """Ends worker and spare."""
        async with self._one_at_a_time:
            if self._spare is not None:
                with contextlib.suppress(NoSpeechError):
                    await (await self._spare).close()
            if self._worker is not None:
                await self._worker.close()
            self._worker = self._spare = None

    async def _ask(self, request: Request) -> str:
        worker = self._worker or await self._take_spare()
        self._worker = None  # until it has delivered
        try:
            voice = await worker.ask(request, self._limit_s)
        except BaseException:
            await worker.kill()
            raise
        self._worker = worker
        return voice

    async def _take_spare(self) -> Worker:
        spare = self._spare or asyncio.create_task(Worker.spawn(self._folder))
        self._spare = None
        try:
            worker = await spare
        except NoSpeechError as error:
            raise SynthesisError(str(error)) from error
        self._spare = asyncio.create_task(Worker.spawn(self._folder))
        return worker


class EspeakSynthesiser:
    """The espeak-ng command, one process a sentence."""

    name = "espeak"
    instead_of = None

    def __init__(self) -> None:
        self.lacking: set[str] = set()

    async def start(self) -> None:
        """Raises NoSpeechError when the command is missing."""
        if shutil.which("espeak-ng") is None:
            raise _no_espeak(f"espeak-ng: {_NOT_FOUND}")

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``; the text goes through standard input, where a leading '-' is only text."""
        part = path.with_suffix(".part")
        for voice in voices_for(locale):
            argv = ("espeak-ng", "--stdin", "-v", voice, "-s", str(rate_wpm), "-w", str(part))
            try:
                await _run(argv, text, SENTENCE_LIMIT_S)
                _deliver(part, path)
            except (SynthesisError, OSError) as error:
                failure = error
            else:
                return _note_voice(self.lacking, locale, voice)
        raise SynthesisError(f"espeak-ng could not say the sentence: {failure}") from failure

    async def close(self) -> None:
        """Nothing is left running."""


class PiperSynthesiser:
    """The piper command with the voices found in its folders, one process a sentence."""

    name = "piper"
    instead_of = None
    lacking: Set[str] = frozenset()  # without a voice of the language it speaks not at all

    def __init__(self, locales: Iterable[str], folders: Sequence[Path] = PIPER_FOLDERS) -> None:
        self._locales = tuple(locales)
        self._folders = folders

    async def start(self) -> None:
        """Raises NoSpeechError when the command or a voice for one of the table's languages is missing."""
        if shutil.which("piper") is None:
            detail = f"piper: {_NOT_FOUND}"
            raise NoSpeechError(f"piper cannot be used ({detail}). Install piper, or choose the engine auto.", detail)
        for locale in self._locales:
            self._model(locale)

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``; raises SynthesisError."""
        part = path.with_suffix(".part.wav")
        try:
            model = self._model(locale)
            scale = f"{PIPER_WPM / rate_wpm:.2f}"
            argv = ("piper", "--model", str(model), "--length_scale", scale, "--output_file", str(part))
            await _run(argv, f"{text}\n", PIPER_LIMIT_S)
            _deliver(part, path)
        except (NoSpeechError, OSError) as error:
            raise SynthesisError(f"piper could not say the sentence: {error}") from error

    async def close(self) -> None:
        """Nothing is left running."""

    def _model(self, locale: str) -> Path:
        language, region = language_of(locale), region_of(locale).upper()
        for name in (f"{language}_{region}-*" if region else "", f"{language}_*"):
            for folder in self._folders:
                for model in sorted(folder.expanduser().glob(f"**/{name}.onnx")) if name else ():
                    return model
        raise NoSpeechError(
            f"piper has no voice for {language}. Put a {language}_….onnx file, with its .json file,"
            f" into {self._folders[1]}, or choose the engine auto.",
            f"piper: {self._folders[1]}/{language}_*.onnx: {_NOT_FOUND}",
        )


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


def _deliver(part: Path, path: Path) -> None:
    """A sound file that is whole gets its name; raises OSError, and SynthesisError where nothing is in it."""
    if part.stat().st_size <= EMPTY_WAV:
        raise SynthesisError("the engine wrote no sound")
    part.replace(path)


def _note_voice(lacking: set[str], locale: str, voice: str) -> None:
    """Keeps which locales are read by another language's voice, and tells the log of a new one."""
    if voice != FALLBACK_VOICE or voice == voices_for(locale)[0]:
        lacking.discard(locale)
    elif locale not in lacking:
        lacking.add(locale)
        log.warning("speech: no voice for %s is installed; an English one reads it", locale)


async def _run(argv: Sequence[str], text: str, limit_s: float) -> None:
    """Runs a synthesiser command to its end; raises SynthesisError."""
    process = await asyncio.create_subprocess_exec(
        *argv, stdin=PIPE, stdout=DEVNULL, stderr=PIPE, start_new_session=True
    )
    try:
        _, complaint = await asyncio.wait_for(process.communicate(text.encode()), limit_s)
    except TimeoutError as error:
        raise SynthesisError(f"{argv[0]} did not end within {limit_s:g} s") from error
    finally:
        kill_group(process)
        await process.wait()
    if process.returncode != 0:
        raise SynthesisError(complaint.decode(errors="replace").strip() or f"{argv[0]} failed")


def _no_espeak(detail: str) -> NoSpeechError:
    return NoSpeechError(f"espeak-ng cannot be used ({detail}). Install it: apt install espeak-ng", detail)
