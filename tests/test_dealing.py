"""The dispenser deals whole hands through button, motor and gate, and no fault costs or brings anybody a card."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest

from companion.deal import Deal, Progress, Throw
from companion.referee.events import Phase
from companion.referee.state import EMPTY
from companion.storage.journal import Journal
from companion.tags import CommandWord, badge_tag, card_tag, command_tag, number_cards
from companion.voice.between_plays.announcements import FAULTS
from companion.voice.lines import Verbosity
from firmware_bridge.bridge import DispenserMissingError
from firmware_bridge.light import Light
from firmware_bridge.reports import LateCard, PressAccepted, TagRead
from firmware_bridge.simulator.fault_plan import RandomFaults, ScriptedFaults, Strike
from tests.deal_table import GAME, DealTable, live
from tests.referee.table_talk import after
from tests.soak import SOAK

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
RED_ONE = card_tag("X", "K1", 1)
BEGUN = "The dispenser deals: shuffle, put all the cards in and close the lid."
LAST = "All hands are dealt. Press once more, turn that card up and scan it."


async def dealing(table: DealTable, game: str = GAME) -> None:
    """The table said YES to the offer."""
    await table.say(game)
    await table.scan("YES")


# Whole deals


@pytest.mark.parametrize("angles", [(), (-60, -30, 0, 30, 60, 90, -90, 10, 20, 40)], ids=["by hand", "servo"])
@pytest.mark.parametrize(("players", "hand_size"), [(2, 7), (3, 1), (4, 7), (5, 2), (6, 9), (10, 7), (2, 20)])
def test_everybody_gets_the_number_agreed_on_at_a_press_each_and_one_card_is_turned_up(
    players: int, hand_size: int, angles: tuple[int, ...], tmp_path: Path
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, angles=angles) as table:
            await dealing(table, f"game extreme players={','.join(NAMES[:players])} hand_size={hand_size}")
            for place in range(players):
                came = 0
                assert table.desk.seat == place
                while table.desk.seat == place:
                    thrown, heard = await table.press()
                    assert thrown, heard
                    came += thrown
                assert came == hand_size
            assert table.hands == dict.fromkeys(NAMES[:players], hand_size)
            assert table.voice.heard[-1] == LAST
            thrown, heard = await table.press()
            assert (thrown, heard) == (1, ["Turn that card up and scan it."])
            version = table.table.version
            assert version == 1  # nothing of it was a statement
            heard = await table.scan(RED_ONE)
            assert heard == ["Top card: red 1.", "Your turn, Ann."]
            assert table.table.state.phase is Phase.PLAYING
            assert table.desk.progress is None
            assert table.at_rest
            assert sum("Turn the dispenser to" in line for line in table.voice.heard) == (0 if angles else players)

    live(scene())


def test_the_servo_has_turned_to_the_player_before_a_card_flies(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, angles=(-90, 90, 10)) as table:
            await dealing(table)
            await table.calm()
            table.simulator.press()
            while table.hands.get("Ann", 0) < 7 or table.bridge.health()["aim"] != "turning":
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.75)
            table.simulator.press()
            await asyncio.sleep(0.2)
            assert table.bridge.health()["aim"] == "turning"
            assert table.bridge.health()["motor"] == "off"
            await table.calm(5)
            assert table.hands == {"Ann": 7, "Ben": 7}
            assert table.bridge.health()["aim"] == "reached"

    live(scene())


@pytest.mark.parametrize("seed", range(6))
def test_a_press_for_somebody_is_asked_for_in_one_line_with_turning_the_dispenser_there(
    seed: int, tmp_path: Path
) -> None:
    asks = re.compile(r"(Turn the dispenser to (\w+)\. )?Press (?:again|the button): .* for (\w+)\.")

    async def scene() -> None:
        faces: str | None = None  # whom the dispenser threw to last

        def look(table: DealTable) -> None:
            shown = table.desk.progress
            if shown is None or shown.player is None or shown.in_doubt:
                return
            last = next(line for line in reversed(table.voice.heard) if " dispenser to " in line or "Press " in line)
            asked = asks.fullmatch(last)
            assert asked is not None, last
            assert asked[3] == shown.player
            assert asked[2] == (None if faces == shown.player else shown.player)

        for _ in range(6):  # each time switched on anew
            async with DealTable(tmp_path, faults=RandomFaults(seed, 0.4)) as table:
                faces = None
                if not table.table.state.seats:
                    await dealing(table)
                for _ in range(3):
                    look(table)
                    shown = table.desk.progress
                    assert shown is not None
                    if shown.in_doubt:
                        await table.scan("YES")
                        continue
                    faces = shown.player or faces
                    await table.press()
                    await table.mend()
                    look(table)

    live(scene())


HEARD = Path(__file__).parent / "narration" / "heard" / "deal.txt"


def test_a_deal_with_all_that_can_be_said_in_it_is_heard_as_the_transcript_has_it_in_both_languages(
    tmp_path: Path,
) -> None:
    async def step(table: DealTable, words: str) -> None:
        """One line of the transcript: ``press``, ``scan WORD …``, ``fault NAME``, ``mend``, or a statement."""
        match words.split():
            case ["press"]:
                await table.press()
            case ["mend"]:
                await table.mend()
            case ["scan", *cards]:
                await table.scan(*(badge_tag(int(card)) if card.isdigit() else card for card in cards))
            case ["fault", name]:
                table.fault(name)
                await table.calm()
            case _:
                await table.say(words)

    async def scene() -> list[str]:
        told: list[str] = []
        async with DealTable(tmp_path, locales=("en", "fr")) as table:
            for words in (row for row in rows if row[:1].strip()):
                before = len(table.voice.heard)
                await step(table, words)
                told += [words, *(f"    {text}" for text in table.voice.heard[before:])]
        return told

    rows = [row for row in HEARD.read_text(encoding="utf-8").splitlines() if row and not row.startswith("#")]
    assert live(scene()) == rows


# What goes wrong


def name_in_turn(table: DealTable) -> str | None:
    shown = table.desk.progress
    return None if shown is None else shown.player


async def dealt_by_people_who_count(table: DealTable, wanted: int) -> dict[str, int]:
    """Presses, counts, mends and answers until every hand is complete; what lies before each player then."""
    piles: dict[str, int] = {}
    for _ in range(200):
        player = name_in_turn(table)
        if player is None:
            return piles
        thrown = table.simulator.cards_thrown
        _, heard = await table.press()
        assert table.at_rest
        gate_died = table.simulator._physics.lines["gate"].forced is False
        await table.mend()
        piles[player] = piles.get(player, 0) + table.simulator.cards_thrown - thrown
        deal, shown = table.desk._deal, table.desk.progress
        assert deal is not None
        assert shown is not None
        told, asked = deal.held_by(player), shown.in_doubt
        if told < min(piles[player], wanted) or told > piles[player] or asked:
            invited = any(line.endswith("If another number came out, scan it and DONE.") for line in heard)
            unseen = gate_died and told == piles[player] + 1  # near a card's end: to one beam, a card that left
            assert asked or invited or unseen, (player, told, piles, heard)
            badge = badge_tag(table.table.state.seat(player) + 1)
            await table.scan(*([] if asked else [badge]), *number_cards(piles[player]))
            await table.mend()
        piles[player] = min(piles[player], wanted)  # what is too many goes back
        assert table.hands.get(player, 0) == piles[player], heard
    raise AssertionError(table.voice.heard)


@pytest.mark.parametrize("after_ms", [0, 700, 1900])
@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        ("no-feed", "No card came: press the cards down, or wipe the roller."),
        ("jam", "A card is stuck at the exit: pull it out."),
        ("double-feed", "Two cards may have come at once: count them."),
        ("lid-open", "The lid is open: close it."),
        ("motor-stall", "The motor seems blocked, by its driver's word: switch off, open the lid, free the roller."),
        ("gate-dead", ""),
        ("hopper:0", "The dispenser is empty: fill it and close the lid."),
        ("sunlight", ""),
        ("flicker", ""),
        ("slip", ""),
    ],
)
def test_whatever_fails_in_the_middle_of_a_deal_every_hand_is_complete_in_the_end(
    fault: str, remedy: str, after_ms: int, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, faults=ScriptedFaults({2: [Strike(fault, after_ms)]})) as table:
            await dealing(table)
            piles = await dealt_by_people_who_count(table, 7)
            assert piles == {"Ann": 7, "Ben": 7, "Cleo": 7}
            assert after_ms or not remedy or remedy in table.voice.heard
            assert (await table.press())[0] == 1
            assert table.at_rest
            assert table.table.version == 1
            assert table.table.state == after(EMPTY, GAME)

    live(scene())


@pytest.mark.parametrize("seed", range(200 if SOAK else 12))
def test_with_a_fault_at_every_other_press_every_hand_is_complete_in_the_end(seed: int, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, faults=RandomFaults(seed, 0.5)) as table:
            await dealing(table, "game extreme players=Ann,Ben,Cleo,Dan hand_size=5")
            assert await dealt_by_people_who_count(table, 5) == dict.fromkeys(("Ann", "Ben", "Cleo", "Dan"), 5)

    live(scene())


SENTENCES = {phrase.message for phrase in FAULTS.values()}


@pytest.mark.parametrize("game", ["deal", "press"])
@pytest.mark.parametrize(
    ("fault", "after_ms", "finding"),
    [
        ("lid-open", 0, "lid-open"),
        ("lid-open", 1000, "lid-open"),
        ("hopper:1", 0, "hopper-empty"),
        ("sunlight", 0, None),  # it may look like two cards, too
        ("jam", 0, "stuck-at-exit"),
        ("double-feed", 0, "double-feed"),
        ("no-feed", 0, "no-feed"),
    ],
)
def test_a_fault_is_told_once_though_its_sensor_and_the_end_of_the_dispense_both_report_it(
    fault: str, after_ms: int, finding: str | None, *, game: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, faults=ScriptedFaults({1: [Strike(fault, after_ms)]})) as table:
            await table.say("game extreme players=Ann,Ben draw_from=dispenser")
            await (table.scan("YES") if game == "deal" else table.say("top red-5"))
            _, heard = await table.press()
            await table.calm(3)
            told = [line for line in heard if line in SENTENCES]
            assert len(told) == 1, heard
            assert finding is None or told == [FAULTS[finding].message]

    live(scene())


@pytest.mark.parametrize("fault", ["no-feed", "hopper:0"])
def test_a_fault_that_is_met_again_by_the_next_press_is_told_again(fault: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault(fault)
            _, first = await table.press()
            _, second = await table.press()
            assert [line for line in second if line in SENTENCES] == [first[-3 if fault == "no-feed" else -2]]

    live(scene())


@pytest.mark.parametrize("seed", range(8))
def test_whatever_fails_no_fault_is_told_twice_at_a_press(seed: int, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, faults=RandomFaults(seed, 0.9)) as table:
            await dealing(table)
            for _ in range(8):
                _, heard = await table.press()
                told = [line for line in heard if line in SENTENCES]
                assert len(told) == len(set(told)), heard
                await table.mend()
                await table.scan("YES")

    live(scene())


def test_after_a_fault_the_next_press_brings_what_is_missing_and_not_a_whole_hand(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault("hopper:3")
            thrown, heard = await table.press()
            assert thrown == 3
            assert heard == [
                "The dispenser is empty: fill it and close the lid.",
                "Press again: 4 more cards for Ann.",
            ]
            await table.mend()
            thrown, heard = await table.press()
            assert (thrown, heard[0]) == (4, "7 cards for Ann.")

    live(scene())


def test_a_card_pulled_from_the_gate_is_counted_for_its_hand(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, faults=ScriptedFaults({1: [Strike("jam", 900)]})) as table:
            await dealing(table)
            before = table.simulator.cards_thrown
            await table.press()
            table.fault("pulled-card")
            await table.calm(2)
            shown = table.desk.progress
            assert shown is not None
            assert shown.counted == table.simulator.cards_thrown - before > 0
            if shown.in_doubt:
                await table.scan("YES")
            assert table.hands == {"Ann": shown.counted}

    live(scene())


def test_cards_that_a_dead_gate_missed_let_the_motor_rest(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault("no-feed")
            await table.press()
            heard = await table.scan("TWO", "DONE")  # so the table has seen two
            assert heard[1] == "The card sensor sees nothing: clean it, check its cable, then open and close the lid."
            assert table.hands == {"Ann": 2}

    live(scene())


def test_a_card_pulled_from_the_gate_is_told(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault("hopper:3")
            await table.press()
            table.attendant.attend(LateCard(0))
            await table.calm()
            assert table.voice.heard[-2:] == ["One more card for Ann.", "Press again: 3 more cards for Ann."]
            await table.mend()
            await table.press()
            assert table.hands == {"Ann": 7}
            table.attendant.attend(LateCard(0))
            await table.calm()
            assert "1 card too many for Ann: put it back into the dispenser." in table.voice.heard[-3:]
            assert table.hands == {"Ann": 7}

    live(scene())


def test_a_gate_that_saw_nothing_of_two_throws_is_not_believed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            table.fault("gate-dead")
            _, heard = await table.press()
            assert heard[-1] == "Press the button: 7 cards for Ben."
            assert "0 cards were counted for Ben. If another number came out, scan it and DONE." in heard
            _, heard = await table.press()
            assert heard[-1].startswith("0 cards were counted for Ben. Is that right?")
            assert (await table.press())[0] == 0

    live(scene())


LACKING = ["Ann lacks 4 cards.", "Ben lacks 7 cards.", "Cleo lacks 7 cards."]


async def broken_off(table: DealTable) -> None:
    """Ann has got 3 cards, and no more come."""
    await dealing(table)
    table.fault("hopper:3")
    await table.press()


def test_a_deal_that_is_broken_off_tells_who_lacks_how_many_cards_and_again_when_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await broken_off(table)
            told = (await table.scan("NO"))[-1]
            assert told.startswith(" ".join(["The dispenser deals no more: deal the rest by hand.", *LACKING]))
            assert " ".join(LACKING) in await table.scan("STATUS")
        async with DealTable(tmp_path) as again:
            assert any(" ".join(LACKING) in line for line in again.voice.heard)
            assert (await again.scan("YES"))[-1] == "Turn the dispenser to Ann. Press again: 4 more cards for Ann."

    live(scene())


@pytest.mark.parametrize("in_mid_throw", [False, True])
def test_a_first_card_before_all_hands_are_dealt_tells_who_lacks_how_many(in_mid_throw: bool, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            if in_mid_throw:
                await dealing(table)
                await table.calm()
                before = table.simulator.cards_thrown
                table.simulator.press()
                await asyncio.sleep(1.6)
                await table.scan(RED_ONE)
                await table.calm()
                came = table.simulator.cards_thrown - before
            else:
                await broken_off(table)
                await table.scan(RED_ONE)
                came = 3
            told = f"Ann lacks {7 - came} cards. Ben lacks 7 cards. Cleo lacks 7 cards. Deal them by hand."
            assert table.voice.heard.count(told) == 1

    live(scene())


def test_no_while_cards_are_coming_tells_who_lacks_how_many_once_the_motor_rests(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.calm()
            before = table.simulator.cards_thrown
            table.simulator.press()
            await asyncio.sleep(1.6)
            await table.scan("NO")
            await table.calm()
            lacks = 7 - (table.simulator.cards_thrown - before)
            told = [line for line in table.voice.heard if line.startswith("The dispenser deals no more")]
            assert len(told) == 1
            assert f"Ann lacks {lacks} cards." in told[0]

    live(scene())


def test_a_deal_that_was_complete_leaves_nothing_to_deal_by_hand(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            for _ in range(3):
                await table.press()
            told = (await table.scan("NO"))[-1]
            assert told == "The dispenser deals no more. Turn up the first card and scan it."

    live(scene())


@pytest.mark.parametrize("word", ["MOTOR", "NO"])
def test_the_motor_card_stops_a_deal_at_once_and_no_ends_it(word: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.calm()
            thrown = table.simulator.cards_thrown
            table.simulator.press()
            await asyncio.sleep(1.6)
            table.attendant.attend(TagRead(0, command_tag(CommandWord(word)), repeated=False))
            await asyncio.sleep(0.1)
            assert table.at_rest
            await table.calm()
            came = table.simulator.cards_thrown - thrown
            assert 0 < came < 7
            if table.desk.progress is not None and table.desk.progress.in_doubt:
                await table.scan(*number_cards(came))
            assert (table.desk.progress is None) == (word == "NO")
            heard = await table.scan("YES")
            if table.desk.progress is not None and table.desk.progress.in_doubt:
                heard = await table.scan(*number_cards(came))
            assert heard[-1] == f"Press again: {7 - came} more card{'s' * (came < 6)} for Ann."

    live(scene())


def test_a_first_card_in_the_middle_of_a_hand_stops_the_motor_and_begins_the_round(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.calm()
            before = table.simulator.cards_thrown
            table.simulator.press()
            await asyncio.sleep(1.6)
            await table.scan(RED_ONE)
            assert table.at_rest
            await table.calm()
            assert 0 < table.simulator.cards_thrown - before < 7
            assert table.table.state.phase is Phase.PLAYING
            assert table.desk.progress is None
            assert table.voice.heard[-1] != "Press again"
            thrown, _ = await table.press()  # the game's again: the launcher decides
            assert table.table.version == 3
            assert thrown == table.table.state.seats[0].count - 7

    live(scene())


def test_a_dispenser_that_is_gone_when_its_turn_comes_throws_nothing_and_the_deal_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)

            def gone(cards: int) -> None:
                raise DispenserMissingError("gone")

            dispense = table.bridge.dispense
            table.bridge.dispense = gone  # type: ignore[method-assign]
            assert (await table.press()) == (0, ["Press the button: 7 cards for Ann."])
            table.bridge.dispense = dispense  # type: ignore[method-assign]
            assert (await table.press())[0] == 7

    live(scene())


def test_a_failure_of_the_program_in_mid_deal_switches_the_motor_off_and_asks(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.presses.on_dispensed = lambda *_: 1 / 0  # type: ignore[assignment]
            _, heard = await table.press()
            assert table.at_rest
            assert heard[-1].startswith("The deal was interrupted. 7 cards were counted for Ann. Is that right?")
            assert (await table.scan("YES"))[-1] == "Turn the dispenser to Ben. Press the button: 7 cards for Ben."

    live(scene())


# Power cuts


@pytest.mark.parametrize("seconds", [0.1, 1.4, 2.2, 4.0, 20.0])
def test_a_deal_goes_on_after_a_power_cut_at_any_moment_and_asks_what_nobody_counted(
    seconds: float, tmp_path: Path
) -> None:
    async def scene() -> None:
        table = DealTable(tmp_path)
        async with table:
            await dealing(table)
            await table.press()
            await table.calm()
            thrown = table.simulator.cards_thrown
            table.simulator.press()
            await asyncio.sleep(seconds)
            table.bridge.motor_off()
            for task in table.attendant._tasks:
                task.cancel()
        came = table.simulator.cards_thrown - thrown
        async with DealTable(tmp_path) as again:
            assert again.voice.heard[0] == "The deal goes on."
            assert again.hands["Ann"] == 7
            shown = again.desk.progress
            assert shown is not None
            if shown.in_doubt:
                assert any("The deal was interrupted." in line for line in again.voice.heard)
                assert (await again.press())[0] == 0  # first the number
                assert "Is that right?" in again.voice.heard[-1]
                await again.scan(*number_cards(came))
            missing = 7 - again.hands.get("Ben", 0)
            if missing:
                assert again.desk.seat == 1
                assert (await again.press())[0] == missing
            assert again.desk.seat == 2

    live(scene())


# What the table wants


@pytest.mark.parametrize(
    ("game", "offers"),
    [
        (GAME, True),
        ("game classic players=Ann,Ben draw_from=dispenser", True),
        ("game classic players=Ann,Ben", False),
    ],
)
def test_the_offer_is_made_where_cards_come_from_the_dispenser_and_the_card_that_says_yes_is_refused_elsewhere(
    game: str, offers: bool, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            heard = await table.say(game)
            assert heard[-1].endswith("Or scan YES, and the dispenser deals.") is offers
            assert table.desk.offered is offers
            await table.scan("YES")
            assert (table.desk.progress is not None) is offers

    live(scene())


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_a_hand_deal_is_guided_as_much_as_the_table_wants_to_hear(verbosity: Verbosity, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, deals="never", verbosity=verbosity) as table:
            heard = await table.say(GAME)
            guide = "Turn up the first card and scan it."
            assert heard[-1] == (guide if verbosity is Verbosity.BRIEF else f"Shuffle. 7 cards each. {guide}")
            assert not table.desk.offered
            assert "Turn up the first card and scan it." in (await table.scan("YES"))[-1]
            assert table.desk.progress is None

    live(scene())


def test_where_the_dispenser_always_deals_it_begins_at_once_in_every_round(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path, deals="always") as table:
            heard = await table.say("game extreme players=Ann,Ben hand_size=1")
            assert heard[-2:] == [BEGUN, "Turn the dispenser to Ann. Press the button: 1 card for Ann."]
            for _ in range(3):
                await table.press()
            await table.scan(RED_ONE)
            await table.say("Ann plays red-2", "Ben left 5 points")
            heard = await table.say("round")
            assert heard[-1] == "Turn the dispenser to Ben. Press the button: 1 card for Ben."  # Ann deals now
            assert table.desk.progress == Progress("Ben", 0, 1)

    live(scene())


def test_an_offer_is_declined_by_a_no_or_by_the_first_card_and_then_the_other_cards_are_asked_for(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await table.say(GAME)
            assert "yes, no" in (await table.scan("HELP"))[-1]
            assert await table.scan("NO") == ["Deal 7 cards each. Turn up the first card and scan it."]
            helped = (await table.scan("HELP"))[-1]
            assert "yes, undo" in helped.replace(". To put right: ", ", ")  # the dispenser may deal after all
            assert ", no" not in helped
            assert await table.scan("NO") == ["Not now. Turn up the first card and scan it."]
            assert (await table.press())[0] == 0
            heard = await table.scan(RED_ONE)
            fill = "Put all the other cards into the dispenser and close the lid. Your turn, Ann."
            assert heard[-1] == fill
            table.fault("lid-open")
            await table.calm()
            table.fault("lid-closed")
            await table.calm()
            assert table.voice.heard[-1] == "Ready. Your turn, Ann."
            table.fault("lid-open")
            await table.calm()
            table.fault("lid-closed")
            await table.calm()
            assert table.voice.heard[-1] == "The lid is open: close it."  # and that it is ready is said once

    live(scene())


@pytest.mark.parametrize("fault", ["double-feed", "jam", "no-feed", "hopper:0", "gate-dead", "flicker", None])
def test_once_a_press_was_made_nobody_hears_that_the_filled_dispenser_is_ready(
    fault: str | None, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await table.say("game extreme players=Ann,Ben draw_from=dispenser")
            assert (await table.scan("NO", RED_ONE))[-1].startswith("Put all the other cards into the dispenser")
            if fault is not None:
                table.fault(fault)
            await table.press()
            await table.mend()
            await table.mend()
            assert not any(line.startswith("Ready.") for line in table.voice.heard)

    live(scene())


@pytest.mark.parametrize("fault", ["double-feed", "jam", None])
def test_of_the_cards_that_come_to_be_turned_up_all_but_one_go_back(fault: str | None, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table, "game extreme players=Ann,Ben hand_size=1")
            await table.press()
            await table.press()
            if fault is not None:
                table.fault(fault)
            thrown, heard = await table.press()
            back = "One card is to be turned up: if more came, put the others back into the dispenser."
            assert (back in heard) == (fault is not None), (thrown, heard)
            assert heard[-1].endswith("urn that card up and scan it.")

    live(scene())


@pytest.mark.parametrize("no_after", [None, 2, 3])
def test_after_the_dispenser_s_own_deal_nobody_is_asked_to_fill_it(no_after: int | None, tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table, "game extreme players=Ann,Ben hand_size=1")
            for presses in range(1, 4):
                await table.press()
                if presses == no_after:  # when every hand was complete
                    await table.scan("NO")
                    break
            assert (await table.scan(RED_ONE))[-1] == "Your turn, Ann."

    live(scene())


def test_a_first_card_that_is_sent_back_is_followed_by_another_at_a_press(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table, "game extreme players=Ann,Ben hand_size=1 first_card=redraw")
            for _ in range(3):
                await table.press()
            heard = await table.say("top red-skip")
            assert heard[-1] == LAST
            thrown, heard = await table.press()
            assert (thrown, heard) == (1, ["Turn that card up and scan it."])
            assert (await table.say("top red-5"))[-1] == "Your turn, Ann."

    live(scene())


def test_undo_takes_a_deal_up_where_it_stood_and_a_new_game_begins_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            await table.say("top red-5")
            assert table.desk.progress is None
            heard = await table.say("undo")
            assert heard[-1] == "Turn the dispenser to Ben. Press the button: 7 cards for Ben."
            heard = await table.say(GAME)
            assert heard[-1].endswith("Or scan YES, and the dispenser deals.")
            await table.scan("YES")
            assert table.desk.progress == Progress("Ann", 0, 7)

    live(scene())


ASKED = "cards were counted for Ann. Is that right? Scan YES, or the number and DONE."
UNDONE = f"Undone: the number of cards for Ann. {{}} {ASKED}"


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("undo", ["card", "page"])
@pytest.mark.parametrize(
    ("fault", "answers", "counted"),
    [
        (None, (), 7),  # all came, as the gate counted them
        ("hopper:3", (), 3),  # fewer came
        ("hopper:3", (badge_tag(1), "FOUR", "DONE"), 3),  # a number told by badge
        ("double-feed", ("NINE", "DONE"), 2),  # a wrong answer to the question
        ("double-feed", ("YES",), 2),
        ("no-feed", ("FOUR", "DONE"), 0),
    ],
)
def test_undo_in_a_deal_asks_again_for_the_number_of_the_hand_that_was_dealt_last(
    fault: str | None, answers: tuple[str, ...], counted: int, *, undo: str, restart: bool, tmp_path: Path
) -> None:
    async def take_back(table: DealTable) -> str:
        return (await (table.scan("UNDO") if undo == "card" else table.say("undo")))[-1]

    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            if fault is not None:
                table.fault(fault)
            await table.press()
            await table.mend()
            await table.scan(*answers)
            if not restart:
                await asks(table)
        if restart:
            async with DealTable(tmp_path) as again:
                await asks(again)

    async def asks(table: DealTable) -> None:
        assert await take_back(table) == UNDONE.format(counted)
        assert table.desk.progress == Progress("Ann", counted, 7, in_doubt=True)
        assert await take_back(table) == f"{counted} {ASKED}"
        assert (await table.press()) == (0, [f"{counted} {ASKED}"])
        assert (await table.scan("FIVE", "DONE"))[-1].endswith("Press again: 2 more cards for Ann.")
        assert table.table.version == 1
        assert table.table.state == after(EMPTY, GAME)

    live(scene())


def test_a_number_that_is_asked_for_again_is_so_over_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            await table.scan("UNDO")
        async with DealTable(tmp_path) as again:
            assert again.voice.heard[-1] == f"7 {ASKED}"
            await again.scan("YES")
            assert again.hands == {"Ann": 7}

    live(scene())


def test_undo_repeats_a_question_that_is_open_in_the_deal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault("double-feed")
            await table.press()
            assert await table.scan("UNDO") == [f"2 {ASKED}"]
            assert table.table.state.seats

    live(scene())


def test_undo_while_cards_are_coming_takes_nothing_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.calm()
            table.simulator.press()
            await asyncio.sleep(1)
            table.attendant.attend(TagRead(0, command_tag(CommandWord.UNDO), repeated=False))
            await asyncio.sleep(0.1)
            assert table.voice.heard[-1] == "One moment, cards are coming."
            await table.calm()
            assert table.hands == {"Ann": 7}

    live(scene())


def test_help_in_a_deal_tells_how_a_hand_is_told_anew_and_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await table.say(GAME)
            assert "badge" not in (await table.scan("HELP"))[-1]
            await table.scan("YES")
            await table.press()
            told = (await table.scan("HELP"))[-1]
            assert told.startswith(
                "Scan now: a badge before the number of its cards, the card turned up, yes, no, digits, then done."
            )
            assert "To put right: undo." in told

    live(scene())


def test_undo_takes_the_no_back_that_left_a_deal_to_hands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await broken_off(table)
            await table.scan("NO")
            assert (await table.scan("UNDO"))[-1] == "Press again: 4 more cards for Ann."
            await table.scan("NO")
        async with DealTable(tmp_path) as again:
            assert (await again.scan("UNDO"))[-1] == "Turn the dispenser to Ann. Press again: 4 more cards for Ann."

    live(scene())


@pytest.mark.parametrize("answer", [(), ("YES",), ("NO",), ("YES", "NO")])
def test_undo_takes_the_game_back_as_long_as_nothing_was_dealt(answer: tuple[str, ...], tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await table.say(GAME)
            await table.scan(*answer)
            assert "Undone: the new game." in await table.scan("UNDO")
            assert table.table.state.phase is Phase.NONE
            assert table.desk.progress is None
            assert (await table.press())[0] == 0

    live(scene())


def test_undo_takes_back_whatever_was_last_a_statement_or_a_hand(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            await table.say("Ben leaves")
            assert "Undone: Ben leaves the table." in await table.scan("UNDO")
            assert (await table.scan("UNDO"))[-1] == UNDONE.format(7)
            await table.scan("YES")
            await table.say("Ben leaves")
            await table.press()
            assert "Undone: the number of cards for Cleo." in (await table.scan("UNDO"))[-1]

    live(scene())


def test_a_player_who_leaves_while_hands_are_dealt_gets_no_more_cards(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            heard = await table.say("Ben leaves")
            assert heard[-1] == "Turn the dispenser to Cleo. Press the button: 7 cards for Cleo."

    live(scene())


def test_a_hand_that_is_found_short_or_long_is_put_right_by_its_badge_and_number(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            heard = await table.scan(badge_tag(1), "SIX", "DONE")
            assert heard[-1] == "Turn the dispenser to Ann. Press again: 1 more card for Ann."
            assert (await table.press())[0] == 1
            heard = await table.scan(badge_tag(1), "NINE", "DONE")
            assert heard == [
                "Badge: Ann.",
                "Number: 9.",
                "2 cards too many for Ann: put them back into the dispenser.",
                "Turn the dispenser to Ben. Press the button: 7 cards for Ben.",
            ]

    live(scene())


def test_a_number_in_doubt_is_asked_again_whatever_else_is_answered(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            table.fault("double-feed")
            await table.press()
            shown = table.desk.progress
            assert shown is not None
            assert shown.in_doubt
            question = table.voice.heard[-1]
            assert "for Ann. Is that right? Scan YES, or the number and DONE." in question
            for words in (["NO"], ["DONE"], ["NINE"] * 4):
                assert (await table.scan(*words))[-1] == question
            assert (await table.press()) == (0, [question])
            await table.scan("SEVEN", "DONE")
            assert table.desk.progress == Progress("Ben", 0, 7)

    live(scene())


def test_where_are_we_tells_how_the_deal_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            await table.press()
            assert await table.scan("STATUS") == [
                "The dispenser deals. Turn the dispenser to Ben. Press the button: 7 cards for Ben."
            ]
            await table.calm()
            table.simulator.press()
            await asyncio.sleep(1)
            table.attendant.attend(TagRead(0, command_tag(CommandWord.STATUS), repeated=False))
            await asyncio.sleep(0.1)
            assert table.voice.heard[-1] == "The dispenser deals. One moment, cards are coming."

    live(scene())


def test_what_is_to_be_thrown_is_on_the_disk_before_the_motor_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            found: list[Deal | None] = []
            dispense = table.bridge.dispense

            def look_first(cards: int) -> None:
                disk = Journal(tmp_path, read_only=True)
                found.append(disk.last_deal())
                disk.close()
                dispense(cards)

            monkeypatch.setattr(table.bridge, "dispense", look_first)
            await table.press()
            await table.press()
            throws = [deal.throw for deal in found if deal is not None]
            assert throws == [Throw("Ann", 7), Throw("Ben", 7)]

    live(scene())


def test_a_push_that_comes_with_the_yes_is_nobody_s(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await table.say(GAME)
            await table.scan("YES")
            table.simulator.press()
            await table.calm()
            assert table.simulator.cards_thrown == 0
            assert table.voice.heard[-1] == "Too soon: press again."

    live(scene())


def test_a_second_push_right_after_a_hand_is_nobody_s_and_the_lamp_tells_when_a_push_counts(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)

            def lamp() -> Light:
                return table.bridge._lights["turn"]

            assert lamp() is Light.ON
            await table.calm()
            table.simulator.press()
            while table.hands.get("Ann", 0) < 7:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.05)
            thrown = table.simulator.cards_thrown
            table.simulator.press()
            await table.calm()
            assert table.simulator.cards_thrown == thrown
            assert table.voice.heard[-1] == "Too soon: press again."
            await table.scan("NO")
            assert lamp() is Light.FLASHING

    live(scene())


def test_a_push_that_was_let_in_for_the_deal_is_no_press_of_the_game_that_begins_meanwhile(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)
            pushed_ns = asyncio.get_running_loop().now_ns()  # type: ignore[attr-defined]
            await asyncio.sleep(0.001)
            await table.say("top red-5")
            assert await table.presses.press(PressAccepted(pushed_ns)) is None
            assert table.table.version == 2

    live(scene())


def test_a_disk_that_takes_nothing_holds_up_no_deal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with DealTable(tmp_path) as table:
            await dealing(table)

            def full(deal: Deal) -> None:
                raise sqlite3.OperationalError(f"disk full: {deal}")

            table.table.journal._journal.note_deal = full  # type: ignore[method-assign]
            assert (await table.press())[0] == 7
            assert table.hands == {"Ann": 7}
            assert table.table.journal.state == "memory"

    live(scene())
