"""The command itself, in which one part hangs once a file is there: ``python -m tests.appliance.hanging_table``."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import service
from companion.live.watchdog import Watched
from companion.storage.journal_writer import JournalWriter
from companion.voice.speech.speaker import Speaker
from firmware_bridge import scanner
from firmware_bridge.dispenser import Dispenser
from firmware_bridge.scanner import ScannerThread

HANGS = {
    "pins": (Dispenser, "_turn"),
    "scanner": (ScannerThread, "_read"),
    "voice": (Speaker, "_deliver"),
    "journal": (JournalWriter, "_show_that_it_works"),
}


def hang_once_told(part: str, told: Path) -> None:
    """From when ``told`` exists, the part's next piece of work never ends."""
    owner, name = HANGS[part]
    works: Callable[..., Any] = getattr(owner, name)

    def work(*arguments: Any) -> Any:
        while told.exists():
            time.sleep(0.02)
        return works(*arguments)

    async def work_async(*arguments: Any) -> Any:
        while await asyncio.to_thread(told.exists):
            await asyncio.sleep(0.02)
        return await works(*arguments)

    setattr(owner, name, work_async if part == "voice" else work)


def impatient(name: str, limit_s: float, *report: Any) -> Watched:
    """A part of which less patience is had than at a table, so that the proof is short."""
    return Watched(name, max(1.0, limit_s / 20), *report)


if __name__ == "__main__":
    setattr(service, "Watched", impatient)  # noqa: B010 - it is the service's own name for it
    scanner.REPORT_S = 0.25
    hang_once_told(os.environ["UNO_HANGS"], Path(os.environ["UNO_HANGS_FROM"]))
    from companion.cli import main

    main()
