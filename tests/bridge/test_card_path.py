"""Cards on their way through the simulated gate, by the roller's travel alone. Times in milliseconds."""

from __future__ import annotations

from random import Random

import pytest

from firmware_bridge.simulator.card_path import CardPath, PathTimes

MS = 1_000_000
EVEN = PathTimes(spread=0.0, friction_spread=0.0)


@pytest.fixture
def path() -> CardPath:
    return CardPath(EVEN, Random(1), hopper=3)


def cross(path: CardPath, direction: int = 1) -> float:
    """Turn the roller to the next change; how far that was."""
    reach_ns = path.to_next(direction)
    assert reach_ns is not None
    path.cross(direction)
    return reach_ns / MS


def test_cards_come_one_after_another_with_a_gap_until_the_hopper_is_empty(path: CardPath) -> None:
    assert [cross(path) for _ in range(6)] == [80, 160, 60, 160, 60, 160]
    assert (path.hopper, path.out, path.blocked) == (0, 3, False)
    assert path.to_next(1) is None


def test_the_hopper_sensor_no_longer_sees_a_card_that_is_in_the_gate(path: CardPath) -> None:
    path.fill(1)
    assert path.waiting == 1
    cross(path)
    assert (path.waiting, path.hopper) == (0, 1)


def test_turning_back_takes_a_card_out_of_the_gate_without_losing_it(path: CardPath) -> None:
    cross(path)
    path.turn(1, 50 * MS)
    assert cross(path, -1) == 50
    assert (path.blocked, path.hopper, path.out) == (False, 3, 0)
    assert cross(path) == 0


def test_a_jammed_card_stays_in_the_gate_however_long_the_roller_turns(path: CardPath) -> None:
    path.jammed = True
    cross(path)
    assert path.to_next(1) is None
    for _ in range(3):
        path.turn(1, 500 * MS)
    path.jammed = False
    assert path.to_next(1) == 80 * MS


def test_a_double_feed_sends_two_cards_8_ms_apart_and_only_once(path: CardPath) -> None:
    path.take_two()
    assert [cross(path) for _ in range(6)] == [80, 160, 8, 160, 60, 160]


def test_a_card_taken_by_hand_is_gone(path: CardPath) -> None:
    path.jammed = True
    cross(path)
    path.take_away(0)
    assert (path.blocked, path.jammed, path.hopper) == (False, False, 2)
    assert cross(path) == 80


def test_filling_the_hopper_leaves_the_card_in_the_gate(path: CardPath) -> None:
    cross(path)
    path.fill(0)
    assert (path.hopper, path.waiting, path.blocked) == (1, 0, True)
    cross(path)
    assert path.hopper == 0


def test_turning_back_for_long_costs_no_more_than_two_approaches(path: CardPath) -> None:
    path.turn(-1, 10_000 * MS)
    assert path.to_next(1) == 160 * MS


def test_a_faster_table_has_the_same_way_in_less_time() -> None:
    fast = CardPath(EVEN.at_speed(10), Random(1), hopper=1)
    assert [cross(fast) for _ in range(2)] == [8, 16]


def test_a_card_that_slips_comes_half_a_second_later(path: CardPath) -> None:
    path.drag()
    assert [cross(path) for _ in range(4)] == [580, 160, 60, 160]


def test_no_two_cards_come_alike() -> None:
    path = CardPath(PathTimes(), Random(1), hopper=40)
    ways = [(cross(path), cross(path)) for _ in range(40)]
    leads, dwells = [lead for lead, _ in ways[1:]], [dwell for _, dwell in ways]
    assert len(set(leads)) > 30
    assert 48 <= min(leads) < max(leads) <= 72
    assert 152 <= min(dwells) < max(dwells) <= 168


def test_a_card_behind_one_that_a_hand_pulls_does_not_jump_ahead_when_the_roller_turns_back(path: CardPath) -> None:
    path.take_away(250 * MS)
    path.turn(-1, 20 * MS)
    assert cross(path) == 80 + 250
