"""What findings come to over several presses, and when the hopper's level is worth a word."""

from __future__ import annotations

from firmware_bridge.care import Advice, Care, may_be_wrong
from firmware_bridge.reports import DispenseEnded, Finding


def advice(care: Care, *findings: tuple[Finding | None, int]) -> list[Advice | None]:
    return [care.dispensed(finding, counted) for finding, counted in findings]


NO_FEED = (Finding.NO_FEED, 0)


def test_three_times_no_card_in_a_row_means_a_slipping_roller() -> None:
    assert advice(Care(), *[NO_FEED] * 4) == [None, None, Advice.CLEAN_ROLLER, Advice.CLEAN_ROLLER]


def test_a_dispense_that_went_well_ends_the_row() -> None:
    assert advice(Care(), NO_FEED, NO_FEED, (None, 2), NO_FEED, NO_FEED) == [None] * 5


def test_another_finding_ends_the_row_too() -> None:
    assert advice(Care(), NO_FEED, NO_FEED, (Finding.MOTOR_STALL, 0), NO_FEED)[-1] is None


def test_three_doubles_among_fifty_cards_mean_a_deck_that_sticks_together() -> None:
    double = (Finding.DOUBLE_FEED, 2)
    assert advice(Care(), double, double, double) == [None, None, Advice.FAN_DECK]
    assert advice(Care(), double, double, (None, 48), double)[-1] is None


def test_few_cards_are_told_once_before_a_turn_and_never_in_the_middle_of_a_penalty() -> None:
    care = Care()
    assert not care.nearly_empty(5, a_turn_begins=True)
    assert not care.nearly_empty(4, a_turn_begins=False)
    assert care.nearly_empty(3, a_turn_begins=True)
    assert not care.nearly_empty(2, a_turn_begins=True)
    assert not care.nearly_empty(60, a_turn_begins=True)  # reloaded
    assert care.nearly_empty(1, a_turn_begins=True)


def test_an_empty_hopper_is_not_nearly_empty() -> None:
    assert not Care().nearly_empty(0, a_turn_begins=True)


def test_the_low_level_sensor_knows_better_than_the_counts() -> None:
    care = Care()
    care.level(True)
    assert care.nearly_empty(40, a_turn_begins=True)
    care.level(False)
    assert not care.nearly_empty(2, a_turn_begins=True)
    care.level(True)
    care.hopper(True)
    assert not care.nearly_empty(2, a_turn_begins=True)


def test_a_refill_is_asked_about_once_when_the_lid_is_closed_over_new_cards() -> None:
    care = Care()
    care.hopper(True)
    assert not care.take_refill()
    care.lid(True)
    care.hopper(False)
    assert not care.take_refill()
    care.lid(False)
    assert care.take_refill()
    assert not care.take_refill()


def test_a_lid_that_was_only_opened_asks_nothing() -> None:
    care = Care()
    care.lid(True)
    care.lid(False)
    assert not care.take_refill()


def test_a_gate_that_saw_nothing_more_may_be_dead_where_the_motor_ran_and_the_table_is_not_asked_anyway() -> None:
    def ended(counted: int, finding: Finding | None, *, in_doubt: bool = False, ran: bool = True) -> DispenseEnded:
        return DispenseEnded(0, 5, counted, finding, in_doubt, ran)

    assert may_be_wrong(ended(0, Finding.NO_FEED))
    assert may_be_wrong(ended(3, Finding.NO_FEED))
    assert may_be_wrong(ended(0, Finding.MOTOR_STALL))
    assert not may_be_wrong(ended(3, Finding.MOTOR_STALL))
    assert not may_be_wrong(ended(0, Finding.HOPPER_EMPTY))
    assert not may_be_wrong(ended(0, Finding.GATE_DEAD, ran=False))
    assert not may_be_wrong(ended(0, Finding.NO_FEED, in_doubt=True))
    assert not may_be_wrong(ended(5, None))
