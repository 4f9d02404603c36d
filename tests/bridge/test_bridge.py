"""The whole bridge on mock pins: presses, dispenses, reports in order, and rest at the end."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from firmware_bridge import parts as parts_module
from firmware_bridge.bridge import Bridge, DispenserMissingError
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.pin_map import PinMap, PinMapError, PinsUnavailable
from firmware_bridge.reports import (
    CardCounted,
    Denial,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    LidChanged,
    PressAccepted,
    PressDenied,
    TagRead,
)
from firmware_bridge.simulator.pin_log import PinLogError

pytestmark = pytest.mark.alone

if TYPE_CHECKING:
    from tests.bridge.conftest import Bench

THREADS = {"beeper", "panel", "dispenser", "physics", "scanner", "simulated-scanner"}


def log_of(bench: Bench, name: str) -> list[dict[str, Any]]:
    lines = map(json.loads, bench.pin_log.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line["name"] == name]


def test_a_press_that_is_due_gets_the_ding(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench()
    bench.wait(lambda: log_of(bench, "beeper") and not bench.pin("beeper"))  # the boot chord is over
    before = len(log_of(bench, "beeper"))
    bench.bridge.allow_presses(time.monotonic_ns())
    bench.simulator.press()
    accepted = bench.next(PressAccepted)
    ding = log_of(bench, "beeper")[before]
    assert ding["hz"] == 1760
    assert ding["t_ns"] > accepted.t_ns


def test_one_ding_is_given_until_the_table_allows_again(bench: Bench) -> None:
    bench.bridge.allow_presses(0)
    bench.simulator.press()
    bench.next(PressAccepted)
    bench.wait(lambda: not bench.pin("button"))
    bench.simulator.drive("button", [[0, 60], [1, 80]])
    assert bench.next(PressDenied).reason is Denial.NOBODY_MAY_PRESS


def test_a_press_before_the_guard_time_is_over_gets_the_buzz(bench: Bench) -> None:
    bench.bridge.allow_presses(time.monotonic_ns() + 10**12)
    bench.simulator.press()
    assert bench.next(PressDenied).reason is Denial.GUARD
    bench.wait(lambda: any(line.get("hz") == 233 for line in log_of(bench, "beeper")))


def test_a_press_while_the_lid_is_open_gets_the_buzz(bench: Bench) -> None:
    bench.bridge.allow_presses(0)
    bench.simulator.fault("lid-open")
    bench.next(LidChanged)
    bench.simulator.press()
    assert bench.next(PressDenied).reason is Denial.LID_OPEN


def test_a_press_while_cards_come_out_gets_the_buzz(bench: Bench) -> None:
    bench.bridge.allow_presses(0)
    bench.bridge.dispense(8)
    bench.simulator.press()
    assert bench.next(PressDenied).reason is Denial.BUSY
    assert bench.next(DispenseEnded).counted == 8


def test_five_cards_are_counted_one_by_one_and_then_everything_rests(bench: Bench) -> None:
    bench.bridge.dispense(5)
    counts = [bench.next(CardCounted).counted for _ in range(5)]
    end = bench.next(DispenseEnded)
    assert counts == [1, 2, 3, 4, 5]
    assert (end.asked, end.counted, end.finding) == (5, 5, None)
    assert bench.simulator.cards_out == 5
    for name in ("motor_forward", "motor_backward", "heartbeat"):
        assert bench.pin(name) == 0
        assert log_of(bench, name) == [] or log_of(bench, name)[-1]["state"] == 0


def test_the_motor_is_off_before_the_last_card_is_reported(bench: Bench) -> None:
    bench.bridge.dispense(1)
    counted = bench.next(CardCounted)
    bench.next(DispenseEnded)
    assert log_of(bench, "motor_forward")[-1]["t_ns"] <= counted.t_ns


def test_the_heartbeat_pulses_while_the_motor_runs_and_only_then(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench()
    bench.bridge.dispense(3)
    bench.next(DispenseEnded)
    beats, motor = log_of(bench, "heartbeat"), log_of(bench, "motor_forward")
    assert len(beats) >= 10
    assert beats[0]["t_ns"] <= motor[0]["t_ns"]
    assert beats[-1]["state"] == 0


def test_without_a_dead_man_the_cards_come_as_well(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench(speed=5.0, pins=PinMap(heartbeat=None, motor_fault=None))
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).counted == 2


def test_a_second_dispense_must_wait_for_the_first(bench: Bench) -> None:
    bench.bridge.dispense(4)
    with pytest.raises(DispenserBusyError):
        bench.bridge.dispense(1)
    assert bench.next(DispenseEnded).counted == 4


def test_fewer_than_no_cards_cannot_be_dispensed(bench: Bench) -> None:
    with pytest.raises(ValueError, match="-1 cards cannot be dispensed"):
        bench.bridge.dispense(-1)


def test_motor_off_ends_a_dispense_at_once(bench: Bench) -> None:
    bench.bridge.dispense(12)
    bench.next(CardCounted)
    bench.bridge.motor_off()
    assert bench.pin("motor_forward") == 0
    end = bench.next(DispenseEnded)
    assert end.finding is Finding.STOPPED
    assert bench.bridge.health()["motor"] == "off"
    bench.bridge.dispense(1)
    assert bench.next(DispenseEnded).counted == 1


def test_motor_off_works_from_a_signal_handler(bench: Bench) -> None:
    before = signal.signal(signal.SIGUSR1, lambda *_: bench.bridge.motor_off())
    try:
        bench.bridge.dispense(12)
        bench.next(CardCounted)
        signal.raise_signal(signal.SIGUSR1)
        assert bench.next(DispenseEnded).finding is Finding.STOPPED
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_driven_gate_replaces_the_physics_and_cards_are_what_it_shows(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench()
    bench.bridge.dispense(1)
    bench.simulator.drive("gate", [[0, 50], [1, 120], [0, 8], [1, 118], [0, 2000]])  # clear until all is counted
    end = bench.next(DispenseEnded)
    assert (end.counted, end.finding) == (2, Finding.DOUBLE_FEED)


def test_a_new_pattern_replaces_a_running_one(bench: Bench) -> None:
    bench.simulator.drive("gate", [[1, 600_000]])
    bench.wait(lambda: bench.pin("gate"))
    bench.simulator.drive("gate", [[0, 1]])
    bench.wait(lambda: not bench.pin("gate"))
    assert len(log_of(bench, "gate")) == 2


@pytest.mark.parametrize(
    ("name", "pattern", "said"),
    [
        ("gat", [[1, 1]], "'gat' is no input that can be driven; inputs are button, gate, hopper, lid"),
        ("beeper", [[1, 1]], "'beeper' is no input"),
        ("gate", [], "A pattern is a list of"),
        ("gate", "11", "A pattern is a list of"),
        ("gate", [[1, 5], [2, 5]], r"Step 2 of the pattern is \[2, 5\]"),
        ("gate", [[1, -5]], r"Step 1 of the pattern is \[1, -5\]"),
        ("gate", [[1]], r"Step 1 of the pattern is \[1\]"),
        ("gate", [[1, float("nan")]], r"Step 1 of the pattern is \[1, nan\]"),
        ("gate", [[1, 1]] * 10_001, "at most 10000 steps"),
    ],
)
def test_a_bad_pattern_is_answered_with_a_sentence(bench: Bench, name: str, pattern: list[object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        bench.simulator.drive(name, pattern)


def test_every_pin_is_shown_by_name_with_its_state(bench: Bench) -> None:
    shown = {str(pin["name"]): pin for pin in bench.simulator.pins()}
    assert {name: pin["pin"] for name, pin in shown.items()} == PinMap().numbers()
    assert [shown[name]["state"] for name in ("lid", "hopper", "gate", "button", "motor_forward")] == [1, 1, 0, 0, 0]
    assert (shown["gate"]["direction"], shown["beeper"]["direction"]) == ("in", "out")


def test_a_hopper_that_runs_empty_and_is_filled_is_told(bench: Bench) -> None:
    bench.simulator.fault("hopper:0")
    assert bench.next(HopperChanged).empty
    assert bench.bridge.health()["hopper"] == "empty"
    bench.simulator.fault("hopper:20")
    assert not bench.next(HopperChanged).empty
    assert bench.bridge.health()["hopper"] == "ok"


def test_a_tag_written_to_the_simulated_scanner_is_read(bench: Bench) -> None:
    assert bench.bridge.scanner_status.mode == "simulated"
    assert bench.bridge.scan_line is not None
    assert bench.bridge.scanner_status.message == bench.bridge.scan_line.outside_port
    bench.wait(lambda: bench.bridge.scanner_health()["state"] == "connected")
    bench.bridge.scan_line.send("UNO1:red-7")
    assert bench.next(TagRead).text == "UNO1:red-7"


def test_a_callback_that_fails_is_told_once_and_the_other_devices_go_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(bench.bridge, "_denial", fail)
    bench.simulator.press()
    fault = bench.next(FaultFound)
    assert (fault.part, fault.finding) == ("button", Finding.CALLBACK_FAILED)
    assert "RuntimeError: no such luck" in fault.message
    assert bench.bridge.health()["fault"] == "callback-failed"
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).counted == 2
    monkeypatch.undo()
    bench.simulator.press()
    bench.next(PressDenied)


def test_a_failure_while_counting_switches_the_motor_off(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("miscounted")

    monkeypatch.setattr("firmware_bridge.feeder.Feeder.gate", fail)
    bench.bridge.dispense(3)
    assert bench.next(DispenseEnded).finding is Finding.CALLBACK_FAILED
    assert (bench.pin("motor_forward"), bench.bridge.health()["motor"]) == (0, "off")


def test_after_the_loop_is_closed_reports_are_dropped_silently(bench: Bench) -> None:
    bench.close_loop()
    while not bench.reports.empty():
        bench.reports.get()
    bench.simulator.press()
    bench.bridge.dispense(1)
    bench.wait(lambda: bench.simulator.cards_out == 1 and not bench.pin("motor_forward"))
    assert bench.reports.empty()


def test_closing_in_the_middle_of_a_dispense_rests_every_output_and_ends_every_thread(bench: Bench) -> None:
    bench.bridge.dispense(12)
    bench.next(CardCounted)
    bench.bridge.close()
    bench.bridge.close()
    bench.bridge.motor_off()
    for name in ("motor_forward", "motor_backward", "heartbeat", "beeper"):
        assert bench.pin(name) == 0
        assert not log_of(bench, name) or log_of(bench, name)[-1]["state"] == 0
    assert not THREADS & {thread.name for thread in threading.enumerate()}


def test_the_bridge_can_be_opened_again_with_other_pins(lay_bench: Callable[..., Bench]) -> None:
    for gate in (17, 18, 17):
        bench = lay_bench(speed=20.0, pins=PinMap(gate=gate))
        bench.bridge.dispense(1)
        assert bench.next(DispenseEnded).counted == 1
        bench.close()


def test_a_bad_pin_map_stops_the_opening(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench(opened=False, pins=PinMap(gate=5))
    with pytest.raises(PinMapError):
        bench.bridge.open()


def test_without_pins_the_table_plays_on_without_a_dispenser(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(_: Path) -> None:
        raise PinsUnavailable("This machine is not a Raspberry Pi; start with --simulate.")

    monkeypatch.setattr(parts_module, "real_factory", unavailable)
    bridge = Bridge(BridgeSettings(tmp_path, scanner_url="none"), bench.reports.put, bench.loop)
    bridge.open()
    assert bridge.dispenser_status.mode == "missing"
    assert "start with --simulate" in bridge.dispenser_status.message
    assert bridge.scanner_status.mode == "missing"
    assert bridge.health() == {
        "mode": "missing",
        "motor": "off",
        "hopper": "unknown",
        "lid": "unknown",
        "aim": "none",
        "notes": [],
        "fault": None,
    }
    assert bridge.scanner_health()["state"] == "absent"
    bridge.allow_presses(0)
    bridge.sound("ding")
    bridge.motor_off()
    with pytest.raises(DispenserMissingError, match="start with --simulate"):
        bridge.dispense(1)
    bridge.close()


def test_a_pin_in_use_makes_the_dispenser_missing_with_a_remedy(
    lay_bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError("GPIO busy")

    monkeypatch.setattr("firmware_bridge.parts.Panel", busy)
    bench = lay_bench()
    assert bench.bridge.dispenser_status.mode == "missing"
    assert "GPIO busy" in bench.bridge.dispenser_status.message
    assert not {"beeper", "dispenser", "physics"} & {thread.name for thread in threading.enumerate()}


def test_a_pin_log_line_tells_when_which_pin_did_what(bench: Bench) -> None:
    bench.bridge.dispense(1)
    bench.next(DispenseEnded)
    blocked, clear = log_of(bench, "gate")
    assert set(blocked) == {"t_ns", "pin", "name", "state"}
    assert (blocked["pin"], blocked["state"], clear["state"]) == (17, 1, 0)
    assert blocked["t_ns"] < clear["t_ns"] < time.monotonic_ns()


def test_a_pin_log_that_cannot_be_written_stops_the_opening(lay_bench: Callable[..., Bench], tmp_path: Path) -> None:
    bench = lay_bench(opened=False)
    (tmp_path / "pins.jsonl").mkdir()
    with pytest.raises(PinLogError, match=r"pins.jsonl cannot be written \(Is a directory\); name another file"):
        bench.bridge.open()


def test_over_many_dispenses_every_card_that_came_out_was_counted(lay_bench: Callable[..., Bench]) -> None:
    bench = lay_bench(speed=50.0)
    counted = 0
    for asked in (1, 8, 3, 5, 2, 7, 4, 6) * 3:
        bench.bridge.dispense(asked)
        counted += bench.next(DispenseEnded).counted
    assert counted == bench.simulator.cards_out


def test_a_full_disk_ends_the_pin_log_and_not_the_game(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware_bridge.simulator.pin_log.os.write", full)
    bench.bridge.dispense(2)
    end = bench.next(DispenseEnded)
    monkeypatch.undo()
    assert end.counted == 2
