"""What a command without a table says aloud, in place of a voice."""

from __future__ import annotations

import pytest

from companion.voice.utterance import Utterance


def loudspeaker(monkeypatch: pytest.MonkeyPatch, locale: str) -> list[str]:
    """Everything that is said from now on in one language; ``(silence)`` when the voice is closed."""
    heard: list[str] = []

    class Listener:
        """Stands for the loudspeaker."""

        def __init__(self, **_: object) -> None:
            pass

        async def start(self) -> None: ...
        async def finished(self) -> None: ...
        async def close(self) -> None:
            heard.append("(silence)")

        def say(self, utterances: list[Utterance]) -> None:
            heard.extend(utterance.texts[locale] for utterance in utterances)

    monkeypatch.setattr("companion.aloud.Speaker", Listener)
    return heard
