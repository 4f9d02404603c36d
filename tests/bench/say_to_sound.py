"""From a line that is said to its first sound, from STOP to silence, and how long whoever says it is held up."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.voice.lexicon import spoken_form, voices_for
from companion.voice.speech.speaker import Speaker
from companion.voice.utterance import Priority, Utterance
from tests.bench.figures import Aim, Figure, of_samples
from tests.bench.processes import children
from tests.sound import NullSink
from tests.voice.spoken_game import announcements

SAMPLES = 100
NAMES = tuple(f"{first}{second}" for first in ("Ann", "Ben", "Cleo", "Dan") for second in ("", "ette"))
LOCALE, RATE_WPM, VOLUME = "en", 170, 70  # the settings' defaults
SOUND_AIM = Aim(50, above_floor=True)
STOP_AIM = Aim(200)
CALLER_AIM = Aim(50)
HEARD_S = 0.15  # of each line, before it is stopped
QUIET_S = 0.3
THREADS = 10


def measure(_: Path) -> list[Figure]:
    """Says lines that were never said before into a silent room, stops each, and has espeak-ng say it too."""
    with NullSink() as sink:
        os.environ |= sink.env
        return asyncio.run(_measure(sink))


async def _measure(sink: NullSink) -> list[Figure]:
    speaker = Speaker(engine="pyttsx3", rate_wpm=RATE_WPM, volume=VOLUME)
    await speaker.start()
    onsets, floors, stops, stop_floors = [], [], [], []
    for text in _never_said(SAMPLES):
        began_ns = time.monotonic_ns()
        speaker.say([Utterance({LOCALE: text}, Priority.URGENT)])
        onsets.append(await asyncio.to_thread(_onset_ms, sink, began_ns))
        await asyncio.sleep(HEARD_S)
        stops.append(await _silence_ms(sink, speaker.stop))
        bare = _espeak(text)
        floors.append(await asyncio.to_thread(_onset_ms, sink, began_ns := time.monotonic_ns()))
        await asyncio.sleep(HEARD_S)
        stop_floors.append(await _silence_ms(sink, bare.kill))
        bare.wait()
    calls = await _held_up_ms(speaker)
    bare_calls = [await _hop_ms() for _ in range(len(calls))]
    await speaker.close()
    return [
        of_samples("said to sound", onsets, floors, SOUND_AIM, "espeak-ng says the same line alone, as the floor."),
        of_samples("STOP to silence", stops, stop_floors, STOP_AIM, "The floor: espeak-ng is killed."),
        of_samples(
            "say(), the engine hangs",
            calls,
            bare_calls,
            CALLER_AIM,
            f"{THREADS} threads at once, the worker process stopped. The floor: an empty call into the event loop.",
        ),
    ]


def _never_said(number: int) -> list[str]:
    """So many different lines of a game."""
    told = dict.fromkeys(line[LOCALE] for line in announcements(NAMES, 20 * number, seed=1))
    return list(told)[:number]


def _espeak(text: str) -> subprocess.Popen[bytes]:
    command = ["espeak-ng", "-v", voices_for(LOCALE)[0], "-s", str(RATE_WPM), "-a", str(VOLUME), "--"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*command, spoken_form(text, LOCALE)], stdout=quiet, stderr=quiet)


def _onset_ms(sink: NullSink, since_ns: int) -> float:
    onset_ns = sink.onset_after(since_ns)
    if onset_ns is None:
        raise RuntimeError("nothing was heard in the sink; see the log above")
    return (onset_ns - since_ns) / 1e6


async def _silence_ms(sink: NullSink, stop: Callable[[], None]) -> float:
    """From the stop to the last sound; leaves the room silent."""
    stopped_ns = time.monotonic_ns()
    stop()
    await asyncio.sleep(QUIET_S)
    last_ns = sink.last_sound_after(stopped_ns)
    return 0.0 if last_ns is None else (last_ns - stopped_ns) / 1e6


async def _held_up_ms(speaker: Speaker) -> list[float]:
    workers = children(os.getpid())
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)

    def say(number: int) -> float:
        began_ns = time.perf_counter_ns()
        speaker.say([Utterance({LOCALE: f"Line number {number}."}, Priority.ACTION)])
        return (time.perf_counter_ns() - began_ns) / 1e6

    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(THREADS) as crowd:
        calls = await asyncio.gather(*(loop.run_in_executor(crowd, say, number) for number in range(SAMPLES)))
    for worker in workers:
        os.kill(worker, signal.SIGCONT)
    speaker.stop()
    return list(calls)


async def _hop_ms() -> float:
    loop = asyncio.get_running_loop()

    def hop() -> float:
        began_ns = time.perf_counter_ns()
        loop.call_soon_threadsafe(lambda: None)
        return (time.perf_counter_ns() - began_ns) / 1e6

    return await asyncio.to_thread(hop)
