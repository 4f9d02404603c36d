"""After a kill in mid-fire every output is at rest within a second, on pins that record what reaches them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_bridge.pin_map import PinMap
from firmware_bridge.rest import note_outputs
from tests.live_table import LiveTable

pytestmark = pytest.mark.alone

AIM_S = 1.0
LIMIT_S = 5 * AIM_S
WHAT_IS_LOADED = """
import sys
from companion.__main__ import main
sys.argv = ["uno-companion", "motor-off"]
try:
    main()
except SystemExit:
    print(sorted({"pydantic", "typer", "companion.settings"} & set(sys.modules)))
"""


def test_after_a_kill_in_mid_fire_the_motor_is_off_within_a_second(tmp_path: Path) -> None:
    """As the unit does it: the process is killed, then ExecStopPost runs ``motor-off``."""
    runtime, record = tmp_path / "run", tmp_path / "record"
    runtime.mkdir()
    with LiveTable(tmp_path / "data", "--set", "dispenser.suspense_ms=0", "--set", "dispenser.guard_ms=0") as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        _until_the_motor_runs(table)
        note_outputs(PinMap(), runtime)  # as a table with pins of its own does: this one is simulated
        (tmp_path / "data" / "settings.toml").write_text("[pins]\nmotor_forward = spoilt", encoding="utf-8")
        killed_ns = time.monotonic_ns()
        table.kill()
    off = subprocess.run(
        [sys.executable, "-m", "tests.appliance.recorded_rest", "motor-off"],
        env=os.environ | {"RUNTIME_DIRECTORY": str(runtime), "UNO_RECORD": str(record)},
        capture_output=True,
        text=True,
        check=False,
    )
    took_s = (time.monotonic_ns() - killed_ns) / 1e9
    assert (off.returncode, off.stdout, off.stderr) == (0, "every output is at rest\n", "")
    levels = [tuple(map(int, line.split())) for line in record.read_text(encoding="ascii").splitlines()]
    assert list(dict.fromkeys(line for _, line, _ in levels)) == [23, 24, 16, 26]
    assert {level for _, _, level in levels} == {0}
    motor_off_s = (levels[0][0] - killed_ns) / 1e9
    print(f"motor low {motor_off_s:.2f} s after the kill, all at rest after {took_s:.2f} s (aim {AIM_S:g} s)")
    assert took_s < LIMIT_S


def _until_the_motor_runs(table: LiveTable) -> None:
    for _ in range(20):
        presser = table.state()["turn"]
        table.push_button()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and table.state()["turn"] == presser:
            if table.http.get("/api/health").json()["dispenser"]["motor"] == "on":
                return
    raise AssertionError("the launcher never fired")


def test_motor_off_loads_no_settings_where_a_note_tells_it_what_to_rest(tmp_path: Path) -> None:
    (tmp_path / "outputs").write_text("motor_forward 23\n", encoding="ascii")
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            WHAT_IS_LOADED,
        ],
        env=os.environ | {"RUNTIME_DIRECTORY": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loaded.stdout.endswith("[]\n"), loaded
