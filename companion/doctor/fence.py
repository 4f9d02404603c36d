"""The check once more inside the service's own fence, where a device may be closed that its user could open.

What the unit file allows and forbids, and what the machine's owner changed of it, is read from the files, not written
down twice; a transient unit with the same properties runs the same program. That needs root; the service itself is
left alone.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.checkup.findings import Finding, PartState, failing, ok, unknown
from companion.machine.unit import Unit
from companion.voice.errands import machine_looks as said

PATIENCE_S = 60.0
#: How a service is started, watched and ended is no part of its fence.
_NO_FENCE = re.compile(
    r"Exec|Type$|RemoveIPC|Notify|Restart|Watchdog|Timeout|Start|Success|PIDFile|Bus|Guess|Remain|FileDesc|Reload"
)
_SPECIFIERS = {"%t": "/run", "%S": "/var/lib", "%L": "/var/log", "%C": "/var/cache", "%E": "/etc", "%%": "%"}
_PREFIXES = "@-:+!|"  # before a program they tell systemd how to start it

Run = Callable[[Sequence[str]], str]


class FenceError(RuntimeError):
    """The inner check could not be made; the sentence part says why."""


def properties(unit: str) -> list[str]:
    """What fences the service in, as ``systemd-run -p`` takes it.

    >>> properties("[Unit]\\nAfter=x\\n[Service]\\nUser=uno\\nExecStart=/x run\\nDeviceAllow=a \\\\\\n rw\\n")
    ['User=uno', 'DeviceAllow=a rw', 'RuntimeDirectoryPreserve=yes']
    """
    kept = [f"{key}={value}" for key, value in _service(unit) if not _NO_FENCE.match(key)]
    return [*kept, "RuntimeDirectoryPreserve=yes"]  # the running service has its folder there


def program(unit: str) -> list[str]:
    """The words before ``run`` of what the service starts. Raises FenceError."""
    started = next((value for key, value in reversed([*_service(unit)]) if key == "ExecStart" and value), "")
    words = shlex.split(started.lstrip(_PREFIXES))
    if "run" not in words[1:]:
        raise FenceError("the unit's ExecStart is not uno-companion run")
    return words[: words.index("run", 1)]


def _service(unit: str) -> Iterator[tuple[str, str]]:
    section = ""
    for line in re.sub(r"\\\n\s*", "", unit).splitlines():
        text = line.strip()
        if text.startswith("["):
            section = text
        elif section == "[Service]" and "=" in text and not text.startswith(("#", ";")):
            key, _, value = text.partition("=")
            yield key.strip(), re.sub("%[%tSLCE]", lambda found: _SPECIFIERS[found[0]], value.strip())


def command(unit: str) -> list[str]:
    """The whole command of the inner check."""
    fence = [word for each in properties(unit) for word in ("-p", each)]
    return [
        "systemd-run",
        "--quiet",
        "--wait",
        "--pipe",
        "--collect",
        *fence,
        *program(unit),
        "doctor",
        "--json",
        "--inside",
    ]


def _run(words: Sequence[str]) -> str:
    try:
        ran = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
    except OSError as error:
        raise FenceError(str(error)) from error
    except subprocess.TimeoutExpired as error:
        raise FenceError(f"it took longer than {PATIENCE_S:g} seconds") from error
    if not ran.stdout.strip():
        last = (ran.stderr.strip().splitlines() or [f"systemd-run ended with {ran.returncode}"])[-1]
        raise FenceError(last)
    return ran.stdout


def look_inside(unit: Unit | None, *, root: bool, run: Run = _run) -> tuple[list[Finding], frozenset[str]]:
    """What the inner check finds, and which of its parts a game needs; nothing where systemd has no such service."""
    if unit is None or unit.file is None:
        return [], frozenset()
    if not root:
        return [unknown("fence", said.FENCE_UNTRIED)], frozenset()
    try:
        written = "\n".join(file.read_text(encoding="utf-8") for file in (unit.file, *unit.changes))
        told = json.loads(run(command(written)))["findings"]
        found = [_finding(each) for each in told]
    except (FenceError, OSError, ValueError, KeyError, TypeError) as error:
        return [failing("fence", said.fence_failed(str(error).rstrip(".")))], frozenset()
    return [*found, ok("fence", said.FENCE_TRIED)], frozenset(each["part"] for each in told if each["needed"])


def _finding(told: dict[str, Any]) -> Finding:
    remedy = said.as_told(told["remedy"]) if told["remedy"] else None
    return Finding(told["part"], PartState(told["state"]), said.as_told(told["message"]), remedy)
