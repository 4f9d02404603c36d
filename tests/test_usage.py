"""What is typed wrongly is answered in a sentence of ours, and what is printed can be read aloud through a pipe."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from companion.cli import app

_BOXES = re.compile("[\u2500-\u259f]")


def _options() -> Iterator[tuple[list[str], Any]]:
    """Every option that takes a value, with the words of its command."""

    def walk(command: Any, words: list[str]) -> Iterator[tuple[list[str], Any]]:
        for name, inner in getattr(command, "commands", {}).items():
            yield from walk(inner, [*words, name])
        yield from ((words, param) for param in command.params if words and not getattr(param, "is_flag", False))

    yield from walk(typer.main.get_command(app), [])


LIMITED = [
    ([*words, param.opts[0], str(value)], param)
    for words, param in _options()
    if getattr(param, "min", None) is not None
    for value in (param.min - 1, "many", *([] if param.max is None else [param.max + 1]))
]


@pytest.mark.parametrize(
    ("words", "param"), LIMITED, ids=lambda part: " ".join(part) if isinstance(part, list) else ""
)
def test_a_number_that_cannot_be_is_answered_with_those_that_can(words: list[str], param: Any) -> None:
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 2
    (sentence,) = ran.stderr.splitlines()
    assert sentence.startswith(f"{words[-2]} {words[-1]}: write a ")
    assert f" from {param.min:.10g} " in sentence
    assert param.max is None or sentence.endswith(f" to {param.max:.10g}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("launcher --presses 0", "--presses 0: write a whole number from 1 to 10000000\n"),
        ("launcher --presses 1.5", "--presses 1.5: write a whole number from 1 to 10000000\n"),
        ("doctor --limit nan", "--limit nan: write a number from 1 to 3600\n"),
        ("export last", "game last: write a whole number\n"),
        ("run --speech shout", "--speech: 'shout' is not one of 'auto', 'pyttsx3', 'espeak', 'piper', 'none'.\n"),
    ],
)
def test_whatever_else_cannot_be_read_is_told_the_same_way(words: str, told: str) -> None:
    ran = CliRunner().invoke(app, words.split())
    assert (ran.exit_code, ran.stderr) == (2, told)


@pytest.mark.parametrize("command", ["launcher --presses 50", "simulate --games 1 --players 2"])
def test_a_pipe_gets_plain_text_and_a_terminal_ruled_tables(command: str) -> None:
    words = [sys.executable, "-m", "companion", *command.split()]
    piped = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
    assert not _BOXES.search(piped)
    ours, screen = os.openpty()
    try:
        subprocess.run(words, stdout=screen, stderr=subprocess.DEVNULL, check=True, timeout=60, env=_LIKE_A_TERMINAL)
        os.close(screen)
        shown = _all_of(ours)
    finally:
        os.close(ours)
    assert _BOXES.search(shown)
    assert {word for word in re.findall(r"\w+", piped) if word.isalpha()} <= set(re.findall(r"\w+", shown))


_LIKE_A_TERMINAL = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}


def _all_of(screen: int) -> str:
    found = b""
    try:
        while more := os.read(screen, 4096):
            found += more
    except OSError:  # the other end is closed
        pass
    return re.sub(r"\x1b\[[\d;]*m", "", found.decode())
