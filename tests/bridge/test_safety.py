"""The motor is off whenever nobody is known to need it: signals, failures, dead threads, a loop that hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.last_resort import motor_first
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import CardCounted, DispenseEnded, FaultFound, Finding
from firmware_bridge.simulator.physics import DEAD_MAN_NS
from firmware_bridge.wires import InputWire
from tests.bridge.sim_bench import MOTORS, MS, SimBench, input_wires, live

pytestmark = pytest.mark.alone

if TYPE_CHECKING:
    from tests.bridge.conftest import Bench


def test_a_dead_edge_thread_stops_the_motor_within_150_ms_of_the_edge_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InputWire, "_changed", lambda *_: None)

    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.bridge.dispense(5)
            assert "edges no longer arrive" in (await bench.next(FaultFound)).message
            end = await bench.next(DispenseEnded)
            assert (end.finding, end.in_doubt) == (Finding.CALLBACK_FAILED, True)
            missing_ns = next(change.t_ns for change in bench.changes() if change.name == "gate" and change.state)
            assert 0 < bench.last_on_ns() - missing_ns <= 150 * MS
            assert bench.at_rest()
            end = await bench.dispense(5)  # until an edge shows that somebody listens again
            assert end.finding is Finding.GATE_DEAD
            assert bench.last_on_ns() - missing_ns <= 150 * MS

    live(scene())


def test_the_enable_line_is_held_by_pulses_and_never_by_a_level_or_pwm(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            await bench.dispense(6)
            beats = [change for change in bench.changes() if change.name == "heartbeat"]
            assert {change.state for change in bench.changes() if change.name in MOTORS | {"heartbeat"}} <= {0, 1}
            assert [beat.state for beat in beats] == [1, 0] * (len(beats) // 2)
            for before, after in pairwise(beats):
                if before.state:
                    assert after.t_ns - before.t_ns <= 20 * MS

    live(scene())


def test_a_control_loop_that_hangs_gives_no_pulses_and_the_driver_falls_off(tmp_path: Path) -> None:
    """The pins stay driven, as those of a killed process do; the hardware must fall back to off."""

    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.bridge.dispense(40)
            await bench.next(CardCounted)
            assert bench.bridge._parts is not None
            dispenser = bench.bridge._parts.dispenser
            hung_ns = bench.time.now_ns()
            dispenser._ticker.close()
            await asyncio.sleep(DEAD_MAN_NS / 1e9)
            out = bench.simulator.cards_out
            await asyncio.sleep(10)
            assert bench.simulator.cards_out - out <= 1  # one may have been on its way
            assert max(change.t_ns for change in bench.changes() if change.name == "gate") - hung_ns < 200 * MS

    live(scene())


def test_a_lock_that_is_never_given_back_stops_the_pulses(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench()
    bench.bridge.dispense(40)
    bench.wait(lambda: bench.pin("motor_forward"))
    assert bench.bridge._parts is not None
    dispenser = bench.bridge._parts.dispenser
    with dispenser._lock:
        time.sleep(0.2)
        out = bench.simulator.cards_out
        time.sleep(0.5)
        assert bench.simulator.cards_out == out
    bench.bridge.motor_off()
    bench.next(DispenseEnded)
    assert not any(bench.pin(name) for name in ("motor_forward", "motor_backward", "heartbeat"))


@pytest.mark.parametrize("changed", [False, True], ids=["from the start", "after new settings"])
@pytest.mark.parametrize("wire", ["gate", "motor_fault", "lid", "hopper", "button"])
def test_a_callback_that_fails_stops_the_motor_whichever_wire_it_belongs_to(
    tmp_path: Path, wire: str, changed: bool
) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=PinMap(holdback_forward=13, holdback_backward=12)) as bench:
            if changed:
                bench.bridge.change(replace(bench.settings, card_ms=900))
            bench.bridge.dispense(8)
            await bench.next(CardCounted)
            failing = next(line for line in input_wires(bench.bridge) if line._name == wire)
            failing._on_edge = lambda *_: 1 / 0  # type: ignore[assignment]
            failed_ns = bench.time.now_ns()
            bench.simulator.drive(wire, [[1, 20], [0, 20], [1, 20], [0, 20]])
            end = await bench.next(DispenseEnded)
            assert end.finding in {Finding.STOPPED, Finding.CALLBACK_FAILED, Finding.STUCK_AT_EXIT}
            assert bench.last_on_ns() - failed_ns < 50 * MS
            assert bench.at_rest()
            await asyncio.sleep(60)
            assert bench.last_on_ns() - failed_ns < 50 * MS

    live(scene())


def test_motor_off_for_good_ends_the_dispense_and_none_begins_any_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.bridge.dispense(8)
            await bench.next(CardCounted)
            bench.bridge.motor_off_for_good()
            off_ns = bench.time.now_ns()
            assert bench.last_on_ns() == off_ns
            assert (await bench.next(DispenseEnded)).finding is Finding.STOPPED
            with pytest.raises(DispenserBusyError):
                bench.bridge.dispense(1)
            assert bench.at_rest()

    live(scene())


def test_a_signal_switches_the_motor_off_first_and_only_then_ends_the_program() -> None:
    done: list[str] = []

    async def scene() -> None:
        before = signal.getsignal(signal.SIGTERM)
        with motor_first(lambda: done.append("motor off"), lambda: done.append("end")):
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(0)
        assert signal.getsignal(signal.SIGTERM) is before

    asyncio.run(scene())
    assert done == ["motor off", "end"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_exception_that_nobody_caught_switches_the_motor_off(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    def fails() -> None:
        raise RuntimeError("in a thread")

    async def scene() -> None:
        with motor_first(lambda: done.append("motor off"), lambda: done.append("end")):
            thread = threading.Thread(target=fails)
            thread.start()
            thread.join()
            assert done == ["motor off"]
            asyncio.get_running_loop().call_soon(fails)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(scene())
    assert done == ["motor off"] * 2
    assert "Exception in callback" in caplog.text
