"""The simulated scanner behaves as one on a cable."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge.simulator import serial_line
from firmware_bridge.simulator.serial_line import SerialLine


@pytest.fixture
def line() -> Iterator[SerialLine]:
    with SerialLine() as line:
        yield line


def service_end(line: SerialLine) -> serial.Serial:
    return serial.Serial(line.service_port, 9600, timeout=5, exclusive=True)


def test_a_tag_sent_arrives_as_it_was_sent(line: SerialLine) -> None:
    with service_end(line) as port:
        line.send("⠗⠛")
        assert port.read_until(b"\r") == "⠗⠛\r".encode()


def test_a_tag_written_from_outside_arrives_with_its_own_end_mark(line: SerialLine) -> None:
    with service_end(line) as port:
        Path(line.outside_port).write_bytes(b"r7\n\x02ab\x03\xff\x00\r\n")
        assert port.read(11) == b"r7\n\x02ab\x03\xff\x00\r\n"


def test_the_outside_may_come_and_go(line: SerialLine) -> None:
    with service_end(line) as port:
        for number in range(20):
            with Path(line.outside_port).open("wb", buffering=0) as outside:
                outside.write(b"tag%d\r" % number)
            assert port.read_until(b"\r") == b"tag%d\r" % number


def test_the_service_may_come_and_go(line: SerialLine) -> None:
    for _ in range(3):
        with service_end(line) as port:
            line.send("r7")
            assert port.read_until(b"\r") == b"r7\r"


def test_half_a_tag_passes_as_half_a_tag(line: SerialLine) -> None:
    with service_end(line) as port:
        Path(line.outside_port).write_bytes(b"r7")
        assert port.read(2) == b"r7"


def test_nothing_comes_back_to_the_outside(line: SerialLine) -> None:
    outside = os.open(line.outside_port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        with service_end(line) as port:
            os.write(outside, b"r7\r")
            assert port.read_until(b"\r") == b"r7\r"
        with pytest.raises(BlockingIOError):
            os.read(outside, 10)
    finally:
        os.close(outside)


def test_anybody_may_write_tags(line: SerialLine) -> None:
    assert Path(line.outside_port).stat().st_mode & 0o777 == 0o666


def test_lines_of_many_senders_never_mix(line: SerialLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_line, "_WHOLE_LINE_MS", 20_000)  # a busy machine may pause between two halves

    def play(sender: int) -> None:
        for number in range(40):
            line.send(f"{sender}-{number}-" + str(sender) * 30)

    def write_slowly() -> None:
        with Path(line.outside_port).open("wb", buffering=0) as outside:
            for number in range(20):
                outside.write(b"9-%d-" % number)
                outside.write(b"9" * 30 + b"\r")

    with service_end(line) as port:
        players = [threading.Thread(target=play, args=(sender,)) for sender in (1, 2)]
        players.append(threading.Thread(target=write_slowly))
        for player in players:
            player.start()
        lines = [port.read_until(b"\r").decode() for _ in range(100)]
        for player in players:
            player.join()
    expected = {f"{s}-{n}-" + str(s) * 30 + "\r" for s, count in ((1, 40), (2, 40), (9, 20)) for n in range(count)}
    assert set(lines) == expected


def test_pulling_the_cable_ends_the_read_and_the_port_is_gone(line: SerialLine) -> None:
    with service_end(line) as port:
        line.unplug()
        with pytest.raises(serial.SerialException):
            port.read(1)
    with pytest.raises(serial.SerialException):
        service_end(line)


def test_after_plugging_in_again_the_port_has_the_same_name_and_old_tags_are_lost(line: SerialLine) -> None:
    name = line.service_port
    line.unplug()
    line.send("lost")
    line.plug()
    assert line.service_port == name
    with service_end(line) as port:
        line.send("r7")
        assert port.read_until(b"\r") == b"r7\r"


def test_a_scanner_may_come_back_under_another_name(line: SerialLine) -> None:
    old = line.service_port
    line.unplug()
    line.plug("ttyACM7")
    assert not Path(old).exists()
    assert Path(line.service_port).name == "ttyACM7"
    with service_end(line) as port:
        line.send("r7")
        assert port.read_until(b"\r") == b"r7\r"


def test_a_scanner_nobody_listens_to_holds_nobody_up_for_long(line: SerialLine) -> None:
    start = time.monotonic()
    line.send("X" * 100_000)
    assert time.monotonic() - start < 2


def test_closing_twice_is_harmless_and_leaves_nothing_behind() -> None:
    line = SerialLine()
    line.open()
    service = Path(line.service_port)
    line.close()
    line.close()
    assert not service.parent.exists()
