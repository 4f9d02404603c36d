"""Earcons as sound files for a player, each made once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from companion.voice.clip import write_clip
from companion.voice.earcons import Earcon, load_earcons
from companion.voice.tone_generator import samples_of


class EarconFiles:
    """The earcons in a folder that lives as long as the voice. Both calls raise OSError where it takes none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def make(self) -> None:
        """All of them, so that none is waited for when it is to be heard."""
        for earcon in Earcon:
            await self.of(earcon)

    async def of(self, earcon: Earcon) -> Path:
        """The file of one."""
        path = self._folder / f"earcon-{earcon}.wav"
        if not path.exists():
            await asyncio.to_thread(lambda: write_clip(samples_of(load_earcons()[earcon]), path))
        return path
