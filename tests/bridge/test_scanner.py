"""The scanner's thread on real serial lines: reads once each, survives what cables do, says why it is deaf."""

from __future__ import annotations

import errno
import grp
import logging
import os
import pwd
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import serial

from firmware_bridge import scanner
from firmware_bridge.keyboard_line import KeyboardLine
from firmware_bridge.reports import LineHint, LineState, Reader, ScannerChanged, ScannerHint, TagRead
from firmware_bridge.scanner import (
    LONGEST_PAUSE_S,
    PROOF_S,
    Line,
    ScannerReport,
    ScannerThread,
    pauses,
    why_absent,
    why_lost,
)
from firmware_bridge.simulator.serial_line import SerialLine
from tests.bridge.hand_clock import HandClock
from tests.bridge.typist import Typist, strokes

PATIENCE_S = 20.0


class Table:
    """Whoever sits behind the scanner: takes its reports one after the other."""

    def __init__(self) -> None:
        self._reports: queue.Queue[ScannerReport] = queue.Queue()
        self.deliver = self._reports.put

    def next(self) -> ScannerReport:
        return self._reports.get(timeout=PATIENCE_S)

    def next_text(self) -> str:
        report = self.next()
        assert isinstance(report, TagRead), report
        return report.text

    def next_change(self, state: LineState) -> ScannerChanged:
        report = self.next()
        assert isinstance(report, ScannerChanged), report
        assert report.state is state, report
        return report

    def all(self) -> list[ScannerReport]:
        """What has come and was not taken yet."""
        return [self._reports.get() for _ in range(self._reports.qsize())]

    def nothing_more(self) -> bool:
        return self._reports.empty()


@contextmanager
def listening(url: str, table: Table, window_ms: int = 1000) -> Iterator[ScannerThread]:
    thread = ScannerThread(url, 9600, window_ms, table.deliver)
    thread.start()
    try:
        yield thread
    finally:
        thread.close()


@pytest.fixture
def line() -> Iterator[SerialLine]:
    with SerialLine() as line:
        yield line


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "FIRST_PAUSE_S", 0.02)
    monkeypatch.setattr(scanner, "LONGEST_PAUSE_S", 0.1)
    monkeypatch.setattr(scanner, "PROOF_S", 0.05)


def test_each_scan_is_handed_over_once_with_its_time(line: SerialLine) -> None:
    table = Table()
    with listening(line.service_port, table) as thread:
        connected = table.next_change(LineState.CONNECTED)
        before_ns = time.monotonic_ns()
        for text in ("TC0A0011K", "⠗⠛", "r7"):
            line.send(text)
            report = table.next()
            assert isinstance(report, TagRead)
            assert (report.text, report.repeated) == (text, False)
            assert before_ns <= report.t_ns <= time.monotonic_ns()
        assert connected.port == line.service_port
        assert thread.health() == {
            "state": "connected",
            "port": line.service_port,
            "reads": 3,
            "dropped": 0,
            "message": "",
        }
    assert table.nothing_more()


def test_a_card_lying_on_the_reader_is_marked_as_repeated_and_counted_once(line: SerialLine) -> None:
    table = Table()
    with listening(line.service_port, table, window_ms=60_000) as thread:
        table.next_change(LineState.CONNECTED)
        for _ in range(3):
            line.send("r7")
        reports = [table.next() for _ in range(3)]
        assert [r.repeated for r in reports if isinstance(r, TagRead)] == [False, True, True]
        assert thread.reads == 1


def test_an_rfid_card_with_a_wrong_check_shows_in_the_health_and_is_not_handed_over(line: SerialLine) -> None:
    table = Table()
    with listening(line.service_port, table) as thread:
        table.next_change(LineState.CONNECTED)
        Path(line.outside_port).write_bytes(b"\x020F00CB1D2BF3\x03\x020F00CB1D2AF3\x03")
        assert table.next_text() == "0F00CB1D2A"
        assert thread.dropped == 1


def test_pulling_the_cable_is_said_once_and_plugging_in_brings_the_scanner_back(
    line: SerialLine, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner, "SILENCE_S", 20.0)
    tries: list[str] = []

    def count_and_open(port: str, baud: int) -> Line:
        tries.append(port)
        return open_line(port, baud)

    open_line = scanner.open_line
    monkeypatch.setattr(scanner, "open_line", count_and_open)
    caplog.set_level(logging.DEBUG, scanner.__name__)
    table = Table()
    with listening(line.service_port, table) as thread:
        for _ in range(2):
            table.next_change(LineState.CONNECTED)
            line.send("b8")
            assert table.next_text() == "b8"
            line.send("half a t", end=b"")
            line.unplug()
            assert "plug it in again" in table.next_change(LineState.LOST).message
            tries.clear()
            until(lambda: len(tries) >= 5)
            assert thread.state is LineState.LOST
            assert "plug it in" in str(thread.health()["message"])
            line.plug()
        table.next_change(LineState.CONNECTED)
        line.send("r7")
        assert table.next_text() == "r7"
    assert table.nothing_more()
    assert len(caplog.records) == 4  # for each outage: gone, and not there; however often it was tried


def test_a_scanner_that_is_not_there_yet_is_found_when_it_comes(line: SerialLine) -> None:
    line.unplug()
    table = Table()
    with listening(line.service_port, table) as thread:
        absent = table.next_change(LineState.ABSENT)
        assert "plug it in" in absent.message
        assert thread.state is LineState.ABSENT
        line.plug()
        table.next_change(LineState.CONNECTED)
        line.send("r7")
        assert table.next_text() == "r7"


def test_a_port_that_another_program_holds_is_said_to_be_shared(line: SerialLine) -> None:
    table = Table()
    with serial.Serial(line.service_port, exclusive=True), listening(line.service_port, table):
        message = table.next_change(LineState.ABSENT).message
    assert "in use by another program" in message
    assert f"fuser -v {line.service_port}" in message


def test_an_address_that_is_none_says_so_and_the_thread_lives(tmp_path: Path) -> None:
    for url in ("nonsense://x", "loop://?x=y", "socket://nowhere", ""):
        table = Table()
        with listening(url, table) as thread:
            assert table.next_change(LineState.ABSENT).message.count(url)
            assert thread.health()["state"] == "absent"
    file = tmp_path / "notes"
    file.touch()
    table = Table()
    with listening(str(file), table):
        assert "is no serial port" in table.next_change(LineState.ABSENT).message


def test_a_scanner_on_the_network_is_read_lost_and_found_again() -> None:
    table = Table()
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with listening(url, table):
            for _ in range(2):
                far_end, _address = server.accept()
                with far_end:
                    table.next_change(LineState.CONNECTED)
                    far_end.sendall(b"r7\r\n")
                    assert isinstance(table.next(), TagRead)
                table.next_change(LineState.LOST)


def test_a_read_that_broke_off_is_asked_for_again_and_only_the_next_one_speaks_of_end_marks(line: SerialLine) -> None:
    table = Table()
    with listening(line.service_port, table) as thread:
        table.next_change(LineState.CONNECTED)
        line.send("TXK10", end=b"")
        broke_off = table.next()
        assert isinstance(broke_off, ScannerHint)
        assert broke_off.hint is LineHint.BROKEN_OFF
        assert thread.health()["message"] == "", "one read is no lasting trouble"
        line.send("r7", end=b"")
        hint = table.next()
        assert isinstance(hint, ScannerHint)
        assert hint.hint is LineHint.NO_END_MARK
        assert "no end mark" in hint.message
        assert "cable" in hint.message
        assert thread.health()["message"] == hint.message
        line.send("b8")
        assert table.next_text() == "b8"
        assert thread.health()["message"] == ""


def test_half_reads_with_whole_ones_in_between_are_no_missing_end_marks(line: SerialLine) -> None:
    table, clock = Table(), HandClock()
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver, clock)
    thread.start()
    table.next_change(LineState.CONNECTED)
    for sent, end in (("TXK10", b""), ("TXK1\x07011J", b"\r")) * 3:
        line.send(sent, end=end)
        hint = table.next()
        assert isinstance(hint, ScannerHint)
        assert hint.hint is (LineHint.UNREADABLE if end else LineHint.BROKEN_OFF)
        clock.ms += round(1000 * scanner.QUIET_S)
    thread.close()


@pytest.mark.parametrize(
    ("sent", "end", "hints"),
    [
        (b"\xf3\x1c\x80", b"\r", {LineHint.UNREADABLE: 19, LineHint.WRONG_SPEED: 3}),
        (b"TCK&\xe0&&J", b"\r", {LineHint.UNREADABLE: 19, LineHint.WRONG_SPEED: 3}),
        (b"A" * 70, b"\r", {LineHint.TOO_LONG: 19, LineHint.WRONG_SPEED: 3}),
        (b"TXK10", b"", {LineHint.BROKEN_OFF: 1, LineHint.NO_END_MARK: 3}),
    ],
)
def test_whoever_tries_again_and_again_with_pauses_is_answered_each_time(
    line: SerialLine, sent: bytes, end: bytes, hints: dict[LineHint, int]
) -> None:
    table, clock = Table(), HandClock()
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver, clock)
    thread.start()
    table.next_change(LineState.CONNECTED)
    for hint, times in hints.items():
        for _ in range(times):
            Path(line.outside_port).write_bytes(sent + end)
            told = table.next()
            assert isinstance(told, ScannerHint)
            assert told.hint is hint
            clock.ms += round(1000 * scanner.QUIET_S)
    assert table.nothing_more()
    thread.close()


def test_noise_that_never_pauses_is_told_once_however_long_it_lasts(line: SerialLine) -> None:
    table, clock = Table(), HandClock()
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver, clock)
    thread.start()
    table.next_change(LineState.CONNECTED)
    for _ in range(60):
        lost = thread.dropped
        Path(line.outside_port).write_bytes(b"\xf3\x1c\x80\r")
        until(lambda lost=lost: thread.dropped > lost)  # type: ignore[misc]
        clock.ms += 500
    thread.close()
    told = [report.hint for report in table.all() if isinstance(report, ScannerHint)]
    assert told.count(LineHint.WRONG_SPEED) == 1
    assert told[-1] is LineHint.WRONG_SPEED


def test_twenty_unreadable_reads_in_a_row_bring_one_hint_about_the_speed(line: SerialLine) -> None:
    table = Table()
    with listening(line.service_port, table) as thread:
        table.next_change(LineState.CONNECTED)
        for _ in range(2):
            Path(line.outside_port).write_bytes(b"\xf3\x1c\x80\r" * 45)
            hint = table.next()
            if isinstance(hint, ScannerHint) and hint.hint is LineHint.UNREADABLE:  # the first of them
                hint = table.next()
            assert isinstance(hint, ScannerHint)
            assert hint.hint is LineHint.WRONG_SPEED
            assert "check the scanner's speed" in hint.message
            assert "9600" in hint.message
            assert thread.health()["message"] == hint.message
            line.send("TC0A0011K")
            assert isinstance(table.next(), TagRead)
        assert table.nothing_more()


@pytest.mark.parametrize(
    ("sent", "hint"),
    [
        (b"\xf3\x1c\x80\r", LineHint.UNREADABLE),
        (b"TXK1\x07011J\r", LineHint.UNREADABLE),
        (b"\x02" + b"0" * 10 + b"FF\x03", LineHint.UNREADABLE),  # an RFID tag's check is wrong
        (b"HTTPS://EXAMPLE.ORG/" + b"A" * 45 + b"\r", LineHint.TOO_LONG),
        (b"A" * 5000 + b"\r\n", LineHint.TOO_LONG),
        ("⠗".encode() * 65 + b"\n", LineHint.TOO_LONG),
    ],
)
def test_a_read_that_is_lost_is_told_once_until_another_time(line: SerialLine, sent: bytes, hint: LineHint) -> None:
    table, clock = Table(), HandClock()
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver, clock)
    thread.start()
    table.next_change(LineState.CONNECTED)
    outside = Path(line.outside_port)
    for _ in range(2):
        for good in ("TC0A0011K", "TC0A00121"):
            for _ in range(3):
                lost = thread.dropped
                outside.write_bytes(sent)
                until(lambda lost=lost: thread.dropped > lost)  # type: ignore[misc]
            line.send(good)
        told = [table.next() for _ in range(3)]
        assert [type(report) for report in told] == [ScannerHint, TagRead, TagRead]
        assert isinstance(told[0], ScannerHint)
        assert told[0].hint is hint
        assert thread.health()["message"] == ""
        clock.ms += round(1000 * scanner.QUIET_S)
    assert table.nothing_more()
    thread.close()


@pytest.mark.parametrize(
    "sent", [b"\xf3\x80", b"\xf3\x80\x02TXK10011J\x03", b"\xf3\r\nTXK10011J\r\n", b"\r\n\r\n", b"\x00\r"]
)
def test_noise_that_no_card_made_is_told_to_nobody(line: SerialLine, sent: bytes) -> None:
    table = Table()
    with listening(line.service_port, table):
        table.next_change(LineState.CONNECTED)
        Path(line.outside_port).write_bytes(sent)
        line.send("TXK10021A")
        while (report := table.next()) and isinstance(report, TagRead) and report.text != "TXK10021A":
            pass
        assert isinstance(report, TagRead), report


def test_a_line_that_opens_only_to_fail_is_one_outage_and_no_return(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    tries: list[str] = []

    class Failing:
        """Opens, and fails when it is read: another program reads too, or the cable has a loose contact."""

        timeout: float | None = None
        in_waiting = 0

        def read(self, _: int = 1, /) -> bytes:
            raise serial.SerialException("device reports readiness to read but returned no data")

        def close(self) -> None:
            pass

    def open_to_fail(port: str, _: int) -> Line:
        tries.append(port)
        return Failing()

    monkeypatch.setattr(scanner, "open_line", open_to_fail)
    with listening("/dev/null", table):
        table.next_change(LineState.CONNECTED)
        assert "another program" in table.next_change(LineState.LOST).message
        until(lambda: len(tries) >= 5)
    assert table.nothing_more()


def test_a_scan_does_not_set_the_port_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    asked: list[float | None] = []

    class Counting:
        """A line that brings one whole read after the other; pyserial sets a port up at each new time-out."""

        in_waiting = 0
        number = 0

        @property
        def timeout(self) -> float | None:
            return asked[-1] if asked else scanner.SILENCE_S

        @timeout.setter
        def timeout(self, wait_s: float | None) -> None:
            asked.append(wait_s)

        def read(self, _: int = 1, /) -> bytes:
            self.number += 1
            time.sleep(0.001)
            return f"TAG{self.number}\r".encode()

        def close(self) -> None:
            pass

    monkeypatch.setattr(scanner, "open_line", lambda *_: Counting())
    with listening("/dev/null", table):
        table.next_change(LineState.CONNECTED)
        assert [table.next_text() for _ in range(5)] == [f"TAG{number}" for number in range(1, 6)]
    assert asked == [scanner.REPORT_S]


def test_each_report_says_which_reader_it_comes_from(line: SerialLine) -> None:
    table = Table()
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver, reader=Reader.PRIVATE)
    thread.start()
    assert thread.tried.wait(PATIENCE_S)
    line.send("r7")
    line.send("b8", end=b"")
    reports = [table.next() for _ in range(3)]
    assert [type(report) for report in reports] == [ScannerChanged, TagRead, ScannerHint]
    assert {report.reader for report in reports} == {Reader.PRIVATE}
    thread.close()


def test_a_scanner_that_types_is_read_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "INPUTS", f"{tmp_path}/")
    monkeypatch.setattr(scanner, "KeyboardLine", partial(KeyboardLine, grab=lambda _: None))
    table = Table()
    with Typist(tmp_path / "event4") as typist, listening(f"evdev:{typist.path}", table) as thread:
        assert table.next_change(LineState.CONNECTED).port == str(typist.path)
        typist.types(strokes("TXK10011J"))
        assert table.next_text() == "TXK10011J"
        typist.types(strokes("TXK1"))
        assert table.next_text() == "TXK1"
        typist.types(strokes("half a t")[:200])
        typist.unplug()
        table.next_change(LineState.LOST)
        with Typist(tmp_path / "event4") as again:
            table.next_change(LineState.CONNECTED)
            again.types(strokes("r7"))
            assert table.next_text() == "r7"
        assert thread.reads == 3


def test_a_table_that_stumbles_over_a_report_does_not_stop_the_scanner(
    line: SerialLine, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()

    def stumble(report: ScannerReport) -> None:
        table.deliver(report)
        raise RuntimeError("the table fell over")

    thread = ScannerThread(line.service_port, 9600, 1000, stumble)
    thread.start()
    table.next_change(LineState.CONNECTED)
    for text in ("r7", "b8"):
        line.send(text)
        assert table.next_text() == text
    thread.close()
    assert len(caplog.records) == 1


@pytest.mark.parametrize("plugged", [True, False])
def test_closing_is_prompt_and_ends_the_thread(
    line: SerialLine, plugged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner, "SILENCE_S", 60.0)
    monkeypatch.setattr(scanner, "FIRST_PAUSE_S", 60.0)
    if not plugged:
        line.unplug()
    table = Table()
    others = set(threading.enumerate())
    thread = ScannerThread(line.service_port, 9600, 1000, table.deliver)
    thread.start()
    (listener,) = set(threading.enumerate()) - others
    table.next_change(LineState.CONNECTED if plugged else LineState.ABSENT)
    started = time.monotonic()
    thread.close()
    thread.close()
    assert time.monotonic() - started < 1.0
    assert not listener.is_alive()
    assert table.nothing_more()
    line.plug()
    serial.Serial(line.service_port, exclusive=True).close()


def test_closing_a_scanner_that_never_started_is_harmless() -> None:
    ScannerThread("/dev/nothing", 9600, 1000, lambda _report: None).close()


def test_the_tries_grow_rarer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "FIRST_PAUSE_S", 0.5)
    monkeypatch.setattr(scanner, "LONGEST_PAUSE_S", LONGEST_PAUSE_S)
    assert list(islice(pauses(), 6)) == [0.5, 1, 2, 4, 4, 4]


def test_a_scanner_that_is_back_is_found_within_ten_seconds() -> None:
    refused_s = 5.0  # pyserial's own limit for a network line that does not answer
    assert LONGEST_PAUSE_S + refused_s + PROOF_S < 10


def test_a_port_of_another_group_is_told_with_the_group_it_really_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    port.chmod(0o660)
    group = next(group for group in grp.getgrall() if group.gr_gid != 0)
    monkeypatch.setattr(Path, "stat", stat_with(port, st_gid=group.gr_gid))
    message = why_absent(str(port), serial.SerialException(errno.EACCES, "Permission denied"))
    user = pwd.getpwuid(os.geteuid()).pw_name
    assert f"belongs to the group {group.gr_name}, and {user} is not in it" in message
    assert f"`sudo usermod -aG {group.gr_name} {user}`" in message


def test_a_port_that_only_its_owner_may_open_is_not_blamed_on_the_group(tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    port.chmod(0o600)
    message = why_absent(str(port), PermissionError(errno.EACCES, "Permission denied"))
    assert "usermod" not in message
    assert "unplug the scanner" in message


def test_a_line_that_fails_while_plugged_in_points_at_other_programs(tmp_path: Path) -> None:
    assert "another program" in why_lost(str(tmp_path))
    assert "another program" not in why_lost(str(tmp_path / "gone"))
    assert "another program" not in why_lost("socket://127.0.0.1:1")


def stat_with(port: Path, st_gid: int) -> Callable[..., os.stat_result]:
    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        found = list(os.stat(path, follow_symlinks=follow_symlinks))  # noqa: PTH116
        if path == port:
            found[5] = st_gid
        return os.stat_result(found)

    return stat


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another thread is about to do."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)
