"""The installed command, as root: the file of a backup is the caller's, and the service's user never opens it."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.backup import backup_beside
from tests.appliance.roots import HERE
from tests.test_backup import said, table
from tests.test_journal import GAME

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TOOLS = {
    "id": "echo 0",
    "setpriv": 'while [ "$1" != env ]; do shift; done; exec "$@"',
    "program": f'cd {HERE} && exec {sys.executable} -m companion "$@"',
}


class Installed:
    """The command as it would be installed, with another root and no other user."""

    def __init__(self, root: Path) -> None:
        self.home, self.data, self.tools = (root / name for name in ("home", "data", "tools"))
        for folder in (self.home, self.data, self.tools):
            folder.mkdir()
        for name, does in TOOLS.items():
            (self.tools / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
            (self.tools / name).chmod(0o755)
        text = (HERE / "systemd" / "uno-companion").read_text(encoding="utf-8")
        text = text.replace("/usr/lib/uno-companion/venv/bin/uno-companion", str(self.tools / "program"))
        (self.tools / "command").write_text(text.replace("/var/lib/uno-companion", str(self.data)), encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"}
        return subprocess.run(
            ["/bin/sh", str(self.tools / "command"), *words],
            cwd=self.home,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_a_backup_is_written_and_read_where_the_caller_stands(installed: Installed) -> None:
    table(installed.data, *GAME)
    saved = installed.run("backup", "--set", "server.port=1", "my games.backup")
    assert saved.returncode == 0, saved.stderr
    assert [path.name for path in installed.home.iterdir()] == ["my games.backup"]
    (installed.data / "journal.sqlite3").unlink()
    back = installed.run("restore", "my games.backup")
    assert back.returncode == 0, back.stderr
    assert said(installed.data) == GAME


def test_what_cannot_be_saved_or_read_leaves_nothing_behind(installed: Installed) -> None:
    assert installed.run("backup", "games.backup").returncode == 2
    assert installed.run("restore", "games.backup").returncode == 2
    assert installed.run("backup", "/dev/null").returncode == 2
    assert installed.run("backup", f"{installed.data}/journal.sqlite3").returncode == 2
    assert installed.run("backup", "--help").returncode == 0
    assert not [*installed.home.iterdir(), *installed.data.glob("*.backup")]


def test_a_link_is_followed(installed: Installed) -> None:
    table(installed.data, *GAME)
    (installed.home / "link").symlink_to(installed.home / "real")
    assert installed.run("backup", "link").returncode == 0
    assert (installed.home / "link").is_symlink()
    assert (installed.home / "real").read_bytes()[:4] == backup_beside(installed.data, NOW)[:4]
