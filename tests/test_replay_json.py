"""``replay --json`` as other programs read it: fields, their order and their types, in each kind of answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.errands.replaying import replay_files
from companion.tags import CommandWord, badge_tag, card_tag, command_tag

GUIDE = (Path(companion.__file__).parent / "guides" / "notation.md").read_text(encoding="utf-8")
GAME = "game extreme players=Ann,Ben\ntop red-5\n"

Replayed = Callable[..., list[dict[str, Any]]]

STATEMENT = {
    "line": int,
    "statement": str,
    "accepted": bool,
    "code": str | None,
    "events": list,
    "says": list,
    "state": dict,
}
NO_GAME = {"version": int, "game": None, "phase": str, "players": list, "owes": list}
TABLE = {
    "version": int,
    "game": int,
    "edition": str,
    "phase": str,
    "turn": str | None,
    "colour": str | None,
    "top": str | None,
    "side": str,
    "direction": str,
    "dealer": str,
    "round": int,
    "owes": list,
    "players": list,
    "supply": int,
    "winner": str | None,
    "interrupted": dict | None,
    "flags": list,
}
PLAYER = {
    "name": str,
    "seat": int,
    "count": int,
    "fewest": int,
    "score": int,
    "uno": bool,
    "out": bool,
    "left": bool,
}
DEBT = {"player": str, "kind": str, "number": int | None, "to": str, "cause": str}


@pytest.fixture(params=[False, True], ids=["straight", "hardware"])
def replayed(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Replayed:
    """Runs a file's text and reads the lines; each must have the documented fields, whatever the statement."""

    def run(text: str) -> list[dict[str, Any]]:
        path = tmp_path / "game.table"
        path.write_text(text, encoding="utf-8")
        replay_files([path], json=True, locale="en", data=None, hardware=request.param)
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        for line in lines:
            _check(line)
        return lines

    return run


def _check(line: dict[str, Any]) -> None:
    _has(line, STATEMENT)
    assert line["accepted"] == (line["code"] is None)
    assert all(isinstance(text, str) for text in line["says"])
    assert all(next(iter(event)) == "kind" for event in line["events"])
    state = line["state"]
    _has(state, TABLE if state["players"] else NO_GAME)
    for player in state["players"]:
        _has(player, PLAYER)
    for debt in state["owes"]:
        _has(debt, DEBT)


def _has(found: dict[str, Any], fields: dict[str, Any]) -> None:
    assert list(found) == list(fields)
    for name, kind in fields.items():
        assert found[name] is None if kind is None else isinstance(found[name], kind), name


def test_an_accepted_statement_says_what_happened(replayed: Replayed) -> None:
    line = replayed(GAME + "Ann presses 3   # a comment\n")[-1]
    assert (line["line"], line["statement"], line["accepted"], line["code"]) == (3, "Ann presses 3", True, None)
    assert line["events"] == [
        {"kind": "pressed", "player": "Ann", "to": "Ann", "cards": 3},
        {"kind": "turn", "player": "Ben", "again": False},
    ]
    assert line["says"] == ["3 cards for Ann.", "Your turn, Ben."]
    assert line["state"]["players"][0]["count"] == 10


def test_a_refused_statement_has_a_code_and_a_reason_and_changes_nothing(replayed: Replayed) -> None:
    *_, before, line = replayed(GAME + "Ann plays blue-1\n")
    assert (line["accepted"], line["code"], line["events"]) == (False, "no-match", [])
    assert line["says"]
    assert line["state"] == before["state"]


def test_a_scan_stands_as_it_was_written_with_what_it_led_to(replayed: Replayed) -> None:
    tag = card_tag("X", "K1", 1)
    line = replayed(GAME + f'scan "{tag}"\n')[-1]
    assert line["statement"] == f'scan "{tag}"'
    assert line["events"][0] == {
        "kind": "played", "player": "Ann", "cards": ["red-1"], "overruled": False, "tag": tag[:8]
    }  # fmt: skip


def test_a_badge_and_a_question_are_accepted_and_nothing_happens(replayed: Replayed) -> None:
    *_, badge, question = replayed(GAME + f'scan "{badge_tag(2)}"\nscan "{command_tag(CommandWord.COUNTS)}"\n')
    assert (badge["accepted"], badge["events"], badge["says"]) == (True, [], ["Badge: Ben."])
    assert (question["accepted"], question["events"]) == (True, [])
    assert question["says"]


def test_without_a_game_the_table_is_empty(replayed: Replayed) -> None:
    before, *_, after = replayed("Ann plays red-1\n" + GAME + "undo\nundo\n")
    empty: dict[str, Any] = {"version": 0, "game": None, "phase": "none", "players": [], "owes": []}
    assert before["state"] == empty
    assert after["state"] == empty | {"version": 4}


def test_what_is_owed_says_by_whom_to_whom_and_why(replayed: Replayed) -> None:
    line = replayed(GAME + "Ann plays red-hit-two\n")[-1]
    assert line["state"]["owes"] == [{"player": "Ben", "kind": "presses", "number": 2, "to": "Ben", "cause": "card"}]


def test_an_expectation_has_no_line(replayed: Replayed) -> None:
    assert [line["line"] for line in replayed(GAME + "expect turn Ann\nAnn presses 0\n")] == [1, 2, 4]


def test_what_failed_goes_to_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.table"
    path.write_text(GAME + "expect turn Ben\n", encoding="utf-8")
    assert replay_files([path], json=True, locale="en", data=None) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert said.err.splitlines() == [f"{path}:3: expect turn Ben: found Ann", "1 files, 2 statements, 1 failed"]


def test_the_guides_example_is_what_is_printed(replayed: Replayed) -> None:
    (example,) = map(json.loads, re.findall(r"(?s)```json\n(.*?)```", GUIDE))
    assert replayed(GAME + example["statement"] + "\n")[-1] == example
    assert list(example) == list(STATEMENT)


def test_the_guide_explains_every_field() -> None:
    (section,) = re.findall(r"(?s)## For other programs: `replay --json`(.*?)\n## ", GUIDE)
    rows = re.findall(r"(?m)^\| ((?:`\w+`(?: · )?)+) \|", section)
    assert [name for row in rows for name in re.findall(r"\w+", row)] == list(STATEMENT)
