"""What is done to a sentence's samples before they are played."""

from __future__ import annotations

import wave
from array import array
from pathlib import Path

import pytest

from companion.voice.speech.clip import TAIL_MS, Clip, read_clip, ready_to_play, write_clip

RATE = 1000  # one sample a millisecond


def test_the_long_silence_after_a_sentence_is_shortened() -> None:
    clip = ready_to_play(Clip(array("h", [5000] * 400 + [3] * 300), RATE), 100, 0)
    assert clip.length_ms == 400 + TAIL_MS
    assert clip.samples[399] == 5000


def test_an_output_that_wakes_up_gets_silence_first() -> None:
    clip = ready_to_play(Clip(array("h", [5000] * 400), RATE), 100, 600)
    assert list(clip.samples[:600]) == [0] * 600
    assert clip.samples[600] == 5000
    assert clip.lead_in_ms == 600


def test_the_volume_is_in_percent_and_never_wraps_round() -> None:
    loud = Clip(array("h", [20_000, -20_000]), RATE)
    assert list(ready_to_play(loud, 50, 0).samples[:2]) == [10_000, -10_000]
    assert list(ready_to_play(loud, 200, 0).samples[:2]) == [32_767, -32_767]


def test_a_file_is_read_as_it_was_written_and_another_kind_is_refused(tmp_path: Path) -> None:
    clip = Clip(array("h", [1, -2, 3]), 22_050)
    write_clip(clip, tmp_path / "a.wav")
    assert read_clip(tmp_path / "a.wav") == clip
    with wave.open(str(tmp_path / "b.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(22_050)
    with pytest.raises(ValueError, match=r"b\.wav: expected one channel"):
        read_clip(tmp_path / "b.wav")
