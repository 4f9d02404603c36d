"""The real program under a stand-in for systemd: ready, alive, hanging, killed for it, and back in the same round."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.appliance.manager import Manager
from tests.live_table import LiveTable
from tests.soak import in_soak_only

pytestmark = pytest.mark.alone

WATCHDOG_S = 1.5
PING_S = WATCHDOG_S / 3
HANGING = [sys.executable, "-m", "tests.appliance.hanging_table"]


def test_systemd_hears_that_the_table_is_ready_that_it_lives_and_that_it_ends(tmp_path: Path) -> None:
    with Manager(tmp_path, WATCHDOG_S) as systemd, LiveTable(tmp_path / "data", env=systemd.environ) as table:
        assert systemd.until("READY=1") == f"READY=1\nSTATUS=the table's page is {table.line('listening: ')}"
        systemd.until("WATCHDOG=1")
        begun = time.monotonic()
        for _ in range(4):
            systemd.until("WATCHDOG=1")
        assert time.monotonic() - begun < 4 * WATCHDOG_S
        table.process.send_signal(signal.SIGTERM)
        systemd.until("STOPPING=1", 5)
        assert table.process.wait(5) == 0


def test_under_systemd_the_pin_is_not_in_the_log(tmp_path: Path) -> None:
    with Manager(tmp_path) as systemd, LiveTable(tmp_path / "data", env=systemd.environ) as table:
        pin = (tmp_path / "data" / "pin").read_text(encoding="ascii").strip()
        table.line("speech: ")
        assert table.pin == "spoken and shown on request"
        assert not any(pin in line for line in table.lines + table.errors)


@pytest.mark.parametrize(
    "part", ["pins", *(pytest.param(part, marks=in_soak_only) for part in ("scanner", "voice", "journal"))]
)
def test_a_hanging_part_ends_the_signs_of_life_and_after_the_restart_the_round_goes_on(
    tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field report A7-06."""
    monkeypatch.setattr("tests.live_table.COMMAND", HANGING)
    told = tmp_path / "hang"
    with Manager(tmp_path, WATCHDOG_S) as systemd:
        env = systemd.environ | {"UNO_HANGS": part, "UNO_HANGS_FROM": str(told)}
        with LiveTable(tmp_path / "data", env=env) as table:
            table.pin = (tmp_path / "data" / "pin").read_text(encoding="ascii").strip()
            table.join()
            table.accepted("game extreme players=Ann,Ben", "top red-5", "Ann presses 0")
            before = table.state()
            systemd.until("WATCHDOG=1")
            told.touch()
            if part == "scanner":
                table.write_tag("red-7")
            if part == "voice":
                table.http.get("/api/state")
                table.say("Ben presses 0")
                before = table.state()
            assert systemd.silent_for(2 * WATCHDOG_S, "WATCHDOG=1"), table.errors
            table.process.send_signal(signal.SIGABRT)  # as systemd does then
            assert table.process.wait(5) == -signal.SIGABRT
            hung = "\n".join(table.errors)
        off = subprocess.run(
            [sys.executable, "-m", "companion", "motor-off", "--simulate", "--data", str(tmp_path / "data")],
            check=False,
        )
        assert off.returncode == 0
        told.unlink()
        with LiveTable(tmp_path / "data", env=env) as table:
            systemd.until("READY=1")
            systemd.until("WATCHDOG=1")
            assert table.state() == before
    assert "no sign of life from the " in hung
    assert "Fatal Python error: Aborted" in hung  # and below it where each thread was
