"""Random games against a dispenser with random faults: hands, gate and journal agree, or the table was asked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fault_games import Tally, play_evening, play_fault_game

GAMES = 1000 if os.environ.get("UNO_SOAK") else 8
AT_ONCE = 4


@pytest.mark.timeout(600)
@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_whatever_goes_wrong_hands_gate_and_journal_agree_or_the_table_was_asked(first: int, tmp_path: Path) -> None:
    tally = Tally()
    for seed in range(first, first + AT_ONCE):
        play_fault_game(tmp_path / str(seed), seed, tally)
    assert tally.presses > 20
    assert tally.unseen <= 1
    assert tally.findings


def test_a_dispenser_without_faults_is_never_asked_about(tmp_path: Path) -> None:
    tally = Tally()
    play_fault_game(tmp_path, 1, tally, rate=0)
    assert tally.presses > 5
    assert (tally.asked, tally.put_right, tally.findings) == (0, 0, {})


def test_when_a_match_is_won_and_rounds_are_left_the_robots_begin_another(tmp_path: Path) -> None:
    begun = play_evening(tmp_path, 3, rounds=12)
    assert len(begun) > 1
    assert {entry.statement for entry in begun} == {begun[0].statement}
