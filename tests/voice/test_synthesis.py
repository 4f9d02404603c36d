"""The voice process and the commands that can stand in for it, for real."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Set
from pathlib import Path

import pytest

from companion.voice.speech.command_synthesisers import EspeakSynthesiser, PiperSynthesiser
from companion.voice.speech.fallback_synthesiser import REST_S, FallbackSynthesiser
from companion.voice.speech.pyttsx3_synthesiser import Pyttsx3Synthesiser
from companion.voice.speech.synthesis import choose_synthesiser
from companion.voice.speech.synthesiser import NoSpeechError, Synthesiser, SynthesisError
from tests.sound import RIGHT, heard, samples_of, synthesised

pytestmark = pytest.mark.alone

PLACES = (Path(), Path())  # of piper's voices
ENGLISH, FRENCH = "Ann: red 7.", "C'est à Zoé."


def voice_processes() -> list[int]:
    """The pids of our own worker processes."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().split(b"\0")
                parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
            except OSError:
                continue
            if b"companion.voice.speech.worker" in command and int(parent) == os.getpid():
                found.append(int(entry.name))
    return found


def ask_worker(tmp_path: Path, *requests: dict[str, object]) -> list[dict[str, object]]:
    """What the voice process answers, its first line included."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [sys.executable, "-m", "companion.voice.speech.worker", str(tmp_path)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_worker_speaks_each_sentence_in_its_own_voice_and_at_its_own_rate(tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.wav") for number in range(4)]
    answers = ask_worker(
        tmp_path,
        {"text": ENGLISH, "voices": ["gmw/en"], "rate": 170, "path": names[0]},
        {"text": FRENCH, "voices": ["roa/fr"], "rate": 170, "path": names[1]},
        {"text": ENGLISH, "voices": ["gmw/en"], "rate": 340, "path": names[2]},
        {"text": ENGLISH, "voices": ["gmw/en"], "rate": 170, "path": names[3]},
    )
    assert answers[0] == {"ready": True}
    assert [answer["voice"] for answer in answers[1:]] == ["gmw/en", "roa/fr", "gmw/en", "gmw/en"]
    english, french, fast, english_again = (samples_of(Path(name)) for name in names)
    assert heard(english, synthesised(ENGLISH, "gmw/en", tmp_path)) > RIGHT
    assert heard(french, synthesised(FRENCH, "roa/fr", tmp_path)) > RIGHT
    assert heard(english_again, synthesised(ENGLISH, "gmw/en", tmp_path)) > RIGHT
    assert len(fast) < 0.6 * len(english)
    assert not list(tmp_path.glob("*.part"))


def test_the_worker_reads_a_language_it_has_no_voice_for_with_the_next_best(tmp_path: Path) -> None:
    answers = ask_worker(
        tmp_path,
        {"text": ENGLISH, "voices": ["xx/none", "gmw/en"], "rate": 170, "path": str(tmp_path / "a.wav")},
        {"text": ENGLISH, "voices": ["xx/none"], "rate": 170, "path": str(tmp_path / "b.wav")},
    )
    assert answers[1] == {"ok": True, "voice": "gmw/en"}
    assert answers[2]["ok"] is False
    assert not (tmp_path / "b.wav").exists()


def test_the_worker_says_so_when_it_cannot_write_and_goes_on(tmp_path: Path) -> None:
    answers = ask_worker(
        tmp_path,
        {"text": ENGLISH, "voices": ["gmw/en"], "rate": 170, "path": str(tmp_path / "nowhere" / "a.wav")},
        {"text": ENGLISH, "voices": ["gmw/en"], "rate": 170, "path": str(tmp_path / "b.wav")},
    )
    assert [answer["ok"] for answer in answers[1:]] == [False, True]


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_voice_that_dies_or_hangs_is_replaced_and_the_sentence_still_comes(
    blow: signal.Signals, tmp_path: Path
) -> None:
    async def table() -> None:
        voice = Pyttsx3Synthesiser(tmp_path, limit_s=0.5)
        await voice.start()
        await voice.synthesise(ENGLISH, "en", 170, tmp_path / "a.wav")
        first = voice_processes()
        os.kill(min(first), blow)
        await voice.synthesise(FRENCH, "fr", 170, tmp_path / "b.wav")
        await voice.synthesise(FRENCH, "fr", 170, tmp_path / "c.wav")
        assert min(first) not in voice_processes()
        await voice.close()

    asyncio.run(table())
    for name in ("b.wav", "c.wav"):
        assert heard(samples_of(tmp_path / name), synthesised(FRENCH, "roa/fr", tmp_path)) > RIGHT
    assert voice_processes() == []


def test_when_no_voice_can_do_it_there_is_one_sentence_and_the_next_line_works(tmp_path: Path) -> None:
    async def table() -> None:
        voice = Pyttsx3Synthesiser(tmp_path)
        await voice.start()
        with pytest.raises(SynthesisError, match="No such file"):
            await voice.synthesise(ENGLISH, "en", 170, tmp_path / "nowhere" / "a.wav")
        await voice.synthesise(ENGLISH, "en", 170, tmp_path / "b.wav")
        await voice.close()

    asyncio.run(table())
    assert (tmp_path / "b.wav").exists()


def test_espeak_reads_a_text_that_looks_like_an_option(tmp_path: Path) -> None:
    async def table() -> None:
        voice = EspeakSynthesiser()
        await voice.start()
        await voice.synthesise("-v fr", "en", 170, tmp_path / "a.wav")
        await voice.synthesise(FRENCH, "fr", 170, tmp_path / "b.wav")
        await voice.synthesise(ENGLISH, "xx", 170, tmp_path / "c.wav")

    asyncio.run(table())
    assert len(samples_of(tmp_path / "a.wav")) > 10_000
    assert heard(samples_of(tmp_path / "b.wav"), synthesised(FRENCH, "roa/fr", tmp_path)) > RIGHT
    assert heard(samples_of(tmp_path / "c.wav"), synthesised(ENGLISH, "gmw/en", tmp_path)) > RIGHT


def script(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_piper_is_given_the_voice_of_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path, "piper", f'echo "$@" > {tmp_path}/asked; (cat; head -c 99 /dev/zero) > "$6"')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    model = tmp_path / "fr" / "fr_FR-siwis-medium.onnx"
    model.parent.mkdir()
    model.touch()

    async def table() -> None:
        voice = PiperSynthesiser(["fr"], [tmp_path, tmp_path])
        await voice.start()
        await voice.synthesise(FRENCH, "fr", 330, tmp_path / "a.wav")
        with pytest.raises(SynthesisError, match="piper has no voice for en"):
            await voice.synthesise(ENGLISH, "en", 170, tmp_path / "b.wav")

    asyncio.run(table())
    assert (tmp_path / "a.wav").read_text().startswith(f"{FRENCH}\n")
    assert f"--model {model} --length_scale 0.50" in (tmp_path / "asked").read_text()


def test_piper_takes_the_voice_of_the_region_where_it_has_one(tmp_path: Path) -> None:
    for name in ("en_GB-alan-low", "en_US-joe-medium"):
        (tmp_path / f"{name}.onnx").touch()
    voice = PiperSynthesiser(["en"], [tmp_path, tmp_path])
    assert [voice._model(tag).stem for tag in ("en-us", "en-gb", "en-au", "en")] == [
        "en_US-joe-medium",
        "en_GB-alan-low",
        "en_GB-alan-low",
        "en_GB-alan-low",
    ]


@pytest.mark.parametrize(
    ("installed", "speaks"), [(("en",), "pyttsx3"), (("en", "fr"), "piper")], ids=["one voice", "both voices"]
)
def test_piper_speaks_by_itself_where_it_is_installed_with_a_voice_for_each_language(
    installed: tuple[str, ...], speaks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path, "piper", 'cat > /dev/null; head -c 99 /dev/zero > "$6"')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(PiperSynthesiser.__init__, "__defaults__", ([tmp_path, tmp_path],))
    for language in installed:
        (tmp_path / f"{language}_XX-any.onnx").touch()

    async def table() -> None:
        voice = await choose_synthesiser("auto", ["en", "fr"], tmp_path)
        await voice.synthesise(ENGLISH, "en", 170, tmp_path / "a.wav")
        assert (voice.name, voice.instead_of) == (speaks, None)
        script(tmp_path, "piper", "exit 1")
        await voice.synthesise(ENGLISH, "en", 170, tmp_path / "b.wav")
        assert voice.name == "pyttsx3"
        await voice.close()

    asyncio.run(table())
    assert voice_processes() == []


@pytest.mark.parametrize("make", [EspeakSynthesiser, lambda: PiperSynthesiser(["en"], PLACES)])
def test_a_sound_file_without_sound_is_no_sentence(
    make: Callable[[], Synthesiser], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, place in (("espeak-ng", 7), ("piper", 6)):
        script(tmp_path, name, f'cat > /dev/null; head -c 44 /dev/zero > "${place}"')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en_GB-alan-low.onnx").touch()
    with pytest.raises(SynthesisError, match="no sound"):
        asyncio.run(make().synthesise(ENGLISH, "en", 170, tmp_path / "a.wav"))
    assert not (tmp_path / "a.wav").exists()


@pytest.mark.parametrize("engine", ["pyttsx3", "espeak"])
def test_a_region_is_heard_in_its_own_voice_whatever_was_said_before(engine: str, tmp_path: Path) -> None:
    text = "Ann a 97 cartes."
    here, there = (synthesised(text, voice, tmp_path) for voice in ("roa/fr-BE", "roa/fr"))

    async def table() -> None:
        voice = await choose_synthesiser(engine, ["fr-be"], tmp_path)
        for number, tag in enumerate(("en", "fr-be", "fr", "fr-be", "fr-ca")):
            await voice.synthesise(text, tag, 170, tmp_path / f"{number}.wav")
        assert voice.lacking == set()
        await voice.close()

    asyncio.run(table())
    for number, (own, other) in enumerate([(here, there), (there, here), (here, there), (there, here)], 1):
        said = samples_of(tmp_path / f"{number}.wav")
        assert heard(said, own) > max(RIGHT, heard(said, other))


class Broken:
    name = "broken"
    instead_of = None
    lacking: Set[str] = frozenset()

    async def start(self) -> None:
        return

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        raise SynthesisError(f"broken: {locale} {text!r} at {rate_wpm} into {path.name}")

    async def close(self) -> None:
        return


def test_a_sentence_one_engine_cannot_make_is_made_by_the_next(tmp_path: Path) -> None:
    both = FallbackSynthesiser([Broken(), EspeakSynthesiser()])
    asyncio.run(both.synthesise(ENGLISH, "en", 170, tmp_path / "a.wav"))
    assert len(samples_of(tmp_path / "a.wav")) > 10_000
    with pytest.raises(SynthesisError, match="broken"):
        asyncio.run(FallbackSynthesiser([Broken(), Broken()]).synthesise(ENGLISH, "en", 170, tmp_path / "b.wav"))


class Engine:
    """Writes who made a sentence, while it is well."""

    instead_of = None
    lacking: Set[str] = frozenset()

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked = self.starts = 0
        self.well = True

    async def start(self) -> None:
        self.starts += 1
        if not self.well:
            raise NoSpeechError(f"no {self.name}", "missing")

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        self.asked += 1
        if not self.well:
            raise SynthesisError(f"{self.name} hangs")
        await asyncio.to_thread(path.write_text, f"{self.name}: {text}, {locale}, {rate_wpm}")

    async def close(self) -> None:
        return


class Evening:
    """Two engines, a clock by hand, and who made each sentence."""

    def __init__(self, folder: Path, *, missing: bool) -> None:
        self.best, self.other, self.now = Engine("best"), Engine("other"), 1000.0
        self.best.well = not missing
        gone = [self.best] if missing else []
        self.voice = FallbackSynthesiser([self.best, self.other], gone, lambda: self.now)
        self._path = folder / "a.wav"

    async def says(self) -> str:
        await self.voice.synthesise("Jam.", "en", 170, self._path)
        await asyncio.sleep(0.01)  # what is started in the background
        made = await asyncio.to_thread(self._path.read_text)
        assert made == f"{self.voice.name}: Jam., en, 170"
        return self.voice.name


def test_an_engine_that_hangs_does_not_hold_up_every_sentence_and_is_tried_again_after_a_while(
    tmp_path: Path,
) -> None:
    async def table() -> None:
        at = Evening(tmp_path, missing=False)
        assert await at.says() == "best"
        at.best.well = False
        assert [await at.says() for _ in range(5)] == ["other"] * 5
        assert at.best.asked == 2
        assert at.voice.instead_of == "best"
        at.best.well = True
        at.now += REST_S
        assert await at.says() == "best"
        at.best.well = False
        await at.says()
        at.best.well, at.other.well = True, False
        assert await at.says() == "best"  # better one that rests than none
        await at.voice.close()

    asyncio.run(table())


def test_an_engine_that_could_not_be_started_is_started_while_the_other_speaks(tmp_path: Path) -> None:
    async def table() -> None:
        at = Evening(tmp_path, missing=True)
        assert [await at.says() for _ in range(3)] == ["other"] * 3
        assert (at.best.starts, at.best.asked, at.voice.instead_of) == (0, 0, "best")
        at.now += REST_S
        assert [await at.says() for _ in range(3)] == ["other"] * 3
        assert (at.best.starts, at.best.asked) == (1, 0)
        at.now += REST_S
        at.best.well = True
        assert [await at.says(), await at.says()] == ["other", "best"]
        assert at.voice.instead_of is None
        await at.voice.close()

    asyncio.run(table())


def test_without_pyttsx3_the_command_speaks_says_so_and_gives_way_when_pyttsx3_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path, "python", "exit 3")

    async def table() -> None:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", str(tmp_path / "python"))
            broken.setattr("companion.voice.speech.fallback_synthesiser.REST_S", 0.0)
            voice = await choose_synthesiser("auto", ["en"], tmp_path)
            assert (voice.name, voice.instead_of) == ("espeak", "pyttsx3")
        for number in range(50):
            await voice.synthesise(ENGLISH, "en", 170, tmp_path / f"{number}.wav")
            if voice.name == "pyttsx3":
                break
            await asyncio.sleep(0.2)
        assert (voice.name, voice.instead_of) == ("pyttsx3", None)
        await voice.close()

    asyncio.run(table())
    assert voice_processes() == []


def test_a_command_that_soon_ends_does_not_promise_to_try_a_missing_engine_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    async def table() -> None:
        await (await choose_synthesiser("auto", ["en"], tmp_path)).close()

    asyncio.run(table())
    (told,) = (record.getMessage() for record in caplog.records)
    assert told.startswith("speech: espeak speaks only once it can: espeak-ng cannot be used (espeak-ng: ")
    assert "again" not in told


@pytest.mark.parametrize("engine", ["pyttsx3", "espeak"])
def test_a_language_without_a_voice_is_named_until_it_has_one(engine: str, tmp_path: Path) -> None:
    async def table() -> None:
        voice = await choose_synthesiser(engine, ["en"], tmp_path)
        for locale in ("en", "fr", "xx", "en"):
            await voice.synthesise(ENGLISH, locale, 170, tmp_path / "a.wav")
        assert voice.lacking == {"xx"}
        await voice.close()

    asyncio.run(table())


@pytest.mark.parametrize(
    ("engine", "remedy"),
    [("espeak", "apt install espeak-ng"), ("piper", "Install piper"), ("festival", "auto, ")],
)
def test_an_engine_that_is_missing_is_named_with_its_remedy(
    engine: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSpeechError, match=remedy):
        asyncio.run(choose_synthesiser(engine, ["en"], tmp_path))


@pytest.mark.parametrize("ending", ["", 'echo \'{"ready": false, "error": "no library"}\'; exit 3'])
def test_without_the_library_there_is_no_speech_but_a_remedy(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path, "python", ending)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSpeechError, match="apt install espeak-ng"):
        asyncio.run(choose_synthesiser("auto", ["en"], tmp_path))
