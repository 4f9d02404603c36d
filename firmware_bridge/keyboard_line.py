"""A keyboard-type scanner as a line: its keys are taken for us alone, and read as the bytes a cable would bring."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import time
from collections.abc import Callable

from firmware_bridge.keystrokes import SPOILT, Keystrokes

# linux/input.h and input-event-codes.h
_EVENT = struct.Struct("@llHHi")  # seconds, microseconds, type, code, value
_EVENTS_AT_ONCE = 64
_EV_SYN, _EV_KEY = 0, 1
_SYN_DROPPED = 3  # the kernel's queue ran over: keys are missing
_EVIOCGRAB = 0x40044590


def grab(device: int) -> None:
    """From now on the device's keys come to us alone, and type nowhere else; raises OSError."""
    fcntl.ioctl(device, _EVIOCGRAB, 1)


class KeyboardLine:
    """The scanner at ``path``, such as /dev/input/event4, with the part of a serial port that a reader needs.

    ``timeout`` is how many seconds :meth:`read` waits at most, None for ever. Raises OSError when it cannot be opened
    or another program has grabbed it, and later when it is unplugged.
    """

    def __init__(self, path: str, timeout: float | None, grab: Callable[[int], None] = grab) -> None:
        self.timeout = timeout
        self._device = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            grab(self._device)
        except OSError:
            os.close(self._device)
            raise
        self._wake = os.pipe()
        self._open: tuple[int, ...] = (self._device, *self._wake)
        self._keys = Keystrokes()
        self._begun = b""

    @property
    def in_waiting(self) -> int:
        """Keys come one by one."""
        return 1

    def read(self, _: int = 1) -> bytes:
        """What was typed; nothing when it stayed still for the time-out, or was cancelled."""
        end_s = None if self.timeout is None else time.monotonic() + self.timeout
        while True:
            left_s = None if end_s is None else max(0.0, end_s - time.monotonic())
            ready = select.select([self._device, self._wake[0]], [], [], left_s)[0]
            if self._device not in ready:
                return b""
            if text := self._typed():
                return text

    def cancel_read(self) -> None:
        """End a read that waits, from another thread."""
        os.write(self._wake[1], b"x")

    def close(self) -> None:
        """Give the device back. May be called twice."""
        open_ones, self._open = self._open, ()
        for number in open_ones:
            os.close(number)

    def _typed(self) -> bytes:
        came = os.read(self._device, _EVENT.size * _EVENTS_AT_ONCE)
        if not came:
            raise OSError("the keyboard is gone")
        data = self._begun + came
        whole = len(data) - len(data) % _EVENT.size
        self._begun = data[whole:]
        text = b""
        for _, _, kind, code, value in _EVENT.iter_unpack(data[:whole]):
            if kind == _EV_KEY:
                text += self._keys.take(code, value)
            elif (kind, code) == (_EV_SYN, _SYN_DROPPED):
                text += SPOILT
                self._keys = Keystrokes()  # which modifiers are down is not known any more
        return text
