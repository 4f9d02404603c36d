"""What is done at the scanner read by read, beside a game: a deck learned, codes enrolled, a deck checked.

A command leads through it (``companion.errands.by_scans``), or the live table does (``companion.live.scan_desk``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.voice.lines import Phrase


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about one read; ``closed``: nothing more is wanted. ``taken``: something came of it."""

    phrase: Phrase
    closed: bool = False
    taken: bool = False


class ReadByRead(Protocol):
    """One such thing under way."""

    @property
    def edition(self) -> str:
        """After which edition's its cards are called."""

    def beginning(self) -> Phrase:
        """What to do, before the first read."""

    async def take(self, text: str) -> Told:
        """One read, kept when this returns; an empty one is what could not be read. Raises OSError."""

    def stopped(self) -> Phrase:
        """It ends before its end: what is kept."""
