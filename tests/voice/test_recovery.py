"""Speech that comes back while nobody says anything: noticed in time, told first, not looked for too often."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.voice.speech.clip import Clip, silence, write_clip
from companion.voice.speech.output_kind import OutputKind
from companion.voice.speech.speaker import LOOK_AGAIN_S, Speaker
from companion.voice.speech.synthesiser import NoSpeechError, SynthesisError
from companion.voice.speech.trouble import Trouble, TroubleKind, no_output, no_player, stuck
from companion.voice.utterance import Outcome, Priority, Utterance

PLAY = Utterance({"en": "Ann: red 7."}, Priority.ACTION)
TURN = Utterance({"en": "Ben to play."}, Priority.TURN)
BACK = Utterance({"en": "Speech is back."}, Priority.URGENT, key="speech")


class Machine:
    """An engine and an output that can be taken away and put back, and a clock that only idle waiting moves."""

    name = "engine"
    instead_of = None
    lacking: frozenset[str] = frozenset()
    player, kind = "aplay", OutputKind.JACK

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong: TroubleKind | None = None
        self.trouble: Trouble | None = None
        self.hangs = False  # the engine
        self.looks = 0
        self.waits: list[float] = []
        self.news: list[Trouble | None] = []
        monkeypatch.setattr("companion.voice.speech.speaker.SoundOutput", lambda *_: self)
        monkeypatch.setattr("companion.voice.speech.sentences.choose_synthesiser", self.choose)
        monkeypatch.setattr("companion.voice.speech.sentences.SEARCH_AGAIN_NS", 0)
        monkeypatch.setattr("companion.voice.speech.speaker._first_of", self.wait)
        self.speaker = Speaker(on_trouble=self.told)

    def told(self, trouble: Trouble | None) -> None:
        """As the service does it."""
        self.news.append(trouble)
        if trouble is None:
            self.speaker.say([BACK])

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        if seconds and not event.is_set():
            self.waits.append(seconds)
            await asyncio.sleep(0)
            return event.is_set()
        return await event.wait()

    async def choose(self, *_: object) -> Machine:
        self.looks += 1
        if self.wrong is TroubleKind.NO_ENGINE:
            raise NoSpeechError("espeak-ng cannot be used. Install it.", "espeak-ng: missing")
        return self

    async def check(self) -> None:
        self.looks += 1
        kinds = {TroubleKind.NO_PLAYER: no_player(), TroubleKind.NO_OUTPUT: no_output("aplay", "no card")}
        kinds[TroubleKind.STUCK] = stuck("aplay hangs")
        self.trouble = None if self.wrong is None or self.hangs else kinds.get(self.wrong)

    async def play(self, _: Clip, __: int, started: Callable[[int], None], wanted: Callable[[], bool]) -> int | None:
        await self.check()
        if self.trouble is not None or not wanted():
            return None
        started(time.monotonic_ns())
        return time.monotonic_ns()

    def kill(self) -> None:
        return

    async def synthesise(self, text: str, _: str, __: int, path: Path) -> None:
        if self.hangs:
            self.looks += 1
            raise SynthesisError("the engine hangs")
        write_clip(silence(10 * len(text)), path)

    async def close(self) -> None:
        return

    def spoken(self) -> list[str]:
        return [told.text for told in self.speaker.announcements() if told.state is Outcome.SPOKEN]


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(100_000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not come to that")


async def break_down(at: Machine, kind: TroubleKind, *, engine: bool) -> None:
    """The table is silent from now on, and knows it."""
    at.wrong, at.hangs = kind, engine
    await at.speaker.start()
    if kind is TroubleKind.STUCK:
        at.speaker.say([TURN])
    await until(lambda: at.speaker.trouble is not None and at.speaker.trouble.kind is kind)
    await at.speaker.finished()


EVERY_TROUBLE = [*((kind, False) for kind in TroubleKind), (TroubleKind.STUCK, True)]


@pytest.mark.parametrize(("kind", "engine"), EVERY_TROUBLE)
def test_speech_that_comes_back_while_nobody_plays_is_noticed_and_told(
    kind: TroubleKind, *, engine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Machine(monkeypatch)

    async def table() -> None:
        await break_down(at, kind, engine=engine)
        waited = len(at.waits)
        await until(lambda: len(at.waits) > waited + 5)
        assert at.speaker.health()["state"] != "ok"
        assert set(at.waits) == {LOOK_AGAIN_S}
        assert at.looks < 4 * len(at.waits) + 10  # each look once in that time
        at.wrong, at.hangs = None, False
        await until(lambda: at.speaker.health()["state"] == "ok")
        await until(lambda: at.spoken() == ["Speech is back."])
        looks = at.looks
        for _ in range(200):
            await asyncio.sleep(0)
        assert at.looks == looks  # all is well: nobody looks any more
        await at.speaker.close()

    asyncio.run(table())
    assert [news and news.kind for news in at.news] == [kind, None]


@pytest.mark.parametrize("kind", [kind for kind in TroubleKind if kind is not TroubleKind.STUCK])
def test_that_speech_is_back_is_told_before_what_was_just_played(
    kind: TroubleKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Machine(monkeypatch)

    async def table() -> None:
        await break_down(at, kind, engine=False)
        at.speaker.say([PLAY, TURN])
        at.wrong = None
        await until(lambda: len(at.spoken()) == 3)
        await at.speaker.close()

    asyncio.run(table())
    told = sorted((said.start_ns or 0, said.text) for said in at.speaker.announcements())
    assert [text for _, text in told] == ["Speech is back.", "Ann: red 7.", "Ben to play."]


def test_where_nobody_wants_speech_nobody_looks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Machine(monkeypatch)
    at.speaker = Speaker(engine="none")

    async def table() -> None:
        await at.speaker.start()
        for _ in range(200):
            await asyncio.sleep(0)
        await at.speaker.close()

    asyncio.run(table())
    assert (at.looks, at.waits) == (0, [])
