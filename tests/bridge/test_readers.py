"""The table's scanner and one player's private reader: what one reads is never taken for what the other does."""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import MONOTONIC
from firmware_bridge.plugged import Plugged
from firmware_bridge.reports import LineState, Reader, Report, ScannerChanged, TagRead
from firmware_bridge.scan_source import Readers, mistakable
from firmware_bridge.scanner_address import Identity
from firmware_bridge.scanner_place import Devices
from firmware_bridge.simulator.serial_line import SerialLine
from tests.bridge.conftest import Bench

PATIENCE_S = 10.0
LASTING = "usb:1a86:7523@1-1.1"


def settings(folder: Path, *, simulate: bool = False, **scanner: str) -> BridgeSettings:
    return replace(BridgeSettings(folder, simulate=simulate), **scanner)  # type: ignore[arg-type]


@contextmanager
def opened(settings: BridgeSettings, *plugged: Plugged) -> Iterator[tuple[Readers, queue.Queue[Report]]]:
    reports: queue.Queue[Report] = queue.Queue()
    readers = Readers(settings, reports.put, MONOTONIC, Devices(lambda: plugged, list))
    try:
        yield readers, reports
    finally:
        readers.close()


def a_scanner(line: SerialLine, name: str = "Bar Code Scanner", location: str = "1-1.1") -> Plugged:
    return Plugged(os.path.realpath(line.service_port), Identity(0x1A86, 0x7523, None, location), name)


def test_each_of_two_readers_says_which_it_is(tmp_path: Path) -> None:
    chosen = settings(tmp_path, scanner_url="usb:1a86:7523@1-1.1", private_url="usb:1a86:7523@1-1.2")
    with SerialLine() as table, SerialLine() as private:
        plugged = a_scanner(table), a_scanner(private, location="1-1.2")
        with opened(chosen, *plugged) as (readers, reports):
            came = [reports.get(timeout=PATIENCE_S) for _ in range(2)]
            assert {report.reader for report in came if isinstance(report, ScannerChanged)} == set(Reader)
            for line, reader in ((private, Reader.PRIVATE), (table, Reader.TABLE)):
                line.send("r7")
                read = reports.get(timeout=PATIENCE_S)
                assert isinstance(read, TagRead)
                assert (read.text, read.reader) == ("r7", reader)
            health = readers.health()
            assert (health["state"], health["reads"], health["port"]) == ("connected", 1, plugged[0].port)
            assert (health["private"]["reads"], health["private"]["port"]) == (1, plugged[1].port)
            private.unplug()
            lost = reports.get(timeout=PATIENCE_S)
            assert isinstance(lost, ScannerChanged)
            assert (lost.state, lost.reader) == (LineState.LOST, Reader.PRIVATE)
            assert readers.health()["state"] == "connected"


@pytest.mark.parametrize(
    ("table", "private"),
    [
        ("", LASTING),
        ("auto", LASTING),
        (LASTING, "auto"),
        ("/dev/ttyACM0", LASTING),
        (LASTING, "/dev/ttyUSB1"),
        (LASTING, "evdev:/dev/input/event3"),
        (LASTING, LASTING),
        ("usb:1a86:7523", LASTING),
        ("/dev/serial/by-id/usb-X", "/dev/serial/by-id/usb-X"),
    ],
)
def test_readers_that_may_be_taken_for_each_other_both_stay_closed_and_say_why(
    tmp_path: Path, table: str, private: str
) -> None:
    with SerialLine() as line:
        chosen = settings(tmp_path, scanner_url=table, private_url=private)
        with opened(chosen, a_scanner(line)) as (readers, reports):
            assert readers.private is not None
            for source in (readers.table, readers.private):
                assert source.status.mode == "missing"
                assert "scanner.private_url" in source.status.message
            assert readers.health()["message"] == readers.table.status.message
            assert readers.health()["private"]["state"] == "absent"
        assert reports.empty()


@pytest.mark.parametrize(
    ("table", "private"),
    [
        (LASTING, "usb:1a86:7523@1-1.2"),
        (LASTING, "evdev:Scanner"),
        ("socket://h:1", LASTING),
        ("none", "auto"),
        ("auto", "none"),
        ("/dev/ttyACM0", ""),
    ],
)
def test_readers_that_can_be_told_apart_are_opened(tmp_path: Path, table: str, private: str) -> None:
    assert not mistakable(table, private, simulate=False)


@pytest.mark.parametrize(
    ("table", "private"),
    [("", "simulated"), ("auto", "auto"), ("/dev/ttyACM0", "auto"), ("simulated", "usb:1a86:7523")],
)
def test_a_simulated_reader_is_never_taken_for_a_real_one(tmp_path: Path, table: str, private: str) -> None:
    assert not mistakable(table, private, simulate=True)


def test_without_a_name_the_only_scanner_is_read_at_a_real_table(tmp_path: Path) -> None:
    with SerialLine() as line, opened(settings(tmp_path), a_scanner(line)) as (readers, _):
        assert readers.table.status.mode == "real"
        assert readers.table.status.message == a_scanner(line).port
        assert readers.private is None
        assert "private" not in readers.health()


@pytest.mark.parametrize("name", ["", "auto", "simulated"])
def test_a_simulated_table_looks_for_no_real_scanner_unless_one_is_named(tmp_path: Path, name: str) -> None:
    chosen = settings(tmp_path, simulate=True, scanner_url=name, private_url=name)
    with SerialLine() as line, opened(chosen, a_scanner(line)) as (readers, _):
        sources = [readers.table] if readers.private is None else [readers.table, readers.private]
        assert len(sources) == (2 if name else 1)
        assert [source.status.mode for source in sources] == ["simulated"] * len(sources)
    named = settings(tmp_path, simulate=True, scanner_url=LASTING)
    with SerialLine() as line, opened(named, a_scanner(line)) as (readers, _):
        assert readers.table.status.mode == "real"


def test_a_scanner_that_is_not_there_at_the_start_is_told_as_missing_with_what_to_do(tmp_path: Path) -> None:
    with opened(settings(tmp_path)) as (readers, _):
        assert readers.table.status.mode == "missing"
        assert "No scanner is plugged in" in readers.table.status.message
        assert readers.health()["message"] == readers.table.status.message


def test_a_table_may_do_without_a_scanner(tmp_path: Path) -> None:
    with SerialLine() as line, opened(settings(tmp_path, scanner_url="none"), a_scanner(line)) as (readers, reports):
        assert readers.table.status.mode == "missing"
        assert "scanner.url is none" in readers.table.status.message
        assert readers.health()["state"] == "absent"
        assert reports.empty()


def test_a_simulated_reader_needs_a_simulated_table(tmp_path: Path) -> None:
    with opened(settings(tmp_path, scanner_url="simulated")) as (readers, _):
        assert "--simulate" in readers.table.status.message


@pytest.mark.parametrize("name", ["auto", "simulated"])
def test_a_simulated_table_has_a_private_reader_when_asked(lay_bench: Callable[..., Bench], name: str) -> None:
    bench = lay_bench(speed=5.0, scanner_url=name, private_url=name)
    assert bench.bridge.private_line is not None
    assert bench.bridge.scan_line is not None
    status = bench.bridge.private_status
    assert status is not None
    assert (status.mode, status.message) == ("simulated", bench.bridge.private_line.outside_port)
    bench.wait(lambda: bench.bridge.scanner_health()["private"]["state"] == "connected")
    Path(bench.bridge.private_line.outside_port).write_bytes(b"r7\r")
    read = bench.next(TagRead)
    assert (read.text, read.reader) == ("r7", Reader.PRIVATE)
    bench.bridge.scan_line.send("b8")
    assert bench.next(TagRead).reader is Reader.TABLE
    bench.bridge.change(replace(bench.settings, private_url=None))
    assert "private" not in bench.bridge.scanner_health()


def test_what_the_private_reader_read_is_in_no_log(
    lay_bench: Callable[..., Bench], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    bench = lay_bench(speed=5.0, private_url="simulated")
    bench.wait(lambda: bench.bridge.scanner_health()["private"]["state"] == "connected")
    assert bench.bridge.private_line is not None
    bench.bridge.private_line.send("TXK10011J")
    bench.next(TagRead)
    bench.close_loop()  # the service is ending, and its reader still reads
    bench.bridge.private_line.send("TXK10022J")
    bench.wait(lambda: "nobody hears ['TagRead']" in caplog.text)
    assert "TXK1" not in caplog.text
