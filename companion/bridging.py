"""What the table's settings mean for the bridge."""

from __future__ import annotations

from pathlib import Path

from companion.settings import Settings
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import LINES


def bridge_settings(settings: Settings, state_dir: Path, *, simulate: bool) -> BridgeSettings:
    """What the bridge opens at this table; a simulated one has every further part that no setting leaves out."""
    return BridgeSettings(
        state_dir=state_dir,
        simulate=simulate,
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
        scanner_url=settings.scanner.url or None,
        scanner_baud=settings.scanner.baud,
        repeat_window_ms=settings.scanner.repeat_window_ms,
    )
