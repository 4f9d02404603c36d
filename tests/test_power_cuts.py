"""The plug is pulled at random instants of random games: nothing is lost, nothing doubled, every start succeeds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.power_cuts import AIMS
from tests.soak import SOAK

CUTS = 1000 if SOAK else 50


@pytest.mark.timeout(3600 if SOAK else 120)
def test_what_was_answered_is_there_after_every_power_cut(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.power_cuts", str(tmp_path), str(CUTS), "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr
    tally = json.loads(done.stdout)
    print(tally)
    assert tally["wrong"] == []
    assert tally["cuts"] == CUTS
    assert tally["statements"] > CUTS  # they did play
    assert set(tally["aimed"]) == set(AIMS)
    assert all(tally["aimed"].values()), tally["aimed"]
    if SOAK:
        middles = {what.removeprefix("about: ") for what in tally["during"]}
        assert middles >= {*AIMS, "restore"}, tally["during"]
