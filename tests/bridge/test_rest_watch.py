"""The gate at rest: a few pulses mean nothing, five mean light on the sensor."""

from __future__ import annotations

from firmware_bridge.rest_watch import RestWatch

MS = 1_000_000


def test_the_fifth_pulse_at_rest_calls_the_sensor_disturbed_and_only_once() -> None:
    watch = RestWatch()
    assert [watch.blocked(t * 1000 * MS, 0) for t in range(2, 9)] == [False] * 4 + [True] + [False] * 2


def test_pulses_within_a_second_of_the_motor_mean_nothing() -> None:
    watch = RestWatch()
    assert not any(watch.blocked(t * 100 * MS, 0) for t in range(1, 11))


def test_pulses_spread_over_minutes_mean_nothing() -> None:
    watch = RestWatch()
    assert not any(watch.blocked(t * 20_000 * MS, 0) for t in range(1, 20))


def test_a_dispense_starts_the_count_again() -> None:
    watch = RestWatch()
    for t in range(2, 6):
        watch.blocked(t * 1000 * MS, 0)
    watch.reset()
    assert not watch.blocked(6000 * MS, 0)
