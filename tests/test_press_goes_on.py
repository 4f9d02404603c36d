"""A press whose cards are missing goes on with the next push of the button, and costs nobody a turn meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from companion.answers import CanScan
from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee.notation import read
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import DIGITS, QUERIES, CommandWord, number_cards
from companion.updates import Update
from firmware_bridge.light import Light
from firmware_bridge.reports import DispenseEnded, Finding, LidChanged
from tests.test_doubtful_press import scan
from tests.test_press import Bench, play


async def pressed(bench: Bench, finding: Finding | None, counted: int, *, in_doubt: bool = False) -> Update:
    """A push of the button, and how its dispense ended."""
    bench.bridge.asked.clear()
    pushed = bench.push()
    await bench.bridge.asked.wait()
    bench.desk.report(DispenseEnded(bench.now_ns, bench.bridge.dispensed[-1], counted, finding, in_doubt=in_doubt))
    update = await pushed
    assert update is not None
    return update


async def stopped(folder: Path, finding: Finding, counted: int = 2, drawn: int = 5) -> Bench:
    """Ann pressed for so many cards, and the dispenser stopped after some."""
    bench = Bench(folder, drawn, 0)
    await bench.ready()
    update = await pressed(bench, finding, counted)
    assert update.refusal is not None
    assert (update.refusal.awaited, update.refusal.player) == ("rest", "Ann")
    assert (update.refusal.number, update.refusal.limit) == (counted, drawn)
    return bench


SURE = [Finding.NO_FEED, Finding.LID_OPEN, Finding.MOTOR_STALL, Finding.STOPPED]


@pytest.mark.parametrize("finding", SURE)
@pytest.mark.parametrize("counted", [0, 2])
def test_the_next_push_throws_what_is_missing_and_all_of_it_is_one_press(
    finding: Finding, counted: int, tmp_path: Path
) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, finding, counted)
        assert bench.table.version == 2
        assert bench.bridge.allowed[-1] is not None
        assert bench.bridge.lights["turn"] is Light.ON
        update = await pressed(bench, None, 5 - counted)
        assert bench.bridge.dispensed == [5, 5 - counted]
        assert (update.statement, update.accepted) == ("Ann presses 5", True)
        assert bench.hand("Ann") == 12
        assert bench.launcher.coming == [0]  # it was drawn for once
        (press,) = bench.table.journal._journal.presses(1)
        assert (press.drawn, press.counted, press.finding, press.settled) == (5, 5, finding, update.version)

    play(scene())


@pytest.mark.parametrize("finding", [*SURE, Finding.HOPPER_EMPTY])
def test_a_dispenser_that_gives_nothing_costs_nobody_a_turn_however_often(finding: Finding, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, finding, 0)
        for _ in range(12):
            if bench.table.interrupted is not None and not bench.table.interrupted.goes_on:
                break
            await pressed(bench, finding, 0)
        assert bench.table.state.name(bench.table.state.turn or 0) == "Ann"
        assert bench.table.interrupted is not None

    play(scene())


@pytest.mark.parametrize("counted", [0, 2])
def test_a_hopper_that_runs_empty_in_the_midst_of_a_fire_saves_nobody_a_card(counted: int, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.HOPPER_EMPTY, counted)
        update = await pressed(bench, Finding.HOPPER_EMPTY, 0)
        assert update.refusal is not None
        assert (update.refusal.awaited, update.refusal.number) == ("rest", counted)
        assert (await pressed(bench, None, 5 - counted)).statement == "Ann presses 5"

    play(scene())


def test_a_gate_that_saw_nothing_twice_is_not_believed_and_the_table_is_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.NO_FEED, 2)
        update = await pressed(bench, Finding.NO_FEED, 0)
        assert update.refusal is not None
        assert update.refusal.awaited == "number"
        assert bench.bridge.allowed[-1] is None
        told = await scan(bench, "SIX", "DONE")
        assert told.command == cmd.Press("Ann", 6)
        assert bench.bridge.sounds[-1] == "gate missed"

    play(scene())


@pytest.mark.parametrize("counted", [0, 2])
def test_cards_that_a_dead_gate_missed_are_told_as_the_last_word_and_the_motor_rests(
    counted: int, tmp_path: Path
) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.NO_FEED, counted)
        told = await scan(bench, "FOUR", "DONE")
        assert told.command == cmd.Press("Ann", 4)
        assert bench.bridge.sounds[-1] == "gate missed"

    play(scene())


@pytest.mark.parametrize("finding", [Finding.DOUBLE_FEED, Finding.STUCK_AT_EXIT, Finding.SENSOR_DISTURBED])
def test_after_the_number_was_told_the_rest_still_comes(finding: Finding, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, finding, 2, in_doubt=True)
        told = await scan(bench, "THREE", "DONE")
        assert told.refusal is not None
        assert (told.refusal.awaited, told.refusal.number) == ("rest", 3)
        update = await pressed(bench, None, 2)
        assert bench.bridge.dispensed == [5, 2]
        assert update.statement == "Ann presses 5"

    play(scene())


@pytest.mark.parametrize("finding", [Finding.GATE_DEAD, Finding.CALLBACK_FAILED])
def test_where_nobody_would_count_the_rest_the_tables_number_is_the_last_word(
    finding: Finding, tmp_path: Path
) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, finding, 2, in_doubt=True)
        assert (await scan(bench, "YES")).command == cmd.Press("Ann", 2)

    play(scene())


@pytest.mark.parametrize("counted", [0, 2])
def test_a_number_that_the_gate_has_seen_says_nothing_against_it(counted: int, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.NO_FEED, counted)
        assert (await scan(bench, "YES")).command == cmd.Press("Ann", counted)
        assert "gate missed" not in bench.bridge.sounds

    play(scene())


def test_the_rest_comes_without_suspense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.press.pulses", lambda *_: (0.0,))

    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        assert bench.bridge.sounds[-2:] == ["pulse", "rising"]
        before = len(bench.bridge.sounds)
        await pressed(bench, None, 3)
        assert bench.bridge.sounds[before:] == ["rising"]

    play(scene())


def test_a_card_pulled_out_as_the_last_one_missing_is_asked_about_and_not_pressed_for(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.MOTOR_STALL, 3)
        first, last = await bench.desk.late_card(), await bench.desk.late_card()
        assert first is not None
        assert last is not None
        assert first.refusal is not None
        assert last.refusal is not None
        assert [first.refusal.awaited, last.refusal.awaited] == ["rest", "number"]
        assert last.refusal.number == 5

    play(scene())


@pytest.mark.parametrize(("answer", "cards"), [(["YES"], 2), (["TWO", "DONE"], 2), (["SEVEN", "DONE"], 7)])
def test_the_table_may_say_that_that_is_all(answer: list[str], cards: int, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        update = await scan(bench, *answer)
        assert (update.command, update.accepted) == (cmd.Press("Ann", cards), True)
        assert bench.table.interrupted is None

    play(scene())


@pytest.mark.parametrize("statement", ["Ann presses 2", "set turn Ben"])
def test_the_page_may_say_so_too(statement: str, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        (update,) = await bench.say(statement)
        assert update.accepted
        assert bench.table.interrupted is None

    play(scene())


@pytest.mark.parametrize("statement", ["Ben plays red-1", "Ann presses", "Ben presses 1", "undo"])
def test_nothing_else_is_done_meanwhile(statement: str, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        (update,) = await bench.say(statement)
        assert update.refusal is not None
        assert update.refusal.awaited == "rest"

    play(scene())


def test_the_phone_may_press_for_the_rest(tmp_path: Path) -> None:
    async def warned() -> None:
        pass

    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        assert await bench.desk.press_from_phone("Ben", warned) is None
        bench.bridge.asked.clear()
        pushed = asyncio.create_task(bench.desk.press_from_phone("Ann", warned))
        await bench.count(3, asked=3)
        update = await pushed
        assert update is not None
        assert update.statement == "Ann presses 5"

    play(scene())


def test_the_phone_of_whoever_pressed_goes_on_also_when_the_next_press_would_be_somebody_elses(
    tmp_path: Path,
) -> None:
    async def warned() -> None:
        pass

    async def scene() -> None:
        bench = Bench(tmp_path)
        await bench.ready()
        await bench.table.begin_press("Ben", 5)
        await bench.table.find_press("lid-open")
        await bench.table.ask_press(goes_on=True)
        assert await bench.desk.press_from_phone("Ann", warned) is None
        pushed = asyncio.create_task(bench.desk.press_from_phone("Ben", warned))
        await bench.count(1, 2, 3, 4, 5, asked=5)
        await pushed
        assert bench.bridge.dispensed == [5]

    play(scene())


def test_an_empty_hopper_is_filled_and_the_press_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.HOPPER_EMPTY, 0)
        bench.table.interpreter.reload_asked = True
        bench.desk.report(LidChanged(bench.now_ns, open=False))
        put_back = await scan(bench, "YES")
        assert put_back.command == cmd.Reload()  # the question asked last, not that nothing more is to come
        update = await pressed(bench, None, 5)
        assert update.statement == "Ann presses 5"

    play(scene())


def test_a_push_after_the_refill_says_that_the_discard_was_put_back(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.HOPPER_EMPTY, 0)
        bench.table.interpreter.reload_asked = True
        update = await pressed(bench, None, 5)
        assert update.version == 4
        assert update.statement == "Ann presses 5"

    play(scene())


def test_it_goes_on_after_the_table_was_switched_off_and_on(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        bench.table.close()
        again = Table(Journal(tmp_path))
        assert again.interrupted == OpenPress("Ann", 5, 2, "lid-open", goes_on=True)
        again.close()

    play(scene())


def test_a_power_cut_while_the_rest_comes_is_asked_about(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.LID_OPEN)
        bench.bridge.asked.clear()
        pushed = bench.push()
        await bench.bridge.asked.wait()
        other = Journal(tmp_path, read_only=True)
        assert other.press_in_flight() == OpenPress("Ann", 5, 2, "lid-open")
        other.close()
        pushed.cancel()
        await asyncio.gather(pushed, return_exceptions=True)
        assert bench.bridge.sounds[-1] == "motor off"
        assert bench.table.interrupted == OpenPress("Ann", 5, 2, "lid-open")

    play(scene())


@pytest.mark.parametrize("card", ["YES", "DONE", "ONE"])
def test_a_told_number_of_a_press_that_was_in_no_doubt_leaves_other_cards_alone(card: str, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 0)
        await bench.ready()
        await bench.push()
        version = bench.table.version
        await scan(bench, card)
        assert bench.table.version == version

    play(scene())


def test_a_press_at_a_gate_that_counts_as_dead_is_owed_still(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        bench.bridge.asked.clear()
        pushed = bench.push()
        await bench.bridge.asked.wait()
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 0, Finding.GATE_DEAD, ran=False))
        await pushed
        assert bench.table.interrupted == OpenPress("Ann", 5, 0, "gate-dead", goes_on=True)
        assert (await pressed(bench, None, 5)).statement == "Ann presses 5"

    play(scene())


def test_the_cards_of_an_extreme_hit_are_asked_about_by_the_name_of_its_target(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await bench.say("Ann plays wild-extreme-hit as blue at Ben")
        update = await pressed(bench, Finding.LID_OPEN, 2)
        assert update.refusal is not None
        assert update.refusal.player == "Ben"
        update = await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        assert update.refusal is not None
        assert (update.refusal.player, update.refusal.number) == ("Ben", 4)

    play(scene())


@pytest.mark.parametrize("card", ["NO", "RELOAD", "PASS", "MISSED", "UNO", "ANYWAY", "LEFT", "CATCH", "UNDO"])
def test_whatever_else_is_scanned_is_answered_with_what_the_press_waits_for(card: str, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        update = await scan(bench, card)
        assert update.refusal is not None, update
        assert (update.refusal.awaited, update.refusal.number) == ("number", 2)

    play(scene())


def test_help_offers_the_answers_and_nothing_else(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        told = (await scan(bench, "HELP")).query
        assert told is not None
        assert isinstance(told.note, CanScan)
        answers = {word for word in told.note.words if word not in QUERIES}
        assert answers == {*DIGITS, CommandWord.YES}
        assert (told.note.card, told.note.button) == (None, False)
        await scan(bench, "YES")
        told = (await scan(bench, "HELP")).query
        assert told is not None
        assert isinstance(told.note, CanScan)
        assert told.note.button
        assert CommandWord.PASS not in told.note.words

    play(scene())


def test_yes_behind_digits_means_their_number(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        assert (await scan(bench, "SIX", "YES")).command == cmd.Press("Ann", 6)

    play(scene())


# A number that was told wrong


@pytest.mark.parametrize("after", ["switched off and on", "another move and its undo"])
def test_a_wrong_number_is_asked_for_again_also_after(after: str, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        await scan(bench, "NINE", "DONE")
        table = bench.table
        if after == "switched off and on":
            table.close()
            table = Table(Journal(tmp_path))
        else:
            await bench.say("Ben plays red-1", "undo")
        undone = await table.submit(cmd.Undo())
        assert undone.reopened is not None
        assert table.interrupted == OpenPress("Ann", 5, 2, "double-feed")
        assert (await table.submit(read("Ann presses 6"))).accepted
        table.close()

    play(scene())


def test_a_disk_that_cannot_be_read_keeps_nobody_from_undoing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()

        def fails(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(bench.table.journal._journal, "entries", fails)
        (undone,) = await bench.say("undo")
        assert undone.accepted

    play(scene())


def test_a_dead_gate_that_was_told_of_wrongly_is_trusted_again(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = await stopped(tmp_path, Finding.NO_FEED, 0)
        await scan(bench, "THREE", "DONE")
        assert bench.bridge.sounds[-1] == "gate missed"
        await scan(bench, "UNDO")
        assert bench.bridge.sounds[-1] == "gate trusted"
        assert bench.table.interrupted == OpenPress("Ann", 5, 0, "no-feed", goes_on=True)
        await scan(bench, "FOUR", "DONE")
        assert bench.bridge.sounds[-1] == "gate missed"

    play(scene())


def test_a_wrong_number_is_taken_back_and_asked_for_again_without_another_press(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        await scan(bench, "NINE", "DONE")
        assert bench.hand("Ann") == 16
        undone = await scan(bench, "UNDO")
        assert undone.accepted
        assert bench.hand("Ann") == 7
        assert bench.table.interrupted == OpenPress("Ann", 5, 2, "double-feed")
        assert bench.bridge.allowed[-1] is None
        right = await scan(bench, "SIX", "DONE")
        assert (right.command, bench.hand("Ann")) == (cmd.Press("Ann", 6), 13)
        first, again = bench.table.journal._journal.presses(1)
        assert (first.drawn, again.drawn, again.settled) == (5, 5, right.version)
        assert len(await bench.table.launches()) == 1  # the launcher drew once

    play(scene())


def test_a_press_that_was_in_no_doubt_is_taken_back_and_pressed_for_again(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 2)
        await bench.ready()
        pushed = bench.push()
        await bench.count(1, 2, asked=2)
        await pushed
        await scan(bench, "UNDO")
        assert bench.table.interrupted is None
        assert bench.bridge.allowed[-1] is not None

    play(scene())


def test_what_was_told_before_other_moves_is_undone_like_any_of_them(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        await scan(bench, "FIVE", "DONE")
        await bench.say("Ben plays red-1", "undo")
        assert bench.table.interrupted is None

    play(scene())


@pytest.mark.parametrize("number", [113, 200, 999])
def test_no_press_brings_more_cards_than_the_deck_has(number: int, tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        (plain,) = await bench.say(f"Ann presses {number}")
        assert plain.refusal is not None
        assert (plain.refusal.code, plain.refusal.limit) == ("wrong-count", 112)
        await pressed(bench, Finding.DOUBLE_FEED, 2, in_doubt=True)
        update = await scan(bench, *number_cards(number))
        assert update.refusal is not None
        assert update.refusal.code == "wrong-count"
        assert bench.table.interrupted is not None
        assert (await scan(bench, "FIVE", "DONE")).accepted

    play(scene())


def test_statements_that_waited_are_taken_once_the_rest_is_out(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        pushed = bench.push()
        await bench.bridge.asked.wait()
        waiting = asyncio.create_task(bench.table.submit(read("Ben plays red-1")))
        await asyncio.sleep(0)
        bench.desk.report(DispenseEnded(bench.now_ns, 5, 2, Finding.LID_OPEN))
        await pushed
        assert not waiting.done()
        await pressed(bench, None, 3)
        assert (await waiting).accepted

    play(scene())
