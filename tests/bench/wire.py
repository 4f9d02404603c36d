"""How many reads a second the scanner's thread takes, and how soon it hands one over; beside pyserial's readline.

Both read a pseudo-terminal of their own kind, in turn, with the same tags; what writes them is a thread beside them.
"""

from __future__ import annotations

import os
import queue
import statistics
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import serial

from companion.tags import card_tag
from firmware_bridge.reports import ScannerChanged, TagRead
from firmware_bridge.scanner import ScannerReport, ScannerThread
from tests.bench.figures import Aim, AtLeast, Figure, of_samples

BAUD = 115_200
READS = 20_000
ROUNDS = 5
SAMPLES = 500
BREATH_S = 0.004  # between two single tags: both readers wait again
PATIENCE_S = 60.0
RATE_AIM = AtLeast(1, 0.9)
DELAY_AIM = Aim(0.2, above_floor=True)
_TAGS = [card_tag("X", "K1", number).encode() + b"\r\n" for number in range(1, 113)]


@dataclass(frozen=True, slots=True)
class Reading:
    """A reader at work: ``hand`` is the end to write tags to, ``next`` waits for the time of the next read."""

    hand: int
    next: Callable[[], int]


@contextmanager
def _ours() -> Iterator[Reading]:
    came: queue.SimpleQueue[int] = queue.SimpleQueue()
    ready = threading.Event()

    def hear(report: ScannerReport) -> None:
        match report:
            case TagRead():
                came.put(time.perf_counter_ns())
            case ScannerChanged():
                ready.set()

    with _pty() as (hand, port):
        thread = ScannerThread(port, BAUD, 0, hear)
        thread.start()
        ready.wait(PATIENCE_S)
        yield Reading(hand, lambda: came.get(timeout=PATIENCE_S))
        thread.close()


@contextmanager
def _bare() -> Iterator[Reading]:
    came: queue.SimpleQueue[int] = queue.SimpleQueue()

    def read(line: serial.Serial) -> None:
        while line.readline():
            came.put(time.perf_counter_ns())

    with _pty() as (hand, port), serial.Serial(port, BAUD, exclusive=True) as line:
        thread = threading.Thread(target=read, args=(line,))
        thread.start()
        yield Reading(hand, lambda: came.get(timeout=PATIENCE_S))
        line.cancel_read()
        thread.join()


@contextmanager
def _pty() -> Iterator[tuple[int, str]]:
    hand, held = os.openpty()
    tty.setraw(held)
    try:
        yield hand, os.ttyname(held)
    finally:
        os.close(hand)
        os.close(held)


def measure(_folder: Path) -> list[Figure]:
    """Streams of tags first, then single ones."""
    rates, floors, delays, bare_delays = [], [], [], []
    for _ in range(ROUNDS):
        with _ours() as ours, _bare() as bare:
            floors.append(_rate(bare))
            rates.append(_rate(ours))
            for number in range(SAMPLES // ROUNDS):
                bare_delays.append(_delay_ms(bare, number))
                delays.append(_delay_ms(ours, number))
    p99 = [statistics.quantiles(samples, n=100, method="inclusive")[-1] for samples in (delays, bare_delays)]
    return [
        Figure(
            "tags read",
            statistics.median(rates),
            "/s",
            statistics.median(floors),
            RATE_AIM,
            note=f"{ROUNDS} times {READS} tags of 11 bytes; a line of {BAUD} baud brings {BAUD // 110} a second.",
        ),
        of_samples(
            "wire to report",
            delays,
            bare_delays,
            DELAY_AIM,
            f"99 of 100 within {p99[0]:.3f} ms, of the floor within {p99[1]:.3f} ms.",
        ),
    ]


def _rate(reading: Reading) -> float:
    """Reads a second while tags come without a pause."""
    stream = b"".join(_TAGS[number % len(_TAGS)] for number in range(READS))
    began_ns = time.perf_counter_ns()
    writer = threading.Thread(target=_write, args=(reading.hand, stream))
    writer.start()
    for _ in range(READS):
        ended_ns = reading.next()
    writer.join()
    return READS * 1e9 / (ended_ns - began_ns)


def _write(hand: int, stream: bytes) -> None:
    while stream:
        stream = stream[os.write(hand, stream[:1024]) :]


def _delay_ms(reading: Reading, number: int) -> float:
    """From the moment before a tag is written until it is handed over."""
    time.sleep(BREATH_S)
    began_ns = time.perf_counter_ns()
    os.write(reading.hand, _TAGS[number % len(_TAGS)])
    return (reading.next() - began_ns) / 1e6
