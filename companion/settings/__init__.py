"""The table's settings: what each may be, where each comes from, and what is wrong with them.

Flags win over the environment, that over ``settings.toml``, that over the defaults. All findings are collected before
the start is refused, so that a file is put right in one go. Imports the referee's data, the bridge's pin map and fire
profiles, and pydantic.
"""

from companion.settings.findings import doubtful
from companion.settings.loading import data_dir, load
from companion.settings.model import (
    Deals,
    DispenserSettings,
    ScannerSettings,
    Settings,
    SettingsError,
    VoiceSettings,
    describe,
    values,
)
from companion.settings.sources import FLAGS, Override, flag, set_flag, spoken_by_default

__all__ = [
    "FLAGS",
    "Deals",
    "DispenserSettings",
    "Override",
    "ScannerSettings",
    "Settings",
    "SettingsError",
    "VoiceSettings",
    "data_dir",
    "describe",
    "doubtful",
    "flag",
    "load",
    "set_flag",
    "spoken_by_default",
    "values",
]
