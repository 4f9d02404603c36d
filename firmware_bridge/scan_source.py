"""Where scans come from: a real reader's port, a simulated reader's line, or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import Clock
from firmware_bridge.part_status import PartStatus
from firmware_bridge.reports import LineState, Reader, Report
from firmware_bridge.scanner import ScannerThread
from firmware_bridge.scanner_address import AUTO, NONE, is_lasting, is_simulated, may_be_one
from firmware_bridge.scanner_place import Devices
from firmware_bridge.simulator.serial_line import SerialLine

_FIRST_TRY_S = 1.0  # a port on a cable is open or refused by then; one on the network may take longer


class ScanSource:
    """One reader, as the settings name it, read from now until :meth:`close`.

    ``line`` is the line of a simulated one. ``refused``: why it must stay closed, or nothing.
    """

    def __init__(
        self,
        reader: Reader,
        settings: BridgeSettings,
        report: Callable[[Report], None],
        *,
        clock: Clock,
        devices: Devices,
        refused: str,
    ) -> None:
        self.line: SerialLine | None = None
        self._thread: ScannerThread | None = None
        self._closed_because = refused
        chosen = settings.readers[reader]
        url = chosen.url
        if refused or url == NONE:
            self._closed_because = refused or "scanner.url is none, so that no scanner is looked for."
            return
        if is_simulated(url, simulate=settings.simulate):
            if not settings.simulate:
                self._closed_because = "A simulated reader needs a simulated table: start with --simulate."
                return
            self.line = SerialLine()
            self.line.open()
            url = self.line.service_port
        self._thread = ScannerThread(
            url or AUTO, chosen.baud, settings.repeat_window_ms, report, clock, reader=reader, devices=devices
        )
        self._thread.start()
        if self.line is None:
            self._thread.tried.wait(_FIRST_TRY_S)

    @property
    def status(self) -> PartStatus:
        """Real, simulated or missing; a simulated reader's message is the end to write tags to."""
        if self._thread is None:
            return PartStatus("missing", self._closed_because)
        if self.line is not None:
            return PartStatus("simulated", self.line.outside_port)
        health = self._thread.health()
        if health["state"] == LineState.CONNECTED or not health["message"]:
            return PartStatus("real", str(health["port"]))
        return PartStatus("missing", str(health["message"]))

    def health(self) -> dict[str, Any]:
        """How it stands, for ``/api/health``."""
        return absent(self.status) if self._thread is None else self._thread.health()

    @property
    def reported_ns(self) -> int | None:
        """When the thread that reads last showed that it works; None without one."""
        return None if (thread := self._thread) is None else thread.reported_ns

    def close(self) -> None:
        """Nothing is read any more. May be called twice."""
        for part in (self._thread, self.line):
            if part is not None:
                part.close()
        self._thread = self.line = None
        self._closed_because = "The reader is closed."


class Readers:
    """The table's scanner, and one player's private reader where the settings have one.

    What the private one reads is for that player alone: so it is opened first, and where the two might be taken for
    each other, now or after a restart, neither is opened.
    """

    def __init__(
        self,
        settings: BridgeSettings,
        report: Callable[[Report], None],
        clock: Clock,
        devices: Devices = Devices(),  # noqa: B008 - frozen
    ) -> None:
        urls = [settings.readers[reader].url for reader in (Reader.TABLE, Reader.PRIVATE)]
        common: dict[str, Any] = {
            "clock": clock,
            "devices": devices,
            "refused": mistakable(*urls, simulate=settings.simulate),
        }
        asked = settings.readers[Reader.PRIVATE].url not in {"", NONE}
        self.private = ScanSource(Reader.PRIVATE, settings, report, **common) if asked else None
        self.table = ScanSource(Reader.TABLE, settings, report, **common)

    def health(self) -> dict[str, Any]:
        """The scanner's part of ``/api/health``, with that of the private reader where there is one."""
        private = {} if self.private is None else {"private": self.private.health()}
        return {**self.table.health(), **private}

    @property
    def reported_ns(self) -> int | None:
        """When the slower of the readers' threads last showed that it works; None where none reads."""
        sources = [source for source in (self.table, self.private) if source is not None]
        return min((ns for source in sources if (ns := source.reported_ns) is not None), default=None)

    def close(self) -> None:
        """Nothing is read any more. May be called twice."""
        for source in (self.table, self.private):
            if source is not None:
                source.close()


def mistakable(table: str, private: str, *, simulate: bool) -> str:
    """Why the two readers, by their names, might be taken for each other, with what to do about it; or nothing."""
    urls = (table, private)
    real = [url for url in urls if url != NONE and not is_simulated(url, simulate=simulate)]
    if not private or len(real) < len(urls):
        return ""
    if passing := [url or AUTO for url in real if not is_lasting(url)]:
        return (
            f"With a private reader, {' and '.join(passing)} may be the wrong one after a restart: set scanner.url"
            " and scanner.private_url to names that last, such as usb:VID:PID:SERIAL or /dev/serial/by-id/…."
        )
    if may_be_one(*real):
        return (
            f"scanner.url {real[0]} and scanner.private_url {real[1]} may be one reader: tell them apart by :SERIAL"
            " or @SOCKET."
        )
    return ""


def absent(status: PartStatus) -> dict[str, Any]:
    """The health of a reader that is not there."""
    return {"state": "absent", "port": "", "reads": 0, "dropped": 0, "message": status.message}
