"""What a look at the wires says about the parts behind them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.checkup.findings import Finding, failing, missing, ok, unknown
from companion.voice.errands import doctor_looks as said
from companion.voice.errands.doctor_lines import BUTTONS
from companion.voice.lines import Phrase
from firmware_bridge.look import Look
from firmware_bridge.pin_map import PinMap

RESTLESS = 4  # so many changes of the exit gate within the look are no hand and no card

_PARTS: Mapping[str, str] = {
    "motor_forward": "motor",
    "motor_backward": "motor",
    "holdback_forward": "hold-back",
    "holdback_backward": "hold-back",
    "motor_fault": "motor-fault",
    "aim_home": "aim-home",
    "hopper_low": "hopper-low",
}


def part_of(wire: str) -> str:
    """Which part a wire of the pin map belongs to."""
    for kind, part in (("button_", "buttons"), ("lamp_", "lamps")):
        if wire.startswith(kind):
            return part
    return _PARTS.get(wire, wire)


def judge(look: Look, pins: PinMap, angles: int, *, simulated_servo: bool = False) -> Iterator[Finding]:
    """A finding for each part that is fitted or could be.

    ``angles``: how many seats the servo knows. ``simulated_servo``: it is there as every simulated table has one.
    """
    refused = dict(_refused(look, pins))
    for found in (
        *_hands(look, pins),
        *_senses(look, pins),
        *_outputs(pins, angles, simulated_servo),
        *_safety(look, pins),
    ):
        yield refused.get(found.part, found)


def _refused(look: Look, pins: PinMap) -> Iterator[tuple[str, Finding]]:
    numbers = pins.numbers()
    for part in {part_of(wire) for wire in look.refused}:
        wires = [wire for wire in numbers if wire in look.refused and part_of(wire) == part]
        named = ", ".join(f"pins.{wire} = BCM {numbers[wire]}" for wire in wires)
        yield part, failing(part, said.wire_refused(named, look.refused[wires[0]]))


def _hands(look: Look, pins: PinMap) -> Iterator[Finding]:
    if look.active.get("button"):
        yield failing("button", said.BUTTON_HELD)
    else:
        yield unknown("button", (said.BUTTON_AT_REST, said.GUIDED))
    held = tuple(BUTTONS[name] for name in pins.buttons() if look.active.get(f"button_{name}"))
    if not pins.buttons():
        yield missing("buttons", said.NOT_FITTED["buttons"])
    elif held:
        yield failing("buttons", said.buttons_held(held))
    else:
        yield unknown("buttons", (said.buttons_at_rest(len(pins.buttons())), said.GUIDED))


def _senses(look: Look, pins: PinMap) -> Iterator[Finding]:
    if look.changes.get("gate", 0) >= RESTLESS:
        yield failing("gate", said.gate_restless(look.changes["gate"]))
    elif look.active.get("gate"):
        yield failing("gate", said.GATE_BLOCKED)
    else:
        yield ok("gate", said.GATE_CLEAR)
    yield _switch("lid", look, pins.lid, good=True, well=said.LID_CLOSED, wrong=said.LID_OPEN)
    yield _switch("hopper", look, pins.hopper, good=True, well=said.HOPPER_STOCKED, wrong=said.HOPPER_EMPTY)
    low = _switch("hopper_low", look, pins.hopper_low, good=False, well=said.ENOUGH_CARDS, wrong=said.FEW_CARDS)
    empty = pins.hopper is not None and not look.active.get("hopper")
    yield unknown("hopper-low", said.FEW_CARDS) if empty and look.active.get("hopper_low") else low


def _switch(
    wire: str, look: Look, pin: int | None, *, good: bool, well: Phrase, wrong: tuple[Phrase, Phrase]
) -> Finding:
    part = part_of(wire)
    if pin is None:
        return missing(part, said.NOT_FITTED[part])
    return ok(part, well) if look.active.get(wire) == good else failing(part, wrong)


def _outputs(pins: PinMap, angles: int, simulated_servo: bool) -> Iterator[Finding]:
    if pins.beeper is None:
        yield missing("beeper", said.NOT_FITTED["beeper"])
    else:
        yield unknown("beeper", (said.PIN_FREE, said.GUIDED))
    if not pins.lamps():
        yield missing("lamps", said.NOT_FITTED["lamps"])
    else:
        yield unknown("lamps", (said.lamps_dark(len(pins.lamps())), said.GUIDED))
    if pins.servo is None:
        yield missing("servo", said.NOT_FITTED["servo"])
    elif not angles:
        yield (unknown if simulated_servo else failing)("servo", said.UNCALIBRATED)
    else:
        yield unknown("servo", (said.servo_calibrated(angles), said.GUIDED))


def _safety(look: Look, pins: PinMap) -> Iterator[Finding]:
    if pins.servo is not None:
        if pins.aim_home is None:
            yield missing("aim-home", said.NOT_FITTED["aim-home"])
        else:
            at_home = look.active.get("aim_home")
            yield ok("aim-home", said.AT_HOME) if at_home else unknown("aim-home", said.NOT_AT_HOME)
    if pins.heartbeat is None:
        yield missing("heartbeat", said.NOT_FITTED["heartbeat"])
    else:
        yield ok("heartbeat", said.PIN_FREE)
    yield _switch("motor_fault", look, pins.motor_fault, good=False, well=said.DRIVER_WELL, wrong=said.DRIVER_FAULT)
    if pins.holdback_backward is not None:
        yield unknown("hold-back", (said.NOT_MOVED, said.GUIDED))
    yield unknown("motor", (said.NOT_MOVED, said.GUIDED))
