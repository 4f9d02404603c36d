"""The referee is pure: its source names no clock, no chance, no locale, no file but the packaged decks."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.referee

SOURCES = sorted(Path(companion.referee.__path__[0]).rglob("*.py"))
OWN = "companion.referee"
#: What the rules need of the standard library; whoever needs more writes it here, and why it is pure.
PURE = frozenset(
    {
        "__future__",
        "collections",
        "dataclasses",
        "difflib",
        "enum",
        "functools",
        "re",
        "types",
        "typing",
        "unicodedata",
    }
    | {"tomllib", "json", "contextlib"}  # read a deck's text, and handle its errors
)
#: ``importlib.resources`` reads the packaged deck files, in this module only.
READS_FILES = frozenset({"deck_file.py"})
#: Writes constructors out of a class's own names, as ``dataclass`` does.
MAKES_CODE = frozenset({"values.py"})
#: Built-in functions that reach outside, or let code in that this test cannot see.
REACHING_OUT = frozenset({"open", "input", "print", "eval", "exec", "compile", "__import__", "id", "hash", "globals"})


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module, or thing out of a module, that a source imports, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def impure(source: str, name: str) -> list[str]:
    """What a source imports or calls that no pure referee may."""
    tree = ast.parse(source)
    found = [f"import {module}" for module in imported(tree) if not _may_import(module, name)]
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    allowed = {"exec"} if name in MAKES_CODE else set()
    return found + sorted(f"{word}()" for word in names & REACHING_OUT - allowed)


def _may_import(module: str, name: str) -> bool:
    if module == "importlib.resources":
        return name in READS_FILES
    return module.startswith(f"{OWN}.") or module.partition(".")[0] in PURE


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_referee_has_no_clock_no_chance_no_locale_and_reads_no_file_but_its_decks(path: Path) -> None:
    assert impure(path.read_text(encoding="utf-8"), path.name) == []


def test_all_that_the_referee_may_import_is_the_standard_library() -> None:
    assert not PURE - sys.stdlib_module_names
    assert len(SOURCES) > 20


@pytest.mark.parametrize(
    "source",
    [
        "import time", "import datetime as d", "from random import Random", "from secrets import token_hex",
        "import uuid", "def f():\n    import locale", "import os.path", "from pathlib import Path", "open('deck')",
        "import pydantic", "from companion.voice.game import narrator", "from importlib import resources",
        "from importlib import metadata", "__import__('time')",
    ],
)  # fmt: skip
def test_a_source_that_reaches_out_is_found(source: str) -> None:
    assert impure(source, "plays.py")


def test_only_the_decks_may_read_packaged_files() -> None:
    assert not impure("from importlib import resources", "deck_file.py")
