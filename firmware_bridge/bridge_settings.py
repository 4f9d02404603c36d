"""What the bridge opens, and how its world runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware_bridge.clock import MS
from firmware_bridge.feeder import FeederLimits
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import Reader
from firmware_bridge.simulator.fault_plan import FaultPlan

HOLD_BACK_MS = 40  # a burst of the hold-back roller, a quarter of a card's way: the next card must not fall back far


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """What a reader is called, as :class:`ScannerPlace` takes it, or ``none``, ``simulated`` or nothing.

    ``baud`` is the speed of its line.
    """

    url: str
    baud: int


@dataclass(frozen=True, slots=True)
class BridgeSettings:
    """What the bridge opens, and how fast its world runs.

    ``speed`` divides every wait, those of the simulated dispenser included. ``state_dir`` is a writable folder
    for lgpio. Without ``scanner_url``, or with ``auto``, a simulated table gets a simulated scanner, and a real one
    looks for its own; ``private_url`` is one player's own reader, if there is one. With ``complete_without`` a
    simulated table has every further part but these. ``faults`` strike a simulated dispenser, whose cards take the
    same times with the same ``seed``; a real one has its own. With ``edges`` every edge of every watched wire is
    reported too. ``runtime_dir``, a folder that a reboot empties, is lgpio's instead where there is one, and holds
    the note of the outputs in use (:mod:`firmware_bridge.rest`).
    """

    state_dir: Path
    simulate: bool = False
    pins: PinMap = field(default_factory=PinMap)
    complete_without: frozenset[str] | None = None
    fittings: FittingSettings = field(default_factory=FittingSettings)
    card_ms: int = 800
    limit_ms: int = 15_000
    pause_ms: int = 100
    speed: float = 1.0
    scanner_url: str | None = None
    scanner_baud: int = 9600
    private_url: str | None = None
    private_baud: int = 9600
    repeat_window_ms: int = 3000
    pin_log: Path | None = None
    faults: FaultPlan | None = None
    seed: int | None = None
    edges: bool = False
    runtime_dir: Path | None = None

    def wired(self) -> PinMap:
        """The map with the further parts that a simulated table has."""
        if not self.simulate or self.complete_without is None:
            return self.pins
        return self.pins.completed(self.complete_without)

    def limits(self) -> FeederLimits:
        """The time limits of a dispense."""
        return FeederLimits(
            card_ns=self.card_ms * MS,
            limit_ns=self.limit_ms * MS,
            pause_ns=self.pause_ms * MS,
            hold_back_ns=min(HOLD_BACK_MS, self.pause_ms) * MS,
        ).at_speed(self.speed)

    @property
    def readers(self) -> Mapping[Reader, ReaderSettings]:
        """Each reader's settings."""
        return {
            Reader.TABLE: ReaderSettings(self.scanner_url or "", self.scanner_baud),
            Reader.PRIVATE: ReaderSettings(self.private_url or "", self.private_baud),
        }

    @property
    def scanner(self) -> tuple[object, ...]:
        """What readers that are open must be opened anew for."""
        return *self.readers.values(), self.repeat_window_ms
