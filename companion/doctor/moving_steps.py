"""The steps in which something moves: the aiming servo, the motor. Each move waits for a press of its own. Pure."""

from __future__ import annotations

from collections.abc import Generator
from statistics import median

from companion.checkup.findings import Finding, failing, ok, unknown
from companion.doctor.hand_steps import answered, question
from companion.doctor.steps import (
    Aim,
    AllowPress,
    Answer,
    Ask,
    Do,
    Effect,
    Heard,
    Over,
    Steady,
    Step,
    Table,
    Throw,
    until,
)
from companion.voice.errands import doctor_prompts as said
from companion.voice.lines import Phrase
from firmware_bridge.clock import MS
from firmware_bridge.reports import (
    Denial,
    DispenseEnded,
    FaultFound,
    PressAccepted,
    PressDenied,
    WireChanged,
)
from firmware_bridge.reports import (
    Finding as Fault,
)

FEW, MANY = 1, 5
TRIES = 3  # an empty hopper is filled and tried again so often
SHORTEST_MS, LONGEST_MS = 40, 400  # half and twice what a card is in the gate at the speeds of the building plan

#: What is put right by hands, and tried again.
_AGAIN = {Fault.HOPPER_EMPTY: said.FILL_AND_PRESS, Fault.LID_OPEN: said.LID_IS_OPEN}
#: Findings that speak of another part than the motor.
_PART = {
    Fault.GATE_DEAD: "gate",
    Fault.SENSOR_DISTURBED: "gate",
    Fault.HOPPER_EMPTY: "hopper",
    Fault.LID_OPEN: "lid",
}


def servo(table: Table) -> Step:
    """To each seat and back home."""
    beside: list[int] = []
    for seat in range(table.seats):
        over = yield from _turn(said.turn_to(seat + 1), seat)
        if over is not None:
            return [over]
        answer = yield from until(question(said.points_at(seat + 1)), that=answered)
        if isinstance(answer, Over):
            return [unknown("servo", said.SKIPPED)]
        if answer is Answer.NO:
            beside.append(seat + 1)
    over = yield from _turn(said.TURN_HOME, None)
    if over is not None:
        return [over]
    if beside:
        return [failing("servo", said.seats_missed(", ".join(map(str, beside))))]
    return [ok("servo", said.seats_reached(table.seats))]


def _turn(phrase: Phrase, seat: int | None) -> Generator[tuple[Effect, ...], Heard, Finding | None]:
    """One turn after one press; what was found if that ends the step."""
    over = yield from _press(phrase, "servo")
    if over is not None:
        return over
    obstructed = False

    def steady(heard: Heard) -> bool:
        nonlocal obstructed
        obstructed = obstructed or (isinstance(heard, FaultFound) and heard.part == "aim")
        return isinstance(heard, Steady)

    ended = yield from until(Aim(seat), that=steady)
    if obstructed:
        return failing("servo", said.SERVO_OBSTRUCTED)
    return unknown("servo", said.SKIPPED) if isinstance(ended, Over) else None


def _press(phrase: Phrase, part: str) -> Generator[tuple[Effect, ...], Heard, Finding | None]:
    """Waits for the press that is allowed; what was found if there was none."""
    effects: tuple[Effect, ...] = (AllowPress(), Ask(phrase, Do.PRESS))
    lid_awaited = False
    while True:
        heard = yield effects
        effects = ()
        match heard:
            case PressAccepted():
                return None
            case PressDenied(_, Denial.LID_OPEN):
                lid_awaited = True
                effects = (Ask(said.LID_IS_OPEN, Do.CLOSE_LID),)
            case WireChanged(_, "lid", True) if lid_awaited:
                lid_awaited = False
                effects = (Ask(phrase, Do.PRESS),)
            case Over.TIME_UP:
                return unknown(part, said.NO_PRESS_NO_MOVE)
            case Over():
                return unknown(part, said.SKIPPED)


def motor(table: Table) -> Step:
    """One card after one press, five after another; all of them counted by the gate and by the person."""
    if not table.gate_sees:
        return [unknown("motor", said.NOT_WITHOUT_GATE)]
    dwells: list[float] = []
    few = yield from _throw(said.ONE_CARD, FEW, dwells)
    if isinstance(few, list):
        return few
    many = yield from _throw(said.FIVE_CARDS, MANY, dwells)
    if isinstance(many, list):
        return many
    counted = few + many
    answer = yield from until(question(said.count_is_right(counted)), that=answered)
    if answer is Answer.NO:
        return [failing("motor", said.count_was_wrong(counted))]
    dwell_ms = round(median(dwells)) if dwells else None
    if dwell_ms is not None and not SHORTEST_MS <= dwell_ms <= LONGEST_MS:
        return [failing("motor", said.speed_unusual(dwell_ms))]
    return [ok("motor", said.cards_came(counted, dwell_ms))]


def _throw(
    phrase: Phrase, cards: int, dwells: list[float]
) -> Generator[tuple[Effect, ...], Heard, int | list[Finding]]:
    """So many cards after a press; how many were counted, or what ends the step.

    Adds to ``dwells`` how many milliseconds each was in the gate. What hands can put right is tried again.
    """
    counted = 0
    for _ in range(TRIES):
        over = yield from _press(phrase, "motor")
        if over is not None:
            return [over]
        ended = yield from _dispense(cards - counted, dwells)
        if ended is None or ended.finding is Fault.STOPPED:
            return [unknown("motor", said.CHECK_STOPPED)]
        counted += ended.counted
        if ended.finding is None:
            return counted
        found = failing(_PART.get(ended.finding, "motor"), said.FOUND[ended.finding])
        if ended.finding not in _AGAIN or counted >= cards:
            break
        phrase = _AGAIN[ended.finding]
    return [found] if found.part == "motor" else [found, unknown("motor", said.NOT_JUDGED)]


def _dispense(cards: int, dwells: list[float]) -> Generator[tuple[Effect, ...], Heard, DispenseEnded | None]:
    """The dispenser at work; None where somebody ended it."""
    entered_ns: int | None = None
    effects: tuple[Effect, ...] = (Throw(cards),)
    while True:
        heard = yield effects
        effects = ()
        match heard:
            case WireChanged(t_ns, "gate", True):
                entered_ns = t_ns
            case WireChanged(t_ns, "gate", False) if entered_ns is not None:
                dwells.append((t_ns - entered_ns) / MS)
            case DispenseEnded():
                return heard
            case Over():
                return None
