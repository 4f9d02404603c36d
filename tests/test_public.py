"""The public form: no card of a hand leaves the machine while a round runs; everything may be read afterwards."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from companion.public import HIDDEN_SCAN, public_entries, public_statement, round_runs
from companion.referee import commands as cmd
from companion.referee.events import to_json
from companion.referee.notation import read
from companion.referee.state import State
from companion.storage.journal import Entry, Journal
from companion.table import Table
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.updates import Update
from companion.views import state_view, update_view

GAME = "game extreme players=Ann,Ben"
HANDS = ["Ann holds red-4 blue-8", "Ben holds green-6 yellow-discard-all wild-extreme-hit"]
SECRETS = ["blue-8", "green-6", "yellow-discard-all", "wild-extreme-hit"]


def told(folder: Path, *statements: str | cmd.Command) -> tuple[list[Update], list[Entry], State]:
    """Says statements at a real table; all answers, the journal's entries and the table at the end."""

    async def talk() -> tuple[list[Update], list[Entry], State]:
        table = Table(Journal(folder))
        commands = [read(each) if isinstance(each, str) else each for each in statements]
        updates = [await table.submit(command) for command in commands]
        entries = await table.entries(table.game)
        table.close()
        return updates, entries, table.state

    return asyncio.run(talk())


def shown(updates: list[Update]) -> list[dict[str, Any]]:
    return [update_view(update) for update in updates]


def as_text(entries: list[Entry]) -> str:
    return json.dumps([[entry.statement, [to_json(event) for event in entry.events]] for entry in entries])


def test_while_a_round_runs_no_card_of_a_hand_is_shown(tmp_path: Path) -> None:
    updates, entries, state = told(
        tmp_path, GAME, *HANDS, "top red-3", "Ann plays red-4", "undo", "undo", "undo", HANDS[1]
    )
    views = json.dumps([*shown(updates), state_view(state, 9, 1)])
    public = as_text(public_entries(entries, runs=round_runs(state)))
    for secret in SECRETS:
        assert secret not in views
        assert secret not in public
        assert secret in as_text(entries)


def test_a_hand_told_is_shown_as_its_number(tmp_path: Path) -> None:
    updates, _, _ = told(tmp_path, GAME, *HANDS, "Ann holds 3")
    assert [view["statement"] for view in shown(updates)[1:]] == ["Ann holds 2", "Ben holds 3", "Ann holds 3"]
    assert [view["events"] for view in shown(updates)[1:3]] == [
        [{"kind": "hand", "player": "Ann", "number": 2}],
        [{"kind": "hand", "player": "Ben", "number": 3}],
    ]


def test_a_hand_told_and_taken_back_is_still_shown_as_its_number(tmp_path: Path) -> None:
    updates, entries, _ = told(tmp_path, GAME, HANDS[0], "undo")
    assert shown(updates)[2]["events"] == [{"kind": "undone", "statement": "Ann holds 2"}]
    assert "blue-8" not in as_text(public_entries(entries, runs=True))


def test_whoever_may_see_everything_is_shown_everything(tmp_path: Path) -> None:
    updates, _, _ = told(tmp_path, GAME, HANDS[0])
    assert update_view(updates[1], full=True)["statement"] == HANDS[0]
    assert update_view(updates[1], full=True)["events"][0]["cards"] == ["red-4", "blue-8"]


def test_once_the_round_is_over_everything_is_shown(tmp_path: Path) -> None:
    statements = [GAME, "Ann holds 1", "top red-3", "Ann plays red-4", "Ben left blue-8 green-6"]
    updates, entries, state = told(tmp_path, *statements)
    assert not round_runs(state)
    assert shown(updates)[-1]["statement"] == statements[-1]
    assert public_entries(entries, runs=round_runs(state)) == entries


def test_while_hands_are_counted_those_counted_are_shown_as_their_number(tmp_path: Path) -> None:
    updates, entries, state = told(
        tmp_path,
        "game extreme players=Ann,Ben,Cleo",
        "Ann holds 1",
        "top red-3",
        "Ann plays red-4",
        "Ben left blue-8 green-6",
    )
    assert round_runs(state)
    assert shown(updates)[-1]["statement"] == "Ben left 2"
    assert "blue-8" not in as_text(public_entries(entries, runs=True))


def test_earlier_rounds_stay_readable_while_the_next_one_runs(tmp_path: Path) -> None:
    round_one = [GAME, "Ann holds 1", "Ben holds green-6", "top red-3", "Ann plays red-4"]
    _, entries, state = told(tmp_path, *round_one, "round", "Ann holds blue-8", "top red-3")
    public = public_entries(entries, runs=round_runs(state))
    assert [entry.statement for entry in public] == [*round_one, "round", "Ann holds 1", "top red-3"]


def test_a_round_that_was_taken_back_hides_nothing_of_the_one_before_it(tmp_path: Path) -> None:
    statements = [
        GAME,
        "Ann holds 1",
        "Ben holds green-6",
        "top red-3",
        "Ann plays red-4",
        "round",
        "Ann holds blue-8",
    ]
    _, entries, state = told(tmp_path, *statements, "undo", "undo")
    assert not round_runs(state)
    assert public_entries(entries, runs=round_runs(state)) == entries
    _, entries, state = told(tmp_path / "again", *statements, "undo", "undo", "undo")
    assert round_runs(state)
    assert "green-6" not in as_text(public_entries(entries, runs=True))


def test_a_refused_scan_hides_the_card_that_went_back_into_the_hand(tmp_path: Path) -> None:
    scan = cmd.Scan(card_tag("X", "K1", 8))  # blue-1
    updates, _, _ = told(tmp_path, GAME, "top red-3", scan)
    assert updates[2].refusal is not None
    assert shown(updates)[2]["statement"] == HIDDEN_SCAN
    assert "blue-1" not in json.dumps(shown(updates)[2])


def test_an_unreadable_scan_in_a_round_shows_no_text(tmp_path: Path) -> None:
    updates, _, _ = told(tmp_path, GAME, "top red-3", cmd.Scan("TXK10010"))
    assert shown(updates)[2]["statement"] == HIDDEN_SCAN


def test_a_scan_that_was_played_is_shown_since_its_card_lies_on_the_table(tmp_path: Path) -> None:
    scan = cmd.Scan(card_tag("X", "K1", 1))
    updates, entries, _ = told(tmp_path, GAME, "top red-3", scan)
    assert updates[2].accepted
    assert scan.text in shown(updates)[2]["statement"]
    assert public_entries(entries, runs=True)[2].statement == entries[2].statement


def test_badges_and_queries_are_shown(tmp_path: Path) -> None:
    texts = [badge_tag(2), command_tag(CommandWord.STATUS)]
    updates, _, _ = told(tmp_path, GAME, *(cmd.Scan(text) for text in texts))
    assert [view["statement"] for view in shown(updates)[1:]] == [f'scan "{text}"' for text in texts]


@pytest.mark.parametrize(
    ("statement", "public"),
    [
        ("Ann holds red-1 red-2", "Ann holds 2"),
        ("Ann holds 5", "Ann holds 5"),
        ('"Marie Claire" draws red-1', '"Marie Claire" draws 1'),
        ("Ann draws 2", "Ann draws 2"),
        ("Ann left red-1", "Ann left 1"),
        ("Ann left 12 points", "Ann left 12 points"),
        ("Ann plays red-1", "Ann plays red-1"),
        ('scan "TXK10011"', HIDDEN_SCAN),
        ("set count Ann 3", "set count Ann 3"),
    ],
)
def test_a_statement_has_its_public_form(statement: str, public: str) -> None:
    assert public_statement(read(statement)) == public


def test_the_state_never_shows_a_hand(tmp_path: Path) -> None:
    _, _, state = told(tmp_path, GAME, *HANDS, "top red-3")
    view = state_view(state, 4, 1)
    assert [player["count"] for player in view["players"]] == [2, 3]
    assert not any(secret in json.dumps(view) for secret in SECRETS)


def test_a_drawn_card_that_was_told_stays_in_the_hand_it_went_to(tmp_path: Path) -> None:
    updates, entries, state = told(
        tmp_path, "game classic players=Ann,Ben", "Ann holds red-4 blue-8", "top red-3", "Ann draws green-6", "undo"
    )
    assert "green-6" not in json.dumps(shown(updates))
    assert "green-6" not in as_text(public_entries(entries, runs=round_runs(state)))
    drew = next(event for update in shown(updates) for event in update["events"] if event["kind"] == "drew")
    assert drew["cards"] == 1
