"""A keyboard-type scanner without hardware: a pipe that brings the kernel's key events."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from types import TracebackType
from typing import Self

EVENT = struct.Struct("@llHHi")
SYN, KEY = 0, 1
LEFT_SHIFT, LEFT_CONTROL, LEFT_ALT, CAPITALS_LOCK, ENTER, TAB = 42, 29, 56, 58, 28, 15
ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'`", 43: "\\zxcvbnm,./", 57: " "}
CODES = {sign: code + place for code, row in ROWS.items() for place, sign in enumerate(row)}
SHIFTED = dict(zip('!@#$%^&*()_+{}:"~|<>?', "1234567890-=[];'`\\,./", strict=True))
KEYPAD = dict(zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True))


def key(code: int, value: int) -> bytes:
    """One change of a key, as the kernel reports it."""
    return EVENT.pack(0, 0, KEY, code, value) + EVENT.pack(0, 0, SYN, 0, 0)


def stroke(code: int, *held: int) -> bytes:
    """A key goes down and up while others are held."""
    downs = b"".join(key(modifier, 1) for modifier in held)
    ups = b"".join(key(modifier, 0) for modifier in reversed(held))
    return downs + key(code, 1) + key(code, 0) + ups


def strokes(text: str, end: int = ENTER) -> bytes:
    """How an American scanner types a text."""
    return b"".join(map(_typed, text)) + stroke(end)


def _typed(sign: str) -> bytes:
    if sign.isupper() or sign in SHIFTED:
        return stroke(CODES[SHIFTED.get(sign, sign.lower())], LEFT_SHIFT)
    return stroke(CODES[sign])


class Typist:
    """The device's file, and the hand that types. Opened by reader and hand in any order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._hand = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def types(self, events: bytes) -> None:
        """These events come."""
        os.write(self._hand, events)

    def unplug(self) -> None:
        """The device and its file are gone."""
        self.path.unlink(missing_ok=True)
        hand, self._hand = self._hand, -1  # a timer's thread and the test's end may both pull the plug
        if hand >= 0:
            os.close(hand)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.unplug()
