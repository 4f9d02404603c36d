"""The time of day jumps while the real program plays: no window closes, no timer fires, everything stays in order."""

from __future__ import annotations

import ast
from datetime import timedelta
from pathlib import Path

import pytest

import companion
import firmware_bridge
from companion.storage.journal import Journal
from tests.failing_machine import FailingMachine
from tests.live_table import LiveTable

HOURS_ON, DAYS_BACK = 6 * 3600, -2 * 24 * 3600
#: Who may ask for the time of day: to write down when something was, or to say how the clock of the machine is.
STAMPS = {
    "companion/storage/journal.py",  # when a statement was accepted
    "companion/open_press.py",  # when a press began
    "companion/table.py",  # when its number was taken back
    "companion/service.py",  # the name of what is set aside, and of a backup
    "companion/cli.py",
    "companion/web/pages/backup_page.py",
}


@pytest.mark.alone
def test_a_clock_that_jumps_closes_no_window_and_mixes_up_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    machine = FailingMachine(data, tmp_path)
    fast = ("--set", "dispenser.suspense_ms=0", "--set", "dispenser.guard_ms=0")
    with LiveTable(data, *fast, env=machine.env) as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-5", "set count Ann 2")
        table.accepted("Ann plays red-7")  # one card left, and UNO not called: the window is open
        machine.clock_jumps(HOURS_ON)
        open_window = table.state()
        table.accepted("Ann says uno")
        assert table.state()["turn"] == open_window["turn"]
        table.accepted("Ben presses 1", "Ann presses 1")
        machine.clock_jumps(DAYS_BACK)
        table.accepted("Ben presses 0")
        before = table.state()["version"]
        table.push_button()  # a press, its suspense, its fire, its count: all by the monotonic clock
        table.until(lambda state: state["version"] == before + 1)
        machine.clock_jumps(HOURS_ON)
        state = table.until(lambda state: state["turn"] == "Ben" or state["owes"] == [])
        assert table.http.post("/api/join", json={"pin": table.pin}).status_code == 200  # nor is a phone shut out
        assert table.http.get("/api/health").json()["journal"]["state"] == "disk"
    journal = Journal(data, read_only=True)
    entries = journal.entries(1)
    journal.close()
    times = [entry.at for entry in entries]
    assert times != sorted(times)  # the clock did jump
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert max(times) - min(times) > timedelta(days=1)
    with LiveTable(data, env=machine.env) as table:
        assert table.state()["version"] == state["version"]
        assert [row["number"] for row in table.spoken()] == list(range(1, len(table.spoken()) + 1))


def test_the_time_of_day_is_asked_for_by_who_writes_it_down_and_by_nobody_else() -> None:
    """Windows, timers and waits are measured by clocks that never jump."""
    found = set()
    for package in (companion, firmware_bridge):
        root = Path(package.__file__ or "").parent
        for path in root.rglob("*.py"):
            if _asks_the_time_of_day(ast.parse(path.read_text(encoding="utf-8"))):
                found.add(path.relative_to(root.parent).as_posix())
    assert found == STAMPS


def _asks_the_time_of_day(tree: ast.AST) -> bool:
    wall = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"), ("time", "time")}
    return any(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and (node.value.id, node.attr) in wall
        for node in ast.walk(tree)
    ) or any(
        isinstance(node, ast.Attribute) and node.attr in {"time_ns", "localtime", "gmtime"} for node in ast.walk(tree)
    )
