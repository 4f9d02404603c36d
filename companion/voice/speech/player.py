"""The process that makes a sentence heard, and that can be killed in the middle of a word."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

# A small buffer: the sound starts at once.
COMMANDS = {"paplay": ("--latency-msec=20",), "pw-play": ("--latency=20ms",), "aplay": ("-q",)}
TELL = {"paplay": ("--verbose",), "aplay": ("-v",)}  # which output it opens; pw-play cannot say
# Without a sample going out, or beyond the clip's length; Bluetooth may take over a second to wake up.
OVERTIME_S = 5.0
GLANCE_S = 0.25  # how often it is looked whether samples go out
SERVER_ANSWER_S = 0.2


class Ending(StrEnum):
    """How a player came to its end."""

    PLAYED = "played"
    KILLED = "killed"  # by us
    REFUSED = "refused"  # its exit code says that nothing, or not all, was heard
    STUCK = "stuck"  # did not end in time and was killed


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one clip; ``start_ns`` is when its player was running.

    ``detail`` is the player's complaint, ``told`` all that it said.
    """

    ending: Ending
    start_ns: int
    end_ns: int
    detail: str = ""
    told: str = ""


class Playback:
    """One clip on its way to the loudspeaker; ``kill`` makes it silent within a few milliseconds."""

    def __init__(self, player: str, path: Path, length_ms: float, device: str = "", *, tells: bool = False) -> None:
        """``device``: an output of aplay's; else the usual one. ``tells``: the player says which one it opens."""
        where = ("-D", device) if device else ()
        manner = TELL.get(player, ()) if tells else ()
        self._argv = (player, *COMMANDS[player], *manner, *where, str(path))
        self._path = path
        self._limit_s = length_ms / 1000 + OVERTIME_S
        self._process: Process | None = None
        self._killed = False

    async def run(self, started: Callable[[int], None]) -> Played:
        """Plays to the end, or until killed; the exit code is believed. ``started`` gets the time it began."""
        try:
            # SIGKILL below, because paplay ends with code 0 on SIGTERM as if all had been heard.
            process = await asyncio.create_subprocess_exec(
                *self._argv, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
            )
        except OSError as error:
            now = time.monotonic_ns()
            return Played(Ending.REFUSED, now, now, str(error))
        start = time.monotonic_ns()
        self._process = process
        if self._killed:  # while it was being started
            kill_group(process)
        else:
            started(start)
        telling = asyncio.create_task(_told(process))
        try:
            stuck = not await self._ends(process)
        finally:
            kill_group(process)
        await process.wait()
        told = await telling
        match (self._killed, stuck, process.returncode):
            case (True, _, _):
                ending = Ending.KILLED
            case (_, True, _):
                ending = Ending.STUCK
            case (_, _, 0):
                ending = Ending.PLAYED
            case _:
                ending = Ending.REFUSED
        return Played(ending, start, time.monotonic_ns(), _complaint(told), told)

    async def _ends(self, process: Process) -> bool:
        """Waits for the player's end; False where it hangs: it takes no more of the file, or ends too late."""
        clock = asyncio.get_running_loop().time
        begun = moved = clock()
        size, position = self._path.stat().st_size if self._path.exists() else 0, 0
        ending = asyncio.ensure_future(process.wait())
        try:
            while not ending.done():
                now, place = clock(), _position(process.pid, self._path)
                if place != position or place >= size:  # at the end of the file only its length tells
                    position, moved = place, now
                left_s = min(moved + OVERTIME_S, begun + self._limit_s) - now
                if left_s <= 0:
                    return False
                await asyncio.wait({ending}, timeout=min(GLANCE_S, left_s))
            return True
        finally:
            ending.cancel()

    def kill(self) -> None:
        """Silence, now."""
        self._killed = True
        if self._process is not None:
            kill_group(self._process)


def _position(pid: int, path: Path) -> int:
    """How far a process has read a file; 0 where it has not opened it, or has ended."""
    with contextlib.suppress(OSError):
        for opened in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if opened.readlink() == path.resolve():
                    fields = Path(f"/proc/{pid}/fdinfo/{opened.name}").read_text(encoding="ascii").split()
                    return int(fields[fields.index("pos:") + 1])
    return 0


def kill_group(process: Process) -> None:
    """Ends a process that was started in a session of its own, and what it started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def players_installed(environment: Mapping[str, str]) -> list[str]:
    """The players there are, the likeliest first: those of a sound server only where it answers.

    paplay before pw-play: PipeWire answers it too, and without a sink it refuses where pw-play waits for ever.
    """
    likely = ["paplay"] if _pulse_answers(environment) else []
    likely += ["pw-play"] if _pipewire_answers(environment) else []
    order = dict.fromkeys((*likely, "aplay", *COMMANDS))
    return [player for player in order if shutil.which(player, path=environment.get("PATH"))]


def _pulse_answers(environment: Mapping[str, str]) -> bool:
    server = environment.get("PULSE_SERVER", "")
    if server and not server.startswith(("unix:", "/")):
        return True  # a server on the network: only playing can tell
    folder = environment.get("PULSE_RUNTIME_PATH") or f"{environment.get('XDG_RUNTIME_DIR', '')}/pulse"
    return _answers(server.removeprefix("unix:") or f"{folder}/native")


def _pipewire_answers(environment: Mapping[str, str]) -> bool:
    folder = environment.get("PIPEWIRE_RUNTIME_DIR") or environment.get("XDG_RUNTIME_DIR", "")
    return _answers(f"{folder}/{environment.get('PIPEWIRE_REMOTE') or 'pipewire-0'}")


def _answers(place: str) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(SERVER_ANSWER_S)
        try:
            line.connect(place)
        except OSError:
            return False
    return True


def _complaint(told: str) -> str:
    """What aplay says in its own name, which may stand amid what it tells of the output; else the last line."""
    lines = [line.strip() for line in told.strip().splitlines()]
    return next((line for line in reversed(lines) if line.startswith("aplay: ")), lines[-1] if lines else "")


async def _told(process: Process) -> str:
    """What the player says on its standard error, to its end."""
    return "" if process.stderr is None else (await process.stderr.read()).decode(errors="replace")
