"""The command line: one function a command, no logic. ``uno-companion --help`` lists them."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from companion import __version__
from companion.labels.choices import CodeKind, Form, LineEnd, PageEnd, Paper, What
from companion.referee.cards import Side

if TYPE_CHECKING:
    from companion.referee.decks import Deck
    from companion.settings import Override, Settings
    from firmware_bridge.simulator.fault_plan import FaultPlan

app = typer.Typer(
    name="uno-companion",
    help="A table companion for UNO: card dispenser, scanner, referee, voice and phone page.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: a screen reader reads drawn boxes out
)
deck_app = typer.Typer(
    help="Decks of your own: checks a deck file, or learns one from the cards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(deck_app, name="deck")

DataDir = Annotated[Path | None, typer.Option("--data", help="Folder of journal, PIN and settings.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Settings file; default: settings.toml in --data.")]
DeckFiles = Annotated[
    list[Path] | None, typer.Option("--deck", metavar="FILE", help="An own deck's file; may be repeated.")
]
_EDITION_HELP = "An edition's name, or an own deck's; default: the --deck, else extreme."
SetValues = Annotated[
    list[str] | None, typer.Option("--set", metavar="SECTION.KEY=VALUE", help="One setting; may be repeated.")
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


class Engine(StrEnum):
    AUTO = "auto"
    PYTTSX3 = "pyttsx3"
    ESPEAK = "espeak"
    PIPER = "piper"
    NONE = "none"


class GameFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    STATE = "state"


def _fail(message: str, code: int = 2) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(code)


def _settings(data: Path | None, config: Path | None, overrides: list[Override], sets: list[str] | None) -> Settings:
    import os

    from companion import settings

    try:
        given = [settings.set_flag(text) for text in sets or ()]
        return settings.load(settings.data_dir(data, os.environ), config, os.environ, [*given, *overrides])
    except settings.SettingsError as error:
        _fail("\n".join(error.findings))


def _data_dir(data: Path | None) -> Path:
    import os

    from companion.settings import data_dir

    return data_dir(data, os.environ)


def _shelve(files: list[Path] | None, data: Path | None, without: Path | None = None) -> tuple[list[Deck], list[str]]:
    """Puts the own decks on the shelf: those named, and those of the data folder with what is wrong with them."""
    from companion.own_decks import shelve_files
    from companion.referee.decks import DeckFileError

    try:
        return shelve_files(files or [], _data_dir(data), without)
    except DeckFileError as error:
        _fail(str(error))


def _shelve_and_tell(files: list[Path] | None, data: Path | None, without: Path | None = None) -> list[Deck]:
    """The same for commands that tell on stderr what is wrong with the data folder's files."""
    decks, findings = _shelve(files, data, without)
    for finding in findings:
        typer.echo(finding, err=True)
    return decks


def _faults(script: Path | None, seed: int | None, rate: float) -> FaultPlan | None:
    """What goes wrong with a simulated dispenser: as a file has it, or by chance."""
    from firmware_bridge.simulator.fault_plan import FaultScriptError, RandomFaults, read_script

    if script is None:
        return None if seed is None else RandomFaults(seed, rate)
    if seed is not None:
        _fail("--fault-script and --fault-seed are two ways to say which faults there are; give one of them")
    try:
        return read_script(script.read_text(encoding="utf-8"), str(script))
    except OSError as error:
        _fail(f"--fault-script {script}: it cannot be read ({error.strerror}); name an existing file")
    except UnicodeDecodeError:
        _fail(f"--fault-script {script}: it is not UTF-8; save it as UTF-8")
    except FaultScriptError as error:
        _fail(f"--fault-script {error}")


def _played(edition: str | None, named: list[Deck]) -> str:
    """The edition asked for; without one that of the own deck that was named."""
    return _own_deck(edition, named) or "extreme"


def _own_deck(edition: str | None, named: list[Deck]) -> str | None:
    """The edition asked for; without one that of the own deck that was named, if one was."""
    from companion.own_decks import usual_edition
    from companion.referee.decks import DeckFileError

    try:
        return edition or usual_edition(named, "") or None
    except DeckFileError as error:
        _fail(str(error))


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False) -> None:
    if version:
        typer.echo(f"uno-companion {__version__}")
        raise typer.Exit


@app.command()
def run(
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulated dispenser and scanner.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on; default: all.")] = None,
    port: Annotated[int | None, typer.Option(help="Port of the page; 0 takes a free one; default: 8080.")] = None,
    data: DataDir = None,
    config: ConfigFile = None,
    scanner: Annotated[str | None, typer.Option(metavar="URL", help="Scanner: device or pyserial URL.")] = None,
    speech: Annotated[Engine | None, typer.Option(help="Which voice speaks.")] = None,
    locale: Annotated[str | None, typer.Option(help="Language of the table: en or fr.")] = None,
    sets: SetValues = None,
    pin_log: Annotated[Path | None, typer.Option(help="With --simulate: a JSON line per pin change.")] = None,
    speech_log: Annotated[Path | None, typer.Option(help="A JSON line per announcement.")] = None,
    decks: DeckFiles = None,
    fault_script: FaultScript = None,
    fault_seed: FaultSeed = None,
    fault_rate: FaultRate = 0.1,
) -> None:
    """The table: serves until it is stopped with Ctrl-C or SIGTERM. SIGHUP reads the settings file again."""
    import gc
    import os

    # A sixth of the start went into searching freshly imported modules for garbage; the service turns it on again.
    gc.disable()
    from companion.settings import flag, load, set_flag

    flags = {"--host": host, "--port": port, "--scanner": scanner, "--speech": speech, "--locale": locale}
    overrides = [flag(name, value) for name, value in flags.items() if value is not None]
    settings = _settings(data, config, overrides, sets)

    def read_again() -> Settings:
        given = [set_flag(text) for text in sets or ()]
        return load(_data_dir(data), config, os.environ, [*given, *overrides])

    if pin_log is not None and not simulate:
        _fail("--pin-log watches simulated pins; add --simulate, or leave it out")
    faults = _faults(fault_script, fault_seed, fault_rate)
    if faults is not None and not simulate:
        _fail("a real dispenser has faults of its own; add --simulate, or leave --fault-… out")
    _log_to_stderr()
    _, deck_findings = _shelve(decks, data)
    from companion.launch import serve
    from companion.service import RunOptions

    tell_pin = "NOTIFY_SOCKET" not in os.environ
    options = RunOptions(settings, _data_dir(data), simulate, pin_log, speech_log, tell_pin=tell_pin)
    _exit(serve(replace(options, deck_findings=tuple(deck_findings), faults=faults, read_settings=read_again)))


@app.command()
def demo(
    edition: Annotated[str | None, typer.Option(help=f"{_EDITION_HELP} No presets.")] = None,
    players: Annotated[int, typer.Option(min=2, max=10, help="Robots at the table.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to play.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same game.")] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="Divides every wait, speech included.")] = 1.0,
    host: Annotated[str | None, typer.Option(help="Address of the page; default: this machine only.")] = None,
    port: Annotated[int, typer.Option(help="Port of the page; 0 takes a free one.")] = 0,
    data: DataDir = None,
    config: ConfigFile = None,
    speech: Annotated[Engine | None, typer.Option(help="Which voice speaks.")] = None,
    locale: Annotated[str | None, typer.Option(help="Language of the table: en or fr.")] = None,
    sets: SetValues = None,
    decks: DeckFiles = None,
    fault_script: FaultScript = None,
    fault_seed: FaultSeed = None,
    fault_rate: FaultRate = 0.1,
) -> None:
    """Robots play at the simulated table, through pins, scanner, referee, voice and page."""
    import tempfile

    from companion.settings import flag

    flags = {"--host": host or "127.0.0.1", "--port": port, "--speech": speech, "--locale": locale}
    overrides = [flag(name, value) for name, value in flags.items() if value is not None]
    settings = _settings(data, config, overrides, sets)
    faults = _faults(fault_script, fault_seed, fault_rate)
    _log_to_stderr()
    named, deck_findings = _shelve(decks, data)
    edition = _played(edition, named)
    from companion.launch import play_demo
    from companion.service import RunOptions

    with tempfile.TemporaryDirectory(prefix="uno-companion-demo-") as folder:
        options = RunOptions(settings, data or Path(folder), simulate=True, speed=speed, seed=seed)
        options = replace(options, deck_findings=tuple(deck_findings), faults=faults)
        _exit(play_demo(options, edition, players, rounds))


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Games in the notation, *.table.")],
    json: Annotated[bool, typer.Option("--json", help="One JSON object per statement.")] = False,
    locale: Annotated[str, typer.Option(help="Language of what is said: en or fr.")] = "en",
    hardware: Annotated[
        bool,
        typer.Option(
            "--hardware",
            help="Presses and cards go through the simulated button, dispenser and scanner; the outcome is the same.",
        ),
    ] = False,
    data: DataDir = None,
    decks: DeckFiles = None,
) -> None:
    """Runs notation files through the referee and checks what they expect.

    Ends with 0 when all went as the files expect, with 1 when something did not, with 2 when a file cannot be read.
    """
    _shelve_and_tell(decks, data)
    from companion.errands import replay_files

    _exit(replay_files(files, json=json, locale=locale, data=data, hardware=hardware))


@app.command()
def simulate(
    edition: Annotated[str | None, typer.Option(help=f"{_EDITION_HELP} Or a preset, such as family.")] = None,
    players: Annotated[int, typer.Option(min=2, max=10, help="Robots at the table.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="Matches to play.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games, whatever the jobs.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes to play them in.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
    options: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A house rule; may be repeated.")
    ] = None,
    decks: DeckFiles = None,
) -> None:
    """Plays matches without hardware, as fast as the referee rules."""
    edition = _played(edition, _shelve_and_tell(decks, None))
    from companion.simulation import simulate_games

    _exit(simulate_games(edition, players, games=games, seed=seed, jobs=jobs, options=options or [], json=json))


@app.command()
def launcher(
    profile: Annotated[str, typer.Option(help="When a press fires.")] = "historic_shuffled",
    cards: Annotated[str, typer.Option(help="How many cards a fire throws.")] = "extreme_1_8",
    presses: Annotated[int, typer.Option(min=1, max=10_000_000, help="Presses to make.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed presses the same way.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
    data: DataDir = None,
    config_file: ConfigFile = None,
) -> None:
    """Shows what a fire profile does, beside the pattern published for the real launcher.

    Profiles of your own stand in the settings file, as [fire.NAME] and [counts.NAME].
    """
    profiles = _settings(data, config_file, [], None).profiles
    from companion.launcher import show_launcher

    _exit(show_launcher(profiles, profile, cards, presses=presses, seed=seed, json=json))


@app.command()
def export(
    game: Annotated[int | None, typer.Argument(help="Number of the game; default: the last one.")] = None,
    form: Annotated[
        GameFormat,
        typer.Option(
            "--format", help="Form of the text; state: the table as it stands now, hands that were told included."
        ),
    ] = GameFormat.TABLE,
    data: DataDir = None,
) -> None:
    """Writes a game from the journal, in full."""
    from companion.errands import export_game

    _exit(export_game(_data_dir(data), game, form))


@app.command()
def labels(
    what: Annotated[
        What, typer.Argument(help="Labels for a deck, for command cards or badges; or Braille pages: key, rules.")
    ],
    edition: Annotated[
        str | None, typer.Argument(help="The deck: an edition, or an own deck; default: the table's.")
    ] = None,
    form: Annotated[
        Form | None, typer.Option("--format", help="Form of the file; default: pdf, of key and rules brf.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SET",
            help="Braille labels: mattel, uk, own-en, own-fr, own-nl, own-de, own-es;"
            " or a setting, SECTION.KEY=VALUE.",
        ),
    ] = None,
    serial: Annotated[
        str | None, typer.Option(metavar="XX", help="Tells two decks of one edition apart; default: K1.")
    ] = None,
    side: Annotated[Side | None, typer.Option(help="Of a two-sided deck this side only.")] = None,
    only: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Only these, as --format csv numbers them: 3,7-9.")
    ] = None,
    stock: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Sheet from the shop, such as a4-4x10, a4-3x7, letter-3x10; an unknown name lists them all.",
        ),
    ] = None,
    grid: Annotated[
        str | None, typer.Option(metavar="ROWSxCOLUMNS", help="Instead of --stock: plain paper, with cut marks.")
    ] = None,
    label_mm: Annotated[str | None, typer.Option(metavar="WxH", help="With --grid: size of a label.")] = None,
    margin_mm: Annotated[
        str | None, typer.Option(metavar="LEFTxTOP", help="With --grid: where it begins; default: in the middle.")
    ] = None,
    gap_mm: Annotated[
        str | None, typer.Option(metavar="ACROSSxDOWN", help="With --grid: between labels; default: none.")
    ] = None,
    paper: Annotated[Paper | None, typer.Option(help="With --grid: the paper; default: a4.")] = None,
    start: Annotated[int, typer.Option(min=1, help="First free label of a sheet that was begun, row by row.")] = 1,
    shift_mm: Annotated[
        str, typer.Option(metavar="RIGHTxDOWN", help="For a printer that misses: moves everything, such as 0.5x-1.")
    ] = "0x0",
    code: Annotated[CodeKind, typer.Option(help="auto: Data Matrix, and Code 128 where it fits.")] = CodeKind.AUTO,
    turn: Annotated[
        bool, typer.Option("--turn", help="Print turned by 90°, for labels stuck lengthwise on cards.")
    ] = False,
    outline: Annotated[bool, typer.Option("--outline", help="Draw the labels' edges, for a test on paper.")] = False,
    page: Annotated[str, typer.Option(metavar="CELLSxLINES", help="Braille paper of the embosser.")] = "40x25",
    line_end: Annotated[LineEnd, typer.Option(help="brf: how lines end.")] = LineEnd.CRLF,
    page_end: Annotated[
        PageEnd,
        typer.Option(help="brf: a form feed after the last line, one after its line end, or blank lines instead."),
    ] = PageEnd.FF,
    grade: Annotated[int, typer.Option(min=1, max=2, help="key, rules: 2 is contracted Braille.")] = 1,
    locale: Annotated[str | None, typer.Option(help="Language of the print: en or fr.")] = None,
    decks: DeckFiles = None,
    data: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Makes labels for cards, command cards and badges, to print or emboss; or Braille pages: their key, the rules.

    The guide is companion/guides/labels.md.
    """
    from companion.settings import flag

    settings_given = [text for text in sets or () if "=" in text]
    label_sets = [text for text in sets or () if "=" not in text]
    overrides = [] if locale is None else [flag("--locale", locale)]
    settings = _settings(data, config, overrides, settings_given)
    named = _shelve_and_tell(decks, data)
    from companion.label_errands import LabelJob, make_labels

    job = LabelJob(
        what,
        _own_deck(edition, named),
        label_sets[-1] if label_sets else None,
        form,
        out,
        serial=serial,
        side=side,
        only=only,
        stock=stock,
        grid=grid,
        label_mm=label_mm,
        margin_mm=margin_mm,
        gap_mm=gap_mm,
        paper=paper,
        start=start,
        shift_mm=shift_mm,
        code=code,
        turn=turn,
        outline=outline,
        page=page,
        line_end=line_end,
        page_end=page_end,
        grade=grade,
    )
    _exit(make_labels(job, settings))


@app.command()
def say(
    text: Annotated[str, typer.Argument(help="What to say.")],
    locale: Annotated[str | None, typer.Option(help="Language: en or fr.")] = None,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Speaks one text, and says what is missing when nobody can hear it."""
    from companion.settings import flag

    settings = _settings(data, config, [] if locale is None else [flag("--locale", locale)], sets)
    from companion.errands import say_once

    _exit(say_once(settings, text))


@app.command()
def config(
    check: Annotated[Path | None, typer.Option(help="Check this settings file only.")] = None,
    data: DataDir = None,
    config_file: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Shows every setting and where it came from.

    A running table reads its settings file again on SIGHUP (systemctl reload uno-companion, or kill -HUP). What
    [pins], [aim], [scanner] and, in [dispenser], card_ms, limit_ms, quiet, beeper, beeper_volume and remote_press
    say is in force at once, when the cards of a running press are out; the table says what else needs a restart.
    """
    from companion.settings import describe

    settings = _settings(data, check or config_file, [], sets)
    typer.echo(f"{check}: no errors" if check else "\n".join(describe(settings)))


@app.command()
def pin(data: DataDir = None) -> None:
    """Shows the PIN with which phones join, to who may read the data folder."""
    from companion.errands import show_pin

    _exit(show_pin(_data_dir(data)))


@app.command("motor-off")
def motor_off(
    simulate: Annotated[bool, typer.Option("--simulate", help="On simulated pins.")] = False,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Drives every output to rest, whatever left it on."""
    from firmware_bridge.pin_map import PinsUnavailable
    from firmware_bridge.rest import rest_outputs

    settings = _settings(data, config, [], sets)
    try:
        rest_outputs(settings.pins, _data_dir(data), simulate=simulate)
    except PinsUnavailable as error:
        _fail(str(error), 1)
    typer.echo("every output is at rest")


@deck_app.command("check")
def deck_check(file: Annotated[Path, typer.Argument(help="The deck file.")]) -> None:
    """Checks a deck file, and shows what it describes."""
    from companion.deck_errands import check

    _exit(check(file))


@deck_app.command("learn")
def deck_learn(
    file: Annotated[Path, typer.Argument(help="The deck file to write.")],
    like: Annotated[str, typer.Option(help="The printed edition that the deck is like.")],
    name: Annotated[str | None, typer.Option(help="What the deck is called; default: as the file.")] = None,
    serial: Annotated[
        str | None, typer.Option(metavar="XX", help="What its tags carry; default: a free one.")
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(
            metavar="SET", help="Braille labels on the cards: mattel, uk, own-en, own-fr, own-nl, own-de, own-es."
        ),
    ] = None,
    scanner: Annotated[
        str | None, typer.Option(metavar="URL", help="Scanner: device or pyserial URL; default: standard input.")
    ] = None,
    locale: Annotated[str | None, typer.Option(help="Language: en or fr.")] = None,
    speech: Annotated[Engine | None, typer.Option(help="Which voice speaks.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Scans a whole deck once, card by card, and writes its file."""
    from companion.settings import Override, flag

    flags = {"--locale": locale, "--speech": speech}
    overrides = [flag(option, value) for option, value in flags.items() if value is not None]
    if labels is not None:
        overrides.append(Override("table.labels", labels, "--labels"))
    settings = _settings(data, config, overrides, sets)
    _shelve_and_tell(None, data, without=file)
    from companion.deck_errands import Lesson, learn

    logging.getLogger("firmware_bridge.scanner").setLevel(logging.ERROR)  # its warnings are shown as its reports
    lesson = Lesson(file, like, name or file.stem, serial, settings.table.labels, scanner, force)
    _exit(learn(lesson, settings, 0))


def _exit(code: int) -> None:
    if code:
        raise typer.Exit(code)


def _log_to_stderr() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def main() -> None:
    """The command ``uno-companion``."""
    app()
