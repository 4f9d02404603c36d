"""Which sound cards the kernel has, by the names that stay theirs: numbers change with what is plugged in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion.machine.files import text_of

_ROOT = Path("/")
_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: .*? - (.+)$", re.MULTILINE)
_HDMI = "vc4hdmi"


@dataclass(frozen=True, slots=True)
class SoundCard:
    """One card: its short name, which ``aplay -D plughw:CARD=…`` takes, and what it can do."""

    name: str
    called: str
    plays: bool
    records: bool

    @property
    def hdmi(self) -> bool:
        """A Pi's screen socket: it is silent while no screen is there."""
        return self.name.startswith(_HDMI)


def sound_cards(root: Path = _ROOT) -> list[SoundCard] | None:
    """The cards in the kernel's order; None where the kernel has no sound at all, so that nobody can tell."""
    folder = root / "proc/asound"
    if not folder.is_dir():
        return None
    devices = text_of(folder / "pcm").splitlines()
    return [
        SoundCard(
            name,
            called.strip(),
            plays=_any(devices, int(number), "playback"),
            records=_any(devices, int(number), "capture"),
        )
        for number, name, called in _CARD.findall(text_of(folder / "cards"))
    ]


def _any(devices: list[str], card: int, does: str) -> bool:
    return any(line.startswith(f"{card:02}-") and f" {does} " in f"{line} " for line in devices)
