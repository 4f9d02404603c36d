"""Somebody is led through the parts of a simulated table, in simulated time; every pin change is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.checkup.findings import Checkup, Finding
from companion.doctor.guide import Guide, Input, Typed, steps_for
from companion.doctor.steps import Step, Table
from companion.voice.errands import doctor_prompts as said
from companion.voice.lines import Phrase
from companion.voice.phrases import Phrases
from firmware_bridge.bridge import Bridge
from firmware_bridge.pin_map import LINES
from firmware_bridge.reports import ScannerChanged
from firmware_bridge.simulator.simulated_time import SimulatedTime
from tests.bridge.sim_bench import SimBench
from tests.bridge.sim_bench import live as in_simulated_time

LIMIT_S = 30.0
ENTER = ""
HEARD_OUT = "…"  # among what was told: here it was heard to its end
END = "\x04"  # no line: nothing more can be typed
NOTHING = None  # nobody does anything

#: What the person does at a request: types a line, does something to the table, or nothing at all.
Reaction = str | Callable[[Bridge], object] | None
_DRIVEN_AT_REST = {"heartbeat", "lamp_alarm"}  # the one all the while, the other as long as a fault stands
_NOT_REQUESTS = (said.BEGIN, said.BEGIN_SIMULATED, said.LISTEN)


@dataclass
class Led:
    """What came of it."""

    findings: list[Finding]
    told: list[str]
    at_rest: bool  # every output by the record of its changes: before the pins are closed, and after
    cards_out: int
    motor_ms: float
    ended: bool
    text: Mapping[str, str] = field(default_factory=dict)  # message and remedy by part

    def state(self, part: str) -> str:
        return next(found.state.value for found in self.findings if found.part == part)


class _Person:
    """Hears what is asked, and does it two tenths of a second later."""

    def __init__(
        self, bridge: Bridge, inputs: asyncio.Queue[Any], language: str, reactions: Mapping[str, Reaction]
    ) -> None:
        self._bridge = bridge
        self._inputs = inputs
        self._reactions = dict(reactions)
        self.phrases = Phrases(language)
        self.told: list[str] = []

    def tell(self, phrase: Phrase) -> None:
        text = self.phrases.text(phrase)
        self.told.append(text)
        if phrase not in _NOT_REQUESTS and phrase.message != said.struck("").message:
            asyncio.get_running_loop().call_later(0.2, self._react, text)

    def _react(self, text: str) -> None:
        key = next((key for key in self._reactions if key in text), None)
        reaction = ENTER if key is None else self._reactions.pop(key)
        if callable(reaction):
            reaction(self._bridge)
        elif reaction is not None:
            for line in reaction.split("\n"):
                self._inputs.put_nowait(Typed(None if line == END else line))

    def found(self, finding: Finding) -> None:
        self.told.append(self.phrases.text(finding.aloud()))

    def hush(self) -> None:
        pass

    async def heard(self) -> None:
        await asyncio.sleep(1)
        self.told.append(HEARD_OUT)


def led(
    folder: Path,
    reactions: Mapping[str, Reaction] | None = None,
    *,
    steps: Sequence[Callable[[Table], Step]] | None = None,
    faults_first: Sequence[str] = (),
    language: str = "en",
    seats: int = 0,
    live: bool = False,
    **settings: Any,
) -> Led:
    """Leads through all steps, or these; a request without a reaction gets Enter, and so what it asks for."""

    async def scene() -> Led:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedTime)
        bench = SimBench(folder, edges=True, **{"seed": 1} | settings)
        inputs: asyncio.Queue[Input] = bench.reports  # type: ignore[assignment]
        bridge = bench.bridge
        bridge.open()
        try:
            await _settled(bench)
            for fault in faults_first:
                bench.simulator.fault(fault)
            await asyncio.sleep(0.1)
            person = _Person(bridge, inputs, language, reactions or {})
            guide = Guide(bridge, person, inputs, loop, LIMIT_S, live=live)
            checkup = Checkup(frozenset())
            table = Table(bench.settings.wired(), seats=seats)
            await guide.lead(table, steps_for(table, frozenset()) if steps is None else steps, checkup)
            await asyncio.sleep(5)
            text = {
                found.part: " ".join(person.phrases.text(p) for p in (found.message, found.remedy) if p)
                for found in checkup
            }
            cards, motor_ms = bench.simulator.cards_out, bench.motor_ms()
            left_on = _driven(bench) - _DRIVEN_AT_REST
        finally:
            bridge.close()
        at_rest = not left_on and not _driven(bench)
        return Led(list(checkup), person.told, at_rest, cards, motor_ms, guide.ended, text)

    return in_simulated_time(scene())


def _driven(bench: SimBench) -> set[str]:
    last = {change.name: change.state for change in bench.changes() if LINES[change.name].output}
    return {name for name, state in last.items() if state}


async def _settled(bench: SimBench) -> None:
    """The scanner's thread has told of itself; what the wires said meanwhile is kept in order."""
    kept = []
    with bench.time.outside():
        while not isinstance(report := await bench.reports.get(), ScannerChanged):
            kept.append(report)
    for report in kept:
        bench.reports.put_nowait(report)
