"""Settings taken while the table runs: closed first, then opened anew; a wrong map changes nothing (A3-06)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from firmware_bridge import parts as parts_module
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.light import Light
from firmware_bridge.panel import Panel
from firmware_bridge.pin_map import PinMap, PinMapError, PinsUnavailable, mock_factory
from firmware_bridge.reports import ButtonPressed, CardCounted, DispenseEnded, PressAccepted
from tests.bridge.sim_bench import SimBench, live

pytestmark = pytest.mark.alone

if TYPE_CHECKING:
    from tests.bridge.conftest import Bench

LayBench = Callable[..., "Bench"]


def numbers(bench: Bench) -> dict[str, object]:
    return {str(pin["name"]): pin["pin"] for pin in bench.simulator.pins()}


def test_pin_numbers_change_twice_in_one_process_and_every_line_is_released_in_between(
    lay_bench: LayBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory: Any = mock_factory()  # one for all, as the Pi has only one header: a line still held would be refused
    monkeypatch.setattr(parts_module, "mock_factory", lambda: factory)
    bench = lay_bench(speed=20.0, pins=PinMap(button_undo=4, lamp_turn=9))
    for pins in (
        PinMap(button_undo=6, lamp_turn=10, gate=18, motor_forward=24, motor_backward=23),
        PinMap(button_undo=4, lamp_turn=9),
    ):
        bench.bridge.change(replace(bench.settings, pins=pins))
        assert bench.bridge.dispenser_status.mode == "simulated"
        assert bench.bridge.health()["notes"] == []
        assert numbers(bench) == pins.numbers()
        bench.bridge.dispense(2)
        assert bench.next(DispenseEnded).counted == 2


def test_what_the_table_had_said_still_holds_after_a_change(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, pins=PinMap(lamp_turn=9))
    bench.bridge.show({"turn": Light.ON})
    bench.bridge.allow_presses(0)
    bench.bridge.dispense(2)
    bench.next(DispenseEnded)
    left = bench.simulator.hopper
    bench.bridge.change(replace(bench.settings, pins=PinMap(lamp_turn=10, button_uno=4)))
    assert bench.simulator.hopper == left
    assert bench.pin("lamp_turn") == 1
    time.sleep(0.01)  # a press counts once the button has rested
    bench.simulator.press()
    bench.next(PressAccepted)
    bench.simulator.press(button="uno")
    bench.next(ButtonPressed)


def test_a_dispenser_that_points_at_a_seat_is_known_to_do_so_after_a_change(lay_bench: LayBench) -> None:
    fittings = FittingSettings(angles=(0, 60), settle_ms=20)
    bench = lay_bench(speed=10.0, pins=PinMap(servo=12), fittings=fittings)
    bench.bridge.aim(1)
    bench.wait(lambda: bench.bridge.health()["aim"] == "unknown")
    bench.bridge.change(replace(bench.settings, pins=PinMap(servo=13)))
    bench.bridge.aim(None)
    bench.wait(lambda: bench.bridge.health()["aim"] == "unknown")
    lines = [json.loads(line) for line in bench.pin_log.read_text(encoding="utf-8").splitlines()]
    duties = [line["duty"] for line in lines if line["pin"] == 13 and "duty" in line]
    assert duties[0] > 0.1
    assert duties[-1] == 0.075


def test_the_pin_log_goes_on_through_a_change(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0)
    bench.bridge.dispense(1)
    bench.next(DispenseEnded)
    bench.bridge.change(replace(bench.settings, pins=PinMap(gate=18)))
    bench.bridge.dispense(1)
    bench.next(DispenseEnded)
    lines = [json.loads(line) for line in bench.pin_log.read_text(encoding="utf-8").splitlines()]
    assert {line["pin"] for line in lines if line["name"] == "gate"} == {17, 18}


def test_a_wrong_map_leaves_the_old_one_running(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0)
    with pytest.raises(PinMapError, match=r"BCM 5 is already pins.button"):
        bench.bridge.change(replace(bench.settings, pins=PinMap(gate=5)))
    assert numbers(bench) == PinMap().numbers()
    bench.bridge.dispense(1)
    assert bench.next(DispenseEnded).counted == 1


def test_pins_that_cannot_be_opened_leave_the_old_ones_running(
    lay_bench: LayBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = lay_bench(speed=5.0)

    def busy_once(*arguments: Any, **named: Any) -> Any:
        monkeypatch.setattr(parts_module, "Panel", Panel)
        raise OSError("GPIO busy")

    monkeypatch.setattr(parts_module, "Panel", busy_once)
    with pytest.raises(PinsUnavailable, match="GPIO busy"):
        bench.bridge.change(replace(bench.settings, pins=PinMap(gate=18)))
    assert numbers(bench) == PinMap().numbers()
    assert bench.bridge.dispenser_status.mode == "simulated"
    bench.bridge.dispense(1)
    assert bench.next(DispenseEnded).counted == 1


def test_while_cards_come_nothing_is_changed(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0)
    bench.bridge.dispense(6)
    bench.next(CardCounted)
    with pytest.raises(DispenserBusyError):
        bench.bridge.change(replace(bench.settings, pins=PinMap(gate=18)))
    assert bench.next(DispenseEnded).counted == 6


def test_a_new_pause_between_two_cards_holds_from_the_next_dispense_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pause_ms=0) as bench:
            begun = []
            for pause_ms in (0, 200):
                bench.bridge.change(replace(bench.settings, pause_ms=pause_ms))
                before = len(bench.changes())
                assert (await bench.dispense(3)).counted == 3
                motor = [change.state for change in bench.changes()[before:] if change.name == "motor_forward"]
                begun.append(motor.count(1))
            assert begun == [1, 3]

    live(scene())


def test_a_changed_scanner_is_opened_anew_and_an_unchanged_one_goes_on(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0)
    port = bench.bridge.scanner_status.message
    bench.bridge.change(replace(bench.settings, card_ms=700))
    assert bench.bridge.scanner_status.message == port
    bench.bridge.change(replace(bench.settings, repeat_window_ms=500))
    bench.wait(lambda: bench.bridge.scanner_health()["state"] == "connected")
    assert len([thread for thread in threading.enumerate() if thread.name == "scanner"]) == 1


def test_a_table_whose_pins_were_missing_takes_new_settings_all_the_same(
    lay_bench: LayBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError("GPIO busy")

    monkeypatch.setattr(parts_module, "Panel", busy)
    bench = lay_bench(speed=5.0)
    modes = [bench.bridge.dispenser_status.mode]
    for free in (False, True):
        if free:
            monkeypatch.undo()
        bench.bridge.change(replace(bench.settings, pins=PinMap(gate=18)))
        modes.append(bench.bridge.dispenser_status.mode)
    assert modes == ["missing", "missing", "simulated"]
