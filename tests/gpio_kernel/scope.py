"""An oscilloscope on some lines: a process of its own looks at their levels all the time and stamps each change.

It sees every level that lasts as long as a look and the rest after it, 0.2 ms or so; a shorter pulse may escape it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.bridge.sim_bench import PinChange

PROBE = Path(__file__).with_name("probe.py")


class Scope:
    """``with Scope({"motor_forward": file}) as scope``; afterwards ``changes``.

    The first change of each line is its level when the recording began.
    """

    def __init__(self, lines: Mapping[str, Path]) -> None:
        self._arguments = [f"{name}={path}" for name, path in lines.items()]
        self.changes: list[PinChange] = []

    def __enter__(self) -> Self:
        command = [sys.executable, "-I", "-S", str(PROBE), *self._arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "looking\n"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        said, _ = self._process.communicate()
        for line in said.splitlines():
            t_ns, name, level = line.split()
            self.changes.append(PinChange(int(t_ns), name, int(level)))

    def of(self, name: str) -> list[PinChange]:
        """What one line did."""
        return [change for change in self.changes if change.name == name]

    def states(self, name: str) -> list[int]:
        """Its levels, one after the other."""
        return [change.state for change in self.of(name)]
