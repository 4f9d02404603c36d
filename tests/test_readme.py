"""What the README tells a newcomer to type does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import app
from companion.tags import CardTag, read_tag

ROOT = Path(__file__).parents[1]
READMES = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.fr.md")]
in_both = pytest.mark.parametrize("readme", READMES, ids=["en", "fr"])


@in_both
def test_its_example_tag_is_the_first_blue_seven(readme: str) -> None:
    found = re.search(r"printf '(\w+)\\r'", readme)
    assert found is not None
    reading = read_tag(found[1])
    assert isinstance(reading, CardTag)
    assert str(reading.card) == "blue-7"


@in_both
def test_its_commands_are_those_there_are(readme: str) -> None:
    told = set(re.findall(r"(?m)^\| `([\w-]+)", readme))
    commands = [command for command in app.registered_commands if command.callback is not None]
    names = {command.name or command.callback.__name__ for command in commands if command.callback}
    assert told == names | {str(group.name) for group in app.registered_groups}


@in_both
def test_every_file_it_links_to_is_there(readme: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", readme)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@in_both
def test_every_target_it_names_is_in_the_makefile(readme: str) -> None:
    targets = set(re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert set(re.findall(r"`?make ([\w-]+)", readme)) - {"PYTHON"} <= targets
