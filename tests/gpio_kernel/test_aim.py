"""The aiming servo on a real line: lgpio's own software makes the pulses."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from firmware_bridge.aim import LONGEST_PULSE_S, SHORTEST_PULSE_S
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import FaultFound, Finding
from tests.gpio_kernel.real_bench import RealBench
from tests.gpio_kernel.scope import Scope

Took = Callable[[str, Sequence[float]], None]
Lay = Callable[..., RealBench]
PINS = PinMap(servo=12, aim_home=6)
ANGLES = FittingSettings(angles=(0, 90, -90))
FRAME_MS = 20


def turn(bench: RealBench, seat: int | None, *, home: bool) -> None:
    """To a seat, with the home switch as it should be there, until it rests."""
    assert bench.bridge.aim(seat)
    bench.pull("aim_home", active=home)
    bench.wait(lambda: bench.bridge.health()["aim"] != "turning")


def pulses_ms(scope: Scope) -> list[float]:
    """How long each pulse lasted."""
    return [(after.t_ns - before.t_ns) / 1e6 for before, after in pairwise(scope.of("servo")) if before.state]


@pytest.fixture
def bench(lay_bench: Lay) -> RealBench:
    """A table that can aim."""
    return lay_bench(pins=PINS, fittings=ANGLES)


def test_the_servo_gets_a_pulse_every_20_ms_on_its_way_and_none_once_it_rests(bench: RealBench, took: Took) -> None:
    for seat, home in ((1, False), (2, False), (None, True)):
        with bench.scope("servo") as moving:
            turn(bench, seat, home=home)
        rises = [change.t_ns for change in moving.of("servo") if change.state]
        frames_ms = [(after - before) / 1e6 for before, after in pairwise(rises)]
        assert len(rises) >= 20
        assert statistics.median(frames_ms) == pytest.approx(FRAME_MS, rel=0.1)
        assert bench.bridge.health()["aim"] == "reached"
        with bench.scope("servo") as resting:
            time.sleep(0.3)
        assert resting.states("servo") == [0]
        where = "home" if seat is None else f"to {ANGLES.angles[seat]} degrees"
        took(f"a servo's frame on the way {where}", frames_ms)
        took(f"its pulses on the way {where}, as far as they are seen", pulses_ms(moving))


def test_at_each_end_a_pulse_lasts_as_long_as_a_servo_expects_there(bench: RealBench, took: Took) -> None:
    last_ms = []
    for seat in (1, 2):
        with bench.scope("servo") as scope:
            turn(bench, seat, home=False)
        last_ms.append(statistics.median(pulses_ms(scope)[-10:]))
    longest, shortest = last_ms
    took(f"pulses at 90 degrees, {1000 * LONGEST_PULSE_S:g} ms as told", [longest])
    took(f"pulses at -90 degrees, {1000 * SHORTEST_PULSE_S:g} ms as told", [shortest])
    assert longest == pytest.approx(1000 * LONGEST_PULSE_S, abs=0.3)
    assert shortest == pytest.approx(1000 * SHORTEST_PULSE_S, abs=0.3)


def test_a_dispenser_that_did_not_come_home_is_told(bench: RealBench) -> None:
    turn(bench, 1, home=False)
    turn(bench, None, home=False)
    assert bench.next(FaultFound).finding is Finding.AIM_OBSTRUCTED
    assert bench.bridge.health()["aim"] == "obstructed"


def test_no_card_is_thrown_on_the_way(bench: RealBench) -> None:
    assert bench.bridge.aim(1)
    with pytest.raises(Exception, match="being turned"):
        bench.bridge.dispense(1)
    bench.wait(lambda: bench.bridge.health()["aim"] != "turning")
    assert not bench.is_on("motor_forward")


def test_the_line_is_low_after_a_table_that_ended_in_the_middle_of_a_turn(bench: RealBench) -> None:
    assert bench.bridge.aim(1)
    time.sleep(0.2)
    bench.bridge.close()
    with bench.scope("servo") as scope:
        time.sleep(0.2)
    assert scope.states("servo") == [0]
