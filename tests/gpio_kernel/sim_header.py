"""The 40-pin header of a simulated board, on a real kernel: lines of the kernel's gpio-sim, to pull and to look at.

Whatever is wired to an input pulls its line; what a program drives is seen on an output's. A program that asks for
the Pi's own pull-up gets it here too, over what pulled before: wire things up after a table has opened its pins.
"""

from __future__ import annotations

from pathlib import Path

CONFIGFS = Path("/sys/kernel/config/gpio-sim")
PLATFORM = Path("/sys/devices/platform")
LINES = 28


class SimHeader:
    """A chip of its own; with the label that ``firmware_bridge.pin_map`` knows a header by, unless told otherwise."""

    def __init__(self, name: str = "header", label: str = "pinctrl-bcm2835") -> None:
        self._config = CONFIGFS / name
        self._bank = self._config / "bank0"
        self._bank.mkdir(parents=True)
        (self._bank / "num_lines").write_text(str(LINES))
        (self._bank / "label").write_text(label)
        (self._config / "live").write_text("1")
        self._chip = (self._bank / "chip_name").read_text().strip()
        self._device = PLATFORM / (self._config / "dev_name").read_text().strip() / self._chip

    @property
    def device(self) -> Path:
        """What programs open."""
        return Path("/dev", self._chip)

    def pull(self, number: int, *, high: bool) -> None:
        """Whatever is wired there pulls the line now."""
        self._file(number, "pull").write_text("pull-up" if high else "pull-down")

    def level(self, number: int) -> int:
        """The line as a meter shows it."""
        return int(self.level_file(number).read_text())

    def level_file(self, number: int) -> Path:
        """Where the kernel tells it."""
        return self._file(number, "value")

    def _file(self, number: int, name: str) -> Path:
        return self._device / f"sim_gpio{number}" / name

    def close(self) -> None:
        """The board is unplugged; every program has let go of it."""
        (self._config / "live").write_text("0")
        self._bank.rmdir()
        self._config.rmdir()
