"""Which fault strikes the simulated dispenser at which press: written down in a file, or drawn from a seed. Pure.

A file is TOML, one table a fault:

    [[fault]]
    press = 3             # at the third push of the button
    fault = "double-feed" # a name of the bench
    after_ms = 1200       # so long after the push; left out: at once
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from firmware_bridge.simulator.faults import UnknownFault, check_fault

LONGEST_MS = 600_000
STRIKES_WITHIN_MS = 3000  # of the push: in the suspense, while the motor runs, or after it
#: What a random fault is; none of them ends by itself but the last four.
KINDS = (
    *("jam", "no-feed", "motor-stall", "gate-dead", "lid-open", "flicker", "sunlight", "button-bounce"),
    *("double-feed", "double-feed", "pulled-card", "slip", "slip"),
)


class FaultScriptError(ValueError):
    """The file cannot be used; one sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A fault that strikes so long after a push."""

    fault: str
    after_ms: float = 0


class FaultPlan(Protocol):
    """What goes wrong at the n-th push of the button, counted from 1."""

    def at_press(self, number: int) -> Sequence[Strike]: ...


class ScriptedFaults:
    """Faults as a file has them."""

    def __init__(self, strikes: Mapping[int, Sequence[Strike]]) -> None:
        self._strikes = strikes

    def at_press(self, number: int) -> Sequence[Strike]:
        """What the file says of this push."""
        return self._strikes.get(number, ())


class RandomFaults:
    """With the chance ``rate`` a push has a fault; the same seed has the same faults at the same pushes."""

    def __init__(self, seed: int, rate: float) -> None:
        self._seed = seed
        self._rate = rate

    def at_press(self, number: int) -> Sequence[Strike]:
        """What the seed says of this push."""
        chance = Random(f"{self._seed}:{number}")  # noqa: S311 - a simulated mishap, no secret
        if chance.random() >= self._rate:
            return ()
        return (Strike(chance.choice(KINDS), chance.uniform(0, STRIKES_WITHIN_MS)),)


def read_script(text: str, source: str) -> ScriptedFaults:
    """The faults of a file. Raises FaultScriptError with the file's name, the fault's place in it, and what to do."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FaultScriptError(
            f"{source}: this is not TOML ({error}); write [[fault]] and below it press = 1"
        ) from error
    listed = found.pop("fault", None)
    if found or not isinstance(listed, list) or not listed:
        raise FaultScriptError(f"{source}: a fault script is a list of [[fault]] tables and nothing else")
    strikes: dict[int, list[Strike]] = {}
    for place, entry in enumerate(listed, 1):
        try:
            press, strike = _read_strike(entry)
        except ValueError as error:
            raise FaultScriptError(f"{source}: fault {place}: {error}") from error
        strikes.setdefault(press, []).append(strike)
    return ScriptedFaults(strikes)


def _read_strike(entry: object) -> tuple[int, Strike]:
    match entry:
        case {"press": int(press), "fault": str(fault), **rest} if type(press) is int and press >= 1:
            after_ms = rest.pop("after_ms", 0)
        case _:
            raise ValueError("it needs press, a number from 1, and fault, a name in quotes")
    if rest:
        raise ValueError(f"{next(iter(rest))} is not known; a fault has press, fault and after_ms")
    if isinstance(after_ms, bool) or not isinstance(after_ms, int | float) or not 0 <= after_ms <= LONGEST_MS:
        raise ValueError(f"after_ms is {after_ms!r}; allowed: milliseconds from 0 to {LONGEST_MS}")
    try:
        check_fault(fault)
    except UnknownFault as error:
        raise ValueError(str(error)) from error
    return press, Strike(fault, after_ms)
