"""Attends to the hardware: each report of the bridge becomes a statement, a press, or something said.

Everything runs on the event loop. A scan or press cuts what the voice had not begun to say.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Any, Protocol

from companion.announcer import Announcer
from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.table import Table, Update
from companion.tags import CommandWord
from companion.voice import announcements as said
from companion.voice.lines import Line
from companion.voice.utterance import Utterance
from firmware_bridge.reports import (
    CardCounted,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    LineState,
    PressAccepted,
    PressDenied,
    Report,
    ScannerChanged,
    ScannerHint,
    TagRead,
)

log = logging.getLogger(__name__)


#: After these a card may have come out that the gate did not count, or be stuck on its way.
_COUNT_IS_DOUBTFUL = frozenset(Finding) - {Finding.HOPPER_EMPTY, Finding.LID_OPEN, Finding.BUTTON_STUCK}


class Voice(Protocol):
    """What this needs of the speaker."""

    def say(self, utterances: Iterable[Utterance]) -> list[int]: ...
    def cut_tail(self) -> None: ...
    def stop(self) -> None: ...
    def repeat(self) -> list[int]: ...


class Switches(Protocol):
    """What this needs of the bridge."""

    def motor_off(self) -> None: ...
    def sound(self, name: str) -> None: ...


class Attendant:
    """Stands between hardware and table for as long as the service runs."""

    def __init__(
        self, table: Table, presses: PressDesk, voice: Voice, switches: Switches, announcer: Announcer
    ) -> None:
        self._table = table
        self._presses = presses
        self._voice = voice
        self._switches = switches
        self._announcer = announcer
        self._tasks: set[asyncio.Task[Any]] = set()
        self._scanner_was_lost = False
        self._in_memory = False
        self._told_to_wait: int | None = None
        presses.on_finding = self._found
        table.observers.append(self._table_moved)
        table.on_waiting = self._keep_waiting

    def attend(self, report: Report) -> None:  # noqa: C901 - one case a report
        """Takes one report; never raises, never waits."""
        match report:
            case TagRead(_, text, repeated):
                if not repeated:
                    self._voice.cut_tail()
                    self._do(self._table.submit(cmd.Scan(text)))
            case PressAccepted():
                self._voice.cut_tail()
                self._do(self._presses.press(report))
            case PressDenied():
                self._denied(report)
            case CardCounted() | DispenseEnded():
                self._presses.report(report)
            case LidChanged(_, is_open):
                self._presses.report(report)
                if is_open:
                    self.tell(said.fault(Finding.LID_OPEN))
            case HopperChanged(_, empty):
                if empty:
                    self.tell(said.fault(Finding.HOPPER_EMPTY))
            case FaultFound(_, part, finding, message):
                log.warning("%s: %s (%s)", part, message, finding)
                self._switches.sound("alarm")
                self.tell(said.fault(finding))
            case ScannerChanged():
                self._scanner_changed(report)
            case ScannerHint(_, message):
                log.warning("scanner: %s", message)

    def _found(self, finding: Finding, player: str, counted: int) -> None:
        """A dispense ended early: what was counted stands, and the voice says what helps."""
        log.warning("the dispenser stopped after %d cards: %s", counted, finding)
        self._switches.sound("alarm")
        self.tell(said.fault(finding))
        if finding in _COUNT_IS_DOUBTFUL:
            self.tell(said.count_doubtful(player, counted))

    def tell(self, lines: Iterable[Line]) -> None:
        """Says something that is no ruling."""
        self._voice.say(self._announcer.utter(lines))

    @property
    def busy(self) -> bool:
        """True while something is still being attended to."""
        return bool(self._tasks)

    async def close(self) -> None:
        """Ends what is still being attended to; a press in flight stays on the disk."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a report could not be attended to", exc_info=error)

    def _denied(self, report: PressDenied) -> None:
        # Nothing came of it, so what was about to be said still has to be.
        interrupted = self._table.interrupted
        if interrupted is not None:
            self.tell(said.interrupted_press(interrupted.player, interrupted.counted))
            return
        reason = "busy" if self._table.press_in_flight else report.reason
        self.tell(said.press_denied(reason, self._table.state, self._announcer.address))

    def _scanner_changed(self, report: ScannerChanged) -> None:
        if report.state is LineState.CONNECTED:
            if self._scanner_was_lost:
                self.tell(said.scanner_back())
            self._scanner_was_lost = False
        elif report.state is LineState.LOST:
            self._scanner_was_lost = True
            self._switches.sound("alarm")
            self.tell(said.scanner_lost())
        log.info("scanner: %s", report.message)

    def _keep_waiting(self, command: Command) -> None:
        if isinstance(command, cmd.Scan) and self._told_to_wait != self._table.version:
            self._told_to_wait = self._table.version  # only the first is acknowledged
            self._switches.sound("pulse")
            self.tell(said.press_waiting())

    def _table_moved(self, update: Update) -> None:
        if update.query is not None and update.query.word is None:
            self._switches.sound("pulse")  # a badge, or a card of a hand being counted: taken
        match update.query.word if update.query else None:
            case CommandWord.STOP:
                self._voice.stop()
            case CommandWord.REPEAT:
                self._voice.repeat()
            case CommandWord.MOTOR:
                self._switches.motor_off()
        self._voice.say(update.utterances)
        if not update.saved and not self._in_memory:
            self.tell(said.saved_in_memory())
        if update.accepted and update.query is None:
            self._in_memory = not update.saved
