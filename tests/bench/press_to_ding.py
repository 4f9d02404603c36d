"""From the button's edge to the ding, as the pin log of the real service has them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.debounce import DebounceTimes
from firmware_bridge.pin_map import PinMap
from tests.bench.bare_callback import edge_to_output_ms
from tests.bench.figures import Figure, of_samples
from tests.live_table import LiveTable, json_lines

PRESSES = 100
AFTER_THE_DING = ("guard_ms=0", "suspense_ms=0", "fire_profile=test_never")  # made short, because it is not timed
QUICK = tuple(part for setting in AFTER_THE_DING for part in ("--set", f"dispenser.{setting}"))
QUIET_S = 0.3  # no earcon has so long a pause inside


@dataclass(frozen=True, slots=True)
class Press:
    """One accepted press: when the contact first closed, when it stayed closed, when the ding began."""

    touched_ns: int
    steady_ns: int
    ding_ns: int


def measure(folder: Path) -> list[Figure]:
    """Presses the simulated button at a running table."""
    log = folder / "pins.jsonl"
    with LiveTable(folder / "data", "--pin-log", str(log), *QUICK) as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben,Cleo", "top blue-7")
        presses = [_press(table, log) for _ in range(PRESSES)]
    pins = PinMap()
    assert pins.beeper is not None
    floors = edge_to_output_ms(pins.button, pins.beeper, on=True)
    confirmed_ms = DebounceTimes().pressed_ns / 1e6
    note = f"A press counts once its line has stayed pressed for {confirmed_ms:g} ms, which is part of this figure."
    return [
        of_samples("press, steady contact to ding", _ms(presses, "steady_ns"), floors, note=note),
        of_samples(
            "press, first contact to ding",
            _ms(presses, "touched_ns"),
            floors,
            note="The simulated contact chatters for 2 ms before it is steady.",
        ),
    ]


def _ms(presses: list[Press], since: str) -> list[float]:
    return [(press.ding_ns - getattr(press, since)) / 1e6 for press in presses]


def _press(table: LiveTable, log: Path) -> Press:
    _wait_for_quiet(log)
    turn, began_ns = table.state()["turn"], time.monotonic_ns()
    table.push_button()
    table.until(lambda state: bool(state["turn"] != turn))
    lines = [line for line in json_lines(log) if line["t_ns"] >= began_ns]
    ding_ns = next(line["t_ns"] for line in lines if line["name"] == "beeper" and line["state"])
    contacts = [
        line["t_ns"] for line in lines if line["name"] == "button" and line["state"] and line["t_ns"] < ding_ns
    ]
    return Press(contacts[0], contacts[-1], ding_ns)


def _wait_for_quiet(log: Path) -> None:
    """The beeper has ended what it played, so that its next change is the answer to the press."""
    while True:
        beeps = [line for line in json_lines(log) if line["name"] == "beeper"]
        if not beeps[-1]["state"] and time.monotonic_ns() - beeps[-1]["t_ns"] > QUIET_S * 1e9:
            return
        time.sleep(0.05)
