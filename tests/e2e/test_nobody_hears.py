"""A table that cannot be heard says so everywhere else, goes on with the game, and is heard again by itself.

The voice is the real one, worker process included; what it needs is taken away and given back.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from companion.tags import CommandWord, command_tag
from tests.live_table import LiveTable, json_lines

pytestmark = pytest.mark.alone

HANGS, REFUSES, PLAYS = "exec sleep 60", "echo aplay: no card >&2; exit 1", "exit 0"
VANISHES = "sleep 0.3; echo aplay: write error: No such device >&2; exit 1"
TOLD_S = 15 * 5  # the aim is 15 s
ANSWER_S = 2.5  # nobody waits for speech, not even half of the shortest of its own time limits
DATA = next(Path("/usr/lib").glob("*/espeak-ng-data"), Path("/usr/share/espeak-ng-data"))
FRENCH = "lang/roa/fr"


class Room:
    """What the voice finds on its machine: programs, the synthesiser's library and its voices, its own processes."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.library = folder / "python"
        self.voices = folder / "espeak-ng-data"
        self.programs.mkdir()
        self.library.mkdir()
        self.voices.mkdir()
        for part in DATA.iterdir():
            if part.name != "lang":
                (self.voices / part.name).symlink_to(part)
        shutil.copytree(DATA / "lang", self.voices / "lang")
        self.gives_espeak()
        self.aplay(PLAYS)
        self.env = {
            "PATH": str(self.programs),
            "PYTHONPATH": f"{self.library}:{Path(__file__).parents[2]}",
            "ESPEAK_DATA_PATH": str(folder),
            "PULSE_SERVER": "unix:/nobody",
            "XDG_RUNTIME_DIR": str(folder),
        }

    def aplay(self, body: str) -> None:
        """The program that plays sound; put there in one piece."""
        script = self.programs / "script"
        script.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{body}\n")
        script.chmod(0o755)
        script.replace(self.programs / "aplay")

    def takes_aplay(self) -> None:
        (self.programs / "aplay").unlink()

    def gives_espeak(self) -> None:
        (self.programs / "espeak-ng").symlink_to(shutil.which("espeak-ng") or "/usr/bin/espeak-ng")

    def takes_espeak(self) -> None:
        (self.programs / "espeak-ng").unlink()

    def takes_library(self) -> None:
        (self.library / "pyttsx3.py").write_text("raise RuntimeError('libespeak is not there')\n")

    def gives_library(self) -> None:
        (self.library / "pyttsx3.py").unlink()

    def takes_french(self) -> None:
        (self.voices / FRENCH).unlink()

    def gives_french(self) -> None:
        shutil.copy(DATA / FRENCH, self.voices / FRENCH)


class Blows:
    """Hits every worker process of a table as soon as it is there, until the ``with`` ends, which ends them too."""

    def __init__(self, service: int, blow: signal.Signals) -> None:
        self._service, self._blow = service, blow
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._strike, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self._hit(signal.SIGKILL)

    def _strike(self) -> None:
        while not self._over.wait(0.02):
            self._hit(self._blow)

    def _hit(self, blow: signal.Signals) -> None:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes()
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if b"companion.voice.speech.worker" in command and parent == self._service:
                    os.kill(int(folder.name), blow)
            except OSError:  # it has just ended
                continue


@dataclass(frozen=True, slots=True)
class Fault:
    """One way not to be heard: what is taken, what health says of it, in French too, and what is given back."""

    name: str
    takes: Callable[[Room], None]
    gives: Callable[[Room], None]
    state: str
    kind: str
    french: str
    speech: str = "pyttsx3"
    blow: signal.Signals | None = None
    from_start: bool = False

    def __str__(self) -> str:
        return self.name


def nothing(_: Room) -> None:
    """The worker processes are hit instead."""


def takes_engines(room: Room) -> None:
    room.takes_library()
    room.takes_espeak()


def gives_engines(room: Room) -> None:
    room.gives_library()
    room.gives_espeak()


def player(body: str) -> Callable[[Room], None]:
    return lambda room: room.aplay(body)


SILENCE = [
    Fault("no player", Room.takes_aplay, player(PLAYS), "silent", "no-player", "Aucun programme qui joue du son"),
    Fault("no sound card", player(REFUSES), player(PLAYS), "silent", "no-output", "(aplay : aplay: no card)"),
    Fault("the player hangs", player(HANGS), player(PLAYS), "stuck", "stuck", "(aplay hangs)"),
    Fault("the device vanishes", player(VANISHES), player(PLAYS), "silent", "no-output", "No such device"),
    Fault("the engine hangs", nothing, nothing, "stuck", "stuck", "n’a pas été dite", blow=signal.SIGSTOP),
    Fault("the engine dies", nothing, nothing, "stuck", "stuck", "n’a pas été dite", blow=signal.SIGKILL),
    Fault(
        "no engine",
        takes_engines,
        gives_engines,
        "silent",
        "no-engine",
        "libespeak is not there",
        "auto",
        from_start=True,
    ),
]


@pytest.mark.parametrize("fault", SILENCE, ids=str)
def test_silence_is_told_by_health_page_lamp_and_beeper_while_the_game_goes_on_and_ends_by_itself(
    fault: Fault, tmp_path: Path
) -> None:
    room, pins = Room(tmp_path), tmp_path / "pins.jsonl"
    if fault.from_start:
        fault.takes(room)
        begun_ns = time.monotonic_ns()
    with LiveTable(
        tmp_path / "data", "--pin-log", str(pins), speech=fault.speech, env=room.env, patience_s=60
    ) as table:
        table.join()
        table.line("speech: ")
        table.until_speech(fault.state if fault.from_start else "ok")
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        wait_until_silent(table)
        last = table.spoken()[-1]["number"]
        if not fault.from_start:
            begun_ns = time.monotonic_ns()
            fault.takes(room)
        with Blows(table.process.pid, fault.blow or signal.SIGCONT):
            table.accepted("Ann plays red-7")
            speech = table.until_speech(fault.state)
            assert (time.monotonic_ns() - begun_ns) / 1e9 < TOLD_S
            assert_told(table, fault, speech, pins, begun_ns)
            assert_goes_on(table)
        fault.gives(room)
        for statement in itertools.cycle(("Ben plays red-9", "undo")):  # what is said to nobody is not said again
            table.accepted(statement)
            wait_until_silent(table)
            if (health := table.http.get("/api/health").json()["speech"])["state"] == "ok":
                break
            assert time.monotonic_ns() - begun_ns < 90e9, health
        assert (health["reason"], health["player"]) == (None, "aplay")
        assert alarm_lamp(table) == 0
        until(lambda: "Speech is back." in spoken_since(table, last), table)


def assert_told(table: LiveTable, fault: Fault, speech: dict[str, Any], pins: Path, since_ns: int) -> None:
    assert speech["reason"]["kind"] == fault.kind
    french = {"Accept-Language": "fr"}
    answer = table.http.get("/api/health", headers=french).json()
    assert answer["status"] == "degraded"
    message = answer["speech"]["reason"]["message"]
    assert fault.french.replace(" :", ":") in message.replace("\u00a0:", ":")
    assert message in table.http.get("/", headers=french).text.replace("&#39;", "'")
    assert alarm_lamp(table) == 1
    until(lambda: any(beep["state"] for beep in beeps(pins) if beep["t_ns"] > since_ns), table)


def assert_goes_on(table: LiveTable) -> None:
    """Plays are taken at once, and ten who ask at the same time are answered."""

    def asks(_: int) -> float:
        before = time.monotonic()
        answer = table.http.post("/api/bench/scan", json={"text": command_tag(CommandWord.STATUS)})
        assert answer.is_success, answer.text
        return time.monotonic() - before

    before = time.monotonic()
    table.accepted("Ben plays red-2", "Ann plays red-3")
    assert time.monotonic() - before < 2 * ANSWER_S
    with ThreadPoolExecutor(10) as crowd:
        assert max(crowd.map(asks, range(10))) < 2 * ANSWER_S
    assert table.http.get("/api/health").json()["speech"]["queued"] < 10
    assert table.state()["turn"] == "Ben"


def beeps(pins: Path) -> list[dict[str, Any]]:
    return [line for line in json_lines(pins) if line["name"] == "beeper"]


def alarm_lamp(table: LiveTable) -> int:
    pins = table.http.get("/api/bench/pins").json()
    return next(int(pin["state"]) for pin in pins if pin["name"] == "lamp_alarm")


def spoken_since(table: LiveTable, since: int) -> list[str]:
    told = table.http.get("/api/spoken", params={"since": since}).json()
    return [line["text"] for line in told if line["state"] == "spoken"]


def wait_until_silent(table: LiveTable) -> None:
    until(lambda: all(said["state"] not in {"queued", "speaking"} for said in table.spoken()), table)


def until(holds: Callable[[], bool], table: LiveTable) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, (table.spoken()[-5:], table.errors)
        time.sleep(0.05)


@pytest.mark.parametrize("blow", [signal.SIGSTOP, signal.SIGKILL], ids=["hangs", "dies"])
def test_where_the_engine_hangs_or_dies_another_speaks_and_the_page_says_so(
    blow: signal.Signals, tmp_path: Path
) -> None:
    room = Room(tmp_path)
    with LiveTable(tmp_path / "data", speech="auto", env=room.env, patience_s=60) as table:
        table.join()
        assert table.line("speech: ") == "pyttsx3 through aplay"
        with Blows(table.process.pid, blow):
            table.accepted("game extreme players=Ann,Ben", "top red-5")
            until(lambda: table.until_speech("ok")["instead_of"] == "pyttsx3", table)
            last = table.spoken()[-1]["number"]
            table.accepted("Ann plays red-7")
            until(lambda: "Your turn, Ben." in spoken_since(table, last), table)
            assert "pyttsx3" in table.http.get("/").text
            assert alarm_lamp(table) == 0


def test_a_voice_that_is_missing_is_named_until_it_is_there(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.takes_french()
    named = "Aucune voix n’est installée pour cette langue"
    with LiveTable(tmp_path / "data", "--locale", "fr", speech="pyttsx3", env=room.env, patience_s=60) as table:
        table.join()
        until(lambda: table.until_speech("ok")["missing_voices"] == ["fr"], table)
        assert named in table.http.get("/", headers={"Accept-Language": "fr"}).text
        room.gives_french()
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        until(lambda: table.until_speech("ok")["missing_voices"] == [], table)
        assert named not in table.http.get("/", headers={"Accept-Language": "fr"}).text
