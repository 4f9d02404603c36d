"""A scanner that types as a keyboard is read by its keys, whatever layout the machine has, and types nowhere else."""

from __future__ import annotations

import errno
import fcntl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import keyboard_line
from firmware_bridge.framing import Framer
from firmware_bridge.keyboard_line import KeyboardLine
from firmware_bridge.keystrokes import Keystrokes
from tests.bridge.typist import (
    CAPITALS_LOCK,
    CODES,
    ENTER,
    EVENT,
    KEYPAD,
    LEFT_ALT,
    LEFT_CONTROL,
    LEFT_SHIFT,
    SYN,
    TAB,
    Typist,
    key,
    stroke,
    strokes,
)

TAG = "TXK10011J"


def spelt(events: bytes) -> bytes:
    keys = Keystrokes()
    changes = [(code, value) for _, _, kind, code, value in EVENT.iter_unpack(events) if kind]
    return b"".join(keys.take(code, value) for code, value in changes)


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_whatever_an_american_scanner_types_is_what_its_label_says(text: str) -> None:
    assert spelt(strokes(text)) == text.encode() + b"\r"


@pytest.mark.parametrize("end", [ENTER, 96, TAB])
def test_enter_and_tab_end_a_read(end: int) -> None:
    assert Framer().feed(spelt(strokes(TAG, end))) == [TAG]


def test_capitals_by_the_lock_are_capitals_and_digits_stay_digits() -> None:
    events = stroke(CAPITALS_LOCK) + b"".join(stroke(CODES[sign]) for sign in "txk1") + stroke(CAPITALS_LOCK)
    assert spelt(events + stroke(CODES["t"])) == b"TXK1t"
    assert spelt(stroke(CAPITALS_LOCK) + stroke(CODES["t"], LEFT_SHIFT)) == b"t"


def test_characters_typed_by_their_number_are_read() -> None:
    def by_number(sign: str) -> bytes:
        return key(LEFT_ALT, 1) + b"".join(stroke(KEYPAD[digit]) for digit in f"{ord(sign):03}") + key(LEFT_ALT, 0)

    assert spelt(b"".join(map(by_number, "TXK1"))) == b"TXK1"
    assert Framer().feed(spelt(by_number("T") + by_number("\x07") + stroke(ENTER))) == []
    assert spelt(stroke(LEFT_ALT)) == b""


def test_the_frame_marks_come_with_the_control_key() -> None:
    framed = stroke(CODES["b"], LEFT_CONTROL) + strokes(TAG)[: -len(stroke(ENTER))] + stroke(CODES["c"], LEFT_CONTROL)
    assert spelt(framed) == b"\x02" + TAG.encode() + b"\x03"
    assert Framer().feed(spelt(framed)) == [TAG]


def test_a_key_held_down_is_one_key() -> None:
    assert spelt(key(CODES["r"], 1) + key(CODES["r"], 2) * 5 + key(CODES["r"], 0)) == b"r"


@pytest.mark.parametrize("code", [1, 59, 103, 183, 400])
def test_a_key_that_spells_nothing_spoils_its_read_and_no_more(code: int) -> None:
    framer = Framer()
    assert framer.feed(spelt(stroke(CODES["r"]) + stroke(code) + strokes("7") + strokes(TAG))) == [TAG]
    assert framer.dropped == 1


@given(st.lists(st.tuples(st.integers(0, 767), st.integers(0, 2)), max_size=60))
def test_no_keys_whatever_come_to_more_than_a_spoilt_read(changes: list[tuple[int, int]]) -> None:
    keys, framer = Keystrokes(), Framer()
    for code, value in changes:
        framer.feed(keys.take(code, value))
    framer.feed(b"".join(keys.take(code, 0) for code in range(768)) + b"\r")
    tag = b"".join(
        keys.take(code, value) for _, _, kind, code, value in EVENT.iter_unpack(strokes(TAG.lower())) if kind
    )
    assert [text.lower() for text in framer.feed(tag)] == [TAG.lower()]


@pytest.fixture
def typist(tmp_path: Path) -> Iterator[Typist]:
    with Typist(tmp_path / "event4") as typist:
        yield typist


def grabbed(_: int) -> None:
    """A pipe cannot be grabbed."""


def test_a_tag_arrives_from_the_device_with_its_end_mark(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), 5.0, grabbed)
    typist.types(strokes(TAG))
    read = b""
    while not read.endswith(b"\r"):
        read += line.read()
    assert read == TAG.encode() + b"\r"
    line.close()
    line.close()


def test_an_event_that_comes_in_two_pieces_is_one(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), 0.05, grabbed)
    events = strokes("r")
    typist.types(events[:10])
    assert line.read() == b""
    typist.types(events[10:])
    assert line.read() + line.read() == b"r\r"
    line.close()


def test_releases_alone_are_a_silence(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), 0.05, grabbed)
    typist.types(key(CODES["r"], 0) * 3)
    assert line.read() == b""
    line.close()


def test_keys_that_the_kernel_lost_spoil_the_read(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), 5.0, grabbed)
    typist.types(
        key(LEFT_SHIFT, 1) + stroke(CODES["r"]) + EVENT.pack(0, 0, SYN, 3, 0) + strokes("7") + strokes("TXK10011J")
    )
    framer = Framer()
    reads: list[str] = []
    while not reads:
        reads += framer.feed(line.read())
    assert reads == [TAG]
    line.close()


def test_the_device_is_grabbed_and_given_back_when_that_fails(typist: Typist) -> None:
    asked: list[tuple[int, int]] = []

    def refuse(device: int) -> None:
        asked.append((device, 1))
        raise OSError(errno.EBUSY, "Device or resource busy")

    with pytest.raises(OSError, match="busy"):
        KeyboardLine(str(typist.path), None, refuse)
    with pytest.raises(OSError, match="Bad file"):
        fcntl.fcntl(asked[0][0], fcntl.F_GETFD)
    with pytest.raises(OSError, match="Inappropriate"):
        KeyboardLine(str(typist.path), None)  # a pipe is no keyboard: the real grab says so


def test_the_grab_is_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda *call: asked.append(call))
    keyboard_line.grab(7)
    ((device, request, value),) = asked
    assert (device, value) == (7, 1)
    assert request == 1 << 30 | 4 << 16 | ord("E") << 8 | 0x90  # _IOW('E', 0x90, int)


def test_an_unplugged_device_ends_the_read(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), None, grabbed)
    threading.Timer(0.05, typist.unplug).start()
    with pytest.raises(OSError, match="gone"):
        line.read()
    line.close()


def test_a_read_can_be_cancelled(typist: Typist) -> None:
    line = KeyboardLine(str(typist.path), None, grabbed)
    threading.Timer(0.05, line.cancel_read).start()
    started = time.monotonic()
    assert line.read() == b""
    assert time.monotonic() - started < 5
    line.close()
