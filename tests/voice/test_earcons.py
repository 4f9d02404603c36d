"""The short sounds before words: checked data, rhythms that differ, samples that a small loudspeaker gives."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.voice.earcon_words import NAMES, earcon_text
from companion.voice.earcons import FILE, LONGEST_MS, Earcon, EarconFileError, Sound, load_earcons
from companion.voice.speech.clip import LOUDEST
from companion.voice.speech.tone_generator import ATTACK_MS, RATE, samples_of
from firmware_bridge.beeper import load_earcons as beeper_earcons

SOUNDS = load_earcons()
#: What the beeper calls what the loudspeaker sounds too.
ON_THE_BEEPER = {Earcon.CARDS: "rising", Earcon.NO_CARD: "falling", Earcon.TROUBLE: "alarm", Earcon.READY: "boot"}


def samples(earcon: Earcon, rate: int = RATE) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(samples_of(SOUNDS[earcon], rate).samples, np.float64)


def rhythm(sound: Sound) -> list[int]:
    """How long it is on, off, on …"""
    return [tone.ms for tone in sound.tones]


def as_heard(tones: list[int]) -> str:
    """Pitches as a direction: up, down, or to and fro."""
    steps = {"up" if after > before else "down" for before, after in pairwise(tones)}
    return steps.pop() if len(steps) == 1 else "to and fro"


def test_there_are_eight_to_ten_and_each_is_over_within_400_ms() -> None:
    assert 8 <= len(Earcon) <= 10
    assert all(sound.length_ms < LONGEST_MS == 400 for sound in SOUNDS.values())


@pytest.mark.parametrize(("one", "other"), [*combinations(Earcon, 2)])
def test_two_earcons_differ_in_their_rhythm_whatever_their_pitch(one: Earcon, other: Earcon) -> None:
    here, there = rhythm(SOUNDS[one]), rhythm(SOUNDS[other])
    assert len(here) != len(there) or max(max(a, b) / min(a, b) for a, b in zip(here, there, strict=True)) >= 1.5


@pytest.mark.parametrize("earcon", ON_THE_BEEPER)
def test_beeper_and_loudspeaker_go_the_same_way_for_the_same_thing(earcon: Earcon) -> None:
    beeper = [note.hz for note in beeper_earcons()[ON_THE_BEEPER[earcon]] if note.hz]
    assert as_heard([tone.hz for tone in SOUNDS[earcon].tones if tone.hz]) == as_heard(beeper)


@pytest.mark.parametrize("earcon", Earcon)
@pytest.mark.parametrize("rate", [16_000, 22_050, 48_000])
def test_an_earcon_sounds_as_long_as_it_says_without_clicks_and_clipping(earcon: Earcon, rate: int) -> None:
    wave, sound = samples(earcon, rate), SOUNDS[earcon]
    assert len(wave) == pytest.approx(rate * sound.length_ms / 1000, abs=len(sound.tones))
    assert 0.2 * LOUDEST < abs(wave).max() < 0.6 * LOUDEST
    begin = 0
    for tone in sound.tones:
        part = wave[begin : begin + rate * tone.ms // 1000]
        begin += len(part)
        assert part[0] == 0
        assert part[-1] == pytest.approx(0, abs=1)
        assert bool(abs(part).max()) == bool(tone.hz)
    steepest = 2 * np.pi * max(tone.hz for tone in sound.tones) * len(sound.partials) / rate
    assert abs(np.diff(wave)).max() < 0.6 * LOUDEST * (steepest + 1000 / ATTACK_MS / rate)


@pytest.mark.parametrize("earcon", Earcon)
def test_a_loudspeaker_of_three_centimetres_gives_nearly_all_of_it(earcon: Earcon) -> None:
    power = abs(np.fft.rfft(samples(earcon))) ** 2
    frequencies = np.fft.rfftfreq(len(samples(earcon)), 1 / RATE)
    assert power[(frequencies > 350) & (frequencies < 8000)].sum() > 0.97 * power.sum()


def test_the_same_earcon_is_the_same_sound_every_time() -> None:
    assert samples_of(SOUNDS[Earcon.UNO]) == samples_of(SOUNDS[Earcon.UNO])


def test_every_earcon_has_a_name_of_its_own_in_both_languages() -> None:
    assert set(NAMES) == set(Earcon)
    for locale in ("en", "fr"):
        assert len({earcon_text(earcon, locale) for earcon in Earcon}) == len(Earcon)


REST = FILE.read_text(encoding="utf-8").partition("[refused]")[2]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("[accepted]\ntones = []\npartials = [1]\n", "accepted has two lists"),
        ("[accepted]\ntones = [[1760, 80]]\n", "accepted has two lists"),
        ("[accepted]\ntones = [[1760, 80]]\npartials = [1]\nvolume = 3\n", "accepted has two lists"),
        ("[accepted]\ntones = [[233, 80]]\npartials = [1]\n", "accepted has the tone [233, 80]; a tone is"),
        ("[accepted]\ntones = [[1760, 80.5]]\npartials = [1]\n", "accepted has the tone [1760, 80.5]; a tone is"),
        ("[accepted]\ntones = [[1760, 80]]\npartials = [2]\n", "accepted has the partial 2; a partial is"),
        ("[accepted]\ntones = [[1760, 200], [0, 200]]\npartials = [1]\n", "accepted takes 400 ms; make it shorter"),
        ("", "the earcon accepted is missing; add it."),
        ("[hurrah]\ntones = [[1760, 80]]\npartials = [1]\n", "the earcon"),
        ("[accepted\n", "is not readable TOML"),
    ],
)
def test_a_wrong_earcon_file_is_refused_with_its_place_and_the_remedy(
    written: str, wrong: str, tmp_path: Path
) -> None:
    file = tmp_path / "earcons.toml"
    file.write_text(f"{written}[refused]{REST}", encoding="utf-8")
    with pytest.raises(EarconFileError, match=r"earcons\.toml: ") as found:
        load_earcons(file)
    assert wrong in str(found.value)


def test_a_missing_earcon_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(EarconFileError, match="cannot be read"):
        load_earcons(tmp_path / "gone.toml")
