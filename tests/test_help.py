"""What the program says of itself: plain text, which a screen reader reads as well as eyes do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from typer import Typer
from typer.testing import CliRunner

from companion.cli import app
from companion.referee.notation import LABEL_SETS

DRAWN = re.compile(r"[\u2500-\u259f]")


def commands(group: Typer, *words: str) -> Iterator[tuple[str, ...]]:
    yield words
    for command in group.registered_commands:
        assert command.callback is not None
        yield (*words, command.name or command.callback.__name__)
    for below in group.registered_groups:
        assert below.typer_instance is not None
        yield from commands(below.typer_instance, *words, str(below.name))


COMMANDS = list(commands(app))


def said(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(app, words)
    return ran.exit_code, ran.output


def helped(*words: str) -> str:
    """A command's help in one line, words that were cut at a hyphen put together again."""
    return " ".join(re.sub(r"(?<=\w)-\s+", "-", said(*words, "--help")[1]).split())


def test_there_are_commands_below_commands() -> None:
    assert {(), ("replay",), ("deck", "learn")} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_no_drawn_boxes(command: tuple[str, ...]) -> None:
    code, text = said(*command, "--help")
    assert code == 0
    assert text.startswith("Usage: ")
    assert not DRAWN.search(text)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_flag_that_is_not_there_is_told_without_a_box(command: tuple[str, ...]) -> None:
    code, text = said(*command, "--nope")
    assert code == 2
    assert "Error: No such option" in text
    assert not DRAWN.search(text)


def test_replay_tells_how_it_ends() -> None:
    assert "Ends with 0 when all went as the files expect, with 1 when" in helped("replay")


def test_deck_learn_names_the_label_sets() -> None:
    assert f"Braille labels on the cards: {', '.join(LABEL_SETS)}." in helped("deck", "learn")


def test_who_plays_presets_says_so() -> None:
    assert "No presets." in helped("demo")
    assert "Or a preset, such as family." in helped("simulate")
    assert said("demo", "--edition", "family")[0] == 2
    assert said("simulate", "--edition", "family", "--games", "1", "--players", "2")[0] == 0
