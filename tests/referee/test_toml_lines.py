"""Where a key or an entry of a file stands, so that an error can name its line."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.decks import editions
from companion.referee.toml_lines import Place, lines_of


def test_keys_tables_and_entries_have_their_lines() -> None:
    text = """\
# letter = "U"
edition = "x # no comment"   # serial = "no"

cards = [ "red-1",
  # "red-2",
  "red-3 ] [[faces]]", 'blue-4',
]
[copies]
"red-7" = 1
'skip' = 2
[sides.dark]
colours = [
  "pink"]
[[faces]]
values = ["1"]
[[faces]]
text = \"\"\"
[[faces]]
\\\"\\\"\\\"
values = 3\"\"\"
values = ["2",
 "3"]
[faces.more]
at = 1.5
inline = { a = [1,
  2], "b" = 1979-05-27T07:32:00Z }
sub.key = true
"""
    tomllib.loads(text)
    lines = lines_of(text)
    wanted: dict[Place, int] = {
        ("edition",): 2, ("cards",): 4, ("cards", 0): 4, ("cards", 1): 6, ("cards", 2): 6, ("copies",): 8,
        ("copies", "red-7"): 9, ("copies", "skip"): 10, ("sides", "dark", "colours", 0): 13, ("faces", 0): 14,
        ("faces", 0, "values", 0): 15, ("faces", 1): 16, ("faces", 1, "text"): 17, ("faces", 1, "values"): 21,
        ("faces", 1, "values", 1): 22, ("faces", 1, "more"): 23, ("faces", 1, "more", "at"): 24,
        ("faces", 1, "more", "inline", "a", 1): 26, ("faces", 1, "more", "inline", "b"): 26,
        ("faces", 1, "more", "sub", "key"): 27,
    }  # fmt: skip
    assert {place: lines.get(place) for place in wanted} == wanted
    assert ("letter",) not in lines
    assert ("serial",) not in lines


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    if place:
        yield place
    entries: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, dict):
        entries = iter(value.items())
    elif isinstance(value, list):
        entries = iter(enumerate(value))
    for key, inner in entries:
        yield from _places(inner, (*place, key))


@pytest.mark.parametrize("edition", editions())
def test_every_place_of_a_printed_edition_s_file_is_found(edition: str) -> None:
    text = (resources.files("companion.referee") / "deck_files" / f"{edition}.toml").read_text(encoding="utf-8")
    assert set(_places(tomllib.loads(text))) == set(lines_of(text))


_words = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=6)
_values = st.recursive(
    st.one_of(_words, st.integers(-9, 99), st.booleans(), st.floats(0, 5).map(lambda number: round(number, 2))),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(_words, _values, max_size=5), st.dictionaries(_words, _values, max_size=3))
def test_every_key_of_any_file_is_found_on_its_line(top: dict[str, Any], table: dict[str, Any]) -> None:
    def pairs(block: dict[str, Any]) -> list[str]:
        return [
            f"{json.dumps(key, ensure_ascii=False)} = {json.dumps(value, ensure_ascii=False)}"
            for key, value in block.items()
        ]

    lines = [*pairs({f"t{key}": value for key, value in top.items()}), "[[x.y]]", *pairs(table)]
    text = "\n".join(lines)
    found = lines_of(text)
    assert set(_places(tomllib.loads(text))) == set(found)
    for number, key in enumerate(top, 1):
        assert found[f"t{key}",] == number
    for number, key in enumerate(table, len(top) + 2):
        assert found["x", "y", 0, key] == number


@given(st.text(max_size=60))
def test_no_text_whatever_hangs_or_crashes_it(text: str) -> None:
    lines_of(text)
