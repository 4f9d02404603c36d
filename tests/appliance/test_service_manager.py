"""What systemd is told, by the letters of its protocol; and nothing where nobody listens."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.live.service_manager import ServiceManager
from tests.appliance.manager import Manager


def test_each_state_is_told_in_the_words_of_the_protocol(tmp_path: Path) -> None:
    with Manager(tmp_path) as systemd:
        table = ServiceManager(systemd.environ)
        table.ready("the table's page is http://192.168.1.5:8080/")
        table.alive()
        table.status("no sign of life from the pins")
        table.stopping()
        assert [systemd.told(1) for _ in range(4)] == [
            "READY=1\nSTATUS=the table's page is http://192.168.1.5:8080/",
            "WATCHDOG=1",
            "STATUS=no sign of life from the pins",
            "STOPPING=1",
        ]


def test_a_socket_without_a_file_is_told_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract:
        abstract.bind("\0uno-companion-test")
        abstract.settimeout(1)
        ServiceManager({"NOTIFY_SOCKET": "@uno-companion-test"}).alive()
        assert abstract.recv(100) == b"WATCHDOG=1"


def test_nobody_is_told_anything_where_nobody_asked() -> None:
    table = ServiceManager({"WATCHDOG_USEC": "10000000"})
    table.ready("here")
    table.alive()
    assert table.ping_s is None


def test_a_manager_that_has_gone_does_not_end_the_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    table.alive()
    assert "systemd cannot be told WATCHDOG=1" in caplog.text


@pytest.mark.parametrize(
    ("environ", "ping_s"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10 / 3),
        ({"WATCHDOG_USEC": "90000"}, 0.03),  # a short limit has a short pause, whatever it is (A7-06)
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10 / 3),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_pause_between_two_pings_is_a_third_of_what_systemd_waits(
    environ: dict[str, str], ping_s: float | None
) -> None:
    assert ServiceManager({"NOTIFY_SOCKET": "@nobody"} | environ).ping_s == (
        None if ping_s is None else pytest.approx(ping_s)
    )
