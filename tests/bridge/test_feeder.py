"""One dispense on a fake clock: what the motor does, what is counted, what is found out. Times in milliseconds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.feeder import Drive, Feeder, FeederLimits
from firmware_bridge.passages import DwellMemory, GateTimes
from firmware_bridge.reports import Finding

MS = 1_000_000
START = 1_000 * MS
Edges = list[tuple[float, bool]]


class Course:
    """Runs a feeder against given gate edges and notes how long the motor was on."""

    def __init__(
        self, asked: int, dwells: DwellMemory | None = None, limits: FeederLimits | None = None, **given_: Any
    ) -> None:
        self.feeder = Feeder(asked, limits or FeederLimits(), dwells or DwellMemory(), t_ns=START, **given_)
        self.now_ns = START
        self.motor_ns = 0
        self.drives = [self.feeder.drive]

    def to(self, at_ns: int) -> None:
        while (wake_ns := self.feeder.wake_ns) is not None and wake_ns <= at_ns:
            self._pass(wake_ns)
            self.feeder.tick(wake_ns)
            self._note()
        self._pass(at_ns)

    def gate(self, at_ms: float, blocked: bool) -> None:
        at_ns = START + round(at_ms * MS)
        self.to(at_ns)
        self.feeder.gate(blocked, at_ns)
        self._note()

    def run(self, edges: Edges) -> Feeder:
        for at_ms, blocked in edges:
            self.gate(at_ms, blocked)
        self.to(self.now_ns + 60_000 * MS)
        return self.feeder

    def _pass(self, at_ns: int) -> None:
        at_ns = max(at_ns, self.now_ns)
        if self.feeder.drive is not Drive.OFF:
            self.motor_ns += at_ns - self.now_ns
        self.now_ns = at_ns

    def _note(self) -> None:
        if self.feeder.drive is not self.drives[-1]:
            self.drives.append(self.feeder.drive)


def cards(*dwells: float, gap: float = 60, start: float = 100) -> Edges:
    edges: Edges = []
    for dwell in dwells:
        edges += [(start, True), (start + dwell, False)]
        start += dwell + gap
    return edges


def learnt(dwell_ms: float = 120) -> DwellMemory:
    memory = DwellMemory()
    for _ in range(5):
        memory.add(round(dwell_ms * MS))
    return memory


def test_the_motor_stops_on_the_very_edge_of_the_last_card() -> None:
    course = Course(3)
    for at_ms, blocked in cards(160, 160, 160)[:-1]:
        course.gate(at_ms, blocked)
    assert course.drives == [Drive.FORWARD]
    course.gate(100 + 3 * 160 + 2 * 60, False)
    assert course.drives == [Drive.FORWARD, Drive.OFF]
    assert course.feeder.counted == 3
    course.to(course.now_ns + 100 * MS)
    assert course.feeder.ended
    assert course.feeder.finding is None


def test_nothing_is_fed_when_no_card_is_asked_for() -> None:
    feeder = Course(0).run([])
    assert (feeder.counted, feeder.finding, feeder.ended) == (0, None, True)


def test_ten_flickers_within_40_ms_behind_a_card_are_still_one_card() -> None:
    flicker: Edges = [(160 + 4 * n, n % 2 == 1) for n in range(1, 11)]
    course = Course(1)
    feeder = course.run([(100, True), (160, False), *flicker])
    assert (feeder.counted, feeder.finding) == (1, None)
    assert course.drives == [Drive.FORWARD, Drive.OFF]


def test_a_card_that_only_flickers_through_is_one_card() -> None:
    edges: Edges = [(100 + 8 * n, n % 2 == 0) for n in range(8)]
    assert Course(1).run(edges).counted == 1


def test_a_single_spark_is_no_card() -> None:
    feeder = Course(1).run([(100, True), (103, False)])
    assert (feeder.counted, feeder.finding) == (0, Finding.NO_FEED)


def test_two_cards_8_ms_apart_are_two_cards_and_a_double_feed() -> None:
    feeder = Course(1).run([(100, True), (220, False), (228, True), (346, False)])
    assert (feeder.counted, feeder.finding) == (2, Finding.DOUBLE_FEED)


def test_a_passage_as_long_as_two_cards_is_a_double_feed_once_the_deck_is_known() -> None:
    feeder = Course(5, learnt(120)).run(cards(120, 200))
    assert (feeder.counted, feeder.finding) == (3, Finding.DOUBLE_FEED)


def test_a_long_passage_is_one_card_while_the_deck_is_unknown() -> None:
    feeder = Course(2).run(cards(120, 200))
    assert (feeder.counted, feeder.finding) == (2, None)


def test_a_card_with_a_glossy_spot_is_one_card() -> None:
    feeder = Course(2, learnt(120)).run([*cards(120), (280, True), (340, False), (345, True), (400, False)])
    assert (feeder.counted, feeder.finding) == (2, None)


def test_no_card_within_the_time_gives_two_nudges_and_then_no_feed() -> None:
    course = Course(1)
    feeder = course.run([])
    assert feeder.finding is Finding.NO_FEED
    assert course.drives == [*[Drive.FORWARD, Drive.BACKWARD] * 2, Drive.FORWARD, Drive.OFF]
    assert course.motor_ns == (3 * 1100 + 2 * 140) * MS


def test_a_card_that_comes_after_a_nudge_is_counted_and_earns_new_tries() -> None:
    course = Course(2)
    feeder = course.run([(1500, True), (1660, False)])
    assert (feeder.counted, feeder.finding) == (1, Finding.NO_FEED)
    assert course.drives.count(Drive.BACKWARD) == 3


def test_a_card_that_does_not_leave_the_gate_is_stuck_and_not_counted() -> None:
    feeder = Course(2).run([*cards(160), (320, True)])
    assert (feeder.counted, feeder.finding) == (1, Finding.STUCK_AT_EXIT)


def test_a_card_pulled_back_by_the_nudge_is_not_counted() -> None:
    feeder = Course(1).run([(100, True), (950, False)])
    assert (feeder.counted, feeder.finding) == (0, Finding.NO_FEED)


def test_a_stuck_card_that_leaves_while_the_count_settles_is_counted() -> None:
    course = Course(1)
    course.gate(100, True)
    course.to(START + 3100 * MS)
    assert course.feeder.drive is Drive.OFF
    course.gate(3150, False)
    course.to(START + 4000 * MS)
    assert (course.feeder.counted, course.feeder.finding) == (1, Finding.STUCK_AT_EXIT)


def test_a_card_already_in_the_gate_is_pushed_out_and_counted() -> None:
    feeder = Course(1, blocked_since_ns=START).run([(200, False)])
    assert (feeder.counted, feeder.finding) == (1, None)


def test_a_card_that_a_hand_was_pulling_when_the_motor_started_is_counted_and_a_spark_is_not() -> None:
    assert Course(1, blocked_since_ns=START - 200 * MS).run([(5, False)]).counted == 1
    assert Course(1, blocked_since_ns=START - 1 * MS).run([(2, False)]).counted == 0


def test_a_card_that_follows_into_the_gate_after_the_last_is_taken_back() -> None:
    course = Course(1)
    feeder = course.run([*cards(160), (300, True), (1150, False)])
    assert (feeder.counted, feeder.finding) == (1, None)
    assert course.drives == [Drive.FORWARD, Drive.OFF, Drive.BACKWARD, Drive.OFF]


def test_a_card_that_slides_out_after_the_last_is_counted_truthfully() -> None:
    feeder = Course(1).run([*cards(160), (300, True), (420, False)])
    assert (feeder.counted, feeder.finding) == (2, None)


def test_an_empty_hopper_keeps_the_motor_off() -> None:
    course = Course(3, hopper_empty=True)
    assert course.drives == [Drive.OFF]
    assert (course.feeder.ended, course.feeder.finding) == (True, Finding.HOPPER_EMPTY)


def test_a_hopper_that_runs_empty_ends_with_what_came_out_and_without_nudges() -> None:
    course = Course(5)
    course.gate(100, True)
    course.feeder.hopper(True)
    feeder = course.run([(260, False)])
    assert (feeder.counted, feeder.finding) == (1, Finding.HOPPER_EMPTY)
    assert Drive.BACKWARD not in course.drives


def test_a_hopper_that_runs_empty_behind_a_silent_gate_means_a_dead_gate() -> None:
    course = Course(5)
    course.to(START + 500 * MS)
    course.feeder.hopper(True)
    assert course.run([]).finding is Finding.GATE_DEAD


def test_an_opened_lid_stops_the_motor_at_once_and_for_good() -> None:
    course = Course(5)
    course.gate(100, True)
    course.feeder.lid(True, START + 150 * MS)
    assert course.feeder.drive is Drive.OFF
    feeder = course.run([(300, False)])
    assert (feeder.counted, feeder.finding) == (1, Finding.LID_OPEN)


def test_an_open_lid_keeps_the_motor_off() -> None:
    course = Course(1, lid_open=True)
    assert (course.drives, course.feeder.finding) == ([Drive.OFF], Finding.LID_OPEN)


def test_a_stalled_motor_is_switched_off_after_the_grace_of_its_start() -> None:
    course = Course(1)
    course.feeder.motor_fault(True, START + 10 * MS)
    assert course.feeder.drive is Drive.FORWARD
    feeder = course.run([])
    assert feeder.finding is Finding.MOTOR_STALL
    assert course.motor_ns == 300 * MS


def test_a_start_that_only_looks_like_a_stall_is_forgiven() -> None:
    course = Course(1)
    course.feeder.motor_fault(True, START + 10 * MS)
    course.feeder.motor_fault(False, START + 200 * MS)
    assert course.run(cards(160, start=400)).finding is None


def test_a_motor_switched_off_from_outside_stays_off() -> None:
    course = Course(3)
    course.gate(100, True)
    course.gate(260, False)
    course.feeder.stop(START + 300 * MS)
    feeder = course.run([(310, True)])
    assert (feeder.counted, feeder.finding) == (1, Finding.STOPPED)
    assert course.drives == [Drive.FORWARD, Drive.OFF]


PAUSES = FeederLimits(pause_ns=100 * MS)
HOLDS_BACK = FeederLimits(pause_ns=100 * MS, hold_back_ns=40 * MS)


def test_with_a_pause_the_motor_rests_after_each_card_but_the_last() -> None:
    course = Course(3, limits=PAUSES)
    feeder = course.run(cards(160, 160, 160, gap=150))
    assert (feeder.counted, feeder.finding) == (3, None)
    assert course.drives == [Drive.FORWARD, Drive.OFF] * 3
    assert course.motor_ns == (100 + 3 * 160 + 2 * 50) * MS


def test_the_hold_back_roller_turns_at_the_begin_of_each_pause() -> None:
    course = Course(2, limits=HOLDS_BACK)
    course.run(cards(160, 160, gap=150))
    assert course.drives == [Drive.FORWARD, Drive.OFF, Drive.HOLD_BACK, Drive.OFF, Drive.FORWARD, Drive.OFF]
    assert course.motor_ns == (100 + 160 + 40 + 50 + 160) * MS


def test_a_spark_of_light_on_a_card_does_not_turn_it_back() -> None:
    course = Course(2, limits=HOLDS_BACK)
    feeder = course.run([(100, True), (180, False), (183, True), (290, False), *cards(160, start=500)])
    assert feeder.counted == 2
    assert Drive.HOLD_BACK not in course.drives[:4]


def test_light_that_falls_on_the_gate_while_cards_come_is_told() -> None:
    sparks: Edges = [(20, True), (23, False), (60, True), (63, False)]
    feeder = Course(1).run([*sparks, *cards(160)])
    assert (feeder.counted, feeder.finding, feeder.in_doubt) == (1, Finding.SENSOR_DISTURBED, True)


def test_a_gate_that_clears_long_before_a_card_could_be_out_is_not_believed() -> None:
    feeder = Course(3).run(cards(160, 160, 60))
    assert (feeder.counted, feeder.finding) == (3, Finding.SENSOR_DISTURBED)


def test_a_twin_that_comes_into_the_gate_in_a_pause_is_fed_on_and_counted() -> None:
    course = Course(4, limits=PAUSES)
    feeder = course.run([(100, True), (260, False), (268, True), (420, False)])
    assert (feeder.counted, feeder.finding, feeder.in_doubt) == (2, Finding.DOUBLE_FEED, True)


def test_what_slides_through_in_a_pause_can_be_the_last_card() -> None:
    course = Course(2, limits=PAUSES)
    assert course.run([(100, True), (260, False), (295, True), (320, False)]).counted == 2
    assert course.drives == [Drive.FORWARD, Drive.OFF]


def test_a_flicker_in_a_pause_starts_no_motor_before_the_pause_is_over() -> None:
    course = Course(2, limits=PAUSES)
    flicker: Edges = [(260 + 4 * n, n % 2 == 1) for n in range(1, 11)]
    feeder = course.run([(100, True), (260, False), *flicker, (410, True), (570, False)])
    assert (feeder.counted, feeder.finding) == (2, None)
    assert course.motor_ns == (260 + 210) * MS


def test_the_limit_of_a_fire_holds_in_a_pause_too() -> None:
    course = Course(40, limits=FeederLimits(limit_ns=300 * MS, pause_ns=100 * MS))
    feeder = course.run(cards(160))
    assert (feeder.counted, feeder.finding) == (1, Finding.NO_FEED)
    assert course.drives == [Drive.FORWARD, Drive.OFF]


def test_in_a_known_deck_a_card_is_waited_for_twice_as_long_as_usual() -> None:
    memory = DwellMemory()
    for _ in range(5):
        Course(1, memory).run(cards(160, start=90))
    course = Course(1, memory)
    assert course.run([]).finding is Finding.NO_FEED
    assert course.motor_ns == (3 * (300 + 2 * 90) + 2 * 140) * MS


def test_a_late_card_of_a_second_try_teaches_nothing() -> None:
    memory = DwellMemory()
    for _ in range(5):
        Course(1, memory).run(cards(160, start=90))
        Course(1, memory).run(cards(160, start=1300))
    assert memory.leads.median_ns == 90 * MS


def test_only_the_table_knows_the_number_where_the_gate_cannot_vouch_for_it() -> None:
    assert Course(1).run([(100, True), (220, False), (228, True), (346, False)]).in_doubt
    assert Course(2).run([*cards(160), (320, True)]).in_doubt
    assert not Course(1, gate_dead=True).feeder.in_doubt  # the motor never ran
    assert not Course(2).run(cards(160)).in_doubt
    assert not Course(1, hopper_empty=True).feeder.in_doubt


def test_a_lid_opened_over_a_card_in_the_gate_leaves_the_number_in_doubt() -> None:
    for in_gate in (True, False):
        course = Course(3)
        course.gate(100, True)
        if not in_gate:
            course.gate(260, False)
        course.feeder.lid(True, START + 300 * MS)
        feeder = course.run([])
        assert (feeder.finding, feeder.in_doubt) == (Finding.LID_OPEN, in_gate)


def test_lost_edges_end_the_dispense_and_what_was_counted_stands() -> None:
    course = Course(3)
    course.gate(100, True)
    course.gate(260, False)
    course.feeder.fail(START + 400 * MS)
    assert course.feeder.drive is Drive.OFF
    feeder = course.run([(450, True), (600, False)])
    assert (feeder.counted, feeder.finding, feeder.in_doubt) == (2, Finding.CALLBACK_FAILED, True)


def test_a_gate_known_to_be_dead_keeps_the_motor_off() -> None:
    course = Course(3, gate_dead=True)
    assert (course.drives, course.feeder.finding) == ([Drive.OFF], Finding.GATE_DEAD)


@pytest.mark.parametrize("speed", [1.0, 20.0])
def test_all_limits_scale_with_the_speed(speed: float) -> None:
    limits = FeederLimits().at_speed(speed)
    assert limits.card_ns == round(800 * MS / speed)
    assert limits.gate == GateTimes().at_speed(speed)
    assert limits.retries == 2


edges_at = st.lists(st.floats(0.1, 900), max_size=60)


@given(st.integers(1, 12), edges_at, st.booleans(), st.sampled_from([FeederLimits(), PAUSES, HOLDS_BACK]))
def test_whatever_the_gate_does_the_motor_stops_within_the_limit_and_the_dispense_ends(
    asked: int, waits: list[float], blocked_at_start: bool, limits: FeederLimits
) -> None:
    course = Course(asked, limits=limits, blocked_since_ns=START if blocked_at_start else None)
    at_ms, blocked = 0.0, blocked_at_start
    counts = []
    for wait_ms in waits:
        at_ms, blocked = at_ms + wait_ms, not blocked
        course.gate(at_ms, blocked)
        counts.append(course.feeder.counted)
    feeder = course.run([])
    assert course.motor_ns <= FeederLimits().limit_ns
    assert feeder.ended
    assert feeder.drive is Drive.OFF
    assert counts == sorted(counts)
    assert feeder.counted >= asked or feeder.finding is not None


@pytest.mark.parametrize("limits", [FeederLimits(), PAUSES, HOLDS_BACK])
@pytest.mark.parametrize(("lit_ms", "dark_ms"), [(3, 147), (3, 60), (40, 40), (1, 1)])
def test_a_card_stuck_in_a_flickering_gate_cannot_keep_a_dispense_going(
    limits: FeederLimits, lit_ms: int, dark_ms: int
) -> None:
    course = Course(3, limits=limits)
    at_ms = 100.0
    while not course.feeder.ended:
        course.gate(at_ms, True)
        course.gate(at_ms + dark_ms, False)
        at_ms += dark_ms + lit_ms
        assert at_ms < 15_000 + 3 * 800
    assert course.motor_ns <= FeederLimits().limit_ns


passage = st.tuples(st.floats(-0.15, 0.15), st.floats(35, 300), st.booleans())


@given(st.floats(80, 240), st.lists(passage, min_size=1, max_size=12), st.data())
def test_the_count_equals_the_true_passages(
    dwell_ms: float, passages: list[tuple[float, float, bool]], data: st.DataObject
) -> None:
    asked = data.draw(st.integers(1, len(passages)))
    course = Course(asked)
    at_ms, out = 100.0, 0
    for spread, gap_ms, flickers in passages:
        course.gate(at_ms, True)
        at_ms += dwell_ms * (1 + spread)
        course.gate(at_ms, False)
        out += 1
        if flickers:
            for n in range(1, 7):
                course.gate(at_ms + 3 * n, n % 2 == 1)
        if course.feeder.drive is Drive.OFF:
            break
        at_ms += gap_ms + 20
    feeder = course.run([])
    assert (feeder.counted, feeder.finding) == (out, None) == (asked, None)
