"""From the exit gate's last edge of a dispense to the motor's pin at rest, as the pin log has them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import DispenseEnded, Report
from tests.bench.bare_callback import edge_to_output_ms
from tests.bench.figures import Figure, of_samples
from tests.live_table import json_lines

DISPENSES = 200
SPEED = 5.0  # of the cards and the waits; an edge is handled no faster


def measure(folder: Path) -> list[Figure]:
    """Throws cards one at a time, so that each card's last edge is its dispense's."""
    log = folder / "pins.jsonl"
    asyncio.run(_dispense(folder, log))
    pins = PinMap()
    return [
        of_samples(
            "gate edge to motor off",
            _last_edge_to_rest_ms(log),
            edge_to_output_ms(pins.gate, pins.motor_forward, on=False),
            note="The simulated gate's edge is written to the pin log on the way.",
        )
    ]


async def _dispense(folder: Path, log: Path) -> None:
    reports: asyncio.Queue[Report] = asyncio.Queue()
    settings = BridgeSettings(folder, simulate=True, speed=SPEED, pin_log=log, seed=1)
    bridge = Bridge(settings, reports.put_nowait, asyncio.get_running_loop())
    await asyncio.to_thread(bridge.open)
    try:
        assert bridge.simulator is not None
        bridge.simulator.fault(f"hopper:{DISPENSES + 1}")
        for _ in range(DISPENSES):
            bridge.dispense(1)
            while not isinstance(end := await reports.get(), DispenseEnded):
                pass
            assert (end.counted, end.finding) == (1, None)
    finally:
        await asyncio.to_thread(bridge.close)


def _last_edge_to_rest_ms(log: Path) -> list[float]:
    cleared_ns, samples = 0, []
    for line in json_lines(log):
        match line["name"], line["state"]:
            case "gate", 0:
                cleared_ns = line["t_ns"]
            case "motor_forward", 0:
                samples.append((line["t_ns"] - cleared_ns) / 1e6)
    assert len(samples) == DISPENSES
    return samples
