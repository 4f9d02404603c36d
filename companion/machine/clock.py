"""Whether the clock was set from the network: most Pis have none of their own and start where they stopped."""

from __future__ import annotations

from pathlib import Path

_TIME_SERVICE = Path("/run/systemd/timesync")


def clock_set(folder: Path = _TIME_SERVICE) -> bool | None:
    """True once it was; None where systemd's time service does not run and nobody can tell."""
    try:
        return (folder / "synchronized").exists() if folder.is_dir() else None
    except OSError:
        return None
