"""Looks at some lines again and again until it is told to end, then prints what it saw; see ``scope``.

``python -I -S probe.py NAME=FILE …``: it imports next to nothing, so that it begins to look at once.
"""

from __future__ import annotations

import os
import signal
import sys
import time

REST_S = 0.0001  # between two looks: the others need the processor too


def main() -> None:
    """A line a change, ``t_ns name level``; the first of each line is its level at the beginning."""
    ended = False

    def end(*_: object) -> None:
        nonlocal ended
        ended = True

    signal.signal(signal.SIGTERM, end)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # a look waits for nobody
    parts = [argument.partition("=") for argument in sys.argv[1:]]
    lines = [(name, os.open(path, os.O_RDONLY)) for name, _, path in parts]
    levels: dict[str, bytes] = {}
    changes: list[str] = []

    def look() -> None:
        for name, file in lines:
            level = os.pread(file, 1, 0)
            if levels.get(name) != level:
                levels[name] = level
                changes.append(f"{time.monotonic_ns()} {name} {level.decode()}")

    look()
    print("looking", flush=True)
    while not ended:
        time.sleep(REST_S)
        look()
    print("\n".join(changes))


if __name__ == "__main__":
    main()
