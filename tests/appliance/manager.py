"""Stands for systemd: what the service tells it, and when."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from types import TracebackType
from typing import Self


class Manager:
    """``with Manager(folder) as manager``: an open notification socket; ``environ`` is what the service is given."""

    def __init__(self, folder: Path, watchdog_s: float | None = None) -> None:
        self._path = folder / "notify"
        self.environ = {"NOTIFY_SOCKET": str(self._path)}
        if watchdog_s is not None:
            self.environ["WATCHDOG_USEC"] = str(round(watchdog_s * 1e6))

    def __enter__(self) -> Self:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._path))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def told(self, within_s: float) -> str | None:
        """The next thing that it is told; None when nothing came in time."""
        self._socket.settimeout(within_s)
        try:
            return self._socket.recv(4096).decode()
        except TimeoutError:
            return None

    def until(self, start: str, within_s: float = 20.0) -> str:
        """What begins so; everything before it is passed over."""
        deadline = time.monotonic() + within_s
        while (left_s := deadline - time.monotonic()) > 0:
            if (told := self.told(left_s)) is not None and told.startswith(start):
                return told
        raise AssertionError(f"systemd was not told {start}")

    def silent_for(self, seconds: float, start: str) -> bool:
        """Whether nothing that begins so comes in a stretch of so many seconds, within ten times that."""
        deadline = time.monotonic() + 10 * seconds
        quiet_since = time.monotonic()
        while time.monotonic() < deadline:
            told = self.told(max(0.001, quiet_since + seconds - time.monotonic()))
            if told is None:
                return True
            if told.startswith(start):
                quiet_since = time.monotonic()
        return False
