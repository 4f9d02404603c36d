"""What the README tells a newcomer to type does what it says."""

from __future__ import annotations

import re
from pathlib import Path

from companion.cli import app
from companion.tags import CardTag, read_tag

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_example_tag_is_the_first_blue_seven() -> None:
    found = re.search(r"printf '(\w+)\\r'", README)
    assert found is not None
    reading = read_tag(found[1])
    assert isinstance(reading, CardTag)
    assert str(reading.card) == "blue-7"


def test_its_commands_are_those_there_are() -> None:
    told = set(re.findall(r"(?m)^\| `([\w-]+)", README))
    commands = [command for command in app.registered_commands if command.callback is not None]
    names = {command.name or command.callback.__name__ for command in commands if command.callback}
    assert told == names | {str(group.name) for group in app.registered_groups}


def test_every_file_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_target_it_names_is_in_the_makefile() -> None:
    targets = set(re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert set(re.findall(r"`?make ([\w-]+)", README)) - {"PYTHON"} <= targets
