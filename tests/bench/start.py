"""From the command to its ``listening`` line, beside the same libraries and a bare uvicorn."""

from __future__ import annotations

from pathlib import Path

from tests.bench.bare_server import BareServer
from tests.bench.figures import Aim, Figure, of_samples
from tests.live_table import LiveTable

STARTS = 5
AIM = Aim(1500)


def measure(folder: Path) -> list[Figure]:
    """Starts both in turn; the first of each only fills the file cache and writes the compiled modules."""
    values, floors = [], []
    for _ in range(STARTS + 1):
        with LiveTable(folder / "data", speech="auto") as table:
            values.append((table.listening_ns - table.started_ns) / 1e6)
        with BareServer() as floor:
            floors.append((floor.listening_ns - floor.started_ns) / 1e6)
    return [of_samples("start to listening", values[1:], floors[1:], AIM, "Files cached, modules compiled.")]
