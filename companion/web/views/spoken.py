"""What the table says, as everybody may read it: in words, its sounds too."""

from __future__ import annotations

from typing import Any

from companion.voice.earcon_words import earcon_text
from companion.voice.utterance import Announcement
from companion.web.reading_order import in_order


def as_text(announcement: Announcement) -> dict[str, Any]:
    """One announcement as ``/api/spoken`` and the stream have it; its earcons, if any, are in its own language."""
    earcons = [
        {"name": earcon.value, "text": earcon_text(earcon, announcement.locale)} for earcon in announcement.earcons
    ]
    told = announcement.for_page() | {"text": in_order(announcement.text)}
    return told | ({"earcons": earcons} if earcons else {})
