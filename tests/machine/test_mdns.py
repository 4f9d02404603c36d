"""The name that is really registered: Avahi's answer, or none."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from companion.machine import mdns
from companion.machine.mdns import registered_name


def avahi(path: Path, answer: bytes) -> list[bytes]:
    """Answers one question on a socket of the file system; what was asked."""
    asked: list[bytes] = []
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen(1)

    def serve() -> None:
        with server, server.accept()[0] as line:
            asked.append(line.recv(200))
            line.sendall(answer)

    threading.Thread(target=serve, daemon=True).start()
    return asked


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (b"+ 4 0 uno-table.local\n", "uno-table.local"),
        (b"+ 4 0 uno-table-2.local\n", "uno-table-2.local"),  # A7-05: the name was taken, so Avahi chose another
        (b"+ 4 0 Uno-Table.local.\n", "uno-table.local"),
        (b"-15 Timeout reached\n", None),
        (b"+ 4 0 router.example\n", None),
        (b"\xff\xfe\n", None),
        (b"", None),
    ],
)
def test_the_name_is_the_one_that_the_network_knows(tmp_path: Path, answer: bytes, name: str | None) -> None:
    asked = avahi(tmp_path / "socket", answer)
    assert registered_name("192.168.1.5", str(tmp_path / "socket")) == name
    assert asked == [b"RESOLVE-ADDRESS 192.168.1.5\n"]


def test_without_avahi_there_is_no_name(tmp_path: Path) -> None:
    assert registered_name("192.168.1.5", str(tmp_path / "nobody")) is None


def test_an_avahi_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mdns, "_PATIENCE_S", 0.01)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
        silent.bind(str(tmp_path / "socket"))
        silent.listen(1)
        assert registered_name("192.168.1.5", str(tmp_path / "socket")) is None
