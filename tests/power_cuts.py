"""Pulls the plug of a playing table again and again: ``python -m tests.power_cuts FOLDER CUTS SEED``.

A table plays in a process of its own, with the program's own table, journal, backup and restore, and is killed at a
random instant; every other table right after it began what is aimed at. Before each thing it does it tells what will
be so afterwards, and after it that it was answered. What the next start finds must be what was answered last, or the
one thing under way. At the end stands one line of JSON: how often the plug was pulled, in the middle of what, what
was aimed at and begun, and what was wrong. Single-threaded, so that it may fork.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.backup import backup_beside, restore
from companion.referee import commands as cmd
from companion.referee.decide import decide
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.referee.state_text import write_state
from companion.storage.data_files import finish_before_start
from companion.storage.folder_lock import locked
from companion.storage.journal import Journal, state_after
from companion.storage.journal_repair import open_journal
from companion.storage.whole_files import write_whole
from companion.table import Table

NAMES = ("Ann", "Ben", "Zoé", "Cleo")
LONGEST_S = 0.3  # that a table plays before its plug is pulled
LONGEST_RESTORE_S = 0.06
RESTORES = 0.1  # so many tables begin with a restore
AIMS = ("statement", "fire", "card", "last card", "backup", "prune")
LONGEST_AIM_S, AFTER_AIM_S = 10.0, 0.002  # that is waited for what is aimed at; that it goes on at most
BACKUP = "uno.backup"


@dataclass(frozen=True)
class Known:
    """What a table is: version, state as text, the press in flight as player, drawn, counted."""

    version: int = 0
    state: str = ""
    press: tuple[str, int, int] | None = None


class Player:
    """The table that will be killed. Tells through ``out``, a line a step. ``restores`` what is known first."""

    def __init__(self, folder: Path, seed: int, out: int, restores: Known | None) -> None:
        self._restores = restores
        self._folder = folder
        self._chance = random.Random(seed)
        self._out = out

    def _tell(self, what: str, known: Known | None = None) -> None:
        line = {"what": what} if known is None else {"what": what, "known": vars(known)}
        os.write(self._out, (json.dumps(line) + "\n").encode())

    def play(self) -> None:
        """Until the plug is pulled."""
        if self._restores is not None:
            self._tell("about: restore", self._restores)
            with locked(self._folder):
                restore(self._folder, io.BytesIO((self._folder.parent / BACKUP).read_bytes()), datetime.now(UTC))
            self._tell("answered", self._restores)
        asyncio.run(self._meet())

    async def _meet(self) -> None:
        journal, repair = open_journal(self._folder, datetime.now(UTC))
        assert repair is None
        table = Table(journal)
        while True:
            await self._step(table)

    async def _step(self, table: Table) -> None:
        chance = self._chance
        kind = chance.choices(["say", "press", "game", "backup", "prune"], [60, 30, 6, 4, 6])[0]
        if table.interrupted is not None:
            waits = table.interrupted
            await self._say(table, cmd.Press(waits.player, waits.counted))
        elif kind == "game" or not table.state.seats:
            names = ",".join(chance.sample(NAMES, chance.randint(2, 4)))
            await self._say(table, read(f"game {chance.choice(['extreme', 'classic'])} players={names}"))
            await self._say(table, read(f"top red-{chance.randint(0, 9)}"))
        elif kind == "press":
            await self._press(table)
        elif kind == "backup":
            self._tell("about: backup")
            write_whole(self._folder.parent / BACKUP, backup_beside(self._folder, datetime.now(UTC)))
        elif kind == "prune":
            self._tell("about: prune")
            await table.journal.prune(3)
        else:
            await self._say(table, self._anything(table.state))

    def _anything(self, state: State) -> cmd.Command:
        chance = self._chance
        name = chance.choice(state.seats).name
        card = f"{chance.choice(['red', 'blue', 'green', 'yellow'])}-{chance.randint(0, 9)}"
        said = [f"{name} plays {card}", f"set score {name} {chance.randint(0, 500)}", "undo", f"{name} says uno"]
        return read(chance.choice([*said, f"set count {name} {chance.randint(1, 20)}", f"{name} draws 1"]))

    async def _say(self, table: Table, command: cmd.Command) -> None:
        ruled = decide(table.state, command)
        if isinstance(ruled, Refusal):
            return
        before = EMPTY if isinstance(command, cmd.NewGame) else table.state
        after = write_state(accept(before, command, ruled))
        undone = table.course.changes[-1].number if isinstance(command, cmd.Undo) else None
        told = None if undone is None else await table.journal.press_told(undone)
        press = None if told is None else (told.player, told.drawn, told.counted)  # its number is asked for anew
        self._tell("about: statement", Known(table.version + 1, after, press))
        update = await table.submit(command)
        assert update.saved
        self._tell("answered", Known(update.version, write_state(update.after), press))

    async def _press(self, table: Table) -> None:
        """A fire, card by card, as the press desk does it."""
        player, drawn = self._chance.choice(table.state.seats).name, self._chance.choice([0, 0, 1, 3, 5])
        ruled = decide(table.state, cmd.Press(player, drawn))
        if isinstance(ruled, Refusal):
            return
        version, state = table.version, write_state(table.state)
        after = write_state(accept(table.state, cmd.Press(player, drawn), ruled))
        self._tell("about: fire", Known(version, state, (player, drawn, 0)))
        await table.begin_press(player, drawn)
        self._tell("answered", Known(version, state, (player, drawn, 0)))
        for counted in range(1, drawn + 1):
            self._tell("about: card", Known(version, state, (player, drawn, counted)))
            await table.count_card(counted)
            self._tell("answered", Known(version, state, (player, drawn, counted)))
            if self._chance.random() < 0.3:
                await asyncio.sleep(self._chance.uniform(0, 0.01))
        self._tell("about: last card", Known(version + 1, after))
        update = await table.end_press(drawn)
        assert update is not None
        self._tell("answered", Known(update.version, write_state(update.after)))


def found_in(folder: Path, *, opened: bool = False) -> Known:
    """What a start finds; ``opened``: only looks. Asserts that nothing is missing or double."""
    journal = Journal(folder, read_only=True) if opened else open_journal(folder, datetime.now(UTC))[0]
    try:
        game = journal.last_game()
        numbers = [entry.number for number, _ in journal.games() for entry in journal.entries(number)]
        first = numbers[0] if numbers else 1
        assert numbers == list(range(first, journal.version() + 1)), "statements are missing or double"
        press = journal.press_in_flight()
        state = write_state(state_after(journal.entries(game))) if game else ""
        told = None if press is None else (press.player, press.drawn, press.counted)
        return Known(journal.version(), state, told)
    finally:
        journal.close()


def in_backup(file: Path) -> Known | None:
    """What a restore of this file gives; None where there is none yet."""
    if not file.exists():
        return None
    with tempfile.TemporaryDirectory() as scratch, locked(Path(scratch)):
        restore(Path(scratch), io.BytesIO(file.read_bytes()), datetime.now(UTC))
        return found_in(Path(scratch), opened=True)


@dataclass
class Tally:
    """How it went."""

    cuts: int = 0
    during: Counter[str] = field(default_factory=Counter)
    aimed: Counter[str] = field(default_factory=Counter)
    done_unanswered: int = 0  # what was under way stood on the disk already
    wrong: list[str] = field(default_factory=list)
    slowest_start_ms: float = 0.0
    statements: int = 0


def _hear(told: int, until_s: float, awaited: bytes | None = None) -> bytes:
    """All that the table tells until then, or until it is about to do what is awaited."""
    heard = b""
    while (left := until_s - time.monotonic()) > 0 and (awaited is None or awaited not in heard):
        if select.select([told], [], [], left)[0]:
            piece = os.read(told, 1 << 16)
            if not piece:  # it is gone by itself, and has said why
                break
            heard += piece
    return heard


def one_cut(folder: Path, seed: int, known: Known, tally: Tally, aim: str | None = None) -> Known:
    """One table plays, and its plug is pulled, soon after ``aim`` began if there is one; what a start finds then."""
    chance = random.Random(seed)
    restores = in_backup(folder.parent / BACKUP) if aim is None and chance.random() < RESTORES else None
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            Player(folder, seed, writing, restores).play()
        except BaseException as error:
            os.write(writing, (json.dumps({"what": f"failed: {error!r}"}) + "\n").encode())
        finally:
            os._exit(1)
    os.close(writing)
    heard = b""
    longest_s = LONGEST_S if restores is None else LONGEST_RESTORE_S
    if aim is not None:
        about = json.dumps(f"about: {aim}").encode()
        heard = _hear(reading, time.monotonic() + LONGEST_AIM_S, about)
        tally.aimed[aim] += about in heard
        longest_s = AFTER_AIM_S
    heard += _hear(reading, time.monotonic() + chance.uniform(0, longest_s))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as told:
        heard += told.read()
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in heard.decode().splitlines(keepends=True) if line[-1] == "\n"
    ]
    answered, under_way, during = known, None, "start"
    for line in lines:
        during = line["what"]
        if during.startswith("failed"):
            tally.wrong.append(f"seed {seed}: {during}")
        if "known" in line:
            press = line["known"]["press"]
            that = Known(line["known"]["version"], line["known"]["state"], press and tuple(press))
            answered, under_way = (that, None) if during == "answered" else (answered, that)
    began = time.monotonic()
    try:
        finish_before_start(folder)
        found = found_in(folder)
    except Exception as error:
        tally.wrong.append(f"seed {seed}: the start failed: {error!r}")
        return known
    tally.slowest_start_ms = max(tally.slowest_start_ms, (time.monotonic() - began) * 1000)
    tally.cuts += 1
    tally.during[during] += 1
    tally.done_unanswered += found == under_way
    tally.statements += max(0, found.version - known.version)
    if found not in {answered, under_way}:
        tally.wrong.append(f"seed {seed}: during {during} found {found}, answered {answered}, under way {under_way}")
    return found


def main(folder: Path, cuts: int, seed: int) -> None:
    data = folder / "data"
    data.mkdir(parents=True)
    tally, known = Tally(), Known()
    for number in range(cuts):
        aim = AIMS[number // 2 % len(AIMS)] if number % 2 else None
        known = one_cut(data, seed + number, known, tally, aim)
        for aside in data.glob("before-restore-*"):
            shutil.rmtree(aside)
    if (folder / BACKUP).exists():
        with locked(data):
            restore(data, io.BytesIO((folder / BACKUP).read_bytes()), datetime.now(UTC))
        found_in(data)
    print(json.dumps(vars(tally)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
