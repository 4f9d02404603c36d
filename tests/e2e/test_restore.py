"""The real program restores a backup from a host's page: it starts again by itself, with the games of the file."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from tests.live_table import LiveTable

pytestmark = pytest.mark.alone


def test_a_running_table_takes_a_backup_and_goes_on_with_another(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "old") as table:
        table.join()
        table.accepted("game extreme players=Zoé,Ben", "top red-5", "Zoé presses 2")
        backup = table.http.get("/api/backup").content
        state = table.state()
    with LiveTable(tmp_path / "new", "--port", str(free_port())) as table:
        table.join()
        table.accepted("game extreme players=Ann,Cleo", "top blue-5")
        assert table.http.post("/api/restore", content=backup).status_code == 202
        listening = [line for line in table.lines if line.startswith("listening")]
        deadline = time.monotonic() + 20
        while len(listening) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
            listening = [line for line in table.lines if line.startswith("listening")]
        assert len(listening) == 2, (table.lines, table.errors)
        assert listening[0] == listening[1]  # whoever has the page open finds it again
        assert table.state() == state
        table.accepted("Ben presses 1")  # the phone that had joined hosts as before
        assert table.process.poll() is None
        assert [path.name[:15] for path in (tmp_path / "new").glob("before-restore-*")] == ["before-restore-"]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
