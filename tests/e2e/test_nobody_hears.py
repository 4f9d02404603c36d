"""A table that cannot be heard says so everywhere else, goes on with the game, and is heard again by itself."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from tests.live_table import LiveTable

pytestmark = pytest.mark.alone

HANGS, REFUSES, PLAYS = "exec sleep 60", "echo aplay: no card >&2; exit 1", "exit 0"


def aplay(folder: Path, body: str) -> None:
    """What the table finds as the program that plays sound; put there in one piece."""
    script = folder / "script"
    script.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{body}\n")
    script.chmod(0o755)
    script.replace(folder / "aplay")


def alarm_lamp(table: LiveTable) -> int:
    pins = table.http.get("/api/bench/pins").json()
    return next(int(pin["state"]) for pin in pins if pin["name"] == "lamp_alarm")


def spoken_since(table: LiveTable, since: int) -> list[str]:
    told = table.http.get("/api/spoken", params={"since": since}).json()
    return [line["text"] for line in told if line["state"] == "spoken"]


@pytest.mark.parametrize(
    ("body", "state", "kind", "french"),
    [
        (None, "silent", "no-player", "Aucun programme qui joue du son"),
        (REFUSES, "silent", "no-output", "(aplay : aplay: no card)"),
        (HANGS, "stuck", "stuck", "(aplay hangs)"),
    ],
)
def test_silence_is_told_by_health_page_and_lamp_while_the_game_goes_on_and_ends_by_itself(
    body: str | None, state: str, kind: str, french: str, tmp_path: Path
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "espeak-ng").symlink_to(shutil.which("espeak-ng") or "/usr/bin/espeak-ng")
    if body is not None:
        aplay(programs, body)
    begun = time.monotonic()
    with LiveTable(
        tmp_path / "data", speech="espeak", env={"PATH": str(programs), "PULSE_SERVER": "unix:/nobody"}, patience_s=60
    ) as table:
        table.join()
        speech = table.until_speech(state)
        assert time.monotonic() - begun < 15 * 5  # the aim is 15 s
        assert speech["reason"]["kind"] == kind
        answer = table.http.get("/api/health", headers={"Accept-Language": "fr"}).json()
        assert answer["status"] == "degraded"
        message = answer["speech"]["reason"]["message"]
        assert french.replace(" :", ":") in message.replace("\u00a0:", ":")
        assert message in table.http.get("/", headers={"Accept-Language": "fr"}).text
        assert alarm_lamp(table) == 1

        slowest = 0.0
        for statement in ("game extreme players=Ann,Ben", "top red-5", "Ann plays red-7", "Ben plays red-2"):
            before = time.monotonic()
            table.accepted(statement)
            slowest = max(slowest, time.monotonic() - before)
        assert slowest < 2.5  # nobody waits for speech, not even half of the shortest of its own time limits

        aplay(programs, PLAYS)
        last = table.spoken()[-1]["number"]
        table.accepted("Ann plays red-3")
        health = table.until_speech("ok")
        assert (health["reason"], health["player"]) == (None, "aplay")
        assert alarm_lamp(table) == 0
        deadline = time.monotonic() + 60
        while "Speech is back." not in spoken_since(table, last):
            assert time.monotonic() < deadline, table.spoken()[-5:]
            time.sleep(0.05)
