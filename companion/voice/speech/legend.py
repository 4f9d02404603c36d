"""Earcons are learnt by hearing them: each, and then its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.voice.earcon_words import NAMES
from companion.voice.earcons import Earcon
from companion.voice.lines import Line, in_passing, sounded
from companion.voice.phrases import utterances
from companion.voice.speech.speaker import Speaker


def legend(earcons: Iterable[Earcon] = Earcon) -> list[Line]:
    """Each of these earcons with its name behind it; until anything else is asked or done."""
    return [line for earcon in earcons for line in sounded([in_passing(NAMES[earcon])], earcon)]


class Legend:
    """Plays earcons through the table's voice, a beeper's too, each with its name in the ``locales`` it speaks."""

    def __init__(self, speaker: Speaker, locales: Callable[[], tuple[str, ...]]) -> None:
        self._speaker = speaker
        self._locales = locales

    @property
    def on(self) -> bool:
        """Whether the settings want earcons."""
        return self._speaker.earcons

    def play(self, *earcons: Earcon) -> bool:
        """Each is heard, and then its name; False where nobody hears it, or the settings want none."""
        if not (self.on and self._speaker.aloud):
            return False
        self._speaker.say(utterances(legend(earcons), self._locales()))
        return True
