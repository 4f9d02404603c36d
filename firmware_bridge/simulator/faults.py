"""Scripted faults of the simulated dispenser, by the names that the bench page and its interface use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from firmware_bridge.clock import MS
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.lines import InputLine
from firmware_bridge.simulator.physics import Physics

MOST_CARDS = 999
PULL_MS, PULL_REST_MS = 250, 60  # a hand draws a card out more slowly than the roller; one in the gate sooner
SUNLIGHT_EVERY_MS, SUNLIGHT_PULSE_MS = 150, 3


class UnknownFault(ValueError):  # noqa: N818 - the word on the bench
    """No such fault; the sentence lists the known ones."""


Change = Callable[[Mapping[str, InputLine], int], None]


def check_fault(name: str) -> None:
    """Raises :class:`UnknownFault` for a name that the bench does not know."""
    kind, colon, number = name.partition(":")
    if kind == "hopper" and colon:
        if not number.isdecimal() or int(number) > MOST_CARDS:
            raise UnknownFault(f"{name!r} is no number of cards; write hopper:0 to hopper:{MOST_CARDS}.")
    elif name not in KNOWN:
        known = ", ".join((*KNOWN, "hopper:N"))
        raise UnknownFault(f"There is no fault {name!r}; known are {known}.")


class Faults:
    """Applies faults to the physics; each returns at once. ``clear`` undoes all of them and refills the hopper."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self.bouncing = False
        self._sunlight = 0  # which spell of sunlight is on; 0 for none
        self._spells = 0

    def apply(self, name: str) -> None:
        """Bring the fault about now, or :class:`UnknownFault`."""
        self._physics.change(self._change(name))

    def apply_later(self, name: str, after_ms: float) -> None:
        """Bring the fault about in so many milliseconds, or :class:`UnknownFault`."""
        change, wait_ns = self._change(name), self._wait_ns(after_ms)
        self._physics.change(
            lambda lines, t_ns: self._physics.later(t_ns + wait_ns, lambda then_ns: change(lines, then_ns))
        )

    def _change(self, name: str) -> Change:
        check_fault(name)
        kind, colon, number = name.partition(":")
        return partial(self._fill, int(number)) if colon else partial(KNOWN[kind], self)

    def _jam(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.jammed = True

    def _slip(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.slipping = True

    def _double_feed(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.take_two()

    def _fill(self, cards: int, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.fill(cards)

    def _open_lid(self, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        if "lid" in lines:
            lines["lid"].base = False

    def _close_lid(self, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        if "lid" in lines:
            lines["lid"].base = True

    def _drag(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.path.drag()

    def _flicker(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.flickering = True

    def _stick_button(self, lines: Mapping[str, InputLine], _t_ns: int) -> None:
        lines["button"].forced = True

    def _bounce(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self.bouncing = True

    def _stall(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.stalled = True

    def _obstruct(self, _lines: Mapping[str, InputLine], _t_ns: int) -> None:
        self._physics.servo.obstructed = True

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
        physics = self._physics
        in_gate, at_rest = physics.path.blocked, physics.at_rest(t_ns)
        pull_ns = self._wait_ns(PULL_REST_MS if in_gate else PULL_MS)
        if physics.path.hopper:
            physics.path.strays += at_rest and not in_gate
            physics.set_held(True, t_ns)
            physics.later(t_ns + pull_ns, partial(self._let_go, at_rest and not in_gate))
        physics.path.take_away(pull_ns)

    def _let_go(self, was_at_rest: bool, t_ns: int) -> None:
        physics = self._physics
        physics.set_held(False, t_ns)
        physics.path.strays -= was_at_rest and not physics.at_rest(t_ns)  # the motor came to the help of the hand

    def _clear(self, lines: Mapping[str, InputLine], t_ns: int) -> None:
        physics = self._physics
        physics.slipping = physics.stalled = physics.flickering = False
        self.bouncing = False
        self._sunlight = 0
        physics.servo.obstructed = False
        physics.set_noise(False, t_ns)
        physics.set_held(False, t_ns)
        lines["gate"].forced = lines["button"].forced = None
        if physics.path.blocked:  # whoever frees the gate from inside opens the lid for it
            self._open_lid(lines, t_ns)
        physics.path.fill(FULL_HOPPER)
        physics.later(t_ns, self._tidy)

    def _tidy(self, t_ns: int) -> None:
        path = self._physics.path
        path.tidy(path.hopper)  # which somebody may have filled with another number since
        self._physics.later(t_ns, self._shut)

    def _shut(self, t_ns: int) -> None:
        self._close_lid(self._physics.lines, t_ns)

    def _wait_ns(self, ms: float) -> int:
        return round(ms * MS / self._physics.speed)


#: What can be brought about, beside ``hopper:N``.
KNOWN: Mapping[str, Callable[[Faults, Mapping[str, InputLine], int], None]] = {
    "jam": Faults._jam,
    "no-feed": Faults._slip,
    "slip": Faults._drag,
    "double-feed": Faults._double_feed,
    "lid-open": Faults._open_lid,
    "lid-closed": Faults._close_lid,
    "flicker": Faults._flicker,
    "sunlight": Faults._shine,
    "button-stuck": Faults._stick_button,
    "button-bounce": Faults._bounce,
    "motor-stall": Faults._stall,
    "aim-obstructed": Faults._obstruct,
    "gate-dead": Faults._kill_gate,
    "pulled-card": Faults._pull_card,
    "clear": Faults._clear,
}
