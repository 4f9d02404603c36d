"""The flags that several commands share, and what they amount to: settings, decks on the shelf, faults.

Like the commands themselves it imports what it needs when it is needed: ``--help`` and ``motor-off`` are quick.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from companion.referee.decks import Deck
    from companion.settings import Override, Settings
    from firmware_bridge.simulator.fault_plan import FaultPlan


class Engine(StrEnum):
    AUTO = "auto"
    PYTTSX3 = "pyttsx3"
    ESPEAK = "espeak"
    PIPER = "piper"
    NONE = "none"


DataDir = Annotated[Path | None, typer.Option("--data", help="Folder of journal, PIN and settings.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Settings file; default: settings.toml in --data.")]
DeckFiles = Annotated[
    list[Path] | None, typer.Option("--deck", metavar="FILE", help="An own deck's file; may be repeated.")
]
EDITION_HELP = "An edition's name, or an own deck's; default: the --deck, else extreme."
SetValues = Annotated[
    list[str] | None, typer.Option("--set", metavar="SECTION.KEY=VALUE", help="One setting; may be repeated.")
]
LOCALES_HELP = "en, fr, nl, de or es; in the last three what few tables hear is English."
TableLanguage = Annotated[
    str | None, typer.Option("--locale", help=f"Language of the table: {LOCALES_HELP} The page is in en or fr.")
]
Language = Annotated[str | None, typer.Option("--locale", help=f"Language: {LOCALES_HELP}")]
Voice = Annotated[Engine | None, typer.Option("--speech", help="Which voice speaks.")]
PinLogFile = Annotated[Path | None, typer.Option("--pin-log", help="With --simulate: a JSON line per pin change.")]
SpeechLogFile = Annotated[Path | None, typer.Option("--speech-log", help="A JSON line per announcement.")]
LabelSetName = Annotated[
    str | None,
    typer.Option(
        metavar="SET", help="Braille labels on the cards: mattel, uk, own-en, own-fr, own-nl, own-de, own-es."
    ),
]
ScannerHere = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Scanner: device or pyserial URL, or none; default: scanner.url of the settings, else standard input.",
    ),
]
FaultScript = Annotated[
    Path | None, typer.Option("--fault-script", metavar="FILE", help="Simulated: which fault at which press, TOML.")
]
FaultSeed = Annotated[
    int | None, typer.Option("--fault-seed", help="Simulated: faults by chance; the same seed has the same faults.")
]
FaultRate = Annotated[
    float, typer.Option("--fault-rate", min=0, max=1, help="With --fault-seed: how many presses have a fault.")
]


class GameFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    STATE = "state"


def fail(message: str, code: int = 2) -> NoReturn:
    """The command ends with this sentence."""
    typer.echo(message, err=True)
    raise typer.Exit(code)


def overrides(values: Mapping[str, object]) -> list[Override]:
    """The flags that were given, by their names; None stands for one that was not."""
    from companion.settings import flag

    return [flag(name, value) for name, value in values.items() if value is not None]


def read_settings(data: Path | None, config: Path | None, given: list[Override], sets: list[str] | None) -> Settings:
    """The settings as the sources have them now; raises SettingsError."""
    from companion.settings import load, set_flag

    return load(data_folder(data), config, os.environ, [*(set_flag(text) for text in sets or ()), *given])


def load_settings(data: Path | None, config: Path | None, given: list[Override], sets: list[str] | None) -> Settings:
    """The same; where they cannot be used the command ends with all findings."""
    from companion.settings import SettingsError

    try:
        return read_settings(data, config, given, sets)
    except SettingsError as error:
        fail("\n".join(error.findings))


def data_folder(data: Path | None) -> Path:
    """Where the table keeps its data."""
    from companion.settings import data_dir

    return data_dir(data, os.environ)


def finish_restoring(data: Path | None) -> None:
    """Files that a host restored, or a power cut left between, are put in place before any is read."""
    from companion.storage.data_files import finish_before_start

    try:
        finish_before_start(data_folder(data))
    except OSError as error:
        typer.echo(f"the restored files cannot be put in place yet ({error})", err=True)


def shelve(files: list[Path] | None, data: Path | None, without: Path | None = None) -> tuple[list[Deck], list[str]]:
    """Puts the own decks on the shelf: those named, and those of the data folder with what is wrong with them."""
    from companion.own_decks import shelve_files
    from companion.referee.decks import DeckFileError

    try:
        return shelve_files(files or [], data_folder(data), without)
    except DeckFileError as error:
        fail(str(error))


def shelve_and_tell(files: list[Path] | None, data: Path | None, without: Path | None = None) -> list[Deck]:
    """The same for commands that tell on stderr what is wrong with the data folder's files."""
    decks, findings = shelve(files, data, without)
    for finding in findings:
        typer.echo(finding, err=True)
    return decks


def only_simulated_pins(log: Path | None, *, simulate: bool) -> None:
    """A log of the pins is refused where they are real."""
    if log is not None and not simulate:
        fail("--pin-log watches simulated pins; add --simulate, or leave it out")


def planned_faults(script: Path | None, seed: int | None, rate: float, *, simulate: bool) -> FaultPlan | None:
    """What goes wrong with a simulated dispenser: as a file has it, or by chance. Refused for a real one."""
    plan = _fault_plan(script, seed, rate)
    if plan is not None and not simulate:
        fail("a real dispenser has faults of its own; add --simulate, or leave --fault-… out")
    return plan


def _fault_plan(script: Path | None, seed: int | None, rate: float) -> FaultPlan | None:
    from firmware_bridge.simulator.fault_plan import FaultScriptError, RandomFaults, read_script

    if script is None:
        return None if seed is None else RandomFaults(seed, rate)
    if seed is not None:
        fail("--fault-script and --fault-seed are two ways to say which faults there are; give one of them")
    try:
        return read_script(script.read_text(encoding="utf-8"), str(script))
    except OSError as error:
        fail(f"--fault-script {script}: it cannot be read ({error.strerror}); name an existing file")
    except UnicodeDecodeError:
        fail(f"--fault-script {script}: it is not UTF-8; save it as UTF-8")
    except FaultScriptError as error:
        fail(f"--fault-script {error}")


def played_edition(edition: str | None, named: list[Deck]) -> str:
    """The edition asked for; without one that of the own deck that was named."""
    return own_deck(edition, named) or "extreme"


def own_deck(edition: str | None, named: list[Deck]) -> str | None:
    """The edition asked for; without one that of the own deck that was named, if one was."""
    from companion.own_decks import usual_edition
    from companion.referee.decks import DeckFileError

    try:
        return edition or usual_edition(named, "") or None
    except DeckFileError as error:
        fail(str(error))
