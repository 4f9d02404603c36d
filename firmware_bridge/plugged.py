"""What is plugged in: serial devices and keyboards by who they are, whatever name their port got this time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from firmware_bridge.scanner_address import Identity, UsbName

_INPUTS = Path("/sys/class/input")
_TYPING_KEYS = (2, 28, 30)  # 1, Enter and A: with these it can type a tag; the lid switch has keys too

#: Makers of scanners by their USB number.
_SCANNER_MAKERS = frozenset({0x05E0, 0x0C2E, 0x0536, 0x05F9, 0x1EAB, 0x065A, 0x11FA, 0x2DD6, 0x1FBB})
_SCANNER_WORDS = re.compile(r"scan|bar ?code|rfid|imager|symbol\b|honeywell|datalogic|newland", re.IGNORECASE)
#: Makers of what is surely no scanner: Arduino (two numbers), Raspberry Pi, Adafruit, Espressif.
_OTHER_MAKERS = frozenset({0x2341, 0x2A03, 0x2E8A, 0x239A, 0x303A})
_OTHER_WORDS = re.compile(r"arduino|modem|gps|gnss|zig-?bee|z-?wave|printer|\blte\b|mobile", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Plugged:
    """A device that is plugged in; ``name`` is what it calls itself."""

    port: str
    identity: Identity
    name: str

    @property
    def says_scanner(self) -> bool:
        """It calls itself a scanner, or comes from somebody who makes nothing else."""
        return self.identity.vid in _SCANNER_MAKERS or _SCANNER_WORDS.search(self.name) is not None

    @property
    def may_be_scanner(self) -> bool:
        """Nothing speaks against it: behind many a plain serial converter sits a scanner."""
        return self.says_scanner or not (
            self.identity.vid in _OTHER_MAKERS or _OTHER_WORDS.search(self.name) is not None
        )


def serial_devices() -> list[Plugged]:
    """The USB devices with a serial port. The ports of the board itself are none: one may be its console."""
    return [
        Plugged(
            found.device,
            Identity(found.vid, found.pid or 0, found.serial_number or None, found.location or None),
            " ".join(filter(None, (found.manufacturer, found.product))) or "a device without a name",
        )
        for found in sorted(list_ports.comports())
        if found.vid is not None
    ]


def keyboards(inputs: Path = _INPUTS) -> list[Plugged]:
    """What can type a tag: keyboards, and scanners that behave as one."""
    found = (_keyboard(folder) for folder in sorted(inputs.glob("event*"), key=lambda path: int(path.name[5:])))
    return [keyboard for keyboard in found if keyboard is not None]


def _keyboard(folder: Path) -> Plugged | None:
    device = folder / "device"
    try:
        words = (device / "capabilities" / "key").read_text().split()  # 64 keys each, the last ones first
        keys = sum(int(word, 16) << (64 * place) for place, word in enumerate(reversed(words)))
        if not all(keys >> key & 1 for key in _TYPING_KEYS):
            return None
        vid, pid = (int((device / "id" / part).read_text(), 16) for part in ("vendor", "product"))
        name, serial, place = ((device / part).read_text().strip() for part in ("name", "uniq", "phys"))
    except (OSError, ValueError):  # unplugged while we looked
        return None
    return Plugged(f"/dev/input/{folder.name}", Identity(vid, pid, serial or None, place or None), name)


def the_same(known: Identity, plugged: Iterable[Plugged]) -> Plugged | None:
    """The device that was there before, under whatever name; None where it is not there, or two could be it.

    The socket decides between two of a kind. In another socket it is known by its serial number, and without one by
    being the only one of its kind.
    """
    kin = [found for found in plugged if (found.identity.make, found.identity.serial) == (known.make, known.serial)]
    here = [found for found in kin if found.identity.location == known.location]
    elsewhere = [found for found in kin if found.identity.interface == known.interface]
    return next((alone[0] for alone in (here, elsewhere) if len(alone) == 1), None)


def only_scanner(plugged: Sequence[Plugged]) -> Plugged | None:
    """The one that is surely the scanner: the only one that says so, else the only one that may be; or None."""
    for likely in ([x for x in plugged if x.says_scanner], [x for x in plugged if x.may_be_scanner]):
        if likely:
            return likely[0] if len(likely) == 1 else None
    return None


def usb_name(device: Plugged, plugged: Iterable[Plugged]) -> str:
    """What to call this device in the settings: the shortest name that no other shares; else its port."""
    who = device.identity
    names = [UsbName(who.vid, who.pid), UsbName(who.vid, who.pid, who.serial)]
    names.append(UsbName(who.vid, who.pid, location=who.location))
    others = [other.identity for other in plugged if other != device]
    fitting = (str(name) for name in names if UsbName.read(str(name)) == name and not any(map(name.means, others)))
    return next(fitting, device.port)
