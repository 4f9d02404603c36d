"""From the tones of an earcon to samples: pure, and the same every time."""

from __future__ import annotations

import math
from array import array

from companion.voice.earcons import Sound, Tone
from companion.voice.speech.clip import LOUDEST, Clip

RATE = 22_050  # samples a second, as synthesisers make them: the output need not change its pace
STRENGTH = 0.5  # of full scale: about as loud as the words behind it
ATTACK_MS, RELEASE_MS = 4, 12  # steeper edges would click
FADED = 0.35  # of its strength, at the end of a tone: struck rather than blown


def samples_of(sound: Sound, rate: int = RATE) -> Clip:
    """The earcon as a clip, with no silence before it and none behind."""
    samples = array("h")
    for tone in sound.tones:
        samples.extend(_tone(tone, sound.partials, rate))
    return Clip(samples, rate)


def _tone(tone: Tone, partials: tuple[float, ...], rate: int) -> array[int]:
    length = rate * tone.ms // 1000
    if not tone.hz:
        return array("h", bytes(2 * length))
    # Half the rate is the highest there is: what lies above would come back as another tone.
    heard = [(n, strength) for n, strength in enumerate(partials, 1) if n * tone.hz < rate / 2]
    peak = STRENGTH * LOUDEST / sum(strength for _, strength in heard)
    turn = 2 * math.pi * tone.hz / rate
    return array(
        "h",
        (
            round(peak * _envelope(place, length, rate) * sum(s * math.sin(n * turn * place) for n, s in heard))
            for place in range(length)
        ),
    )


def _envelope(place: int, length: int, rate: int) -> float:
    """How strong a tone is at one of its samples, of 1: up at once, fading, gone without a click."""
    attack, release = rate * ATTACK_MS / 1000, rate * RELEASE_MS / 1000
    edges = min(1.0, place / attack, (length - 1 - place) / release)
    return float(edges * FADED ** (place / length))
