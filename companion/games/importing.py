"""A ``.table`` file becomes games for the journal: each line is checked by the referee, as a replay checks it.

What is refused where no line expects it, or is expected and does not hold, stops all of it: nothing is taken in by
halves. Nothing of it was said at this table, so no words are kept. Pure; whoever asks gives the launcher's chance.
"""

from __future__ import annotations

from dataclasses import replace

from companion.announcer import Announcer
from companion.answers import Query
from companion.games.scenario import LINE_MS, Draws, Expectation, PressDraws, Seen, Statement, steps_of
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.notation import write
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.rulings import Rulings, rulings
from companion.scans.meaning import Interpreter
from companion.storage.journal import Entry
from companion.updates import Update
from companion.voice.lines import Verbosity


class LineError(Exception):
    """A line does not hold. ``update`` is the refusal; None where something else was found than is expected."""

    def __init__(self, line: int, text: str, update: Update | None = None, found: str = "") -> None:
        super().__init__(f"{line}: {text}")
        self.line = line
        self.text = text
        self.update = update
        self.found = found


def games_of(text: str, draws: Draws) -> list[list[Entry]]:
    """The statements of each game of a file, numbered from 1 on. Raises UnreadableFileError, LineError."""
    steps = steps_of(text.removeprefix("\ufeff"))
    reading = _Reading(draws)
    last: Update | None = None
    refused: Statement | None = None  # still to be expected by the next line
    for step in steps:
        reading.next_line()
        if isinstance(step, Expectation):
            refused = None if step.expects_refusal else refused
            _check(step, reading.state, last)
            continue
        _must_be_expected(refused, last)
        last = reading.say(step)
        refused = step if last.refusal is not None else None
    _must_be_expected(refused, last)
    return [game for game in reading.games if game]


def _must_be_expected(refused: Statement | None, last: Update | None) -> None:
    if refused is not None:
        raise LineError(refused.line, refused.text, last)


def _check(step: Expectation, state: State, last: Update | None) -> None:
    says = () if last is None else tuple(Announcer(("en",), Verbosity.NORMAL).words(last, "en"))
    found = step.found_instead(Seen(state, None if last is None else last.refusal, says))
    if found is not None:
        raise LineError(step.line, step.text, found=found)


class _Reading:
    """A file at a table of its own, which has no hardware and no phone."""

    def __init__(self, draws: Draws) -> None:
        self.state: State = EMPTY
        self.games: list[list[Entry]] = []
        self._number = 0
        self._now_ms = 0.0
        self._interpreter = Interpreter(lambda: self._now_ms)
        self._draws = PressDraws(draws)

    def next_line(self) -> None:
        """Time goes on, as it does in a replay."""
        self._now_ms += LINE_MS

    def say(self, step: Statement) -> Update:
        """One statement is decided, and kept where it is accepted."""
        command = self._draws.filled_in(step.command)
        if isinstance(command, cmd.Scan):
            command = cmd.Scan(self._interpreter.as_tag(command.text, self.state))
            scanned = self._interpreter.meaning(command.text, self.state, None)
            if isinstance(scanned, Query):
                return replace(self._told(step, command), query=scanned)
            if isinstance(scanned, Refusal):
                return replace(self._told(step, command), refusal=scanned)
            ruled = rulings(self._interpreter, scanned, self.state)
        else:
            ruled = rulings(self._interpreter, command, self.state)
        if isinstance(ruled, Refusal):
            return replace(self._told(step, command), refusal=ruled)
        return self._kept(step, command, ruled)

    def _told(self, step: Statement, command: Command) -> Update:
        return Update(self._number, step.text, command, (), None, self.state, self.state)

    def _kept(self, step: Statement, said: Command, ruled: Rulings) -> Update:
        for place, (command, one) in enumerate(ruled.steps):
            before, self.state = self.state, one.after
            self._number += 1
            if isinstance(command, cmd.NewGame):
                self.games.append([])
            scanned = place == 0 and isinstance(said, cmd.Scan)
            text = step.text if scanned else write(command)
            self.games[-1].append(Entry(self._number, len(self.games), text, command, one.events))
            update = Update(self._number, text, command, one.events, None, before, one.after)
        return replace(update, note=ruled.note)
