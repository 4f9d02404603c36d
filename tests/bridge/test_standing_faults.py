"""A fault stands until it is seen to be put right, and the first is told first."""

from __future__ import annotations

import pytest

from firmware_bridge.reports import DispenseEnded, FaultFound, Finding, HopperChanged, LidChanged, Report
from firmware_bridge.standing_faults import StandingFaults

JAMMED = DispenseEnded(1, 3, 1, Finding.NO_FEED)
EMPTY = DispenseEnded(1, 3, 1, Finding.HOPPER_EMPTY)
WELL = DispenseEnded(2, 3, 3, None)
DISTURBED = FaultFound(1, "gate", Finding.SENSOR_DISTURBED, "")
STUCK = FaultFound(1, "button", Finding.BUTTON_STUCK, "")
SHUT, OPEN = LidChanged(3, False), LidChanged(3, True)
FULL, RUN_OUT = HopperChanged(3, False), HopperChanged(3, True)


@pytest.mark.parametrize(
    ("reports", "first"),
    [
        ([JAMMED], Finding.NO_FEED),
        ([JAMMED, WELL], None),
        ([JAMMED, EMPTY], Finding.HOPPER_EMPTY),
        ([JAMMED, OPEN], Finding.NO_FEED),
        ([JAMMED, OPEN, SHUT], None),
        ([JAMMED, FULL], Finding.NO_FEED),
        ([EMPTY, RUN_OUT], Finding.HOPPER_EMPTY),
        ([EMPTY, RUN_OUT, FULL], None),
        ([DISTURBED, SHUT], Finding.SENSOR_DISTURBED),
        ([DISTURBED, WELL], None),
        ([STUCK, JAMMED], Finding.BUTTON_STUCK),
        ([STUCK, WELL, SHUT, FULL], Finding.BUTTON_STUCK),
    ],
)
def test_a_fault_stands_until_what_mends_it_is_seen(reports: list[Report], first: Finding | None) -> None:
    faults = StandingFaults()
    for report in reports:
        faults.take(report)
    assert faults.first is first


def test_a_part_that_is_mended_leaves_the_others_as_they_are() -> None:
    faults = StandingFaults()
    faults.take(STUCK)
    faults.take(JAMMED)
    faults.mended("button")
    assert faults.first is Finding.NO_FEED
    faults.clear()
    assert faults.first is None
