"""pyttsx3 in a supervised process: it is asked a sentence at a time, and killed when it does not deliver."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass
from pathlib import Path

from companion.voice.lexicon import voices_for
from companion.voice.speech.player import kill_group
from companion.voice.speech.synthesiser import NOT_FOUND, NoSpeechError, SynthesisError, no_espeak, note_voice

log = logging.getLogger(__name__)

READY_LIMIT_S = 10.0  # a Pi under load; on a desktop it takes 0.1 s
SENTENCE_LIMIT_S = 3.0  # 13 ms on a desktop
GOODBYE_LIMIT_S = 1.0


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
            raise no_espeak(f"pyttsx3: {error}") from error
        except asyncio.CancelledError:
            await worker.kill()
            raise
        if not answer.get("ready"):
            await worker.kill()
            raise no_espeak(f"pyttsx3: {answer.get('error') or NOT_FOUND}")
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
        note_voice(self.lacking, locale, voice)

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
