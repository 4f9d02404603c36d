"""Notation files run through the real table: scenarios, failures, errors and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errands.replaying import replay_files
from companion.tags import card_tag


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.table"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_failed_expectation_names_file_line_and_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(tmp_path, "game extreme players=Ann,Ben\ntop red-5\nexpect turn Ben\nexpect count Ann 6\n")
    assert replay_files([path], json=False, locale="en", data=None) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{path}:3: expect turn Ben: found Ann",
        f"{path}:4: expect count Ann 6: found 7",
        "1 files, 2 statements, 2 failed",
    ]


def test_a_refusal_nobody_expected_fails_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, "game extreme players=Ann,Ben\ntop red-5\nAnn plays blue-1\n")
    assert replay_files([path], json=False, locale="en", data=None) == 1
    assert capsys.readouterr().out.splitlines()[0].startswith(f"{path}:3: Ann plays blue-1: ")


def test_all_errors_of_all_files_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.table", tmp_path / "two.table"
    one.write_text("game extreme players=Ann,Ben\ntop red-5\nAnn flies\n", encoding="utf-8")
    two.write_bytes(b"game extreme players=Ann,Ben\nexpect moon full\ntop \xff\n")
    assert replay_files([one, two, tmp_path / "none.table"], json=False, locale="en", data=None) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in errors] == [f"{one}:3", f"{two}:1", f"{tmp_path / 'none.table'}:1"]


def test_json_has_one_object_a_statement_and_the_same_game_every_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(tmp_path, "game extreme players=Ann,Ben seed=7\ntop red-5\n" + "Ann presses\nBen presses\n" * 5)
    runs = []
    for _ in range(2):
        assert replay_files([path], json=True, locale="fr", data=None) == 0
        runs.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    assert runs[0] == runs[1]
    first, *rest = runs[0]
    assert list(first) == ["line", "statement", "accepted", "code", "events", "says", "state"]
    assert first["events"][0]["kind"] == "game-started"
    assert any(event["kind"] == "pressed" and event["cards"] for line in rest for event in line["events"])
    assert "C'est à Ben." in " ".join(rest[1]["says"]).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def test_a_badge_lapses_between_lines_as_it_would_at_the_table(tmp_path: Path) -> None:
    game = 'game extreme players=Ann,Ben,Cleo\ntop red-5\nscan "TP03P"\n'
    soon = _file(tmp_path, game + 'scan "TXK10011F"\nexpect refused not-your-turn\n')
    assert _tagged(soon) == 0
    late = _file(tmp_path, game + "expect turn Ann\n" * 8 + 'scan "TXK10011F"\nexpect turn Ben\n')
    assert _tagged(late) == 0


def _tagged(path: Path) -> int:
    """Replays a file after giving its card tag the right check character."""
    path.write_text(path.read_text(encoding="utf-8").replace("TXK10011F", card_tag("X", "K1", 1)), encoding="utf-8")
    return replay_files([path], json=False, locale="en", data=None)
