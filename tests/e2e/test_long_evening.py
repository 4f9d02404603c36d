"""Robots play all evening at the simulated table, with faults, a voice and phones, which takes no more memory.

Everything is real but the cards: pins, pseudo-terminal, espeak-ng, a sink that takes the sound, pages and streams.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import httpx
import pytest

from tests.bench.processes import children, memory_mb
from tests.live_table import COMMAND
from tests.soak import in_soak_only
from tests.sound import NullSink

FIGURES = Path(__file__).parents[2] / "build" / "long-evening.json"
EVENING_S = 30 * 60
LOOK_S = 10
PHONES = 3
SPEED = 2.5  # the voice follows no quicker
GAMES = ["--edition=extreme", "--rounds=100000", "--seed=8", f"--speed={SPEED}"]
FAULTS = ["--fault-seed=8", "--fault-rate=0.1"]
PAGES = ("/", "/rounds", "/games", "/fair", "/api/spoken?since=0")
MORE_MB = 8.0  # per half evening; the table remembers its games
MORE_FILES = 4


@dataclass(frozen=True, slots=True)
class Look:
    """What the service had taken at one moment."""

    at_s: float
    memory_mb: float
    files: int
    children_mb: float
    version: int


@contextmanager
def evening(folder: Path, *flags: str, env: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The demonstration with faults, round after round, ended by a signal; the process and its page."""
    errors = (folder / "errors").open("w")
    process = subprocess.Popen(
        [*COMMAND, "demo", *GAMES, *FAULTS, *flags, "--data", str(folder / "data")],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env={**os.environ, **env, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    lines = iter(process.stdout.readline, "")
    url = next(found[1] for line in lines if (found := re.match(r"listening: (\S+?)/?\n", line)))
    reader = threading.Thread(target=lambda: [None for _ in lines], daemon=True)
    reader.start()
    try:
        yield process, url
        process.send_signal(signal.SIGTERM)
        assert process.wait(25) == 0, (folder / "errors").read_text()[-2000:]
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        reader.join(5)
        process.stdout.close()
        errors.close()


def follow(url: str, over: threading.Event, lost: list[str]) -> None:
    """A phone: its stream is open, is let go and opened anew now and then, and the page is loaded."""
    while not over.is_set():
        with (
            httpx.Client(base_url=url, timeout=20) as phone,
            phone.stream("GET", "/api/events?spoken=true") as stream,
        ):
            until = time.monotonic() + 30
            for _ in stream.iter_lines():
                if over.is_set() or time.monotonic() > until:
                    break
        with httpx.Client(base_url=url, timeout=20) as phone:
            lost += [path for path in PAGES if phone.get(path).status_code >= 500]


def looks(process: subprocess.Popen[str], url: str) -> Iterator[Look]:
    """What is taken, every few seconds until the evening is over."""
    began = time.monotonic()
    with httpx.Client(base_url=url, timeout=30) as phone:
        while (at_s := time.monotonic() - began) < EVENING_S:
            assert process.poll() is None, "the demonstration ended by itself"
            version = phone.get("/api/state").json()["version"]
            below = [pid for pid in children(process.pid) if pid != process.pid]
            files = len([*Path(f"/proc/{process.pid}/fd").iterdir()])
            yield Look(at_s, memory_mb([process.pid]), files, _memory_of(below), version)
            time.sleep(LOOK_S)


def _memory_of(pids: list[int]) -> float:
    total = 0.0
    for pid in pids:
        try:
            total += memory_mb([pid])
        except OSError:  # a player that has just ended
            continue
    return total


def test_robots_are_sent_home_in_mid_game_when_the_table_is_ended(tmp_path: Path) -> None:
    with evening(tmp_path, "--speech", "none", env={}) as (_, url):
        until = time.monotonic() + 60
        while httpx.get(f"{url}/api/state").json()["version"] < 3:
            assert time.monotonic() < until, "the robots do not begin"
            time.sleep(0.05)


@in_soak_only
@pytest.mark.timeout(3000)
def test_an_evening_of_games_and_faults_takes_no_more_memory_and_files_at_its_end(
    sink: NullSink, tmp_path: Path
) -> None:
    over, lost = threading.Event(), list[str]()
    with evening(tmp_path, "--speech", "espeak", env=sink.env) as (process, url):
        phones = [threading.Thread(target=follow, args=(url, over, lost)) for _ in range(PHONES)]
        for phone in phones:
            phone.start()
        try:
            seen = list(looks(process, url))
        finally:
            over.set()
            for phone in phones:
                phone.join(60)
        FIGURES.parent.mkdir(exist_ok=True)
        FIGURES.write_text(json.dumps([asdict(look) for look in seen], indent=0), encoding="utf-8")
    assert lost == []
    quarter = len(seen) // 4
    early, late = seen[quarter : 2 * quarter], seen[-quarter:]
    assert late[-1].version > early[0].version + 200, "hardly anything was played"
    assert median(look.memory_mb for look in late) < median(look.memory_mb for look in early) + MORE_MB
    assert max(look.files for look in late) <= max(look.files for look in early) + MORE_FILES
