"""Where phones find the page: by number on the local network, and by the name that is registered there."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.machine import network
from companion.machine.mdns import registered_name
from companion.machine.network import Network

_EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - recognised, not bound
_HERE = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where the page is now. ``url`` is by number, which every phone understands, ``further`` by other numbers.

    ``named`` is by name, where one is registered. ``reachable``: other machines can come. ``way_out``: phones find
    the internet on that network, so they stay on it by themselves.
    """

    url: str
    further: tuple[str, ...] = ()
    named: str | None = None
    reachable: bool = True
    way_out: bool = True


class Whereabouts:
    """The page's address at this moment; only the registered name is remembered, since asking for it may wait."""

    def __init__(
        self,
        host: str,
        port: int,
        look: Callable[[], Network] = network.look,
        ask: Callable[[str], str | None] = registered_name,
    ) -> None:
        self._host = host
        self._port = port
        self._look = look
        self._ask = ask
        self.name: str | None = None

    def now(self) -> PageAddress:
        """Where the page is."""
        if self._host not in _EVERYWHERE:
            return PageAddress(page_url(self._host, self._port))
        found = self._look()
        first, *further = (page_url(address, self._port) for address in found.addresses or (_HERE,))
        named = page_url(self.name, self._port) if self.name is not None and found.addresses else None
        return PageAddress(first, tuple(further), named, bool(found.addresses), found.way_out or not found.addresses)

    def ask_name(self) -> None:
        """Asks under which name the machine is registered; waits a second at most."""
        addresses = self._look().addresses if self._host in _EVERYWHERE else ()
        self.name = self._ask(addresses[0]) if addresses else None


def page_url(host: str, port: int) -> str:
    """The page's URL at an address or name.

    >>> page_url("192.168.1.5", 8080), page_url("fd00::5", 80), page_url("table.local", 80)
    ('http://192.168.1.5:8080/', 'http://[fd00::5]/', 'http://table.local/')
    """
    with suppress(ValueError):  # a name
        host = f"[{host}]" if ipaddress.ip_address(host).version == 6 else host  # noqa: PLR2004 - IPv6
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"  # noqa: PLR2004 - what browsers take anyway
