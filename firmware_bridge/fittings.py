"""What a dispenser may have besides button, motor and sensors: beeper, lamps, aiming servo.

Each is opened by itself. One that is not fitted, or that cannot be used, is left out and told in a sentence; the
game goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from firmware_bridge.aim import HOME, Aim
from firmware_bridge.beeper import Beeper, Kind
from firmware_bridge.clock import Clock
from firmware_bridge.lamps import Lamps
from firmware_bridge.light import Light
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import FaultFound
from firmware_bridge.wires import Guard

PULSE = "pulse"  # the earcon that is seen as well as heard
PULSE_LAMP = "turn"

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class FittingSettings:
    """How the fittings behave. ``angles``: degrees from home for each seat, as far as they were calibrated."""

    beeper: Kind = "passive"
    beeper_volume: int = 100
    quiet: bool = False
    angles: tuple[int, ...] = ()
    settle_ms: int = 300


class Fittings:
    """The fittings of one table; the dispenser points at ``angle`` now. ``steady`` is called when it has turned.

    ``notes`` are sentences about parts that are in the map and cannot be used.
    """

    def __init__(
        self,
        pins: PinMap,
        settings: FittingSettings,
        report: Callable[[FaultFound], None],
        *,
        steady: Callable[[], None],
        factory: Any,
        guard: Guard,
        speed: float,
        clock: Clock,
        angle: float = HOME,
    ) -> None:
        self._settings = settings
        self.notes: list[str] = []
        wiring: dict[str, Any] = {"factory": factory, "guard": guard, "speed": speed, "clock": clock}
        self._beeper = self._opened(
            "beeper",
            pins.beeper,
            lambda number: Beeper(
                number, kind=settings.beeper, volume=settings.beeper_volume, quiet=settings.quiet, **wiring
            ),
        )
        self._lamps = Lamps(pins.lamps(), **wiring) if pins.lamps() else None
        if self._lamps is not None:
            self.notes += [cannot_be_used(f"{name} lamp", error) for name, error in self._lamps.missing.items()]
        self._aim = self._opened(
            "aiming servo",
            pins.servo,
            lambda number: Aim(number, pins.aim_home, settings.settle_ms, angle, report, steady=steady, **wiring),
        )
        self.not_fitted = [
            what
            for what, fitted in (
                ("beeper", pins.beeper),
                ("lamps", pins.lamps()),
                ("aiming servo", pins.servo),
                ("aim switch to know whether it turned", pins.servo is None or pins.aim_home),
                ("further buttons", pins.buttons()),
                ("lid switch", pins.lid),
                ("hopper sensor", pins.hopper),
            )
            if not fitted
        ]

    def _opened(self, what: str, where: Any, opening: Callable[[Any], _Part]) -> _Part | None:
        if where is None:
            return None
        try:
            return opening(where)
        except Exception as error:
            self.notes.append(cannot_be_used(what, error))
            return None

    @property
    def turning(self) -> bool:
        """Whether the dispenser is being turned, so that no card may be thrown."""
        return self._aim is not None and self._aim.turning

    @property
    def angle(self) -> float:
        """Where the dispenser points."""
        return HOME if self._aim is None else self._aim.angle

    @property
    def uncalibrated(self) -> bool:
        """Whether there is a servo that nobody has told where the seats are."""
        return self._aim is not None and not self._settings.angles

    @property
    def aimed(self) -> str:
        """How the aim stands, for ``/api/health``; unknown where no switch tells whether it got there."""
        if self._aim is None:
            return "none"
        if self._aim.turning:
            return "turning"
        return {True: "reached", False: "obstructed", None: "unknown"}[self._aim.reached]

    @property
    def beeps(self) -> bool:
        """Whether there is a beeper."""
        return self._beeper is not None

    def sound(self, name: str) -> None:
        """Play an earcon; a beep of the suspense is a blip of the turn lamp at the same instant."""
        if self._beeper is not None:
            self._beeper.play(name)
        if self._lamps is not None and name == PULSE:
            self._lamps.blip(PULSE_LAMP)

    def show(self, lights: Mapping[str, Light]) -> None:
        """Let the lamps show this."""
        if self._lamps is not None:
            self._lamps.show(lights)

    def aim(self, seat: int | None) -> bool:
        """Turn to a seat, or home; False where the table has to turn the dispenser itself."""
        if self._aim is None or (seat is not None and seat >= len(self._settings.angles)):
            return False
        self._aim.turn_to(HOME if seat is None else self._settings.angles[seat])
        return True

    def close(self) -> None:
        """Silence, darkness, no pulses. May be called twice."""
        for part in (self._aim, self._lamps, self._beeper):
            if part is not None:
                part.close()


def cannot_be_used(what: str, error: Exception) -> str:
    """The sentence about a part that is in the map and does not open."""
    return (
        f"The {what} cannot be used ({type(error).__name__}: {error}) and is left out; stop the other program that "
        "uses the pin, or choose another number under [pins]."
    )
