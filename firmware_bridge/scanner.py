"""Listens to the scanner on a thread of its own, and goes on listening through unplugged cables.

``ScannerThread`` opens the port, hands over each read once, and when the port fails says so once, with the remedy,
and tries again until the scanner is back. No failure ends the thread but ``close()``.
"""

from __future__ import annotations

import contextlib
import errno
import grp
import logging
import os
import pwd
import stat
import threading
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import serial

from firmware_bridge.clock import MONOTONIC, Clock
from firmware_bridge.framing import Framer
from firmware_bridge.keyboard_line import KeyboardLine
from firmware_bridge.repeats import RepeatWindow
from firmware_bridge.reports import LineHint, LineState, Reader, ScannerChanged, ScannerHint, TagRead
from firmware_bridge.scanner_place import INPUTS, Devices, NoScannerError, ScannerPlace

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = (
    4.0  # with the five seconds that a network line may take to be refused, a scanner is back within ten
)
SILENCE_S = 0.25  # inter-character time-out: no scanner pauses that long inside one read
PROOF_S = 0.25  # a line that was lost is back once it has lived so long: some open only to fail at once
UNREADABLE_BEFORE_HINT = 20
REPORT_S = 5.0  # a thread that waits for the next read shows at least so often that it does
QUIET_S = 3.0  # what is lost in one breath is told once, also with good reads in between


class LineTrouble(StrEnum):
    """Why a scanner's port cannot be opened, for whoever has a sentence of their own for it."""

    NOT_THERE = "not-there"
    FORBIDDEN = "forbidden"
    IN_USE = "in-use"
    NO_SERIAL_PORT = "no-serial-port"
    BAD_ADDRESS = "bad-address"
    OTHER = "other"


ScannerReport = TagRead | ScannerChanged | ScannerHint

log = logging.getLogger(__name__)


class Line(Protocol):
    """What is read from: a serial port, or what behaves like one."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def close(self) -> None: ...


class ScannerThread:
    """The scanner at ``url`` (see :class:`ScannerPlace` for what that may be), from ``start()`` until ``close()``.

    ``deliver`` gets every report, on this thread; what it raises is logged once and otherwise ignored. ``reads``
    counts the reads delivered, without the repeats of a card that only goes on lying there.
    """

    def __init__(
        self,
        url: str,
        baud: int,
        repeat_window_ms: int,
        deliver: Callable[[ScannerReport], object],
        clock: Clock = MONOTONIC,
        *,
        reader: Reader = Reader.TABLE,
        devices: Devices = Devices(),  # noqa: B008 - frozen
    ) -> None:
        self._clock = clock
        self._reader = reader
        self._place = ScannerPlace(url, devices)
        self.port = url
        self.tried = threading.Event()  # whether it is there is known from here on
        self.state = LineState.ABSENT
        self.reads = 0
        self.reported_ns = clock.now_ns()  # when the thread last showed that it works
        self._baud = baud
        self._deliver = deliver
        self._deliver_failed = False
        self._framer = Framer()
        self._repeats = RepeatWindow(repeat_window_ms)
        self._trouble = ""
        self._lasting: LineHint | None = None  # what is wrong with every read, until a good one
        self._broke_off = False  # the last read had no end mark
        self._quiet_until_ns = 0
        self._told = False  # the present outage has been reported
        self._line: Line | None = None
        self._line_lock = threading.Lock()  # between cancelling a read and closing the port
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=_NAMES[reader], daemon=True)

    @property
    def dropped(self) -> int:
        """Reads thrown away because they could not be trusted."""
        return self._framer.dropped

    def health(self) -> dict[str, str | int]:
        """How the scanner stands; ``message`` is the present trouble with its remedy, or empty."""
        return {
            "state": self.state.value,
            "port": self.port,
            "reads": self.reads,
            "dropped": self.dropped,
            "message": self._trouble,
        }

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop listening and release the port, within a second. May be called twice, or without a start."""
        self._closing.set()
        with self._line_lock:
            # Not every kind of line can cancel a read; those see the end at their next SILENCE_S.
            if self._line is not None and hasattr(self._line, "cancel_read"):
                with contextlib.suppress(OSError):
                    self._line.cancel_read()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        waits = pauses()
        while not self._closing.is_set():
            self.reported_ns = self._clock.now_ns()
            heard_before = self.reads + self.dropped
            started_s = time.monotonic()
            try:
                self.port = self._place.find()
                line = open_line(self.port, self._baud)
                with self._line_lock:
                    self._line = line
                self._place.opened(self.port)
                if not self._told:
                    self._connected()
                self._listen(line)
            except Exception as error:
                # The library's URL handlers raise all sorts; whatever it is, the table plays on without a scanner.
                self._failed(error)
            finally:
                self._release()
            lasted = time.monotonic() - started_s >= LONGEST_PAUSE_S
            if lasted or self.reads + self.dropped > heard_before:
                waits = pauses()  # it was really there; a port that opens only to fail is tried ever more rarely
            self._closing.wait(next(waits))

    @property
    def _can_be_woken(self) -> bool:
        """True where ``close`` can end a read that waits for ever."""
        return _is_device(self.port)

    def _release(self) -> None:
        self._framer.reset()
        with self._line_lock:
            line, self._line = self._line, None
            if line is not None:
                with contextlib.suppress(OSError):
                    line.close()

    def _listen(self, line: Line) -> None:
        while not self._closing.is_set():
            if self._can_be_woken:
                # Only half a read makes it worth looking at the clock often; otherwise the thread sleeps.
                still_s = SILENCE_S if self._framer.pending else REPORT_S
                wait_s = still_s if self.state is LineState.CONNECTED else PROOF_S
                if line.timeout != wait_s:  # pyserial sets the port up anew at each assignment
                    line.timeout = wait_s
            data = line.read(line.in_waiting or 1)
            t_ns = self.reported_ns = self._clock.now_ns()
            if self.state is not LineState.CONNECTED:
                self._connected()
            dropped, spoilt, too_long = self._framer.dropped, self._framer.spoilt, self._framer.too_long
            if not data and not self._closing.is_set() and self._framer.flush_partial():
                self._lost(LineHint.NO_END_MARK if self._broke_off else LineHint.BROKEN_OFF, t_ns)
                self._broke_off = True
            for text in self._framer.feed(data):
                self._nothing_lasts()
                self._read(text, t_ns)
            in_a_row = self._framer.unreadable_in_a_row
            if in_a_row >= UNREADABLE_BEFORE_HINT and self._framer.dropped > dropped:
                self._lost(LineHint.WRONG_SPEED, t_ns)
            elif in_a_row and (self._framer.spoilt > spoilt or self._framer.too_long > too_long):
                self._nothing_lasts()
                self._lost(LineHint.TOO_LONG if self._framer.too_long > too_long else LineHint.UNREADABLE, t_ns)

    def _read(self, text: str, t_ns: int) -> None:
        repeated = self._repeats.repeats(text, t_ns)
        if not repeated:
            self.reads += 1
        self._hand_over(TagRead(t_ns, text, repeated, self._reader))

    def _nothing_lasts(self) -> None:
        """A read came with its end mark, or the line has only just been opened."""
        self._trouble = ""
        self._lasting = None
        self._broke_off = False

    def _lost(self, hint: LineHint, t_ns: int) -> None:
        """Something was held under the scanner and nothing came of it: told each time, but not twice in one breath.

        What is wrong with every read is told at once, and again whenever something is lost after a pause: noise that
        never pauses is told once.
        """
        lasts = hint in _LASTING
        at_once = lasts and hint is not self._lasting
        message = _HINTS[hint].format(baud=self._baud)
        if at_once:
            self._lasting, self._trouble = hint, message
        told = at_once or t_ns >= self._quiet_until_ns
        if told or lasts:
            self._quiet_until_ns = t_ns + round(QUIET_S * 1e9)
        if told:
            self._hand_over(ScannerHint(t_ns, hint, message, self._reader))

    def _connected(self) -> None:
        self.state = LineState.CONNECTED
        self._nothing_lasts()
        self._told = False
        self._change(f"The scanner at {self.port} is connected.")

    def _failed(self, error: Exception) -> None:
        if self._closing.is_set():
            return
        if self.state is LineState.CONNECTED:
            self.state = LineState.LOST
        # A line that was open was lost, even if it had not proved yet that it is back.
        trouble = why_absent(self.port, error) if self._line is None else why_lost(self.port)
        if trouble != self._trouble:
            unforeseen = not isinstance(error, OSError | ValueError | LookupError)
            cause = "" if trouble == str(error) else f" ({error})"
            # What the first try came to is told by who started it.
            level = logging.WARNING if unforeseen or self.tried.is_set() else logging.DEBUG
            log.log(level, "%s: %s%s", _NAMES[self._reader], trouble, cause, exc_info=error if unforeseen else None)
        self._trouble = trouble
        if not self._told:
            self._told = True
            self._change(trouble)

    def _change(self, message: str) -> None:
        self.tried.set()
        self._hand_over(ScannerChanged(self._clock.now_ns(), self.state, self.port, message, self._reader))

    def _hand_over(self, report: ScannerReport) -> None:
        try:
            self._deliver(report)
        except Exception:
            if not self._deliver_failed:
                self._deliver_failed = True
                name = _NAMES[self._reader]
                log.exception("%s: a report could not be handed over; further ones are tried in silence", name)


_NAMES = {Reader.TABLE: "scanner", Reader.PRIVATE: "private reader"}
_LASTING = frozenset({LineHint.NO_END_MARK, LineHint.WRONG_SPEED})
_HINTS = {
    LineHint.BROKEN_OFF: "A read of the scanner broke off half-way: scan it again; if that goes on, check its cable.",
    LineHint.NO_END_MARK: "The scanner's reads have no end mark, so they cannot be told apart: check its cable, and"
    " set it to send CR (Enter) after each code, with the set-up codes of its manual.",
    LineHint.WRONG_SPEED: "Nothing the scanner sends can be read: check the scanner's speed;"
    " it must be {baud} baud, 8N1, or set scanner.baud to the speed of the scanner.",
    LineHint.UNREADABLE: "Something that the scanner read cannot be used: scan it again.",
    LineHint.TOO_LONG: "The scanner read a code that is too long to be a card's; it was left out.",
}


def pauses() -> Iterator[float]:
    """Seconds to wait before each new try: doubling, up to ``LONGEST_PAUSE_S``, for ever."""
    pause_s = FIRST_PAUSE_S
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def why_lost(port: str) -> str:
    """The sentence for a line that failed while it was in use."""
    if _is_device(port) and Path(port).exists():
        return (
            f"The scanner's line {port} failed although it is still plugged in: another program may be reading it;"
            f" `sudo fuser -v {port}` names it, end it. The scanner comes back by itself."
        )
    return f"The scanner at {port} is gone: plug it in again, it comes back by itself."


def line_trouble(port: str, error: Exception) -> LineTrouble:
    """Which kind of thing keeps a port from being opened."""
    match error:
        case NoScannerError():
            return LineTrouble.NOT_THERE
        case OSError(errno=errno.ENOENT | errno.ENODEV | errno.ENXIO):
            return LineTrouble.NOT_THERE
        case OSError(errno=errno.EACCES | errno.EPERM):
            return LineTrouble.FORBIDDEN
        case OSError(errno=errno.EAGAIN | errno.EBUSY):
            return LineTrouble.IN_USE
        case _ if _is_device(port) and Path(port).exists() and not Path(port).is_char_device():
            return LineTrouble.NO_SERIAL_PORT
        case ValueError() | KeyError():
            return LineTrouble.BAD_ADDRESS
        case _:
            return LineTrouble.OTHER


def why_absent(port: str, error: Exception) -> str:
    """The sentence for a port that cannot be opened: what is wrong, and what to do about it."""
    if isinstance(error, NoScannerError):
        return str(error)
    match line_trouble(port, error):
        case LineTrouble.NOT_THERE:
            return f"There is no scanner at {port}: plug it in, or name its port with --scanner."
        case LineTrouble.FORBIDDEN:
            return _why_forbidden(port)
        case LineTrouble.IN_USE:
            return (
                f"The scanner's port {port} is in use by another program:"
                f" `sudo fuser -v {port}` names it, end it. The scanner comes back by itself."
            )
        case LineTrouble.NO_SERIAL_PORT:
            return f"{port} is no serial port: name the scanner's port with --scanner, such as /dev/ttyACM0."
        case LineTrouble.BAD_ADDRESS:
            return f"{port} is no address of a scanner ({error}): name a device path or a pyserial URL."
        case LineTrouble.OTHER:
            return f"The scanner at {port} cannot be opened ({error}): check its cable and --scanner."


def _why_forbidden(port: str) -> str:
    try:
        found = Path(port).stat()
    except OSError:
        return f"The scanner's port {port} may not be opened: its folder is closed to this user."
    both = stat.S_IRGRP | stat.S_IWGRP
    if found.st_mode & both != both or found.st_gid == 0:
        return (
            f"The scanner's port {port} is open to its owner {_user(found.st_uid)} only:"
            " unplug the scanner and plug it in again; if that does not help, start the computer again."
        )
    user, group = _user(os.geteuid()), _group(found.st_gid)
    return (
        f"The scanner's port {port} belongs to the group {group}, and {user} is not in it:"
        f" run `sudo usermod -aG {group} {user}` and start the service again."
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:  # containers and network accounts have numbers without a name
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _is_device(port: str) -> bool:
    return "://" not in port


def open_line(port: str, baud: int) -> Line:
    """Open a scanner's port, for ourselves alone; raises OSError, ValueError or KeyError."""
    if port.startswith(INPUTS):
        return KeyboardLine(port, SILENCE_S)
    if _is_device(port):
        return serial.Serial(port, baud, timeout=SILENCE_S, exclusive=True)
    return serial.serial_for_url(port, baud, timeout=SILENCE_S)
