"""The name under which the network's name service really has this machine: ``table.local``, or ``table-2.local``.

Where two machines want one name, Avahi gives the second another, so its host name alone tells nothing. Avahi is asked
on the socket that the resolver of the C library uses: a line there, a line back.
"""

from __future__ import annotations

import re
import socket

SOCKET = "/run/avahi-daemon/socket"
_PATIENCE_S = 1.0  # an address that is registered is answered in milliseconds
_NAME = re.compile(r"\+\s+\S+\s+\S+\s+((?:[\w-]+\.)+local)\.?", re.IGNORECASE | re.ASCII)


def registered_name(address: str, path: str = SOCKET) -> str | None:
    """The name registered for one of this machine's addresses; None where there is none or nobody to ask."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(_PATIENCE_S)
        try:
            line.connect(path)
            line.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            with line.makefile("r", encoding="ascii", errors="replace") as answers:
                found = _NAME.match(answers.readline(300))
        except OSError:
            return None
    return None if found is None else found[1].casefold()
