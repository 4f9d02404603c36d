"""The gate at rest: a few pulses mean nothing, five mean light on the sensor; a pulled card counts once."""

from __future__ import annotations

import pytest

from firmware_bridge.rest_watch import AtRest, RestWatch

MS = 1_000_000
S = 1000 * MS


def pulses(watch: RestWatch, *at_ns: int, length_ns: int = 3 * MS) -> list[AtRest]:
    seen = []
    for t_ns in at_ns:
        seen += [watch.gate(True, t_ns), watch.gate(False, t_ns + length_ns)]
    return [what for what in seen if what is not AtRest.NOTHING]


def after_a_dispense(*, card_in_gate: bool = False) -> RestWatch:
    watch = RestWatch()
    watch.dispense_begins()
    watch.dispense_ended(0, card_in_gate=card_in_gate)
    return watch


def test_the_fifth_pulse_at_rest_calls_the_sensor_disturbed_and_only_once() -> None:
    watch = after_a_dispense()
    assert pulses(watch, *(t * S for t in range(2, 6))) == []
    assert pulses(watch, 6 * S) == [AtRest.DISTURBED]
    assert pulses(watch, 7 * S, 8 * S) == []


def test_pulses_before_the_first_dispense_are_light_too() -> None:
    assert pulses(RestWatch(), *(t * S for t in range(5)), length_ns=100 * MS) == [AtRest.DISTURBED]


def test_short_pulses_within_a_second_of_the_motor_mean_nothing() -> None:
    assert pulses(after_a_dispense(), *(t * 90 * MS for t in range(1, 11))) == []


def test_pulses_spread_over_minutes_mean_nothing() -> None:
    assert pulses(after_a_dispense(), *(t * 20 * S for t in range(1, 20))) == []


def test_a_dispense_starts_the_count_again() -> None:
    watch = after_a_dispense()
    pulses(watch, *(t * S for t in range(2, 6)))
    watch.dispense_begins()
    watch.dispense_ended(5 * S, card_in_gate=False)
    assert pulses(watch, 7 * S) == []


def test_a_card_pulled_out_within_a_second_of_the_motor_is_counted_once() -> None:
    assert pulses(after_a_dispense(), 600 * MS, length_ns=250 * MS) == [AtRest.LATE_CARD]


def test_a_card_pulled_out_later_is_light() -> None:
    assert pulses(after_a_dispense(), 1100 * MS, length_ns=250 * MS) == []


@pytest.mark.parametrize("pulled_at_ns", [500 * MS, 40 * S])
def test_a_card_left_in_the_gate_is_counted_once_whenever_it_is_pulled_out(pulled_at_ns: int) -> None:
    watch = after_a_dispense(card_in_gate=True)
    assert watch.gate(False, pulled_at_ns) is AtRest.LATE_CARD
    assert pulses(watch, pulled_at_ns + 2 * S) == []


def test_a_card_in_the_gate_may_have_gone_either_way_once_the_lid_was_open() -> None:
    watch = after_a_dispense(card_in_gate=True)
    watch.lid_moved()
    assert watch.gate(False, 5 * S) is AtRest.NOTHING


def test_a_jammed_card_in_flickering_light_is_one_late_card_at_most() -> None:
    watch = after_a_dispense(card_in_gate=True)
    seen = []
    for t in range(1, 20):
        seen += [watch.gate(False, t * 150 * MS), watch.gate(True, t * 150 * MS + 3 * MS)]
    assert seen.count(AtRest.LATE_CARD) == 1
