"""The addresses that phones on the same network reach this machine by, as they are at this moment.

Asked each time: Wi-Fi may come minutes after the start, and a router may give another address tomorrow.
"""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass

_ELSEWHERE = ("192.0.2.1", 9)  # a documentation address: asked for the way there, nothing is sent
_GET_FLAGS, _GET_ADDRESS = 0x8913, 0x8915  # SIOCGIFFLAGS and SIOCGIFADDR of Linux
_UP, _LOOPBACK, _RUNNING = 0x1, 0x8, 0x40
_REQUEST_BYTES = 40
_ADDRESS = slice(20, 24)
_NOT_FOR_PHONES = ("docker", "veth", "br-", "virbr", "tun", "tap", "wg", "tailscale", "zt")
_CABLE_THEN_WIFI = ("e", "w")


@dataclass(frozen=True, slots=True)
class Network:
    """IPv4 addresses, the likeliest first; empty without a network.

    ``way_out``: there is a router to elsewhere. Without one, as on a Wi-Fi that the machine makes itself, phones find
    no internet and would rather leave.
    """

    addresses: tuple[str, ...]
    way_out: bool


def look() -> Network:
    """The network as it is now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        found = [address for _, address in sorted(_by_interface(probe), key=lambda each: _rank(each[0]))]
        routed = _routed(probe)
    if routed is not None and (routed in found or not found):
        found = [routed, *found]
    return Network(tuple(dict.fromkeys(filter(_usable, found))), routed is not None)


def _routed(probe: socket.socket) -> str | None:
    """The address that this machine would use for going elsewhere; None where there is no way."""
    try:
        probe.connect(_ELSEWHERE)
    except OSError:
        return None
    return str(probe.getsockname()[0])


def _by_interface(probe: socket.socket) -> Iterator[tuple[str, str]]:
    for _, name in socket.if_nameindex():
        if name.startswith(_NOT_FOR_PHONES):
            continue
        asked = struct.pack(f"{_REQUEST_BYTES}s", name.encode())
        try:
            (flags,) = struct.unpack_from("H", fcntl.ioctl(probe, _GET_FLAGS, asked), 16)
            if flags & _UP and flags & _RUNNING and not flags & _LOOPBACK:
                yield name, socket.inet_ntoa(fcntl.ioctl(probe, _GET_ADDRESS, asked)[_ADDRESS])
        except OSError:
            continue  # it has no address, or has just gone


def _rank(interface: str) -> tuple[int, str]:
    first = interface[:1]
    return _CABLE_THEN_WIFI.index(first) if first in _CABLE_THEN_WIFI else len(_CABLE_THEN_WIFI), interface


def _usable(address: str) -> bool:
    """False for what no phone could reach: this machine's own, and what it gave itself because no router answered."""
    told = ipaddress.ip_address(address)
    return not (told.is_loopback or told.is_link_local or told.is_unspecified)
