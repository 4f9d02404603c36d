"""lgpio's only edge thread: what fails on it stops the motor and not the thread; if it dies, the motor stops."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import DispenseEnded, FaultFound, Finding, PressAccepted
from firmware_bridge.wires import InputWire
from tests.gpio_kernel.real_bench import RealBench, pull, scope, wire_up
from tests.gpio_kernel.sim_header import SimHeader
from tests.gpio_kernel.test_motor import MOTOR, STOP_AIM_MS, at_rest, feed

Took = Callable[[str, Sequence[float]], None]
DEAD_EDGES_AIM_MS = 150
BARE = """
import sys, threading, time
from pathlib import Path
from gpiozero import DigitalInputDevice
from firmware_bridge.pin_map import real_factory

threading.excepthook = lambda what: print("raised", flush=True)
factory = real_factory(Path(sys.argv[1]))
fails, counts = (DigitalInputDevice(number, pull_up=True, pin_factory=factory) for number in (5, 17))
fails.when_activated = lambda: 1 / 0
counts.when_activated = lambda: print("edge", flush=True)
print("ready", flush=True)
time.sleep(60)
"""
STRANGER = 6
DEAD = """
import asyncio, sys, threading
from pathlib import Path
from gpiozero import DigitalInputDevice
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.pin_map import real_factory

async def table():
    settings = BridgeSettings(Path(sys.argv[1]), card_ms=2000)
    bridge = Bridge(settings, lambda report: print(report, flush=True), asyncio.get_running_loop())
    bridge.open()
    stranger = DigitalInputDevice(6, pull_up=True, pin_factory=real_factory(Path(sys.argv[1])))
    stranger.when_activated = lambda: 1 / 0
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    bridge.dispense(3)
    print("dispensing", flush=True)
    await asyncio.sleep(60)

threading.excepthook = lambda what: print("raised", flush=True)
asyncio.run(table())
"""


@pytest.mark.parametrize("name", ["gate", "lid", "hopper", "button"])
def test_a_handler_that_fails_does_not_kill_the_edge_thread_and_the_motor_stops_first(
    bench: RealBench, took: Took, name: str
) -> None:
    failing = next(wire for wire in _wires(bench) if wire._name == name)
    on_edge, guard = failing._on_edge, failing._guard
    report, motor_when_told = guard._report, []

    def told(fault: FaultFound) -> None:
        motor_when_told.append(bench.is_on("motor_forward"))
        report(fault)

    with bench.scope(*MOTOR) as scope:
        bench.bridge.dispense(3)
        bench.wait(lambda: bench.is_on("motor_forward"))
        guard._report = told
        failing._on_edge = lambda *_: 1 / 0  # type: ignore[assignment]
        changed_ns = bench.pull(name, active=not failing.active)
        fault = bench.next(FaultFound, that=lambda fault: fault.part == name)
        bench.wait(lambda: at_rest(bench))
    assert fault.finding is Finding.CALLBACK_FAILED
    assert motor_when_told == [False]
    assert scope.states("motor_forward") == [0, 1, 0]
    stop_ms = (scope.of("motor_forward")[-1].t_ns - changed_ns) / 1e6
    took(f"from an edge of the {name} whose handler fails to the motor's line low", [stop_ms])
    assert stop_ms < 5 * STOP_AIM_MS

    bench.next(DispenseEnded)
    failing._on_edge = on_edge
    bench.wire_up()
    works(bench)  # the thread lives, and every wire with it


def test_after_new_settings_every_wire_is_heard_as_before(bench: RealBench) -> None:
    for card_ms in (900, 1000, 1100):
        bench.bridge.change(replace(bench.settings, card_ms=card_ms))
        bench.wire_up()
        works(bench)


def test_edges_that_arrive_while_settings_change_do_no_harm(bench: RealBench) -> None:
    ended = threading.Event()

    def rattle() -> None:
        while not ended.wait(0.002):
            bench.pull("lid", active=False)
            bench.pull("lid", active=True)

    rattling = threading.Thread(target=rattle)
    rattling.start()
    for number in range(10):
        bench.bridge.change(replace(bench.settings, card_ms=900 + number))
    ended.set()
    rattling.join()
    bench.wire_up()
    works(bench)


def works(bench: RealBench) -> None:
    """A press is accepted, and a card is counted."""
    bench.bridge.allow_presses(0)
    bench.press()
    bench.next(PressAccepted)
    bench.bridge.dispense(1)
    feed(bench, 1)
    assert bench.next(DispenseEnded).finding is None


def _wires(bench: RealBench) -> list[InputWire]:
    parts = bench.bridge._parts
    assert parts is not None
    return [wire for wire in (*parts.dispenser._devices, *parts.panel._wires) if isinstance(wire, InputWire)]


def test_without_our_guard_one_exception_would_silence_every_wire(header: SimHeader, tmp_path: Path) -> None:
    """Why each callback is wrapped: should this test fail one day, the guard may go."""
    with subprocess.Popen([sys.executable, "-c", BARE, str(tmp_path)], stdout=subprocess.PIPE, text=True) as bare:
        assert bare.stdout is not None
        assert bare.stdout.readline() == "ready\n"
        header.pull(17, high=False)
        assert bare.stdout.readline() == "edge\n"
        header.pull(5, high=False)
        assert bare.stdout.readline() == "raised\n"
        for _ in range(5):
            header.pull(17, high=True)
            header.pull(17, high=False)
            time.sleep(0.05)
        bare.kill()
        assert bare.stdout.read() == ""


def test_an_edge_thread_that_died_all_the_same_stops_the_motor(header: SimHeader, tmp_path: Path, took: Took) -> None:
    numbers = PinMap().numbers()
    with subprocess.Popen(
        [sys.executable, "-c", DEAD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stdin is not None
        assert table.stdout is not None
        assert table.stdout.readline() == "open\n"
        wire_up(header, numbers)
        with scope(header, numbers, "gate", *MOTOR) as looked:
            table.stdin.write("dispense\n")
            table.stdin.flush()
            _read_until(table.stdout, "dispensing")
            header.pull(STRANGER, high=False)
            _read_until(table.stdout, "raised")
            missing_ns = pull(header, numbers, "gate", active=True)
            told = _read_until(table.stdout, "FaultFound")
            _read_until(table.stdout, "DispenseEnded")
        table.kill()
    assert "no longer arrive" in told
    stop_ms = (looked.of("motor_forward")[-1].t_ns - missing_ns) / 1e6
    took("from an edge that nobody hears to the motor's line low", [stop_ms])
    assert looked.states("motor_forward") == [0, 1, 0]
    assert stop_ms < 5 * DEAD_EDGES_AIM_MS


def _read_until(lines: Iterable[str], start: str) -> str:
    return next(line for line in lines if line.startswith(start))
