"""Nothing outdated is said and nothing that happened is lost, from scan to last word, with a clock by hand."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.address import PageAddress
from companion.announcer import Announcer
from companion.live.attendant import Attendant
from companion.press import PressDesk
from companion.referee.decks import load_deck
from companion.referee.notation import read
from companion.referee.notation_words import read_card
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import VOICE_WISHES, CommandWord, badge_tag, card_tag, command_tag
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays import wish_lines
from companion.voice.lines import Verbosity
from companion.voice.utterance import Outcome, Priority
from firmware_bridge.fire_profiles import usual_launcher
from firmware_bridge.reports import (
    ButtonPressed,
    Denial,
    Finding,
    PressAccepted,
    PressDenied,
    Report,
    TagRead,
)
from tests.deal_table import GAME, DealTable, live
from tests.test_attendant import FakeBridge
from tests.voice.hand_voice import HandVoice

PAGE = PageAddress("http://192.168.1.5:8080/")


class Evening:
    """Two players, what hardware reports of them, and what is heard while the clock is turned by hand."""

    def __init__(self, folder: Path, verbosity: Verbosity = Verbosity.NORMAL) -> None:
        self.voice, self.bridge = HandVoice(), FakeBridge()
        announcer = Announcer(("en",), verbosity, lambda: PAGE, pin=lambda: "123456")
        self.table = Table(Journal(folder), announcer.narrate)
        desk = PressDesk(self.table, self.bridge, usual_launcher(random.Random(1)), guard_ms=0, suspense_ms=0)
        self.attendant = Attendant(self.table, desk, self.voice, self.bridge, announcer)
        self.attendant.on_wish = lambda _: wish_lines.speed(190, faster=True, changed=True)
        self._deck = load_deck("extreme")

    async def report(self, *reports: Report) -> None:
        for report in reports:
            self.attendant.attend(report)
        while self.attendant.busy:
            await asyncio.sleep(0)

    async def scan(self, text: str) -> None:
        await self.report(TagRead(0, text, repeated=False))

    async def card(self, name: str) -> None:
        await self.scan(card_tag("X", "K1", self._deck.cards.index(read_card(name)) + 1))

    async def say(self, *statements: str) -> None:
        """As from a phone."""
        for statement in statements:
            await self.table.submit(read(statement))

    async def begin(self, *more: str) -> None:
        """Ann may play on a red 5; all that was said until then is heard."""
        await self.say("game extreme players=Ann,Ben", *more, "top red-5")
        self.hear()

    def hear(self) -> list[str]:
        """What is said to its end from here to silence."""
        before = len(self.voice.whole)
        self.voice.pass_ms(60_000)
        assert not self.voice.queue.waiting
        return [announcement.text for announcement in self.voice.whole[before:]]

    def begun(self) -> str:
        """A moment later: the line that is being said."""
        self.voice.pass_ms(300)
        assert self.voice.queue.current is not None
        return self.voice.queue.current.announcement.text


def play(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 20))


_QUESTIONS = ("STATUS", "COUNTS", "SCORES", "HELP", "PIN", "WHATIS", "HOST", "MOTOR", "FIVE", "GUILTY", "YES")
CHANGES_NOTHING: dict[str, str] = {
    **{str(word): command_tag(CommandWord(word)) for word in (*sorted(_QUESTIONS), *sorted(VOICE_WISHES))},
    "badge": badge_tag(1),
    "no tag of ours": "garbage",
    "a card of another deck": card_tag("Q", "K1", 3),
    "a card that does not fit": card_tag("X", "K1", 15),
}


@pytest.mark.parametrize("text", CHANGES_NOTHING.values(), ids=CHANGES_NOTHING)
@pytest.mark.parametrize("while_it_is_said", ["Ann: red 1.", "Your turn, Ben."])
def test_a_scan_that_changes_nothing_is_answered_and_then_the_play_and_the_turn_are_told(
    text: str, while_it_is_said: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        while at.begun() != while_it_is_said:
            pass
        version = at.table.version
        await at.scan(text)
        told = at.hear()
        assert at.table.version == version
        assert told[-1] == "Your turn, Ben."
        assert Outcome.SPOKEN in at.voice.outcome("Ann: red 1.")

    play(scene())


@pytest.mark.parametrize("statement", ["Ben plays blue-3", "Ann plays red-2", 'scan "garbage"'])
def test_a_phone_that_changes_nothing_loses_no_turn_either(statement: str, tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.say("Ann plays red-1")
        assert at.begun() == "Ann: red 1."
        await at.say(statement)
        _, *told = at.hear()
        assert told == ["Ann: red 1.", "Your turn, Ben."]

    play(scene())


@pytest.mark.parametrize("word", ["STATUS", "COUNTS", "SCORES", "HELP", "PIN", "FASTER"])
@pytest.mark.parametrize("way", ["card", "phone", "refusal", "other question", "press", "denied press", "button"])
def test_an_answer_falls_silent_at_the_next_scan_press_question_or_refusal_and_is_not_given_again(
    word: str, way: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.scan(command_tag(CommandWord(word)))
        answer = at.begun()
        match way:
            case "card":
                await at.card("red-1")
            case "phone":
                await at.say("Ann plays red-1")
            case "refusal":
                await at.card("blue-3")
            case "other question":
                await at.scan(command_tag(CommandWord.COUNTS))
            case "press":
                at.attendant.attend(PressAccepted(0))
                await asyncio.sleep(0)
            case "denied press":
                await at.report(PressDenied(0, Denial.GUARD))
            case "button":
                await at.report(ButtonPressed(0, "status"))
        assert at.voice.outcome(answer)[0] is Outcome.CUT
        told = at.hear()
        asked_again = (way, word) in {("other question", "COUNTS"), ("button", "STATUS")}
        assert told.count(answer) == asked_again
        if way in {"card", "phone"}:
            assert told == ["Ann: red 1.", "Your turn, Ben."]

    play(scene())


@pytest.mark.parametrize("way", ["scanned", "from phones"])
def test_of_five_plays_within_a_second_while_a_sentence_is_spoken_the_last_is_told_and_the_true_turn(
    way: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        assert at.begun() == "Ann: red 1."
        for number, player in zip(range(2, 7), ("Ben", "Ann", "Ben", "Ann", "Ben"), strict=True):
            if way == "scanned":
                await at.card(f"red-{number}")
            else:
                await at.say(f"{player} plays red-{number}")
            at.voice.pass_ms(200)
        told = ["Ben: red 6.", "Your turn, Ann."]
        # The sound that answers a scan cuts what is heard, which in a flood is not told again.
        assert at.hear() == (told if way == "scanned" else ["Ann: red 1.", *told])
        assert at.table.state.turn == 0

    play(scene())


def test_plays_at_the_pace_of_quick_players_are_all_told_and_only_the_last_turn(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        for number in range(1, 4):
            await at.card(f"red-{number}")
            at.voice.pass_ms(700)
        at.hear()
        told = [announcement.text for announcement in at.voice.whole]
        assert told[-4:] == ["Ann: red 1.", "Ben: red 2.", "Ann: red 3.", "Your turn, Ben."]

    play(scene())


def test_whose_turn_it_was_is_not_said_once_the_round_is_won(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path, Verbosity.BRIEF)  # nothing is awaited then that brief would tell
        await at.begin("Ann holds red-1", "Ben holds 7")
        await at.scan(command_tag(CommandWord.COUNTS))
        await at.say("Ann says uno", "Ann plays red-1")
        told = at.hear()
        assert not [line for line in told if "turn" in line.lower()]

    play(scene())


def test_uno_leaves_the_turn_as_it_is_and_it_is_told(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin("Ann holds 2")
        await at.card("red-1")
        assert at.begun().startswith("Ann: red 1.")
        await at.scan(command_tag(CommandWord.UNO))
        assert sorted(at.hear()[1:]) == ["Ann: UNO!", "Your turn, Ben."]

    play(scene())


def test_a_press_from_which_nothing_comes_has_what_is_awaited_told_after_all(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("wild")  # no press is due, but the edge may not know it yet
        assert at.begun() == "Ann: wild."
        await at.report(PressAccepted(0))
        assert at.hear()[-1] == "Ann, name a colour."

    play(scene())


@pytest.mark.parametrize("asks", ["COUNTS", "garbage", "HELP", "STATUS"])
def test_the_question_how_many_cards_came_outlasts_other_questions_and_ends_with_its_answer(
    asks: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.table.begin_press("Ann", 3)
        await at.table.find_press(Finding.SENSOR_DISTURBED)
        await at.table.ask_press()
        question = at.begun()
        assert "Is that right?" in question
        await at.scan(asks if asks.islower() else command_tag(CommandWord(asks)))
        answer, *told = at.hear()
        assert "Is that right?" not in answer
        assert told == [question]
        at.attendant.tell_interrupted()
        assert at.begun() == question
        await at.scan(command_tag(CommandWord.TWO))
        assert at.hear() == ["Number: 2."]
        at.attendant.tell_interrupted()
        assert at.begun() == question
        await at.say("Ann presses 2")
        assert at.hear() == ["2 cards for Ann.", "Your turn, Ben."]

    play(scene())


@pytest.mark.parametrize("answer", ["YES", "NO"])
def test_the_offer_to_deal_is_cut_by_its_answer_before_anything_is_said_about_it(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            (*_, offer) = await table.say(GAME)
            assert "Or scan YES" in offer
            cut: list[int] = []

            def went_on(_: int, *, awaits_anew: bool) -> None:
                if awaits_anew:
                    cut.append(len(table.voice.heard))

            monkeypatch.setattr(table.voice, "went_on", went_on)
            before = len(table.voice.heard)
            assert await table.scan(answer)
            assert cut == [before]

    live(scene())


def test_the_welcome_gives_way_to_whoever_begins(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        at.attendant.tell([*said.ready(True, PAGE, pin_hint=True), *said.begin()])
        assert at.begun().startswith("The table is ready.")
        await at.scan(badge_tag(1))
        told = at.hear()
        assert told[0].startswith("player 1: seat 1.")
        assert not [line for line in told if line.startswith(("The table is ready", "No game yet"))]
        assert told[-1] == "Scan the next player's badge."

    play(scene())


def test_a_game_that_goes_on_after_the_power_was_off_is_not_told_as_it_was_once_it_has_moved(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        at.attendant.tell(said.game_resumed(at.table.state))
        assert at.begun().startswith("The game goes on.")
        await at.card("red-1")
        assert at.hear() == ["Ann: red 1.", "Your turn, Ben."]

    play(scene())


def test_what_was_awaited_comes_back_once_and_not_for_every_question(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.card("red-1")
        at.begun()
        for _ in range(3):
            await at.scan(command_tag(CommandWord.COUNTS))
            at.voice.pass_ms(300)
        assert at.hear() == ["Cards: Ann: 6, Ben: 7.", "Ann: red 1.", "Your turn, Ben."]
        turns = [entry for entry in at.voice.whole if entry.priority is Priority.TURN]
        assert [entry.text for entry in turns[-1:]] == ["Your turn, Ben."]

    play(scene())


def test_a_dispense_that_ended_early_is_told_before_the_answer_that_was_being_given(tmp_path: Path) -> None:
    async def scene() -> None:
        at = Evening(tmp_path)
        await at.begin()
        await at.scan(command_tag(CommandWord.STATUS))
        answer = at.begun()
        at.attendant.tell(said.fault("motor-stall"))
        assert at.hear() == [said_once(said.FAULTS["motor-stall"].message), answer]

    play(scene())


def said_once(text: str) -> str:
    return " ".join(text.split())
