"""Why the table cannot be heard, each with its remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TroubleKind(StrEnum):
    """What is wrong, for whoever has a phrase of their own for it."""

    NO_ENGINE = "no-engine"
    NO_PLAYER = "no-player"
    NO_OUTPUT = "no-output"
    STUCK = "stuck"


class SpeechState(StrEnum):
    """The ``state`` of speech in ``/api/health``."""

    OK = "ok"
    STUCK = "stuck"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One reason for silence; ``message`` is one English sentence with the remedy, for the log.

    ``detail`` is what the machine says of it, for whoever has a sentence of their own for the kind.
    """

    kind: TroubleKind
    message: str
    detail: str = ""

    @property
    def state(self) -> SpeechState:
        """What ``/api/health`` says of it."""
        return SpeechState.STUCK if self.kind is TroubleKind.STUCK else SpeechState.SILENT


def no_player() -> Trouble:
    """None of the players is installed."""
    return Trouble(
        TroubleKind.NO_PLAYER,
        "Nothing can be heard: no program that plays sound is installed. Install one: apt install alsa-utils",
    )


def no_output(player: str, detail: str) -> Trouble:
    """The player's exit code says that nothing was heard."""
    reason = f"{player}: {detail}" if detail else f"{player} failed"
    return Trouble(
        TroubleKind.NO_OUTPUT,
        f"Nothing can be heard: no sound output answers ({reason})."
        " Connect a loudspeaker or sound card; `aplay -l` lists the cards there are.",
        reason,
    )


def stuck(detail: str) -> Trouble:
    """A sentence was not made or not played in time."""
    return Trouble(
        TroubleKind.STUCK,
        f"A sentence was not spoken: {detail}. The next one is tried; if this goes on, restart the service.",
        detail,
    )
