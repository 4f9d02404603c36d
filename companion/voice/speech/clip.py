"""A sentence as samples: trimmed, made louder or softer, with silence before it while an output wakes up."""

from __future__ import annotations

import wave
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

QUIET = 60  # of 32,767: below it nobody hears anything
TAIL_MS = 60  # of silence kept after the last sound; synthesisers leave 300 ms, which would hold up the next line
LOUDEST = 32_767


@dataclass(frozen=True, slots=True)
class Clip:
    """Mono 16-bit samples; ``lead_in_ms`` of them, at the start, and ``tail_ms``, at the end, are silence."""

    samples: array[int]
    rate: int
    lead_in_ms: int = 0
    tail_ms: int = 0

    @property
    def length_ms(self) -> float:
        """How long it plays."""
        return len(self.samples) * 1000 / self.rate


def read_clip(path: Path) -> Clip:
    """Reads a synthesiser's WAV file. Raises ValueError when it is not mono with 16 bits."""
    with wave.open(str(path), "rb") as file:
        if file.getnchannels() != 1 or file.getsampwidth() != 2:  # noqa: PLR2004  (bytes)
            raise ValueError(f"{path.name}: expected one channel of 16 bits")
        return Clip(array("h", file.readframes(file.getnframes())), file.getframerate())


def write_clip(clip: Clip, path: Path) -> None:
    """Writes ``clip`` as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(clip.rate)
        file.writeframes(clip.samples.tobytes())


def silence(length_ms: int, rate: int = 22_050) -> Clip:
    """Nothing to hear, for asking an output whether it works."""
    return Clip(_zeros(length_ms, rate), rate)


def ready_to_play(clip: Clip, volume: int, lead_in_ms: int) -> Clip:
    """The clip with a short tail, at ``volume`` percent, after ``lead_in_ms`` of silence."""
    end = len(clip.samples)
    while end and -QUIET <= clip.samples[end - 1] <= QUIET:
        end -= 1
    loud = clip.samples[:end]
    if volume != 100:  # noqa: PLR2004  (percent)
        loud = array("h", map(at_volume(volume).__getitem__, loud))
    samples = _zeros(lead_in_ms, clip.rate) + loud + _zeros(TAIL_MS, clip.rate)
    return Clip(samples, clip.rate, lead_in_ms, TAIL_MS)


@cache
def at_volume(volume: int) -> list[int]:
    """Each sample at ``volume`` percent, by the sample: 0 to 32,767, then -32,768 to -1, as lists count from the end.

    A look-up takes 9 ms for a second of sound, reckoning each sample takes 23 and holds up everything else.
    """
    factor = volume / 100
    everything = (*range(LOUDEST + 1), *range(-LOUDEST - 1, 0))
    return [max(-LOUDEST, min(LOUDEST, round(sample * factor))) for sample in everything]


def _zeros(length_ms: int, rate: int) -> array[int]:
    return array("h", bytes(2 * (rate * length_ms // 1000)))
