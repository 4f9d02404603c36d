"""The command itself on recorded pins: ``python -m tests.appliance.recorded_rest motor-off``.

Each level that reaches lgpio is a line in the file ``UNO_RECORD``: monotonic nanoseconds, line, level.
"""

from __future__ import annotations

import os
import sys
import time
from types import ModuleType
from typing import Any


class RecordedWires(ModuleType):
    """lgpio, as far as resting outputs needs it: levels are recorded, all else succeeds with 0."""

    error = RuntimeError

    def __getattr__(self, name: str) -> Any:
        return 0 if name.isupper() else lambda *_: 0

    def gpio_claim_output(self, _chip: int, line: int, level: int = 0, _flags: int = 0) -> None:
        self._record(line, level)

    def gpio_get_mode(self, _chip: int, _line: int) -> int:
        return 2  # an output

    def gpio_write(self, _chip: int, line: int, level: int) -> None:
        self._record(line, level)

    def _record(self, line: int, level: int) -> None:
        with open(os.environ["UNO_RECORD"], "a", encoding="ascii") as record:  # noqa: PTH123 - as light as the rest
            record.write(f"{time.monotonic_ns()} {line} {int(level)}\n")


if __name__ == "__main__":
    sys.modules["lgpio"] = RecordedWires("lgpio")
    from firmware_bridge import pin_map

    pin_map.header_chip = lambda *_: 0
    if "gpiozero" in sys.modules:
        raise SystemExit("the command is to load gpiozero itself")
    import gpiozero.pins.lgpio

    gpiozero.pins.lgpio.LGPIOFactory._get_revision = lambda _: 0xA02082
    from companion.__main__ import main

    main()
