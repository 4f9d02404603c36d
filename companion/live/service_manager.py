"""What systemd is told of the table: that it is ready, alive, ending. Nobody is told anything where nobody asked.

The protocol is sd_notify(3): lines in a datagram to the socket that ``NOTIFY_SOCKET`` names.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class ServiceManager:
    """Whoever started the service and wants to know how it is. No call raises, none waits."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.ping_s = _ping_s(environ) if self._address else None

    def ready(self, status: str) -> None:
        """The table can be played; ``status`` is what ``systemctl status`` shows of it."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Everything that has to work was seen to work."""
        self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """What ``systemctl status`` shows from now on."""
        self._tell(f"STATUS={text}")

    def stopping(self) -> None:
        """The table is ending of its own accord."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # An address that begins with @ is an abstract one, which has no file.
        where = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
                telling.setblocking(False)
                telling.sendto(state.encode(), where)
        except OSError as error:
            log.warning("systemd cannot be told %s (%s)", state.partition("\n")[0], error)


def _ping_s(environ: Mapping[str, str]) -> float | None:
    """Seconds between two signs of life, a third of what systemd waits for one; None where it waits for none."""
    limit_us, asked = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID")
    if not limit_us.isdecimal() or int(limit_us) == 0 or (asked is not None and asked != str(os.getpid())):
        return None
    return int(limit_us) / 1e6 / 3
