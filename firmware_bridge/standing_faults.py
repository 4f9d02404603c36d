"""The faults that stand: what was found, until it is seen to be put right."""

from __future__ import annotations

from firmware_bridge.reports import DispenseEnded, FaultFound, Finding, HopperChanged, LidChanged, Report


class StandingFaults:
    """What is wrong with which part, by the reports. The first that was found is told first."""

    def __init__(self) -> None:
        self._found: dict[str, Finding] = {}

    def take(self, report: Report) -> None:
        """A report shows that something is wrong, or that it is right again."""
        match report:
            case FaultFound():
                self._found[report.part] = report.finding
            case DispenseEnded():
                self.mended("dispenser")
                if self._found.get("gate") is Finding.SENSOR_DISTURBED:
                    self.mended("gate")
                if report.finding is not None:
                    self._found["dispenser"] = report.finding
            case LidChanged(_, False):
                self.mended("dispenser")
            case HopperChanged(_, False) if self._found.get("dispenser") is Finding.HOPPER_EMPTY:
                self.mended("dispenser")

    def mended(self, part: str) -> None:
        """This part is right again, or is tried anew."""
        self._found.pop(part, None)

    def clear(self) -> None:
        """Everything has been put right."""
        self._found.clear()

    @property
    def first(self) -> Finding | None:
        """The fault that has stood for longest."""
        return next(iter(tuple(self._found.values())), None)
