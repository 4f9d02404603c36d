"""Whether the clock is right: most Pis have none that goes on without power, and start where they stopped."""

from __future__ import annotations

from pathlib import Path

_TIME_SERVICE = Path("/run/systemd/timesync")
_CLOCKS = Path("/sys/class/rtc")


def clock_set(folder: Path = _TIME_SERVICE) -> bool | None:
    """True once it was set from the network; None where systemd's time service does not run and nobody can tell."""
    try:
        return (folder / "synchronized").exists() if folder.is_dir() else None
    except OSError:
        return None


def has_clock(folder: Path = _CLOCKS) -> bool:
    """Whether the machine has a clock of its own; a Pi 5's goes on without power only with its battery."""
    return any(folder.glob("rtc[0-9]*"))
