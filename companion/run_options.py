"""What a table is started with: its settings and what the command line adds to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.outcome import show
from companion.set_up import House
from companion.settings import Settings
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import LINES
from firmware_bridge.simulator.fault_plan import FaultPlan


@dataclass(frozen=True)
class RunOptions:
    """What the command line adds to the settings. ``speed`` divides every wait; ``seed`` makes a game repeatable."""

    settings: Settings
    data_dir: Path
    simulate: bool = False
    pin_log: Path | None = None
    speech_log: Path | None = None
    speed: float = 1.0
    seed: int | None = None
    faults: FaultPlan | None = None  # of the simulated dispenser
    runtime_dir: Path | None = None  # systemd's, in memory
    tell_pin: bool = True  # False under systemd, where others read the log
    deck_findings: tuple[str, ...] = ()  # what is wrong with own decks' files in the data folder
    deck: str | None = None  # the one own deck whose file was named: what the START card begins
    read_settings: Callable[[], Settings] | None = None  # once more, on SIGHUP
    show: Callable[[str], None] = show

    def house(self) -> House:
        """What the cards set up unless they say otherwise."""
        table = self.settings.table
        return House(table.names, self.deck or table.edition, table.labels)

    def bridge_settings(self) -> BridgeSettings:
        """The hardware's part of it all."""
        settings = self.settings
        return BridgeSettings(
            state_dir=self.data_dir,
            simulate=self.simulate,
            pins=settings.pins,
            complete_without=frozenset(name for name in LINES if settings.origin(f"pins.{name}") != "default"),
            card_ms=settings.dispenser.card_ms,
            limit_ms=settings.dispenser.limit_ms,
            pause_ms=settings.dispenser.pause_ms,
            fittings=FittingSettings(
                beeper=settings.dispenser.beeper,
                beeper_volume=settings.dispenser.beeper_volume,
                quiet=settings.dispenser.quiet,
                angles=settings.aim.angles,
                settle_ms=settings.aim.settle_ms,
            ),
            speed=self.speed,
            scanner_url=settings.scanner.url or None,
            scanner_baud=settings.scanner.baud,
            private_url=settings.scanner.private_url or None,
            private_baud=settings.scanner.private_baud,
            repeat_window_ms=settings.scanner.repeat_window_ms,
            pin_log=self.pin_log,
            faults=self.faults,
            seed=self.seed,
            runtime_dir=self.runtime_dir,
        )
