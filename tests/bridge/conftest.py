"""A bench for the bridge's tests: a simulated table whose reports are collected and awaited by kind."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.reports import Report
from firmware_bridge.simulator.dispenser import SimulatedDispenser

_Kind = TypeVar("_Kind")
PATIENCE_S = 10.0


class Bench:
    """One table with its own event loop on a thread, so that tests stay plain functions; simulated unless told."""

    def __init__(self, folder: Path, *, simulate: bool = True, **settings: Any) -> None:
        self.reports: queue.Queue[Report] = queue.Queue()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()
        self.pin_log = folder / "pins.jsonl"
        self.settings = BridgeSettings(folder, simulate=simulate, pin_log=self.pin_log, **settings)
        self.bridge = Bridge(self.settings, self.reports.put, self.loop)

    @property
    def simulator(self) -> SimulatedDispenser:
        assert self.bridge.simulator is not None
        return self.bridge.simulator

    def next(self, kind: type[_Kind], *, that: Callable[[_Kind], bool] = lambda _: True) -> _Kind:
        """Wait for the next report of a kind, passing over others."""
        while True:
            report = self.reports.get(timeout=PATIENCE_S)
            if isinstance(report, kind) and that(report):
                return report

    def pin(self, name: str) -> int:
        return next(int(str(pin["state"])) for pin in self.simulator.pins() if pin["name"] == name)

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait for something that no report tells of."""
        end_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end_s, "it did not come about"
            time.sleep(0.002)

    def close_loop(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join()
            self.loop.close()

    def close(self) -> None:
        self.bridge.close()
        self.close_loop()


@pytest.fixture
def lay_bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Lay a bench with the given settings; it is cleared away after the test. ``opened=False`` leaves it shut."""
    benches: list[Bench] = []

    def lay(*, opened: bool = True, **settings: Any) -> Bench:
        benches.append(Bench(tmp_path, **settings))
        if opened:
            benches[-1].bridge.open()
            time.sleep(0.035 / benches[-1].settings.speed)  # a press counts once the button has rested for 30 ms
        return benches[-1]

    yield lay
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(lay_bench: Callable[..., Bench]) -> Bench:
    """A table that runs five times as fast."""
    return lay_bench(speed=5.0)
