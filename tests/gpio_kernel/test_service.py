"""The whole service on real pins: how it ends, what a killed one leaves behind, and who else holds a line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.pin_map import PinMap
from tests.gpio_kernel.real_bench import RESTED_S, pull, scope, wire_up
from tests.gpio_kernel.sim_header import SimHeader
from tests.gpio_kernel.test_motor import MOTOR
from tests.live_table import COMMAND, LiveTable

Took = Callable[[str, Sequence[float]], None]
PATIENCE_S = 20.0  # the emulated machine starts the service in some five seconds
SIGTERM_AIM_MS = 200
FLAGS = tuple(
    part
    for flag in ("guard_ms=0", "suspense_ms=0", "fire_profile=test_always", "card_ms=2000")
    for part in ("--set", f"dispenser.{flag}")
)
NUMBERS = PinMap().numbers()
HOLDS = """
import os, sys
os.environ["LG_WD"] = sys.argv[1]
import lgpio
chip = lgpio.gpiochip_open(int(sys.argv[2]))
lgpio.gpio_claim_output(chip, int(sys.argv[3]), 0)
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def table_with_a_running_motor(header: SimHeader, folder: Path) -> Iterator[LiveTable]:
    """A game is on, somebody has pressed, and the motor runs for a card that does not come."""
    with LiveTable(folder, *FLAGS, simulate=False, patience_s=PATIENCE_S) as table:
        assert table.line("dispenser: ").startswith("real (")
        wire_up(header, NUMBERS)
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        table.until(lambda _: table.http.get("/api/health").json()["dispenser"]["lid"] == "closed")
        time.sleep(RESTED_S)
        pull(header, NUMBERS, "button", active=True)
        time.sleep(0.1)
        pull(header, NUMBERS, "button", active=False)
        table.until(lambda _: header.level(NUMBERS["motor_forward"]) == 1)
        yield table


@contextmanager
def another_program(header: SimHeader, folder: Path, name: str) -> Iterator[None]:
    """Holds a line of ours."""
    chip = re.sub(r"\D", "", header.device.name)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder), chip, str(NUMBERS[name])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        assert holder.poll() is None
        holder.kill()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, to its end."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE_S)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_motor_first_and_then_ends_the_service(
    header: SimHeader, tmp_path: Path, took: Took, number: signal.Signals
) -> None:
    with table_with_a_running_motor(header, tmp_path) as table:
        with scope(header, NUMBERS, *MOTOR) as looked:
            told_ns = time.monotonic_ns()
            table.process.send_signal(number)
            code = table.process.wait(PATIENCE_S)
            ended_ns = time.monotonic_ns()
        off_ms = (looked.of("motor_forward")[-1].t_ns - told_ns) / 1e6
        took(f"from {number.name} to the motor's line low", [off_ms])
        took(f"from {number.name} to the end of the process", [(ended_ns - told_ns) / 1e6])
    assert code == 0
    assert looked.states("motor_forward") == [1, 0]
    assert off_ms < 5 * SIGTERM_AIM_MS
    assert [looked.states(name)[-1] for name in MOTOR] == [0, 0, 0]


def test_after_a_kill_no_pulse_enables_the_motor_and_motor_off_rests_whatever_the_board_left_on(
    header: SimHeader, tmp_path: Path
) -> None:
    """gpio-sim lets a line fall back to what pulls it; a Pi may leave it driven: here something pulls it up."""
    with table_with_a_running_motor(header, tmp_path) as table:
        header.pull(NUMBERS["motor_forward"], high=True)
        table.kill()
        with scope(header, NUMBERS, *MOTOR) as dead:
            time.sleep(0.3)
        assert dead.states("motor_forward") == [1]
        assert len(dead.states("heartbeat")) == 1
    with scope(header, NUMBERS, "motor_forward") as looked:
        off = run("motor-off", "--data", str(tmp_path))
    assert (off.returncode, off.stdout, off.stderr) == (0, "every output is at rest\n", "")
    assert looked.states("motor_forward") == [1, 0, 1]  # low while the command held it, and then let go
    with LiveTable(tmp_path, *FLAGS, simulate=False, patience_s=PATIENCE_S) as table:
        assert table.state()["interrupted"] is not None
        assert header.level(NUMBERS["motor_forward"]) == 0  # held low from the start on
        assert table.http.get("/api/health").json()["dispenser"]["motor"] == "off"


def test_motor_off_says_so_while_the_service_holds_the_lines(header: SimHeader, tmp_path: Path) -> None:
    with LiveTable(tmp_path / "table", simulate=False, patience_s=PATIENCE_S):
        off = run("motor-off", "--data", str(tmp_path / "other"))
    assert off.returncode == 1
    assert "the service may hold it: stop it first" in off.stderr
    assert "Traceback" not in off.stderr


@pytest.mark.parametrize("name", ["motor_forward", "gate", "button", "lid"])
def test_a_line_that_another_program_holds_is_told_in_a_sentence_and_the_page_is_there(
    header: SimHeader, tmp_path: Path, name: str
) -> None:
    with (
        another_program(header, tmp_path, name),
        LiveTable(tmp_path / "table", simulate=False, patience_s=PATIENCE_S) as table,
    ):
        line = table.line("dispenser: ")
        health = table.http.get("/api/health").json()["dispenser"]
    assert line.startswith("missing (")
    assert "stop the other program that uses it, or choose another number under [pins]" in line
    assert f"pins.{name} = {NUMBERS[name]}" in line
    assert (health["mode"], health["motor"]) == ("missing", "off")
    assert "Traceback" not in "\n".join(table.errors)


def test_a_beeper_that_another_program_holds_is_left_out_and_the_table_is_played(
    header: SimHeader, tmp_path: Path
) -> None:
    with (
        another_program(header, tmp_path, "beeper"),
        LiveTable(tmp_path / "table", simulate=False, patience_s=PATIENCE_S) as table,
    ):
        line = table.line("dispenser: ")
    assert line.startswith("real (")
    assert "The beeper cannot be used" in line


def test_pins_that_this_user_may_not_open_are_told_with_the_remedy(header: SimHeader, tmp_path: Path) -> None:
    header.device.chmod(0o600)
    (tmp_path / "table").mkdir()
    os.chown(tmp_path / "table", 1000, 1000)
    for path in (tmp_path, Path(sys.executable), Path(sys.executable).resolve(), Path(sys.prefix), Path(os.__file__)):
        for folder in path.parents:
            folder.chmod(folder.stat().st_mode | 0o055)  # the program itself is to be had
    tmp_path.chmod(0o755)
    off = subprocess.run(
        [*COMMAND, "motor-off", "--data", str(tmp_path / "table")],
        user=1000,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert off.returncode == 1
    assert "The pins may not be opened" in off.stderr
    assert "sudo adduser $USER gpio" in off.stderr
