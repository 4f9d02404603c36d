"""Scripted faults of the simulated dispenser, by the names that the bench page and its interface use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.lines import MS, InputLine
from firmware_bridge.simulator.physics import Physics

MOST_CARDS = 999
PULL_MS = 250  # a hand draws a card out more slowly than the roller
SUNLIGHT_EVERY_MS, SUNLIGHT_PULSE_MS = 150, 3


class UnknownFault(ValueError):  # noqa: N818 - the word on the bench
    """No such fault; the sentence lists the known ones."""


class Faults:
    """Applies faults to the physics; each returns at once. ``clear`` undoes all of them and refills the hopper."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self.bouncing = False
        self._sunlight = 0  # which spell of sunlight is on; 0 for none
        self._spells = 0
        self._known: Mapping[str, Callable[[Mapping[str, InputLine], int], None]] = {
            "jam": self._jam,
            "no-feed": self._slip,
            "double-feed": self._double_feed,
            "lid-open": partial(self._lid, False),
            "lid-closed": partial(self._lid, True),
            "flicker": self._flicker,
            "sunlight": self._shine,
            "button-stuck": self._stick_button,
            "button-bounce": self._bounce,
            "motor-stall": self._stall,
            "gate-dead": self._kill_gate,
            "pulled-card": self._pull_card,
            "clear": self._clear,
        }

    def apply(self, name: str) -> None:
        """Bring the fault about, or :class:`UnknownFault`."""
        kind, colon, number = name.partition(":")
        if kind == "hopper" and colon:
            if not number.isdecimal() or int(number) > MOST_CARDS:
                raise UnknownFault(f"{name!r} is no number of cards; write hopper:0 to hopper:{MOST_CARDS}.")
            self._physics.change(partial(self._fill, int(number)))
        elif name in self._known:
            self._physics.change(self._known[name])
        else:
            known = ", ".join((*self._known, "hopper:N"))
            raise UnknownFault(f"There is no fault {name!r}; known are {known}.")

    def _jam(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.jammed = True

    def _slip(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.slipping = True

    def _double_feed(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.take_two()

    def _fill(self, cards: int, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.fill(cards)

    def _lid(self, closed: bool, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        lines["lid"].base = closed

    def _flicker(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.flickering = True

    def _stick_button(self, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        lines["button"].forced = True

    def _bounce(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self.bouncing = True

    def _stall(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.stalled = True

    def _kill_gate(self, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        lines["gate"].forced = False

    def _shine(self, _lines: Mapping[str, InputLine], t_ns: int) -> None:
        self._spells += 1
        self._sunlight = self._spells
        self._shimmer(self._spells, t_ns)

    def _shimmer(self, spell: int, t_ns: int) -> None:
        if self._sunlight == spell:
            physics = self._physics
            physics.set_noise(True, t_ns)
            physics.later(t_ns + self._wait_ns(SUNLIGHT_PULSE_MS), partial(physics.set_noise, False))
            physics.later(t_ns + self._wait_ns(SUNLIGHT_EVERY_MS), partial(self._shimmer, spell))

    def _pull_card(self, _lines: Mapping[str, InputLine], t_ns: int) -> None:
        """A hand draws a card out of the mouth: the one in the gate, or the next one all the way through it."""
        path = self._physics.path
        if not path.blocked and path.hopper:
            self._physics.set_noise(True, t_ns)
            self._physics.later(t_ns + self._wait_ns(PULL_MS), partial(self._physics.set_noise, False))
        path.take_away()

    def _clear(self, lines: Mapping[str, InputLine], t_ns: int) -> None:
        physics = self._physics
        physics.slipping = physics.stalled = physics.flickering = False
        self.bouncing = False
        self._sunlight = 0
        physics.set_noise(False, t_ns)
        lines["gate"].forced = lines["button"].forced = None
        lines["lid"].base = True
        physics.path.tidy(FULL_HOPPER)

    def _wait_ns(self, ms: int) -> int:
        return round(ms * MS / self._physics.speed)
