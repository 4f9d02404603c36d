"""The whole voice, through a loudspeaker that records."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.referee.cards import Card, Colour
from companion.voice.lines import answer, say
from companion.voice.phrases import utterances
from companion.voice.speech.command_synthesisers import EspeakSynthesiser
from companion.voice.speech.speaker import Speaker
from companion.voice.speech.speech_record import REMEMBERED
from companion.voice.speech.trouble import Trouble, TroubleKind
from companion.voice.utterance import Announcement, Outcome, Priority, Utterance
from tests.sound import RATE, RIGHT, NullSink, Samples, found, synthesised

pytestmark = pytest.mark.alone

STORY = Utterance(
    {"en": "This is a long story, which goes on and on until somebody at the table says stop."}, Priority.ACTION
)
TURN = Utterance({"en": "Ben to play."}, Priority.TURN)
PLAY = Utterance({"en": "Ann: red 7."}, Priority.ACTION)
IN_BOTH = (
    replace(PLAY, texts={**PLAY.texts, "fr": "Ann : 7 rouge."}),
    replace(TURN, texts={**TURN.texts, "fr": "C'est à Ben."}),
)


def run(speaker: Speaker, table: Callable[[], Awaitable[None]]) -> None:
    """Starts the speaker, lets the table play, and ends it whatever happens."""

    async def evening() -> None:
        await speaker.start()
        try:
            await table()
        finally:
            await speaker.close()

    asyncio.run(evening())


async def until(condition: Callable[[], bool], timeout_s: float = 20.0) -> None:
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        await asyncio.sleep(0.005)


def states(speaker: Speaker) -> list[str]:
    return [announcement.state.value for announcement in speaker.announcements()]


def all_over(speaker: Speaker) -> Callable[[], bool]:
    return lambda: all(announcement.state.final for announcement in speaker.announcements())


def test_both_languages_are_heard_one_after_the_other_and_nothing_else(loudspeaker: NullSink, tmp_path: Path) -> None:
    for _ in range(3):  # a busy machine may tear a recording; a wrong sentence would be wrong every time
        speaker = Speaker(locales=("en", "fr"))
        before = time.monotonic_ns()
        run(speaker, partial(_told_and_turn, speaker, loudspeaker))
        assert states(speaker) == ["spoken"] * 4
        wrong = _unlike(loudspeaker.recording(before), tmp_path)
        if not wrong:
            return
    raise AssertionError(wrong)


async def _told_and_turn(speaker: Speaker, loudspeaker: NullSink) -> None:
    assert speaker.line().startswith("speech: pyttsx3 through ")
    speaker.say(IN_BOTH)
    await until(all_over(speaker))
    await asyncio.to_thread(loudspeaker.wait_for_silence)


def _unlike(recording: Samples, folder: Path) -> list[str]:
    """What a recording lacks of the two lines in two languages, or has wrongly."""
    wrong, places = [], []
    for text, voice, rivals in (
        ("Ann: red 7.", "gmw/en", ("Ann: red 6.", "Ann: blue 7.")),
        ("Ann : 7 rouge.", "roa/fr", ("Ann : 6 rouge.", "Ann : 7 vert.")),
        ("Ben to play.", "gmw/en", ("Cleo to play.",)),
        ("C'est à Ben.", "roa/fr", ("C'est à Zoé.",)),
    ):
        score, place = found(recording, synthesised(text, voice, folder))
        places.append(place)
        best_rival = max(found(recording, synthesised(rival, voice, folder))[0] for rival in rivals)
        if score <= max(RIGHT, best_rival):
            wrong.append(f"{text} {score:.3f}, a rival {best_rival:.3f}")
    return wrong if places == sorted(places) else [*wrong, f"not in order: {places}"]


def test_a_name_is_heard_as_it_is_to_be_said_and_stays_a_name_in_the_log(
    loudspeaker: NullSink, tmp_path: Path
) -> None:
    log, score, rival = tmp_path / "speech.jsonl", 0.0, 0.0
    turn = Utterance({"en": "Cleo to play."}, Priority.TURN)
    for _ in range(3):  # a busy machine may tear a recording
        speaker = Speaker(speech_log=log)
        speaker.names = {"Ben": "Gwendoline"}
        before = time.monotonic_ns()

        async def table(speaker: Speaker = speaker) -> None:
            speaker.say([turn, replace(TURN, texts={"en": "Ben to play."}, priority=Priority.ACTION)])
            await until(all_over(speaker))
            await asyncio.to_thread(loudspeaker.wait_for_silence)

        run(speaker, table)
        recording = loudspeaker.recording(before)
        score, _ = found(recording, synthesised("Gwendoline to play.", "gmw/en", tmp_path))
        rival, _ = found(recording, synthesised("Ben to play.", "gmw/en", tmp_path))
        if score > max(RIGHT, rival):
            break
    assert score > max(RIGHT, rival), (score, rival)
    assert "Gwendoline" not in log.read_text(encoding="utf-8")
    assert {said.text for said in speaker.announcements()} == {"Cleo to play.", "Ben to play."}


@pytest.mark.parametrize("player", ["paplay", "aplay"])
def test_stop_is_silence_within_200_ms(
    player: str, loudspeaker: NullSink, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_this_player(player, tmp_path, monkeypatch)
    speaker = Speaker()

    async def table() -> None:
        for _ in range(5):
            asked = time.monotonic_ns()
            speaker.say([STORY])
            assert await asyncio.to_thread(loudspeaker.onset_after, asked) is not None
            await asyncio.sleep(0.3)
            stopped = time.monotonic_ns()
            speaker.stop()
            await asyncio.sleep(0.5)
            last = loudspeaker.last_sound_after(stopped)
            assert last is None or last - stopped < 200_000_000

    run(speaker, table)
    assert speaker.health()["player"] == player
    assert states(speaker) == ["cut"] * 5


def only_this_player(player: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PATH on which one player is all there is, beside the synthesiser."""
    for name in (player, "espeak-ng"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    monkeypatch.setenv("PATH", str(folder))


def test_an_urgent_line_is_heard_at_once_and_the_interrupted_one_afterwards(
    loudspeaker: NullSink, tmp_path: Path
) -> None:
    speaker = Speaker()
    jam = Utterance({"en": "The dispenser is jammed."}, Priority.URGENT)
    moments: list[int] = []

    async def table() -> None:
        speaker.say([STORY])
        await until(lambda: states(speaker) == ["speaking"])
        moments.append(time.monotonic_ns())
        speaker.say([jam])
        await until(all_over(speaker))
        await asyncio.to_thread(loudspeaker.wait_for_silence)

    run(speaker, table)
    told = {announcement.number: announcement for announcement in speaker.announcements()}
    assert [told[number].state.value for number in (1, 2, 3)] == ["cut", "spoken", "spoken"]
    assert told[3].text == STORY.texts["en"]
    assert (told[2].end_ns or 0) < (told[3].start_ns or 0)
    after = loudspeaker.recording(moments[0])
    assert found(after, synthesised("The dispenser is jammed.", "gmw/en", tmp_path))[0] > RIGHT


def test_the_end_of_speech_is_the_end_of_the_words(loudspeaker: NullSink, tmp_path: Path) -> None:
    speaker = Speaker()

    async def table() -> None:
        speaker.say([STORY])
        await until(all_over(speaker))
        await asyncio.to_thread(loudspeaker.wait_for_silence)

    run(speaker, table)
    story = speaker.announcements()[0]
    assert story.start_ns is not None
    assert story.end_ns is not None
    words_s = len(synthesised(STORY.texts["en"], "gmw/en", tmp_path)) / RATE
    assert (story.end_ns - story.start_ns) / 1e9 == pytest.approx(words_s, rel=0.15)


def test_an_output_that_dozes_off_is_woken_before_the_first_word(loudspeaker: NullSink) -> None:
    speaker = Speaker(lead_in_ms=600)
    asked: list[int] = []
    onsets: list[int] = []

    async def table() -> None:
        for _ in range(5):  # a busy machine may be late once, but a lead-in would be there every time
            asked.append(time.monotonic_ns())
            speaker.say([TURN])
            onset = await asyncio.to_thread(loudspeaker.onset_after, asked[-1])
            onsets.append(onset or 0)
            await until(all_over(speaker))
            await asyncio.to_thread(loudspeaker.wait_for_silence)

    run(speaker, table)
    assert onsets[0] - asked[0] > 550_000_000
    assert min(onset - since for onset, since in zip(onsets[1:], asked[1:], strict=True)) < 550_000_000


def test_without_sound_output_every_line_fails_once_told_and_heals_by_itself(
    sink: NullSink, no_loudspeaker: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    troubles: list[Trouble | None] = []
    log = tmp_path / "speech.jsonl"
    speaker = Speaker(on_trouble=troubles.append, speech_log=log)

    async def table() -> None:
        assert "no sound output answers" in speaker.line()
        speaker.say([PLAY])
        speaker.say([TURN])
        await until(all_over(speaker))
        assert states(speaker) == ["failed", "failed"]
        assert speaker.health()["state"] == "silent"
        assert [trouble and trouble.kind for trouble in troubles] == [TroubleKind.NO_OUTPUT]
        monkeypatch.delenv("ALSA_CONFIG_PATH")
        for name, value in sink.env.items():
            monkeypatch.setenv(name, value)
        speaker.say([PLAY])
        await until(all_over(speaker))

    run(speaker, table)
    assert states(speaker) == ["failed", "failed", "spoken"]
    assert speaker.health()["state"] == "ok"
    assert troubles[1:] == [None]
    assert [json.loads(line)["outcome"] for line in log.read_text().splitlines()] == ["failed", "failed", "spoken"]


def test_a_sound_server_that_dies_in_the_middle_of_a_sentence_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with NullSink() as mine:
        for name, value in {**mine.env, "ALSA_CONFIG_PATH": f"{tmp_path}/none"}.items():
            monkeypatch.setenv(name, value)
        speaker = Speaker()

        async def table() -> None:
            asked = time.monotonic_ns()
            speaker.say([STORY])
            await asyncio.to_thread(mine.onset_after, asked)
            await asyncio.to_thread(mine.silence_server)
            await until(all_over(speaker))

        run(speaker, table)
    assert states(speaker) == ["failed"]
    assert speaker.health()["state"] == "silent"


def test_a_sound_server_that_hangs_is_told_within_15_s_and_speech_heals_by_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[tuple[str | None, int]] = []
    with NullSink() as mine:
        for name, value in mine.env.items():
            monkeypatch.setenv(name, value)

        def note(trouble: Trouble | None) -> None:
            told.append((trouble.kind if trouble else None, time.monotonic_ns()))

        speaker = Speaker(on_trouble=note)

        async def table() -> None:
            asked = time.monotonic_ns()
            speaker.say([STORY])
            assert await asyncio.to_thread(mine.onset_after, asked) is not None
            mine.freeze_server()
            hung = time.monotonic_ns()
            try:
                await until(lambda: bool(told), 60)
                assert told[0][0] is TroubleKind.STUCK
                assert told[0][1] - hung < 15e9
                assert speaker.health()["state"] == "stuck"
                assert states(speaker) == ["speaking"]  # it is tried once more
            finally:
                mine.thaw_server()
            speaker.say([TURN])
            await until(all_over(speaker), 60)

        run(speaker, table)
    assert states(speaker)[-1] == "spoken"
    assert speaker.health()["state"] == "ok"
    assert told[-1][0] is None


def test_a_sentence_that_is_not_made_is_told_before_anybody_gives_it_up(
    loudspeaker: NullSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.voice.speech.speaker.MAKING_S", 0.2)
    told: list[Trouble | None] = []
    speaker = Speaker(engine="espeak", on_trouble=told.append)
    made = EspeakSynthesiser.synthesise

    async def late(self: EspeakSynthesiser, text: str, locale: str, rate_wpm: int, path: Path) -> None:
        await until(lambda: bool(told))
        await made(self, text, locale, rate_wpm, path)

    async def table() -> None:
        speaker.say([TURN])
        await until(all_over(speaker))

    with monkeypatch.context() as slow:
        slow.setattr(EspeakSynthesiser, "synthesise", late)
        run(speaker, table)
    assert [trouble and trouble.kind for trouble in told] == [TroubleKind.STUCK, None]
    assert states(speaker) == ["spoken"]


def test_whoever_says_something_never_waits_for_an_engine_that_hangs(
    loudspeaker: NullSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = Speaker(engine="espeak")
    hangs = asyncio.Event()

    async def never(*_: object) -> None:
        await hangs.wait()

    async def table() -> None:
        assert speaker.say([PLAY, TURN]) == [1, 2]
        await until(lambda: speaker.health()["queued"] == 1)
        for number in range(3, 20):
            assert speaker.say([TURN]) == [number]
        speaker.stop()
        assert all(state in ("dropped", "coalesced") for state in states(speaker))
        assert not hangs.is_set()
        hangs.set()

    monkeypatch.setattr(EspeakSynthesiser, "synthesise", never)
    run(speaker, table)


def test_ten_threads_at_once_are_heard_and_none_of_them_waits() -> None:
    speaker = Speaker(engine="none", speed=200)
    waited: list[float] = []

    def shout(number: int) -> None:
        line = Utterance({"en": f"Thread {number}."}, Priority.ACTION)
        before = time.monotonic()
        speaker.hush()
        assert speaker.say([line]) == []
        assert not speaker.cut_tail()
        waited.append(time.monotonic() - before)

    async def table() -> None:
        await asyncio.gather(*(asyncio.to_thread(shout, number) for number in range(10)))
        await until(lambda: len(speaker.announcements()) == 10)
        await until(all_over(speaker))

    run(speaker, table)
    assert {announcement.text for announcement in speaker.announcements()} == {f"Thread {n}." for n in range(10)}
    assert max(waited) < 0.25  # the aim is 50 ms
    for call in (speaker.stop, speaker.repeat, speaker.hush):
        call()  # the table has ended: nobody hears it, and nothing is raised


def test_without_any_player_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "espeak-ng").symlink_to("/usr/bin/espeak-ng")
    monkeypatch.setenv("PATH", str(tmp_path))
    speaker = Speaker()

    async def table() -> None:
        assert "apt install alsa-utils" in speaker.line()
        speaker.say([PLAY])
        await until(all_over(speaker))

    run(speaker, table)
    assert states(speaker) == ["failed"]


def test_without_any_engine_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    speaker = Speaker(engine="espeak")

    async def table() -> None:
        assert speaker.line().startswith("speech: missing. ")
        assert "apt install espeak-ng" in speaker.line()
        speaker.say([PLAY])
        await until(all_over(speaker))

    run(speaker, table)
    assert states(speaker) == ["failed"]
    reason = speaker.health()["reason"]
    assert reason["kind"] == "no-engine"
    assert "apt install espeak-ng" in reason["message"]
    assert speaker.health() | {"reason": None} == {
        "engine": "none",
        "instead_of": None,
        "missing_voices": [],
        "reason": None,
        "player": None,
        "output": "jack",
        "state": "silent",
        "off": False,
        "queued": 0,
        "last": None,
    }


def test_a_table_that_wants_no_speech_still_has_its_lines_and_its_log(tmp_path: Path) -> None:
    log = tmp_path / "speech.jsonl"
    changes: list[Announcement] = []
    speaker = Speaker(engine="none", speed=20, speech_log=log, on_change=changes.append)

    async def table() -> None:
        health = speaker.health()
        assert (health["engine"], health["state"], health["off"]) == ("none", "silent", True)
        assert speaker.trouble is None
        assert speaker.line() == "speech: off by choice, so that nobody hears anything (for a voice: --speech auto)"
        assert speaker.say([PLAY, TURN, Utterance({"en": "🎉"}, Priority.ACTION)]) == [1, 2, 3]
        await until(all_over(speaker))

    run(speaker, table)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(entry["text"], entry["outcome"]) for entry in lines] == [
        ("Ann: red 7.", "spoken"),
        ("Ben to play.", "spoken"),
        ("🎉", "dropped"),
    ]
    assert set(lines[0]) == {"queued_ns", "start_ns", "end_ns", "text", "locale", "priority", "outcome"}
    # Three words at 170 a minute and a breath, twenty times as fast.
    assert 0.06 < (lines[0]["end_ns"] - lines[0]["start_ns"]) / 1e9 < 0.4
    assert [change.state for change in changes if change.number == 1] == [
        Outcome.QUEUED,
        Outcome.SPEAKING,
        Outcome.SPOKEN,
    ]
    assert speaker.announcements(2)[0].for_page() == {
        "number": 3,
        "text": "🎉",
        "locale": "en",
        "priority": "action",
        "state": "dropped",
    }


def test_a_speed_no_voice_can_follow_is_played_in_silence_and_says_so() -> None:
    speaker = Speaker(speed=20)

    async def table() -> None:
        assert speaker.line().startswith("speech: not aloud")
        speaker.say([PLAY])
        await until(all_over(speaker))

    run(speaker, table)
    assert states(speaker) == ["spoken"]
    assert speaker.health()["engine"] == "none"


def test_a_silent_sentence_can_be_stopped_and_repeated() -> None:
    speaker = Speaker(engine="none")

    async def table() -> None:
        speaker.say([STORY])
        await until(lambda: states(speaker) == ["speaking"])
        speaker.stop()
        assert states(speaker) == ["cut"]
        assert speaker.repeat() == [2]
        await until(lambda: states(speaker) == ["cut", "speaking"])

    run(speaker, table)
    assert states(speaker) == ["cut", "cut"]


def test_repeat_speaks_the_languages_chosen_since() -> None:
    speaker = Speaker(engine="none", locales=("en", "fr"), speed=50)
    top = answer(say("Top card: {card}.", card=Card("7", Colour.RED)))

    async def table() -> None:
        speaker.say(utterances([top], ("en", "fr")))
        await speaker.finished()
        speaker.speak_so(rate_wpm=170, volume=100, locales=("fr",))
        speaker.repeat()
        await speaker.finished()

    run(speaker, table)
    assert [said.locale for said in speaker.announcements()] == ["en", "fr", "fr"]


def test_the_page_is_given_the_last_announcements_only() -> None:
    speaker = Speaker(engine="none")
    for _ in range(REMEMBERED + 20):
        speaker.say([PLAY])
    assert len(speaker.announcements()) == REMEMBERED
    assert speaker.announcements()[-1].number == REMEMBERED + 20
    asyncio.run(speaker.close())


def test_a_listener_that_fails_does_not_silence_the_table(caplog: pytest.LogCaptureFixture) -> None:
    def listener(_: Announcement) -> None:
        raise RuntimeError("the page is gone")

    speaker = Speaker(engine="none", speed=50, on_change=listener)

    async def table() -> None:
        speaker.say([PLAY])
        await until(all_over(speaker))

    run(speaker, table)
    assert states(speaker) == ["spoken"]
    assert "a listener failed" in caplog.text


def contents(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_no_file_is_left_behind(loudspeaker: NullSink, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    speaker = Speaker()

    async def table() -> None:
        assert len(contents(tmp_path)) == 1
        speaker.say([TURN, PLAY])
        await until(all_over(speaker))
        assert contents(tmp_path / contents(tmp_path)[0]) == ["check.wav"]

    run(speaker, table)
    assert contents(tmp_path) == []
