"""Every finding through mock pins and the dispenser's physics, with exact counts, in simulated time.

The pins end at 0 in each, by the record of their changes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import CardCounted, DispenseEnded, FaultFound, Finding, HopperLow, LateCard
from tests.bridge.sim_bench import MS, SimBench, live

OTHER_LINES = PinMap(holdback_forward=13, holdback_backward=12, hopper_low=6)


@pytest.mark.parametrize("pins", [PinMap(), OTHER_LINES, PinMap(heartbeat=None)], ids=["usual", "hold-back", "bare"])
@pytest.mark.parametrize("pause_ms", [0, 100])
@pytest.mark.parametrize(
    ("faults", "asked", "counted", "finding", "in_doubt"),
    [
        ([], 8, 8, None, False),
        (["jam"], 2, 0, Finding.STUCK_AT_EXIT, True),
        (["no-feed"], 2, 0, Finding.NO_FEED, False),
        (["double-feed"], 1, 2, Finding.DOUBLE_FEED, True),
        (["hopper:2"], 4, 2, Finding.HOPPER_EMPTY, False),
        (["hopper:0"], 4, 0, Finding.HOPPER_EMPTY, False),
        (["hopper:4"], 4, 4, None, False),
        (["lid-open"], 2, 0, Finding.LID_OPEN, False),
        (["motor-stall"], 2, 0, Finding.MOTOR_STALL, False),
        (["flicker"], 4, 4, None, False),
        (["sunlight"], 3, 3, Finding.SENSOR_DISTURBED, True),
        (["hopper:3", "gate-dead"], 8, 0, Finding.GATE_DEAD, True),
    ],
    ids=lambda value: "+".join(value) or "well" if isinstance(value, list) else None,
)
def test_each_fault_has_its_own_finding_and_the_count_is_what_came_out(  # noqa: PLR0917 - the columns of the table
    tmp_path: Path,
    pins: PinMap,
    pause_ms: int,
    faults: list[str],
    asked: int,
    counted: int,
    finding: Finding | None,
    in_doubt: bool,
) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=pins, pause_ms=pause_ms) as bench:
            for fault in faults:
                bench.simulator.fault(fault)
            await asyncio.sleep(0.01)
            end = await bench.dispense(asked)
            assert (end.counted, end.finding, end.in_doubt) == (counted, finding, in_doubt)
            assert bench.at_rest()
            if Finding.GATE_DEAD is not finding:
                assert bench.simulator.cards_out == counted

    live(scene())


def test_the_motor_rests_between_two_cards_for_the_pause_that_is_set(tmp_path: Path) -> None:
    async def scene() -> list[float]:
        async with SimBench(tmp_path, pause_ms=150) as bench:
            await bench.dispense(3)
            forward = [change for change in bench.changes() if change.name == "motor_forward"]
            return [(on.t_ns - off.t_ns) / MS for off, on in zip(forward[1::2], forward[2::2], strict=False)]

    assert live(scene()) == pytest.approx([150, 150], abs=1)


def test_a_hold_back_roller_turns_in_a_short_burst_between_two_cards_while_the_feed_rests(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=OTHER_LINES, pause_ms=100) as bench:
            await bench.dispense(4)
            levels: dict[str, int] = {}
            bursts = []
            for change in bench.changes():
                levels[change.name] = change.state
                if change.name == "holdback_backward":
                    assert not levels["motor_forward"] or not change.state
                    bursts.append(change.t_ns)
            assert [(off - on) / MS for on, off in zip(bursts[::2], bursts[1::2], strict=True)] == pytest.approx(
                [40] * 3, abs=1
            )

    live(scene())


@pytest.mark.parametrize(("pins", "counted", "finding"), [(PinMap(), 2, Finding.DOUBLE_FEED), (OTHER_LINES, 5, None)])
def test_two_cards_at_once_end_a_dispense_unless_the_hold_back_roller_takes_the_second_back(
    tmp_path: Path, pins: PinMap, counted: int, finding: Finding | None
) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=pins) as bench:
            bench.simulator.fault("double-feed")
            end = await bench.dispense(5)
            assert (end.counted, end.finding) == (counted, finding)
            assert bench.simulator.cards_out == counted

    live(scene())


def test_an_opened_lid_stops_the_motor_at_that_instant_and_closing_it_starts_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.bridge.dispense(8)
            while (await bench.next(CardCounted)).counted < 3:
                pass
            await asyncio.sleep(0.2)  # between two cards, or with one in the gate
            opened_ns = bench.time.now_ns()
            bench.simulator.fault("lid-open")
            end = await bench.next(DispenseEnded)
            assert end.finding is Finding.LID_OPEN
            assert bench.last_on_ns() - opened_ns < 5 * MS
            assert end.counted == bench.simulator.cards_out or end.in_doubt
            bench.simulator.fault("lid-closed")
            await asyncio.sleep(60)
            assert bench.last_on_ns() - opened_ns < 5 * MS
            assert bench.at_rest()

    live(scene())


def test_a_jam_is_tried_twice_more_and_then_the_motor_rests_for_good(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.simulator.fault("jam")
            assert (await bench.dispense(1)).finding is Finding.STUCK_AT_EXIT
            ran_ms = bench.motor_ms()
            backward = [change for change in bench.changes() if change.name == "motor_backward" and change.state]
            assert len(backward) == 2
            await asyncio.sleep(60)
            assert bench.motor_ms() == ran_ms

    live(scene())


def test_a_jammed_card_pulled_out_by_hand_is_counted_once_however_late(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.simulator.fault("jam")
            assert (await bench.dispense(1)).in_doubt
            await asyncio.sleep(7)
            bench.simulator.fault("pulled-card")
            await bench.next(LateCard)
            bench.simulator.fault("pulled-card")  # another one: nobody's press
            await asyncio.sleep(60)
            assert bench.reports.empty()
            assert bench.simulator.cards_out == 2

    live(scene())


@pytest.mark.parametrize(("after_s", "late"), [(0.3, True), (0.8, True), (1.5, False)])
def test_a_card_pulled_within_a_second_of_the_motor_is_late_and_later_it_is_light(
    tmp_path: Path, after_s: float, late: bool
) -> None:
    async def scene() -> bool:
        async with SimBench(tmp_path) as bench:
            assert (await bench.dispense(2)).counted == 2
            await asyncio.sleep(after_s - 0.1)  # the count settles for 100 ms
            bench.simulator.fault("pulled-card")
            await asyncio.sleep(5)
            return any(isinstance(bench.reports.get_nowait(), LateCard) for _ in range(bench.reports.qsize()))

    assert live(scene()) is late


def test_a_gate_that_dies_in_a_known_deck_lets_few_cards_pass_uncounted(tmp_path: Path) -> None:
    async def scene() -> int:
        async with SimBench(tmp_path) as bench:
            assert (await bench.dispense(8)).finding is None
            bench.simulator.fault("gate-dead")
            end = await bench.dispense(8)
            assert (end.counted, end.finding) == (0, Finding.NO_FEED)
            assert bench.at_rest()
            return bench.simulator.cards_out - 8

    assert 1 <= live(scene()) <= 6


def test_once_the_table_knows_that_the_gate_is_dead_the_motor_rests_until_it_shows_life(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.simulator.fault("gate-dead")
            await bench.dispense(1)
            bench.bridge.gate_missed()
            ran_ms = bench.motor_ms()
            end = await bench.dispense(3)
            assert (end.counted, end.finding, end.in_doubt, end.ran) == (0, Finding.GATE_DEAD, False, False)
            assert bench.motor_ms() == ran_ms
            bench.bridge.gate_trusted()  # it was said in error
            assert (await bench.dispense(1)).ran
            bench.bridge.gate_missed()
            bench.simulator.fault("clear")
            bench.simulator.drive("gate", [[1, 50], [0, 0]])  # somebody wipes it
            await asyncio.sleep(2)
            assert (await bench.dispense(3)).counted == 3

    live(scene())


def test_the_low_level_sensor_tells_when_fewer_than_five_cards_are_left(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=OTHER_LINES) as bench:
            bench.simulator.fault("hopper:6")
            bench.bridge.dispense(2)
            assert (await bench.next(HopperLow)).low
            assert bench.bridge.health()["hopper"] == "low"
            bench.simulator.fault("clear")
            assert not (await bench.next(HopperLow)).low

    live(scene())


def test_light_on_the_gate_at_rest_is_told_once_and_counts_no_card(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path) as bench:
            bench.simulator.fault("sunlight")
            assert (await bench.next(FaultFound)).finding is Finding.SENSOR_DISTURBED
            await asyncio.sleep(60)
            assert bench.reports.empty()
            assert bench.at_rest()

    live(scene())
