"""The scanner's cable comes out in the middle of a tag, and goes in again under another name, again and again."""

from __future__ import annotations

import os
import queue
import random
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

import pytest

from firmware_bridge import scanner
from firmware_bridge.plugged import Plugged
from firmware_bridge.reports import LineState, ScannerChanged, TagRead
from firmware_bridge.scanner import ScannerReport, ScannerThread
from firmware_bridge.scanner_address import Identity
from firmware_bridge.scanner_place import Devices
from firmware_bridge.simulator.serial_line import SerialLine

TIMES = 50
PATIENCE_S = 20.0
SCANNER = Identity(0x05E0, 0x1701, "S123", "1-1.2")
OTHER = Plugged("/dev/ttyACM99", Identity(0x2341, 0x0043), "Arduino Uno")


class Desk:
    """A simulated scanner that is known by its USB identity, and gets another port whenever it is plugged in."""

    def __init__(self, line: SerialLine) -> None:
        self.line = line
        self._spare: tuple[int, int] | None = None
        self.plugged = True

    def serial(self) -> list[Plugged]:
        port = os.path.realpath(self.line.service_port)
        return [OTHER, Plugged(port, SCANNER, "Symbol Bar Code Scanner")] if self.plugged else [OTHER]

    def unplug(self) -> None:
        self.plugged = False
        self.line.unplug()

    def plug(self, name: str) -> None:
        taken = os.openpty()  # whatever number was free just now is taken: the port gets another
        self.free()
        self._spare = taken
        self.line.plug(name)
        self.plugged = True

    def free(self) -> None:
        for number in self._spare or ():
            os.close(number)
        self._spare = None


@contextmanager
def desk() -> Iterator[Desk]:
    with SerialLine() as line:
        desk = Desk(line)
        try:
            yield desk
        finally:
            desk.free()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(scanner, "LONGEST_PAUSE_S", 0.05)
    monkeypatch.setattr(scanner, "PROOF_S", 0.01)
    monkeypatch.setattr(scanner, "SILENCE_S", PATIENCE_S)  # on a busy machine half a tag may lie there for a while


@pytest.mark.parametrize("address", ["auto", "usb:05e0:1701", "usb:05e0:1701:S123", "path"])
def test_fifty_times_unplugged_in_mid_tag_no_read_is_invented_none_lost_and_each_loss_and_return_told_once(
    address: str,
) -> None:
    chance = random.Random(5)
    reports: queue.Queue[ScannerReport] = queue.Queue()
    heard: list[ScannerReport] = []
    ports = set()

    def hear() -> ScannerReport:
        heard.append(reports.get(timeout=PATIENCE_S))
        return heard[-1]

    with desk() as at:
        url = os.path.realpath(at.line.service_port) if address == "path" else address
        thread = ScannerThread(url, 9600, 0, reports.put, devices=Devices(at.serial, list))
        thread.start()
        came = hear()
        for time in range(TIMES):
            assert isinstance(came, ScannerChanged)
            assert came.state is LineState.CONNECTED
            ports.add(came.port)
            tag = f"TXK1{time:03}1J"
            at.line.send(tag)
            read = hear()
            assert isinstance(read, TagRead)
            assert read.text == tag
            at.line.send(tag[: chance.randrange(1, len(tag))], end=b"")
            while time % 2 and not thread._framer.pending:
                sleep(0.001)  # every other time it has surely arrived; else it may still be under way
            at.unplug()
            gone = hear()
            assert isinstance(gone, ScannerChanged)
            assert gone.state is LineState.LOST
            at.plug(f"ttyACM{1 + time % 7}")
            came = hear()
        at.line.send("r7")
        assert isinstance(hear(), TagRead)
        thread.close()
    assert reports.empty()
    assert len(heard) == 3 * TIMES + 2
    assert len(ports) > 1
    assert thread.reads == TIMES + 1
