"""Which addresses phones could come by, and what is none of theirs."""

from __future__ import annotations

import fcntl
import socket
import struct
from typing import Any

import pytest

from companion.machine import network
from companion.machine.network import Network, look

UP_AND_RUNNING, LOOPBACK, CABLE_OUT = 0x41, 0x49, 0x1


class Wires:
    """Interfaces by name, with flags and address as the kernel tells them; ``router``: the way elsewhere."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, router: str | None, **interfaces: tuple[int, str | None]
    ) -> None:
        self._interfaces = interfaces
        monkeypatch.setattr(socket, "if_nameindex", lambda: list(enumerate(interfaces, 1)))
        monkeypatch.setattr(fcntl, "ioctl", self._ioctl)
        monkeypatch.setattr(network, "_routed", lambda _: router)

    def _ioctl(self, _: Any, request: int, asked: bytes) -> bytes:
        flags, address = self._interfaces[asked[:16].rstrip(b"\0").decode()]
        if request == 0x8913:
            return struct.pack("16sH22x", asked[:16], flags)
        if address is None:
            raise OSError(99, "no address")
        return asked[:20] + socket.inet_aton(address) + bytes(16)


def test_cable_comes_before_wifi_and_what_leads_elsewhere_before_both(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = {"wlan0": (UP_AND_RUNNING, "10.0.0.7"), "eth0": (UP_AND_RUNNING, "192.168.1.5")}
    Wires(monkeypatch, None, **wires)
    assert look() == Network(("192.168.1.5", "10.0.0.7"), way_out=False)
    Wires(monkeypatch, "10.0.0.7", **wires)
    assert look() == Network(("10.0.0.7", "192.168.1.5"), way_out=True)


def test_what_no_phone_could_reach_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    Wires(
        monkeypatch,
        None,
        lo=(LOOPBACK, "127.0.0.1"),
        eth0=(UP_AND_RUNNING, "169.254.3.4"),
        eth1=(CABLE_OUT, "192.168.9.9"),
        docker0=(UP_AND_RUNNING, "172.17.0.1"),
        wlan0=(UP_AND_RUNNING, None),
    )
    assert look() == Network((), way_out=False)


def test_the_way_of_a_tunnel_is_not_the_tables_address(monkeypatch: pytest.MonkeyPatch) -> None:
    Wires(monkeypatch, "10.8.0.2", tun0=(UP_AND_RUNNING, "10.8.0.2"), eth0=(UP_AND_RUNNING, "192.168.1.5"))
    assert look().addresses == ("192.168.1.5",)


def test_where_interfaces_do_not_answer_the_way_elsewhere_tells_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    Wires(monkeypatch, "192.168.1.5", en0=(UP_AND_RUNNING, None))
    assert look().addresses == ("192.168.1.5",)


def test_this_machine_is_looked_at_without_any_right() -> None:
    assert all(not address.startswith("127.") for address in look().addresses)
