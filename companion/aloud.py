"""A voice for the commands that have no table: it speaks the table's first language, as the settings say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from companion.settings import Settings
from companion.voice.speech.speaker import Speaker


@asynccontextmanager
async def speaking(settings: Settings, speech_log: Path | None = None) -> AsyncIterator[Speaker]:
    """A speaker that is ready inside, and closed afterwards; raises OSError where the log cannot be written."""
    voice = settings.voice
    speaker = Speaker(
        engine=voice.engine,
        locales=settings.table.locales[:1],
        rate_wpm=voice.rate_wpm,
        volume=voice.volume,
        regions=voice.regions,
        lead_in_ms=voice.lead_in,
        earcons=voice.earcons,
        speech_log=speech_log,
    )
    await speaker.start()
    try:
        yield speaker
    finally:
        await speaker.close()
