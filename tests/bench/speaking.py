"""What the service takes of the processor while it speaks, voices and players included, beside espeak-ng alone."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path

from companion.tags import CommandWord, command_tag
from companion.voice.lexicon import spoken_form, voices_for
from tests.bench.figures import Figure
from tests.bench.processes import busy_s, children, ended_s
from tests.live_table import LiveTable, json_lines
from tests.sound import NullSink

SENTENCES = 12
LOCALE, RATE_WPM, VOLUME = "en", 170, 70  # the settings' defaults


def measure(folder: Path) -> list[Figure]:
    """Asks a table again and again how it stands; then espeak-ng says the same."""
    log = folder / "speech.jsonl"
    with (
        NullSink() as sink,
        LiveTable(folder / "data", "--speech-log", str(log), env=sink.env, speech="pyttsx3") as table,
    ):
        table.join()
        table.line("speech: ")
        table.accepted("game extreme players=Ann,Ben,Cleo", "top red-7")
        _wait_until_silent(table)
        said, busy, began = len(json_lines(log)), _taken_s(table.process.pid), time.monotonic()
        for _ in range(SENTENCES):
            table.write_tag(command_tag(CommandWord.STATUS))
            time.sleep(0.2)
            _wait_until_silent(table)
        lasted = time.monotonic() - began
        busy = _taken_s(table.process.pid) - busy
        lines = [line["text"] for line in json_lines(log)[said:] if line["outcome"] == "spoken"]
        floor, floor_lasted = _alone(lines, sink)
    return [
        Figure(
            "processor while speaking",
            100 * busy / lasted,
            "%",
            100 * floor / floor_lasted,
            note=f"Of one core, over {lasted:.0f} s and {len(lines)} lines. This bench asks five times a second.",
        )
    ]


def _taken_s(service: int) -> float:
    return busy_s([service, *children(service)]) + ended_s(service)


def _wait_until_silent(table: LiveTable) -> None:
    while any(said["state"] in {"queued", "speaking"} for said in table.spoken()):
        time.sleep(0.2)


def _alone(lines: list[str], sink: NullSink) -> tuple[float, float]:
    """Processor time of espeak-ng for the same lines, and how long they lasted."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for line in lines:
        command = ["espeak-ng", "-v", voices_for(LOCALE)[0], "-s", str(RATE_WPM), "-a", str(VOLUME), "--"]
        quiet = subprocess.DEVNULL
        spoken = [*command, spoken_form(line, LOCALE)]
        subprocess.run(spoken, env={**os.environ, **sink.env}, stdout=quiet, stderr=quiet, check=True)
    lasted, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, lasted
