"""One card on the reader is one read; a card shown again is another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.repeats import RepeatWindow

MS = 1_000_000


def repeated(window_ms: int, *reads: tuple[int, str]) -> list[bool]:
    window = RepeatWindow(window_ms)
    return [window.repeats(text, t_ms * MS) for t_ms, text in reads]


def test_the_same_tag_within_the_window_is_the_same_read() -> None:
    assert repeated(1000, (0, "red"), (999, "red")) == [False, True]


def test_the_same_tag_after_the_window_is_a_new_read() -> None:
    assert repeated(1000, (0, "red"), (1000, "red")) == [False, False]


def test_a_card_lying_on_the_reader_for_a_minute_stays_one_read() -> None:
    reads = [(t_ms, "card") for t_ms in range(0, 60_000, 900)]
    assert repeated(1000, *reads) == [False] + [True] * (len(reads) - 1)


def test_the_other_red_seven_right_after_is_a_read_of_its_own() -> None:
    assert repeated(1000, (0, "red-7 a"), (100, "red-7 b"), (200, "red-7 a")) == [False] * 3


def test_a_window_of_nothing_makes_every_read_a_new_one() -> None:
    assert repeated(0, (0, "red"), (0, "red")) == [False, False]


@given(
    st.integers(0, 3000),
    st.lists(st.tuples(st.integers(0, 2000), st.sampled_from(["a", "b"])), max_size=30),
)
def test_a_read_repeats_exactly_when_the_one_just_before_was_the_same_and_recent(
    window_ms: int, gaps: list[tuple[int, str]]
) -> None:
    t_ms, reads = 0, []
    for gap_ms, text in gaps:
        t_ms += gap_ms
        reads.append((t_ms, text))
    expected = [
        i > 0 and reads[i - 1][1] == text and t_ms - reads[i - 1][0] < window_ms
        for i, (t_ms, text) in enumerate(reads)
    ]
    assert repeated(window_ms, *reads) == expected
