"""Button, lid and hopper as hands find them, on mock pins."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import OutputDevice

from firmware_bridge.debounce import DebounceTimes, Freed, Pressed, Stuck
from firmware_bridge.panel import MAIN_BUTTON, Panel, PanelCalls
from firmware_bridge.pin_map import PinMap, mock_factory
from firmware_bridge.wires import BELIEVABLE_NS, Guard, edge_ns

TIMES = DebounceTimes().at_speed(10)


class Hands:
    """Drives the panel's pins and hears what it says."""

    def __init__(self, *, held: str = "") -> None:
        self.said: queue.Queue[tuple[object, ...]] = queue.Queue()
        self.factory: Any = mock_factory()
        pins = PinMap(button_undo=4, button_red=6)
        for name in ("button", "button_undo", "button_red"):
            self.drive(pins.numbers()[name], name != held)
        for name in ("lid", "hopper"):
            self.drive(pins.numbers()[name], False)
        calls = PanelCalls(
            lambda name, event: self.said.put((name, event)),
            lambda is_open, _: self.said.put(("lid open", is_open)),
            lambda empty, _: self.said.put(("hopper empty", empty)),
        )
        self.panel = Panel(
            pins, TIMES, calls, factory=self.factory, guard=Guard(lambda report: self.said.put((report,)))
        )
        self.panel.start()

    def drive(self, number: int, high: bool) -> int:
        t_ns = time.monotonic_ns()
        self.factory.pin(number).drive(high, t_ns)
        return t_ns

    def hears(self) -> tuple[object, ...]:
        return self.said.get(timeout=10)


@pytest.fixture
def hands() -> Iterator[Hands]:
    hands = Hands()
    yield hands
    hands.panel.close()


def test_a_press_is_told_with_the_time_of_its_edge_while_the_finger_is_still_down(hands: Hands) -> None:
    time.sleep(TIMES.released_ns / 1e9)  # the button must have rested since the start
    t_ns = hands.drive(5, False)
    name, event = hands.hears()
    assert name == MAIN_BUTTON
    assert isinstance(event, Pressed)
    assert abs(event.t_ns - t_ns) < 1000  # seconds as a float keep about that much


@pytest.mark.parametrize(("line", "number"), [("button", 5), ("button_undo", 4), ("button_red", 6)])
def test_a_button_that_is_down_before_the_start_is_stuck_and_no_press_and_works_once_released(
    line: str, number: int
) -> None:
    hands = Hands(held=line)
    name = line.removeprefix("button").removeprefix("_")
    try:
        for high, kind in ((None, Stuck), (True, Freed), (False, Pressed)):
            if high is not None:
                hands.drive(number, high)
            called, event = hands.hears()
            assert called == name
            assert isinstance(event, kind)
    finally:
        hands.panel.close()


def test_each_button_is_debounced_by_itself_and_told_by_its_name(hands: Hands) -> None:
    time.sleep(TIMES.released_ns / 1e9)
    for number in (4, 6):
        hands.drive(number, False)
    assert {hands.hears()[0], hands.hears()[0]} == {"undo", "red"}
    hands.drive(4, True)
    hands.drive(4, False)  # too soon: chatter
    hands.drive(4, True)
    time.sleep(TIMES.released_ns / 1e9)
    hands.drive(4, False)
    name, event = hands.hears()
    assert (name, type(event)) == ("undo", Pressed)
    assert hands.said.empty()


def test_a_further_button_whose_pin_is_taken_is_left_out_with_a_sentence() -> None:
    factory: Any = mock_factory()
    taken = OutputDevice(4, pin_factory=factory)
    quiet = PanelCalls(lambda *_: None, lambda *_: None, lambda *_: None)
    panel = Panel(PinMap(button_undo=4, button_uno=6), TIMES, quiet, factory=factory, guard=Guard(lambda _: None))
    (note,) = panel.notes
    assert note.startswith("The undo button cannot be used (GPIOPinInUse")
    panel.close()
    taken.close()


def test_a_table_without_lid_switch_and_hopper_sensor_never_says_open_or_empty() -> None:
    quiet = PanelCalls(lambda *_: None, lambda *_: None, lambda *_: None)
    panel = Panel(PinMap(lid=None, hopper=None), TIMES, quiet, factory=mock_factory(), guard=Guard(lambda _: None))
    assert (panel.lid_open, panel.hopper_empty) == (False, False)
    panel.start()
    panel.close()


def test_lid_and_hopper_are_told_as_they_change(hands: Hands) -> None:
    assert (hands.panel.lid_open, hands.panel.hopper_empty) == (False, False)
    hands.drive(22, True)
    hands.drive(27, True)
    assert hands.hears() == ("lid open", True)
    assert hands.hears() == ("hopper empty", True)
    assert (hands.panel.lid_open, hands.panel.hopper_empty) == (True, True)


def test_a_cut_wire_reads_as_an_open_lid_an_empty_hopper_and_a_button_at_rest() -> None:
    quiet = PanelCalls(lambda *_: None, lambda *_: None, lambda *_: None)
    panel = Panel(PinMap(), TIMES, quiet, factory=mock_factory(), guard=Guard(lambda _: None))
    assert (panel.lid_open, panel.hopper_empty) == (True, True)
    panel.close()


def test_an_edge_keeps_the_stamp_of_the_wire_unless_it_is_from_another_clock() -> None:
    now_ns = 50 * BELIEVABLE_NS
    assert edge_ns(49.9, now_ns) == 49_900_000_000
    assert edge_ns(1_700_000_000.0, now_ns) == now_ns


def test_a_guard_whose_report_fails_as_well_still_does_not_raise() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no")

    guard = Guard(fail)
    assert not guard.run("gate", fail)
    assert guard.run("gate", lambda: None)
