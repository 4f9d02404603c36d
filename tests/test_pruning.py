"""Old games are deleted where the table wants that: the oldest first, never the one on the table, no gaps left."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from companion.open_press import OpenPress
from companion.referee.notation import read
from companion.storage.data_files import JOURNAL
from companion.storage.journal import Imported, Journal, state_after
from companion.storage.journal_writer import JournalWriter
from companion.table import Table
from tests.live_table import LiveTable
from tests.test_journal import GAME, entries

EACH = len(GAME)


def played(folder: Path, games: int) -> Journal:
    journal = Journal(folder)
    for game in range(1, games + 1):
        journal.append(entries(*GAME, number=(game - 1) * EACH + 1, game=game))
    return journal


def prune(journal: Journal, keep: int) -> int:
    async def meet() -> int:
        return await JournalWriter(journal).prune(keep)

    return asyncio.run(meet())


def games(journal: Journal) -> list[int]:
    return [game for game, _ in journal.games()]


def numbers(journal: Journal) -> list[int]:
    return sorted(entry.number for game in games(journal) for entry in journal.entries(game))


@pytest.mark.parametrize(("keep", "left"), [(9, [1, 2, 3, 4, 5]), (5, [1, 2, 3, 4, 5]), (2, [4, 5]), (1, [5])])
def test_so_many_of_the_newest_games_are_kept_and_the_others_deleted(
    tmp_path: Path, keep: int, left: list[int]
) -> None:
    journal = played(tmp_path, 5)
    state = state_after(journal.entries(5))
    assert prune(journal, keep) == 5 - len(left)
    assert games(journal) == left
    assert numbers(journal) == list(range((left[0] - 1) * EACH + 1, 5 * EACH + 1))
    assert (journal.version(), state_after(journal.entries(5))) == (5 * EACH, state)
    journal.append(entries(*GAME[:1], number=5 * EACH + 1, game=6))
    journal.close()
    with_it = Journal(tmp_path)
    assert with_it.version() == 5 * EACH + 1
    with_it.close()


def test_the_game_on_the_table_is_kept_however_many_were_taken_in_after_it(tmp_path: Path) -> None:
    journal = played(tmp_path, 2)
    for game in (3, 4, 5):
        taken_in = entries(*GAME, number=(game - 1) * EACH + 1, game=game)
        journal.append([replace(taken_in[0], imported=Imported("old.table", history=True)), *taken_in[1:]])
    assert prune(journal, 1) == 1
    assert (games(journal), journal.last_game()) == ([2, 3, 4, 5], 2)
    journal.close()


def test_games_that_another_was_taken_in_between_go_together_or_not_at_all(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    whole = entries(*GAME)
    journal.append(whole[:3])
    taken_in = [replace(entry, key=None) for entry in entries(*GAME, number=4, game=2)]
    journal.append([replace(taken_in[0], imported=Imported("old.table", history=True)), *taken_in[1:]])
    journal.append([replace(entry, number=entry.number + EACH) for entry in whole[3:]])
    for game in (3, 4):
        journal.append(entries(*GAME, number=(game - 1) * EACH + 1, game=game))
    assert prune(journal, 3) == 0
    assert prune(journal, 2) == 2
    assert numbers(journal) == list(range(2 * EACH + 1, 4 * EACH + 1))
    journal.close()


def test_the_last_press_stays_so_that_presses_are_numbered_on(tmp_path: Path) -> None:
    journal = played(tmp_path, 2)
    journal.append([], settled=[(OpenPress("Ann", 2, 2, misses=0), EACH)])
    journal.append(entries(*GAME, number=2 * EACH + 1, game=3))
    assert prune(journal, 1) == 1
    assert (games(journal), len(journal.launches())) == ([2, 3], 1)
    journal.close()


def test_what_was_deleted_stands_nowhere_in_the_file(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(entries("game extreme players=Secretive,Ben", "top red-5"))
    journal.append(entries(*GAME, number=3, game=2))
    prune(journal, 1)
    journal.close()
    assert b"Secretive" not in (tmp_path / JOURNAL).read_bytes()


def test_a_table_plays_on_while_old_games_are_deleted(tmp_path: Path) -> None:
    journal = played(tmp_path, 6)

    async def meet() -> None:
        table = Table(journal)
        pruning = asyncio.create_task(table.journal.prune(2))
        for at in range(5):
            assert (await table.submit(read(f"set score Ann {at}"))).saved
        assert await pruning == 4
        assert [entry.number for entry in await table.entries(6)] == list(range(5 * EACH + 1, 6 * EACH + 6))
        table.close()

    asyncio.run(meet())


def test_the_setting_deletes_old_games_when_one_begins(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", "table.keep_games=2") as table:
        table.join()
        for _ in range(4):
            table.accepted("game extreme players=Ann,Ben", "top red-5")
        table.until(lambda _: [game["id"] for game in table.http.get("/api/games").json()] == [3, 4])
        assert table.http.get("/api/games/1.table").status_code == 404
