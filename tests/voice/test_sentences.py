"""Sentences that are made once, made ahead, or cannot be made."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from pathlib import Path

import pytest

from companion.voice.speech.clip import silence, write_clip
from companion.voice.speech.sentences import Sentences
from companion.voice.speech.synthesiser import NoSpeechError, SynthesisError
from companion.voice.speech.trouble import TroubleKind


class Engine:
    """Writes a moment of silence for every sentence, while it is well, and remembers what it was asked for."""

    name = "engine"
    instead_of = None

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []
        self.well = True
        self.held: asyncio.Event | None = None
        self.lacking: Set[str] = frozenset()

    async def start(self) -> None:
        return

    async def synthesise(self, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        self.asked.append((text, locale, rate_wpm))
        if self.held is not None:
            await self.held.wait()
        if not self.well:
            raise SynthesisError("the engine hangs")
        write_clip(silence(10 * len(text)), path)

    async def close(self) -> None:
        return


class Studio:
    """Sentences with such an engine."""

    def __init__(self, folder: Path, *, regions: tuple[str, ...] = ()) -> None:
        self.engine = Engine()
        self.folder = folder
        self.sentences = Sentences("auto", ("en", "fr"), regions, folder)
        self.sentences.voice = self.engine

    async def says(self, text: str, locale: str = "en") -> bool:
        clip = await self.sentences.clip(self.sentences.sentence(text, locale, 170))
        return clip is not None and round(clip.length_ms) == 10 * len(text)

    def prepare(self, text: str) -> None:
        self.sentences.prepare(self.sentences.sentence(text, "en", 170))


def test_what_was_said_lately_is_not_made_again_and_no_file_of_it_stays(tmp_path: Path) -> None:
    async def table() -> None:
        at = Studio(tmp_path)
        assert [await at.says(text) for text in ("Ben to play.", "Red 7.", "Ben to play.")] == [True] * 3
        assert at.engine.asked == [("Ben to play.", "en", 170), ("Red 7.", "en", 170)]

    asyncio.run(table())
    assert list(tmp_path.iterdir()) == []


def test_what_a_voice_of_another_language_read_is_made_anew_once_it_has_its_own(tmp_path: Path) -> None:
    async def table() -> None:
        at = Studio(tmp_path)
        at.engine.lacking = {"fr"}
        assert await at.says("7 rouge.", "fr")
        at.engine.lacking = frozenset()
        assert await at.says("7 rouge.", "fr")
        assert await at.says("7 rouge.", "fr")
        assert at.engine.asked == [("7 rouge.", "fr", 170)] * 2

    asyncio.run(table())


def test_a_language_is_read_in_the_voice_of_its_region(tmp_path: Path) -> None:
    async def table() -> None:
        at = Studio(tmp_path, regions=("fr-be",))
        assert await at.says("7 rouge.", "fr")
        assert await at.says("Red 7.", "en")
        assert [tag for _, tag, _ in at.engine.asked] == ["fr-be", "en"]

    asyncio.run(table())


def test_a_sentence_made_ahead_is_taken_and_one_made_in_vain_holds_up_nothing(tmp_path: Path) -> None:
    async def table() -> None:
        at = Studio(tmp_path)
        for text in ("Ben to play.", "Cleo to play.", "Ben to play."):
            at.prepare(text)
            await asyncio.sleep(0.05)
            assert await at.says("Jam.")
        assert await at.says("Cleo to play.")
        asked = [text for text, _, _ in at.engine.asked]
        assert asked == ["Ben to play.", "Jam.", "Cleo to play."]
        at.engine.well = False
        at.prepare("Ann to play.")
        await asyncio.sleep(0.05)
        at.prepare("Dan to play.")  # the failure of the other one concerns nobody
        assert at.sentences.trouble is None
        await at.sentences.close()

    asyncio.run(table())


def test_a_kept_sentence_is_heard_while_another_is_stuck_and_the_trouble_stays_known(tmp_path: Path) -> None:
    async def table() -> None:
        at = Studio(tmp_path)
        assert await at.says("Ben to play.")
        at.engine.well = False
        assert not await at.says("Red 7.")
        assert at.sentences.trouble is not None
        assert at.sentences.trouble.kind is TroubleKind.STUCK
        assert await at.says("Ben to play.")
        assert at.sentences.trouble is not None
        at.engine.well, at.engine.held = True, asyncio.Event()
        at.prepare("Red 7.")
        await asyncio.sleep(0)
        assert await at.says("Ben to play.")  # although the engine is busy
        at.engine.held.set()
        assert await at.says("Red 7.")
        assert at.sentences.trouble is None

    asyncio.run(table())


def test_an_engine_that_is_missing_is_looked_for_again_but_not_with_every_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = 0

    async def nothing(*_: object) -> Engine:
        nonlocal searches
        searches += 1
        if searches < 2:
            raise NoSpeechError("Install espeak-ng.", "espeak-ng: missing")
        return Engine()

    monkeypatch.setattr("companion.voice.speech.sentences.choose_synthesiser", nothing)

    async def table() -> None:
        sentences = Sentences("auto", ("en",), (), tmp_path)
        for _ in range(3):
            await sentences.search()
        assert searches == 1
        assert sentences.trouble is not None
        assert sentences.trouble.kind is TroubleKind.NO_ENGINE
        assert await sentences.clip(sentences.sentence("Red 7.", "en", 170)) is None
        monkeypatch.setattr("companion.voice.speech.sentences.SEARCH_AGAIN_NS", 0)
        await sentences.search()
        assert sentences.voice is not None
        assert sentences.trouble is None

    asyncio.run(table())
