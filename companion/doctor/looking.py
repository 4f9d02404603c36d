"""The checks that only look: a function a part, each gives findings, none moves, lights or sounds anything."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.checkup.findings import Finding, failing, missing, ok, unknown
from companion.doctor.wires import judge, part_of
from companion.machine.rights import group_of
from companion.run_options import RunOptions
from companion.settings import Settings, SettingsError
from companion.storage.data_files import JOURNAL
from companion.storage.journal import Journal
from companion.storage.journal_file import JournalError
from companion.voice.errands import doctor_looks as said
from companion.voice.speech.speaker import Speaker
from companion.voice.speech.trouble import TroubleKind
from firmware_bridge.clock import Clock
from firmware_bridge.look import looking
from firmware_bridge.pin_map import PinsUnavailable, PinTrouble
from firmware_bridge.scan_source import mistakable
from firmware_bridge.scanner import LineTrouble, line_trouble, open_line
from firmware_bridge.scanner_address import NONE, is_simulated
from firmware_bridge.scanner_place import Devices, NoScannerError, ScannerPlace

LOOK_S = 1.0  # long enough to see a restless exit gate

_NOT_THERE = {PinTrouble.NO_LIBRARY, PinTrouble.NOT_A_PI}


def look_at_settings(error: SettingsError) -> Finding:
    """The settings cannot be used, so nothing else can be looked at."""
    return failing("settings", said.settings_wrong("; ".join(error.findings).rstrip(".")))


def look_at_data(folder: Path) -> Finding:
    """Whether games can be kept: the folder can be written, or can be made at the first start."""
    try:
        if folder.exists():
            with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
                file.write(b"x")
            if (folder / JOURNAL).exists() and not _can_be_read(folder):
                return failing("data", said.journal_damaged(str(folder)))
            return ok("data", said.data_writable(str(folder)))
        above = next(above for above in folder.absolute().parents if above.exists())
        if os.access(above, os.W_OK | os.X_OK):
            return ok("data", said.data_not_there_yet(str(folder)))
        return failing("data", said.data_closed(str(folder), f"{above}"))
    except OSError as error:
        return failing("data", said.data_closed(str(folder), error.strerror or str(error)))


def _can_be_read(folder: Path) -> bool:
    """Whether the journal there gives its games and every statement of the last."""
    try:
        journal = Journal(folder, read_only=True)
        try:
            journal.games()
            journal.entries(journal.last_game())
        finally:
            journal.close()
    except (JournalError, sqlite3.Error, ValueError):
        return False
    return True


def look_at_voice(speaker: Speaker | None) -> Finding:
    """Whether an engine and a sound output answer; None where the voice is off."""
    if speaker is None:
        return missing("voice", said.voice_off())
    trouble, health = speaker.trouble, speaker.health()
    if trouble is None:
        return ok("voice", said.voice_speaks(str(health["engine"]), str(health["player"])))
    absent = trouble.kind in {TroubleKind.NO_ENGINE, TroubleKind.NO_PLAYER}
    return (missing if absent else failing)("voice", said.VOICE_TROUBLES[trouble.kind])


def look_at_readers(settings: Settings, *, simulate: bool, devices: Devices | None = None) -> Iterator[Finding]:
    """Whether the scanner, and the private reader if there is to be one, are found as the table would find them."""
    chosen, plugged = settings.scanner, devices or Devices()
    parts = [("scanner", "scanner.url", chosen.url, chosen.baud)]
    if chosen.private_url not in {"", NONE}:
        parts.append(("private-reader", "scanner.private_url", chosen.private_url, chosen.private_baud))
    mistaken = mistakable(chosen.url, chosen.private_url, simulate=simulate)
    for part, key, address, baud in parts:
        if mistaken:
            yield failing(part, said.readers_mistakable(mistaken))
        else:
            yield _look_at_reader(part, key, address, baud, simulate=simulate, devices=plugged)


def _look_at_reader(part: str, key: str, address: str, baud: int, *, simulate: bool, devices: Devices) -> Finding:
    """Whether one is found, and its port can be opened; ``key`` is the setting that names it."""
    if is_simulated(address, simulate=simulate):
        return ok(part, said.scanner_simulated()) if simulate else missing(part, said.SIMULATED_ALONE)
    if address == NONE:
        return missing(part, said.scanner_not_wanted())
    try:
        port = ScannerPlace(address, devices).find()
    except NoScannerError as error:
        return missing(part, said.scanner_not_found(error.there, key))
    try:
        open_line(port, baud).close()
    except Exception as error:  # the library's URL handlers raise all sorts
        trouble, detail = line_trouble(port, error), str(error)
        if trouble is LineTrouble.FORBIDDEN:
            return failing(part, said.scanner_forbidden(port, group_of(Path(port))))
        absent = trouble is LineTrouble.NOT_THERE
        return (missing if absent else failing)(part, said.scanner_closed(trouble, port, detail, baud, key))
    return ok(part, said.scanner_opens(port))


@dataclass(frozen=True, slots=True)
class PinsLook:
    """What was found, and which parts have a pin that cannot be had; None where no pin can."""

    findings: tuple[Finding, ...]
    refused: frozenset[str] | None


async def look_at_pins(settings: Settings, data_dir: Path, clock: Clock, *, simulate: bool) -> PinsLook:
    """Whether the pins can be opened, and what each wire says; where lgpio has no folder yet it gets another."""
    with tempfile.TemporaryDirectory(prefix="uno-companion-doctor-") as other:
        usable = os.access(data_dir, os.W_OK | os.X_OK)
        bridge = RunOptions(settings, data_dir if usable else Path(other), simulate).bridge_settings()
        try:
            with looking(bridge, clock) as look:
                await asyncio.sleep(LOOK_S)
        except PinsUnavailable as error:
            made = missing if error.trouble in _NOT_THERE else failing
            nothing = made("pins", said.pins_trouble(error.trouble, error.detail.rstrip(".")))
            return PinsLook(
                (nothing, *(unknown(part, said.WITHOUT_PINS) for part in ("button", "gate", "motor"))), None
            )
    pins = bridge.wired()
    found = _pins(len(look.refused), len(pins.numbers()), look.header, simulate=simulate)
    judged = judge(look, pins, len(settings.aim.angles), simulated_servo=settings.pins.servo is None)
    return PinsLook((found, *judged), frozenset(part_of(wire) for wire in look.refused))


def _pins(refused: int, wires: int, header: str, *, simulate: bool) -> Finding:
    if simulate:
        return ok("pins", said.pins_simulated())
    return failing("pins", said.pins_partly()) if refused else ok("pins", said.pins_free(wires, header))
