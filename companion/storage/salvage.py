"""What can still be read of a damaged SQLite file: every whole row that any of its pages holds.

SQLite opens a file by its first page and finds each row down a tree of others, so that one bad page hides many good
ones. Here each page is looked at by itself. The form of pages, rows and write-ahead log is that of
https://www.sqlite.org/fileformat2.html. A row may turn up that was replaced or deleted later, and of one row several
copies; whoever asks knows which rows make sense.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

PAGE_SIZE = 4096  # SQLite's own choice, for a file whose first page does not tell
_SMALLEST, _LARGEST = 512, 65536
_LEAF = 0x0D  # the first byte of a page of rows
_FILE_HEADER, _LEAF_HEADER = 100, 8
_WAL_HEADER, _FRAME_HEADER = 32, 24
_LONGEST_ROW = 16 * 1024 * 1024
_LONGEST_VARINT = 9

Value = int | float | str | bytes | None


class Row(NamedTuple):
    """A row of some table: its number there, and its columns."""

    number: int
    columns: tuple[Value, ...]


class _NotARowError(Exception):
    """These bytes are none."""


def rows_of(file: bytes, wal: bytes = b"") -> Iterator[Row]:
    """The rows of a file, then those of its write-ahead log, where newer copies stand."""
    size = _page_size(file)
    pages = [file[at : at + size] for at in range(0, len(file) - size + 1, size)]
    frame = _FRAME_HEADER + size
    logged: dict[int, bytes] = {}
    for page in range(len(pages)):
        yield from _rows_on(pages, logged, page)
    for at in range(_WAL_HEADER, len(wal) - frame + 1, frame):
        if wal[at + 8 : at + 16] != wal[_WAL_HEADER + 8 : _WAL_HEADER + 16]:
            break  # the rest was left by an earlier log
        number = struct.unpack_from(">I", wal, at)[0] - 1
        logged[number] = wal[at + _FRAME_HEADER : at + frame]
    for page in sorted(logged):
        yield from _rows_on(pages, logged, page)


def _page_size(file: bytes) -> int:
    size = int.from_bytes(file[16:18], "big")
    size = _LARGEST if size == 1 else size
    return size if _SMALLEST <= size <= _LARGEST and size & (size - 1) == 0 else PAGE_SIZE


def _rows_on(pages: list[bytes], logged: dict[int, bytes], number: int) -> Iterator[Row]:
    page = _page(pages, logged, number)
    start = _FILE_HEADER if number == 0 else 0
    if page[start] != _LEAF:
        return
    cells = int.from_bytes(page[start + 3 : start + 5], "big")
    for cell in range(min(cells, len(page) // 4)):
        at = start + _LEAF_HEADER + 2 * cell
        with suppress(_NotARowError, IndexError, struct.error, UnicodeDecodeError):
            yield _row_at(pages, logged, page, int.from_bytes(page[at : at + 2], "big"))


def _page(pages: list[bytes], logged: dict[int, bytes], number: int) -> bytes:
    return logged[number] if number in logged else pages[number]


def _row_at(pages: list[bytes], logged: dict[int, bytes], page: bytes, at: int) -> Row:
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if not 0 < length <= _LONGEST_ROW:
        raise _NotARowError
    here = _length_here(length, len(page))
    payload = page[at : at + here]
    if here < length:
        payload += _overflow(pages, logged, int.from_bytes(page[at + here : at + here + 4], "big"), length - here)
    if len(payload) != length:
        raise _NotARowError
    return Row(number, tuple(_columns(payload)))


def _length_here(length: int, size: int) -> int:
    """How much of a row stands on its own page; the rest has pages for itself."""
    most = size - 35
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    usual = least + (length - least) % (size - 4)
    return usual if usual <= most else least


def _overflow(pages: list[bytes], logged: dict[int, bytes], number: int, length: int) -> bytes:
    found = bytearray()
    while number and len(found) < length:
        page = _page(pages, logged, number - 1)
        found += page[4:]
        number = int.from_bytes(page[:4], "big")
    return bytes(found[:length])


def _columns(payload: bytes) -> Iterator[Value]:
    header, at = _varint(payload, 0)
    body = header
    while at < header:
        kind, at = _varint(payload, at)
        length = _length_of(kind)
        if body + length > len(payload):
            raise _NotARowError
        yield _value(kind, payload[body : body + length])
        body += length
    if body != len(payload):
        raise _NotARowError


def _length_of(kind: int) -> int:
    if kind >= 12:  # noqa: PLR2004 - bytes and texts from here on
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]


def _value(kind: int, raw: bytes) -> Value:
    match kind:
        case 0:
            return None
        case 7:
            return float(struct.unpack(">d", raw)[0])
        case 8 | 9:
            return kind - 8
        case _ if kind < 12:  # noqa: PLR2004
            return int.from_bytes(raw, "big", signed=True)
    return raw.decode("utf-8") if kind % 2 else raw


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where the next begins."""
    value = 0
    for place in range(_LONGEST_VARINT):
        byte = data[at + place]
        if place == _LONGEST_VARINT - 1:
            value = value << 8 | byte
            return value - (1 << 64) if value >> 63 else value, at + place + 1
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at + place + 1
    raise _NotARowError
