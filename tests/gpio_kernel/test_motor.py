"""The motor on real lines: it runs until the exit gate has counted its cards, and not a moment longer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import CardCounted, DispenseEnded, Finding, LateCard
from tests.gpio_kernel.real_bench import RealBench
from tests.gpio_kernel.scope import Scope

Took = Callable[[str, Sequence[float]], None]
Lay = Callable[..., RealBench]
MOTOR = ("motor_forward", "motor_backward", "heartbeat")
STOP_AIM_MS = 50  # after what must stop it; at five times that a test fails
PULSE_AIM_MS = 50  # from one rising edge of the heartbeat to the next, hardware facts, section 4


def at_rest(bench: RealBench) -> bool:
    """Whether every line that could move a card is low."""
    return not any(bench.is_on(name) for name in MOTOR)


def feed(bench: RealBench, cards: int) -> None:
    """Card after card goes through the gate, each when the motor runs for it, and is counted there."""
    for number in range(1, cards + 1):
        bench.wait(lambda: bench.is_on("motor_forward"))
        time.sleep(0.05)  # nearer together they would be taken for two at once
        bench.card()
        assert bench.next(CardCounted).counted == number


def stops_ms(scope: Scope) -> list[float]:
    """How long after the gate's last edge the motor's line went low, each time."""
    cleared = [change.t_ns for change in scope.of("gate") if not change.state]
    offs = [after.t_ns for before, after in pairwise(scope.of("motor_forward")) if before.state]
    return [(off_ns - max(t_ns for t_ns in cleared if t_ns <= off_ns)) / 1e6 for off_ns in offs]


def test_the_motor_runs_through_until_the_last_of_three_cards_has_left_the_gate(lay_bench: Lay) -> None:
    bench = lay_bench(pause_ms=0)
    with bench.scope("gate", *MOTOR) as scope:
        bench.bridge.dispense(3)
        feed(bench, 3)
        end = bench.next(DispenseEnded)
    assert (end.asked, end.counted, end.finding, end.in_doubt) == (3, 3, None, False)
    assert scope.states("motor_forward") == [0, 1, 0]
    assert scope.states("motor_backward") == [0]
    cleared_ns = [change.t_ns for change in scope.of("gate") if not change.state]
    off_ns = scope.of("motor_forward")[-1].t_ns
    assert len(cleared_ns) == 1 + 3
    assert off_ns > cleared_ns[-2]
    assert -1 < (off_ns - cleared_ns[-1]) / 1e6 < 5 * STOP_AIM_MS
    assert at_rest(bench)


def test_the_motor_rests_after_each_card_where_cards_are_to_come_apart(bench: RealBench, took: Took) -> None:
    with bench.scope("gate", *MOTOR) as scope:
        bench.bridge.dispense(30)
        feed(bench, 30)
        end = bench.next(DispenseEnded)
    assert (end.counted, end.finding) == (30, None)
    stops = stops_ms(scope)
    assert len(stops) == 30
    took("from the gate's last edge to the motor's line low", stops)
    assert max(stops) < 5 * STOP_AIM_MS
    beats = [change.t_ns for change in scope.of("heartbeat") if change.state]
    driven = [(before.t_ns, after.t_ns) for before, after in pairwise(scope.of("motor_forward")) if before.state]
    assert all(any(on <= beat <= off for beat in beats) for on, off in driven if off - on > 2e6 * PULSE_AIM_MS)
    gaps_ms = [
        (after - before) / 1e6
        for before, after in pairwise(beats)
        if any(on <= before and after <= off for on, off in driven)
    ]
    took("from one pulse of the heartbeat to the next", gaps_ms)


def test_every_single_card_stops_the_motor(lay_bench: Lay, took: Took) -> None:
    bench = lay_bench(pause_ms=0)
    with bench.scope("gate", *MOTOR) as scope:
        for _ in range(20):
            bench.bridge.dispense(1)
            feed(bench, 1)
            assert bench.next(DispenseEnded).finding is None
    took("from the gate's only edge to the motor's line low", stops_ms(scope))
    assert len(stops_ms(scope)) == 20
    assert max(stops_ms(scope)) < 5 * STOP_AIM_MS


def test_a_dispenser_whose_cards_do_not_come_pulls_back_tries_again_and_gives_up(lay_bench: Lay) -> None:
    bench = lay_bench(card_ms=300)
    with bench.scope(*MOTOR) as scope:
        bench.bridge.dispense(2)
        assert bench.next(DispenseEnded).finding is Finding.NO_FEED
    assert scope.states("motor_forward") == [0, 1, 0, 1, 0, 1, 0]
    assert scope.states("motor_backward") == [0, 1, 0, 1, 0]
    assert at_rest(bench)


def test_a_card_that_a_hand_pulls_out_after_the_motor_stopped_is_counted_late(bench: RealBench) -> None:
    bench.bridge.dispense(1)
    feed(bench, 1)
    bench.next(DispenseEnded)
    bench.card()
    bench.next(LateCard)
    assert at_rest(bench)


@pytest.mark.parametrize(
    ("name", "active", "finding"),
    [("lid", False, Finding.LID_OPEN), ("motor_fault", True, Finding.MOTOR_STALL)],
    ids=["the lid is opened", "the driver reports a stall"],
)
def test_the_motor_stops_when(bench: RealBench, took: Took, name: str, active: bool, finding: Finding) -> None:
    with bench.scope(name, *MOTOR) as scope:
        bench.bridge.dispense(3)
        bench.wait(lambda: bench.is_on("motor_forward"))
        time.sleep(0.4)  # a motor's start is forgiven for 300 ms
        changed_ns = bench.pull(name, active=active)
        assert bench.next(DispenseEnded).finding is finding
    stop_ms = (scope.of("motor_forward")[-1].t_ns - changed_ns) / 1e6
    took(f"from the {name} line to the motor's line low", [stop_ms])
    assert stop_ms < 5 * STOP_AIM_MS
    assert at_rest(bench)


def test_an_empty_hopper_ends_a_dispense_before_the_motor_runs(bench: RealBench) -> None:
    bench.pull("hopper", active=False)
    bench.wait(lambda: bench.bridge.health()["hopper"] == "empty")
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).finding is Finding.HOPPER_EMPTY
    assert at_rest(bench)


def test_motor_off_takes_effect_before_it_returns(bench: RealBench, took: Took) -> None:
    took_ms = []
    for _ in range(10):
        bench.bridge.dispense(3)
        bench.wait(lambda: bench.is_on("motor_forward"))
        began_ns = time.monotonic_ns()
        bench.bridge.motor_off()
        took_ms.append((time.monotonic_ns() - began_ns) / 1e6)
        assert at_rest(bench)
        assert bench.next(DispenseEnded).finding is Finding.STOPPED
    took("motor off, called", took_ms)
    assert max(took_ms) < 5 * STOP_AIM_MS


def test_wires_that_are_cut_read_as_the_careful_answer(bench: RealBench) -> None:
    for name in ("gate", "hopper", "lid", "button"):
        bench.pull(name, active=name == "gate")  # nothing pulls but the Pi's own resistor
    bench.wait(lambda: bench.bridge.health()["lid"] == "open")
    assert bench.bridge.health()["hopper"] == "empty"
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).finding is Finding.LID_OPEN
    assert at_rest(bench)


def test_a_two_stage_feeder_holds_the_next_card_back_between_two_cards(lay_bench: Lay) -> None:
    bench = lay_bench(pins=PinMap(holdback_forward=13, holdback_backward=12))
    with bench.scope("motor_forward", "holdback_forward", "holdback_backward") as scope:
        bench.bridge.dispense(3)
        feed(bench, 3)
        assert bench.next(DispenseEnded).finding is None
    assert scope.states("holdback_backward") == [0, 1, 0, 1, 0]
    assert scope.states("holdback_forward") == [0]
