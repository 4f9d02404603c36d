"""Where scans come from: a real scanner's port, a simulated scanner's line, or nowhere."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import Clock
from firmware_bridge.part_status import PartStatus
from firmware_bridge.reports import Report
from firmware_bridge.scanner import ScannerThread
from firmware_bridge.simulator.serial_line import SerialLine


class ScanSource:
    """The scanner that the settings name, read from now until :meth:`close`.

    ``status``: real, simulated or missing; a simulated scanner's message is the end to write tags to, which is
    ``line``.
    """

    def __init__(self, settings: BridgeSettings, report: Callable[[Report], None], clock: Clock) -> None:
        self.line: SerialLine | None = None
        self._thread: ScannerThread | None = None
        url = settings.scanner_url
        if url is not None:
            self.status = PartStatus("real", url)
        elif settings.simulate:
            self.line = SerialLine()
            self.line.open()
            url = self.line.service_port
            self.status = PartStatus("simulated", self.line.outside_port)
        else:
            self.status = PartStatus("missing", "no port is named; plug a scanner in and start with --scanner PORT.")
            return
        self._thread = ScannerThread(url, settings.scanner_baud, settings.repeat_window_ms, report, clock)
        self._thread.start()

    def health(self) -> dict[str, str | int]:
        """The scanner's part of ``/api/health``."""
        if self._thread is None:
            return absent(self.status)
        return self._thread.health()

    def close(self) -> None:
        """Nothing is read any more. May be called twice."""
        for part in (self._thread, self.line):
            if part is not None:
                part.close()
        self._thread = self.line = None


def absent(status: PartStatus) -> dict[str, str | int]:
    """The health of a scanner that is not there."""
    return {"state": "absent", "port": "", "reads": 0, "dropped": 0, "message": status.message}
