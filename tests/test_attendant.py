"""What hardware reports reaches the table and the voice, whatever it is and however it goes wrong."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.announcer import Announcer
from companion.attendant import Attendant
from companion.journal import Journal
from companion.press import PressDesk
from companion.referee.notation import read
from companion.table import Table
from companion.tags import CommandWord, card_tag, command_tag
from companion.voice.lines import Verbosity
from companion.voice.utterance import Utterance
from firmware_bridge.fire_profiles import Launcher, load_profiles
from firmware_bridge.reports import (
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    LineState,
    PressAccepted,
    PressDenied,
    Report,
    ScannerChanged,
    ScannerHint,
    TagRead,
)

T = TypeVar("T")


class FakeVoice:
    """Remembers what was to be heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.calls: list[str] = []

    def say(self, utterances: Iterable[Utterance]) -> list[int]:
        self.heard += [utterance.texts["en"] for utterance in utterances]
        return []

    def cut_tail(self) -> None:
        self.calls.append("cut")

    def stop(self) -> None:
        self.calls.append("stop")

    def repeat(self) -> list[int]:
        self.calls.append("repeat")
        return []


class FakeBridge:
    """Remembers what was switched."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def allow_presses(self, from_ns: int | None) -> None:
        self.may_press = from_ns is not None

    def dispense(self, cards: int) -> None:
        self.done.append(f"dispense {cards}")

    def sound(self, name: str) -> None:
        self.done.append(name)

    def motor_off(self) -> None:
        self.done.append("motor off")


class Scene:
    def __init__(self, folder: Path) -> None:
        self.voice, self.bridge = FakeVoice(), FakeBridge()
        self.announcer = Announcer(
            ("en",), Verbosity.NORMAL, "http://192.168.1.5:8080/", pin=lambda: "123456", simulated=lambda: True
        )
        self.journal = Journal(folder)
        self.table = Table(self.journal, self.announcer.narrate)
        profiles = load_profiles()
        launcher = Launcher(
            profiles.fire_profile("historic_shuffled"), profiles.count_profile("extreme_1_8"), random.Random(1)
        )
        desk = PressDesk(self.table, self.bridge, launcher, guard_ms=0, suspense_ms=0)
        self.attendant = Attendant(self.table, desk, self.voice, self.bridge, self.announcer)

    async def report(self, *reports: Report) -> list[str]:
        """Hands reports over and gives what was said about them."""
        before = len(self.voice.heard)
        for report in reports:
            self.attendant.attend(report)
        while self.attendant.busy:
            await asyncio.sleep(0)
        return self.voice.heard[before:]

    async def scan(self, word: CommandWord) -> list[str]:
        return await self.report(TagRead(0, command_tag(word), repeated=False))

    async def begin(self) -> None:
        for line in ("game extreme players=Ann,Ben", "top red-5"):
            await self.table.submit(read(line))


def play(scene: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(scene, 10))


def test_with_no_game_every_scan_and_every_press_is_answered_with_how_to_begin(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        card = card_tag("X", "K1", 1)
        for report in (
            TagRead(0, card, repeated=False),
            TagRead(0, command_tag(CommandWord.UNO), repeated=False),
            TagRead(0, "garbage", repeated=False),
            PressDenied(0, Denial.NOBODY_MAY_PRESS),
            PressDenied(0, Denial.LID_OPEN),
        ):
            (said,) = await at.report(report)
            assert "No game yet" in said, (report, said)
            assert "192.168.1.5:8080" in said

    play(scene())


def test_a_scanned_card_is_played_and_told(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        said = await at.report(TagRead(0, card_tag("X", "K1", 1), repeated=False))
        assert said == ["Ann: red 1.", "Your turn, Ben."]
        assert at.voice.calls[-1] == "cut"

    play(scene())


def test_a_card_that_goes_on_lying_there_is_one_read(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        tag = card_tag("X", "K1", 1)
        await at.report(TagRead(0, tag, repeated=False), *[TagRead(0, tag, repeated=True)] * 19)
        assert at.table.state.seats[0].count == 6
        assert at.table.version == 3

    play(scene())


def test_status_tells_how_things_stand_and_where_the_page_is(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        (begin, ready) = await at.scan(CommandWord.STATUS)
        assert "No game yet" in begin
        assert "The table is ready. The dispenser is simulated. The page is at 192.168.1.5:8080." in ready
        assert "PIN" in ready
        assert "123456" not in ready
        await at.begin()
        standing = await at.scan(CommandWord.STATUS)
        assert "red 5" in standing[0]
        assert "Ann" in standing[0]

    play(scene())


def test_the_pin_is_heard_but_not_written_for_everybody_on_the_network(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        assert "123456" not in " ".join(await at.scan(CommandWord.PIN))
        (utterance,) = at.announcer.utter(at.announcer.pin())
        assert utterance.heard is not None
        assert "1 2 3 4 5 6" in utterance.heard["en"].replace(",", "").replace(".", "")

    play(scene())


def test_stop_repeat_and_motor_cards_act_at_once_and_have_no_number(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        for word in (CommandWord.STOP, CommandWord.REPEAT, CommandWord.MOTOR):
            await at.scan(word)
        assert [call for call in at.voice.calls if call != "cut"] == ["stop", "repeat"]
        assert "motor off" in at.bridge.done
        assert at.table.version == 2

    play(scene())


def test_a_scan_during_a_press_is_acknowledged_waits_and_queries_do_not(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        await at.table.begin_press("Ann", 2)
        at.attendant.attend(TagRead(0, card_tag("X", "K1", 1), repeated=False))
        await asyncio.sleep(0)
        assert at.voice.heard[-1] == "One moment, the cards are being counted."
        at.attendant.attend(TagRead(0, command_tag(CommandWord.COUNTS), repeated=False))
        while "Ann 7" not in at.voice.heard[-1]:
            await asyncio.sleep(0)
        assert at.table.version == 2
        await at.table.end_press(2)
        await at.report()
        assert at.table.version == 4

    play(scene())


@pytest.mark.parametrize("finding", list(Finding))
def test_every_finding_is_told_with_its_remedy_and_alarmed(finding: Finding, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        (said,) = await at.report(FaultFound(0, "gate", finding, "for the log"))
        assert said
        assert "look at the page" not in said
        assert at.bridge.done == ["alarm"]

    play(scene())


def test_an_open_lid_and_an_empty_hopper_are_told(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        assert await at.report(LidChanged(0, open=True)) == ["The lid is open: close it."]
        assert await at.report(HopperChanged(0, empty=True)) == ["The dispenser is empty: fill it and close the lid."]
        assert await at.report(LidChanged(0, open=False), HopperChanged(0, empty=False)) == []

    play(scene())


def test_a_lost_scanner_is_told_once_and_its_return_too(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        came = ScannerChanged(0, LineState.CONNECTED, "/dev/x", "connected")
        lost = ScannerChanged(0, LineState.LOST, "/dev/x", "gone")
        assert await at.report(came) == []
        assert len(await at.report(lost)) == 1
        assert await at.report(came) == ["The scanner is back."]
        assert await at.report(ScannerHint(0, "check the scanner's speed")) == []

    play(scene())


def test_a_dispense_that_ends_early_tells_what_helps_and_counts_what_came(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        while not any(done.startswith("dispense") for done in at.bridge.done):
            at.attendant.attend(PressAccepted(0))
            for _ in range(200):
                await asyncio.sleep(0.001)
                if not at.attendant.busy or any(done.startswith("dispense") for done in at.bridge.done):
                    break
        presser = at.table.state.turn or 0
        said = await at.report(DispenseEnded(0, 3, 1, Finding.STUCK_AT_EXIT))
        assert "A card is stuck at the exit: pull it out." in said
        assert at.table.state.seats[presser].count == 8

    play(scene())


def test_a_disk_that_does_not_save_is_told_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()

        def full(*_: object, **__: object) -> None:
            raise sqlite3.OperationalError("disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(at.journal, "append", full)
            for number in (0, 1):
                update = await at.table.submit(read(f"{'Ann' if number == 0 else 'Ben'} presses {number}"))
                assert update.accepted
                assert not update.saved
        warnings = [line for line in at.voice.heard if "disk" in line]
        assert len(warnings) == 1
        update = await at.table.submit(read("Ann presses 1"))
        assert update.saved
        assert [entry.number for entry in at.journal.entries(1)] == [1, 2, 3, 4, 5]

    play(scene())


def test_a_report_that_cannot_be_attended_to_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.table.narrate = lambda _: 1 / 0  # type: ignore[assignment, return-value]
        await at.begin()
        assert at.table.version == 2
        assert await at.report(TagRead(0, card_tag("X", "K1", 1), repeated=False)) == []
        assert at.table.version == 3

    play(scene())
    assert "no words were found" in caplog.text
