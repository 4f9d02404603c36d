"""Signals before the table listens: settings are not read twice for a SIGHUP, and Ctrl-C ends without a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BEFORE_ANYTHING = """
import os, signal, sys, types
line = types.ModuleType("companion.cli")
def main():
    os.kill(os.getpid(), signal.SIGHUP)
    print("alive", flush=True)
    os.kill(os.getpid(), signal.SIGINT)
    print("still alive", flush=True)
line.main = main
sys.modules["companion.cli"] = line
from companion.__main__ import main
main()
"""
IN_THE_MIDST = """
import os, signal, time
from companion.service import Service
from firmware_bridge.bridge import Bridge
def struck(owner, name):
    whole = getattr(owner, name)
    def strike(self, *words):
        os.kill(os.getpid(), signal.SIGHUP)
        time.sleep(0.05)  # the signal is looked at on the main thread
        return whole(self, *words)
    setattr(owner, name, strike)
struck(Service, "__init__")
struck(Bridge, "open")
from companion.__main__ import main
main()
"""


def test_a_table_that_has_not_begun_ignores_sighup_and_ends_silently_at_ctrl_c() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", BEFORE_ANYTHING, "run"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"alive\n", b"")


def test_a_sighup_in_the_midst_of_the_start_is_no_end(tmp_path: Path) -> None:
    flags = ["--simulate", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--speech", "none"]
    with subprocess.Popen(
        [sys.executable, "-c", IN_THE_MIDST, "run", *flags],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stdout is not None
        assert any(line.startswith("listening: ") for line in table.stdout)
        table.terminate()
        assert table.wait(20) == 0
