"""By ear, at the running table: one sound answers a scan, then come the words, and nothing over anything."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.tags import card_tag
from companion.voice.earcons import Earcon, load_earcons
from companion.voice.speech.tone_generator import samples_of
from tests.live_table import ANSWER_S, LiveTable
from tests.soak import in_soak_only
from tests.sound import RATE, RIGHT, NullSink, Samples, found, synthesised

pytestmark = pytest.mark.alone

SILENT_S = 0.8
ALIKE = 0.6  # a whole earcon has 0.95 and more, one that a busy machine tore less, words and other earcons 0.3
AIM_S = 0.3


def times_heard(recording: Samples, earcon: Earcon) -> list[float]:
    """When an earcon begins in a recording, in seconds: where its waveform is, whatever the volume."""
    wanted = np.frombuffer(samples_of(load_earcons()[earcon], RATE).samples.tobytes(), np.int16).astype(float)
    sound = recording.astype(float)
    size = 1 << (len(sound) + len(wanted)).bit_length()
    product = np.fft.irfft(np.fft.rfft(sound, size) * np.conj(np.fft.rfft(wanted, size)), size)[: len(sound)]
    power = np.concatenate([np.cumsum(sound**2), np.full(len(wanted), (sound**2).sum())])
    there = power[len(wanted) :][: len(sound)] - np.concatenate([[0.0], power[: len(sound) - 1]])
    likeness = product / np.sqrt(np.maximum(there, 1e6) * (wanted**2).sum())
    places: list[int] = []
    while likeness.max() > ALIKE:
        best = int(likeness.argmax())
        places.append(best)
        likeness[max(0, best - len(wanted)) : best + len(wanted)] = 0  # a rattle is much like itself a beat later
    return sorted(place / RATE for place in places)


def heard_after(table: LiveTable, sink: NullSink, tag: str) -> tuple[Samples, list[dict[str, Any]]]:
    """One scan: what was heard from then until it was silent again, and what was listed."""
    _hear_out(table, sink)
    before = table.spoken()[-1]["number"]
    scanned_ns = table.write_tag(tag)
    assert sink.onset_after(scanned_ns, 10.0) is not None
    _hear_out(table, sink)
    return sink.recording(scanned_ns), [said for said in table.spoken() if said["number"] > before]


def _hear_out(table: LiveTable, sink: NullSink) -> None:
    deadline = time.monotonic() + 60
    while any(said["state"] in {"queued", "speaking"} for said in table.spoken()):
        assert time.monotonic() < deadline, table.spoken()
        time.sleep(0.05)
    sink.wait_for_silence(SILENT_S)


@pytest.mark.parametrize(
    ("number", "answer", "other"),
    [
        pytest.param(1, Earcon.ACCEPTED, Earcon.REFUSED, marks=in_soak_only),
        (30, Earcon.REFUSED, Earcon.ACCEPTED),
    ],
)
def test_a_scan_is_taken_or_refused_by_one_sound_before_the_words_and_apart_from_them(
    number: int, answer: Earcon, other: Earcon, sink: NullSink, tmp_path: Path
) -> None:
    for attempt in range(3):  # a busy machine may tear a recording; what is wrong would be wrong every time
        with LiveTable(tmp_path / str(attempt), env=sink.env, speech="espeak", patience_s=60) as table:
            table.join()
            table.accepted("game extreme players=Ann,Ben", "top red-5")
            recording, listed = heard_after(table, sink, card_tag("X", "K1", number))
        assert [earcon["name"] for earcon in listed[0]["earcons"]] == [answer]
        assert not any("earcons" in said for said in listed[1:])
        begun, length_s = times_heard(recording, answer), load_earcons()[answer].length_ms / 1000
        score, place = found(recording, synthesised(listed[0]["text"], "gmw/en", tmp_path))
        told = f"{answer.value} at {begun} s, {other.value} at {times_heard(recording, other)} s, "
        told += f"the words ({score:.2f}) at {place / RATE} s"
        print(f"{told}; the aim is {AIM_S} s")
        once = len(begun) == 1 and not times_heard(recording, other)
        if once and score > RIGHT and begun[0] + length_s < place / RATE and begun[0] < 5 * AIM_S:
            return
    raise AssertionError(told)


@in_soak_only
def test_switched_off_the_sounds_are_gone_at_once_and_the_words_stay(sink: NullSink, tmp_path: Path) -> None:
    with LiveTable(tmp_path, env=sink.env, speech="espeak", patience_s=60) as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        (tmp_path / "settings.toml").write_text("[voice]\nearcons = false\n", encoding="utf-8")
        table.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + ANSWER_S
        while not any(said["text"] == "The new settings are in force." for said in table.spoken()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        recording, listed = heard_after(table, sink, card_tag("X", "K1", 1))
        assert times_heard(recording, Earcon.ACCEPTED) == []
        assert [said["text"] for said in listed] == ["Ann: red 1.", "Your turn, Ben."]
        assert not any("earcons" in said for said in listed)
