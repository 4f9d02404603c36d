"""What was said together is one thing: taken back by one undo, from anywhere, and said again as one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.announcer import Announcer
from companion.author import Author
from companion.course import Course
from companion.games.amending import AmendError, with_points, with_winner
from companion.games.export import as_table
from companion.games.importing import games_of
from companion.games.score_sheet import sheet_of
from companion.in_one_go import InOneGo, Said
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.notation import read, write
from companion.referee.state_text import write_state
from companion.replay.run import draws_of
from companion.storage.journal import Journal, state_after
from companion.table import KeyReusedError, Table
from companion.tags import CommandWord, command_tag
from companion.taking_back import back_to, redo_all, redo_of
from companion.updates import Update
from companion.voice.lines import Verbosity
from companion.web.language import page_words
from companion.web.views.statement_words import latest, undone_last
from tests.score_games import MATCH, round_won

HOST = Author("host", "Ben")
GAME = (*MATCH, "round", *round_won("Cem", Ann=12, Ben=8), "round", "top red-5", "Ann plays red-7", "set count Cem 3")
Change = Callable[[Course], InOneGo]
CORRECTIONS = ("set colour blue", "set count Ann 2", "set turn Cem")


def corrected(_: Course) -> InOneGo:
    said = tuple(Said(read(text), text) for text in CORRECTIONS)
    return InOneGo(said, said[0])


#: What is said in one go, and how the undo list names it.
CHANGES: dict[str, tuple[Change, str]] = {
    "the winner": (lambda course: with_winner(course.steps, 1, "Cem", 25), "Round 1 goes to Cem, not to Ann."),
    "the points": (lambda course: with_points(course.steps, 1, {"Ben": 40}), "Round 1, Ben: 40 instead of 20."),
    "what lies there": (corrected, "Corrected: colour blue. Corrected: Ann: 2 cards. Corrected: whose turn it is."),
}


def at_a_table(folder: Path, meet: Callable[[Table], Awaitable[None]], *statements: str) -> None:
    async def met() -> None:
        table = Table(Journal(folder), Announcer(("en",), Verbosity.NORMAL).narrate)
        try:
            for statement in statements or GAME:
                assert (await table.submit(read(statement), author=Author("own", "Ann"))).accepted, statement
            await meet(table)
        finally:
            table.close()

    asyncio.run(met())


async def now(table: Table, change: Change) -> Update:
    course = Course(await table.entries(table.game))
    update = await table.submit_in_one_go(change(course), version=table.version, author=HOST)
    assert update.accepted
    return update


def undo_list(course: Course) -> list[tuple[str, str]]:
    return [(told.words, told.by) for told in latest(course, page_words("en"))]


async def is_whole(table: Table) -> Course:
    """The journal leads to the table by its statements alone, and to the same undo list."""
    entries = await table.entries(table.game)
    read_anew = Course(entries)
    assert write_state(state_after(entries)) == write_state(table.state) == write_state(read_anew.state)
    assert undo_list(read_anew) == undo_list(table.course)
    assert [entry.number for entry in entries] == list(range(1, table.version + 1)), "numbered without gaps"
    return read_anew


@pytest.mark.parametrize("undo", [cmd.Undo(), cmd.Scan(command_tag(CommandWord.UNDO))], ids=["said", "scanned"])
@pytest.mark.parametrize("name", CHANGES)
def test_one_undo_takes_back_all_that_was_said_together_and_one_redo_brings_it_again(
    tmp_path: Path, name: str, undo: Command
) -> None:
    change, told = CHANGES[name]

    async def meet(table: Table) -> None:
        before, rows, stood = write_state(table.state), sheet_of(table.course).rows, undo_list(table.course)
        await now(table, change)
        assert undo_list(await is_whole(table)) == [(told, "from the phone of Ben"), *stood][:20]
        after, amended = write_state(table.state), sheet_of(table.course).rows
        update = await table.submit(undo)
        assert update.accepted
        assert update.says[0].startswith("Undone"), update.says
        course = await is_whole(table)
        assert (write_state(table.state), sheet_of(course).rows, undo_list(course)) == (before, rows, stood)
        undone = undone_last(course, page_words("en"))
        assert undone is not None
        assert undone.words == told
        again = redo_of(course)
        assert again is not None
        await table.submit_in_one_go(again, version=table.version, author=HOST)
        course = await is_whole(table)
        assert (write_state(table.state), sheet_of(course).rows) == (after, amended)
        assert undo_list(course)[0][0] == told
        assert course.taken_back == []

    at_a_table(tmp_path, meet)


@pytest.mark.parametrize("name", CHANGES)
def test_what_undo_takes_back_is_known_again_after_a_restart(tmp_path: Path, name: str) -> None:
    change, _ = CHANGES[name]
    before: list[str] = []

    async def meet(table: Table) -> None:
        before.append(write_state(table.state))
        await now(table, change)

    at_a_table(tmp_path, meet)

    async def resumed() -> None:
        table = Table(Journal(tmp_path))
        await table.submit(read("undo"))
        assert write_state(table.state) == before[0]
        table.close()

    asyncio.run(resumed())


def test_a_round_put_right_twice_is_taken_back_step_by_step(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        first = write_state(table.state)
        await now(table, CHANGES["the winner"][0])
        second = write_state(table.state)
        await now(table, lambda course: with_points(course.steps, 2, {"Cem": 1}))
        await table.submit(read("Ben plays red-1"))
        for _ in range(2):
            await table.submit(read("undo"))
        assert write_state(table.state) == second
        await table.submit(read("undo"))
        assert write_state(table.state) == first
        said = await table.submit(read("undo"))
        assert said.says[0] == "Undone: correction, Cem: 3 cards."
        await is_whole(table)

    at_a_table(tmp_path, meet)


def test_the_way_back_to_a_statement_leads_over_what_was_put_right_meanwhile(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        stood = undo_list(table.course)
        place = table.course.changes[-3].number
        await now(table, CHANGES["the winner"][0])
        back = back_to(table.course, place)
        assert back is not None
        update = await table.submit_in_one_go(back, version=table.version, author=HOST)
        assert update.says[0].startswith("3 statements are taken back. Round 1 goes to Ann, not to Cem."), update.says
        assert undo_list(await is_whole(table))[: len(stood) - 2] == stood[2:]

    at_a_table(tmp_path, meet)


def test_all_that_was_taken_back_stands_again_at_once_as_it_stood(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        place = table.course.changes[-3].number
        await now(table, CHANGES["the winner"][0])
        stood, before, rows = undo_list(table.course), write_state(table.state), sheet_of(table.course).rows
        steps = list(table.course.steps)
        for alone in range(3):  # taken back one by one, in one go, or some of both
            for _ in range(alone):
                await table.submit(read("undo"))
            if (back := back_to(table.course, place)) is not None:
                await table.submit_in_one_go(back, version=table.version, author=HOST)
            again = redo_all(table.course)
            assert again is not None
            update = await table.submit_in_one_go(again, version=table.version, author=HOST)
            assert update.says[0].startswith("3 statements stand again. Round 1 goes to Cem, not to Ann."), (
                update.says
            )
            course = await is_whole(table)
            assert (undo_list(course), write_state(table.state), sheet_of(course).rows) == (stood, before, rows)
            assert course.taken_back == table.course.taken_back == []
            assert [step.entry.number for step in course.steps] == [step.entry.number for step in steps]
            assert all(one is other for one, other in zip(table.course.steps, steps, strict=True))

    at_a_table(tmp_path, meet)


#: What hands do by themselves, and what is told of it once it was taken back and stands again.
BY_HAND: dict[tuple[str, ...], str] = {
    ("game classic players=Ann,Ben", "top red-5", "Ann draws", "Ann passes", "Ben draws"): (
        "3 statements stand again. Ann takes 1 card again. Ben takes 1 card again. Top card: red 5."
    ),
    ("game classic players=Ann,Ben seven_zero=on", "top red-5", "Ann plays red-0", "Ben plays blue-0"): (
        "2 statements stand again. The hands move 2 times more, as they did. Top card: blue 0."
    ),
    ("game flip players=Ann,Ben", "top red-5", "Ann plays red-flip", "top pink-6", "Ben draws"): (
        "3 statements stand again. Ben takes 1 card again. Dark side: turn everything. Top card: pink 6."
    ),
}


@pytest.mark.parametrize("said", BY_HAND)
def test_what_hands_must_do_once_more_is_told_where_statements_stand_again(
    tmp_path: Path, said: tuple[str, ...]
) -> None:
    async def meet(table: Table) -> None:
        back = back_to(table.course, table.course.changes[1].number)
        assert back is not None
        await table.submit_in_one_go(back, version=table.version)
        again = redo_all(table.course)
        assert again is not None
        update = await table.submit_in_one_go(again, version=table.version)
        assert update.says[0] == BY_HAND[said]

    at_a_table(tmp_path, meet, *said)


def test_a_game_that_was_put_right_and_back_is_read_from_its_file_to_the_same_table(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        await now(table, CHANGES["the winner"][0])
        await table.submit(read("undo"))
        text = as_table(await table.entries(1))
        (entries,) = games_of(text, draws_of)
        assert write_state(state_after(entries)) == write_state(table.state)

    at_a_table(tmp_path, meet)


def test_an_undo_of_several_statements_is_done_once_whatever_is_sent_twice(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        await now(table, CHANGES["what lies there"][0])
        first = await table.submit(read("undo"), key="k")
        again = await table.submit(read("undo"), key="k")
        assert (again.words_only, again.version, again.says) == (True, first.version, first.says)
        assert table.version == first.version
        with pytest.raises(KeyReusedError):
            await table.submit(read("round"), key="k")

    at_a_table(tmp_path, meet)


def test_several_corrections_are_all_told_at_once(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        update = await now(table, corrected)
        assert update.says == (f"{CHANGES['what lies there'][1]}", "Your turn, Cem.")
        undone = await table.submit(read("undo"))
        assert undone.says[0] == (
            "Undone: correction, whose turn it is. Undone: correction, Ann: 2 cards. Undone: correction, colour blue."
        )

    at_a_table(tmp_path, meet)


def test_every_statement_of_the_list_is_written_as_the_notation_has_it(tmp_path: Path) -> None:
    async def meet(table: Table) -> None:
        for change, _ in CHANGES.values():
            await now(table, change)
            await table.submit(read("undo"))
        for entry in await table.entries(1):
            assert write(read(entry.statement)) == entry.statement

    at_a_table(tmp_path, meet)


SAID = ("Ann plays red-1", "Ben draws", "Cem passes", "set count Cem 4", "round", "top red-5", "Ann left 3 points")


def _anything(course: Course, chance: random.Random) -> InOneGo | None:
    """Something that is said in one go, where it fits."""
    match chance.randrange(6):
        case 0:
            return corrected(course)
        case 5:
            return redo_all(course)
        case 1:
            return redo_of(course)
        case 2:
            return back_to(course, chance.choice(course.changes).number)
        case 3:
            return with_points(course.steps, 1, {"Ben": chance.randrange(99)})
    return with_winner(course.steps, 1, chance.choice(("Ann", "Ben", "Cem")), chance.randrange(99), let_fall=True)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_said_put_right_and_taken_back_undo_leads_step_by_step_to_no_game(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)

    async def meet(table: Table) -> None:
        together = 0
        for _ in range(40):
            if chance.random() < 0.6:
                undo = chance.choice((cmd.Undo(), cmd.Scan(command_tag(CommandWord.MISSED))))
                await table.submit(chance.choice((undo, read(chance.choice(SAID)))))
            else:
                with suppress(AmendError):
                    change = _anything(table.course, chance) if table.course.changes else None
                    if change is not None:
                        together += (await table.submit_in_one_go(change, version=table.version)).accepted
        assert together > 2, "or nothing was tried"
        await is_whole(table)
        for left in range(len(table.course.changes), 0, -1):
            assert len(table.course.changes) == left
            assert (await table.submit(read("undo"))).accepted
        assert table.state.phase == "none"
        await is_whole(table)

    at_a_table(tmp_path, meet)
