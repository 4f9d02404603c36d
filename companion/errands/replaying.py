"""The command that replays notation files, and says which of their lines failed."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from json import dumps
from pathlib import Path

from companion.announcer import Announcer
from companion.enrolled import Codes
from companion.games.scenario import ScenarioError
from companion.locales import LOCALES
from companion.outcome import DONE, FAILED, complain, show
from companion.replay.rig import RigError
from companion.replay.run import Replay, read_files
from companion.scan_tasks.code_book import CodeBook
from companion.storage.journal_file import JournalError
from companion.voice.lines import Verbosity
from firmware_bridge.simulator.simulated_time import NothingLeftToHappenError, SimulatedTime


def replay_files(
    files: list[Path],
    *,
    json: bool,
    locale: str,
    data: Path | None,
    hardware: bool = False,
    codes_in: Path | None = None,
) -> int:
    """Runs notation files and prints what failed. ``codes_in`` is the folder with the codes that are enrolled."""
    if locale not in LOCALES:
        return complain(f"--locale {locale}: there are {', '.join(LOCALES)}")
    try:
        read = read_files(files)
    except ScenarioError as error:
        show(f"{len(files)} files, 0 statements, {len(error.errors)} failed", sys.stderr if json else sys.stdout)
        return complain(str(error))
    announcer = Announcer((locale,), Verbosity.NORMAL)
    time = SimulatedTime() if hardware else None
    with (
        tempfile.TemporaryDirectory(prefix="uno-companion-replay-") as folder,
        asyncio.Runner(loop_factory=None if time is None else lambda: time) as runner,
    ):
        try:
            run = Replay(
                data or Path(folder),
                announcer.narrate,
                (lambda line: show(dumps(line, ensure_ascii=False))) if json else None,
                hardware=time,
                codes=Codes if codes_in is None else CodeBook(codes_in).codes,
            )
        except JournalError as error:
            return complain(str(error))
        try:
            report = runner.run(run.run(read))
        except (RigError, NothingLeftToHappenError) as error:
            return complain(f"--hardware: {error}", FAILED)
    show("\n".join([*report.failures, report.summary]), sys.stderr if json else sys.stdout)
    return FAILED if report.failures else DONE
