"""Every piece of a settings file that README and guides show can be put into one, as it stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.settings.loading import load

ROOT = Path(__file__).parents[1]
PAPERS = [
    *ROOT.glob("README*.md"),
    *sorted((ROOT / "companion" / "guides").glob("*.md")),
    *sorted((ROOT / "hardware").glob("*.md")),
]
#: Settings of a table that is wired, under which a piece may lie: what it says of pins and seats needs some.
WIRED = (ROOT / "hardware" / "wiring" / "full.settings.toml").read_text(encoding="utf-8")


def shown(paper: Path) -> list[str]:
    """Its pieces: fenced as TOML, or indented and beginning with a table's name."""
    text = paper.read_text(encoding="utf-8")
    indented = re.findall(r"(?m)(?:^|\n\n)((?: {4,}\[[a-z.]+\].*\n)(?: {4,}.*\n|\n(?= {4,}))*)", text)
    pieces = [*re.findall(r"(?s)```toml\n(.+?)```", text), *indented]
    return [re.sub(r"(?m)^ +", "", piece) for piece in pieces]


def without(text: str, tables: Collection[str]) -> str:
    """A settings file less these tables."""
    kept, lines = True, []
    for line in text.splitlines():
        kept = line.strip("[]") not in tables if line.startswith("[") else kept
        lines += [line] if kept else []
    return "\n".join(lines)


def used() -> Iterator[Any]:
    """Each piece by its place, and the file that comes of it: what is shown further up in the same paper stays."""
    for paper in PAPERS:
        if paper.name == "decks.md":  # decks are files of their own
            continue
        file = WIRED
        for number, piece in enumerate(shown(paper), 1):
            tables = tomllib.loads(piece)
            if "codes" in tables:  # the file of the codes
                continue
            names = {*tables, *(f"{kind}.{name}" for kind in ("fire", "counts") for name in tables.get(kind, ()))}
            file = f"{without(file, names)}\n{piece}"
            yield pytest.param(file, id=f"{paper.relative_to(ROOT)} {number}")


PIECES = [*used()]


def test_there_are_such_pieces_in_readme_guides_and_building_guide() -> None:
    of = {str(piece.id).rpartition(" ")[0] for piece in PIECES}
    assert {"README.md", "companion/guides/launcher.md", "companion/guides/appliance.md", "hardware/guide.md"} <= of


@pytest.mark.parametrize("file", PIECES)
def test_a_piece_of_settings_that_is_shown_can_be_used(file: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(file, encoding="utf-8")
    load(tmp_path, None, {})
