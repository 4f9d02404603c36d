"""A table that is running, and its answer to who asks how it is."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException

from companion.checkup.reported import Health
from companion.settings.model import ServerSettings

ANSWERS_WITHIN_S = 3.0
_EVERY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104 - where a table listens, not we


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
