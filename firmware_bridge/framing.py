"""Cuts what the scanner sends into reads: bytes in, however they arrive, whole texts out.

One read ends with CR, LF or CRLF, or stands between STX and ETX. Half a read, a disturbed one or an over-long one is
dropped and counted; it is never joined to the next, because a glued text could name a card nobody played. Nor is a
short text believed beside noise: it has no check character, and a million bytes of noise hold a card's label or two.
"""

from __future__ import annotations

import re
from enum import Enum, IntEnum, auto
from functools import reduce
from operator import xor

MAX_CHARACTERS = 64  # the longest label we print has 9; shop-bought codes stay well below this
CHECKED_CHARACTERS = 5  # the shortest tag with a check character, a badge; Braille labels are shorter and have none

_PIECES = re.compile(
    rb"(?P<braille>\xe2[\xa0-\xa3][\x80-\xbf])"  # U+2800 to U+28FF in UTF-8
    rb"|(?P<ascii>[\x20-\x7e])|(?P<noise>[\x80-\xff])|(?P<control>[\x01-\x1f\x7f])",
)
_PRINTED = re.compile(rb"[\x20-\x7e]*")
_MARKS = re.compile(rb"[\x00\x02\x03\x0a\x0d]")
_AIM_PREFIX = re.compile(r"^\][A-Za-z][0-9A-Za-z]")  # "]C1", "]d1": which kind of code was read
_RDM6300 = re.compile(r"[0-9A-Fa-f]{12}")


class _Mark(IntEnum):
    NUL = 0x00
    STX = 0x02
    ETX = 0x03
    LF = 0x0A
    CR = 0x0D


class _Place(Enum):
    LINE = auto()
    FRAME = auto()  # after STX
    FRAME_END = auto()  # after STX and a line end: some RFID readers send CR LF before ETX


class Framer:
    """Collects the scanner's bytes until a read is whole. Without ``noise`` the line is one that has none.

    ``dropped`` counts what was thrown away: each unusable read, and each read that had to be freed of noise first.
    ``unreadable_in_a_row`` counts unusable reads since the last good one: many of them mean a wrong speed. ``spoilt``
    and ``too_long`` count those of them that came whole, so that somebody held something under the scanner.
    """

    def __init__(self, max_characters: int = MAX_CHARACTERS, *, noise: bool = True) -> None:
        self.dropped = 0
        self.unreadable_in_a_row = 0
        self.spoilt = 0
        self.too_long = 0
        self._max_characters = max_characters
        self._max_bytes = 4 * max_characters  # a Braille cell is three bytes; the rest is room for noise
        self._noise = noise
        self._noisy = False  # something unreadable came, and no silence since
        self._start()

    def feed(self, data: bytes) -> list[str]:
        """Take bytes as they come and return the reads they complete, oldest first."""
        reads, place = [], 0
        for mark in _MARKS.finditer(data):
            self._keep(data[place : mark.start()])
            place = mark.end()
            text = self._take(data[mark.start()])
            if text is not None:
                reads.append(text)
        self._keep(data[place:])
        return reads

    @property
    def pending(self) -> bool:
        """True while a silence would tell something: a read has begun and not ended, or noise has come."""
        begun = self._place is not _Place.LINE or bool(self._body or self._frame_body or self._nulls)
        return begun or self._noisy

    def flush_partial(self) -> bool:
        """Throw away a read that stopped half-way, and forget the noise, after the line fell silent.

        Returns true when it was a readable text that only lacked its end mark; noise is thrown away just as well, but
        says nothing about end marks.
        """
        body = self._frame_body + self._body
        readable = False
        if self._place is not _Place.LINE or body or self._nulls:
            readable = bool(_decode(body))
            self._drop(unreadable=not readable)
        self._start()
        self._noisy = False
        return readable

    def reset(self) -> None:
        """Begin afresh after the line was lost: half a read must not survive into the next connection."""
        self.flush_partial()
        self.unreadable_in_a_row = 0

    def _start(self, place: _Place = _Place.LINE) -> None:
        self._place = place
        self._body = bytearray()
        self._frame_body = bytearray()  # what stood between STX and a line end, until ETX confirms it
        self._nulls = False

    def _take(self, byte: int) -> str | None:
        match byte:
            case _Mark.NUL:
                self._nulls = True
            case _Mark.CR | _Mark.LF:
                return self._line_end()
            case _Mark.STX:
                if self._body or self._frame_body or self._nulls:
                    self._drop(unreadable=bool(self._body or self._frame_body))
                self._start(_Place.FRAME)
            case _Mark.ETX if self._place is not _Place.LINE:
                return self._frame_end()
            case _:
                self._keep(bytes([byte]))
        return None

    def _keep(self, data: bytes) -> None:
        self._body += data[: self._max_bytes + 1 - len(self._body)]  # beyond that only the end mark matters

    def _line_end(self) -> str | None:
        match self._place:
            case _Place.LINE:
                return self._finish(self._body, framed=False)
            case _Place.FRAME:
                self._frame_body, self._body = self._body, bytearray()
                self._place = _Place.FRAME_END
            case _Place.FRAME_END if self._body:  # no ETX came: the STX was noise, and this is an ordinary line
                self._drop()
                return self._finish(self._body, framed=False)
        return None

    def _frame_end(self) -> str | None:
        if self._place is _Place.FRAME:
            return self._finish(self._body, framed=True)
        if not self._body:
            return self._finish(self._frame_body, framed=True)
        self._drop()  # a line end inside a tag: rejected whole, never two cards
        self._start()
        return None

    def _finish(self, body: bytearray, *, framed: bool) -> str | None:
        nulls = self._nulls
        self._start()
        if not body.strip() and not nulls:
            return None  # the LF of a CRLF, or a blank line
        text = self._read(body, framed=framed)
        freed = not _starts_with_text(body)
        self._noisy |= freed
        if text is None or (self._noise and self._noisy and len(text) < CHECKED_CHARACTERS):
            self._drop()
            self._tell_why(body)
            return None
        if nulls or freed:
            self._drop(unreadable=False)
        self.unreadable_in_a_row = 0
        return text

    def _tell_why(self, body: bytearray) -> None:
        """A whole read is thrown away: it was longer than any code, or no text."""
        decoded = _decode(body)
        if decoded is not None and len(decoded) > self._max_characters:
            self.too_long += 1
        elif body:
            self.spoilt += 1

    def _read(self, body: bytearray, *, framed: bool) -> str | None:
        if len(body) > self._max_bytes:
            return None
        decoded = _decode(body)
        if decoded is None or len(decoded) > self._max_characters:
            return None
        text = _AIM_PREFIX.sub("", decoded.strip(), count=1)
        if framed and _RDM6300.fullmatch(text):
            return _rdm6300_number(text)
        return text or None

    def _drop(self, *, unreadable: bool = True) -> None:
        self.dropped += 1
        if unreadable:
            self.unreadable_in_a_row += 1
            self._noisy = True


def _decode(body: bytes | bytearray) -> str | None:
    """The text in the bytes of one read, or none if it cannot be trusted.

    Noise before the text is the scanner waking up and is left out. Noise inside or behind it is a damaged character,
    and leaving that out would make another tag of it ("wi+4" with two damaged characters reads "wi"). A control
    character anywhere spoils the read.
    """
    if _PRINTED.fullmatch(body):
        return body.decode("ascii")
    text = ""
    for piece in _PIECES.finditer(body):
        match piece.lastgroup:
            case "braille" | "ascii":
                text += piece.group().decode()
            case "noise" if not text:
                continue
            case _:
                return None
    return text


def _starts_with_text(body: bytearray) -> bool:
    first = _PIECES.match(body)
    return first is not None and first.lastgroup != "noise"


def _rdm6300_number(frame: str) -> str | None:
    """The ten digits of an RDM6300 frame; its last two hex digits must be the XOR of the five bytes before."""
    *number, check = bytes.fromhex(frame)
    return frame[:10] if reduce(xor, number) == check else None
