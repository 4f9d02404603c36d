"""What a scanner is called in the settings, and what can be said of a name without looking at what is plugged in."""

from __future__ import annotations

import re
from dataclasses import dataclass

AUTO = "auto"
NONE = "none"
SIMULATED = "simulated"
KEYBOARD = "evdev:"
_USB = "usb:"
#: Names that go by who came first: after a restart another device may have them.
_PASSING_NAME = re.compile(r"/dev/tty(ACM|USB|XRUSB)\d+|evdev:/dev/input/event\d+")
#: The URLs that pyserial opens, and those of them that name a machine and its port.
_SCHEMES = frozenset({"alt", "cp2110", "hwgrep", "loop", "rfc2217", "socket", "spy"})
_ON_THE_NETWORK = frozenset({"rfc2217", "socket"})
_NETWORK_PLACE = re.compile(r"[^/:@?#\s]+:\d+|\[[0-9A-Fa-f:.]+\]:\d+")
_HEX = "[0-9A-Fa-f]{4}"
_USB_NAME = re.compile(
    rf"usb:(?P<vid>{_HEX}):(?P<pid>{_HEX})(?::(?P<serial>[^@]+))?(?:@(?P<location>\d+-[\d.]+(?::\d+\.\d+)?))?"
)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a USB device says it is.

    ``serial`` is missing on cheap devices, and may be that of all their kind. ``location`` is the USB socket, such as
    ``1-1.2``, with ``:1.0`` behind it where one device has several ports.
    """

    vid: int
    pid: int
    serial: str | None = None
    location: str | None = None

    @property
    def make(self) -> tuple[int, int]:
        """The numbers that all of a make share."""
        return self.vid, self.pid

    @property
    def interface(self) -> str:
        """Which of the device's ports."""
        return (self.location or "").partition(":")[2]


@dataclass(frozen=True, slots=True)
class UsbName:
    """What a device is called in the settings: ``usb:VID:PID[:SERIAL][@SOCKET]``; what is left out may be any."""

    vid: int
    pid: int
    serial: str | None = None
    location: str | None = None

    @classmethod
    def read(cls, text: str) -> UsbName | None:
        """The name that was written, or None where it is none."""
        found = _USB_NAME.fullmatch(text)
        if found is None:
            return None
        return cls(int(found["vid"], 16), int(found["pid"], 16), found["serial"], found["location"])

    def __str__(self) -> str:
        serial = "" if self.serial is None else f":{self.serial}"
        return f"usb:{self.vid:04x}:{self.pid:04x}{serial}" + ("" if self.location is None else f"@{self.location}")

    def means(self, device: Identity) -> bool:
        """True for a device of this name."""
        fits = self.serial in {None, device.serial} and self.location in {None, device.location}
        return fits and (self.vid, self.pid) == device.make

    def overlaps(self, other: UsbName) -> bool:
        """True where one device may have both names."""
        parts = ((self.serial, other.serial), (self.location, other.location))
        alike = all(None in pair or pair[0] == pair[1] for pair in parts)
        return alike and (self.vid, self.pid) == (other.vid, other.pid)


def is_address(text: str) -> bool:
    """False for a name that can be none. What only opening it can show is not looked at.

    >>> [is_address(name) for name in ("socket://10.0.0.9:2001", "http://10.0.0.9", "socket://", "ttyACM0")]
    [True, False, False, False]
    """
    if text in {"", AUTO, NONE, SIMULATED}:
        return True
    if text.startswith(KEYBOARD):
        return text != KEYBOARD
    if text.startswith(_USB):
        return UsbName.read(text) is not None
    scheme, is_url, rest = text.partition("://")
    if is_url:
        return scheme in _SCHEMES and (scheme not in _ON_THE_NETWORK or _NETWORK_PLACE.match(rest) is not None)
    return text.startswith("/")


def is_auto(address: str) -> bool:
    """True where no scanner is named: then it is the only one that is plugged in."""
    return address in {"", AUTO}


def is_simulated(address: str, *, simulate: bool) -> bool:
    """True for a reader that is a pseudo-terminal: one that is called so, or none named at a simulated table."""
    return address == SIMULATED or (simulate and is_auto(address))


def is_lasting(address: str) -> bool:
    """True for a name that means the same scanner after every restart, whatever else is plugged in."""
    return not is_auto(address) and _PASSING_NAME.fullmatch(address) is None


def may_be_one(address: str, other: str) -> bool:
    """True where two names may mean one scanner."""
    ours, theirs = UsbName.read(address), UsbName.read(other)
    return address == other if ours is None or theirs is None else ours.overlaps(theirs)
