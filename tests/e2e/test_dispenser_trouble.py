"""The real program when its dispenser fails: the question on page and voice, the answer, signals at a bad moment."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.storage.journal import Journal
from companion.tags import CommandWord, command_tag
from tests.live_table import COMMAND, LiveTable, json_lines

pytestmark = pytest.mark.alone

SLOW = 5  # limits of the contract count five times on a busy test machine
NO_GUARD = ("--set", "dispenser.guard_ms=0")
AT_ONCE = (*NO_GUARD, "--set", "dispenser.suspense_ms=0")


def begin(table: LiveTable) -> None:
    table.join()
    table.accepted("game extreme players=Ann,Ben", "top red-5")


def fault(table: LiveTable, name: str) -> None:
    assert table.http.post("/api/bench/fault", json={"fault": name}).is_success


def count(state: dict[str, Any], name: str) -> int:
    return next(int(player["count"]) for player in state["players"] if player["name"] == name)


def push_until(table: LiveTable, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Pushes the button, turn after turn, until the launcher has fired and the table is so."""
    for _ in range(12):
        version = table.state()["version"]
        table.push_button()
        state = table.until(lambda state, version=version: holds(state) or state["version"] > version)  # type: ignore[misc]
        if holds(state):
            return state
    raise AssertionError("the launcher never fired")


def is_asked(state: dict[str, Any]) -> bool:
    return state["interrupted"] is not None


def test_a_double_feed_waits_for_the_table_s_number_and_the_journal_keeps_it(tmp_path: Path) -> None:
    with LiveTable(tmp_path, *AT_ONCE) as table:
        begin(table)
        fault(table, "double-feed")
        state = push_until(table, is_asked)
        presser, counted = state["interrupted"]["player"], state["interrupted"]["counted"]
        assert state["interrupted"]["finding"] == "double-feed"
        assert counted >= 2
        heard = " ".join(line["text"] for line in table.spoken())
        assert "Two cards may have come at once: count them." in heard
        assert f"{counted} cards were counted for {presser}. Is that right?" in heard
        assert "may be wrong. How many came out?" in table.http.get("/").text
        waits = table.say("undo")
        assert (waits["accepted"], waits["code"]) == (False, "not-now")
        before = count(state, presser)
        question = f"{counted} cards were counted for {presser}. Is that right?"
        table.write_tag(command_tag(CommandWord.STATUS))
        table.until(lambda _: sum(question in line["text"] for line in table.spoken()) > 1)
        table.write_tag(command_tag(CommandWord.YES))
        state = table.until(lambda state: not (is_asked(state) and state["interrupted"]["of"] is None))
        drawn = state["interrupted"]["of"] if is_asked(state) else counted
        if is_asked(state):  # the rest comes with the next push
            version = state["version"]
            table.push_button()
            state = table.until(lambda state: state["version"] > version)
        assert count(state, presser) == before + drawn
        version = state["version"]
    journal = Journal(tmp_path)
    press = journal.presses(1)[-1]
    assert (press.player, press.counted, press.finding, press.settled) == (presser, drawn, "double-feed", version)
    journal.close()


def test_a_fault_script_strikes_the_live_table(tmp_path: Path) -> None:
    script = tmp_path / "faults.toml"
    script.write_text('[[fault]]\npress = 1\nfault = "jam"\n', encoding="utf-8")
    with LiveTable(tmp_path / "data", *AT_ONCE, "--fault-script", str(script)) as table:
        begin(table)
        state = push_until(table, is_asked)
        presser = state["interrupted"]["player"]
        assert state["interrupted"] == {"player": presser, "counted": 0, "of": None, "finding": "stuck-at-exit"}
        fault(table, "pulled-card")
        table.until(lambda state: state["interrupted"]["counted"] == 1)
        table.accepted(f"{presser} presses 1")
        assert count(table.state(), presser) == count(state, presser) + 1


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["run", "--fault-seed", "1"], "a real dispenser has faults of its own; add --simulate"),
        (["run", "--simulate", "--fault-script", "none.toml"], "cannot be read (No such file or directory)"),
        (["demo", "--fault-script", "x", "--fault-seed", "1"], "give one of them"),
    ],
)
def test_faults_that_cannot_be_had_are_refused_with_a_sentence(flags: list[str], said: str, tmp_path: Path) -> None:
    done = _run([*COMMAND, *flags, "--data", str(tmp_path)])
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_sigterm_switches_the_motor_off_before_anything_else(tmp_path: Path) -> None:
    pins = tmp_path / "pins.jsonl"
    with LiveTable(tmp_path / "data", *AT_ONCE, "--pin-log", str(pins)) as table:
        begin(table)
        fault(table, "no-feed")  # the motor tries for long
        push_until(table, lambda _: table.http.get("/api/health").json()["dispenser"]["motor"] == "on")
        sent_ns = time.monotonic_ns()
        table.process.terminate()
        assert table.process.wait(25) == 0
    last = {line["name"]: line for line in json_lines(pins)}
    for name in ("motor_forward", "heartbeat"):
        assert not last[name]["state"]
        assert last[name]["t_ns"] - sent_ns < 200_000_000 * SLOW


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_midst_of_the_start_ends_the_program_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    code = (
        "import asyncio, os, companion.service as service\n"
        "async def hang(_):\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    await asyncio.sleep(60)\n"
        "service.Server.serve = hang\n"
        "from companion.cli import main; main()"
    )
    flags = ["run", "--simulate", "--port", "0", "--host", "127.0.0.1", "--speech", "none", "--data", str(tmp_path)]
    done = _run([sys.executable, "-c", code, *flags])
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
