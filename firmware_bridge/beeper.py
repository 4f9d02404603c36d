"""The beeper: earcons as data, the first tone at once, the rest in turns of its own."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.wires import Guard

EARCON_FILE = Path(__file__).with_name("earcons.toml")
MID_HZ, OCTAVES = 880, 2
LOWEST_HZ, HIGHEST_HZ = MID_HZ >> OCTAVES, MID_HZ << OCTAVES
LONGEST_MS = 5000
REQUIRED = ("ding", "buzz", "pulse", "rising", "falling", "alarm", "lid-closed", "boot")


@dataclass(frozen=True, slots=True)
class Note:
    """One tone of an earcon; 0 Hz is a pause."""

    hz: int
    ms: int


Earcon = tuple[Note, ...]


class EarconError(ValueError):
    """An earcon file or name that cannot be used; the sentence names the place and the remedy."""


def load_earcons(path: Path = EARCON_FILE) -> Mapping[str, Earcon]:
    """Read and check the earcons; :class:`EarconError` names the file, the earcon and what is allowed."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EarconError(f"{path}: cannot be read ({error.strerror}); put the earcon file back.") from error
    except ValueError as error:
        raise EarconError(f"{path}: is not readable TOML ({error}); correct that place.") from error
    earcons = {name: _earcon(path, name, notes) for name, notes in data.items()}
    for name in REQUIRED:
        if name not in earcons:
            raise EarconError(f"{path}: the earcon {name} is missing; add it.")
    return earcons


def _earcon(path: Path, name: str, notes: Any) -> Earcon:
    if not isinstance(notes, list) or not notes:
        raise EarconError(f"{path}: {name} is {notes!r}; write a list of [frequency, milliseconds].")
    return tuple(_note(path, name, note) for note in notes)


def _note(path: Path, name: str, note: Any) -> Note:
    match note:
        case [int(hz), int(ms)] if (hz == 0 or LOWEST_HZ <= hz <= HIGHEST_HZ) and 0 < ms <= LONGEST_MS:
            return Note(hz, ms)
        case _:
            raise EarconError(
                f"{path}: {name} has the note {note!r}; a note is [0 or {LOWEST_HZ}-{HIGHEST_HZ} Hz, "
                f"1-{LONGEST_MS} ms]."
            )


class Beeper:
    """Plays one earcon at a time; a new one replaces the old. Callable from any thread, the edge thread included."""

    def __init__(
        self,
        number: int,
        earcons: Mapping[str, Earcon],
        *,
        factory: Any,
        guard: Guard,
        speed: float = 1.0,
        quiet: bool = False,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._guard = guard
        self._earcons = earcons
        self._speed = speed
        self._quiet = quiet
        self._buzzer = TonalBuzzer(number, mid_tone=Tone(frequency=MID_HZ), octaves=OCTAVES, pin_factory=factory)
        self._clock = clock
        self._lock = threading.Lock()
        self._rest: Earcon = ()
        self._next_ns: int | None = None  # when the present note ends; None while nothing plays
        self._closed = False
        self._ticker = clock.ticker("beeper", self._turn)
        self._ticker.start()

    def play(self, name: str) -> None:
        """Sound an earcon; its first tone has started when this returns. ``quiet`` mutes the suspense only.

        Raises :class:`EarconError` for an unknown name.
        """
        if name not in self._earcons:
            raise EarconError(f"There is no earcon {name!r}; known are {', '.join(sorted(self._earcons))}.")
        if name == "pulse" and self._quiet:
            return
        with self._lock:
            if self._closed:
                return
            self._rest = self._earcons[name]
            # A beeper that fails must not cost the press that it should have answered.
            self._guard.run("beeper", self._step, self._clock.now_ns())
            self._ticker.wake()

    def close(self) -> None:
        """Silence, and no turns any more. May be called twice."""
        with self._lock:
            self._closed = True
        self._ticker.close()
        self._buzzer.close()

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            if self._next_ns is not None and now_ns >= self._next_ns:
                self._guard.run("beeper", self._step, now_ns)
            return self._next_ns

    def _step(self, now_ns: int) -> None:
        if not self._rest:
            self._next_ns = None
            self._buzzer.stop()
            return
        note, *rest = self._rest
        self._rest = tuple(rest)
        self._next_ns = now_ns + round(note.ms * 1_000_000 / self._speed)
        if note.hz:
            self._buzzer.play(Tone(frequency=note.hz))
        else:
            self._buzzer.stop()
