"""From the button to the statement: one press at a time, counted, journalled before the motor, never lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.author import Author
from companion.open_press import OpenPress
from companion.press import PressDesk
from companion.referee.notation import read
from companion.storage.journal import Journal
from companion.table import Table
from companion.updates import Update
from firmware_bridge.fire_profiles import Launcher, load_profiles
from firmware_bridge.light import Light
from firmware_bridge.reports import CardCounted, DispenseEnded, Finding, LidChanged, PressAccepted

T = TypeVar("T")


class FakeBridge:
    """Records what it was asked for; the test plays the gate."""

    def __init__(self) -> None:
        self.allowed: list[int | None] = []
        self.sounds: list[str] = []
        self.asked = asyncio.Event()
        self.dispensed: list[int] = []
        self.steadied = asyncio.Event()
        self.steadied.set()

    def allow_presses(self, from_ns: int | None) -> None:
        self.allowed.append(from_ns)

    def dispense(self, cards: int) -> None:
        self.dispensed.append(cards)
        self.asked.set()

    def sound(self, name: str) -> None:
        self.sounds.append(name)

    def motor_off(self) -> None:
        self.sounds.append("motor off")

    def gate_missed(self) -> None:
        self.sounds.append("gate missed")

    def gate_trusted(self) -> None:
        self.sounds.append("gate trusted")

    def show(self, lights: Mapping[str, Light]) -> None:
        self.lights = dict(lights)

    async def steady(self) -> None:
        await self.steadied.wait()


class Draws(Launcher):
    """A launcher whose draws the test has chosen."""

    def __init__(self, *draws: int) -> None:
        profiles = load_profiles()
        super().__init__(
            profiles.fire_profile("historic_shuffled"), profiles.count_profile("extreme_1_8"), random.Random(0)
        )
        self.coming = list(draws)
        self.fewest_coming = 0
        self.resets = 0

    @property
    def fewest(self) -> int:
        return self.fewest_coming

    def draw(self) -> int:
        return self.coming.pop(0)

    def reset(self) -> None:
        super().reset()
        self.resets = getattr(self, "resets", 0) + 1


class Bench:
    def __init__(
        self, folder: Path, *draws: int, statements: str = "game extreme players=Ann,Ben\ntop red-5"
    ) -> None:
        self.now_ns = 1_000_000_000
        self.table = Table(Journal(folder))
        self.bridge = FakeBridge()
        self.launcher = Draws(*draws)
        self.desk = PressDesk(
            self.table, self.bridge, self.launcher, guard_ms=700, suspense_ms=0, clock_ns=lambda: self.now_ns
        )
        self.statements = statements

    async def say(self, *lines: str) -> list[Update]:
        return [await self.table.submit(read(line)) for line in lines]

    async def ready(self) -> None:
        await self.say(*self.statements.split("\n"))

    def push(self) -> asyncio.Task[Update | None]:
        return asyncio.create_task(self.desk.press(PressAccepted(self.now_ns)))

    async def count(self, *counted: int, asked: int, finding: Finding | None = None) -> None:
        await self.bridge.asked.wait()
        for number in counted:
            self.desk.report(CardCounted(self.now_ns, number))
        self.desk.report(DispenseEnded(self.now_ns, asked, counted[-1] if counted else 0, finding))

    def hand(self, name: str) -> int:
        state = self.table.state
        return state.seats[state.seat(name)].count


def play(scene: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(scene, 10))


def test_a_press_that_does_not_fire_is_the_turn_all_the_same(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 0)
        await bench.ready()
        update = await bench.push()
        assert update is not None
        assert update.statement == "Ann presses 0"
        assert bench.bridge.dispensed == []
        assert bench.bridge.sounds[-1] == "falling"
        assert bench.table.state.name(bench.table.state.turn or 0) == "Ben"

    play(scene())


def test_what_the_gate_counted_goes_to_the_presser_and_not_what_was_drawn(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 5)
        await bench.ready()
        found: list[tuple[Finding | None, int]] = []
        bench.desk.on_dispensed = lambda ended: found.append((ended.finding, ended.counted))
        pressed = bench.push()
        await bench.count(1, 2, 3, 4, 5, 6, asked=5)
        await pressed
        assert bench.bridge.dispensed == [5]
        assert bench.hand("Ann") == 13
        assert found == [(None, 6)]

    play(scene())


def test_the_draw_is_on_the_disk_before_the_motor_starts_and_every_card_updates_it(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 3)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        other = Journal(tmp_path, read_only=True)
        assert other.press_in_flight() == OpenPress("Ann", 3, 0)
        bench.desk.report(CardCounted(bench.now_ns, 1))
        while other.press_in_flight() != OpenPress("Ann", 3, 1):
            await asyncio.sleep(0)
        bench.desk.report(DispenseEnded(bench.now_ns, 3, 3, None))
        await pressed
        assert other.press_in_flight() is None
        other.close()

    play(scene())


@pytest.mark.parametrize(("options", "misses"), [("", [0]), (" draw_from=dispenser", [])])
def test_a_press_is_kept_with_the_launchers_misses_where_it_decides(
    tmp_path: Path, options: str, misses: list[int]
) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 1, statements=f"game extreme players=Ann,Ben{options}\ntop red-5")
        await bench.ready()
        pressed = bench.push()
        await bench.count(1, asked=1)
        await pressed
        assert [launch.misses for launch in await bench.table.launches()] == misses

    play(scene())


def test_scans_wait_in_order_until_the_last_card_is_counted(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 2)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        waiting = [asyncio.create_task(bench.table.submit(read(line))) for line in ("Ben plays red-1", "undo")]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        await bench.count(1, 2, asked=2)
        versions = [(await task).version for task in waiting]
        update = await pressed
        assert update is not None
        assert versions == [update.version + 1, update.version + 2]

    play(scene())


def test_nobody_may_press_without_a_game_nor_while_a_colour_is_awaited(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path)
        assert bench.bridge.allowed == [None]
        await bench.ready()
        assert bench.bridge.allowed[-1] is not None
        await bench.say("Ann plays wild")
        assert bench.bridge.allowed[-1:] == [None]
        await bench.say("Ann picks green")
        assert bench.bridge.allowed[-1] is not None

    play(scene())


def test_a_second_push_just_after_the_turn_changed_costs_nobody_a_turn(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 0)
        await bench.ready()
        await bench.push()
        assert bench.bridge.allowed[-1] == bench.now_ns + 700_000_000

    play(scene())


def test_the_second_press_of_a_hit_two_needs_no_guard_time(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 0)
        await bench.ready()
        await bench.say("Ann plays red-hit-two")
        bench.now_ns += 5_000_000_000
        before = bench.bridge.allowed[-1]
        await bench.push()
        assert bench.bridge.allowed[-1] == before

    play(scene())


NOTHING_LEFT = (
    "game extreme players=Ann,Ben\nAnn holds 50\nBen holds 61\ntop red-5\nAnn plays red-6\nset count Ben 61"
)


def test_a_press_with_nothing_left_to_draw_gets_the_buzz_and_no_motor(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, statements=NOTHING_LEFT)
        await bench.ready()
        assert bench.table.state.supply == 0
        update = await bench.push()
        assert update is not None
        assert update.refusal is not None
        assert update.refusal.code == "no-supply"
        assert bench.bridge.dispensed == []
        assert bench.bridge.sounds == ["buzz"]
        assert bench.table.press_in_flight is False

    play(scene())


def test_cards_that_are_known_to_come_are_counted_though_the_table_thinks_that_none_is_left(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 3, statements=NOTHING_LEFT)
        bench.launcher.fewest_coming = 3
        await bench.ready()
        pressed = bench.push()
        await bench.count(1, 2, 3, asked=3)
        update = await pressed
        assert update is not None
        assert update.statement == "Ben presses 3"
        assert update.accepted

    play(scene())


def test_a_dispenser_counts_out_all_that_is_owed_and_one_card_on_the_own_turn(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 7, statements="game classic players=Ann,Ben,Cleo draw_from=dispenser\ntop red-5")
        await bench.ready()
        own = bench.push()
        await bench.count(1, asked=1)
        await own
        await bench.say("Ann passes", "Ben plays wild-draw-four as red")
        bench.bridge.asked.clear()
        paid = bench.push()
        await bench.count(1, 2, 3, 4, asked=4)
        update = await paid
        assert update is not None
        assert update.statement == "Cleo presses 4"
        assert bench.bridge.dispensed == [1, 4]
        assert bench.launcher.coming == [7]  # nothing was left to chance
        assert bench.table.state.debts == ()

    play(scene())


def test_a_program_that_ends_in_mid_press_leaves_it_to_be_asked_about(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 4)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        bench.desk.report(CardCounted(bench.now_ns, 1))
        await asyncio.sleep(0.05)
        pressed.cancel()
        with pytest.raises(asyncio.CancelledError):
            await pressed
        bench.table.close()

        again = Table(Journal(tmp_path))
        assert again.interrupted == OpenPress("Ann", 4, 1)
        await again.submit(read("Ann presses 2"))
        assert again.interrupted != OpenPress("Ann", 4, 1)
        again.close()
        third = Table(Journal(tmp_path))
        assert third.interrupted is None
        assert third.state.seats[0].count == 9

    play(scene())


def test_closing_the_lid_starts_the_launcher_afresh(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path)
        before = bench.launcher.resets
        bench.desk.report(LidChanged(0, open=True))
        assert bench.launcher.resets == before
        bench.desk.report(LidChanged(0, open=False))
        assert bench.launcher.resets == before + 1

    play(scene())


def test_a_press_from_a_phone_waits_for_the_spoken_warning_and_is_the_presser_s_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 0)
        await bench.ready()
        warned: list[int] = []

        async def warning() -> None:
            warned.append(bench.table.version)

        assert await bench.desk.press_from_phone("Ben", warning) is None
        update = await bench.desk.press_from_phone("Ann", warning, key="k1", author=Author("id-1", "Ann"))
        assert update is not None
        assert update.statement == "Ann presses 0"
        assert update.author == Author("id-1", "Ann")
        assert warned == [update.version - 1]
        again = await bench.table.answered("k1", "Ann presses")
        assert again is not None
        assert again.version == update.version

    play(scene())


def test_a_press_waits_with_its_suspense_until_the_dispenser_no_longer_turns(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 2)
        await bench.ready()
        bench.bridge.steadied.clear()
        pressed = bench.push()
        while not bench.table.press_in_flight:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        assert (bench.bridge.sounds, bench.bridge.dispensed) == ([], [])
        bench.bridge.steadied.set()
        await bench.count(1, 2, asked=2)
        await pressed
        assert bench.bridge.sounds == ["rising"]

    play(scene())


def test_while_the_hardware_is_taken_apart_no_press_begins_and_a_running_one_ends_first(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 1)
        await bench.ready()
        pressed = bench.push()
        await bench.bridge.asked.wait()
        entered = asyncio.Event()

        async def take_apart() -> None:
            async with bench.desk.paused():
                entered.set()
                assert bench.bridge.allowed[-1] is None
                assert await bench.push() is None

        work = asyncio.create_task(take_apart())
        await asyncio.sleep(0)
        assert not entered.is_set()
        await bench.count(1, asked=1)
        await pressed
        await work
        assert entered.is_set()
        assert bench.bridge.allowed[-1] is not None
        assert bench.bridge.sounds[-1] == "buzz"

    play(scene())


def test_the_turn_lamp_is_dark_while_a_press_is_under_way_and_lit_again_after_it(tmp_path: Path) -> None:
    async def scene() -> None:
        bench = Bench(tmp_path, 1)
        await bench.ready()
        seen = [bench.bridge.lights["turn"]]
        pressed = bench.push()
        await bench.bridge.asked.wait()
        seen.append(bench.bridge.lights["turn"])
        await bench.count(1, asked=1)
        await pressed
        seen.append(bench.bridge.lights["turn"])
        assert seen == [Light.ON, Light.OFF, Light.ON]

    play(scene())
