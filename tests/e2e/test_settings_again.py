"""A running table takes new settings on SIGHUP, keeps the old ones where they are wrong, and ends by its button."""

from __future__ import annotations

import os
import signal
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.live_table import ANSWER_S, LiveTable

pytestmark = pytest.mark.alone

GAME = ("game extreme players=Ann,Ben,Cid", "top red-5")


def pins(table: LiveTable) -> dict[str, Any]:
    return {pin["name"]: pin for pin in table.http.get("/api/bench/pins").json()}


def settings(table: LiveTable) -> dict[str, Any]:
    """What the table's health says of them."""
    found: dict[str, Any] = table.http.get("/api/health").json()["settings"]
    return found


def heard(table: LiveTable, text: str) -> int:
    return [line["text"] for line in table.spoken()].count(text)


def read_again(table: LiveTable, folder: Path, text: str, answer: str) -> None:
    """The settings file is changed, and the table has said what it makes of it."""
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    before = heard(table, answer)
    table.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + ANSWER_S
    while heard(table, answer) == before:
        assert time.monotonic() < deadline, (table.spoken(), table.errors)
        time.sleep(0.02)
    table.button_rests()


IN_FORCE = "The new settings are in force."
IN_PART = "The new settings are in force. After a restart only: voice.rate_wpm."
REFUSED = "The new settings cannot be used: the old ones stay. The page says why."
REFUSED_PIN = "The new settings cannot be used: the old ones stay. Look at pins.gate: the page says why."


def test_pin_numbers_change_twice_while_the_table_runs_and_a_wrong_map_changes_nothing(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", "dispenser.suspense_ms=0", "--set", "dispenser.guard_ms=0") as table:
        table.join()
        table.accepted(*GAME)
        read_again(table, tmp_path, "[pins]\ngate = 18\nlamp_turn = 9\n[voice]\nrate_wpm = 200\n", IN_PART)
        assert (pins(table)["gate"]["pin"], pins(table)["lamp_turn"]["pin"]) == (18, 9)
        assert pins(table)["lamp_turn"]["state"] == 1
        assert any("need a restart: voice.rate_wpm" in line for line in table.errors)
        assert settings(table) == {"state": "restart", "findings": [], "later": ["voice.rate_wpm"]}
        assert "after a restart only: voice.rate_wpm" in table.http.get("/").text
        read_again(table, tmp_path, "[pins]\ngate = 5\n", REFUSED_PIN)
        (why,) = settings(table)["findings"]
        assert why.startswith("settings.toml:2: pins.gate = 5: BCM 5 is already pins.button; give one")
        assert table.http.get("/api/health").json()["status"] == "degraded"
        assert why in unescape(table.http.get("/").text)
        assert any("pins.gate = 5: BCM 5 is already pins.button" in line for line in table.errors)
        read_again(table, tmp_path, "[pins\n", REFUSED)
        assert pins(table)["gate"]["pin"] == 18
        read_again(table, tmp_path, "[pins]\ngate = 18\nlamp_turn = 9\n", IN_FORCE)  # as it is, and right again
        assert (settings(table)["state"], settings(table)["findings"]) == ("in-force", [])
        read_again(table, tmp_path, "[pins]\ngate = 19\n", IN_FORCE)
        assert pins(table)["gate"]["pin"] == 19
        table.push_button()
        table.until(lambda state: state["turn"] == "Ben")


def test_a_table_whose_terminal_is_closed_ends_as_if_it_were_stopped(tmp_path: Path) -> None:
    outside, inside = os.openpty()
    with LiveTable(tmp_path, stdin=inside) as table:
        os.close(inside)
        read_again(table, tmp_path, "[pins]\ngate = 18\n", IN_FORCE)
        os.close(outside)
        table.process.send_signal(signal.SIGHUP)
        assert table.process.wait(ANSWER_S) == 0


def test_the_other_buttons_say_and_do_what_their_cards_do(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join()
        table.accepted(*GAME, "Ann plays wild")
        answer = table.http.post("/api/bench/press", json={"button": "green"})
        assert (answer.status_code, answer.json()) == (202, {"edge": True})
        table.until(lambda state: state["colour"] == "green")
        table.http.post("/api/bench/press", json={"button": "undo"})
        table.until(lambda state: state["phase"] == "colour")


def test_the_shutdown_button_says_goodbye_and_switches_the_machine_off(tmp_path: Path) -> None:
    off = tmp_path / "off"
    with LiveTable(tmp_path / "data", "--set", f'server.shutdown_command=["touch", "{off}"]') as table:
        table.join()
        table.accepted(*GAME)
        table.http.post("/api/bench/press", json={"button": "shutdown"})
        assert table.process.wait(ANSWER_S) == 0
    assert off.exists()


def test_a_short_press_of_the_shutdown_button_switches_nothing_off(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        pattern = {"name": "button_shutdown", "pattern": [[1, 200], [0, 0]]}
        assert table.http.post("/api/bench/pin", json=pattern).is_success
        deadline = time.monotonic() + ANSWER_S
        while not any("hold the button for three seconds" in line["text"] for line in table.spoken()):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert table.process.poll() is None


def test_without_a_command_the_shutdown_button_ends_the_table_and_says_that_the_machine_is_on(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.http.post("/api/bench/press", json={"button": "shutdown"})
        assert table.line("The table has ended.") == (
            " The machine is still on: server.shutdown_command names no command."
        )
        assert table.process.wait(ANSWER_S) == 0


def test_a_command_that_fails_is_told_with_what_to_do(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", 'server.shutdown_command=["false"]') as table:
        table.http.post("/api/bench/press", json={"button": "shutdown"})
        assert table.process.wait(ANSWER_S) == 1
    assert any("sudo systemctl poweroff" in line for line in table.errors)
