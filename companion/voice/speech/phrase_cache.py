"""Sentences that come again and again at a table ("Ben to play"), kept so that they are heard at once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from companion.voice.speech.clip import Clip

ROOM = 3_000_000  # samples: a little over two minutes of speech, 6 MB


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a synthesiser is asked for: the spoken form, the tag of the voice's language, words a minute."""

    text: str
    tag: str
    rate_wpm: int


class PhraseCache:
    """The sentences heard last, each with who made it; in memory only, so that nothing said is ever on a disk."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._clips: OrderedDict[tuple[Sentence, str], Clip] = OrderedDict()

    def find(self, sentence: Sentence, engine: str) -> Clip | None:
        """The sentence as this engine said it, if it is kept; another one has another voice."""
        clip = self._clips.get((sentence, engine))
        if clip is not None:
            self._clips.move_to_end((sentence, engine))
        return clip

    def keep(self, sentence: Sentence, engine: str, clip: Clip) -> None:
        """Keeps a sentence; those that were not heard for the longest time make room."""
        self._clips[sentence, engine] = clip
        while sum(len(kept.samples) for kept in self._clips.values()) > self._room:
            self._clips.popitem(last=False)
