"""One simulated input line: what the physics says, what a fault forces, what a bench pattern overrides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.clock import MS

LONGEST_PATTERN = 10_000
LONGEST_MS = 600_000

Pattern = tuple[tuple[bool, int], ...]  # active or not, for so many nanoseconds


@dataclass(slots=True)
class InputLine:
    """The layers of one line's level; the uppermost that says anything wins. Levels are active or not."""

    base: bool = False
    held: bool = False  # active by something beside the physics of the roller: a card that a hand pulls
    noise: bool = False  # turns the base round, for a flickering gate
    forced: bool | None = None
    pattern: bool | None = None
    pattern_run: int = 0  # which pattern is running; a newer one makes the older steps void
    shown: bool | None = None

    @property
    def level(self) -> bool:
        """What the wire shows."""
        if self.pattern is not None:
            return self.pattern
        if self.forced is not None:
            return self.forced
        return (self.base or self.held) != self.noise


def read_pattern(pattern: Sequence[object], speed: float) -> Pattern:
    """A bench pattern ``[[level, ms], …]`` as levels and nanoseconds; ValueError says what is wrong with it."""
    if not isinstance(pattern, list | tuple) or not pattern:
        raise ValueError("A pattern is a list of [level, milliseconds], such as [[1, 120], [0, 0]].")
    if len(pattern) > LONGEST_PATTERN:
        raise ValueError(f"A pattern has at most {LONGEST_PATTERN} steps; this one has {len(pattern)}.")
    return tuple(_step(number, step, speed) for number, step in enumerate(pattern, start=1))


def _step(number: int, step: object, speed: float) -> tuple[bool, int]:
    match step:
        case [(0 | 1) as level, (int() | float()) as ms] if 0 <= ms <= LONGEST_MS:
            return bool(level), round(ms * MS / speed)
        case _:
            raise ValueError(
                f"Step {number} of the pattern is {step!r}; a step is [0 or 1, 0 to {LONGEST_MS} milliseconds]."
            )
