"""What the table says, as everybody may read it: in words, its sounds too."""

from __future__ import annotations

from typing import Any

from companion.voice.earcon_words import earcon_text
from companion.voice.utterance import Announcement


def as_text(announcement: Announcement) -> dict[str, Any]:
    """One announcement as ``/api/spoken`` and the stream have it; its earcons, if any, are in its own language."""
    earcons = [
        {"name": earcon.value, "text": earcon_text(earcon, announcement.locale)} for earcon in announcement.earcons
    ]
    return announcement.for_page() | ({"earcons": earcons} if earcons else {})
