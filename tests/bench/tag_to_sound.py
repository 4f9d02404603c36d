"""From a tag's last byte to the sound that answers it, and to the first word, beside espeak-ng alone."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from companion.tags import CommandWord, command_tag
from companion.voice.lexicon import pieces, spoken_form, voices_for
from tests.bench.figures import Aim, Figure, of_samples
from tests.bench.number_cards import SEATS, playable_tags
from tests.live_table import LiveTable, json_lines
from tests.sound import NullSink

SAMPLES = 15
LOCALE = "en"
RATE_WPM, VOLUME = 170, 70  # the settings' defaults
ANSWER_AIM, WORDS_AIM = Aim(300), Aim(700)
SILENT_S = 0.8  # both sides wait so long: scans that follow faster are a flood, which the voice lets pass first
FINAL = {"spoken", "cut", "dropped", "coalesced", "failed"}


def measure(folder: Path) -> list[Figure]:
    """Scans cards at a silent table and listens; espeak-ng says the beginning of the same sentence after it."""
    log = folder / "speech.jsonl"
    top, tags = playable_tags()
    answers, words, floors = [], [], []
    with (
        NullSink() as sink,
        LiveTable(folder / "data", "--speech-log", str(log), env=sink.env, speech="pyttsx3") as table,
    ):
        table.join()
        table.accepted(f"game extreme players={SEATS}", f"top {top}")
        for tag in tags[:SAMPLES]:
            _wait_for_silence(table, sink)
            scanned_ns = table.write_tag(tag)
            answers.append(_onset_ms(sink, scanned_ns))
            _stop(table)
            _wait_for_silence(table, sink)
            said = _said_first(log, scanned_ns)
            words.append((int(said["start_ns"]) - scanned_ns) / 1e6)
            floors.append(_floor(sink, pieces(spoken_form(said["text"], LOCALE))[0]))
    note = (
        "The sink is recorded in pieces of 10 ms; espeak-ng alone, without an answer before it, is heard through it."
    )
    return [
        of_samples("tag to the sound that answers it", answers, floors, ANSWER_AIM, note),
        of_samples("tag to words", words, floors, WORDS_AIM, "When their player runs, as the speech log has it."),
    ]


def _wait_for_silence(table: LiveTable, sink: NullSink) -> None:
    while any(said["state"] not in FINAL for said in table.spoken()):
        time.sleep(0.05)
    sink.wait_for_silence(SILENT_S)


def _stop(table: LiveTable) -> None:
    """Cuts the sentence that is heard; the sound may be a moment ahead of the table's knowing that it plays."""
    while not any(said["state"] == "speaking" for said in table.spoken()):
        time.sleep(0.01)
    table.write_tag(command_tag(CommandWord.STOP))


def _onset_ms(sink: NullSink, since_ns: int) -> float:
    onset_ns = sink.onset_after(since_ns)
    if onset_ns is None:
        raise RuntimeError("nothing was heard in the sink; see the log above")
    return (onset_ns - since_ns) / 1e6


def _said_first(log: Path, since_ns: int) -> dict[str, Any]:
    """What was said first after a scan, as the speech log has it."""
    said = [line for line in json_lines(log) if line["queued_ns"] >= since_ns and line["start_ns"] is not None]
    return min(said, key=lambda line: int(line["start_ns"]))


def _floor(sink: NullSink, sentence: str) -> float:
    command = ["espeak-ng", "-v", voices_for(LOCALE)[0], "-s", str(RATE_WPM), "-a", str(VOLUME), "--", sentence]
    began_ns = time.monotonic_ns()
    with subprocess.Popen(
        command, env={**os.environ, **sink.env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as voice:
        onset_ms = _onset_ms(sink, began_ns)
        voice.kill()
    return onset_ms
