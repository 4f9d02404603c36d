"""The turns of a part by the machine's own time: on a thread that sleeps until one is due or it is woken."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.clock import MONOTONIC, Ticker

PATIENCE_S = 10.0
MS = 1_000_000


class Part:
    """A part that has its next turn after each of ``pauses_ms``, and then only when woken."""

    def __init__(self, *pauses_ms: int) -> None:
        self.turns: queue.Queue[int] = queue.Queue()
        self.due: list[int] = []
        self._pauses_ms = list(pauses_ms)
        self.ticker: Ticker = MONOTONIC.ticker("part", self._turn)

    def _turn(self, now_ns: int) -> int | None:
        due_ns = now_ns + self._pauses_ms.pop(0) * MS if self._pauses_ms else None
        if due_ns is not None:
            self.due.append(due_ns)
        self.turns.put(now_ns)
        return due_ns

    def next(self) -> int:
        return self.turns.get(timeout=PATIENCE_S)


@pytest.fixture
def part() -> Iterator[Callable[..., Part]]:
    parts: list[Part] = []

    def made(*pauses_ms: int) -> Part:
        parts.append(Part(*pauses_ms))
        return parts[-1]

    yield made
    for each in parts:
        each.ticker.close()


def _threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_turns_begin_with_the_start_and_none_comes_before_it_is_due(part: Callable[..., Part]) -> None:
    ticking = part(3, 5)
    ticking.ticker.start()
    ticking.next()
    second, third = ticking.next(), ticking.next()
    assert [second >= ticking.due[0], third >= ticking.due[1]] == [True, True]


def test_a_part_that_is_woken_has_its_turn_though_none_is_due(part: Callable[..., Part]) -> None:
    ticking = part(3_600_000)
    ticking.ticker.start()
    ticking.next()
    ticking.ticker.wake()
    assert ticking.next() < ticking.due[0]


def test_what_wakes_a_part_in_the_middle_of_its_turn_is_not_lost() -> None:
    turns: queue.Queue[int] = queue.Queue()

    def turn(now_ns: int) -> None:
        if turns.empty():
            ticker.wake()
        turns.put(now_ns)

    ticker = MONOTONIC.ticker("part", turn)
    ticker.start()
    first, second = turns.get(timeout=PATIENCE_S), turns.get(timeout=PATIENCE_S)
    ticker.close()
    assert first <= second


def test_closing_ends_a_sleep_without_end_and_the_thread_is_gone(part: Callable[..., Part]) -> None:
    ticking = part()
    ticking.ticker.start()
    ticking.next()
    assert "part" in _threads()
    ticking.ticker.close()
    ticking.ticker.close()
    assert "part" not in _threads()
    ticking.ticker.wake()
    assert ticking.turns.empty()


def test_what_never_began_can_be_closed(part: Callable[..., Part]) -> None:
    ticking = part()
    ticking.ticker.wake()
    ticking.ticker.close()
    assert ticking.turns.empty()
