"""A chattering contact gives one press, a held one none. Times in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.debounce import ButtonEvent, Debouncer, DebounceTimes, Freed, Held, Pressed, Stuck

MS = 1_000_000
USUAL = DebounceTimes()
TO_BE_HELD = USUAL.to_be_held()


def events_of(
    edges: Sequence[tuple[float, bool]], *, until: float, held: bool = False, times: DebounceTimes = USUAL
) -> list[ButtonEvent]:
    """Feed edges as the panel does: ask again exactly when the debouncer wants to be asked."""
    debouncer = Debouncer(times, pressed=held, t_ns=0)
    events: list[ButtonEvent] = []
    steps: list[tuple[float, bool | None]] = [*edges, (until, None)]
    for at_ms, pressed in steps:
        at_ns = round(at_ms * MS)
        while (ask_ns := debouncer.ask_at_ns) is not None and ask_ns <= at_ns:
            events += debouncer.tick(ask_ns)
        if pressed is not None:
            events += debouncer.edge(pressed, at_ns)
    return events


def test_a_clean_press_counts_from_its_edge() -> None:
    assert events_of([(100, True), (180, False)], until=300) == [Pressed(100 * MS)]


def test_six_edges_within_15_ms_and_four_on_release_are_one_press() -> None:
    down: list[tuple[float, bool]] = [(100 + 2.5 * n, n % 2 == 0) for n in range(6)] + [(115, True)]
    up: list[tuple[float, bool]] = [(200.0 + 2 * n, n % 2 == 1) for n in range(4)] + [(208.0, False)]
    assert events_of(down + up, until=400) == [Pressed(115 * MS)]


def test_a_spark_shorter_than_3_ms_is_no_press() -> None:
    assert events_of([(100, True), (102.9, False)], until=400) == []


def test_a_press_is_certain_exactly_3_ms_after_the_edge() -> None:
    debouncer = Debouncer(DebounceTimes(), pressed=False, t_ns=0)
    debouncer.edge(True, 100 * MS)
    assert debouncer.ask_at_ns == 103 * MS
    assert debouncer.tick(103 * MS - 1) == ()
    assert debouncer.tick(103 * MS) == (Pressed(100 * MS),)


def test_a_button_held_from_the_start_is_no_press_but_stuck_after_2_s_and_works_once_released() -> None:
    edges = [(2500.0, False), (2600.0, True), (2700.0, False)]
    assert events_of(edges, until=3000, held=True) == [Stuck(0), Freed(2500 * MS), Pressed(2600 * MS)]


def test_a_button_that_is_to_be_held_counts_after_three_seconds_once() -> None:
    assert events_of([(100, True), (3099.9, False)], until=9000, times=TO_BE_HELD) == [Pressed(100 * MS)]
    assert events_of([(100, True), (3100, False)], until=9000, times=TO_BE_HELD) == [
        Pressed(100 * MS),
        Held(100 * MS),
    ]
    assert events_of([(100, True)], until=9000, times=TO_BE_HELD) == [
        Pressed(100 * MS),
        Held(100 * MS),
        Stuck(100 * MS),
    ]


def test_a_wire_that_touches_ground_from_the_start_switches_nothing_off() -> None:
    assert events_of([], until=60_000, held=True, times=TO_BE_HELD) == [Stuck(0)]


def test_a_long_hold_with_a_loose_contact_begins_anew_at_each_break() -> None:
    edges = [(100, True), (2000, False), (2002, True)]
    assert events_of(edges, until=5001, times=TO_BE_HELD) == [Pressed(100 * MS)]
    assert events_of(edges, until=5002, times=TO_BE_HELD) == [Pressed(100 * MS), Held(2002 * MS)]


def test_no_other_button_can_be_held_long() -> None:
    assert Held not in {type(event) for event in events_of([(100, True)], until=60_000)}
    assert TO_BE_HELD.at_speed(10) == USUAL.at_speed(10).to_be_held()


def test_a_release_shorter_than_30_ms_does_not_allow_another_press() -> None:
    edges = [(100, True), (180, False), (209, True), (300, False), (331, True)]
    assert events_of(edges, until=400) == [Pressed(100 * MS), Pressed(331 * MS)]


def test_an_edge_that_is_seen_late_still_finds_the_press_before_it() -> None:
    debouncer = Debouncer(DebounceTimes(), pressed=False, t_ns=0)
    assert debouncer.edge(True, 100 * MS) == ()
    assert debouncer.edge(False, 180 * MS) == (Pressed(100 * MS),)


chatter = st.lists(st.floats(0.05, 2.9), min_size=0, max_size=10)
presses = st.lists(st.tuples(st.floats(31, 500), chatter, st.floats(4, 500), chatter), min_size=0, max_size=6)


@given(presses)
def test_however_the_contact_chatters_each_press_counts_once(
    fingers: list[tuple[float, list[float], float, list[float]]],
) -> None:
    edges: list[tuple[float, bool]] = []
    at_ms = 1.0
    for rest_ms, down, hold_ms, up in fingers:
        at_ms += rest_ms
        for wait_ms in (*down[: len(down) // 2 * 2], hold_ms, *up[: len(up) // 2 * 2], 0):
            edges.append((at_ms, not edges[-1][1] if edges else True))
            at_ms += wait_ms
    pressed = [event for event in events_of(edges, until=at_ms + 100) if isinstance(event, Pressed)]
    assert len(pressed) == len(fingers)


@given(st.lists(st.tuples(st.floats(0.01, 100), st.booleans()), max_size=40))
def test_presses_are_never_closer_together_than_the_release_between_them(moves: list[tuple[float, bool]]) -> None:
    at_ms, edges = 0.0, []
    for wait_ms, pressed in moves:
        at_ms += wait_ms
        edges.append((at_ms, pressed))
    times = [event.t_ns for event in events_of(edges, until=at_ms + 50) if isinstance(event, Pressed)]
    assert all(later - earlier >= 30 * MS for earlier, later in pairwise(times))
