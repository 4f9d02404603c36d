"""What systemd knows of the table's service, and how it fences it in: read from what ``systemctl show`` prints."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

NAME = "uno-companion.service"
_ASKED = (
    "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainStatus,ExecMainCode,UnitFileState,"
    "NeedDaemonReload,FragmentPath,DropInPaths"
)
_PATIENCE_S = 5.0
_KILLED = "2"  # ExecMainCode of a process that a signal ended


class UnitState(StrEnum):
    """How the service stands; what ended it last is told where systemd knows."""

    RUNNING = "running"
    STARTING = "starting"
    STOPPED = "stopped"
    DISABLED = "disabled"  # stopped, and not started when the machine is
    RESTARTED = "restarted"  # it runs, and did not always
    OUTDATED = "outdated"  # the file has changed since systemd read it
    NO_PROGRAM = "no-program"
    NO_GROUP = "no-group"
    NO_USER = "no-user"
    NO_FOLDER = "no-folder"
    HUNG = "hung"  # it did not answer in time
    NO_MEMORY = "no-memory"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Unit:
    """The service as systemd has it; ``restarts`` since it was started, ``file`` where it is written down.

    ``changes`` are the files that were laid over that one since (``systemctl edit``), in systemd's order.
    """

    state: UnitState
    restarts: int = 0
    status: str = ""
    file: Path | None = None
    changes: tuple[Path, ...] = ()


_EXITS = {
    "203": UnitState.NO_PROGRAM,
    "216": UnitState.NO_GROUP,
    "217": UnitState.NO_USER,
    "226": UnitState.NO_FOLDER,
    "200": UnitState.NO_FOLDER,
    "238": UnitState.NO_FOLDER,
    "233": UnitState.NO_FOLDER,
}
_RESULTS = {"watchdog": UnitState.HUNG, "oom-kill": UnitState.NO_MEMORY, "timeout": UnitState.HUNG}


def asked_of_systemd(booted: Path = Path("/run/systemd/system")) -> Unit | None:
    """The service; None where systemd does not run this machine, or does not know the service."""
    if not booted.is_dir():
        return None
    try:
        shown = subprocess.run(
            ["systemctl", "show", NAME, "-p", _ASKED],  # noqa: S607 - where it lies differs from system to system
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return read(shown.stdout)


def read(shown: str) -> Unit | None:
    """The service from the lines ``Key=value``; None where it is not installed."""
    told = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
    if told.get("LoadState") != "loaded":
        return None
    restarts = told.get("NRestarts", "")
    return Unit(
        _judged(told),
        int(restarts) if restarts.isdecimal() else 0,
        told.get("ExecMainStatus", ""),
        Path(path) if (path := told.get("FragmentPath")) else None,
        tuple(map(Path, told.get("DropInPaths", "").split())),
    )


def _judged(told: Mapping[str, str]) -> UnitState:
    if told.get("NeedDaemonReload") == "yes":
        return UnitState.OUTDATED
    match told.get("ActiveState"):
        case "active":
            return UnitState.RUNNING if told.get("NRestarts", "0") == "0" else UnitState.RESTARTED
        case "activating" if told.get("SubState") != "auto-restart":
            return UnitState.STARTING
        case "inactive" | "deactivating":
            started = told.get("UnitFileState") in {"enabled", "enabled-runtime", "static", "linked"}
            return UnitState.STOPPED if started else UnitState.DISABLED
    if (result := _RESULTS.get(told.get("Result", ""))) is not None:
        return result
    by_signal = told.get("ExecMainCode") == _KILLED
    return UnitState.FAILED if by_signal else _EXITS.get(told.get("ExecMainStatus", ""), UnitState.FAILED)
