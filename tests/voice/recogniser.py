"""An ear that knows no more than the sentences which may come: pocketsphinx with a grammar, for English."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pocketsphinx import Config, Decoder

from tests.sound import RATE, Samples

HEARS = 16_000  # samples a second
PAUSE_S = 0.2  # of silence at both ends, which it wants
HISS = 10  # of 32,767: in perfect silence it loses its way (50 % of the words instead of 98 %)
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
GRAMMAR = """#JSGF V1.0;
grammar table;
public <announcement> = <play> | <fire> | <turn>;
<play> = <name> <colour> <number>;
<fire> = no card | <number> (card | cards) for <name>;
<turn> = your turn <name>;
<name> = {names};
<colour> = red | yellow | green | blue;
<number> = {numbers};
"""


class Recogniser:
    """Understands what is announced at a table of these players."""

    def __init__(self, names: Sequence[str]) -> None:
        # Its second pass, the best path, drops what does not reach the grammar's end.
        self._decoder = Decoder(Config(lm=None, loglevel="FATAL", cmn="batch", bestpath=False))
        grammar = GRAMMAR.format(names=" | ".join(names).lower(), numbers=" | ".join(NUMBERS))
        self._decoder.add_jsgf_string("table", grammar)
        self._decoder.activate_search("table")

    def words(self, samples: Samples) -> list[str]:
        """The words that it heard."""
        sound = np.pad(_slower(samples), round(PAUSE_S * HEARS))
        sound += np.random.default_rng(0).normal(0, HISS, len(sound))
        self._decoder.start_utt()
        self._decoder.process_raw(np.clip(sound, -32_768, 32_767).astype(np.int16).tobytes(), full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return found.hypstr.split() if found is not None else []


def words_of(text: str) -> list[str]:
    """An announcement as the recogniser spells it."""
    plain = re.findall(r"[a-z]+|\d", text.lower())
    return [NUMBERS[int(word)] if word.isdigit() else word for word in plain]


def wrong_words(heard: Sequence[str], said: Sequence[str]) -> int:
    """How many words must be changed, added or left out to make one of the other."""
    row = list(range(len(said) + 1))
    for count, word in enumerate(heard, 1):
        above, row = row, [count]
        for place, other in enumerate(said, 1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (word != other)))
    return row[-1]


def _slower(samples: Samples) -> npt.NDArray[np.float64]:
    """The same sound with fewer samples a second: what lies above half of them is left out."""
    wanted = len(samples) * HEARS // RATE
    spectrum = np.fft.rfft(samples.astype(np.float64))[: wanted // 2 + 1]
    sound: npt.NDArray[np.float64] = np.fft.irfft(spectrum, wanted) * wanted / len(samples)
    return sound
