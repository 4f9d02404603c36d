"""The parts on the pins are opened together and closed together, the motor before all others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import parts as parts_module
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.light import Light
from firmware_bridge.panel import PanelCalls
from firmware_bridge.parts import Parts
from firmware_bridge.pin_map import PinMap, mock_factory
from firmware_bridge.reports import CardCounted, HopperLow, Report
from tests.bridge.hand_clock import HandClock
from tests.bridge.sim_bench import MOTORS, SimBench, live


def parts(folder: Path, reports: list[Report], **settings: Any) -> Parts:
    calls = PanelCalls(lambda *_: None, lambda *_: None, lambda *_: None)
    chosen = BridgeSettings(folder, simulate=True, **settings)
    return Parts(chosen, reports.append, calls, lambda: None, HandClock(), hopper=10, angle=0)


def test_the_motor_is_at_rest_before_anything_else_goes_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with SimBench(tmp_path, pins=PinMap(lamp_turn=9), pause_ms=0) as bench:
            bench.bridge.show({"turn": Light.ON})
            bench.bridge.dispense(5)
            await bench.next(CardCounted)
            before = len(bench.changes())
            assert bench.bridge._parts is not None
            bench.bridge._parts.close()
            went_out = [change.name for change in bench.changes()[before:] if not change.state]
            assert went_out.index("lamp_turn") > max(went_out.index(name) for name in MOTORS & set(went_out))
            assert went_out[0] in MOTORS
            bench.bridge._parts.close()

    live(scene())


@pytest.mark.parametrize("failing", ["Dispenser", "Fittings", "Panel", "InputWire"])
def test_where_one_part_cannot_be_opened_nothing_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    factory: Any = mock_factory()
    monkeypatch.setattr(parts_module, "mock_factory", lambda: factory)

    def busy(*_: object, **__: object) -> None:
        raise OSError("GPIO busy")

    with monkeypatch.context() as patched:
        patched.setattr(parts_module, failing, busy)
        with pytest.raises(OSError, match="busy") as kept:
            parts(tmp_path, [], pins=PinMap(hopper_low=6))
    assert factory.pins == {}
    assert not any(factory._reservations.values())
    parts(tmp_path, [], pins=PinMap(hopper_low=6)).close()
    assert kept.value  # it holds whatever had been opened, so that nothing was let go by chance


def test_how_full_the_hopper_is_is_told_at_the_start(tmp_path: Path) -> None:
    reports: list[Report] = []
    opened = parts(tmp_path, reports, pins=PinMap(hopper_low=6))
    opened.start()
    opened.close()
    assert [report.low for report in reports if isinstance(report, HopperLow)] == [False]
