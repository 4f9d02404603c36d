"""What a lamp can show."""

from __future__ import annotations

from enum import Enum, auto


class Light(Enum):
    """A lamp's state, as the table asks for it; how fast a lamp may flash is the lamps' own business."""

    OFF = auto()
    ON = auto()
    FLASHING = auto()
