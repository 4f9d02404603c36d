"""Where the scanner is to be found: what the settings call it, looked up anew at every try to open it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.plugged import Plugged, keyboards, only_scanner, serial_devices, the_same, usb_name
from firmware_bridge.scanner_address import KEYBOARD, Identity, UsbName, is_auto

INPUTS = "/dev/input/"


class NoScannerError(LookupError):
    """Nothing that is plugged in is the scanner; the sentence says what is, and how to name it.

    ``there``: what is plugged in that could be it, by names alone; empty where nothing is.
    """

    def __init__(self, sentence: str, there: str) -> None:
        super().__init__(sentence)
        self.there = there


@dataclass(frozen=True, slots=True)
class Devices:
    """Looks at what is plugged in: serial devices, and keyboards."""

    serial: Callable[[], Sequence[Plugged]] = serial_devices
    keyboards: Callable[[], Sequence[Plugged]] = keyboards

    def beside(self, port: str) -> Sequence[Plugged]:
        """All of the kind that has such a port."""
        return self.keyboards() if port.startswith(INPUTS) else self.serial()


class ScannerPlace:
    """Finds one scanner, as often as it must be opened.

    ``address`` is ``auto``, ``usb:VID:PID[:SERIAL][@SOCKET]``, ``evdev:NAME`` or ``evdev:PATH`` for a scanner that
    types as a keyboard, a device path, or any pyserial URL. One that was found once is known by its USB identity, so
    that it is the same scanner under whatever name its port comes back.
    """

    def __init__(self, address: str, devices: Devices) -> None:
        self._address = address
        self._devices = devices
        self._known: Identity | None = None

    def find(self) -> str:
        """The device path or URL to open now; raises NoScannerError."""
        address = self._address
        if (name := UsbName.read(address)) is not None:
            return self._by_name(name)
        if is_auto(address):
            return self._by_itself()
        if address.startswith(KEYBOARD):
            called = address.removeprefix(KEYBOARD)
            return self._by_path(called) if called.startswith("/") else self._typing(called)
        return address if "://" in address else self._by_path(address)

    def opened(self, port: str) -> None:
        """The scanner was opened at this port: from now on it is known by who it is."""
        real = os.path.realpath(port)
        found = (device.identity for device in self._devices.beside(real) if device.port == real)
        self._known = next(found, None)

    def _again(self, plugged: Sequence[Plugged]) -> Plugged | None:
        """The device that was open before."""
        return None if self._known is None else the_same(self._known, plugged)

    def _may_follow(self, device: Plugged) -> bool:
        """Not everything that could have been the scanner at first is taken for it once it is gone."""
        known = self._known
        return known is None or device.says_scanner or device.identity.make == known.make

    def _by_path(self, path: str) -> str:
        """The path, unless its scanner has another one by now. A link is kept right by the system."""
        if Path(path).is_symlink():
            return path
        plugged = self._devices.beside(path)
        if (again := self._again(plugged)) is not None:
            return again.port
        other = next((device for device in plugged if device.port == path), None)
        if self._known is None or other is None:
            return path
        if not other.may_be_scanner:
            raise NoScannerError(
                f"“{other.name}” is at {path} now, no scanner: plug the scanner in again.", _named([other])
            )
        alike = [device for device in plugged if device.identity.make == self._known.make]
        if len(alike) > 1:
            raise NoScannerError(
                f"Which one is the scanner? There is {_named(alike)}: set scanner.url to one.", _named(alike)
            )
        return path

    def _by_name(self, name: UsbName) -> str:
        plugged = self._devices.serial()
        meant = [device for device in plugged if name.means(device.identity)]
        if len(meant) > 1 and (again := self._again(meant)) is not None:
            return again.port
        if len(meant) > 1:
            raise NoScannerError(f"{name} may be more than one: {_named(meant)}; name one of them.", _named(meant))
        if not meant:
            raise NoScannerError(f"The scanner {name} is not plugged in: {_there_is(plugged)}.", _named(plugged))
        return meant[0].port

    def _by_itself(self) -> str:
        plugged = self._devices.serial()
        found = self._again(plugged) or only_scanner([device for device in plugged if self._may_follow(device)])
        if found is not None:
            return found.port
        likely = [device for device in plugged if device.may_be_scanner and self._may_follow(device)]
        if likely:
            raise NoScannerError(
                f"Which one is the scanner? There is {_named(plugged)}: set scanner.url to one.", _named(plugged)
            )
        typing = next((keyboard for keyboard in self._devices.keyboards() if keyboard.says_scanner), None)
        if typing is not None:
            raise NoScannerError(
                f"The scanner “{typing.name}” types as a keyboard: scan the code “USB COM port” of its manual,"
                f" or set scanner.url to {KEYBOARD}{typing.name}.",
                f"{KEYBOARD}{typing.name}",
            )
        raise NoScannerError(
            f"No scanner is plugged in: {_there_is(plugged)}. It is found when it comes.", _named(plugged)
        )

    def _typing(self, name: str) -> str:
        plugged = self._devices.keyboards()
        meant = [device for device in plugged if device.name.casefold() == name.casefold()]
        found = meant[0] if len(meant) == 1 else self._again(meant)
        if found is not None:
            return found.port
        if meant:
            raise NoScannerError(
                f"{len(meant)} keyboards are called “{name}”: set scanner.url to {KEYBOARD}/dev/input/by-id/….",
                ", ".join(f"{KEYBOARD}{device.port}" for device in meant),
            )
        names = ", ".join(f"“{device.name}”" for device in plugged) or "none"
        raise NoScannerError(
            f"No scanner called “{name}” types here; the keyboards are: {names}.",
            ", ".join(f"“{device.name}”" for device in plugged),
        )


def _there_is(plugged: Sequence[Plugged]) -> str:
    if not plugged:
        return "there is no USB device with a serial port"
    return f"there is {_named(plugged)}, to be named in scanner.url if it is one"


def _named(plugged: Sequence[Plugged]) -> str:
    return ", ".join(f"“{device.name}” ({usb_name(device, plugged)})" for device in plugged)
