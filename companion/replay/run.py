"""Notation files run through the same table as a real game, on a simulated clock.

Lines lie two seconds apart, so that a badge lapses as it would; nothing is slept. How long a press lasts is no part
of that, so that a file means the same with hardware as without.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.enrolled import Codes
from companion.games.scenario import LINE_MS, Expectation, PressDraws, ScenarioError, Seen, Statement, Step, read_file
from companion.referee import commands as cmd
from companion.replay.rig import Rig
from companion.storage.journal import Journal
from companion.table import Table
from companion.updates import Narrate, Update
from companion.views import events_view, state_view
from firmware_bridge.fire_profiles import usual_launcher
from firmware_bridge.simulator.simulated_time import SimulatedTime

#: Takes one statement's JSON object.
Emit = Callable[[dict[str, Any]], None]


@dataclass
class Report:
    """What came of the files: lines that failed, each ``FILE:LINE: …``, and the number of statements run."""

    files: int = 0
    statements: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        return f"{self.files} files, {self.statements} statements, {len(self.failures)} failed"


def read_files(paths: Sequence[Path]) -> list[tuple[Path, list[Step]]]:
    """All files' steps; raises ScenarioError with the errors of all of them at once."""
    read: list[tuple[Path, list[Step]]] = []
    errors: list[str] = []
    for path in paths:
        try:
            read.append((path, read_file(path)))
        except ScenarioError as error:
            errors += error.errors
    if errors:
        raise ScenarioError(errors)
    return read


class Replay:
    """Runs files at one table, each from its own ``game`` lines on.

    ``hardware`` is the loop that it will run on, where all that a button and a scanner can say comes from simulated
    ones; None sends everything straight to the referee. ``codes`` are those that scans may have, beside tags.
    """

    def __init__(
        self,
        directory: Path,
        narrate: Narrate,
        emit: Emit | None = None,
        *,
        hardware: SimulatedTime | None = None,
        codes: Callable[[], Codes] = Codes,
    ) -> None:
        self._now_ms = 0.0
        self._codes = codes
        self._table = Table(Journal(directory), narrate, clock_ms=lambda: self._now_ms, codes=codes)
        self._draws = PressDraws(draws_of)
        self._rig = None if hardware is None else Rig(self._table, hardware, directory)
        self._tags: frozenset[str] = frozenset()  # those that the file scans itself
        self._emit = emit
        self._report = Report()

    async def run(self, files: Iterable[tuple[Path, list[Step]]]) -> Report:
        """Runs every file to its end and tells what failed. Raises RigError where the hardware does."""
        try:
            if self._rig is not None:
                await self._rig.open()
            for path, steps in files:
                self._report.files += 1
                await self._run_file(str(path), steps)
        finally:
            if self._rig is not None:
                self._rig.close()
            self._table.close()
        return self._report

    async def _run_file(self, name: str, steps: Sequence[Step]) -> None:
        last: Update | None = None
        refused: Statement | None = None  # still to be expected by the next line
        self._tags = _scanned(steps, self._codes())
        for step in steps:
            await self._next_line()
            if isinstance(step, Statement):
                self._fail_refused(name, refused, last)
                last = await self._say(step)
                refused = None if last.accepted else step
            else:
                if step.expects_refusal:
                    refused = None
                self._check(name, step, last)
        self._fail_refused(name, refused, last)

    async def _next_line(self) -> None:
        self._now_ms += LINE_MS
        if self._rig is not None:
            await asyncio.sleep(LINE_MS / 1000)

    async def _say(self, step: Statement) -> Update:
        command = self._draws.filled_in(step.command)
        update = None if self._rig is None else await self._rig.say(command, self._tags)
        if update is None:
            statement = step.text if isinstance(command, cmd.Scan) else None
            update = await self._table.submit(command, statement=statement)
        self._report.statements += 1
        if self._emit is not None:
            self._emit(_as_json(step, update, self._table))
        return update

    def _fail_refused(self, name: str, step: Statement | None, update: Update | None) -> None:
        if step is None or update is None or update.refusal is None:
            return
        code = update.refusal.code
        self._report.failures.append(f"{name}:{step.line}: {step.text}: expected accepted, found refused {code}")

    def _check(self, name: str, step: Expectation, last: Update | None) -> None:
        refusal, says = (None, ()) if last is None else (last.refusal, last.says)
        found = step.found_instead(Seen(self._table.state, refusal, says))
        if found is not None:
            self._report.failures.append(f"{name}:{step.line}: {step.text}: found {found}")


def draws_of(seed: int) -> Callable[[], int]:
    """What each press of a file draws that does not say how many cards came."""
    return usual_launcher(random.Random(seed)).draw  # noqa: S311 - a game's chance, no secret


def _scanned(steps: Iterable[Step], codes: Codes) -> frozenset[str]:
    """The tags in a file's own scans, as labels print them; those of enrolled codes too."""
    said = (step.command for step in steps if isinstance(step, Statement))
    texts = [command.text.strip() for command in said if isinstance(command, cmd.Scan)]
    return frozenset(codes.tag_of(text) or text.upper() for text in texts)


def _as_json(step: Statement, update: Update, table: Table) -> dict[str, Any]:
    return {
        "line": step.line,
        "statement": step.text,
        "accepted": update.accepted,
        "code": None if update.refusal is None else update.refusal.code,
        "events": events_view(update.events),
        "says": list(update.says),
        "state": state_view(update.after, update.version, table.game or None),
    }
