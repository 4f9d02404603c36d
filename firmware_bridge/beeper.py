"""The beeper: earcons as data, the first tone at once, the rest in turns of its own.

A passive beeper plays tones, as loud as its duty cycle makes it. An active one has one tone and one loudness: it is
switched on and off, and its earcons differ by their rhythm.
"""

from __future__ import annotations

import math
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from gpiozero import DigitalOutputDevice, PWMOutputDevice

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.wires import Guard

EARCON_FILE = Path(__file__).with_name("earcons.toml")
LOWEST_HZ, HIGHEST_HZ = 220, 3520
LONGEST_MS = 5000
REQUIRED = ("ding", "buzz", "pulse", "rising", "falling", "alarm", "lid-closed", "boot")


@dataclass(frozen=True, slots=True)
class Note:
    """One tone of an earcon; 0 Hz is a pause."""

    hz: int
    ms: int


Earcon = tuple[Note, ...]
Kind = Literal["passive", "active"]


class EarconError(ValueError):
    """An earcon file or name that cannot be used; the sentence names the place and the remedy."""


def load_earcons(path: Path = EARCON_FILE, kind: Kind = "passive") -> Mapping[str, Earcon]:
    """Read and check the earcons; :class:`EarconError` names the file, the earcon and what is allowed.

    Those of an active beeper are tones too, all of one pitch that nobody asked for.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EarconError(f"{path}: cannot be read ({error.strerror}); put the earcon file back.") from error
    except ValueError as error:
        raise EarconError(f"{path}: is not readable TOML ({error}); correct that place.") from error
    rhythms = data.pop("active", {})
    if kind == "active":
        earcons = {name: _rhythm(path, f"active.{name}", lengths) for name, lengths in rhythms.items()}
    else:
        earcons = {name: _earcon(path, name, notes) for name, notes in data.items()}
    for name in REQUIRED:
        if name not in earcons:
            place = f"active.{name}" if kind == "active" else name
            raise EarconError(f"{path}: the earcon {place} is missing; add it.")
    return earcons


def _rhythm(path: Path, name: str, lengths: Any) -> Earcon:
    """On, off, on … for so many milliseconds each."""
    match lengths:
        case [_, *_] if all(type(ms) is int and 0 < ms <= LONGEST_MS for ms in lengths):
            return tuple(Note(LOWEST_HZ * (place % 2 == 0), ms) for place, ms in enumerate(lengths))
        case _:
            raise EarconError(f"{path}: {name} is {lengths!r}; write a list of milliseconds on, off, on …")


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


class Sounder(Protocol):
    """The thing that makes the noise."""

    def sound(self, hz: int) -> None: ...
    def silence(self) -> None: ...
    def close(self) -> None: ...


class PassiveSounder:
    """A bare membrane: it sounds at the frequency it is given, loudest at half duty.

    ``volume`` is per cent of that; the tone itself is as strong as the sine of pi times the duty.
    """

    def __init__(self, number: int, volume: int, factory: Any) -> None:
        self._duty = math.asin(volume / 100) / math.pi
        self._device = PWMOutputDevice(number, frequency=LOWEST_HZ, pin_factory=factory)
        self.silence()

    def sound(self, hz: int) -> None:
        """The tone, from now on."""
        self._device.frequency = hz
        self._device.value = self._duty

    def silence(self) -> None:
        """No tone, and no pulses: even those of no length keep a thread of lgpio awake."""
        self._device.off()
        self._device.frequency = None

    def close(self) -> None:
        """Lets go of the wire."""
        self._device.close()


class ActiveSounder:
    """A buzzer with an oscillator of its own: on or off, whatever the tone."""

    def __init__(self, number: int, factory: Any) -> None:
        self._device = DigitalOutputDevice(number, pin_factory=factory)

    def sound(self, _: int) -> None:
        """On, from now on."""
        self._device.on()

    def silence(self) -> None:
        """Off."""
        self._device.off()

    def close(self) -> None:
        """Lets go of the wire."""
        self._device.close()


class Beeper:
    """Plays one earcon at a time; a new one replaces the old. Callable from any thread, the edge thread included."""

    def __init__(
        self,
        number: int,
        *,
        factory: Any,
        guard: Guard,
        kind: Kind = "passive",
        volume: int = 100,
        speed: float = 1.0,
        quiet: bool = False,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._guard = guard
        self._earcons = load_earcons(kind=kind)
        self._speed = speed
        self._quiet = quiet
        self._sounder: Sounder = (
            ActiveSounder(number, factory) if kind == "active" else PassiveSounder(number, volume, factory)
        )
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
        self._sounder.close()

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            if self._next_ns is not None and now_ns >= self._next_ns:
                self._guard.run("beeper", self._step, now_ns)
            return self._next_ns

    def _step(self, now_ns: int) -> None:
        if not self._rest:
            self._next_ns = None
            self._sounder.silence()
            return
        note, *rest = self._rest
        self._rest = tuple(rest)
        self._next_ns = now_ns + round(note.ms * MS / self._speed)
        if note.hz:
            self._sounder.sound(note.hz)
        else:
            self._sounder.silence()
