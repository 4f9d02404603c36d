"""espeak-ng and piper as commands, one process a sentence."""

from __future__ import annotations

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterable, Sequence, Set
from pathlib import Path

from companion.voice.lexicon import language_of, region_of, voices_for
from companion.voice.speech.player import kill_group
from companion.voice.speech.synthesiser import NOT_FOUND, NoSpeechError, SynthesisError, no_espeak, note_voice
from companion.voice.speech.worker import EMPTY_WAV

ESPEAK_LIMIT_S = 3.0  # 13 ms on a desktop
PIPER_LIMIT_S = 20.0  # it loads its voice for each sentence
PIPER_WPM = 165  # about what a piper voice speaks at length scale 1
PIPER_FOLDERS = (
    Path("~/.local/share/piper-voices"),
    Path("/usr/local/share/piper-voices"),
    Path("/usr/share/piper-voices"),
)


class EspeakSynthesiser:
    """The espeak-ng command, one process a sentence."""

    name = "espeak"
    instead_of = None

    def __init__(self) -> None:
        self.lacking: set[str] = set()

    async def start(self) -> None:
        """Raises NoSpeechError when the command is missing."""
        if shutil.which("espeak-ng") is None:
            raise no_espeak(f"espeak-ng: {NOT_FOUND}")

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        """Writes ``path``; the text goes through standard input, where a leading '-' is only text."""
        part = path.with_suffix(".part")
        for voice in voices_for(locale):
            argv = ("espeak-ng", "--stdin", "-v", voice, "-s", str(rate_wpm), "-w", str(part))
            try:
                await _run(argv, text, ESPEAK_LIMIT_S)
                _deliver(part, path)
            except (SynthesisError, OSError) as error:
                failure = error
            else:
                return note_voice(self.lacking, locale, voice)
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
            detail = f"piper: {NOT_FOUND}"
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
            f"piper: {self._folders[1]}/{language}_*.onnx: {NOT_FOUND}",
        )


def _deliver(part: Path, path: Path) -> None:
    """A sound file that is whole gets its name; raises OSError, and SynthesisError where nothing is in it."""
    if part.stat().st_size <= EMPTY_WAV:
        raise SynthesisError("the engine wrote no sound")
    part.replace(path)


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
