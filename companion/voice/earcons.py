"""Earcons: short sounds before words, one meaning each, told apart by their rhythm. They are data, in a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("earcons.toml")
LOWEST_HZ, HIGHEST_HZ = 400, 3520  # what a loudspeaker of 3 cm gives
SHORTEST_MS, LONGEST_MS = 10, 400  # of a tone; of a whole earcon


class Earcon(StrEnum):
    """What a sound means; the names in the file."""

    ACCEPTED = "accepted"  # what was scanned is taken
    REFUSED = "refused"
    QUESTION = "question"  # the table must tell a colour, a player, a number
    UNO = "uno"
    CARDS = "cards"  # a press brought some
    NO_CARD = "no-card"
    ROUND_WON = "round-won"
    UNDONE = "undone"
    TROUBLE = "trouble"  # something is wrong with the machine
    READY = "ready"  # the table has been switched on


#: What a beeper sounds of itself, where one is fitted: it has been heard before the voice knows what to say.
BY_THE_BEEPER = frozenset({Earcon.CARDS, Earcon.NO_CARD, Earcon.TROUBLE, Earcon.READY})


class EarconFileError(ValueError):
    """An earcon file that cannot be used; the sentence names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone of an earcon; 0 Hz is a pause."""

    hz: int
    ms: int


@dataclass(frozen=True, slots=True)
class Sound:
    """How an earcon sounds. ``partials`` are the strengths of the tone itself and of its whole multiples."""

    tones: tuple[Tone, ...]
    partials: tuple[float, ...]

    @property
    def length_ms(self) -> int:
        """How long it is, pauses included."""
        return sum(tone.ms for tone in self.tones)


@cache
def load_earcons(path: Path = FILE) -> Mapping[Earcon, Sound]:
    """Reads and checks the earcons; EarconFileError names the file, the earcon and what is allowed."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EarconFileError(f"{path}: cannot be read ({error.strerror}); put the earcon file back.") from error
    except ValueError as error:
        raise EarconFileError(f"{path}: is not readable TOML ({error}); correct that place.") from error
    for name in data.keys() ^ {earcon.value for earcon in Earcon}:
        remedy = "means nothing; take it out" if name in data else "is missing; add it"
        raise EarconFileError(f"{path}: the earcon {name} {remedy}.")
    return {earcon: _sound(path, earcon, data[earcon]) for earcon in Earcon}


def _sound(path: Path, name: str, table: Any) -> Sound:
    match table:
        case {"tones": [_, *_] as tones, "partials": [_, *_] as partials} if len(table) == 2:  # noqa: PLR2004
            sound = Sound(
                tuple(_tone(path, name, tone) for tone in tones),
                tuple(_partial(path, name, strength) for strength in partials),
            )
        case _:
            raise EarconFileError(f"{path}: {name} has two lists, `tones` and `partials`; write both.")
    if sound.length_ms >= LONGEST_MS:
        raise EarconFileError(f"{path}: {name} takes {sound.length_ms} ms; make it shorter than {LONGEST_MS} ms.")
    return sound


def _tone(path: Path, name: str, tone: Any) -> Tone:
    match tone:
        case [int(hz), int(ms)] if (hz == 0 or LOWEST_HZ <= hz <= HIGHEST_HZ) and SHORTEST_MS <= ms < LONGEST_MS:
            return Tone(hz, ms)
        case _:
            raise EarconFileError(
                f"{path}: {name} has the tone {tone!r}; a tone is [0 or {LOWEST_HZ}-{HIGHEST_HZ} Hz, "
                f"{SHORTEST_MS}-{LONGEST_MS - 1} ms]."
            )


def _partial(path: Path, name: str, strength: Any) -> float:
    match strength:
        case int() | float() if not isinstance(strength, bool) and 0 <= strength <= 1:
            return float(strength)
        case _:
            raise EarconFileError(f"{path}: {name} has the partial {strength!r}; a partial is a number from 0 to 1.")
