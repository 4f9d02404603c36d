"""What hardware reports reaches the table and the voice, whatever it is and however it goes wrong."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.address import PageAddress
from companion.announcer import Announcer
from companion.live.attendant import Attendant, button_word
from companion.live.scan_desk import ScanDesk
from companion.press import PressDesk
from companion.referee.decks import load_deck
from companion.referee.notation import read
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import CommandWord, badge_tag, card_tag, command_tag, number_cards
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays import wish_lines
from companion.voice.between_plays.announcements import FAULTS
from companion.voice.earcons import Earcon
from companion.voice.lines import Line, Verbosity
from companion.voice.utterance import Priority, Utterance
from firmware_bridge.fire_profiles import usual_launcher
from firmware_bridge.light import Light
from firmware_bridge.pin_map import BUTTONS, COLOUR_PLACES
from firmware_bridge.reports import (
    ButtonHeld,
    ButtonPressed,
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LateCard,
    LidChanged,
    LineHint,
    LineState,
    PressAccepted,
    PressDenied,
    Reader,
    Report,
    ScannerChanged,
    ScannerHint,
    TagRead,
)

T = TypeVar("T")

PAGE = PageAddress("http://192.168.1.5:8080/")


class FakeVoice:
    """Remembers what was to be heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.calls: list[str] = []
        self.sounds: list[Earcon] = []
        self.told: list[Utterance] = []
        self.audible = True

    def say(self, utterances: Iterable[Utterance]) -> list[int]:
        told = list(utterances)
        self.told += told
        self.heard += [utterance.texts["en"] for utterance in told]
        return []

    def acknowledge(self, earcon: Earcon) -> bool:
        self.sounds.append(earcon)
        return self.audible

    def hush(self) -> None:
        self.calls.append("hush")

    def cut_tail(self) -> bool:
        self.calls.append("cut")
        return False

    def went_on(self, _: int, *, awaits_anew: bool) -> None:
        self.calls.append("cut" if awaits_anew else "hush")

    def stop(self) -> None:
        self.calls.append("stop")

    def repeat(self) -> list[int]:
        self.calls.append("repeat")
        return []


class FakeBridge:
    """Remembers what was switched."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.has_servo = False
        self.beeps = True

    def allow_presses(self, from_ns: int | None) -> None:
        self.may_press = from_ns is not None

    def dispense(self, cards: int) -> None:
        self.done.append(f"dispense {cards}")

    def sound(self, name: str) -> None:
        self.done.append(name)

    def show(self, lights: Mapping[str, Light]) -> None:
        self.lights = dict(lights)

    async def steady(self) -> None:
        pass

    def motor_off(self) -> None:
        self.done.append("motor off")

    def gate_missed(self) -> None:
        self.done.append("gate missed")

    def gate_trusted(self) -> None:
        self.done.append("gate trusted")

    def aim(self, seat: int | None) -> bool:
        self.done.append(f"aim {seat}")
        return self.has_servo


class Scene:
    def __init__(self, folder: Path) -> None:
        self.voice, self.bridge = FakeVoice(), FakeBridge()
        self.announcer = Announcer(
            ("en",), Verbosity.NORMAL, lambda: PAGE, pin=lambda: "123456", simulated=lambda: True
        )
        self.journal = Journal(folder)
        self.table = Table(self.journal, self.announcer.narrate)
        desk = PressDesk(self.table, self.bridge, usual_launcher(random.Random(1)), guard_ms=0, suspense_ms=0)
        self.attendant = Attendant(self.table, desk, self.voice, self.bridge, self.announcer)

    async def report(self, *reports: Report) -> list[str]:
        """Hands reports over and gives what was said about them."""
        before = len(self.voice.heard)
        for report in reports:
            self.attendant.attend(report)
        while self.attendant.busy:
            await asyncio.sleep(0)
        return self.voice.heard[before:]

    async def settle(self) -> None:
        """Everything that can go on goes on, a disk's thread included."""
        await asyncio.sleep(0.001)

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


def test_while_scans_belong_to_the_desk_nobody_hears_what_the_game_waits_for(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        desk = at.attendant.desk = ScanDesk(
            tmp_path,
            CodeBook(tmp_path),
            "mattel",
            at.attendant.tell,
            at.attendant.answer,
            turns=at.attendant.scans_turn,
        )
        desk.count(Count(load_deck("extreme"), "mattel"))
        assert at.voice.calls[-1] == "cut"
        assert await at.report(TagRead(0, card_tag("X", "K1", 1), repeated=False)) == ["1 card."]
        closed = await at.scan(CommandWord.DONE)
        assert closed[0].startswith("1 of 112 cards is there.")
        assert closed[1:] == ["Your turn, Ann."]

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


def test_a_card_that_goes_on_lying_there_is_acknowledged_softly_and_once(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        one, other = card_tag("X", "K1", 1), card_tag("X", "K1", 2)
        again = [TagRead(0, one, repeated=True)] * 5
        assert len(await at.report(TagRead(0, one, repeated=False), *again)) == 2
        assert at.bridge.done.count("pulse") == 1
        await at.report(TagRead(0, other, repeated=False), TagRead(0, other, repeated=True))
        assert at.bridge.done.count("pulse") == 2
        assert [seat.count for seat in at.table.state.seats] == [6, 6]

    play(scene())


def test_a_voice_card_is_handed_on_and_its_answer_said(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        wished: list[CommandWord] = []

        def take(word: CommandWord) -> list[Line]:
            wished.append(word)
            return wish_lines.speed(190, faster=True, changed=True)

        at.attendant.on_wish = take
        assert await at.scan(CommandWord.FASTER) == ["Faster: 190 words a minute."]
        assert wished == [CommandWord.FASTER]

    play(scene())


@pytest.mark.parametrize("badge_first", [True, False])
def test_the_host_card_and_a_badge_make_that_seats_phones_hosts(badge_first: bool, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        phones = {"Ann": 2}
        at.attendant.make_hosts = lambda player: phones.get(player, 0)
        for seat, told in (
            (1, "Ann: 2 phones host now."),
            (2, "No phone has joined as Ben: join first, then scan HOST and the badge."),
        ):
            cards = [badge_tag(seat), command_tag(CommandWord.HOST)]
            for text in cards if badge_first else reversed(cards):
                said = await at.report(TagRead(0, text, repeated=False))
            assert said == [told]

    play(scene())


def test_a_card_that_may_be_in_a_hand_is_named_in_the_headphones_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        ears = FakeVoice()
        at.attendant.headphones, at.announcer.headphones = ears, True
        await at.scan(CommandWord.WHATIS)
        assert await at.report(TagRead(0, card_tag("X", "K1", 1), repeated=False)) == []
        assert ears.heard == ["Red 1."]
        assert at.table.version == 2

    play(scene())


def test_the_private_reader_names_cards_in_the_headphones_and_nothing_is_played(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        ears = FakeVoice()
        at.attendant.on_private_read = at.attendant.name_privately
        card = TagRead(0, card_tag("X", "K1", 1), repeated=False, reader=Reader.PRIVATE)
        assert await at.report(card) == []  # nobody has headphones: nothing is said at all
        at.attendant.headphones = ears
        odd = TagRead(0, command_tag(CommandWord.UNDO), repeated=False, reader=Reader.PRIVATE)
        assert await at.report(card, odd) == []
        assert ears.heard == ["Red 1.", "Unknown label."]
        assert at.table.version == 2

    play(scene())


def test_status_tells_how_things_stand_and_with_no_game_where_the_page_is(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        (begin,) = await at.scan(CommandWord.STATUS)  # that the table is ready was told when it was switched on
        assert begin.startswith("No game yet.")
        assert begin.endswith("at 192.168.1.5:8080.")
        await at.begin()
        (standing,) = await at.scan(CommandWord.STATUS)
        assert "red 5" in standing
        assert "Ann" in standing
        assert "192.168" not in standing

    play(scene())


def test_the_pin_is_heard_but_not_written_for_everybody_on_the_network(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        told = " ".join(await at.scan(CommandWord.PIN))
        assert "192.168.1.5:8080" in told
        assert "123456" not in told
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
        assert [call for call in at.voice.calls if call not in {"cut", "hush"}] == ["stop", "repeat"]
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
        while "Ann: 7" not in at.voice.heard[-1]:
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


@pytest.mark.parametrize(("reader", "name"), [(Reader.TABLE, "scanner"), (Reader.PRIVATE, "private reader")])
def test_a_lost_reader_is_told_once_and_its_return_too(tmp_path: Path, reader: Reader, name: str) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        came = ScannerChanged(0, LineState.CONNECTED, "/dev/x", "connected", reader)
        lost = ScannerChanged(0, LineState.LOST, "/dev/x", "gone", reader)
        assert await at.report(came) == []
        for _ in range(50):
            (gone,) = await at.report(lost)
            assert gone.startswith(f"The {name} is gone: check its cable.")
            assert await at.report(came) == [f"The {name} is back."]

    play(scene())


@pytest.mark.parametrize(
    ("lost_to", "told"),
    [("power", "was too weak just then."), ("motor", "The motor had just started"), (None, "cable")],
)
def test_a7_04_a_scanner_that_is_lost_to_the_power_supply_is_told_so(
    tmp_path: Path, lost_to: str | None, told: str
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.attendant.why_lost = lambda: lost_to
        await at.report(ScannerChanged(0, LineState.CONNECTED, "/dev/x", ""))
        (gone,) = await at.report(ScannerChanged(0, LineState.LOST, "/dev/x", "gone"))
        assert told in gone
        assert at.attendant.lost_to == lost_to
        await at.report(ScannerChanged(0, LineState.CONNECTED, "/dev/x", ""))
        assert at.attendant.lost_to is None

    play(scene())


def test_a_reader_that_is_plugged_in_after_the_start_is_told_to_be_ready(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        absent = ScannerChanged(0, LineState.ABSENT, "auto", "No scanner is plugged in.")
        assert await at.report(absent) == []
        assert await at.report(ScannerChanged(0, LineState.CONNECTED, "/dev/x", "")) == ["The scanner is ready."]
        assert at.bridge.done == []

    play(scene())


def test_the_loss_of_one_reader_is_not_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        for reader in Reader:
            await at.report(ScannerChanged(0, LineState.CONNECTED, "/dev/x", "", reader))
        await at.report(ScannerChanged(0, LineState.LOST, "/dev/x", "", Reader.PRIVATE))
        await at.report(ScannerChanged(0, LineState.LOST, "/dev/y", "", Reader.TABLE))
        back = [ScannerChanged(0, LineState.CONNECTED, "/dev/x", "", reader) for reader in Reader]
        assert await at.report(*back) == ["The scanner is back.", "The private reader is back."]

    play(scene())


@pytest.mark.parametrize("reader", Reader)
@pytest.mark.parametrize(
    ("hint", "remedy"),
    [
        (LineHint.BROKEN_OFF, "once more"),
        (LineHint.NO_END_MARK, "cable, and set it to send Enter"),
        (LineHint.WRONG_SPEED, "speed"),
        (LineHint.UNREADABLE, "once more"),
        (LineHint.TOO_LONG, "too long for a card"),
    ],
)
def test_what_a_reader_sends_in_vain_is_told_with_the_remedy(
    tmp_path: Path, reader: Reader, hint: LineHint, remedy: str
) -> None:
    async def scene() -> None:
        (heard,) = await Scene(tmp_path).report(ScannerHint(0, hint, "set it right", reader))
        assert remedy in heard
        assert ("private" in heard) is (reader is Reader.PRIVATE)

    play(scene())


def test_what_the_private_reader_reads_reaches_its_listener_and_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        at.bridge.done.clear()
        at.voice.calls.clear()
        caplog.set_level(0)
        tag = card_tag("X", "K1", 1)
        reads = [TagRead(0, tag, repeated, Reader.PRIVATE) for repeated in (False, True)]
        version = at.table.version
        assert await at.report(*reads) == []  # nobody listens: it is acknowledged by nothing
        heard: list[str] = []
        at.attendant.on_private_read = heard.append
        assert await at.report(*reads) == []
        assert heard == [tag]
        assert at.table.version == version
        assert (at.bridge.done, at.voice.calls) == ([], [])
        assert tag not in caplog.text

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
        said = await at.report(DispenseEnded(0, 3, 1, Finding.HOPPER_EMPTY))
        assert "The dispenser is empty: fill it and close the lid." in said
        assert at.table.interrupted is not None
        assert (at.table.interrupted.player, at.table.interrupted.counted) == (at.table.state.name(presser), 1)

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


CARDS = {
    "status": CommandWord.STATUS,
    "repeat": CommandWord.REPEAT,
    "help": CommandWord.HELP,
    "stop": CommandWord.STOP,
    "undo": CommandWord.UNDO,
    "uno": CommandWord.UNO,
    "red": CommandWord.RED,
    "yellow": CommandWord.YELLOW,
    "green": CommandWord.GREEN,
    "blue": CommandWord.BLUE,
}


def test_every_further_button_is_the_card_of_its_name_or_ends_the_table() -> None:
    assert {*CARDS, "shutdown"} == set(BUTTONS)


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("game extreme players=Ann,Ben", "top red-5"),
        ("game extreme players=Ann,Ben", "top red-5", "Ann plays wild"),
    ],
)
@pytest.mark.parametrize("name", CARDS)
def test_a_button_does_and_says_what_the_card_of_its_name_does_and_says(
    tmp_path: Path, name: str, lines: tuple[str, ...]
) -> None:
    async def scene() -> None:
        outcomes = []
        for way, report in (
            ("button", ButtonPressed(0, name)),
            ("card", TagRead(0, command_tag(CARDS[name]), repeated=False)),
        ):
            at = Scene(tmp_path / way)
            for line in lines:
                await at.table.submit(read(line))
            said = await at.report(report)
            outcomes.append((said, at.voice.calls, at.table.state, at.table.version, at.bridge.done))
            assert not [done for done in at.bridge.done if done.startswith("dispense")]
        assert outcomes[0] == outcomes[1]

    play(scene())


def test_a_colour_button_names_the_colour_for_whom_the_table_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        await at.table.submit(read("Ann plays wild"))
        await at.report(ButtonPressed(0, "green"))
        assert at.table.state.colour == "green"

    play(scene())


def test_on_the_dark_side_of_flip_the_colour_buttons_mean_the_dark_colours_in_the_same_places(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        for line in (
            "game flip players=Ann,Ben",
            "top red-5",
            "Ann plays red-flip",
            "top teal-3",
            "Ben plays dark-wild",
        ):
            assert (await at.table.submit(read(line))).accepted, line
        words = [button_word(name, at.table.state) for name in COLOUR_PLACES]
        assert words == [CommandWord.PINK, CommandWord.TEAL, CommandWord.ORANGE, CommandWord.PURPLE]
        await at.report(ButtonPressed(0, "blue"))
        assert at.table.state.colour == "purple"

    play(scene())


def test_the_shutdown_button_has_to_be_held_and_changes_nothing_at_the_table(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        called: list[int] = []
        at.attendant.on_shutdown = lambda: called.append(at.table.version)
        assert await at.report(ButtonPressed(0, "shutdown")) == [
            "To switch the table off, hold the button for three seconds."
        ]
        assert called == []
        assert await at.report(ButtonHeld(0, "shutdown")) == []
        assert called == [at.table.version]

    play(scene())


@pytest.mark.parametrize("name", ["", *BUTTONS])
def test_a_stuck_button_is_told_by_its_name(tmp_path: Path, name: str) -> None:
    async def scene() -> None:
        part = f"button_{name}" if name else "button"
        (said,) = await Scene(tmp_path).report(FaultFound(0, part, Finding.BUTTON_STUCK, "for the log"))
        assert said.lower().startswith(f"the {name} button is stuck".replace("  ", " "))

    play(scene())


async def _extreme_hit(at: Scene) -> None:
    for line in ("game extreme players=Ann,Ben,Cid", "top red-5", "Ann plays wild-extreme-hit", "Ann picks red"):
        assert (await at.table.submit(read(line))).accepted, line


def test_without_a_servo_the_table_is_asked_by_name_to_turn_the_dispenser_before_the_first_press(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await _extreme_hit(at)
        before = len(at.voice.heard)
        await at.table.submit(read("Ann targets Ben"))
        assert at.voice.heard[before:].count("Turn the dispenser to Ben.") == 1
        await at.table.submit(read("Ann presses 1"))
        assert at.voice.heard.count("Turn the dispenser to Ben.") == 1

    play(scene())


def test_a_servo_turns_to_the_target_and_back_home_and_nobody_is_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.bridge.has_servo = True
        await _extreme_hit(at)
        assert not [done for done in at.bridge.done if done.startswith("aim")]
        await at.table.submit(read("Ann targets Ben"))
        while at.table.state.phase == "paying":
            await at.table.submit(read("Ann presses 0"))
        assert [done for done in at.bridge.done if done.startswith("aim")] == ["aim 1", "aim None"]
        assert not [said for said in at.voice.heard if said.startswith("Turn the dispenser")]

    play(scene())


# What the dispenser needs

NEARLY_EMPTY = ("game extreme players=Ann,Ben", "Ann holds 50", "Ben holds 57", "top red-5")


def slip() -> DispenseEnded:
    return DispenseEnded(0, 2, 0, Finding.NO_FEED)


async def press_and(at: Scene, ended: DispenseEnded) -> list[str]:
    """Presses until the launcher fires; what was said from there on."""
    while True:
        dispensed = len([done for done in at.bridge.done if done.startswith("dispense")])
        at.attendant.attend(PressAccepted(0))
        while (
            at.attendant.busy and len([done for done in at.bridge.done if done.startswith("dispense")]) == dispensed
        ):
            await asyncio.sleep(0)
        if at.attendant.busy:
            return await at.report(ended)


def test_three_slips_in_a_row_add_the_advice_to_clean_the_roller_and_count_no_card(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        for time in range(3):
            before = at.table.state.supply
            said = await press_and(at, slip())
            assert "No card came: press the cards down, or wipe the roller." in said
            assert ("Cards are slipping: clean the roller with a damp cloth or alcohol." in said) is (time == 2)
            assert any(line.startswith("0 of ") and "press again" in line for line in said)
            await at.scan(CommandWord.YES)  # that is all
            assert at.table.state.supply == before

    play(scene())


@pytest.mark.parametrize("finding", [Finding.DOUBLE_FEED, Finding.STUCK_AT_EXIT, Finding.GATE_DEAD, Finding.LID_OPEN])
def test_a_count_in_doubt_is_told_with_its_remedy_and_asked_about(finding: Finding, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        said = await press_and(at, DispenseEnded(0, 3, 1, finding, in_doubt=True))
        assert said[0] == said_of(finding)
        assert "1 card was counted for" in said[1]
        assert "Scan YES" in said[1]
        drawn = at.table.interrupted.drawn if at.table.interrupted is not None else 0
        version = at.table.version
        assert "1 card was counted" in (await at.report(PressDenied(0, Denial.NOBODY_MAY_PRESS)))[0]
        await at.report(LateCard(0))
        assert "2 cards were counted" in at.voice.heard[-1]
        for digit in number_cards(drawn + 1):
            await at.scan(digit)
        assert at.table.version == version + 1

    play(scene())


def said_of(finding: Finding) -> str:
    return FAULTS[finding].message


def test_few_cards_are_told_before_the_turn_and_once(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        for line in NEARLY_EMPTY:
            await at.table.submit(read(line))
        assert at.table.state.supply == 4
        low = "Few cards are left: fill the dispenser soon."
        assert at.voice.heard.count(low) == 1
        await at.table.submit(read("Ann plays red-6"))
        assert at.voice.heard.count(low) == 1
        assert said.hopper_low()[0].priority is Priority.ACTION  # the voice puts it before the turn's own line

    play(scene())


def test_few_cards_are_not_told_in_the_middle_of_a_penalty(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        for line in (*NEARLY_EMPTY[:2], "Ben holds 54", "top red-5", "Ann plays red-hit-two", "Ben presses 3"):
            await at.table.submit(read(line))
        assert at.table.state.supply == 4
        assert not [line for line in at.voice.heard if "Few cards" in line]
        await at.table.submit(read("Ben presses 0"))
        assert [line for line in at.voice.heard if "Few cards" in line]

    play(scene())


async def refilled(at: Scene) -> list[str]:
    await at.begin()
    for line in ("Ann plays red-6", "Ben plays red-7"):
        await at.table.submit(read(line))
    return await at.report(
        HopperChanged(0, empty=True),
        LidChanged(0, open=True),
        HopperChanged(0, empty=False),
        LidChanged(0, open=False),
    )


RELOADED = "Was the discard put back? Scan YES or RELOAD, or just press."


@pytest.mark.parametrize("word", [CommandWord.YES, CommandWord.RELOAD])
def test_closing_the_lid_over_a_filled_hopper_asks_and_the_answer_books_one_reload(
    word: CommandWord, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        assert (await refilled(at))[-1] == RELOADED
        supply, laid = at.table.state.supply, at.table.state.discard_size - 1
        await at.scan(word)
        assert at.table.state.supply == supply + laid
        version = at.table.version
        await at.scan(CommandWord.YES)
        assert at.table.version == version

    play(scene())


def test_whoever_presses_says_that_the_discard_was_put_back(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await refilled(at)
        version = at.table.version
        at.attendant.attend(PressAccepted(0))
        while at.table.version == version:
            await asyncio.sleep(0)
        assert [entry.statement for entry in await at.table.entries(1)][-1] == "reload"
        await at.attendant.close()

    play(scene())


def test_after_the_refill_the_press_that_found_the_hopper_empty_is_called_for_again(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await refilled(at)
        at.table.interpreter.reload_asked = False
        await press_and(at, DispenseEnded(0, 2, 0, Finding.HOPPER_EMPTY))
        said = await at.scan(CommandWord.RELOAD)
        assert said[-1].startswith("0 of ")
        assert "press again" in said[-1]

    play(scene())


def test_no_means_that_other_cards_were_filled_in(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await refilled(at)
        version = at.table.version
        await at.scan(CommandWord.NO)
        await at.scan(CommandWord.YES)
        assert at.table.version == version

    play(scene())


def test_a_hopper_filled_while_a_number_is_awaited_is_asked_about_after_it(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        for line in ("Ann plays red-6", "Ben plays red-7"):
            await at.table.submit(read(line))
        await press_and(at, DispenseEnded(0, 3, 1, Finding.GATE_DEAD, in_doubt=True))
        lid = LidChanged(0, open=True), HopperChanged(0, empty=False), LidChanged(0, open=False)
        assert RELOADED not in await at.report(HopperChanged(0, empty=True), *lid)
        assert (await at.scan(CommandWord.YES))[-1] == RELOADED

    play(scene())


def test_a_hopper_filled_with_nothing_on_the_discard_asks_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        assert RELOADED not in await at.report(HopperChanged(0, empty=True), HopperChanged(0, empty=False))

    play(scene())


def test_the_help_button_gives_the_next_topic_until_the_big_button_is_pressed(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        first = await at.report(ButtonPressed(0, "help"))
        (second,) = await at.report(ButtonPressed(0, "help"))
        assert second.startswith("What the cards do.")
        await at.report(PressDenied(0, Denial.GUARD))
        assert await at.report(ButtonPressed(0, "help")) == first

    play(scene())
