"""The single writer: numbers without gaps, one-time keys, presses in flight, slow listeners, a failing disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from companion.announcer import Announcer
from companion.author import Author
from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour
from companion.referee.notation import read
from companion.referee.state import EMPTY
from companion.storage import journal_writer
from companion.storage.journal import Entry, Journal
from companion.table import KeyReusedError, StaleVersionError, Table
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.updates import Update
from companion.voice.lines import Verbosity
from companion.voice.utterance import Priority, Utterance

GAME = "game extreme players=Ann,Ben,Cleo"
Talk = Callable[[Table], Awaitable[None]]


def at_table(folder: Path, talk: Talk, **settings: object) -> None:
    """Opens the table of a folder, talks, and closes it."""

    async def meet() -> None:
        table = Table(Journal(folder), **settings)  # type: ignore[arg-type]
        try:
            await asyncio.wait_for(talk(table), 30)
        finally:
            table.close()

    asyncio.run(meet())


async def say(table: Table, *statements: str) -> Update:
    """Says statements one after the other; the last one's answer."""
    for statement in statements:
        update = await table.submit(read(statement))
    return update


class BrokenDisk:
    """A journal whose commits fail while ``broken`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken = True
        whole_append, whole_press = Journal.append, Journal.note_press

        def append(journal: Journal, entries: list[Entry], **more: Any) -> None:
            self.check()
            whole_append(journal, entries, **more)

        def note_press(journal: Journal, press: OpenPress) -> None:
            self.check()
            whole_press(journal, press)

        monkeypatch.setattr(Journal, "append", append)
        monkeypatch.setattr(Journal, "note_press", note_press)

    def check(self) -> None:
        if self.broken:
            raise sqlite3.OperationalError("disk I/O error")


# Numbers


def test_every_accepted_statement_adds_one_and_a_refusal_none(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        assert (table.version, table.game, table.state) == (0, 0, EMPTY)
        versions = [
            (await say(table, statement)).version
            for statement in (GAME, "top red-3", "Ann plays blue-9", "Ann plays red-4", "undo", "Ann says uno", GAME)
        ]
        assert versions == [1, 2, 2, 3, 4, 5, 6]
        assert table.game == 2
        refused = await say(table, "Ann plays red-4")
        assert (refused.accepted, refused.version, refused.saved) == (False, 6, True)
        assert [entry.number for entry in await table.entries(1)] == [1, 2, 3, 4, 5]
        assert [entry.number for entry in await table.entries(2)] == [6]
        assert await table.games() == [1, 2]

    at_table(tmp_path, talk)


def test_a_reopened_table_is_the_same_table_and_can_go_on_undoing(tmp_path: Path) -> None:
    states = []

    async def first(table: Table) -> None:
        await say(table, GAME, "Ann holds 2", "top red-3", "Ann plays wild-extreme-hit", "Cleo catches Ann")
        states.append((table.state, table.version, table.game))

    async def second(table: Table) -> None:
        assert (table.state, table.version, table.game) == states[0]
        await say(table, "undo", "undo")
        assert table.state.seats[0].count == 2
        assert table.version == 7

    at_table(tmp_path, first)
    at_table(tmp_path, second)


def test_scanned_cards_keep_their_identity_when_the_table_is_reopened(tmp_path: Path) -> None:
    red_one = cmd.Scan(card_tag("X", "K1", 1))

    async def first(table: Table) -> None:
        await say(table, GAME, "top red-3")
        update = await table.submit(red_one)
        assert update.accepted
        assert update.statement == f'scan "{red_one.text}"'

    async def second(table: Table) -> None:
        update = await table.submit(red_one)
        assert update.refusal is not None
        assert update.refusal.code == "duplicate-tag"

    at_table(tmp_path, first)
    at_table(tmp_path, second)


def test_undo_never_reaches_into_an_earlier_game_also_after_reopening(tmp_path: Path) -> None:
    async def first(table: Table) -> None:
        await say(table, GAME, "top red-3", "game extreme players=Dan,Eve")

    async def second(table: Table) -> None:
        assert (await say(table, "undo")).accepted
        assert table.state == EMPTY
        refused = await say(table, "undo")
        assert refused.refusal is not None
        assert refused.refusal.code == "nothing-to-undo"

    at_table(tmp_path, first)
    at_table(tmp_path, second)
    at_table(tmp_path, say_nothing_to_undo)


async def say_nothing_to_undo(table: Table) -> None:
    assert table.state == EMPTY
    assert not (await say(table, "undo")).accepted
    assert (await say(table, GAME)).accepted
    assert table.game == 3


# Keys and versions


def test_a_one_time_key_does_its_statement_once_also_after_reopening(tmp_path: Path) -> None:
    def narrate(update: Update) -> list[Utterance]:
        return [Utterance({"en": f"done at {update.version}"}, Priority.ACTION)]

    async def first(table: Table) -> None:
        await say(table, GAME, "top red-3")
        once = await table.submit(read("Ann presses 2"), key="abc")
        again = await table.submit(read("Ann presses 2"), key="abc")
        assert again == once
        assert table.version == 3
        assert table.state.seats[0].count == 9

    async def second(table: Table) -> None:
        again = await table.submit(read("Ann presses 2"), key="abc")
        assert (again.version, again.words_only, again.says, table.version) == (3, True, ("done at 3",), 3)
        with pytest.raises(KeyReusedError):
            await table.submit(read("Ben presses 2"), key="abc")
        assert table.version == 3

    at_table(tmp_path, first, narrate=narrate)
    at_table(tmp_path, second, narrate=narrate)


def test_a_repeat_is_told_in_any_language_as_the_first_time(tmp_path: Path) -> None:
    announcer = Announcer(("en",), Verbosity.NORMAL)

    async def talk(table: Table) -> None:
        for statement in (GAME, "top red-3", "Ann presses 2", "Ben plays red-skip", "undo", "set count Ann 4"):
            once, again = [await table.submit(read(statement), key=statement) for _ in range(2)]
            assert [announcer.words(again, "fr")] == [announcer.words(once, "fr")] != [announcer.words(once, "en")]

    at_table(tmp_path, talk, narrate=announcer.narrate)


def test_the_key_of_a_refused_statement_is_still_free(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        assert not (await table.submit(read("Ben presses 2"), key="k")).accepted
        assert (await table.submit(read("Ann presses 2"), key="k")).accepted

    at_table(tmp_path, talk)


def test_the_same_key_twice_at_once_is_one_statement(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        both = await asyncio.gather(*(table.submit(read("Ann presses 2"), key="k") for _ in range(2)))
        assert [update.version for update in both] == [3, 3]
        assert table.state.seats[0].count == 9

    at_table(tmp_path, talk)


def test_a_stale_version_changes_nothing_but_a_known_key_is_answered_all_the_same(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME)
        assert (await table.submit(read("top red-3"), version=1, key="k")).accepted
        with pytest.raises(StaleVersionError):
            await table.submit(read("Ann presses 1"), version=1)
        assert table.version == 2
        assert (await table.submit(read("top red-3"), version=1, key="k")).version == 2

    at_table(tmp_path, talk)


def test_whoever_missed_something_can_be_told_what_it_was_and_who_said_it(tmp_path: Path) -> None:
    ann = Author("id-1", "Ann")

    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-5")
        await table.submit(read("Ann plays red-7"), author=ann)
        refused = await table.submit(read("Ann plays red-7"), author=ann)
        assert refused.author == ann
        await say(table, "undo")
        assert [(update.statement, update.author) for update in table.since(2)] == [
            ("Ann plays red-7", ann),
            ("undo", None),
        ]
        assert table.since(table.version) == ()

    at_table(tmp_path, talk)


def test_many_voices_at_once_are_numbered_without_gaps(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        updates = await asyncio.gather(*(table.submit(read(f"set score Ann {n}")) for n in range(40)))
        assert [update.version for update in updates] == list(range(3, 43))
        assert [entry.number for entry in await table.entries(1)] == list(range(1, 43))

    at_table(tmp_path, talk)


# A press in flight


def test_statements_wait_in_order_while_a_press_is_in_flight_and_queries_do_not(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        waiting: list[cmd.Command] = []
        table.on_waiting = waiting.append
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 2)
        assert table.press_in_flight
        later = [asyncio.create_task(table.submit(read(f"set score Ben {n}"))) for n in range(5)]
        scan = asyncio.create_task(table.submit(cmd.Scan(card_tag("X", "K1", 1))))
        status = await table.submit(cmd.Scan(command_tag(CommandWord.STATUS)))
        assert status.accepted
        assert table.version == 2
        assert not any(task.done() for task in (*later, scan))
        await table.count_card(1)
        await table.count_card(2)
        press = await table.end_press(2)
        assert press is not None
        assert (press.statement, press.version) == ("Ann presses 2", 3)
        assert [update.version for update in await asyncio.gather(*later)] == [4, 5, 6, 7, 8]
        played = await scan
        assert played.accepted
        assert played.command == cmd.Play("Ben", (Card("1", Colour.RED),), tag="TXK10011")
        assert len(waiting) == 6
        assert table.interrupted is None

    at_table(tmp_path, talk)


def test_a_press_in_flight_is_on_the_disk_card_by_card(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 3)
        await table.count_card(1)
        other = Journal(tmp_path, read_only=True)
        assert other.press_in_flight() == OpenPress("Ann", 3, 1)
        await table.end_press(1)
        assert other.press_in_flight() is None
        other.close()

    at_table(tmp_path, talk)


@pytest.mark.parametrize("settling", ["Ann presses 2", "set turn Cleo", "Ann leaves", GAME])
def test_a_press_found_interrupted_at_the_start_waits_for_its_number(tmp_path: Path, settling: str) -> None:
    async def cut_short(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 3)
        await table.count_card(2)

    async def resumed(table: Table) -> None:
        assert table.interrupted == OpenPress("Ann", 3, 2)
        assert not table.press_in_flight
        assert (await say(table, "set score Ben 3")).accepted
        assert table.interrupted == OpenPress("Ann", 3, 2)
        assert (await say(table, settling)).accepted
        assert table.interrupted is None

    async def settled(table: Table) -> None:
        assert table.interrupted is None

    at_table(tmp_path, cut_short)
    at_table(tmp_path, resumed)
    at_table(tmp_path, settled)


def test_yes_settles_an_interrupted_press_with_what_was_counted(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 3)
        await table.count_card(2)
        table.abandon_press()
        update = await table.submit(cmd.Scan(command_tag(CommandWord.YES)))
        assert update.command == cmd.Press("Ann", 2)
        assert table.interrupted is None
        assert table.state.seats[0].count == 9

    at_table(tmp_path, talk)


def test_a_number_told_in_another_spelling_of_the_name_settles_an_interrupted_press(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 3)
        table.abandon_press()
        assert (await say(table, "ANN presses 2")).accepted
        assert table.interrupted is None

    at_table(tmp_path, talk)


@pytest.mark.parametrize("statement", ["Ann plays red-4", "Ben presses 1", "undo", "Ann says uno", "reload"])
def test_nothing_goes_on_before_an_interrupted_press_has_its_number(tmp_path: Path, statement: str) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 5)
        await table.count_card(4)
        table.abandon_press()
        refused = await say(table, statement)
        assert refused.refusal is not None
        assert (refused.refusal.code, refused.refusal.player, refused.refusal.number) == ("not-now", "Ann", 4)
        assert table.interrupted == OpenPress("Ann", 5, 4)
        assert (await say(table, "Ann presses 4")).accepted
        assert table.state.seats[0].count == 11
        assert table.interrupted is None

    at_table(tmp_path, talk)


def test_an_abandoned_press_lets_those_who_wait_go_on(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 3)
        waiting = asyncio.create_task(table.submit(read("set score Ben 3")))
        await asyncio.sleep(0)
        table.abandon_press()
        assert (await waiting).accepted

    at_table(tmp_path, talk)


# Listeners


def test_a_slow_listener_loses_only_its_own_place(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        slow, quick = table.subscribe(4), table.subscribe(100)
        await say(table, GAME, "top red-3", *(f"set score Ann {n}" for n in range(10)))
        assert [(await quick.next()).version for _ in range(12)] == list(range(1, 13))
        assert (slow.lost, quick.lost) == (True, False)
        slow.lost = False
        last = (await slow.next()).version
        await say(table, "set score Ann 99")
        versions = [last]
        while versions[-1] < 13:
            versions.append((await slow.next()).version)
        assert versions == list(range(last, 14))
        assert not slow.lost
        table.unsubscribe(slow)
        await say(table, "set score Ann 100")
        assert (await quick.next()).version == 13

    at_table(tmp_path, talk)


def test_listeners_hear_refusals_and_queries_too(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        heard = table.subscribe()
        await say(table, "Ann plays blue-9")
        await table.submit(cmd.Scan(badge_tag(2)))
        refused, badge = await heard.next(), await heard.next()
        assert refused.refusal is not None
        assert refused.refusal.code == "no-match"
        assert badge.query is not None
        assert badge.query.player == "Ben"

    at_table(tmp_path, talk)


def test_a_listener_that_fails_and_a_narrator_that_finds_no_words_stop_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def narrate(update: Update) -> list[Utterance]:
        raise LookupError(update.statement)

    async def talk(table: Table) -> None:
        heard: list[Update] = []
        table.observers += [lambda _: 1 / 0, heard.append]  # type: ignore[list-item]
        assert (await say(table, GAME)).accepted
        assert [update.statement for update in heard] == [GAME]

    at_table(tmp_path, talk, narrate=narrate)
    assert "no words were found" in caplog.text
    assert "a listener failed" in caplog.text


def test_the_anyway_card_repeats_the_last_refused_scan(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top blue-9")
        assert not (await table.submit(cmd.Scan(card_tag("X", "K1", 1)))).accepted
        update = await table.submit(cmd.Scan(command_tag(CommandWord.ANYWAY)))
        assert update.accepted
        assert table.state.tags[-1] == "TXK10011"

    at_table(tmp_path, talk)


# A disk that fails


def test_on_a_failing_disk_the_game_goes_on_in_memory_and_says_so_and_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = BrokenDisk(monkeypatch)
    states = []

    async def talk(table: Table) -> None:
        disk.broken = False
        await say(table, GAME)
        disk.broken = True
        update = await table.submit(read("top red-3"), key="k")
        assert (update.accepted, update.saved, update.version) == (True, False, 2)
        assert table.journal.state == "memory"
        assert not (await say(table, "Ann presses 1")).saved
        repeated = await table.submit(read("top red-3"), key="k")
        assert (repeated.version, repeated.saved) == (2, False)
        assert [entry.number for entry in await table.entries(1)] == [1, 2, 3]
        assert not await table.journal.save_pending()
        disk.broken = False
        assert await table.journal.save_pending()
        assert table.journal.state == "disk"
        assert (await say(table, "Ben presses 1")).saved
        states.append(table.state)

    async def reopened(table: Table) -> None:
        assert table.state == states[0]
        assert [entry.number for entry in await table.entries(1)] == [1, 2, 3, 4]
        assert (await table.submit(read("top red-3"), key="k")).version == 2

    at_table(tmp_path, talk)
    at_table(tmp_path, reopened)


def test_the_next_accepted_statement_also_writes_what_only_memory_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = BrokenDisk(monkeypatch)

    async def talk(table: Table) -> None:
        assert not (await say(table, GAME)).saved
        disk.broken = False
        assert (await say(table, "top red-3")).saved
        assert [entry.number for entry in await table.entries(1)] == [1, 2]

    at_table(tmp_path, talk)


def test_what_memory_holds_is_written_by_itself_as_soon_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = BrokenDisk(monkeypatch)
    monkeypatch.setattr(journal_writer, "RETRY_S", 0.001)

    async def talk(table: Table) -> None:
        await say(table, GAME)
        saving = asyncio.create_task(table.journal.keep_saving())
        disk.broken = False
        while table.journal.state == "memory":
            await asyncio.sleep(0.001)
        saving.cancel()
        await asyncio.gather(saving, return_exceptions=True)

    at_table(tmp_path, talk)
    journal = Journal(tmp_path)
    assert journal.version() == 1
    journal.close()


def test_a_press_ends_also_while_the_disk_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = BrokenDisk(monkeypatch)

    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        await table.begin_press("Ann", 2)
        await table.count_card(1)
        update = await table.end_press(1)
        assert update is not None
        assert (update.accepted, update.saved) == (True, False)
        disk.broken = False
        assert (await say(table, "Ben presses 0")).saved

    at_table(tmp_path, talk)
    journal = Journal(tmp_path)
    assert (journal.version(), journal.press_in_flight()) == (4, None)
    assert [(press.counted, press.settled) for press in journal.presses(1)] == [(1, 3)]
    journal.close()


def test_a_phone_that_hangs_up_in_the_middle_leaves_table_and_disk_of_one_mind(tmp_path: Path) -> None:
    async def talk(table: Table) -> None:
        await say(table, GAME, "top red-3")
        asked = asyncio.create_task(table.submit(read("Ann presses 2")))
        while table.state.turn == 0 and not table.journal.unsaved:
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        update = await say(table, "set score Ben 3")
        assert update.saved
        assert table.journal.state == "disk"
        assert [entry.number for entry in await table.entries(1)] == list(range(1, table.version + 1))

    at_table(tmp_path, talk)
