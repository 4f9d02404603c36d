"""The dispenser turns gently, settles, is let go, and says when it did not get there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from firmware_bridge.aim import HOME, Aim
from firmware_bridge.pin_map import mock_factory
from firmware_bridge.reports import FaultFound, Finding
from firmware_bridge.simulator.servo import Servo
from firmware_bridge.wires import Guard
from tests.bridge.hand_clock import MS, HandClock

SERVO, SWITCH = 12, 13


class Turntable:
    """A servo on mock pins with a simulated one behind; ``pulses`` are (ms, degrees), None when it is let go."""

    def __init__(self, *, switch: bool = True, angle: float = HOME) -> None:
        self.clock = HandClock()
        self.pulses: list[tuple[int, float | None]] = []
        self.faults: list[FaultFound] = []
        self.steady_ms: list[int] = []
        self.servo = Servo()
        self.factory: Any = mock_factory()
        self.factory.pin(SWITCH).drive(False, 0)
        self.factory.tap = self._tap
        self.aim = Aim(
            SERVO,
            SWITCH if switch else None,
            300,
            angle,
            self.faults.append,
            steady=lambda: self.steady_ms.append(self.clock.ms),
            factory=self.factory,
            guard=Guard(self.faults.append, self.clock),
            clock=self.clock,
        )

    def _tap(self, pin: str, state: float, _: float | None) -> None:
        if pin == f"GPIO{SERVO}":
            self.servo.pulsed(state)
            self.pulses.append((self.clock.ms, (state * 20 - 1.5) * 90 if state else None))
            self.factory.pin(SWITCH).drive(not self.servo.at_home, self.clock.ms * MS)


@pytest.fixture
def table() -> Iterator[Turntable]:
    table = Turntable()
    yield table
    table.aim.close()


def test_nothing_moves_when_the_table_is_switched_on(table: Turntable) -> None:
    table.clock.wait(2000)
    assert table.pulses == []
    assert not table.aim.turning


def test_the_dispenser_turns_in_small_steps_slow_at_both_ends(table: Turntable) -> None:
    table.aim.turn_to(90)
    table.clock.wait(2000)
    angles = [angle for _, angle in table.pulses if angle is not None]
    steps = [later - earlier for earlier, later in pairwise(angles)]
    assert angles[-1] == pytest.approx(90)
    assert max(steps) < 4
    assert steps[0] < 1
    assert steps[-1] < 1
    assert all(step >= 0 for step in steps)


def test_it_is_steady_only_after_it_has_settled_and_then_it_is_let_go(table: Turntable) -> None:
    table.aim.turn_to(45)
    turning = [table.aim.turning]
    for ms in (749, 30):  # 450 ms on the way, 300 ms to settle
        table.clock.wait(ms)
        turning.append(table.aim.turning)
    assert turning == [True, True, False]
    assert table.pulses[-1][1] is None
    table.clock.wait(5000)
    assert table.pulses[-1][0] < 800
    assert [749 < ms < 800 for ms in table.steady_ms] == [True]


def test_back_home_it_turns_as_gently_and_the_switch_agrees(table: Turntable) -> None:
    table.aim.turn_to(-60)
    table.clock.wait(2000)
    table.aim.turn_to(0)
    table.clock.wait(2000)
    assert table.servo.angle == 0
    assert table.aim.reached is True
    assert table.faults == []


def test_a_new_target_on_the_way_is_turned_to_from_where_it_is(table: Turntable) -> None:
    table.aim.turn_to(90)
    table.clock.wait(400)
    on_the_way = table.servo.angle
    table.aim.turn_to(-90)
    table.clock.wait(3000)
    angles = [angle for _, angle in table.pulses if angle is not None]
    assert 10 < on_the_way < 80
    assert max(angles) < 90
    assert angles[-1] == pytest.approx(-90)


def test_one_that_is_known_to_point_at_a_seat_turns_on_from_there() -> None:
    table = Turntable(angle=60)
    table.clock.wait(1000)
    assert table.pulses == []
    table.aim.turn_to(HOME)
    table.clock.wait(2000)
    first, *_ = (angle for _, angle in table.pulses if angle is not None)
    assert first > 55
    assert table.servo.angle == HOME
    table.aim.close()


def test_a_dispenser_that_did_not_turn_is_told_with_the_angle(table: Turntable) -> None:
    table.servo.obstructed = True
    table.aim.turn_to(45)
    table.clock.wait(2000)
    (fault,) = table.faults
    assert (fault.part, fault.finding) == ("aim", Finding.AIM_OBSTRUCTED)
    assert "did not turn to 45 degrees" in fault.message
    assert table.aim.reached is False


def test_a_dispenser_that_did_not_come_home_is_told(table: Turntable) -> None:
    table.aim.turn_to(45)
    table.clock.wait(2000)
    table.servo.obstructed = True
    table.aim.turn_to(0)
    table.clock.wait(2000)
    assert ["did not turn back home" in fault.message for fault in table.faults] == [True]


def test_so_near_to_home_that_the_switch_may_stay_closed_nothing_is_told(table: Turntable) -> None:
    table.aim.turn_to(10)
    table.clock.wait(2000)
    assert table.faults == []


def test_without_a_switch_nobody_knows_whether_it_got_there() -> None:
    table = Turntable(switch=False)
    table.servo.obstructed = True
    table.aim.turn_to(45)
    table.clock.wait(2000)
    assert table.aim.reached is None
    assert table.faults == []
    table.aim.close()


def test_a_servo_that_fails_is_told_once_and_holds_nothing_up(
    table: Turntable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the line is gone")

    monkeypatch.setattr("gpiozero.AngularServo.angle", property(fset=fail))
    for angle in (45, 0):
        table.aim.turn_to(angle)
        table.clock.wait(100)
        assert not table.aim.turning
    assert len(table.steady_ms) == 2
    assert [(fault.part, fault.finding) for fault in table.faults] == [("aim", Finding.CALLBACK_FAILED)]


def test_closed_on_the_way_it_makes_no_more_pulses(table: Turntable) -> None:
    table.aim.turn_to(90)
    table.clock.wait(200)
    table.aim.close()
    assert table.steady_ms == [200]
    table.aim.close()
    table.aim.turn_to(0)
    made = len(table.pulses)
    table.clock.wait(1000)
    assert (len(table.pulses), table.pulses[-1][1]) == (made, None)
    assert not table.aim.turning
