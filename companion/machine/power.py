"""Whether the power supply is strong enough: a Pi's firmware raises an alarm when the voltage drops below 4.63 V.

The kernel's driver ``rpi_volt`` shows the alarm to everybody and clears it every two seconds, so whoever wants to
know of a short dip has to look as often, and to count.
"""

from __future__ import annotations

from pathlib import Path

LOOK_EVERY_S = 2.0
_SENSORS = Path("/sys/class/hwmon")
_DRIVER = "rpi_volt"


class PowerSupply:
    """The supply since the start. ``dips`` counts how often the voltage has dropped; ``weak``: it is low now."""

    def __init__(self, sensors: Path = _SENSORS) -> None:
        self._alarm = _alarm_of(sensors)
        self.weak = False
        self.dips = 0

    @property
    def watched(self) -> bool:
        """False where the machine cannot tell, as any other than a Pi."""
        return self._alarm is not None

    def look(self) -> None:
        """Reads the alarm."""
        was, self.weak = self.weak, self._alarm is not None and _read(self._alarm) == "1"
        self.dips += self.weak and not was


def _alarm_of(sensors: Path) -> Path | None:
    found = (alarm for alarm in sorted(sensors.glob("*/in0_lcrit_alarm")) if _read(alarm.parent / "name") == _DRIVER)
    return next(found, None)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
