"""Nobody can tell from wires, light, sound or time whether a press will fire, until the suspense is over."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.press import PressDesk
from companion.referee.notation import read
from companion.signals import FEWEST_PULSES, MOST_PULSES
from companion.storage.journal import Journal
from companion.table import Table
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.reports import CardCounted, DispenseEnded, PressAccepted, Report, ScannerChanged
from firmware_bridge.simulator.simulated_time import SimulatedTime

SUSPENSE_MS = 900
MS = 1_000_000


@dataclass
class Decided:
    """A launcher that has decided already: so many cards after so many misses. The draw resets or adds to them."""

    cards: int
    misses: int
    fewest: int = 0

    def throw(self, _: int | None) -> int:
        self.misses = 0 if self.cards else self.misses + 1
        return self.cards

    def reset(self) -> None: ...


def press(folder: Path, cards: int, *, misses: int = 0, **fittings: Any) -> list[tuple[float, str, int, Any]]:
    """Every change of a pin from the button's edge on: milliseconds, name, state, tone."""
    folder.mkdir()
    pin_log = folder / "pins.jsonl"

    async def scene() -> None:
        time = asyncio.get_running_loop()
        assert isinstance(time, SimulatedTime)
        heard: asyncio.Queue[Report] = asyncio.Queue()
        table = Table(Journal(folder))
        settings = BridgeSettings(
            folder,
            simulate=True,
            pin_log=pin_log,
            complete_without=frozenset(),
            fittings=FittingSettings(**fittings),
        )
        bridge = Bridge(settings, heard.put_nowait, time, time)
        desk = PressDesk(
            table, bridge, Decided(cards, misses), guard_ms=0, suspense_ms=SUSPENSE_MS, clock_ns=time.now_ns
        )
        bridge.open()
        with time.outside():
            assert isinstance(await heard.get(), ScannerChanged)
        for line in ("game extreme players=Ann,Ben", "top red-5"):
            await table.submit(read(line))
        await asyncio.sleep(5)
        assert bridge.simulator is not None
        bridge.simulator.press()
        accepted = await heard.get()
        assert isinstance(accepted, PressAccepted)
        pressed = asyncio.create_task(desk.press(accepted))
        while not pressed.done():
            report = asyncio.create_task(heard.get())
            await asyncio.wait({pressed, report}, return_when=asyncio.FIRST_COMPLETED)
            if report.done() and isinstance(report.result(), CardCounted | DispenseEnded):
                desk.report(report.result())  # type: ignore[arg-type] # it is one of them
            report.cancel()
        bridge.close()
        table.close()

    loop = SimulatedTime()
    try:
        loop.run_until_complete(scene())
    finally:
        loop.close()
    lines = [json.loads(line) for line in pin_log.read_text(encoding="utf-8").splitlines()]
    edge_ns = next(line["t_ns"] for line in lines if line["name"] == "button" and line["state"])
    return [
        ((line["t_ns"] - edge_ns) / MS, line["name"], line["state"], line.get("hz"))
        for line in lines
        if line["t_ns"] >= edge_ns
    ]


def outcome_ms(changes: list[tuple[float, str, int, Any]]) -> float:
    """When the table hears whether it fires: the first tone of the falling or of the rising end."""
    return next(ms for ms, name, _, hz in changes if name == "beeper" and hz in {659, 784})


@pytest.mark.parametrize("misses", [0, 3, 9])
@pytest.mark.parametrize("quiet", [False, True])
def test_a_fire_and_no_fire_are_the_same_on_every_wire_until_the_suspense_is_over(
    tmp_path: Path, misses: int, quiet: bool
) -> None:
    nothing = press(tmp_path / "0", 0, misses=misses, quiet=quiet)
    fire = press(tmp_path / "5", 5, misses=misses, quiet=quiet)
    end_ms = outcome_ms(nothing)
    assert outcome_ms(fire) == end_ms
    before = [change for change in nothing if change[0] < end_ms]
    assert [change for change in fire if change[0] < end_ms] == before
    assert {name for _, name, _, _ in before} >= {"button", "beeper", "lamp_turn"}
    assert SUSPENSE_MS <= end_ms < SUSPENSE_MS + 20
    assert next(ms for ms, name, *_ in fire if name == "motor_forward") >= end_ms
    assert not [name for _, name, *_ in nothing if name.startswith("motor")]


def beeps(changes: list[tuple[float, str, int, Any]]) -> list[float]:
    return [ms for ms, name, _, hz in changes if name == "beeper" and hz == 988]


def blips(changes: list[tuple[float, str, int, Any]]) -> list[float]:
    end_ms = outcome_ms(changes)
    return [ms for ms, name, state, _ in changes if name == "lamp_turn" and state and ms < end_ms]


def test_more_misses_beat_faster_and_the_suspense_is_not_longer(tmp_path: Path) -> None:
    runs = [press(tmp_path / str(misses), 0, misses=misses) for misses in range(6)]
    assert [len(beeps(run)) for run in runs] == [3, 4, 5, 6, 7, 7]
    assert (FEWEST_PULSES, MOST_PULSES) == (3, 7)
    assert len({round(outcome_ms(run)) for run in runs}) == 1


def test_every_blip_of_the_turn_lamp_is_a_beep_and_there_are_never_more_than_three_a_second(tmp_path: Path) -> None:
    for misses in (0, 6):
        run = press(tmp_path / str(misses), 0, misses=misses)
        assert len(blips(run)) == 3
        assert set(blips(run)) <= set(beeps(run))


def test_the_ding_is_heard_to_its_end_before_the_first_beep(tmp_path: Path) -> None:
    run = press(tmp_path / "run", 0)
    tones = [(ms, hz) for ms, name, state, hz in run if name == "beeper"]
    (ding_ms, ding), (silent_ms, silence), *_ = tones
    assert (ding, silence) == (1760, None)
    assert silent_ms - ding_ms == pytest.approx(180, abs=1)
    assert beeps(run)[0] > silent_ms


def test_a_quiet_table_shows_the_beats_and_does_not_sound_them(tmp_path: Path) -> None:
    run = press(tmp_path / "run", 0, quiet=True)
    assert beeps(run) == []
    assert len(blips(run)) == 3
