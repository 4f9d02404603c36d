"""What the commands do that need no table: replay, export, say, pin; each ends with an exit code."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
import tempfile
from datetime import datetime
from json import dumps
from pathlib import Path

from companion.aloud import speaking
from companion.announcer import Announcer
from companion.backup import backup_beside, place_for, restore
from companion.checkup.reported import Health, holds_unsaved
from companion.checkup.running import table_kept_out
from companion.code_book import CodeBook
from companion.data_files import JOURNAL, BackupError
from companion.enrolled import Codes
from companion.export import as_csv, as_json, as_state, as_table
from companion.folder_lock import FolderInUseError, locked
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.locales import LOCALES
from companion.outcome import DONE, FAILED, complain, send, show
from companion.replay.rig import RigError
from companion.replay.run import Replay, read_files
from companion.scenario import ScenarioError
from companion.settings import Settings
from companion.voice.earcons import Earcon
from companion.voice.lines import Verbosity
from companion.voice.speech.legend import Legend
from companion.voice.utterance import Outcome, Priority, Utterance
from companion.web.door.access import PIN_FILE
from companion.whole_files import write_whole
from firmware_bridge.simulator.simulated_time import NothingLeftToHappenError, SimulatedTime

STANDARD = Path("-")  # in a file's place: standard input or output, which somebody else has opened


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


def export_game(data_dir: Path, game: int | None, form: str) -> int:
    """Writes one game from the journal to standard output, in full."""
    if not (data_dir / JOURNAL).exists():
        return complain(f"there is no journal in {data_dir}; name the table's folder with --data")
    try:
        journal = Journal(data_dir, read_only=True)
    except JournalError as error:
        return complain(str(error))
    number = game or journal.last_game()
    try:
        entries = journal.entries(number)
    except JournalError as error:
        return complain(str(error))
    finally:
        journal.close()
    if not entries:
        return complain(f"there is no game {number} in {data_dir}", FAILED)
    match form:
        case "csv":
            text = as_csv(entries)
        case "json":
            text = as_json(number, entries)
        case "state":
            text = as_state(entries)
        case _:
            text = as_table(entries)
    sys.stdout.write(text)
    return DONE


def back_up(data_dir: Path, file: Path, now: datetime, health: Health | None) -> int:
    """Writes all that is the table's own into one file, whole or not at all.

    ``health``: what the running table answers, if one does; 1 where it holds more than was written.
    """
    try:
        place = place_for(data_dir, file)
        content = backup_beside(data_dir, now)
        if file == STANDARD:
            send(content)
        else:
            write_whole(place, content, mode=0o600)
    except BackupError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{file}: it cannot be written ({error.strerror}); name a file in another folder", FAILED)
    told = f"backed up: {data_dir} in {file} ({len(content)} bytes)"
    show(told, sys.stderr if file == STANDARD else None)
    if holds_unsaved(health):
        return complain(
            "the running table holds more than the disk, and so than this file: "
            "let a host take it from the page, under Games",
            FAILED,
        )
    with table_kept_out(data_dir) as alone:
        if health is None and not alone:
            complain(
                "the table that runs there does not answer, so it may hold more than the disk and this file; "
                "name its port with --set server.port=NUMBER"
            )
    return DONE


def take_back(data_dir: Path, file: Path, now: datetime) -> int:
    """Puts a backup in the place of what is in the data folder, which is kept under a name with the date."""
    try:
        standard = file == STANDARD
        if not stat.S_ISREG(os.fstat(0).st_mode) if standard else file.exists() and not file.is_file():
            return complain(f"{file} is no file; name one that backup wrote")  # a device never ends
        backup = os.fdopen(os.dup(0), "rb") if standard else file.open("rb")
    except OSError as error:
        return complain(f"{file}: it cannot be read ({error.strerror}); name an existing file")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        with backup, locked(data_dir):
            restored = restore(data_dir, backup, now)
    except FolderInUseError:
        return complain(
            f"a table uses the folder {data_dir}; end it first, or let a host restore the file on the page /backup"
        )
    except BackupError as error:
        return complain(f"{file}: {error}")
    except OSError as error:
        return complain(f"the folder {data_dir} cannot be written ({error.strerror}); give this user the right to it")
    show(f"restored: games: {restored.games}, statements to {restored.version}, as they were at {restored.made_at}")
    if restored.aside.exists():
        show(f"what was there before is kept in {restored.aside}")
    return DONE


def say_once(settings: Settings, text: str) -> int:
    """Speaks one text in the table's first language; fails, saying why, when nobody can hear it."""

    async def speak() -> tuple[Outcome, str]:
        async with speaking(settings) as speaker:
            (number,) = speaker.say([Utterance({settings.table.locales[0]: text}, Priority.URGENT)])
            await speaker.finished()
            return speaker.announcements(number - 1)[0].state, speaker.line()

    outcome, line = asyncio.run(speak())
    return DONE if outcome is Outcome.SPOKEN else complain(line, FAILED)


def play_sounds(settings: Settings) -> int:
    """Every earcon, and then its name, in the table's first language; fails, saying why, when nobody can hear it."""

    async def play() -> tuple[bool, str]:
        async with speaking(settings) as speaker:
            speaker.earcons = True  # whoever switched them off at the table may still want to know them
            heard = Legend(speaker, lambda: settings.table.locales[:1]).play(*Earcon)
            await speaker.finished()
            return heard and speaker.aloud, speaker.line()

    heard, line = asyncio.run(play())
    return DONE if heard else complain(line, FAILED)


def show_pin(data_dir: Path) -> int:
    """Prints the join PIN."""
    try:
        show((data_dir / PIN_FILE).read_text(encoding="ascii").strip())
    except OSError as error:
        reason = "there is none yet; start the table once" if isinstance(error, FileNotFoundError) else error.strerror
        return complain(f"the PIN in {data_dir} cannot be read: {reason}", FAILED)
    return DONE
