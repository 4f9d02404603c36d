"""Lamps show what they should, and never flash faster than is safe, whatever is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_bridge.lamps import Lamps
from firmware_bridge.light import Light
from firmware_bridge.pin_map import mock_factory
from firmware_bridge.reports import FaultFound, Finding
from firmware_bridge.wires import Guard
from tests.bridge.hand_clock import HandClock

NUMBERS = {"turn": 9, "red": 10, "alarm": 11}


class Bulbs:
    """Three lamps, and every change of theirs with its time in milliseconds."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.wait = self.clock.wait
        self.changes: list[tuple[int, str, int]] = []
        self.faults: list[FaultFound] = []
        factory: Any = mock_factory()
        names = {f"GPIO{number}": name for name, number in NUMBERS.items()}
        factory.tap = lambda pin, state, _: self.changes.append((self.clock.ms, names[pin], int(state)))
        guard = Guard(self.faults.append, self.clock)
        self.lamps = Lamps(NUMBERS, factory=factory, guard=guard, clock=self.clock)

    def lit(self) -> list[int]:
        """When any lamp went on."""
        return [ms for ms, _, state in self.changes if state]


@pytest.fixture
def bulbs() -> Iterator[Bulbs]:
    bulbs = Bulbs()
    yield bulbs
    bulbs.lamps.close()


def test_a_lamp_lights_at_once_and_goes_out_at_once(bulbs: Bulbs) -> None:
    bulbs.lamps.show({"turn": Light.ON, "red": Light.ON, "green": Light.ON})
    bulbs.wait(50)
    bulbs.lamps.show({"turn": Light.OFF})
    assert bulbs.changes == [(0, "turn", 1), (0, "red", 1), (50, "turn", 0)]


def test_a_flashing_lamp_flashes_once_a_second_until_it_shows_something_else(bulbs: Bulbs) -> None:
    bulbs.lamps.show({"turn": Light.FLASHING})
    bulbs.wait(2600)
    bulbs.lamps.show({"turn": Light.OFF})
    bulbs.wait(2000)
    assert [ms for ms, _, _ in bulbs.changes] == [0, 500, 1000, 1500, 2000, 2500]


def test_a_blip_lights_a_dark_lamp_for_as_long_as_a_beep(bulbs: Bulbs) -> None:
    bulbs.wait(10)
    bulbs.lamps.blip("turn")
    bulbs.wait(500)
    assert bulbs.changes == [(10, "turn", 1), (70, "turn", 0)]


def test_a_blip_that_comes_too_soon_is_left_out_and_comes_at_no_other_time(bulbs: Bulbs) -> None:
    for _ in range(8):
        bulbs.lamps.blip("turn")
        bulbs.wait(150)
    bulbs.wait(2000)
    assert bulbs.lit() == [0, 150, 300, 1050]


def test_a_lamp_that_may_not_light_yet_lights_as_soon_as_it_may(bulbs: Bulbs) -> None:
    for _ in range(3):
        bulbs.lamps.blip("turn")
        bulbs.wait(100)
    bulbs.lamps.show({"alarm": Light.ON})
    bulbs.wait(2000)
    assert bulbs.changes[-1] == (1010, "alarm", 1)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_asked_no_second_has_more_than_three_flashes(bulbs: Bulbs, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(300):
        if chance.random() < 0.5:
            bulbs.lamps.blip(chance.choice([*NUMBERS]))
        else:
            bulbs.lamps.show({name: chance.choice([*Light]) for name in NUMBERS})
        bulbs.wait(chance.choice((0, 1, 20, 60, 300)))
    lit = bulbs.lit()
    assert len(lit) > 10
    assert all(later - earlier > 1000 for earlier, later in zip(lit, lit[3:], strict=False))


def test_a_lamp_that_fails_is_told_once_and_the_others_go_on(bulbs: Bulbs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("the line is gone")

    monkeypatch.setattr(bulbs.lamps._lamps["turn"], "on", fail)
    for light in (Light.ON, Light.OFF, Light.ON):
        bulbs.lamps.show({"turn": light, "alarm": light})
        bulbs.wait(2000)
    assert [(fault.part, fault.finding) for fault in bulbs.faults] == [("lamp_turn", Finding.CALLBACK_FAILED)]
    assert [name for _, name, state in bulbs.changes if state] == ["alarm", "alarm"]


def test_closed_lamps_are_dark_and_stay_so(bulbs: Bulbs) -> None:
    bulbs.lamps.show(dict.fromkeys(NUMBERS, Light.ON))
    bulbs.lamps.close()
    bulbs.lamps.close()
    bulbs.lamps.show(dict.fromkeys(NUMBERS, Light.FLASHING))
    bulbs.lamps.blip("turn")
    bulbs.wait(1000)
    assert [bulbs.changes[-3:][at][2] for at in range(3)] == [0, 0, 0]
    assert len(bulbs.changes) == 6
