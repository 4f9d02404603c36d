"""Files of the notation become games of the journal: written out again, they are the same text."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.answers import TakenIn
from companion.author import Author
from companion.course import Course
from companion.games.export import as_table
from companion.games.importing import LineError, games_of
from companion.games.scenario import UnreadableFileError
from companion.games.score_sheet import sheet_of
from companion.open_press import OpenPress
from companion.referee.notation import read
from companion.replay.run import draws_of
from companion.storage.journal import Journal, state_after
from companion.table import HereAlreadyError, KeyReusedError, StaleVersionError, Table
from companion.web.language import page_words
from companion.web.views.rounds_view import put_right as put_right_words
from companion.web.views.statement_words import latest
from tests.score_games import MATCH

TESTS = Path(__file__).parent
#: Rounds with a card in them that nobody expects to be refused: no replay goes through, and nothing is taken in.
NOT_TO_BE_REPLAYED = TESTS / "narration" / "heard" / "rounds"
ALL = sorted(TESTS.rglob("*.table"))
FILES = [path for path in ALL if path.parent != NOT_TO_BE_REPLAYED]


def text_of(*statements: str) -> str:
    return "".join(f"{statement}\n" for statement in statements)


def test_there_are_files_to_take_in() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_a_game_written_out_taken_in_and_written_out_again_is_the_same_text(path: Path) -> None:
    for game in games_of(path.read_text(encoding="utf-8"), draws_of):
        written = as_table(game)
        (again,) = games_of(written, draws_of)
        assert as_table(again) == written
        assert state_after(again) == state_after(game)


@pytest.mark.parametrize("path", sorted(NOT_TO_BE_REPLAYED.glob("*.table")), ids=lambda path: path.stem)
def test_what_no_replay_goes_through_is_not_taken_in(path: Path) -> None:
    with pytest.raises(LineError) as stopped:
        games_of(path.read_text(encoding="utf-8"), draws_of)
    assert stopped.value.update is not None
    assert stopped.value.update.refusal is not None


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("game classic players=Ann,Ben\nAnn flies\n", ["2: 'flies' is no verb of the notation"]),
        ("hello\n\nAnn plays red-77", ["1: ", "3: "]),
        ("game nowhere players=Ann,Ben", ["1: the edition nowhere is not known"]),
    ],
)
def test_what_is_no_notation_is_named_with_its_lines(text: str, errors: list[str]) -> None:
    with pytest.raises(UnreadableFileError) as stopped:
        games_of(text, draws_of)
    assert len(stopped.value.lines) == len(errors)
    for (line, wrong), begins in zip(stopped.value.lines, errors, strict=True):
        assert f"{line}: {wrong}".startswith(begins)


def test_a_statement_that_the_rules_forbid_stops_all_of_it_and_is_named() -> None:
    with pytest.raises(LineError) as stopped:
        games_of(text_of(*MATCH[:2], "", "# a comment", "Ann plays blue-9"), draws_of)
    assert (stopped.value.line, stopped.value.text) == (5, "Ann plays blue-9")
    assert stopped.value.update is not None
    assert stopped.value.update.refusal is not None
    assert stopped.value.update.refusal.code == "no-match"


def test_a_refusal_that_is_expected_is_none_of_the_game() -> None:
    (game,) = games_of(
        text_of(*MATCH[:2], "Ann plays blue-9", "expect refused no-match", "expect turn Ann"), draws_of
    )
    assert [entry.statement for entry in game] == list(MATCH[:2])


def test_an_expectation_that_does_not_hold_stops_all_of_it() -> None:
    with pytest.raises(LineError) as stopped:
        games_of(text_of(*MATCH[:2], "expect turn Ben"), draws_of)
    assert (stopped.value.line, stopped.value.found) == (3, "Ann")


def test_a_file_may_hold_several_games_and_a_mark_at_its_beginning() -> None:
    games = games_of("\ufeff" + text_of(*MATCH, *MATCH[:2]), draws_of)
    assert [len(game) for game in games] == [len(MATCH), 2]
    assert games_of("# nothing\n", draws_of) == []


def test_presses_without_a_number_are_drawn_from_the_seed() -> None:
    lines = ("game extreme players=Ann,Ben,Cem seed=4", "top red-5", "Ann presses", "Ben presses", "Cem presses")
    once, again = (as_table(games_of(text_of(*lines), draws_of)[0]) for _ in range(2))
    assert once == again
    assert "Ann presses\n" not in once


# At the table


def at_table(folder: Path, meet) -> None:  # type: ignore[no-untyped-def]  # any talk with a table
    async def talk() -> None:
        table = Table(Journal(folder))
        try:
            await meet(table)
        finally:
            table.close()

    asyncio.run(talk())


def test_what_is_only_kept_leaves_the_running_game_on_the_table_also_after_a_start(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in MATCH[:3]:
            await table.submit(read(statement))
        before = table.state
        update, game = await table.take_in(games_of(text_of(*MATCH), draws_of), "old.table", live=False)
        assert (game, table.game, table.state) == (2, 1, before)
        assert update.version == table.version == 3 + len(MATCH)
        assert (await table.submit(read("undo"))).accepted

    async def again(table: Table) -> None:
        assert (table.game, table.newest_game) == (1, 2)
        assert table.version == 4 + len(MATCH)
        assert [entry.statement for entry in await table.entries(1)] == [*MATCH[:3], "undo"]
        assert as_table(await table.entries(2)) == text_of(*MATCH)
        assert await table.imported() == {2: "old.table"}
        await table.submit(read(MATCH[0]))
        assert table.game == 3, "numbers of games are given once"

    at_table(tmp_path, meet)
    at_table(tmp_path, again)


def test_what_goes_on_here_sets_the_running_game_aside_and_is_resumed(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in MATCH[:3]:
            await table.submit(read(statement))
        said = games_of(text_of(*MATCH, *MATCH[:2]), draws_of)
        _, game = await table.take_in(said, "two.table", live=True, author=Author("id"))
        assert (game, table.game) == (3, 3)
        assert table.state == state_after(said[-1])
        assert (await table.submit(read("Ann plays red-7"))).accepted
        assert [entry.number for entry in await table.entries(3)] == [4 + len(MATCH), 5 + len(MATCH), 6 + len(MATCH)]

    async def again(table: Table) -> None:
        assert (table.game, str(table.state.top)) == (3, "red-7")
        await table.submit(read("undo"))
        await table.submit(read("undo"))
        await table.submit(read("undo"))
        assert table.state.phase == "none", "never into an earlier game"

    at_table(tmp_path, meet)
    at_table(tmp_path, again)


def test_a_key_counts_once_and_a_table_that_moved_on_takes_nothing_in(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        said = games_of(text_of(*MATCH), draws_of)
        with pytest.raises(StaleVersionError):
            await table.take_in(said, "f", live=False, version=7)
        first = await table.take_in(said, "f", live=False, version=0, key="k")
        again = await table.take_in(said, "f", live=False, version=0, key="k")
        assert (first[1], again[1], again[0]) == (1, 1, first[0])
        assert table.version == len(MATCH)
        with pytest.raises(KeyReusedError):
            await table.take_in(games_of(text_of(*MATCH[:2]), draws_of), "f", live=False, key="k")

    at_table(tmp_path, meet)


def test_nothing_goes_on_here_while_a_press_waits_for_its_number(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in ("game extreme players=Ann,Ben", "top red-5"):
            await table.submit(read(statement))
        await table.begin_press("Ann", 3)
        await table.count_card(1)
        await table.find_press("double-feed")
        await table.ask_press()
        update, game = await table.take_in(games_of(text_of(*MATCH), draws_of), "f", live=True)
        assert (update.accepted, game, table.game) == (False, 0, 1)
        assert isinstance(table.interrupted, OpenPress)

    at_table(tmp_path, meet)


def test_a_game_that_is_here_already_is_not_taken_in_again(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in MATCH:
            await table.submit(read(statement))
        written = games_of(as_table(await table.entries(1)), draws_of)
        for live in (False, True):  # it is on the table as it stands
            with pytest.raises(HereAlreadyError) as error:
                await table.take_in(written, "f", live=live)
            assert error.value.game == 1
        assert (table.version, table.newest_game) == (len(MATCH), 1)
        longer = games_of(text_of(*MATCH, "round"), draws_of)
        assert (await table.take_in(longer, "f", live=False))[1] == 2, "more was said in it: it is another"

    at_table(tmp_path, meet)


def test_of_a_file_only_what_is_not_here_is_taken_in_and_the_rest_is_named(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in MATCH:
            await table.submit(read(statement))
        said = games_of(text_of(*MATCH[:4], *MATCH), draws_of)
        for _ in range(2):
            update, game = await table.take_in(said, "two.table", live=False, key="k")
            assert (game, table.newest_game, table.version) == (2, 2, len(MATCH) + 4), "also for a second tap"
            assert update.note == TakenIn(2, live=False, here=1) or update.words_only
        with pytest.raises(HereAlreadyError):
            await table.take_in(said, "two.table", live=False)

    at_table(tmp_path, meet)


def test_a_game_that_was_set_aside_goes_on_out_of_its_file(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for statement in (*MATCH[:3], *MATCH[:1]):
            await table.submit(read(statement))
        aside = games_of(as_table(await table.entries(1)), draws_of)
        update, game = await table.take_in(aside, "f", live=True)
        assert (game, table.game, table.state) == (3, 3, state_after(aside[0]))
        assert update.note == TakenIn(3, live=True)

    at_table(tmp_path, meet)


def test_who_takes_a_game_in_is_not_taken_for_who_played_it_or_put_it_right(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        put_right = text_of(*MATCH, "undo", "Cem left 6 points")
        update, game = await table.take_in(games_of(put_right, draws_of), "f", live=True, author=Author("id", "Ann"))
        assert update.author == Author("id", "Ann"), "the phones are told who took it in"
        assert (await table.submit(read("round"), author=Author("id", "Ann"))).accepted
        course = Course(await table.entries(game))
        words = page_words("en")
        (corrected,) = put_right_words(sheet_of(course), words)
        assert corrected.endswith("(out of a file)")
        assert [told.by for told in latest(course, words)][:2] == ["from the phone of Ann", "out of a file"]

    at_table(tmp_path, meet)
