"""A table that is running holds pins and folder: whether one is, and what it reports of itself."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from companion.doctor.findings import Finding, failing, missing, ok, unknown
from companion.folder_lock import LOCK_NAME
from companion.settings.model import ServerSettings
from companion.voice.errands import doctor_looks as said
from companion.voice.errands.doctor_prompts import FOUND
from companion.voice.lines import Phrase

ANSWERS_WITHIN_S = 3.0
_EVERY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104 - where a table listens, not we

Health = Mapping[str, Any]


@contextmanager
def table_kept_out(data_dir: Path) -> Iterator[bool]:
    """True while no table runs in this folder and none can start; False where one does. Makes no file."""
    try:
        lock = os.open(data_dir / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # no table has ever run here, or it is somebody else's, who answers on the port
        yield True
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(lock)


def ask_table(server: ServerSettings) -> Health | None:
    """What ``GET /api/health`` says on this machine; None where nothing answers that is a table."""
    host = "127.0.0.1" if server.host in _EVERY_ADDRESS else server.host
    connection = HTTPConnection(host, server.port, timeout=ANSWERS_WITHIN_S)
    try:
        connection.request("GET", "/api/health")
        answer = connection.getresponse()
        found = json.loads(answer.read())
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()
    parts = ("dispenser", "speech", "scanner", "journal")
    return found if isinstance(found, dict) and all(isinstance(found.get(part), dict) for part in parts) else None


def holds_pins(health: Health | None) -> bool:
    """Whether a table that answered has real pins open."""
    return health is not None and health["dispenser"].get("mode") == "real"


def is_mute(health: Health | None) -> bool:
    """Whether a table that answered speaks to nobody by choice, and so needs no voice."""
    return health is not None and health["speech"].get("off") is True


def report(health: Health | None, port: int) -> Iterator[Finding]:
    """What the running table tells, as findings."""
    if health is None:
        yield unknown("service", said.service_silent(port))
        return
    yield ok("service", *said.SERVICE_HOLDS_PINS)
    if found := health.get("settings", {}).get("findings"):
        yield failing("settings", said.settings_wrong("; ".join(map(str, found)).rstrip(".")))
    dispenser = health["dispenser"]
    yield from _either("pins", said.SERVICE_MODES, dispenser.get("mode"), absent=True)
    yield from _dispenser(dispenser)
    if is_mute(health):
        yield missing("voice", said.voice_off())
    else:
        yield from _either("voice", said.SERVICE_SPEECH, health["speech"].get("state"))
    yield from _either("scanner", said.SERVICE_SCANNER, health["scanner"].get("state"), absent=True)
    private = health["scanner"].get("private", {})
    yield from _either("private-reader", said.SERVICE_PRIVATE, private.get("state"), absent=True)
    yield from _either("data", said.SERVICE_JOURNAL, health["journal"].get("state"))


def _either(
    part: str, words: Mapping[str, Phrase | said.Told], state: object, *, absent: bool = False
) -> Iterator[Finding]:
    """What stands for the state; a newer table may have one that nobody here knows."""
    match words.get(str(state)):
        case Phrase() as well:
            yield ok(part, well)
        case (message, remedy):
            yield (missing if absent else failing)(part, (message, remedy))


def _dispenser(body: Health) -> Iterator[Finding]:
    if body.get("lid") in {"open", "closed"}:
        yield failing("lid", said.LID_OPEN) if body["lid"] == "open" else ok("lid", said.LID_CLOSED)
    match body.get("hopper"):
        case "empty":
            yield failing("hopper", said.HOPPER_EMPTY)
        case "low":
            yield failing("hopper-low", said.FEW_CARDS)
        case "ok":
            yield ok("hopper", said.HOPPER_STOCKED)
    if body.get("notes"):
        yield failing("fittings", said.fittings_unusable(" ".join(map(str, body["notes"]))))
    if (fault := body.get("fault")) in FOUND:
        yield failing(_FAULTS.get(str(fault), "motor"), FOUND[str(fault)])


#: Which part a fault speaks of, where it is not the motor.
_FAULTS = {
    "button-stuck": "button",
    "gate-dead": "gate",
    "sensor-disturbed": "gate",
    "stuck-at-exit": "gate",
    "hopper-empty": "hopper",
    "lid-open": "lid",
    "aim-obstructed": "servo",
}
