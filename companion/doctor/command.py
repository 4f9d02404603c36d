"""The command ``doctor``: looks, leads where there is somebody to lead, tells, and ends with an exit code."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.address import Whereabouts
from companion.aloud import speaking
from companion.checkup.findings import Checkup, Finding, as_line, needed_parts
from companion.checkup.reported import dips_of, holds_pins, is_mute, report, voices
from companion.checkup.running import ask_table
from companion.checkup.the_machine import Machine
from companion.doctor.fence import look_inside
from companion.doctor.guide import Guide, Input, Typed, steps_for
from companion.doctor.hearing import listen
from companion.doctor.looking import (
    look_at_data,
    look_at_pins,
    look_at_readers,
    look_at_settings,
    look_at_voice,
)
from companion.doctor.steps import Table
from companion.outcome import DONE, FAILED, NOT_BEGUN, complain, show
from companion.run_options import RunOptions
from companion.settings import Settings, SettingsError
from companion.storage.folder_lock import table_kept_out
from companion.typed import into, read_lines
from companion.voice.earcons import Earcon
from companion.voice.errands import doctor_prompts as said
from companion.voice.errands.machine_looks import LISTENING
from companion.voice.lines import Phrase, line
from companion.voice.phrases import Phrases, utterances
from companion.voice.speech.speaker import Speaker
from companion.voice.utterance import Priority
from firmware_bridge.bridge import Bridge
from firmware_bridge.clock import MONOTONIC
from firmware_bridge.last_resort import motor_first
from firmware_bridge.scanner_place import Devices
from firmware_bridge.simulator.fault_plan import FaultPlan
from firmware_bridge.simulator.pin_log import PinLogError

HEARD_S = 30.0  # the longest that anything waits for the voice


@dataclass(frozen=True)
class Examination:
    """What ``doctor`` is asked for. ``keyboard``: standard input, where somebody is to be led through the parts."""

    settings: Settings
    data_dir: Path
    simulate: bool
    keyboard: int | None
    as_json: bool
    limit_s: float
    inside: bool = False  # in the service's own fence already
    pin_log: Path | None = None
    speech_log: Path | None = None
    faults: FaultPlan | None = None


def refuse(error: SettingsError, locale: str, *, as_json: bool) -> int:
    """Settings that cannot be used are all that can be found."""
    if as_json:
        checkup = Checkup(frozenset({"settings"}))
        checkup.add([look_at_settings(error)])
        show(json.dumps(checkup.as_json(Phrases(locale)), ensure_ascii=False))
    return complain("\n".join(error.findings), NOT_BEGUN)


def examine(examination: Examination) -> int:
    """Checks the table; 1 where something that a game needs is missing or failing, or the check was ended early."""
    try:
        return asyncio.run(_Doctor(examination).run())
    except (PinLogError, OSError) as error:
        return complain(str(error))


class _Doctor:
    """One check from beginning to end."""

    def __init__(self, examination: Examination) -> None:
        settings = examination.settings
        self._examination = examination
        self._settings = settings
        self._options = RunOptions(
            settings,
            examination.data_dir,
            examination.simulate,
            examination.pin_log,
            faults=examination.faults,
        )
        self._pins = self._options.bridge_settings().wired()
        self._checkup = Checkup(needed_parts(settings, self._pins))
        self._bridge: Bridge | None = None
        self._ended = False

    async def run(self) -> int:
        """The exit code; whatever ends it, the motor is off first."""
        summed_up = False
        with motor_first(self._motor_off, self._stopper()):
            try:
                async with speaking(self._settings, self._examination.speech_log) as speaker:
                    telling = _Telling(speaker, self._settings)
                    try:
                        await self._check(speaker, telling)
                    except asyncio.CancelledError:  # a signal: what was found so far is still told
                        self._ended = True
                    self._sum_up(telling)
                    summed_up = True
                    if self._examination.keyboard is not None and not self._ended:
                        await telling.heard()
            except asyncio.CancelledError:  # before anything was found, or while the voice told what is in print
                if not summed_up:
                    self._ended = True
                    complain(Phrases(self._settings.table.locales[0]).text(said.ENDED))
        return DONE if self._checkup.ok and not self._ended else FAILED

    def _motor_off(self) -> None:
        if self._bridge is not None:
            self._bridge.motor_off_for_good()

    def _stopper(self) -> Callable[[], None]:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def stop() -> None:
            if task is not None and not self._ended:
                loop.call_soon_threadsafe(task.cancel)

        return stop

    async def _check(self, speaker: Speaker, telling: _Telling) -> None:
        here, settings = self._examination, self._settings
        with table_kept_out(here.data_dir) as alone:
            if not here.simulate:
                health = await asyncio.to_thread(ask_table, settings.server)
                if not alone or holds_pins(health):
                    if is_mute(health):
                        self._checkup.does_without("voice")
                    self._checkup.add(report(health, settings.server.port))
                    await self._look_around(dips_of(health), answers=health is not None)
                    return
            off = settings.voice.engine == "none"
            self._checkup.add([look_at_data(here.data_dir), look_at_voice(None if off else speaker)])
            if not off:
                self._checkup.add(voices(speaker.health()))
            self._checkup.add(look_at_readers(settings, simulate=here.simulate))
            look = await look_at_pins(settings, here.data_dir, MONOTONIC, simulate=here.simulate)
            self._checkup.add(look.findings)
            await self._look_around()
            if here.keyboard is None:
                return
            if speaker.aloud:
                telling.tell(LISTENING)
                await telling.heard()
                if (heard := await listen(telling.sound)) is not None:
                    self._checkup.add([heard])
                    telling.found(heard)
            if look.refused is None:
                telling.tell(said.NO_PINS)
            else:
                await self._guide(here.keyboard, look.refused, telling)

    async def _look_around(self, dips: int = 0, *, answers: bool = True) -> None:
        """The machine; and all of it once more inside the service's fence, whose findings are truer there.

        ``answers``: not, where the page of a running table is elsewhere than the settings say.
        """
        here, server, machine = self._examination, self._settings.server, Machine()
        where = Whereabouts(server.host, server.port)
        await asyncio.to_thread(where.ask_name)
        page = where.now() if answers else None
        self._checkup.add(machine.findings(here.data_dir, page, real=not here.simulate, dips=dips))
        if here.simulate:
            return
        self._checkup.add(machine.around_the_scanner(self._settings.scanner.url, Devices()))
        if not here.inside:
            unit = await asyncio.to_thread(machine.unit)
            found, needed = await asyncio.to_thread(look_inside, unit, root=not os.geteuid())
            self._checkup.needs(needed)
            self._checkup.add(found)

    async def _guide(self, keyboard: int, refused: frozenset[str], telling: _Telling) -> None:
        here = self._examination
        inputs: asyncio.Queue[Input] = asyncio.Queue()
        self._bridge = bridge = self._new_bridge(inputs)
        try:
            bridge.open()
            if bridge.dispenser_status.mode == "missing":
                telling.tell(said.NO_PINS)
                return
            table = Table(
                self._pins,
                seats=len(self._settings.aim.angles),
                baud=self._settings.scanner.baud,
                scanner=bridge.scanner_status.mode != "missing",
            )
            guide = Guide(bridge, telling, inputs, MONOTONIC, here.limit_s, live=os.isatty(keyboard))
            lines = into(inputs, Typed)
            threading.Thread(target=read_lines, args=(keyboard, lines), name="keyboard", daemon=True).start()
            await guide.lead(table, steps_for(table, refused), self._checkup)
            self._ended = guide.ended
        finally:
            bridge.close()

    def _new_bridge(self, inputs: asyncio.Queue[Input]) -> Bridge:
        settings = replace(self._options.bridge_settings(), edges=True)
        return Bridge(settings, inputs.put_nowait, asyncio.get_running_loop(), MONOTONIC)

    def _sum_up(self, telling: _Telling) -> None:
        """The whole list and the sum of it; aloud only for somebody who was led."""
        phrases = telling.phrases
        if self._examination.as_json:
            show(json.dumps(self._checkup.as_json(phrases), ensure_ascii=False))
            return
        for found in self._checkup:
            show(as_line(found, phrases))
        show(phrases.text(self._checkup.summary()))
        if self._ended:
            show(phrases.text(said.ENDED))
        if self._examination.keyboard is not None and not self._ended:
            telling.say(self._checkup.summary())


class _Telling:
    """Prints and speaks in the table's first language."""

    def __init__(self, speaker: Speaker, settings: Settings) -> None:
        self._speaker = speaker
        self._locales = settings.table.locales[:1]
        self.phrases = Phrases(self._locales[0])

    def tell(self, phrase: Phrase) -> None:
        """Something to do."""
        show(self.phrases.text(phrase))
        self.say(phrase)

    def found(self, finding: Finding) -> None:
        """What a step came to."""
        show(as_line(finding, self.phrases))
        self.say(finding.aloud())

    def say(self, phrase: Phrase) -> None:
        """Aloud only."""
        self._speaker.say(utterances([line(phrase, Priority.ACTION)], self._locales))

    async def sound(self) -> None:
        """The longest of the table's sounds, to its end."""
        self._speaker.acknowledge(Earcon.READY)
        await self.heard()

    def hush(self) -> None:
        """What is being said is no longer true."""
        self._speaker.stop()

    async def heard(self) -> None:
        """Waits until all was said, but not for ever; where nobody hears anything there is nothing to wait for."""
        if not self._speaker.aloud:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._speaker.finished(), HEARD_S)
