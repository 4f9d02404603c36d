"""SIGTERM while everything happens at once: phones listen, the table speaks, the motor turns."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live_table import LiveTable, json_lines
from tests.sound import NullSink

pytestmark = pytest.mark.alone

AIM_PINS_MS, AIM_EXIT_S = 200, 5
LIMIT = 5  # times the aim, and only then does it fail
PHONES = 3
MOTOR = {"motor_forward", "motor_backward", "heartbeat"}


@contextmanager
def listening_phone(table: LiveTable, ended: list[str]) -> Iterator[None]:
    """A phone that follows the table's events until they end."""
    began = threading.Event()

    def follow() -> None:
        with httpx.stream("GET", f"{table.url}/api/events", timeout=60) as stream:
            for line in stream.iter_lines():
                if line:
                    began.set()
        ended.append("by the table")

    phone = threading.Thread(target=follow, daemon=True)
    phone.start()
    assert began.wait(20)
    yield
    phone.join(20)
    assert not phone.is_alive()


def _speaking_while_the_motor_turns(table: LiveTable) -> None:
    """Returns in the midst of both."""
    for _ in range(20):
        table.push_button()
        deadline = time.monotonic() + 6
        asked = False
        while time.monotonic() < deadline:
            motor = table.http.get("/api/health").json()["dispenser"]["motor"] == "on"
            if motor and any(line["state"] == "speaking" for line in table.spoken()):
                return
            if motor and not asked:
                asked = True
                table.http.post("/ask", data={"query": "status"})
            time.sleep(0.01)
        if (open_press := table.state()["interrupted"]) is not None:
            table.accepted(f"{open_press['player']} presses 1")
        table.http.post("/api/bench/fault", json={"fault": "clear"})
        table.http.post("/api/bench/fault", json={"fault": "no-feed"})
    raise AssertionError("motor and voice were never at work together")


def test_a_table_that_is_told_to_end_in_the_midst_of_it_all_rests_its_pins_and_ends_well(tmp_path: Path) -> None:
    pins = tmp_path / "pins.jsonl"
    flags = ["--pin-log", str(pins)]
    for setting in ("dispenser.suspense_ms=0", "dispenser.guard_ms=0", "dispenser.card_ms=2000"):
        flags += ["--set", setting]
    ended: list[str] = []
    with NullSink() as sink, LiveTable(tmp_path / "data", *flags, speech="espeak", env=sink.env) as table:
        table.until_speech("ok")
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        table.http.post("/api/bench/fault", json={"fault": "no-feed"})
        with ExitStack() as phones:
            for _ in range(PHONES):
                phones.enter_context(listening_phone(table, ended))
            _speaking_while_the_motor_turns(table)
            told_ns = time.monotonic_ns()
            table.process.send_signal(signal.SIGTERM)
            code = table.process.wait(LIMIT * AIM_EXIT_S)
            exit_s = (time.monotonic_ns() - told_ns) / 1e9
    assert code == 0
    assert exit_s < LIMIT * AIM_EXIT_S
    assert len(ended) == PHONES
    last: dict[str, dict[str, Any]] = {line["name"]: line for line in json_lines(pins)}
    assert {name: line["state"] for name, line in last.items() if name in MOTOR and line["state"]} == {}
    off_ms = max(
        (line["t_ns"] - told_ns) / 1e6
        for line in json_lines(pins)
        if line["name"] == "motor_forward" and not line["state"]
    )
    assert 0 < off_ms < LIMIT * AIM_PINS_MS
    print(f"motor off after {off_ms:.1f} ms, exit after {exit_s:.2f} s")
