"""One fault is told once, whoever reports it: its own sensor, and the end of the dispense that it cut short. Pure."""

from __future__ import annotations

from firmware_bridge.reports import Finding


class FoundOnce:
    """Knows what was told of the dispense that is under way, or was last."""

    def __init__(self) -> None:
        self._during: set[tuple[Finding, str]] = set()  # told by its own report while cards were coming
        self._last: Finding | None = None  # what the last dispense ended with

    def reported(self, finding: Finding, part: str = "dispenser", *, cards_come: bool) -> bool:
        """A sensor, or another part, tells it; True where it is news."""
        if finding is self._last or (cards_come and (finding, part) in self._during):
            return False
        if cards_come:
            self._during.add((finding, part))
        return True

    def ended(self, finding: Finding | None) -> bool:
        """A dispense is over, cut short by this; True where it is news."""
        told, self._during, self._last = self._during, set(), finding
        return finding not in {reported for reported, _ in told}

    def mended(self, finding: Finding) -> None:
        """It is right again: when it comes back, it is news."""
        self._during = {found for found in self._during if found[0] is not finding}
        if finding is self._last:
            self._last = None
