"""A game taken out of the journal plays again, however it was entered."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path

import pytest

from companion.errands.data_folder import export_game
from companion.errands.replaying import replay_files
from companion.referee import commands as cmd
from companion.referee.notation import read
from companion.referee.state_text import read_state
from companion.storage.journal import Journal, state_after
from companion.table import Table
from companion.tags import CommandWord, badge_tag, card_tag, command_tag

RED_ONE, BLUE_SEVEN = 1, 55  # ordinals in the Extreme deck


def _tag(ordinal: int) -> cmd.Scan:
    return cmd.Scan(card_tag("X", "K1", ordinal))


def _word(word: CommandWord) -> cmd.Scan:
    return cmd.Scan(command_tag(word))


def _badge(number: int) -> cmd.Scan:
    return cmd.Scan(badge_tag(number))


async def _play(folder: Path) -> None:
    table = Table(Journal(folder))
    for line in ("game extreme players=Ann,Ben,Cleo", "Ann holds 2"):
        await table.submit(read(line))
    moves = [
        _tag(BLUE_SEVEN),
        _tag(BLUE_SEVEN + 1),
        _badge(3),
        _word(CommandWord.CATCH),
        _badge(1),
        read("Ann presses 1"),
        read("Ann presses 0"),
        read("Ben plays blue-2"),
        read("Cleo plays wild"),
        _word(CommandWord.RED),
        _badge(1),
        _word(CommandWord.LEAVE),
        _tag(RED_ONE),
        read("undo"),
    ]
    for move in moves:
        update = await table.submit(move)
        assert update.accepted, (move, update.refusal)
    table.close()


def test_a_game_with_badges_and_command_cards_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_play(tmp_path / "table"))
    assert export_game(tmp_path / "table", None, "table") == 0
    text = capsys.readouterr().out
    assert "Cleo catches Ann\n" in text
    assert "Ann leaves\n" in text
    assert f'scan "{card_tag("X", "K1", BLUE_SEVEN)}"\n' in text  # which of the two blue sevens it was is kept
    assert badge_tag(1) not in text
    again = tmp_path / "again.table"
    again.write_text(text + "expect count Cleo 6\nexpect colour red\n", encoding="utf-8")
    assert replay_files([again], json=False, locale="en", data=None) == 0, capsys.readouterr().out


def test_the_other_forms_hold_the_same_statements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_play(tmp_path))
    forms = {}
    for form in ("table", "csv", "json"):
        assert export_game(tmp_path, 1, form) == 0
        forms[form] = capsys.readouterr().out
    lines = forms["table"].splitlines()
    assert [row["statement"] for row in csv.DictReader(io.StringIO(forms["csv"]))] == lines
    told = json.loads(forms["json"])["statements"]
    assert [statement["statement"] for statement in told] == lines
    assert [statement["version"] for statement in told] == list(range(1, len(lines) + 1))


def test_a_game_that_is_not_there_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export_game(tmp_path, None, "table") == 2
    Journal(tmp_path).close()
    assert export_game(tmp_path, 7, "table") == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert "no journal" in errors[0]
    assert "no game 7" in errors[1]


def test_the_state_of_a_game_is_the_table_as_it_stands_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_play(tmp_path))
    assert export_game(tmp_path, None, "state") == 0
    text = capsys.readouterr().out
    journal = Journal(tmp_path, read_only=True)
    assert read_state(text) == state_after(journal.entries(1))
    assert text.startswith(f"# after statement {journal.version()}\ngame extreme players=Ann,Ben,Cleo")
    journal.close()
