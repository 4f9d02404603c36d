"""Whether a part of the table is there, in a word and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["real", "simulated", "missing"]


@dataclass(frozen=True, slots=True)
class PartStatus:
    """Whether a part is there, and one sentence about it, with the remedy if it is not."""

    mode: Mode
    message: str
