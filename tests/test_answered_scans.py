"""Every scan is answered by one sound: the loudspeaker's, or the beeper's where nobody hears the loudspeaker."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.announcer import Announcer
from companion.live.acknowledgement import acknowledgement
from companion.referee.notation import read
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.voice.between_plays import announcements as said
from companion.voice.earcons import BY_THE_BEEPER, Earcon
from companion.voice.lines import Verbosity
from companion.voice.speech.legend import legend
from firmware_bridge.reports import (
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    LineState,
    PressAccepted,
    PressDenied,
    Reader,
    ScannerChanged,
    TagRead,
)
from tests.test_attendant import Scene, play

TAKEN, REFUSED = [Earcon.ACCEPTED], [Earcon.REFUSED]


def scan(text: str, *, repeated: bool = False) -> TagRead:
    return TagRead(0, text, repeated=repeated)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        (card_tag("X", "K1", 1), TAKEN),
        (card_tag("X", "K1", 15), REFUSED),
        (card_tag("Q", "K1", 3), REFUSED),
        ("garbage", REFUSED),
        (badge_tag(1), TAKEN),
        *[(command_tag(word), TAKEN) for word in (CommandWord.STATUS, CommandWord.HELP, CommandWord.LOUDER)],
        *[(command_tag(word), TAKEN) for word in (CommandWord.REPEAT, CommandWord.MOTOR, CommandWord.UNDO)],
        (command_tag(CommandWord.CATCH), REFUSED),
        (command_tag(CommandWord.STOP), []),
    ],
)
def test_a_scan_is_taken_or_refused_by_one_sound_and_stop_by_silence(
    text: str, answered: list[Earcon], tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        await at.report(scan(text))
        assert at.voice.sounds == answered
        assert not {"pulse", "buzz"} & set(at.bridge.done)

    play(scene())


@pytest.mark.parametrize("number", range(1, 25))
def test_every_card_of_a_deck_is_answered_once_as_the_table_rules(number: int, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        before = at.table.version
        await at.report(scan(card_tag("X", "K1", number)))
        assert at.voice.sounds == (TAKEN if at.table.version > before else REFUSED)

    play(scene())


def test_a_card_that_goes_on_lying_there_is_answered_once(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        card = card_tag("X", "K1", 1)
        await at.report(scan(card), *[scan(card, repeated=True)] * 5)
        assert at.voice.sounds == TAKEN

    play(scene())


def test_what_a_phone_says_is_answered_on_the_phone(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        await at.begin()
        update = await at.table.submit(read("Ann plays blue-1"))
        assert update.refusal is not None
        await at.table.submit(read("Ann plays red-1"))
        assert at.voice.sounds == []
        assert acknowledgement(update) is None

    play(scene())


def test_where_the_loudspeaker_is_silent_the_beeper_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.voice.audible = False
        await at.begin()
        before = len(at.bridge.done)
        await at.report(scan(card_tag("X", "K1", 1)), scan("garbage"))
        assert [name for name in at.bridge.done[before:] if name in {"pulse", "buzz"}] == ["pulse", "buzz"]

    play(scene())


def test_a_scan_that_has_to_wait_is_answered_then_and_again_only_where_it_is_refused(tmp_path: Path) -> None:
    async def scene(number: int, after: list[Earcon]) -> None:
        at = Scene(tmp_path / str(number))
        await at.begin()
        await at.table.begin_press("Ann", 0)
        tag = card_tag("X", "K1", number)
        at.attendant.attend(scan(tag))
        at.attendant.attend(scan(command_tag(CommandWord.STATUS)))  # asks, and does not wait
        while at.voice.sounds != [Earcon.ACCEPTED] * 2:
            await at.settle()
        await at.table.end_press(0)
        while at.attendant.busy:
            await at.settle()
        assert at.voice.sounds == [Earcon.ACCEPTED, Earcon.ACCEPTED, *after]

    play(scene(1, []))
    play(scene(15, REFUSED))


@pytest.mark.parametrize("beeps", [True, False])
def test_a_press_is_answered_by_the_beeper_or_without_one_by_the_loudspeaker(beeps: bool, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.bridge.beeps = beeps
        await at.report(PressDenied(0, Denial.NOBODY_MAY_PRESS))
        await at.begin()
        await at.report(PressAccepted(0))
        assert at.voice.sounds == ([] if beeps else [Earcon.REFUSED, Earcon.ACCEPTED])

    play(scene())


@pytest.mark.parametrize("beeps", [True, False])
@pytest.mark.parametrize(
    "report",
    [
        FaultFound(0, "gate", Finding.SENSOR_DISTURBED, "…"),
        DispenseEnded(0, 1, 0, Finding.NO_FEED),
        ScannerChanged(0, LineState.LOST, "", "…", Reader.TABLE),
    ],
    ids=lambda value: type(value).__name__,
)
def test_trouble_sounds_on_the_beeper_or_without_one_before_its_words_and_never_on_both(
    beeps: bool, report: FaultFound | DispenseEnded | ScannerChanged, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Scene(tmp_path)
        at.announcer.beeps = lambda: beeps
        at.attendant._dispensed(report) if isinstance(report, DispenseEnded) else await at.report(report)
        assert at.bridge.done.count("alarm") == 1
        assert [told.earcon for told in at.voice.told] == [None if beeps else Earcon.TROUBLE]

    play(scene())


def test_what_the_beeper_sounds_is_left_to_it_and_learnt_from_the_loudspeaker_all_the_same() -> None:
    announcer = Announcer(("en",), Verbosity.NORMAL)
    assert [told.earcon for told in announcer.utter(legend())] == [*Earcon]
    announcer.beeps = lambda: True
    left = [told.earcon for told in announcer.utter(legend()) if told.earcon is not None]
    assert left == [earcon for earcon in Earcon if earcon not in BY_THE_BEEPER]
    assert [told.earcon for told in announcer.utter(said.reloaded())] == [Earcon.QUESTION]
