"""Where a request comes from."""

from __future__ import annotations

import ipaddress


def is_loopback(address: str) -> bool:
    """True for an address of this machine itself.

    >>> [is_loopback(address) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.4", "")]
    [True, True, True, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped.is_loopback
    return found.is_loopback
