"""The button on real lines: one press is one press, however the contact chatters, and the beeper answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from firmware_bridge.debounce import DebounceTimes
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import (
    ButtonPressed,
    Denial,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    PressAccepted,
    PressDenied,
    Report,
)
from tests.gpio_kernel.real_bench import RESTED_S, RealBench

Took = Callable[[str, Sequence[float]], None]
Lay = Callable[..., RealBench]
LOUD = FittingSettings(beeper="active")  # its line is simply on while it sounds
DEBOUNCE_MS = DebounceTimes().pressed_ns / 1e6
SHORT_MS = 2.0


def presses(bench: RealBench) -> list[Report]:
    """What the button has brought so far."""
    time.sleep(0.1)
    reports = [bench.reports.get_nowait() for _ in range(bench.reports.qsize())]
    return [report for report in reports if isinstance(report, PressAccepted | PressDenied)]


def test_each_press_is_accepted_once_at_the_instant_of_its_edge_and_answered_by_a_ding(
    lay_bench: Lay, took: Took
) -> None:
    bench = lay_bench(fittings=LOUD)
    downs_ns, accepted = [], []
    with bench.scope("beeper") as scope:
        for _ in range(20):
            bench.bridge.allow_presses(0)
            downs_ns.append(bench.press())
            accepted += presses(bench)
            bench.wait(lambda: not bench.is_on("beeper"))
    assert [type(report) for report in accepted] == [PressAccepted] * 20
    stamps_ms = [(report.t_ns - down_ns) / 1e6 for report, down_ns in zip(accepted, downs_ns, strict=True)]
    dings_ns = [
        next(beep.t_ns for beep in scope.of("beeper") if beep.state and beep.t_ns > down_ns) for down_ns in downs_ns
    ]
    dings_ms = [(ding_ns - down_ns) / 1e6 for ding_ns, down_ns in zip(dings_ns, downs_ns, strict=True)]
    took("from the finger to the edge's own stamp", stamps_ms)
    took(f"from the finger to the ding, {DEBOUNCE_MS:g} ms of debouncing among it", dings_ms)
    assert min(stamps_ms) >= 0
    assert min(dings_ms) >= DEBOUNCE_MS


def test_a_chattering_contact_is_one_press(bench: RealBench) -> None:
    for _ in range(5):
        bench.bridge.allow_presses(0)
        _chatter(bench, 6)
        bench.pull("button", active=True)
        time.sleep(0.08)
        _chatter(bench, 4)
        bench.pull("button", active=False)
        assert [type(report) for report in presses(bench)] == [PressAccepted]


def _chatter(bench: RealBench, edges: int) -> None:
    for number in range(edges):
        bench.pull("button", active=number % 2 == 0)
        time.sleep(0.001)


def test_a_spike_on_the_line_is_no_press(bench: RealBench) -> None:
    bench.bridge.allow_presses(0)
    spikes = 0
    while spikes < 20:
        began_ns = bench.pull("button", active=True)
        bench.pull("button", active=False)
        lasted_ms = (time.monotonic_ns() - began_ns) / 1e6
        if lasted_ms < SHORT_MS:  # else the emulated machine stood still meanwhile, and it may have been a press
            spikes += 1
            assert presses(bench) == []
        else:
            presses(bench)
            bench.bridge.allow_presses(0)
        time.sleep(RESTED_S)


def test_a_press_that_nobody_may_make_gets_the_buzz_and_is_denied(lay_bench: Lay) -> None:
    bench = lay_bench(fittings=LOUD)
    with bench.scope("beeper") as scope:
        bench.press()
        assert [getattr(report, "reason", None) for report in presses(bench)] == [Denial.NOBODY_MAY_PRESS]
        bench.wait(lambda: not bench.is_on("beeper"))
    assert 1 in scope.states("beeper")


def test_a_passive_beeper_sounds_by_pulses_and_its_line_is_low_after_every_ding(bench: RealBench) -> None:
    for _ in range(20):
        bench.bridge.allow_presses(0)
        with bench.scope("beeper") as scope:
            bench.press()
            time.sleep(0.5)
        assert scope.states("beeper").count(1) >= 5
        assert scope.states("beeper")[-1] == 0


def test_a_button_that_is_held_is_told_once_and_counts_again_when_it_has_been_up(bench: RealBench) -> None:
    bench.bridge.allow_presses(0)
    bench.pull("button", active=True)
    bench.next(PressAccepted)
    assert bench.next(FaultFound).finding is Finding.BUTTON_STUCK
    bench.pull("button", active=False)
    bench.wait(lambda: bench.bridge.health()["fault"] is None)
    time.sleep(RESTED_S)
    bench.bridge.allow_presses(0)
    bench.press()
    bench.next(PressAccepted)


def test_a_further_button_says_which_it_was(lay_bench: Lay) -> None:
    bench = lay_bench(pins=PinMap(button_repeat=6, button_undo=13))
    bench.pull("button_repeat", active=False)
    bench.pull("button_undo", active=False)
    time.sleep(RESTED_S)
    bench.pull("button_undo", active=True)
    assert bench.next(ButtonPressed).name == "undo"


def test_lid_and_hopper_are_told_when_they_move(bench: RealBench) -> None:
    for is_open in (True, False, True):
        bench.pull("lid", active=not is_open)
        assert bench.next(LidChanged, that=lambda report: report.open is is_open)  # noqa: B023
    for empty in (True, False):
        bench.pull("hopper", active=not empty)
        assert bench.next(HopperChanged, that=lambda report: report.empty is empty)  # noqa: B023
    bench.bridge.allow_presses(0)
    bench.press()
    assert [getattr(report, "reason", None) for report in presses(bench)] == [Denial.LID_OPEN]
