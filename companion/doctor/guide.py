"""Leads a person through the steps: says what to do, waits, moves what may move, and ends each step at rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.checkup.findings import Checkup, Finding, PartState
from companion.doctor.hand_steps import (
    beeper,
    exit_gate,
    further_buttons,
    hopper,
    lamps,
    lid_switch,
    main_button,
    scanner,
)
from companion.doctor.hands import Hands
from companion.doctor.moving_steps import motor, servo
from companion.doctor.steps import (
    Aim,
    AllowPress,
    Answer,
    Ask,
    Do,
    Effect,
    Heard,
    Over,
    Shine,
    Sound,
    Steady,
    Step,
    Table,
    Tell,
    Throw,
    Within,
)
from companion.tags import CommandCard, CommandWord, read_tag
from companion.typed import typed_word
from companion.voice.errands import doctor_prompts as said
from companion.voice.lines import Phrase, followed
from firmware_bridge.bridge import Bridge
from firmware_bridge.clock import Clock
from firmware_bridge.light import Light
from firmware_bridge.pin_map import LAMPS
from firmware_bridge.reports import PressAccepted, Report, TagRead, WireChanged

SETTLE_S = 0.05  # a press counts once its button has rested for 30 ms

_DARK = dict.fromkeys(LAMPS, Light.OFF)
_ANSWERS = {CommandWord.YES: Answer.YES, CommandWord.NO: Answer.NO}


@dataclass(frozen=True, slots=True)
class Typed:
    """A line from the keyboard; None when no more can come."""

    text: str | None


Input = Report | Typed | Steady


class Telling(Protocol):
    """Where the guide's words go: printed, and spoken."""

    def tell(self, phrase: Phrase) -> None: ...
    def found(self, finding: Finding) -> None: ...
    def hush(self) -> None: ...
    async def heard(self) -> None: ...


def steps_for(table: Table, refused: frozenset[str]) -> list[Callable[[Table], Step]]:
    """The steps for what is fitted, first those in which nothing moves; none for parts whose pin cannot be had."""
    pins = table.pins
    fitted: list[tuple[str, bool, Callable[[Table], Step]]] = [
        ("button", True, main_button),
        ("buttons", bool(pins.buttons()), further_buttons),
        ("gate", True, exit_gate),
        ("lid", pins.lid is not None, lid_switch),
        ("hopper", pins.hopper is not None or pins.hopper_low is not None, hopper),
        ("beeper", pins.beeper is not None, beeper),
        ("lamps", bool(pins.lamps()), lamps),
        ("scanner", table.scanner, scanner),
        ("servo", pins.servo is not None and table.seats > 0, servo),
        ("motor", True, motor),
    ]
    return [step for part, is_fitted, step in fitted if is_fitted and part not in refused]


class Guide:
    """One guided check on an open bridge, whose reports come through :attr:`inputs` as the keyboard's lines do.

    Each request has ``limit_s`` seconds. ``live``: somebody types, so that a line typed before a request is no answer
    to it; where lines come from a file or pipe they are all there from the beginning.
    """

    def __init__(
        self,
        bridge: Bridge,
        telling: Telling,
        inputs: asyncio.Queue[Input],
        clock: Clock,
        limit_s: float,
        *,
        live: bool = False,
    ) -> None:
        self._bridge = bridge
        self._telling = telling
        self._inputs = inputs
        self._clock = clock
        self._limit_s = limit_s
        self._live = live
        simulator = bridge.simulator
        self._hands = None if simulator is None else Hands(simulator, bridge.scan_line)
        self._levels: dict[str, bool] = {}
        self._ask: Ask | None = None
        self._until_s = 0.0
        self._may_move = False  # a press was accepted, and nothing has moved for it yet
        self._news = True  # what was told last is to be heard before the next request
        self._turning: asyncio.Task[None] | None = None
        self.ended = False

    async def lead(self, table: Table, steps: Sequence[Callable[[Table], Step]], checkup: Checkup) -> None:
        """Goes through the steps; ends early, with :attr:`ended` set, where nothing can be typed any more."""
        self._telling.tell(said.BEGIN if self._hands is None else said.BEGIN_SIMULATED)
        for step in steps:
            await self._forget_what_came_before()
            gate_sees = checkup.state("gate") is not PartState.FAILING
            found = await self._go_through(step(replace(table, levels=dict(self._levels), gate_sees=gate_sees)))
            if self.ended:
                return
            checkup.add(found)
            self._telling.hush()
            for finding in found:
                self._telling.found(finding)
            self._news = True

    async def _forget_what_came_before(self) -> None:
        """What the hardware said until now concerns no step to come; it shows how the wires are. Lines are kept."""
        await asyncio.sleep(SETTLE_S)
        kept = []
        while not self._inputs.empty():
            match self._inputs.get_nowait():
                case WireChanged(_, name, active):
                    self._levels[name] = active
                case Typed() as line:
                    kept.append(line)
        for line in kept:
            self._inputs.put_nowait(line)

    async def _forget_what_was_typed(self) -> None:
        """Somebody who presses Enter twice, or while a finding is read out, does not answer what comes next."""
        if not self._live:
            return
        await asyncio.sleep(0)  # what was typed until now is in the queue
        came = [self._inputs.get_nowait() for _ in range(self._inputs.qsize())]
        for one in came:
            if not isinstance(one, Typed) or one.text is None:
                self._inputs.put_nowait(one)

    async def _go_through(self, step: Step) -> list[Finding]:
        """One step, whatever it asks for; the parts are at rest afterwards."""
        try:
            effects = next(step)
            while True:
                for effect in effects:
                    await self._do(effect)
                effects = step.send(await self._next())
        except StopIteration as end:
            found: list[Finding] = end.value
            return found
        finally:
            self._bridge.motor_off()
            self._bridge.allow_presses(None)
            self._bridge.show(_DARK)
            self._ask, self._may_move = None, False

    async def _do(self, effect: Effect) -> None:
        match effect:
            case Ask(phrase):
                await self._forget_what_was_typed()
                self._ask = effect
                self._wait(self._limit_s)
                self._tell(phrase)
            case Tell(phrase):
                self._tell(phrase)
                await self._telling.heard()
            case AllowPress():
                self._may_move = False
                self._bridge.allow_presses(self._clock.now_ns())
            case Within(seconds):
                self._wait(seconds)
            case Sound(name):
                self._bridge.sound(name)
            case Shine(lamp):
                self._bridge.show(_DARK | {lamp: Light.ON})
            case Throw(cards):
                self._take_press()
                await self._bridge.steady()
                self._bridge.dispense(cards)
            case Aim(seat):
                self._take_press()
                self._bridge.aim(seat)
                self._turning = asyncio.create_task(self._steady())

    def _take_press(self) -> None:
        """Nothing moves but for a press that was accepted just before it, and once only."""
        if not self._may_move:
            raise RuntimeError("a step moves something for which nobody pressed")
        self._may_move = False
        self._wait(self._limit_s)

    async def _steady(self) -> None:
        await self._bridge.steady()
        self._inputs.put_nowait(Steady.NOW)

    def _tell(self, phrase: Phrase) -> None:
        if not self._news:
            self._telling.hush()
        self._news = False
        self._telling.tell(phrase)

    def _wait(self, seconds: float) -> None:
        self._until_s = asyncio.get_running_loop().time() + seconds

    async def _next(self) -> Heard:
        """The next thing that concerns the step."""
        while True:
            try:
                async with asyncio.timeout_at(self._until_s):
                    came = await self._inputs.get()
            except TimeoutError:
                return Over.TIME_UP
            heard = self._typed(came.text) if isinstance(came, Typed) else self._reported(came)
            if heard is not None:
                return heard

    def _reported(self, came: Report | Steady) -> Heard | None:
        match came:
            case WireChanged(_, name, active):
                self._levels[name] = active
            case PressAccepted():
                self._may_move = True
            case TagRead(_, text, repeated):
                return None if repeated else self._command(text) or came
        return came

    def _command(self, text: str) -> Heard | None:
        """A command card: an answer, or the motor off; any other is a tag like others."""
        match read_tag(text):
            case CommandCard(CommandWord.MOTOR):
                self._bridge.motor_off()
            case CommandCard(word) if self._asks_a_question():
                return _ANSWERS.get(word)
        return None

    def _asks_a_question(self) -> bool:
        return self._ask is not None and self._ask.hand is Do.ANSWER

    def _typed(self, text: str | None) -> Heard | None:
        if text is None:
            self._bridge.motor_off()
            self.ended = True
            return Over.ENDED
        word = typed_word(text)
        if word == "skip":
            return Over.SKIPPED
        if not text:
            return self._enter()
        if word in {"yes", "no"} and self._asks_a_question():
            return Answer.YES if word == "yes" else Answer.NO
        if (answer := self._command(text)) is not None:
            return answer
        if self._hands is not None and self._hands.strike(text):
            words = said.struck(text)
        else:
            words = said.HELP if self._hands is None else said.HELP_SIMULATED
        self._telling.tell(followed(words, None if self._ask is None else self._ask.phrase))
        return None

    def _enter(self) -> Heard | None:
        """Enter alone skips; where the dispenser is simulated, it does what was asked."""
        if self._hands is None or self._ask is None:
            return Over.SKIPPED
        if self._asks_a_question():
            return Answer.YES
        self._hands.do(self._ask)
        return None
