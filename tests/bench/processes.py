"""What processes take: processor time and memory, from the kernel's own books."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


def children(parent: int) -> list[int]:
    """All processes below ``parent``."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has just ended
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    below: list[int] = []
    for pid in (parent, *below):
        below += [child for child, its_parent in parents.items() if its_parent == pid]
    return below


def busy_s(pids: Iterable[int]) -> float:
    """Processor time so far, from the scheduler's own books: ``stat`` counts in steps of 10 ms."""
    threads = (task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in threads) / 1e9


def memory_mb(pids: Iterable[int]) -> float:
    """Resident memory, in millions of bytes."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * PAGE_KB * 1024 / 1e6


def ended_s(parent: int) -> float:
    """Processor time of its children that have ended, in steps of 10 ms each."""
    fields = Path(f"/proc/{parent}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")
