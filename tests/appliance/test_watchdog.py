"""A sign of life for systemd is the sum of all parts' signs of life."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.live.service_manager import ServiceManager
from companion.live.watchdog import Watchdog, Watched
from tests.appliance.manager import Manager

PARTS = ("the pins", "the scanner", "the voice", "the journal")
PAUSE_S = 3.0
S = 1_000_000_000


class Table:
    """Four parts that report when they are asked, unless they hang; a clock set by hand."""

    def __init__(self, systemd: Manager) -> None:
        self.now_ns = 100 * S
        self.hanging: set[str] = set()
        self.motor_off = 0
        self._reported: dict[str, int | None] = dict.fromkeys(PARTS, self.now_ns)
        parts = [
            Watched(name, 2, partial(self._reported.__getitem__, name), partial(self._asked, name)) for name in PARTS
        ]
        self._dog = Watchdog(ServiceManager(systemd.environ), parts, lambda: self.now_ns, self._off)

    def _asked(self, name: str) -> None:
        if name not in self.hanging:
            self._reported[name] = self.now_ns

    def _off(self) -> None:
        self.motor_off += 1

    def leave_out(self, name: str) -> None:
        self._reported[name] = None
        self.hanging.add(name)

    def passes(self, pauses: int = 1) -> None:
        for _ in range(pauses):
            self._dog.ask()
            self.now_ns += round(PAUSE_S * S)
            self._dog.look(PAUSE_S)


@pytest.fixture(name="systemd")
def _systemd(tmp_path: Path) -> Manager:
    return Manager(tmp_path, 9)


def test_a_table_at_which_all_works_lives(systemd: Manager) -> None:
    with systemd:
        table = Table(systemd)
        table.passes(2)
        assert [systemd.told(1), systemd.told(1), systemd.told(0.01)] == ["WATCHDOG=1", "WATCHDOG=1", None]
        assert table.motor_off == 0


@pytest.mark.parametrize("part", PARTS)
def test_one_part_that_hangs_takes_the_ping_away_and_the_motor_is_off(
    systemd: Manager, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    with systemd:
        table = Table(systemd)
        table.passes()
        assert systemd.told(1) == "WATCHDOG=1"
        table.hanging.add(part)
        table.passes(3)
        told = [systemd.told(0.01) for _ in range(4)]
    assert told == [f"STATUS=no sign of life from {part}", None, None, None]
    assert table.motor_off == 3
    assert caplog.text.count(f"no sign of life from {part}") == 1  # a line, not one for each look


def test_a_part_that_was_only_slow_brings_the_pings_back(systemd: Manager) -> None:
    with systemd:
        table = Table(systemd)
        table.hanging.add("the journal")
        table.passes(2)
        table.hanging.clear()
        table.passes()
        told = [systemd.told(0.01) for _ in range(4)]
    assert told == [
        "WATCHDOG=1",
        "STATUS=no sign of life from the journal",
        "STATUS=all parts give signs of life again",
        "WATCHDOG=1",
    ]


def test_a_part_that_is_not_fitted_or_waits_for_work_is_not_missed(systemd: Manager) -> None:
    with systemd:
        table = Table(systemd)
        table.leave_out("the scanner")
        table.passes(9)
        assert [systemd.told(0.1) for _ in range(9)] == ["WATCHDOG=1"] * 9
