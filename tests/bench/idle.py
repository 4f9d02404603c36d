"""What the service takes while nobody does anything: memory and processor, its speech processes included."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.bare_server import BareServer
from tests.bench.figures import Aim, Figure
from tests.bench.processes import busy_s, children, memory_mb
from tests.live_table import LiveTable
from tests.sound import NullSink

IDLE_S = 15.0
SETTLE_S = 3.0  # the welcome has been said, the spare voice is warm
MEMORY_AIM = Aim(90)
PROCESSOR_AIM = Aim(0.5)
BARE_VOICE = "import sys, pyttsx3; pyttsx3.init('espeak'); print('ready', flush=True); sys.stdin.read()"


def measure(folder: Path) -> list[Figure]:
    """Watches a table without a game, and a bare server beside it, for the same 15 s."""
    with (
        NullSink() as sink,
        LiveTable(folder / "data", env=sink.env, speech="pyttsx3") as table,
        BareServer() as floor,
    ):
        _wait_until_silent(table)
        time.sleep(SETTLE_S)
        service, bare = table.process.pid, floor.process.pid
        voices = children(service)
        busy_before, bare_before, began = busy_s([service, *voices]), busy_s([bare]), time.monotonic()
        time.sleep(IDLE_S)
        lasted = time.monotonic() - began
        busy, bare_busy = busy_s([service, *voices]) - busy_before, busy_s([bare]) - bare_before
        memory, bare_memory, voice_memory = memory_mb([service]), memory_mb([bare]), memory_mb(voices)
    voice = _bare_voice_mb()
    return [
        Figure("idle memory, service", memory, "MB", bare_memory, MEMORY_AIM),
        Figure(
            "idle memory, voices",
            voice_memory,
            "MB",
            voice * len(voices),
            note=f"{len(voices)} processes; the floor is as many with pyttsx3 alone. Pages they share count twice.",
        ),
        Figure(
            "idle processor",
            100 * busy / lasted,
            "%",
            100 * bare_busy / lasted,
            PROCESSOR_AIM,
            note=f"Of one core, over {lasted:.0f} s, voices included.",
        ),
    ]


def _wait_until_silent(table: LiveTable) -> None:
    while any(said["state"] in {"queued", "speaking"} for said in table.spoken()):
        time.sleep(0.1)


def _bare_voice_mb() -> float:
    with subprocess.Popen(
        [sys.executable, "-c", BARE_VOICE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as voice:
        assert voice.stdout is not None
        voice.stdout.readline()
        return memory_mb([voice.pid])
