"""The commands that are heard: one text, or every earcon by its name."""

from __future__ import annotations

import asyncio

from companion.aloud import speaking
from companion.outcome import DONE, FAILED, complain
from companion.settings import Settings
from companion.voice.earcons import Earcon
from companion.voice.speech.legend import Legend
from companion.voice.utterance import Outcome, Priority, Utterance


def say_once(settings: Settings, text: str) -> int:
    """Speaks one text in the table's first language; fails, saying why, when nobody can hear it."""

    async def speak() -> tuple[Outcome, str]:
        async with speaking(settings) as speaker:
            (number,) = speaker.say([Utterance({settings.table.locales[0]: text}, Priority.URGENT)])
            await speaker.finished()
            return speaker.announcements(number - 1)[0].state, speaker.line()

    outcome, line = asyncio.run(speak())
    return DONE if outcome is Outcome.SPOKEN else complain(line, FAILED)


def play_sounds(settings: Settings) -> int:
    """Every earcon, and then its name, in the table's first language; fails, saying why, when nobody can hear it."""

    async def play() -> tuple[bool, str]:
        async with speaking(settings) as speaker:
            speaker.earcons = True  # whoever switched them off at the table may still want to know them
            heard = Legend(speaker, lambda: settings.table.locales[:1]).play(*Earcon)
            await speaker.finished()
            return heard and speaker.aloud, speaker.line()

    heard, line = asyncio.run(play())
    return DONE if heard else complain(line, FAILED)
