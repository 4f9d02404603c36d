"""The contract's scenarios: our copies are the contract's, and every one of them is read and replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errands.replaying import replay_files
from companion.games.scenario import Statement, read_file

HERE = Path(__file__).parent / "scenarios"
CONTRACT = Path(__file__).parents[2] / "shared" / "scenarios"
FILES = sorted(HERE.glob("*.table"))


def test_there_are_scenarios_of_every_theme() -> None:
    assert len(FILES) == 19


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_that_is_no_comment_is_a_step(path: Path) -> None:
    steps = read_file(path)
    assert isinstance(steps[0], Statement)
    lines = path.read_text(encoding="utf-8").split("\n")
    assert len(steps) == sum(1 for line in lines if line.strip() and not line.startswith("#"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scenario_replays(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_files([path], json=False, locale="en", data=None) == 0, capsys.readouterr().out


@pytest.mark.skipif(not CONTRACT.is_dir(), reason="the contract does not lie beside the repository")
def test_our_copies_of_the_scenarios_are_the_contracts() -> None:
    theirs = {path.name: path.read_bytes() for path in CONTRACT.glob("*.table")}
    assert {path.name: path.read_bytes() for path in FILES} == theirs
