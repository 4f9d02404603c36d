"""The steps in which only hands move: buttons, exit gate, lid, hopper, scanner; and what is heard or seen. Pure."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from companion.checkup.findings import Finding, failing, ok, unknown
from companion.doctor.steps import (
    AllowPress,
    Answer,
    Ask,
    Do,
    Effect,
    Heard,
    Over,
    Shine,
    Sound,
    Step,
    Table,
    Tell,
    Within,
    given_up,
    until,
)
from companion.doctor.wires import RESTLESS, part_of
from companion.voice.errands import doctor_prompts as said
from companion.voice.errands.doctor_lines import BUTTONS, LAMPS
from companion.voice.lines import Phrase
from firmware_bridge.clock import MS
from firmware_bridge.reports import (
    ButtonPressed,
    FaultFound,
    PressAccepted,
    PressDenied,
    Reader,
    TagRead,
    WireChanged,
)
from firmware_bridge.reports import (
    Finding as Fault,
)

REST_S = 0.3  # contacts that have not moved for so long are at rest
HELD_S = 20.0  # longer than anybody presses who was asked to let go
EARCON = "rising"


@dataclass(slots=True)
class _Contact:
    """What the contacts of the main button did: when they closed, when they opened last, what was counted a press."""

    downs: list[int] = field(default_factory=list)
    up_ns: int = 0
    presses: int = 0

    @property
    def at_rest(self) -> bool:
        """There was a press, and it is over."""
        return self.presses > 0 and self.up_ns > self.downs[-1]

    def take(self, heard: Heard) -> tuple[Effect, ...]:
        """One more thing was heard; how long the next may take."""
        match heard:
            case WireChanged(t_ns, "button", True):
                self.downs.append(t_ns)
                return (Within(HELD_S),)
            case WireChanged(t_ns, "button", False):
                self.up_ns = t_ns
                return (Within(REST_S if self.presses else HELD_S),)
            case PressAccepted() | PressDenied():
                self.presses += 1
            case FaultFound(part="button"):
                return (Ask(said.LET_GO, Do.PRESS),)
        return ()


def main_button(table: Table) -> Step:
    """One press: how long it lasted, and how its contacts bounced until they had come to rest."""
    if table.levels.get("button"):
        let_go = yield from until(Ask(said.LET_GO, Do.PRESS), that=_moved("button", active=False))
        if isinstance(let_go, Over):
            return given_up("button", let_go, failing("button", said.STAYS_PRESSED))
    contact = _Contact()
    heard = yield (AllowPress(), Ask(said.PRESS_AND_LET_GO, Do.PRESS))
    while not isinstance(heard, Over):
        heard = yield contact.take(heard)
    if not contact.at_rest:
        never = said.STAYS_PRESSED if contact.presses else said.no_press(table.pins.button)
        return given_up("button", heard, failing("button", never))
    if contact.presses > 1:
        return [failing("button", said.SEVERAL_PRESSES)]
    lasted_ms = round((contact.up_ns - contact.downs[0]) / MS)
    return [ok("button", said.pressed(lasted_ms, len(contact.downs) - 1))]


def further_buttons(table: Table) -> Step:
    """Each by its name; another one than was asked for is named, and the right one still waited for."""
    numbers = table.pins.buttons()
    silent: list[str] = []
    for name in numbers:
        effects: tuple[Effect, ...] = (Ask(said.press(BUTTONS[name]), Do.PRESS, name),)
        while True:
            heard = yield effects
            effects = ()
            match heard:
                case Over.TIME_UP:
                    silent.append(name)
                    break
                case Over():
                    return [_buttons(table, silent) if silent else unknown("buttons", said.SKIPPED)]
                case ButtonPressed(_, pressed) if pressed == name:
                    break
                case ButtonPressed(_, pressed):
                    effects = (Tell(said.that_was(BUTTONS[pressed])),)
    return [_buttons(table, silent) if silent else ok("buttons", said.buttons_answer(len(numbers)))]


def _buttons(table: Table, silent: list[str]) -> Finding:
    pins = ", ".join(str(table.pins.buttons()[name]) for name in silent)
    return failing("buttons", said.buttons_silent(tuple(BUTTONS[name] for name in silent), pins))


def exit_gate(table: Table) -> Step:
    """A card is held in it and taken out again."""
    if table.levels.get("gate"):
        cleared = yield from until(Ask(said.CLEAR_GATE, Do.CARD_OUT), that=_moved("gate", active=False))
        if isinstance(cleared, Over):
            return given_up("gate", cleared, failing("gate", said.GATE_STAYS))
    changes = 0

    def moved(heard: Heard, *, active: bool) -> bool:
        nonlocal changes
        changes += isinstance(heard, WireChanged) and heard.name == "gate"
        return _moved("gate", active=active)(heard) or _disturbed(heard)

    entered = yield from until(Ask(said.CARD_INTO_GATE, Do.CARD_IN), that=lambda heard: moved(heard, active=True))
    if isinstance(entered, Over):
        return given_up("gate", entered, failing("gate", said.gate_blind(table.pins.gate)))
    left = yield from until(Ask(said.CARD_OUT_OF_GATE, Do.CARD_OUT), that=lambda heard: moved(heard, active=False))
    if isinstance(left, Over):
        return given_up("gate", left, failing("gate", said.GATE_STAYS))
    last = yield from until(Within(REST_S), that=lambda heard: moved(heard, active=True) and changes >= RESTLESS)
    if isinstance(last, Over) and changes < RESTLESS:
        return [ok("gate", said.GATE_SEES)]
    return [failing("gate", said.gate_flickers(changes))]


def _disturbed(heard: Heard) -> bool:
    return isinstance(heard, FaultFound) and heard.finding is Fault.SENSOR_DISTURBED


def lid_switch(table: Table) -> Step:
    """Opened and closed, whichever it was before."""
    pin = table.pins.lid or 0
    moves = [(said.OPEN_LID, Do.OPEN_LID, False), (said.CLOSE_LID, Do.CLOSE_LID, True)]
    if table.open("lid"):
        moves.insert(0, moves[1])
    for phrase, hand, closed in moves:
        seen = yield from until(Ask(phrase, hand), that=_moved("lid", active=closed))
        if isinstance(seen, Over):
            return given_up("lid", seen, failing("lid", said.lid_unseen(pin, opened=not closed)))
    return [ok("lid", said.LID_SEEN)]


def hopper(table: Table) -> Step:
    """Emptied and filled; both of its sensors are looked at together."""
    wires = {"hopper": table.pins.hopper, "hopper_low": table.pins.hopper_low}
    fitted = {wire: pin for wire, pin in wires.items() if pin is not None}
    found: dict[str, Finding] = {}
    levels = dict(table.levels)
    for phrase, hand, filled in (
        (said.EMPTY_HOPPER, Do.EMPTY, False),
        (said.FILL_HOPPER, Do.FILL, True),
    ):
        wanted = {"hopper": filled, "hopper_low": not filled}
        over = yield from _levels(Ask(phrase, hand), levels, {wire: wanted[wire] for wire in fitted})
        if over is not None and over is not Over.TIME_UP:
            return [*found.values(), *(unknown(part_of(wire), said.SKIPPED) for wire in fitted if wire not in found)]
        for wire, pin in fitted.items():
            if levels.get(wire) != wanted[wire]:
                found.setdefault(wire, failing(part_of(wire), said.hopper_unseen(pin, emptied=not filled)))
    well = {"hopper": said.HOPPER_SEEN, "hopper_low": said.LEVEL_SEEN}
    return [found.get(wire) or ok(part_of(wire), well[wire]) for wire in fitted]


def _levels(
    ask: Ask, levels: dict[str, bool], wanted: dict[str, bool]
) -> Generator[tuple[Effect, ...], Heard, Over | None]:
    """Waits until the wires have these levels; what they have by then is in ``levels``."""
    effects: tuple[Effect, ...] = (ask,)
    while any(levels.get(wire) != level for wire, level in wanted.items()):
        heard = yield effects
        effects = ()
        match heard:
            case Over():
                return heard
            case WireChanged(_, name, active):
                levels[name] = active
    return None


def beeper(table: Table) -> Step:
    """It sounds: is it heard?"""
    heard = yield from until(Tell(said.LISTEN), Sound(EARCON), question(said.HEARD_IT), that=answered)
    if isinstance(heard, Over):
        return [unknown("beeper", said.SKIPPED)]
    if heard is Answer.YES:
        return [ok("beeper", said.WAS_HEARD)]
    return [failing("beeper", said.not_heard(table.pins.beeper or 0))]


def lamps(table: Table) -> Step:
    """One after the other: is it seen? Who skips one skips the rest."""
    numbers = table.pins.lamps()
    dark: list[str] = []
    for name in numbers:
        seen = yield from until(Shine(name), question(said.is_lit(LAMPS[name])), that=answered)
        if isinstance(seen, Over) and not dark:
            return [unknown("lamps", said.SKIPPED)]
        if isinstance(seen, Over):
            break
        if seen is Answer.NO:
            dark.append(name)
    if not dark:
        return [ok("lamps", said.lamps_seen(len(numbers)))]
    pins = ", ".join(str(numbers[name]) for name in dark)
    return [failing("lamps", said.lamps_unseen(tuple(LAMPS[name] for name in dark), pins))]


def scanner(table: Table) -> Step:
    """Any read of the table's own scanner will do; what the private reader reads says nothing of it."""
    read = yield from until(Ask(said.SCAN_ANY, Do.SCAN), that=_read_at_the_table)
    if isinstance(read, Over):
        return given_up("scanner", read, failing("scanner", said.nothing_read(table.baud)))
    return [ok("scanner", said.IT_READ)]


def _read_at_the_table(heard: Heard) -> bool:
    return isinstance(heard, TagRead) and heard.reader is Reader.TABLE


def question(phrase: Phrase) -> Ask:
    """Something that is answered by yes or no."""
    return Ask(said.with_yes_or_no(phrase), Do.ANSWER)


def answered(heard: Heard) -> bool:
    """Whether that was the answer to a question."""
    return isinstance(heard, Answer)


def _moved(wire: str, *, active: bool) -> Callable[[Heard], bool]:
    return lambda heard: isinstance(heard, WireChanged) and (heard.name, heard.active) == (wire, active)
