"""The simulated dispenser: what a finger, a hand and bad luck can do to it, and what its pins show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.pin_map import LINES, PinMap
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.fault_plan import FaultPlan
from firmware_bridge.simulator.faults import Faults
from firmware_bridge.simulator.lines import InputLine, Pattern, read_pattern
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.pin_log import PinLog

HOLD_MS = 80


class SimulatedDispenser:
    """Stands behind the pins of a mock factory, from construction on; time passes from :meth:`start`.

    ``speed`` divides every wait; ``pin_log`` gets a line per pin change. There are ``cards`` in the hopper. The
    ``faults`` strike at the pushes of the button that they are planned for. With the same ``seed`` every card takes
    the same time.
    """

    def __init__(
        self,
        factory: Any,
        pins: PinMap,
        *,
        speed: float = 1.0,
        pin_log: PinLog | None = None,
        cards: int = FULL_HOPPER,
        clock: Clock = MONOTONIC,
        faults: FaultPlan | None = None,
        seed: int | None = None,
    ) -> None:
        self._pin_map = pins
        self._plan = faults
        self._pushes = 0
        self._physics = Physics(
            factory,
            pins,
            speed=speed,
            random=Random(seed),  # noqa: S311 - a card's speed is no secret
            pin_log=pin_log,
            clock=clock,
            cards=cards,
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

    @property
    def cards_thrown(self) -> int:
        """Of those, the cards that a dispense brought, be it with the help of a hand."""
        return self._physics.path.out - self._physics.path.strays

    def start(self) -> None:
        """Let things move."""
        self._physics.start()

    def close(self) -> None:
        """Let everything stand still. May be called twice."""
        self._physics.close()

    def press(self, hold_ms: int = HOLD_MS, button: str = "") -> bool:
        """A finger presses the button, or a further one, for so long; returns at once.

        False where the wire cannot follow it, because a fault or a pattern holds it. ValueError says which buttons
        there are.
        """
        buttons = self._pin_map.buttons()
        if button and button not in buttons:
            known = ", ".join(buttons) or "none, see [pins]"
            raise ValueError(f"There is no {button!r} button; the buttons beside the main one are {known}.")
        if not button:
            self._pushes += 1
            for strike in self._plan.at_press(self._pushes) if self._plan is not None else ():
                self._faults.apply_later(strike.fault, strike.after_ms)
        steps = _finger(hold_ms, self._physics.speed, bouncing=self._faults.bouncing)
        wire = f"button_{button}" if button else "button"
        held = self._physics.is_held(wire)
        self._physics.change(partial(self._finger_down, wire, steps))
        return not held

    def hold_card(self, in_gate: bool) -> None:
        """A hand holds a card in the exit gate, or takes it out again."""
        self._physics.change(lambda _, t_ns: self._physics.set_held(in_gate, t_ns))

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
        """Every pin by name: its BCM number, direction, state (1 is active) and what active means.

        The servo's also has the ``angle`` at which the dispenser points, in degrees from home.
        """
        levels = self._physics.levels()
        return [
            {
                "name": name,
                "pin": number,
                "direction": "out" if LINES[name].output else "in",
                "state": int(levels[name]),
                "means": LINES[name].means,
            }
            | ({"angle": self._physics.servo.angle} if name == "servo" else {})
            for name, number in self._pin_map.numbers().items()
        ]

    def _finger_down(self, name: str, steps: Pattern, _lines: Mapping[str, InputLine], t_ns: int) -> None:
        self._physics.move_line(name, steps, t_ns)


def _finger(hold_ms: int, speed: float, *, bouncing: bool) -> Pattern:
    """A press as the contact sees it: a little chatter, or six edges before it rests and four after (A3-03)."""
    down_ms = [2] * 6 if bouncing else [1, 1]
    up_ms = [2] * 4 if bouncing else [1, 1]
    lengths = [*down_ms, hold_ms, *up_ms, 0]
    # Each chatter has an even number of edges, so that simply alternating levels end where they should.
    levels = [number % 2 == 0 for number in range(len(lengths))]
    return tuple((level, round(ms * MS / speed)) for level, ms in zip(levels, lengths, strict=True))
