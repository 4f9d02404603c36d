"""Where phones find the page: the machine's address on the local network."""

from __future__ import annotations

import ipaddress
import socket

_ELSEWHERE = ("192.0.2.1", 9)  # a documentation address: asked for the way there, nothing is sent
_EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - recognised, not bound


def lan_address(host: str) -> str:
    """The address others reach a server by that listens on ``host``; loopback when there is no network."""
    if host not in _EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def page_url(host: str, port: int) -> str:
    """The page's URL."""
    name = lan_address(host)
    try:
        bracketed = f"[{name}]" if ipaddress.ip_address(name).version == 6 else name  # noqa: PLR2004 - IPv6
    except ValueError:
        bracketed = name
    return f"http://{bracketed}:{port}/"
