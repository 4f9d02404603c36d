"""A table that is running holds pins and folder: whether one is, and its answer to who asks how it is."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion.checkup.reported import Health
from companion.settings.model import ServerSettings
from companion.storage.folder_lock import LOCK_NAME

ANSWERS_WITHIN_S = 3.0
_EVERY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104 - where a table listens, not we


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
