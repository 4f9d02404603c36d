"""While the table runs it holds the pins: the check opens none, and tells what the table says of itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion.checkup.findings import Checkup, as_line
from companion.checkup.reported import holds_pins, is_mute, report
from companion.checkup.running import ask_table
from companion.settings.model import ServerSettings
from companion.storage.folder_lock import table_kept_out
from companion.storage.journal import Journal
from companion.storage.journal_file import JournalError
from companion.voice.between_plays.announcements import FAULTS
from companion.voice.errands.doctor_prompts import FOUND
from companion.voice.phrases import Phrases

WELL: dict[str, Any] = {
    "status": "ok",
    "dispenser": {
        "mode": "real",
        "motor": "off",
        "hopper": "ok",
        "lid": "closed",
        "aim": "none",
        "notes": [],
        "fault": None,
    },
    "speech": {"engine": "espeak", "player": "aplay", "state": "ok", "queued": 0, "last": None},
    "scanner": {"state": "connected", "port": "/dev/ttyACM0", "reads": 3, "dropped": 0},
    "journal": {"version": 7, "state": "disk"},
    "settings": {"state": "in-force", "findings": [], "later": []},
    "listeners": 1,
}


@contextmanager
def answering(body: bytes) -> Iterator[int]:
    """Something answers on a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body if self.path == "/api/health" else b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def found(language: str = "en", **parts: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """State and line of each part that a table reports which is well but for this."""
    health = {name: WELL[name] | parts.get(name, {}) for name in WELL if isinstance(WELL[name], dict)}
    checkup = Checkup(frozenset())
    checkup.add(report(health, 8080))
    return {finding.part: (finding.state.value, as_line(finding, Phrases(language))) for finding in checkup}


def test_a_table_that_is_well_is_reported_so() -> None:
    told = found()
    assert set(told) == {"service", "pins", "lid", "hopper", "voice", "voices", "scanner", "data"}
    assert {state for state, _ in told.values()} == {"ok"}
    assert "sudo systemctl stop uno-companion" in told["service"][1]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("parts", "part", "state"),
    [
        ({"dispenser": {"mode": "missing", "lid": "unknown", "hopper": "unknown"}}, "pins", "missing"),
        ({"dispenser": {"mode": "simulated"}}, "pins", "ok"),
        ({"dispenser": {"lid": "open"}}, "lid", "failing"),
        ({"dispenser": {"hopper": "empty"}}, "hopper", "failing"),
        ({"dispenser": {"hopper": "low"}}, "hopper-low", "failing"),
        ({"dispenser": {"notes": ["The beeper cannot be used."]}}, "fittings", "failing"),
        ({"dispenser": {"fault": "motor-stall"}}, "motor", "failing"),
        ({"dispenser": {"fault": "gate-dead"}}, "gate", "failing"),
        ({"dispenser": {"fault": "button-stuck"}}, "button", "failing"),
        ({"speech": {"state": "stuck"}}, "voice", "failing"),
        ({"speech": {"state": "silent"}}, "voice", "failing"),
        ({"speech": {"state": "silent", "reason": {"kind": "no-player"}}}, "voice", "failing"),
        ({"speech": {"state": "silent", "reason": {"kind": "of a newer table"}}}, "voice", "failing"),
        ({"speech": {"missing_voices": ["fr"]}}, "voices", "failing"),
        ({"scanner": {"state": "lost"}}, "scanner", "missing"),
        ({"scanner": {"state": "absent"}}, "scanner", "missing"),
        ({"scanner": {"private": {"state": "connected"}}}, "private-reader", "ok"),
        ({"scanner": {"private": {"state": "lost"}}}, "private-reader", "missing"),
        ({"scanner": {"private": {"state": "absent"}}}, "private-reader", "missing"),
        ({"journal": {"state": "memory"}}, "data", "failing"),
        (
            {"settings": {"state": "refused", "findings": ["settings.toml:1: voice.volume is 500"]}},
            "settings",
            "failing",
        ),
        ({"settings": {"state": "restart", "findings": [], "later": ["voice.volume"]}}, "voice", "ok"),
        ({"journal": {"state": "recovered"}}, "data", "ok"),
    ],
)
def test_what_the_table_says_is_wrong_is_a_finding(
    parts: dict[str, dict[str, Any]], part: str, state: str, language: str
) -> None:
    told = found(language, **parts)
    assert told[part][0] == state
    assert {other for other, (how, _) in told.items() if how in {"failing", "missing"}} <= {part}


def test_why_nobody_hears_the_table_is_told_where_the_table_knows() -> None:
    silent = found(speech={"state": "silent", "reason": {"kind": "no-player", "message": "x", "detail": ""}})
    assert "apt install alsa-utils" in silent["voice"][1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_that_is_mute_by_choice_is_told_so_and_lacks_nothing(language: str) -> None:
    mute = WELL | {"speech": {"engine": "none", "player": None, "state": "silent", "off": True}}
    checkup = Checkup(frozenset({"voice"}))
    assert (is_mute(mute), is_mute(WELL), is_mute(None)) == (True, False, False)
    checkup.does_without("voice")
    checkup.add(report(mute, 8080))
    line = next(as_line(finding, Phrases(language)) for finding in checkup if finding.part == "voice")
    assert ("nobody hears anything" if language == "en" else "personne n'entend") in line
    assert checkup.ok


def test_a_state_that_nobody_here_knows_is_passed_over() -> None:
    assert "voice" not in found(speech={"state": "singing"})


def test_every_fault_that_the_voice_has_words_for_has_a_finding_here() -> None:
    assert set(FAULTS) - {"hopper-low", "stopped"} == set(FOUND)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1", "::"])
def test_the_table_is_asked_on_this_machine_whatever_it_listens_to(host: str) -> None:
    with answering(json.dumps(WELL).encode()) as port:
        health = ask_table(ServerSettings(host=host, port=port))
    assert health == WELL
    assert holds_pins(health)
    assert not holds_pins(WELL | {"dispenser": {"mode": "simulated"}})


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"{}", b'{"dispenser": 1}', b"\xff"])
def test_another_program_on_that_port_is_no_table(body: bytes) -> None:
    with answering(body) as port:
        assert ask_table(ServerSettings(port=port)) is None
    assert ask_table(ServerSettings(port=port)) is None
    assert not holds_pins(None)


def test_a_table_that_does_not_answer_is_told_with_the_port(tmp_path: Path) -> None:
    (silent,) = report(None, 8123)
    assert silent.state.value == "unknown"
    assert "on port 8123. It may have another port: name that with --set server.port=" in as_line(
        silent, Phrases("en")
    )


def test_a_table_that_runs_in_the_folder_is_seen_and_none_can_start_while_the_pins_are_looked_at(
    tmp_path: Path,
) -> None:
    with table_kept_out(tmp_path) as alone:
        assert alone
        assert not list(tmp_path.iterdir())
    journal = Journal(tmp_path)
    with table_kept_out(tmp_path) as alone:
        assert not alone
    journal.close()
    with table_kept_out(tmp_path) as alone:
        assert alone
        with pytest.raises(JournalError):
            Journal(tmp_path)
    Journal(tmp_path).close()
