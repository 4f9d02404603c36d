"""REPEAT brings the newest that still holds, and the game's beginning is not read over and over."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.tags import CommandWord, command_tag
from companion.voice.lines import Verbosity
from companion.voice.utterance import Outcome
from tests.test_outdated_talk import Evening, play

REPEAT, UNDO, SLOWER = (command_tag(CommandWord(word)) for word in ("REPEAT", "UNDO", "SLOWER"))
NEW_GAME = "New game: UNO Extreme."


async def repeats(at: Evening, times: int) -> list[str]:
    """What is heard of REPEAT, scanned so often, each after the one before was heard."""
    said = []
    for _ in range(times):
        await at.scan(REPEAT)
        said += at.hear()
    return said


def test_repeat_brings_the_newest_turn_and_no_turn_that_is_over(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        at.hear()
        await at.card("red-3")
        at.hear()
        told = await repeats(at, 4)
        assert told == ["Your turn, Ann.", "Ben: red 3.", "Ann: red 1.", "Top card: red 5."]

    play(scene())


@pytest.mark.parametrize("heard", [True, False])
def test_repeat_never_brings_a_refusal_once_something_was_played(tmp_path: Path, *, heard: bool) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("blue-3")
        if heard:
            at.hear()
        await at.card("red-1")
        at.hear()
        assert not [text for text in await repeats(at, 6) if text.startswith("Not possible")]

    play(scene())


def test_repeat_brings_what_still_waits_at_once_and_it_is_told_in_its_place_too(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        assert at.begun() == "Ann: red 1."
        await at.card("red-3")
        await at.scan(REPEAT)
        assert at.begun() == "Your turn, Ann."
        assert at.hear()[-3:] == ["Ann: red 1.", "Ben: red 3.", "Your turn, Ann."]

    play(scene())


def test_what_is_being_said_of_the_newest_play_begins_anew_with_repeat(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        assert at.begun() == "Ann: red 1."
        await at.scan(REPEAT)
        assert at.hear() == ["Ann: red 1.", "Your turn, Ben."]

    play(scene())


@pytest.mark.parametrize("undos", [1, 2])
def test_what_was_taken_back_is_not_told_any_more_and_repeat_does_not_bring_it(undos: int, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        at.hear()
        await at.card("red-3")
        for _ in range(undos):
            await at.scan(UNDO)
        told = at.hear()
        assert "Ben: red 3." not in told
        assert at.voice.outcome("Ben: red 3.") == [Outcome.DROPPED]
        brought = await repeats(at, 8)
        assert "Ben: red 3." not in brought
        assert ("Ann: red 1." in brought) is (undos == 1)
        assert brought[0] == ("Your turn, Ben." if undos == 1 else "Your turn, Ann.")

    play(scene())


def test_what_was_played_instead_of_what_was_taken_back_is_repeated(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        for scan in ("red-1", UNDO, "red-2"):
            await (at.card(scan) if scan.startswith("red") else at.scan(scan))
            at.hear()
        assert (await repeats(at, 4))[:2] == ["Your turn, Ben.", "Ann: red 2."]

    play(scene())


def test_an_old_game_is_not_repeated_in_a_new_one(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        at.hear()
        await at.begin()
        assert "Ann: red 1." not in await repeats(at, 5)

    play(scene())


def test_after_a_setting_repeat_goes_back_to_the_table_and_to_no_refusal(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("blue-3")
        at.hear()
        await at.scan(SLOWER)
        at.hear()
        assert await repeats(at, 1) == ["Your turn, Ann."]

    play(scene())


@pytest.mark.parametrize("verbosity", Verbosity)
def test_after_the_oldest_repeat_says_so_and_begins_with_the_newest_again(
    verbosity: Verbosity, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path, verbosity)
        assert await repeats(at, 1) == ["Nothing before that."]
        await at.say("game extreme players=Ann,Ben")
        at.hear()
        told = await repeats(at, 4)
        assert told[1].startswith(NEW_GAME)
        assert told[2] == "Nothing before that."
        assert told[3] == told[0]

    play(scene())


def test_with_every_detail_a_line_and_what_is_added_to_it_are_repeated_together(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path, Verbosity.FULL)
        await at.begin()
        await at.card("red-1")
        told = at.hear()
        assert len(told) == 3
        assert await repeats(at, 1) == told[-1:]
        assert await repeats(at, 1) == told[:-1]
        await at.card("blue-3")
        refused = at.hear()
        assert len(refused) == 2
        assert await repeats(at, 1) == refused

    play(scene())


def test_what_was_agreed_is_not_read_any_more_once_the_top_card_lies(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.say("game extreme players=Ann,Ben")
        assert at.begun().startswith(NEW_GAME)
        await at.say("top red-5")
        assert at.hear() == ["Top card: red 5.", "Your turn, Ann."]

    play(scene())


@pytest.mark.parametrize(("heard_ms", "again"), [(500, True), (7000, False)])
def test_what_was_agreed_is_read_again_once_at_most_and_not_where_its_middle_was_heard(
    heard_ms: int, tmp_path: Path, *, again: bool
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.say("game extreme players=Ann,Ben")
        assert at.begun().startswith(NEW_GAME)
        at.voice.now_ms += heard_ms
        for _ in range(2):
            await at.scan("garbage")
            at.voice.pass_ms(2000)  # the refusal, and some of what comes next
        told = at.hear()
        began = [text for text in at.voice.heard if text.startswith(NEW_GAME)]
        assert len(began) == (2 if again else 1)
        assert not [text for text in told if text.startswith(NEW_GAME)]

    play(scene())
