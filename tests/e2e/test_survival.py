"""Pulling the plug of the real program, at any moment: what was answered is there afterwards, and nothing else is."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live_table import LiveTable, json_lines

pytestmark = pytest.mark.alone

ROUNDS = 40 if os.environ.get("UNO_SOAK") else 3
SCRIPT = ["Ann presses 0", "Ben presses 2", "Cleo presses 1", "undo", "Cleo presses 0", "set count Ann 9"]


@pytest.mark.timeout(60 * ROUNDS)
def test_what_was_answered_survives_a_pulled_plug_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(1)
    talk = _Talk()
    for number in range(ROUNDS):
        with LiveTable(tmp_path) as table:
            if number == 0:
                table.join()
                table.accepted("game extreme players=Ann,Ben,Cleo", "top red-5")
                cookies = dict(table.http.cookies)
            else:
                table.http.cookies.update(cookies)
                talk.compare(table.state())
            pulling = threading.Timer(chance.uniform(0.05, 0.6), table.process.kill)
            pulling.start()
            talk.until_dead(table)
            pulling.join()
            table.process.wait()


class _Talk:
    """What a phone said, was answered, and saw, over all the runs of one table."""

    def __init__(self) -> None:
        self.answered = 2
        self.seen: dict[str, Any] = {}

    def compare(self, state: dict[str, Any]) -> None:
        """After a pulled plug: all that was answered is there, and at most the one statement under way besides."""
        assert state["version"] in {self.answered, self.answered + 1}
        if state["version"] == self.seen.get("version"):
            assert state == self.seen
        self.answered, self.seen = state["version"], state

    def until_dead(self, table: LiveTable) -> None:
        """Statement after statement, until nobody answers any more."""
        at = 0
        while True:
            try:
                answer = table.say(SCRIPT[at % len(SCRIPT)])
                if answer["accepted"]:
                    self.answered = answer["version"]
                self.seen = table.state()
            except (httpx.TransportError, OSError):
                return
            at += 1


def test_a_press_cut_short_is_asked_about_and_moves_no_motor_by_itself(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", "dispenser.suspense_ms=0", "--set", "dispenser.guard_ms=0") as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        presser = _press_until_the_motor_runs(table)
        cookies = dict(table.http.cookies)
        table.kill()
    with LiveTable(tmp_path) as table:
        state = table.state()
        assert state["interrupted"]["player"] == presser
        counted = state["interrupted"]["counted"]
        before = next(player["count"] for player in state["players"] if player["name"] == presser)
        assert table.http.get("/api/health").json()["dispenser"]["motor"] == "off"
        table.push_button()  # refused: first the number
        assert table.state()["version"] == state["version"]
        assert any("interrupted" in line["text"] and presser in line["text"] for line in table.spoken())
        table.http.cookies.update(cookies)
        table.accepted(f"{presser} presses {counted + 1}")
        state = table.state()
        assert state["interrupted"] is None
        after = next(player["count"] for player in state["players"] if player["name"] == presser)
        assert after == before + counted + 1
    with LiveTable(tmp_path) as table:
        assert table.state() == state


def _press_until_the_motor_runs(table: LiveTable) -> str:
    for _ in range(10):
        presser: str = table.state()["turn"]
        table.push_button()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if table.http.get("/api/health").json()["dispenser"]["motor"] == "on":
                return presser
            if table.state()["turn"] != presser:
                break
            time.sleep(0.005)
    raise AssertionError("the launcher never fired")


def test_sigterm_in_the_middle_of_a_dispense_ends_cleanly_motor_off_first(tmp_path: Path) -> None:
    pins = tmp_path / "pins.jsonl"
    flags = ("--pin-log", str(pins), "--set", "dispenser.suspense_ms=0", "--set", "dispenser.guard_ms=0")
    with LiveTable(tmp_path / "data", *flags) as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        _press_until_the_motor_runs(table)
        began = time.monotonic()
        table.process.terminate()
        code = table.process.wait(25)
        assert time.monotonic() - began < 25
    assert code == 0
    last = {line["name"]: line["state"] for line in json_lines(pins)}
    assert not last["motor_forward"]
    assert not last.get("motor_backward")  # never written where it never ran
