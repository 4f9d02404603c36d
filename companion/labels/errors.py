"""What cannot be printed or embossed as it was asked for."""

from __future__ import annotations


class LabelError(ValueError):
    """One sentence: what does not go together, and what would."""
