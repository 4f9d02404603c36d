"""Simulated time: hours pass at once, everything happens at its instant, and what is outside takes no time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.reports import CardCounted, DispenseEnded, PressAccepted, Report, ScannerChanged, TagRead
from firmware_bridge.simulator import simulated_time
from firmware_bridge.simulator.simulated_time import NothingLeftToHappenError, SimulatedTime

MS = 1_000_000
S = 1000 * MS

T = TypeVar("T")


def live(scene: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=SimulatedTime) as runner:
        return runner.run(scene)


def clock() -> SimulatedTime:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedTime)
    return loop


def test_a_day_passes_at_once() -> None:
    async def scene() -> int:
        before_ns = clock().now_ns()
        await asyncio.sleep(86_400)
        return clock().now_ns() - before_ns

    began_s = time.monotonic()
    passed_ns = live(scene())
    assert 86_400 * S <= passed_ns < 86_400 * S + MS
    assert time.monotonic() - began_s < 60


def test_turns_of_many_parts_come_at_their_own_instants_and_in_the_order_of_time() -> None:
    async def scene() -> list[tuple[int, str]]:
        log: list[tuple[int, str]] = []
        began_ns = clock().now_ns()

        def part(name: str, every_ns: int) -> None:
            def turn(now_ns: int) -> int | None:
                log.append((now_ns - began_ns, name))
                return now_ns + every_ns if now_ns - began_ns < 3 * every_ns else None

            clock().ticker(name, turn).start()

        part("slow", 70 * MS)
        part("fast", 30 * MS)
        await asyncio.sleep(1)
        return [(passed_ns // MS, name) for passed_ns, name in log]

    assert live(scene()) == [
        (0, "slow"), (0, "fast"), (30, "fast"), (60, "fast"), (70, "slow"), (90, "fast"), (140, "slow"), (210, "slow")
    ]  # fmt: skip


def test_a_part_that_is_woken_has_its_turn_before_time_goes_on() -> None:
    async def scene() -> list[int]:
        turns: list[int] = []
        began_ns = clock().now_ns()

        def turn(now_ns: int) -> int:
            turns.append(now_ns - began_ns)
            if len(turns) == 1:
                ticker.wake()  # in the middle of a turn: comes after it
            return now_ns + S

        ticker = clock().ticker("part", turn)
        ticker.wake()  # not begun: nothing to wake
        ticker.start()
        await asyncio.sleep(0.5)
        ticker.wake()
        await asyncio.sleep(0.75)
        ticker.close()
        ticker.wake()
        await asyncio.sleep(10)
        return [passed_ns // MS for passed_ns in turns]

    assert live(scene()) == [0, 0, 500]


def test_what_another_thread_does_takes_no_time() -> None:
    async def scene() -> int:
        began_ns = clock().now_ns()
        ticker = clock().ticker("impatient", lambda now_ns: now_ns + MS)
        ticker.start()
        with ThreadPoolExecutor() as pool:
            await asyncio.get_running_loop().run_in_executor(pool, sum, range(1_000_000))
        passed_ns = clock().now_ns() - began_ns
        ticker.close()
        return passed_ns

    assert live(scene()) == 0


def test_what_comes_from_outside_takes_no_time() -> None:
    async def scene() -> int:
        began_ns = clock().now_ns()
        ticker = clock().ticker("impatient", lambda now_ns: now_ns + MS)
        ticker.start()
        came = asyncio.Event()

        def bring() -> None:
            sum(range(1_000_000))
            clock_.call_soon_threadsafe(came.set)

        clock_ = clock()
        bringer = threading.Thread(target=bring)
        with clock_.outside():
            bringer.start()
            await came.wait()
        bringer.join()
        ticker.close()
        return clock_.now_ns() - began_ns

    assert live(scene()) == 0


def test_where_everybody_waits_for_somebody_else_it_is_said_and_not_waited() -> None:
    async def scene() -> None:
        await asyncio.Event().wait()

    with pytest.raises(NothingLeftToHappenError, match="everybody waits"):
        live(scene())


def test_what_never_comes_from_outside_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_time, "OUTSIDE_S", 0.01)

    async def scene() -> None:
        with clock().outside():
            await asyncio.Event().wait()

    with pytest.raises(NothingLeftToHappenError, match="has not answered"):
        live(scene())


def test_a_whole_bridge_lives_by_it_without_a_thread_but_the_scanners(tmp_path: Path) -> None:
    before = set(threading.enumerate())

    async def scene() -> None:
        heard: asyncio.Queue[Report] = asyncio.Queue()
        bridge = Bridge(BridgeSettings(tmp_path, simulate=True), heard.put_nowait, clock(), clock())
        bridge.open()
        with clock().outside():
            assert isinstance(await heard.get(), ScannerChanged)
        threads = {thread.name for thread in set(threading.enumerate()) - before}
        assert threads == {"scanner", "simulated-scanner"}
        assert bridge.simulator is not None
        assert bridge.scan_line is not None
        await asyncio.sleep(1)
        bridge.allow_presses(0)
        bridge.simulator.press()
        pressed = await heard.get()
        assert isinstance(pressed, PressAccepted)
        assert clock().now_ns() - pressed.t_ns < 10 * MS
        began_ns = clock().now_ns()
        bridge.dispense(3)
        counted = [await heard.get() for _ in range(3)]
        assert [card.counted for card in counted if isinstance(card, CardCounted)] == [1, 2, 3]
        end = await heard.get()
        assert isinstance(end, DispenseEnded)
        assert (end.counted, end.finding) == (3, None)
        assert 500 * MS < clock().now_ns() - began_ns < 1500 * MS
        with clock().outside():
            bridge.scan_line.send("TAG")
            read = await heard.get()
        assert isinstance(read, TagRead)
        assert read.t_ns == clock().now_ns()
        bridge.close()

    live(scene())
    assert set(threading.enumerate()) <= before
