"""The command as people start it: on a terminal, in a pipe, for programs; ended early, and beside a running table."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.command import Examination, examine
from companion.settings import flag, load, set_flag
from firmware_bridge.bridge import Bridge
from tests.bridge.sim_bench import MOTORS
from tests.doctor.test_running import WELL, answering
from tests.live_table import LiveTable, json_lines

DOCTOR = [sys.executable, "-m", "companion", "doctor"]
PATIENCE_S = 60
#: Nothing is fitted but what a dispenser cannot do without; so a check is short.
BARE = [
    part
    for name in (*("beeper", "heartbeat", "hopper", "lid", "motor_fault", "servo", "aim_home"), "button_status")
    for part in ("--set", f"pins.{name}=none")
]
SKIP_TO_MOTOR = b"s\n" * 5  # main button, further buttons, exit gate, lamps, scanner


def environment() -> dict[str, str]:
    return {**os.environ, "LANG": "C.UTF-8"}


def doctor(data: Path, *words: str, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [*DOCTOR, "--data", str(data), "--speech", "none", *words],
        input=typed,
        capture_output=True,
        env=environment(),
        timeout=PATIENCE_S,
        check=False,
    )
    return subprocess.CompletedProcess(ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def at_rest(log: Path) -> bool:
    """Whether motor and heartbeat were driven, and ended at 0."""
    changes = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    last = {change["name"]: change["state"] for change in changes}
    driven = any(change["name"] == "motor_forward" and change["state"] for change in changes)
    return driven and not any(last.get(name) for name in MOTORS | {"heartbeat"})


def wait_for(condition: Callable[[], object]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.02)


def test_without_hardware_the_pins_are_missing_and_say_what_helps(tmp_path: Path) -> None:
    ran = doctor(tmp_path)
    assert ran.returncode == 1
    assert re.search(r"^pins: (missing|failing)\. .+\. .+\.$", ran.stdout, re.MULTILINE)
    assert "needs attention: pins" in ran.stdout
    assert ran.stderr == ""


def test_programs_get_json_and_nothing_else(tmp_path: Path) -> None:
    ran = doctor(tmp_path, "--json", "--simulate")
    found = json.loads(ran.stdout)
    assert (ran.returncode, ran.stderr, found["ok"]) == (0, "", True)
    for finding in found["findings"]:
        assert set(finding) == {"part", "state", "needed", "message", "remedy"}
        assert finding["state"] in {"ok", "missing", "failing", "unknown"}
        assert isinstance(finding["needed"], bool)
        assert finding["message"].endswith(".")
        assert bool(finding["remedy"]) == (finding["state"] != "ok")
    parts = [finding["part"] for finding in found["findings"]]
    assert len(set(parts)) == len(parts)
    assert {"data", "voice", "scanner", "pins", "button", "gate", "lid", "hopper", "motor"} <= set(parts)


def test_a_look_in_french(tmp_path: Path) -> None:
    found = json.loads(doctor(tmp_path, "--json", "--locale", "fr").stdout)
    messages = {finding["part"]: finding["message"] for finding in found["findings"]}
    assert messages["voice"] == "La voix est coupée par choix, personne n'entend donc rien."
    assert "bouton principal\u00a0: " in doctor(tmp_path, "--locale", "fr", "--simulate").stdout


@pytest.mark.parametrize("as_json", [False, True])
def test_settings_that_cannot_be_used_are_all_that_is_found(tmp_path: Path, as_json: bool) -> None:
    ran = doctor(tmp_path, "--set", "pins.lid=5", *(["--json"] if as_json else []))
    assert ran.returncode == 2
    assert "pins.lid = 5: BCM 5 is already pins.button" in ran.stderr
    if as_json:
        (finding,) = json.loads(ran.stdout)["findings"]
        assert (finding["part"], finding["state"], finding["needed"]) == ("settings", "failing", True)
        assert "BCM 5 is already pins.button" in finding["message"]
    else:
        assert ran.stdout == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--json", "--guided"], "give one of them"),
        (["--fault-seed", "1"], "add --simulate"),
        (["--pin-log", "x"], "add --simulate"),
        (["--simulate", "--guided", "--pin-log", "/nowhere/x"], "name another file with --pin-log"),
        (["--speech-log", "/nowhere/x"], "/nowhere/x"),
    ],
)
def test_flags_that_do_not_go_together_are_refused(tmp_path: Path, words: list[str], told: str) -> None:
    ran = doctor(tmp_path, *words)
    assert (ran.returncode, told in ran.stderr) == (2, True), ran.stderr


def test_a_pipe_can_lead_the_whole_check(tmp_path: Path) -> None:
    log, speech = tmp_path / "pins.jsonl", tmp_path / "speech.jsonl"
    words = ["--simulate", "--guided", *BARE, "--pin-log", str(log), "--speech-log", str(speech)]
    with subprocess.Popen(
        [*DOCTOR, "--data", str(tmp_path), "--speech", "none", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(SKIP_TO_MOTOR.decode())
        process.stdin.flush()
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.endswith(("come out.\n", "comes out.\n", "Are there as many? Yes or no?\n")):
                process.stdin.write("\n")
                process.stdin.flush()
    assert process.returncode == 0, printed
    assert any(line.startswith("motor: ok. 6 cards came out") for line in printed), printed
    assert at_rest(log)
    heard = [line["text"] for line in json_lines(speech)]
    assert "Scan any card." in heard
    assert heard[-1].startswith("Nothing wrong was found. Not checked: main button")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, None])
def test_whatever_ends_it_in_the_middle_of_a_move_the_motor_is_off(
    tmp_path: Path, how: signal.Signals | None
) -> None:
    """``None``: standard input ends."""
    log, script = tmp_path / "pins.jsonl", tmp_path / "faults.toml"
    script.write_text('[[fault]]\npress = 1\nfault = "no-feed"\n', encoding="utf-8")  # the motor runs for long
    words = ["--simulate", "--guided", *BARE, "--pin-log", str(log), "--fault-script", str(script)]
    words += ["--set", "dispenser.card_ms=2000"]
    with subprocess.Popen(
        [*DOCTOR, "--data", str(tmp_path), "--speech", "none", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        process.stdin.write(SKIP_TO_MOTOR + b"\n")
        process.stdin.flush()
        wait_for(lambda: log.exists() and '"motor_forward", "state": 1' in log.read_text(encoding="utf-8"))
        if how is None:
            process.stdin.close()
            process.stdin = None
        else:
            process.send_signal(how)
            process.wait(PATIENCE_S)  # its input is still open: that is not what ends it
        out, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1, errors
    assert b"The check was broken off: what it did not come to is not checked. The motor is off." in out
    assert b"Traceback" not in errors
    assert at_rest(log)


def test_the_first_thing_that_a_signal_does_is_to_switch_the_motor_off_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything that the event loop has to come to, which may hang."""
    called: list[str] = []
    for name in ("motor_off_for_good", "motor_off", "close"):
        monkeypatch.setattr(Bridge, name, noting(called, name, getattr(Bridge, name)))
    log = tmp_path / "pins.jsonl"
    bare = [set_flag(text) for text in BARE if text != "--set"]
    settings = load(tmp_path, None, {}, [*bare, set_flag("dispenser.card_ms=2000"), flag("--speech", "none")])
    keyboard, hand = os.pipe()
    os.write(hand, SKIP_TO_MOTOR + b"\n")

    def end() -> None:
        wait_for(lambda: log.exists() and '"motor_forward", "state": 1' in log.read_text(encoding="utf-8"))
        called.append("signal")
        os.kill(os.getpid(), signal.SIGTERM)

    killer = threading.Thread(target=end)
    killer.start()
    code = examine(Examination(settings, tmp_path, True, keyboard, False, PATIENCE_S, pin_log=log))
    killer.join()
    os.close(hand)
    assert code == 1
    assert called[called.index("signal") + 1] == "motor_off_for_good"
    assert at_rest(log)


def noting(called: list[str], name: str, method: Callable[[Bridge], None]) -> Callable[[Bridge], None]:
    def noted(bridge: Bridge) -> None:
        called.append(name)
        method(bridge)

    return noted


@contextmanager
def terminal(data: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command on a terminal of its own."""
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        [*DOCTOR, "--data", str(data), "--speech", "none", *words],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
        env=environment(),
    )
    os.close(inside)
    try:
        yield process, outside
    finally:
        process.kill()
        process.wait()
        os.close(outside)


def read_until(outside: int, text: str) -> str:
    seen = ""
    while text not in seen:
        try:
            data = os.read(outside, 4096)
        except OSError:
            break
        if not data:
            break
        seen += data.decode(errors="replace")
    assert text in seen, seen
    return seen


def test_on_a_terminal_it_leads(tmp_path: Path) -> None:
    with terminal(tmp_path, "--simulate", *BARE) as (process, outside):
        seen = read_until(outside, "Press the main button, and let it go.")
        assert seen.startswith("The dispenser is simulated. Enter does what is asked")
        os.write(outside, b"\n")
        read_until(outside, "main button: ok. It was pressed for")
        os.write(outside, b"\x04")
        read_until(outside, "The check was broken off")
        assert process.wait(PATIENCE_S) == 1


def test_beside_a_running_table_it_tells_what_that_reports_and_opens_no_pin(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        port = table.url.rpartition(":")[2]
        table.http.post("/api/bench/fault", json={"fault": "lid-open"})
        wait_for(lambda: table.http.get("/api/health").json()["dispenser"]["lid"] == "open")
        ran = doctor(tmp_path, "--json", "--set", f"server.port={port}")
        found: dict[str, Any] = {finding["part"]: finding for finding in json.loads(ran.stdout)["findings"]}
        assert ran.returncode == 1
        assert found["service"]["state"] == "ok"
        assert "simulated dispenser" in found["pins"]["message"]
        assert (found["lid"]["state"], found["lid"]["needed"]) == ("failing", True)
        silent = doctor(tmp_path, "--set", "server.port=1")
        assert "does not answer on port 1." in silent.stdout
        assert "http://" not in silent.stdout  # no address is given where nothing answers
        assert silent.returncode == 0
        led = doctor(tmp_path, "--guided", "--set", f"server.port={port}", typed=b"\n\n")
        assert "Press" not in led.stdout


def test_a_table_that_keeps_another_folder_is_seen_by_its_port_if_it_has_the_pins(tmp_path: Path) -> None:
    def parts(health: dict[str, Any]) -> dict[str, Any]:
        with answering(json.dumps(health).encode()) as port:
            ran = doctor(tmp_path, "--json", "--set", f"server.port={port}")
        return {finding["part"]: finding["message"] for finding in json.loads(ran.stdout)["findings"]}

    assert parts(WELL)["pins"] == "The table has the pins open."
    assert "button" not in parts(WELL), "nothing is looked at beside it"
    assert "service" not in parts(WELL | {"dispenser": WELL["dispenser"] | {"mode": "simulated"}})
