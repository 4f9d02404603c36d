"""The whole bridge with every further part: buttons, lamps, beeper and servo, together and one by one missing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero import DigitalOutputDevice

from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.light import Light
from firmware_bridge.pin_map import BUTTONS, LAMPS, LINES, PinMap
from firmware_bridge.reports import (
    ButtonPressed,
    CardCounted,
    DispenseEnded,
    FaultFound,
    Finding,
    PressAccepted,
)

pytestmark = pytest.mark.alone

if TYPE_CHECKING:
    from tests.bridge.conftest import Bench

LayBench = Callable[..., "Bench"]
EVERYTHING: dict[str, Any] = {"complete_without": frozenset()}
ANGLES = FittingSettings(angles=(0, 30, -45), settle_ms=100)


def log_of(bench: Bench, *names: str) -> list[dict[str, Any]]:
    lines = map(json.loads, bench.pin_log.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line["name"] in names]


def test_every_further_part_of_a_simulated_table_is_on_the_bench(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, **EVERYTHING)
    shown = {str(pin["name"]): pin["direction"] for pin in bench.simulator.pins()}
    assert set(shown) == set(LINES) - {"holdback_forward", "holdback_backward", "hopper_low"}
    assert {shown[f"lamp_{name}"] for name in LAMPS} | {shown["servo"], shown["beeper"]} == {"out"}
    assert {shown[f"button_{name}"] for name in BUTTONS} == {"in"}
    assert bench.bridge.dispenser_status.message == (
        "no real pin is driven; for the wired table: start without --simulate on the Pi"
    )


def test_each_further_button_is_told_by_its_name_and_none_of_them_starts_the_motor(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, **EVERYTHING)
    bench.bridge.allow_presses(0)
    for name in BUTTONS:
        bench.simulator.press(button=name)
        assert bench.next(ButtonPressed).name == name
    assert log_of(bench, "motor_forward", "motor_backward", "heartbeat") == []
    bench.simulator.press()
    bench.next(PressAccepted)  # the main button still has its press


def test_a_bouncing_button_is_pressed_once(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, **EVERYTHING)
    bench.simulator.fault("button-bounce")
    bench.simulator.press(button="undo")
    bench.next(ButtonPressed)
    bench.wait(lambda: len(log_of(bench, "button_undo")) >= 12)
    assert not [report for report in list(bench.reports.queue) if isinstance(report, ButtonPressed)]


def test_a_stuck_button_lights_the_alarm_until_it_is_let_go(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=20.0, **EVERYTHING)
    bench.simulator.drive("button_undo", [[1, 600_000]])
    fault = bench.next(FaultFound)
    assert (fault.part, fault.finding) == ("button_undo", Finding.BUTTON_STUCK)
    assert fault.message.startswith("The undo button seems stuck")
    bench.wait(lambda: bench.pin("lamp_alarm"))
    bench.simulator.drive("button_undo", [[0, 1]])
    bench.wait(lambda: not bench.pin("lamp_alarm"))
    assert bench.bridge.health()["fault"] is None


def test_a_beep_of_the_suspense_is_seen_on_the_turn_lamp_at_the_same_instant(lay_bench: LayBench) -> None:
    bench = lay_bench(**EVERYTHING)
    bench.wait(lambda: log_of(bench, "beeper") and not bench.pin("beeper"))
    heard = len(log_of(bench, "beeper"))
    bench.bridge.sound("pulse")
    beep, lamp = log_of(bench, "beeper")[heard], log_of(bench, "lamp_turn")[0]
    assert (beep["state"], lamp["state"]) == (1, 1)
    assert lamp["t_ns"] - beep["t_ns"] < 50_000_000


def test_a_quiet_table_has_the_suspense_in_its_lamp_alone(lay_bench: LayBench) -> None:
    bench = lay_bench(fittings=FittingSettings(quiet=True), **EVERYTHING)
    bench.wait(lambda: log_of(bench, "beeper") and not bench.pin("beeper"))
    heard = len(log_of(bench, "beeper"))
    bench.bridge.sound("pulse")
    assert log_of(bench, "lamp_turn")[0]["state"] == 1
    assert len(log_of(bench, "beeper")) == heard


def test_lamps_show_what_the_table_asks_and_the_alarm_besides_while_a_fault_stands(lay_bench: LayBench) -> None:
    bench = lay_bench(**EVERYTHING)
    bench.bridge.show({"turn": Light.ON, "blue": Light.ON, "alarm": Light.OFF})
    assert [name for name in LAMPS if bench.pin(f"lamp_{name}")] == ["turn", "blue"]
    bench.simulator.fault("no-feed")
    bench.bridge.dispense(1)
    bench.next(DispenseEnded)
    bench.wait(lambda: bench.pin("lamp_alarm"))
    bench.simulator.fault("clear")
    bench.bridge.forget_faults()
    assert not bench.pin("lamp_alarm")


def test_the_alarm_is_lit_while_nobody_hears_the_table_whatever_else_the_lamps_show(lay_bench: LayBench) -> None:
    bench = lay_bench(**EVERYTHING)
    bench.bridge.alarm(on=True)
    bench.bridge.show({"turn": Light.ON, "alarm": Light.OFF})
    bench.wait(lambda: bench.pin("lamp_alarm"))
    bench.bridge.alarm(on=False)
    bench.wait(lambda: not bench.pin("lamp_alarm"))
    assert bench.pin("lamp_turn")


def test_no_card_is_thrown_while_the_dispenser_turns(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, fittings=ANGLES, **EVERYTHING)
    assert bench.bridge.aim(1)
    assert bench.bridge.health()["aim"] == "turning"
    with pytest.raises(DispenserBusyError, match="is being turned"):
        bench.bridge.dispense(1)
    asyncio.run_coroutine_threadsafe(bench.bridge.steady(), bench.loop).result(10)
    assert bench.bridge.health()["aim"] == "reached"
    bench.bridge.dispense(1)
    bench.next(DispenseEnded)
    servo, motor = log_of(bench, "servo"), log_of(bench, "motor_forward")
    assert servo[-1]["state"] == 0
    assert next(pin["angle"] for pin in bench.simulator.pins() if pin["name"] == "servo") == 30
    assert servo[-1]["t_ns"] < motor[0]["t_ns"]


def test_an_obstructed_dispenser_is_told_and_the_next_turn_may_do_better(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, fittings=ANGLES, **EVERYTHING)
    bench.simulator.fault("aim-obstructed")
    bench.bridge.aim(2)
    assert bench.next(FaultFound).finding is Finding.AIM_OBSTRUCTED
    assert bench.bridge.health()["fault"] == "aim-obstructed"
    assert bench.bridge.health()["aim"] == "obstructed"
    bench.simulator.fault("clear")
    bench.bridge.aim(None)
    bench.wait(lambda: bench.bridge.health()["aim"] == "reached")
    assert bench.bridge.health()["fault"] is None


@pytest.mark.parametrize(
    ("parts", "seat"),
    [({"complete_without": frozenset({"servo"})}, 1), (EVERYTHING, 3)],
    ids=["no servo", "no angle for this seat"],
)
def test_the_table_turns_the_dispenser_where_no_servo_can(
    lay_bench: LayBench, parts: dict[str, Any], seat: int
) -> None:
    bench = lay_bench(fittings=ANGLES, **parts)
    assert not bench.bridge.aim(seat)


def test_parts_that_are_not_fitted_are_told_in_one_sentence_and_nothing_is_wrong(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, pins=PinMap(beeper=None, lid=None, hopper=None))
    status = bench.bridge.dispenser_status
    assert status.message.endswith(
        "; not fitted: beeper, lamps, aiming servo, further buttons, lid switch, hopper sensor"
    )
    health = bench.bridge.health()
    assert (health["notes"], health["lid"], health["hopper"], health["aim"]) == ([], "unknown", "unknown", "none")
    bench.bridge.sound("ding")
    bench.bridge.show({"turn": Light.ON})
    bench.bridge.allow_presses(0)
    bench.simulator.press()
    bench.next(PressAccepted)
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).counted == 2
    for fault in ("lid-open", "hopper:0", "hopper:50", "clear"):
        bench.simulator.fault(fault)


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        ("firmware_bridge.beeper.PassiveSounder", "beeper"),
        ("firmware_bridge.aim.AngularServo", "aiming servo"),
    ],
)
def test_a_part_that_cannot_be_used_is_left_out_with_a_sentence_and_the_game_goes_on(
    lay_bench: LayBench, monkeypatch: pytest.MonkeyPatch, broken: str, part: str
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError("GPIO busy")

    monkeypatch.setattr(broken, busy)
    bench = lay_bench(speed=5.0, **EVERYTHING)
    (note,) = bench.bridge.health()["notes"]
    assert note.startswith(f"The {part} cannot be used (OSError: GPIO busy) and is left out; ")
    assert note in bench.bridge.dispenser_status.message
    assert bench.bridge.dispenser_status.mode == "simulated"
    bench.bridge.sound("pulse")
    bench.bridge.show({"turn": Light.ON})
    bench.bridge.aim(None)
    bench.bridge.dispense(2)
    assert bench.next(DispenseEnded).counted == 2


def test_a_lamp_whose_pin_is_taken_is_left_out_with_a_sentence_and_the_others_light(
    lay_bench: LayBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy_on_9(number: int, **named: Any) -> Any:
        if number == 9:
            raise OSError("GPIO busy")
        return DigitalOutputDevice(number, **named)

    monkeypatch.setattr("firmware_bridge.lamps.DigitalOutputDevice", busy_on_9)
    bench = lay_bench(pins=PinMap(lamp_red=9, lamp_blue=10))
    (note,) = bench.bridge.health()["notes"]
    assert note.startswith("The red lamp cannot be used (OSError: GPIO busy)")
    bench.bridge.show({"red": Light.ON, "blue": Light.ON})
    assert (bench.pin("lamp_red"), bench.pin("lamp_blue")) == (0, 1)


def test_a_press_of_a_button_that_is_not_there_is_answered_with_those_that_are(lay_bench: LayBench) -> None:
    bench = lay_bench(pins=PinMap(button_undo=4, button_uno=6))
    with pytest.raises(ValueError, match="There is no 'red' button; the buttons beside the main one are undo, uno"):
        bench.simulator.press(button="red")


def test_closing_in_the_middle_of_everything_leaves_every_output_at_rest(lay_bench: LayBench) -> None:
    bench = lay_bench(speed=5.0, fittings=ANGLES, **EVERYTHING)
    bench.bridge.show(dict.fromkeys(LAMPS, Light.FLASHING))
    bench.bridge.dispense(8)
    bench.next(CardCounted)
    bench.bridge.aim(1)
    bench.bridge.sound("alarm")
    bench.bridge.close()
    outputs = [name for name, line in LINES.items() if line.output and not name.startswith("holdback")]
    assert {name: bench.pin(name) for name in outputs} == dict.fromkeys(outputs, 0)
