"""The contract's scenarios: our copies are the contract's, and every game of an edition we have can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.referee.decks import editions
from companion.scenario import ScenarioError, Statement, read_file, read_text

HERE = Path(__file__).parent / "scenarios"
CONTRACT = Path(__file__).parents[2] / "shared" / "scenarios"
FILES = sorted(HERE.glob("*.table"))


def _games(path: Path) -> list[tuple[int, str]]:
    """Each game of a file with the number of its first line."""
    text = path.read_text(encoding="utf-8")
    starts = [match.start() for match in re.finditer(r"(?m)^game ", text)]
    ends = [*starts[1:], len(text)]
    return [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in zip(starts, ends, strict=True)]


def _edition(game: str) -> str:
    return game.split()[1]


GAMES = [pytest.param(game, id=f"{path.stem}:{line}") for path in FILES for line, game in _games(path)]
OURS = [param for param in GAMES if _edition(str(param.values[0])) in editions()]


def test_there_are_scenarios_of_every_theme() -> None:
    assert len(FILES) == 19
    assert len(OURS) >= 8


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_an_edition_we_have_is_read(game: str) -> None:
    steps = read_text(game, "game")
    assert isinstance(steps[0], Statement)
    assert len(steps) == sum(1 for line in game.split("\n") if line.strip() and not line.startswith("#"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_read_whole_or_only_its_unknown_editions_are_told(path: Path) -> None:
    known = {line for line, game in _games(path) if _edition(game) in editions()}
    unknown = {line for line, _ in _games(path)} - known
    errors: tuple[str, ...] = ()
    try:
        read_file(path)
    except ScenarioError as error:
        errors = error.errors
    assert {int(message.removeprefix(f"{path}:").split(":")[0]) for message in errors} == unknown, errors
    assert all("edition" in message for message in errors)


@pytest.mark.skipif(not CONTRACT.is_dir(), reason="the contract does not lie beside the repository")
def test_our_copies_of_the_scenarios_are_the_contracts() -> None:
    theirs = {path.name: path.read_bytes() for path in CONTRACT.glob("*.table")}
    assert {path.name: path.read_bytes() for path in FILES} == theirs
