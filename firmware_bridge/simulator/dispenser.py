"""The simulated dispenser: what a finger, a hand and bad luck can do to it, and what its pins show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.pin_map import LINES, PinMap
from firmware_bridge.simulator.faults import Faults
from firmware_bridge.simulator.lines import MS, InputLine, Pattern, read_pattern
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.pin_log import PinLog

HOLD_MS = 80


class SimulatedDispenser:
    """Stands behind the pins of a mock factory, from construction on; time passes from :meth:`start`.

    ``speed`` divides every wait; ``pin_log`` is a file for a line per pin change.
    """

    def __init__(
        self,
        factory: Any,
        pins: PinMap,
        *,
        speed: float = 1.0,
        pin_log: Path | None = None,
        clock: Clock = MONOTONIC,
    ) -> None:
        self._pin_map = pins
        self._pin_log = None if pin_log is None else PinLog(pin_log)
        self._physics = Physics(
            factory,
            pins,
            speed=speed,
            random=Random(),  # noqa: S311 - a card's speed is no secret
            pin_log=self._pin_log,
            clock=clock,
        )
        self._faults = Faults(self._physics)

    @property
    def hopper(self) -> int:
        """The cards that have not come out yet."""
        return self._physics.path.hopper

    @property
    def cards_out(self) -> int:
        """The cards that have come out, whether or not anything counted them."""
        return self._physics.path.out

    def start(self) -> None:
        """Let things move."""
        self._physics.start()

    def close(self) -> None:
        """Let everything stand still and end the pin log. May be called twice."""
        self._physics.close()
        if self._pin_log is not None:
            self._pin_log.close()

    def press(self, hold_ms: int = HOLD_MS) -> None:
        """A finger presses the button for so long; returns at once."""
        steps = _finger(hold_ms, self._physics.speed, bouncing=self._faults.bouncing)
        self._physics.change(partial(self._finger_down, steps))

    def fault(self, name: str) -> None:
        """Bring a scripted fault about; ``UnknownFault`` lists the known ones."""
        self._faults.apply(name)

    def drive(self, name: str, pattern: Sequence[object]) -> None:
        """Drive one input through ``[[level, ms], …]``, 1 being active, the physics of that line aside meanwhile.

        A new pattern replaces a running one. ValueError says what is wrong with the name or the pattern.
        """
        inputs = [known for known in self._pin_map.numbers() if not LINES[known].output]
        if name not in inputs:
            raise ValueError(f"{name!r} is no input that can be driven; inputs are {', '.join(inputs)}.")
        self._physics.run_pattern(name, read_pattern(pattern, self._physics.speed))

    def pins(self) -> list[dict[str, object]]:
        """Every pin by name: its BCM number, direction, state (1 is active) and what active means."""
        levels = self._physics.levels()
        return [
            {
                "name": name,
                "pin": number,
                "direction": "out" if LINES[name].output else "in",
                "state": int(levels[name]),
                "means": LINES[name].means,
            }
            for name, number in self._pin_map.numbers().items()
        ]

    def _finger_down(self, steps: Pattern, _lines: Mapping[str, InputLine], t_ns: int) -> None:
        self._physics.move_line("button", steps, t_ns)


def _finger(hold_ms: int, speed: float, *, bouncing: bool) -> Pattern:
    """A press as the contact sees it: a little chatter, or six edges before it rests and four after (A3-03)."""
    down_ms = [2] * 6 if bouncing else [1, 1]
    up_ms = [2] * 4 if bouncing else [1, 1]
    lengths = [*down_ms, hold_ms, *up_ms, 0]
    # Each chatter has an even number of edges, so that simply alternating levels end where they should.
    levels = [number % 2 == 0 for number in range(len(lengths))]
    return tuple((level, round(ms * MS / speed)) for level, ms in zip(levels, lengths, strict=True))
