"""All sources together: the settings in force, or every finding at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from companion.settings.findings import check, not_there
from companion.settings.model import (
    KEYS,
    PROFILE_TABLES,
    AimSettings,
    DispenserSettings,
    Region,
    ScannerSettings,
    ServerSettings,
    Settings,
    SettingsError,
    TableSettings,
    VoiceSettings,
    listed,
    tag_of,
)
from companion.settings.sources import (
    FILE_NAME,
    Override,
    from_environment,
    from_file,
    from_language,
    read_file,
    with_own,
)
from firmware_bridge.pin_map import PinMap, PinMapError


def data_dir(flag: Path | None, environ: Mapping[str, str]) -> Path:
    """Where the table keeps its data: ``--data``, else what systemd gives, else the user's own folder."""
    if flag is not None:
        return flag
    if state := environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])  # systemd joins several by colons
    return Path(environ.get("HOME") or Path.home()) / ".local" / "share" / "uno-companion"


def load(
    data_dir: Path,
    config_file: Path | None,
    environ: Mapping[str, str],
    overrides: Sequence[Override] = (),
) -> Settings:
    """The effective settings. ``config_file`` is by default ``settings.toml`` in ``data_dir``, which may be absent.

    Of several overrides of one key the last wins. Raises SettingsError with every finding of every source.
    """
    findings: list[str] = []
    given: dict[str, Override] = {}
    places: dict[str, str] = {}  # as origins, but with the file's whole path
    file = read_file(config_file or data_dir / FILE_NAME, config_file is not None, findings)
    for where, override in (
        *from_language(environ),
        *from_file(file),
        *from_environment(environ),
        *((override.origin, override) for override in overrides),
    ):
        finding = check(override)
        if finding:
            findings.append(f"{where}: {finding}")
        else:
            given[override.key] = override
            places[override.key] = where
    _take_regions(given)
    pins = _pins(given)
    try:
        pins.check()
    except PinMapError as error:
        for fault in error.faults:
            named = [f"pins.{name}" for name in re.findall(r"pins\.(\w+)", fault)]
            findings.append(f"{next(places[key] for key in named if key in places)}: {fault}")
    profiles = with_own(file, findings)
    dispenser = DispenserSettings(**_values(given, "dispenser"))
    if profiles is not None:
        findings += not_there(dispenser, profiles, places)
    if findings or profiles is None:
        raise SettingsError(findings)
    return Settings(
        ServerSettings(**_values(given, "server")),
        TableSettings(**_values(given, "table")),
        dispenser,
        AimSettings(**_values(given, "aim")),
        ScannerSettings(**_values(given, "scanner")),
        VoiceSettings(**_values(given, "voice")),
        pins,
        {key: override.origin for key, override in given.items()},
        profiles,
        {kind: file.found.get(kind, {}) for kind in PROFILE_TABLES},
    )


def pins_as_far_as_they_can_be_read(data_dir: Path, config_file: Path | None) -> PinMap:
    """The pins of settings that cannot be used as a whole; a usual table's where they are wrong themselves."""
    file = read_file(config_file or data_dir / FILE_NAME, must_exist=False, findings=[])
    given = {
        override.key: override
        for _, override in from_file(file)
        if override.key.startswith("pins.") and not check(override)
    }
    pins = _pins(given)
    try:
        pins.check()
    except PinMapError:
        return PinMap()
    return pins


def _take_regions(given: dict[str, Override]) -> None:
    """Whoever names a language as ``fr-be`` wants its voice too, and says so once."""
    locales = given.get("table.locales")
    if locales is None or "voice.regions" in given:
        return
    tags = listed(locales.value)
    regions = [tag for tag in map(tag_of, tags) if tag in get_args(Region)] if isinstance(tags, tuple) else []
    if regions:
        given["voice.regions"] = Override("voice.regions", regions, locales.origin)


def _values(given: Mapping[str, Override], section: str) -> dict[str, Any]:
    return {key.partition(".")[2]: override.value for key, override in given.items() if KEYS[key] == section}


def _pins(given: Mapping[str, Override]) -> PinMap:
    values = _values(given, "pins")
    lines: dict[str, Any] = {name: None if value == "none" else listed(value) for name, value in values.items()}
    return PinMap(**lines)
