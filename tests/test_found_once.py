"""One fault is told once, whether by its sensor or by the end of the dispense; one that comes back is told again."""

from __future__ import annotations

from companion.live.found_once import FoundOnce
from firmware_bridge.reports import Finding

LID, LIGHT = Finding.LID_OPEN, Finding.SENSOR_DISTURBED


def test_what_a_sensor_told_while_cards_came_is_not_told_again_at_their_end() -> None:
    once = FoundOnce()
    assert once.reported(LID, cards_come=True)
    assert not once.reported(LID, cards_come=True)
    assert not once.ended(LID)


def test_what_the_end_of_the_dispense_told_is_not_told_again_by_the_sensor() -> None:
    once = FoundOnce()
    assert once.ended(LIGHT)
    assert not once.reported(LIGHT, "gate", cards_come=False)
    assert once.reported(LID, cards_come=False)


def test_the_next_dispense_that_meets_it_tells_it_again() -> None:
    once = FoundOnce()
    assert once.ended(LIGHT)
    assert once.ended(LIGHT)


def test_a_fault_that_was_mended_and_comes_back_is_news() -> None:
    once = FoundOnce()
    assert once.ended(LID)
    once.mended(LID)
    assert once.reported(LID, cards_come=True)
    once.mended(LID)
    assert once.reported(LID, cards_come=True)


def test_two_parts_with_the_same_fault_are_two_faults() -> None:
    once = FoundOnce()
    assert once.reported(Finding.BUTTON_STUCK, "button", cards_come=True)
    assert once.reported(Finding.BUTTON_STUCK, "button_undo", cards_come=True)
