"""Earcons as clips for the loudspeaker, each reckoned once."""

from __future__ import annotations

import asyncio
from functools import cache

from companion.voice.earcons import Earcon, load_earcons
from companion.voice.speech.clip import Clip
from companion.voice.speech.tone_generator import samples_of


@cache
def earcon_clip(earcon: Earcon) -> Clip:
    """The sound of one."""
    return samples_of(load_earcons()[earcon])


async def make_earcon_clips() -> None:
    """All of them, so that none is waited for when it is to be heard."""
    for earcon in Earcon:
        await asyncio.to_thread(earcon_clip, earcon)
