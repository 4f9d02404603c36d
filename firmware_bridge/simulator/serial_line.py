"""A scanner without hardware: two pseudo-terminals, one for the service, one for whoever plays the scanner."""

from __future__ import annotations

import contextlib
import os
import select
import tempfile
import threading
import time
import tty
from pathlib import Path
from typing import Self

_END_MARKS = (b"\r", b"\n", b"\x03")
_WHOLE_LINE_MS = 50  # how long a started line may keep other senders waiting for its end
_FULL_S = 0.2  # how long a full line may hold up a sender; then nobody listens, and the bytes are lost as on a cable
_CHUNK = 4096


class SerialLine:
    """Tags written to one end arrive at the other, as from a scanner on a cable.

    The service opens ``service_port``, a link to a pseudo-terminal that keeps its name through ``unplug()`` and
    ``plug()``, as the links under /dev/serial/by-id do. Anybody may write tags to ``outside_port`` (a shell's
    ``echo TAG > /dev/pts/N`` will do); it is held open inside, so that it never hangs up, whoever comes and goes.
    Whole lines from both ends and from ``send()`` never mix. Use as a context manager, or ``open()`` and ``close()``.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()  # guards the service's end and keeps lines whole
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._service: tuple[int, int] | None = None  # controlling end, held end; none while unplugged
        self._outside: tuple[int, int] = (-1, -1)
        self._wake: tuple[int, int] = (-1, -1)
        self._copier: threading.Thread | None = None
        self.service_port = ""
        self.outside_port = ""

    def open(self) -> None:
        """Put the scanner on the table: both ports exist from here on."""
        self._folder = tempfile.TemporaryDirectory(prefix="uno-companion-scanner-")
        self.service_port = str(Path(self._folder.name) / "scanner")
        self._outside = _raw_terminal()
        self.outside_port = os.ttyname(self._outside[1])
        # The port is meant for every user of a simulated table; a real one is untouched by this.
        Path(self.outside_port).chmod(0o666)
        self._wake = os.pipe()
        self.plug()
        self._copier = threading.Thread(target=self._copy, name="simulated-scanner", daemon=True)
        self._copier.start()

    def close(self) -> None:
        """Take the scanner away. May be called twice."""
        if self._copier is None:
            return
        os.write(self._wake[1], b"x")
        self._copier.join()
        self._copier = None
        self.unplug()
        for fd in (*self._outside, *self._wake):
            os.close(fd)
        if self._folder is not None:
            self._folder.cleanup()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def plug(self, name: str = "") -> None:
        """Plug the cable in: the service's port is there again, under the same name or another one."""
        with self._lock:
            if self._service is None:
                if name:
                    self.service_port = str(Path(self.service_port).with_name(name))
                self._service = _raw_terminal()
                os.set_blocking(self._service[0], False)
                Path(self.service_port).symlink_to(os.ttyname(self._service[1]))

    def unplug(self) -> None:
        """Pull the cable: whoever reads the service's port gets an error, and the port is gone."""
        with self._lock:
            if self._service is not None:
                Path(self.service_port).unlink()
                for fd in self._service:
                    os.close(fd)
                self._service = None

    def send(self, text: str, end: bytes = b"\r") -> None:
        """Scan a tag: ``text`` and its end mark arrive at the service in one piece. Lost while unplugged."""
        self._write(text.encode() + end)

    def _write(self, data: bytes) -> None:
        with self._lock:
            deadline = time.monotonic() + _FULL_S
            while data and self._service is not None and (left_s := deadline - time.monotonic()) > 0:
                master = self._service[0]
                if select.select([], [master], [], left_s)[1]:
                    with contextlib.suppress(BlockingIOError):
                        data = data[os.write(master, data) :]

    def _copy(self) -> None:
        wake, outside = self._wake[0], self._outside[0]
        begun = b""
        while True:
            ready = select.select([wake, outside], [], [], _WHOLE_LINE_MS / 1000 if begun else None)[0]
            if wake in ready:
                return
            if outside in ready:
                begun += os.read(outside, _CHUNK)
                cut = 1 + max(begun.rfind(mark) for mark in _END_MARKS)
            else:
                cut = len(begun)  # the line stays unfinished: it is passed on as it is, as a cable would
            if len(begun) > _CHUNK:
                cut = len(begun)
            self._write(begun[:cut])
            begun = begun[cut:]


def _raw_terminal() -> tuple[int, int]:
    master, held = os.openpty()
    tty.setraw(held)  # no echo, no line editing; lasts because this end stays open
    return master, held
