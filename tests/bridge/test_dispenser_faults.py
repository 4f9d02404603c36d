"""The simulated dispenser goes wrong in every scripted way, and the bridge finds out which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware_bridge.reports import (
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    PressAccepted,
    PressDenied,
)
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.faults import UnknownFault

pytestmark = pytest.mark.alone

if TYPE_CHECKING:
    from tests.bridge.conftest import Bench


def dispense(bench: Bench, cards: int) -> DispenseEnded:
    bench.bridge.dispense(cards)
    return bench.next(DispenseEnded)


@pytest.mark.parametrize(
    ("fault", "asked", "counted", "finding"),
    [
        ("jam", 2, 0, Finding.STUCK_AT_EXIT),
        ("no-feed", 2, 0, Finding.NO_FEED),
        ("double-feed", 1, 2, Finding.DOUBLE_FEED),
        ("hopper:2", 4, 2, Finding.HOPPER_EMPTY),
        ("hopper:0", 4, 0, Finding.HOPPER_EMPTY),
        ("motor-stall", 2, 0, Finding.MOTOR_STALL),
        ("flicker", 4, 4, None),
        ("sunlight", 3, 3, Finding.SENSOR_DISTURBED),
    ],
)
def test_each_fault_has_its_own_finding_and_the_count_stays_true(
    bench: Bench, fault: str, asked: int, counted: int, finding: Finding | None
) -> None:
    bench.simulator.fault(fault)
    if fault == "hopper:0":
        bench.next(HopperChanged)
    end = dispense(bench, asked)
    assert (end.counted, end.finding) == (counted, finding)
    assert bench.simulator.cards_out == counted
    assert bench.bridge.health()["motor"] == "off"
    assert bench.bridge.health()["fault"] == (finding and finding.value)
    assert (bench.pin("motor_forward"), bench.pin("motor_backward"), bench.pin("heartbeat")) == (0, 0, 0)


@pytest.mark.parametrize("fault", ["jam", "no-feed", "motor-stall", "gate-dead", "hopper:0", "flicker"])
def test_after_clear_the_dispenser_works_again(bench: Bench, fault: str) -> None:
    bench.simulator.fault(fault)
    dispense(bench, 1)
    bench.simulator.fault("clear")
    bench.wait(lambda: bench.simulator.hopper == FULL_HOPPER and not bench.pin("gate") and bench.pin("hopper"))
    bench.wait(lambda: bench.bridge.health()["hopper"] == "ok")
    end = dispense(bench, 2)
    while end.finding is Finding.LID_OPEN:  # whoever freed the gate from inside has it open for a moment
        end = dispense(bench, 2)
    assert (end.counted, end.finding) == (2, None)
    assert bench.bridge.health()["fault"] is None


def test_a_dead_gate_behind_an_emptying_hopper_is_found(bench: Bench) -> None:
    bench.simulator.fault("gate-dead")
    bench.simulator.fault("hopper:2")
    assert dispense(bench, 8).finding is Finding.GATE_DEAD


def test_an_opened_lid_stops_the_motor_and_closing_it_clears_the_fault(bench: Bench) -> None:
    bench.bridge.dispense(12)
    bench.wait(lambda: bench.bridge.health()["motor"] == "on")
    bench.simulator.fault("lid-open")
    end = bench.next(DispenseEnded)
    assert end.finding is Finding.LID_OPEN
    assert end.counted < 12
    assert bench.bridge.health()["lid"] == "open"
    bench.simulator.fault("lid-closed")
    bench.next(LidChanged, that=lambda report: not report.open)
    assert bench.bridge.health()["fault"] is None


def test_a_stuck_button_is_no_press_and_is_told_and_works_again_when_freed(bench: Bench) -> None:
    bench.bridge.allow_presses(0)
    bench.simulator.fault("button-stuck")
    bench.next(PressAccepted)  # the edge itself looks like a press
    assert bench.next(FaultFound).finding is Finding.BUTTON_STUCK
    assert bench.bridge.health()["fault"] == "button-stuck"
    bench.simulator.fault("clear")
    bench.wait(lambda: bench.bridge.health()["fault"] is None)
    bench.simulator.press()
    bench.next(PressDenied)


def test_a_bouncing_button_gives_one_press(bench: Bench) -> None:
    bench.simulator.fault("button-bounce")
    bench.bridge.allow_presses(0)
    bench.simulator.press()
    bench.next(PressAccepted)
    bench.wait(lambda: not bench.pin("button"))
    bench.simulator.drive("button", [[0, 60], [1, 80]])  # the next press is the next report
    denied = bench.next(PressDenied)
    assert bench.reports.empty()
    assert denied.reason == "nobody-may-press"


def test_sunlight_at_rest_is_told_and_counts_no_card(bench: Bench) -> None:
    bench.simulator.fault("sunlight")
    assert bench.next(FaultFound).finding is Finding.SENSOR_DISTURBED
    assert bench.bridge.health()["fault"] == "sensor-disturbed"


def test_a_card_pulled_out_at_rest_leaves_the_hopper_and_is_not_counted(bench: Bench) -> None:
    bench.simulator.fault("pulled-card")
    bench.wait(lambda: bench.simulator.hopper == FULL_HOPPER - 1 and bench.pin("gate"))
    bench.wait(lambda: not bench.pin("gate"))
    assert dispense(bench, 1).counted == 1


def test_a_stuck_card_pulled_out_while_the_count_settles_is_counted(bench: Bench) -> None:
    bench.simulator.fault("jam")
    bench.bridge.dispense(1)
    bench.wait(lambda: bench.bridge.health()["motor"] == "on")
    bench.wait(lambda: bench.bridge.health()["motor"] == "off")
    bench.simulator.fault("pulled-card")
    end = bench.next(DispenseEnded)
    assert (end.counted, end.finding) == (1, Finding.STUCK_AT_EXIT)


@pytest.mark.parametrize("name", ["jamm", "", "hopper", "hopper:-1", "hopper:many", "hopper:1000"])
def test_an_unknown_fault_is_answered_with_a_sentence(bench: Bench, name: str) -> None:
    with pytest.raises(UnknownFault, match=r"known are jam, .*hopper:N|write hopper:0 to hopper:999"):
        bench.simulator.fault(name)


@pytest.mark.parametrize("hold", ["fault", "pattern"])
def test_a_press_says_whether_the_wire_can_follow_the_finger(bench: Bench, hold: str) -> None:
    assert bench.simulator.press()
    bench.next(PressDenied)
    if hold == "fault":
        bench.simulator.fault("button-stuck")
    else:
        bench.wait(lambda: not bench.pin("button"))
        bench.simulator.drive("button", [[1, 60_000]])
        bench.wait(lambda: bool(bench.pin("button")))
    assert not bench.simulator.press()
    bench.simulator.fault("clear")
    assert bench.simulator.press() == (hold == "fault")
