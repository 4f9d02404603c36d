"""The gate cannot vouch for a number: the press stays open, the table tells it, and it counts exactly once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee.notation import read
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import CommandWord, command_tag
from companion.updates import Update
from firmware_bridge.bridge import DispenserMissingError
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.reports import DispenseEnded, Finding
from tests.test_press import Bench, play


async def doubtful(folder: Path, counted: int = 2, *, finding: Finding = Finding.DOUBLE_FEED) -> Bench:
    """Ann pressed, and the dispenser stopped without knowing how many came out."""
    bench = Bench(folder, 5)
    await bench.ready()
    pressed = bench.push()
    await bench.bridge.asked.wait()
    bench.desk.report(DispenseEnded(bench.now_ns, 5, counted, finding, in_doubt=True))
    update = await pressed
    assert update is not None
    assert update.refusal is not None
    return bench


async def scan(bench: Bench, *words: str) -> Update:
    for word in words:
        update = await bench.table.submit(cmd.Scan(command_tag(CommandWord(word))))
    return update


def test_the_press_itself_is_answered_with_the_question(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 2, Finding.DOUBLE_FEED, in_doubt=True))
        update = await pressed
        assert update is not None
        assert (update.statement, update.accepted, update.version) == ("Ann presses", False, 2)
        assert update.refusal is not None
        assert (update.refusal.awaited, update.refusal.player, update.refusal.number) == ("number", "Ann", 2)
        assert bench.table.interrupted == OpenPress("Ann", 5, 2, "double-feed")

    play(scene())


@pytest.mark.parametrize(
    ("answer", "cards"),
    [
        (["FIVE", "DONE"], 5),
        (["ONE", "ZERO", "DONE"], 10),
        (["ONE", "STATUS", "TWO", "DONE"], 12),
        (["YES", "YES"], 2),
        (["ZERO", "DONE", "ZERO", "DONE"], 0),
    ],
)
def test_the_table_tells_the_number_by_cards_and_it_counts_once(
    tmp_path: Path, answer: list[str], cards: int
) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path)
        update = await scan(bench, *answer)
        assert update.command == cmd.Press("Ann", cards)
        assert update.accepted
        assert bench.hand("Ann") == 7 + cards
        again = await scan(bench, "YES")
        assert not again.accepted
        assert bench.hand("Ann") == 7 + cards
        assert bench.table.interrupted is None

    play(scene())


@pytest.mark.parametrize("statement", ["Ann presses 4", "set turn Ben"])
def test_the_page_may_tell_the_number_or_that_the_turn_is_over(tmp_path: Path, statement: str) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path)
        (update,) = await bench.say(statement)
        assert update.accepted
        assert bench.table.interrupted is None

    play(scene())


@pytest.mark.parametrize("statement", ["Ben plays red-1", "Ann presses", "Ben presses 1", "undo", "reload"])
def test_nothing_else_happens_before_the_number_is_told(tmp_path: Path, statement: str) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path)
        (update,) = await bench.say(statement)
        assert update.refusal is not None
        assert (update.refusal.code, update.refusal.awaited) == ("not-now", "number")
        assert bench.bridge.allowed[-1] is None
        assert await bench.push() is None
        assert bench.bridge.sounds[-1] == "buzz"

    play(scene())


@pytest.mark.parametrize("answer", [["NO"], ["DONE"], ["NINE"] * 4])
def test_an_answer_that_is_no_number_asks_again(tmp_path: Path, answer: list[str]) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path)
        update = await scan(bench, *answer)
        assert update.refusal is not None
        assert update.refusal.awaited == "number"
        assert bench.table.interrupted is not None

    play(scene())


def test_what_already_waited_goes_on_waiting_and_is_taken_after_the_answer(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        waiting = [asyncio.create_task(bench.table.submit(read(line))) for line in ("Ben plays red-1", "undo")]
        await asyncio.sleep(0)
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 2, Finding.DOUBLE_FEED, in_doubt=True))
        await pressed
        assert not any(task.done() for task in waiting)
        told = await scan(bench, "FIVE", "DONE")
        taken = await asyncio.gather(*waiting)
        assert [(update.accepted, update.version - told.version) for update in taken] == [(True, 1), (True, 2)]

    play(scene())


def test_a_number_that_was_told_while_cards_came_settles_it(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        early = asyncio.create_task(bench.table.submit(read("Ann presses 3")))
        await asyncio.sleep(0)
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 2, Finding.DOUBLE_FEED, in_doubt=True))
        await pressed
        assert (await early).accepted
        assert bench.hand("Ann") == 10
        assert bench.table.interrupted is None

    play(scene())


def test_the_question_outlives_a_power_cut_and_the_journal_shows_how_it_was_answered(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path)
        bench.table.close()
        again = Table(Journal(tmp_path))
        assert again.interrupted == OpenPress("Ann", 5, 2, "double-feed")
        update = await again.submit(read("Ann presses 3"))
        again.close()
        journal = Journal(tmp_path)
        (press,) = journal.presses(1)
        assert (press.player, press.drawn, press.counted) == ("Ann", 5, 2)
        assert (press.finding, press.settled) == ("double-feed", update.version)
        journal.close()

    play(scene())


def test_a_pulled_card_adds_one_to_the_number_that_is_asked_about_and_asks_again(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await doubtful(tmp_path, 1, finding=Finding.STUCK_AT_EXIT)
        asked = await bench.desk.late_card()
        assert asked is not None
        assert asked.refusal is not None
        assert asked.refusal.number == 2
        assert (await scan(bench, "YES", "YES")).command == cmd.Press("Ann", 2)
        assert bench.hand("Ann") == 9
        assert await bench.desk.late_card() is None  # the table has told the number: it saw this card too
        assert bench.hand("Ann") == 9

    play(scene())


def test_a_pulled_card_after_a_press_that_was_in_no_doubt_is_put_right_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pressed = bench.push()
        await bench.count(1, 2, 3, 4, 5, asked=5)
        await pressed
        update = await bench.desk.late_card()
        assert update is not None
        assert update.statement == "set count Ann 13"
        assert bench.hand("Ann") == 13

    play(scene())


def test_a_pulled_card_belongs_to_the_target_of_an_extreme_hit(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 1)
        await bench.ready()
        await bench.say("Ann plays wild-extreme-hit as blue")
        pressed = bench.push()
        await bench.count(1, asked=1)
        await pressed
        await bench.desk.late_card()
        assert (bench.hand("Ann"), bench.hand("Ben")) == (6, 9)

    play(scene())


def test_a_phone_s_key_stands_for_the_statement_that_settled_its_press(tmp_path: Path) -> None:
    async def warned() -> None:
        pass

    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pressed = asyncio.create_task(bench.desk.press_from_phone("Ann", warned, key="k1"))
        await bench.bridge.asked.wait()
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 2, Finding.DOUBLE_FEED, in_doubt=True))
        await pressed
        told = await scan(bench, "YES", "YES")
        again = await bench.table.answered("k1", "Ann presses")
        assert again is not None
        assert again.version == told.version

    play(scene())


def test_cards_that_a_dead_gate_missed_let_the_motor_rest(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5, 0)
        await bench.ready()
        pressed = bench.push()
        await bench.count(asked=5, finding=Finding.NO_FEED)
        await pressed
        await bench.say("set count Ben 9")  # somebody else's number says nothing of the gate
        assert "gate missed" not in bench.bridge.sounds
        await bench.say("set count Ann 11")
        assert bench.bridge.sounds[-1] == "gate missed"

    play(scene())


@pytest.mark.parametrize("error", [DispenserMissingError, DispenserBusyError])
def test_a_dispenser_that_is_gone_or_ending_when_its_turn_comes_leaves_the_number_to_the_table(
    error: type[RuntimeError], tmp_path: Path
) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()

        def gone(cards: int) -> None:
            raise error("gone")

        bench.bridge.dispense = gone  # type: ignore[method-assign]
        update = await bench.push()
        assert update is not None
        assert not update.accepted
        assert bench.table.interrupted == OpenPress("Ann", 5, 0)
        assert (await scan(bench, "YES")).command == cmd.Press("Ann", 0)

    play(scene())


def test_a_failure_in_the_midst_of_a_press_switches_the_motor_off(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        bench.desk.on_dispensed = lambda *_: 1 / 0  # type: ignore[assignment]
        pressed = bench.push()
        await bench.count(1, asked=5, finding=Finding.NO_FEED)
        with pytest.raises(ZeroDivisionError):
            await pressed
        assert bench.bridge.sounds[-1] == "motor off"
        assert bench.table.interrupted == OpenPress("Ann", 5, 1, "no-feed")

    play(scene())
