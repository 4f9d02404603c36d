"""The log of a table: bounded whatever breaks (A7-03), with fields for the journal, without hands and PINs."""

from __future__ import annotations

import errno
import io
import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.logs import HOUR_S, PLACE_AN_HOUR, SAME_AN_HOUR, JournalFormat, Repeats, TableLog, under_journal
from firmware_bridge import scanner as scanner_module
from firmware_bridge.scanner import ScannerThread
from firmware_bridge.scanner_place import Devices
from tests.soak import SOAK

MOST_A_DAY = 5_000_000  # bytes


class Hours:
    """A clock that somebody turns."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@contextmanager
def logged(clock: Hours) -> Iterator[tuple[logging.Logger, io.StringIO]]:
    """Everything that is logged meanwhile, as a table writes it."""
    written, root = io.StringIO(), logging.getLogger()
    handler = TableLog(written, clock)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield logging.getLogger("companion.table"), written
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()


def test_what_repeats_passes_a_few_times_an_hour_and_is_summed_up_after_it() -> None:
    clock = Hours()
    with logged(clock) as (log, written):
        for _ in range(100):
            clock.now_s += 1
            log.warning("the gate is disturbed")
        assert written.getvalue().count("disturbed") == SAME_AN_HOUR
        clock.now_s += HOUR_S
        log.warning("something else")
        assert "the gate is disturbed (left out 95 times)" in written.getvalue()
        log.warning("the gate is disturbed")
    assert written.getvalue().splitlines()[-1] == "WARNING the gate is disturbed"


def test_another_message_of_the_same_place_passes_until_the_place_floods() -> None:
    clock = Hours()
    with logged(clock) as (log, written):
        for number in range(1000):
            log.error("fault %d", number)
        log.error("what never came before")
    lines = written.getvalue().splitlines()
    assert len([line for line in lines if "left out" not in line]) == PLACE_AN_HOUR + 1
    assert "ERROR what never came before" in lines


def test_at_the_end_what_was_left_out_is_told() -> None:
    with logged(Hours()) as (log, written):
        for _ in range(7):
            log.info("once more")
    assert written.getvalue().splitlines()[-1] == "INFO once more (left out 2 times)"


def test_what_was_long_ago_is_forgotten() -> None:
    repeats = Repeats()
    for hour in range(1000):
        assert list(repeats.over(hour * HOUR_S)) == []
        assert repeats.passes(("message", hour), ("place", hour), hour * HOUR_S)
    assert len(repeats._spells) == 2


DAY_S = 24 * HOUR_S if SOAK else 1.5 * HOUR_S


class TurnedClock(Hours):
    """Stands for the event that ends the scanner's thread: whoever waits turns the clock, until the day is over."""

    def is_set(self) -> bool:
        return self.now_s >= DAY_S

    def wait(self, seconds: float) -> bool:
        self.now_s += seconds
        return self.is_set()


class DyingLine:
    """A line that gives one read, and fails."""

    timeout: float | None = None
    in_waiting = 0

    def __init__(self) -> None:
        self._left = [b"PASS\r"]

    def read(self, _: int = 1) -> bytes:
        if self._left:
            return self._left.pop()
        raise OSError(errno.EIO, "Input/output error")

    def close(self) -> None: ...


def never_there(_: int) -> Any:
    raise FileNotFoundError(errno.ENOENT, "No such file or directory")


def comes_and_goes(_: int) -> Any:
    return DyingLine()


def ever_another_reason(number: int) -> Any:
    if number % 2:
        raise OSError(errno.EIO, f"strange {number}")
    return DyingLine()


@pytest.mark.parametrize("opened", [never_there, comes_and_goes, ever_another_reason])
def test_a7_03_a_scanner_that_is_broken_all_day_fills_no_card(
    monkeypatch: pytest.MonkeyPatch, opened: Callable[[int], Any]
) -> None:
    """The scanner's own loop, at its own pace, on a clock that is turned."""
    clock, tries = TurnedClock(), count(1)
    monkeypatch.setattr(scanner_module, "open_line", lambda *_: opened(next(tries)))
    with logged(clock) as (log, written):

        def tell(report: object) -> None:  # as whoever attends to it does
            log.warning("scanner: %s", getattr(report, "message", "a read"))

        devices = Devices(serial=list, keyboards=list)
        thread = ScannerThread("/dev/ttyUSB7", 9600, 1000, tell, devices=devices)
        thread.tried.set()
        monkeypatch.setattr(thread, "_closing", clock)
        thread._run()
    assert next(tries) > DAY_S / 10
    size = len(written.getvalue().encode())
    assert size * (24 * HOUR_S / DAY_S) < MOST_A_DAY
    assert ("left out" in written.getvalue()) == (opened is not never_there)


def test_the_journal_gets_priority_and_fields_in_one_line_whatever_is_in_them() -> None:
    def line(level: int, message: str, error: Exception | None = None) -> str:
        trace = None if error is None else (type(error), error, None)
        return JournalFormat().format(logging.LogRecord("companion.table", level, "", 0, message, (), trace))

    assert line(logging.WARNING, 'the "gate" is disturbed') == (
        '<4>level=warning source=companion.table message="the \\"gate\\" is disturbed"'
    )
    assert line(logging.INFO, "é").startswith("<6>level=info")
    assert line(logging.DEBUG, "x").startswith("<7>")
    failed = line(logging.ERROR, "two\nlines", ValueError("bad"))
    assert failed.startswith("<3>level=error")
    assert "\n" not in failed
    assert 'trace="ValueError: bad"' in failed


def test_only_the_socket_that_systemd_named_is_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open("w", encoding="utf-8") as stream:
        seen = os.fstat(stream.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{seen.st_dev}:{seen.st_ino}")
        assert under_journal(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{seen.st_dev}:{seen.st_ino + 1}")
        assert not under_journal(stream)
        monkeypatch.delenv("JOURNAL_STREAM")
        assert not under_journal(stream)
    assert not under_journal(io.StringIO())


def test_under_systemd_the_table_logs_in_the_journals_form() -> None:
    program = (
        "import logging, os, sys\n"
        "seen = os.fstat(2)\n"
        "os.environ['JOURNAL_STREAM'] = f'{seen.st_dev}:{seen.st_ino}'\n"
        "from companion.logs import log_to_stderr\n"
        "log_to_stderr()\n"
        "logging.getLogger('companion.x').warning('a finding')\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert re.fullmatch(r'<4>level=warning source=companion\.x message="a finding"\n', ran.stderr)
