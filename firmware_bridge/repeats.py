"""Tells a tag that goes on lying on the reader from a tag that is shown again."""

from __future__ import annotations

from firmware_bridge.clock import MS


class RepeatWindow:
    """Remembers the scanner's last tag for ``window_ms`` after its last read.

    RFID readers send a card as long as it lies there, and hands wave a barcode past the beam twice. The window runs
    from the tag's last read, so that a card lying still stays one read however long it lies; another tag in between
    ends it at once, so that two cards of one face are two reads. A window of 0 makes every read a new one.
    """

    def __init__(self, window_ms: int) -> None:
        self._window_ns = window_ms * MS
        self._text: str | None = None
        self._read_ns = 0

    def repeats(self, text: str, t_ns: int) -> bool:
        """Record a read at ``t_ns`` (monotonic) and say whether it only repeats the one before."""
        repeated = text == self._text and t_ns - self._read_ns < self._window_ns
        self._text = text
        self._read_ns = t_ns
        return repeated
