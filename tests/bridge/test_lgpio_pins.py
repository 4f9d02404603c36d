"""What reaches lgpio, what comes from it and what it refuses, with lgpio itself played by the test."""

from __future__ import annotations

import asyncio
import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import AngularServo, DigitalOutputDevice

from firmware_bridge import parts
from firmware_bridge.aim import LONGEST_PULSE_S, SHORTEST_PULSE_S
from firmware_bridge.beeper import PassiveSounder
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.pin_map import LINES, PinMap
from firmware_bridge.wires import Guard, InputWire


class Callback:
    """What lgpio keeps of a line that is watched, until it is cancelled."""

    def __init__(self, wires: Wires, line: int, call: Callable[..., None]) -> None:
        self._wires = wires
        self.line = line
        self.call = call
        wires.callbacks.append(self)

    def cancel(self) -> None:
        self._wires.callbacks.remove(self)


class Wires(ModuleType):
    """lgpio as far as the bridge needs it: ``pulses`` are (hertz, per cent) by line, ``levels`` what was written.

    Another program holds the lines ``held``.
    """

    error = RuntimeError
    BOTH_EDGES = RISING_EDGE = FALLING_EDGE = SET_BIAS_PULL_UP = SET_BIAS_PULL_DOWN = SET_BIAS_DISABLE = 0

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.pulses: dict[int, list[tuple[float, float]]] = {}
        self.levels: dict[int, list[int]] = {}
        self.held: set[int] = set()
        self.callbacks: list[Callback] = []
        self.factories: list[Any] = []

    def gpiochip_open(self, chip: int) -> int:
        return chip

    def gpiochip_close(self, handle: int) -> None: ...

    def gpio_claim_input(self, _handle: int, line: int, *_: int) -> None:
        if line in self.held:
            raise self.error("'GPIO busy'")

    def gpio_claim_output(self, handle: int, line: int, level: int = 0) -> None:
        self.gpio_claim_input(handle, line)
        self.levels.setdefault(line, []).append(level)

    def gpio_get_mode(self, handle: int | None, line: int) -> int:
        if handle is None:
            raise TypeError("the chip is closed")
        return 2 if line in self.levels else 0

    def gpio_read(self, _handle: int, line: int) -> int:
        return self.levels.get(line, [0])[-1]

    def gpio_write(self, _handle: int, line: int, level: int) -> None:
        self.levels.setdefault(line, []).append(level)

    def gpio_free(self, *_: int) -> None: ...

    def gpio_claim_alert(self, *_: int) -> None: ...

    def gpio_set_debounce_micros(self, *_: int) -> None: ...

    def callback(self, _handle: int, line: int, _edges: int, call: Callable[..., None]) -> Callback:
        return Callback(self, line, call)

    def edge(self, line: int, level: int) -> None:
        """The kernel tells of an edge, to all that lgpio has on its list; what is raised ends its edge thread."""
        for watching in tuple(self.callbacks):
            if watching.line == line:
                watching.call(0, line, level, 1_000_000)

    def tx_pwm(self, _handle: int, line: int, hz: float, per_cent: float) -> None:
        self.pulses.setdefault(line, []).append((hz, per_cent))


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wires]:
    wires = Wires()
    monkeypatch.setitem(sys.modules, "lgpio", wires)
    names = ("gpiozero.pins.lgpio", "firmware_bridge.lgpio_pins")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield wires
    for factory in wires.factories:
        factory.close()  # all that are on local pins share pins and reservations
        factory._reservations.clear()
    for name in names:
        sys.modules.pop(name, None)


def factory_of(wires: Wires, monkeypatch: pytest.MonkeyPatch) -> Any:
    pins = importlib.import_module("firmware_bridge.lgpio_pins")
    monkeypatch.setattr(pins.FineFactory, "_get_revision", lambda _: 0xA02082)
    wires.factories.append(pins.FineFactory(0))
    return wires.factories[-1]


def test_a_servo_is_turned_by_degrees_and_not_by_whole_per_cents_of_its_pulse(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    servo = AngularServo(
        12,
        initial_angle=None,
        min_angle=-90,
        max_angle=90,
        min_pulse_width=SHORTEST_PULSE_S,
        max_pulse_width=LONGEST_PULSE_S,
        pin_factory=factory_of(wires, monkeypatch),
    )
    lasts_us = []
    for angle in (0, 1, 30):
        servo.angle = angle
        hz, per_cent = wires.pulses[12][-1]
        lasts_us.append(round(per_cent / 100 / hz * 1e6))
    assert lasts_us == [1500, 1511, 1833]
    servo.detach()
    assert wires.pulses[12][-1] == (0, 0)


def test_a_beeper_makes_no_pulses_while_it_is_silent(wires: Wires, monkeypatch: pytest.MonkeyPatch) -> None:
    sounder = PassiveSounder(26, 10, factory_of(wires, monkeypatch))
    before = wires.pulses[26][-1]
    sounder.sound(880)
    hz, per_cent = wires.pulses[26][-1]
    sounder.silence()
    assert [before, (hz, round(per_cent, 1)), wires.pulses[26][-1]] == [(0, 0), (880, 3.2), (0, 0)]


def test_a_lamp_is_simply_on_or_off(wires: Wires, monkeypatch: pytest.MonkeyPatch) -> None:
    lamp = DigitalOutputDevice(9, pin_factory=factory_of(wires, monkeypatch))
    lamp.on()
    lamp.off()
    assert wires.levels[9][-2:] == [1, 0]


@pytest.mark.parametrize("name", [name for name in PinMap().numbers() if name != "beeper"])
def test_a_line_that_another_program_holds_is_named_with_its_number_and_its_setting(
    wires: Wires, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    number = PinMap().numbers()[name]
    wires.held = {number}
    factory = factory_of(wires, monkeypatch)
    monkeypatch.setattr(parts, "real_factory", lambda _: factory)
    with asyncio.Runner() as runner:
        bridge = Bridge(BridgeSettings(tmp_path), lambda _: None, runner.get_loop())
        bridge.open()
        status = bridge.dispenser_status
        bridge.close()
    assert status.mode == "missing"
    assert status.message == (
        f"pins.{name} = {number} cannot be used (BCM {number}: GPIO busy); stop the other program that uses it, or "
        "choose another number under [pins]."
    )


def input_wire(factory: Any) -> tuple[InputWire, list[bool]]:
    wire = InputWire("button", 5, factory=factory, guard=Guard(lambda _: None))
    heard: list[bool] = []
    wire.watch(lambda active, _: heard.append(active))
    return wire, heard


def test_a_wire_that_is_let_go_leaves_nothing_behind_that_an_edge_could_stumble_over(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = factory_of(wires, monkeypatch)
    wire, heard = input_wire(factory)
    wires.edge(5, 0)
    wire.close()
    assert wires.callbacks == []
    factory.close()
    wire, heard_again = input_wire(factory_of(wires, monkeypatch))  # after new settings, say
    wires.edge(5, 0)
    assert (heard, heard_again) == ([True], [True])


@pytest.mark.parametrize("closed", ["the wire", "all pins"])
def test_an_edge_that_was_under_way_while_its_wire_was_let_go_raises_nothing(
    wires: Wires, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    factory = factory_of(wires, monkeypatch)
    wire, heard = input_wire(factory)
    under_way = wires.callbacks[0].call
    (wire if closed == "the wire" else factory).close()
    del wire
    gc.collect()
    under_way(0, 5, 0, 1_000_000)
    assert heard == []


def test_all_pins_of_a_table_that_is_closed_are_watched_no_more(
    wires: Wires, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    factory = factory_of(wires, monkeypatch)
    monkeypatch.setattr(parts, "real_factory", lambda _: factory)
    with asyncio.Runner() as runner:
        bridge = Bridge(BridgeSettings(tmp_path), lambda _: None, runner.get_loop())
        bridge.open()
        inputs = {name for name, number in PinMap().numbers().items() if not LINES[name].output}
        assert {callback.line for callback in wires.callbacks} == {PinMap().numbers()[name] for name in inputs}
        bridge.close()
    assert wires.callbacks == []


@pytest.mark.parametrize("what", ["servo", "beeper"])
def test_pulses_that_end_leave_the_line_low_at_whatever_instant_it_was(
    wires: Wires, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """lgpio ends pulses where they are: a beeper would stay under current, a servo's line high."""
    factory = factory_of(wires, monkeypatch)
    if what == "servo":
        servo = AngularServo(12, initial_angle=45, pin_factory=factory)
        wires.gpio_write(0, 12, 1)  # the pulse that is under way
        servo.detach()
    else:
        sounder = PassiveSounder(12, 100, factory)
        sounder.sound(880)
        wires.gpio_write(0, 12, 1)
        sounder.silence()
    hertz, per_cent = wires.pulses[12][-1]
    assert (hertz, per_cent) == (0, 0)
    assert wires.levels[12][-1] == 0
