"""The command line: one function a command, no logic. ``uno-companion --help`` lists them."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from companion import __version__
from companion import label_flags as asked
from companion.flags import (
    EDITION_HELP,
    LOCALES_HELP,
    ConfigFile,
    DataDir,
    DeckFiles,
    FaultRate,
    FaultScript,
    FaultSeed,
    GameFormat,
    LabelSetName,
    Language,
    PinLogFile,
    ScannerHere,
    SetValues,
    SpeechLogFile,
    TableLanguage,
    Voice,
    data_folder,
    fail,
    finish_restoring,
    load_settings,
    only_simulated_pins,
    overrides,
    own_deck,
    planned_faults,
    played_edition,
    read_settings,
    shelve,
    shelve_and_tell,
)
from companion.usage import Commands

app = typer.Typer(
    name="uno-companion",
    help="A table companion for UNO: card dispenser, scanner, referee, voice and phone page.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    cls=Commands,
    rich_markup_mode=None,  # plain help: a screen reader reads drawn boxes out
)
deck_app = typer.Typer(
    help="Decks: checks a deck file, learns one from the cards, or counts a deck's cards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(deck_app, name="deck")


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
    scanner: Annotated[str | None, typer.Option(metavar="URL", help="Scanner: device, USB name or URL.")] = None,
    speech: Voice = None,
    locale: TableLanguage = None,
    sets: SetValues = None,
    pin_log: PinLogFile = None,
    speech_log: SpeechLogFile = None,
    decks: DeckFiles = None,
    fault_script: FaultScript = None,
    fault_seed: FaultSeed = None,
    fault_rate: FaultRate = 0.1,
) -> None:
    """The table: serves until it is stopped with Ctrl-C or SIGTERM. SIGHUP reads the settings file again."""
    import faulthandler
    import gc
    import os

    from companion.logs import log_to_stderr

    if sys.__stderr__ is not None:
        faulthandler.enable(sys.__stderr__)  # a watchdog's SIGABRT leaves in the log where each thread hung
    # A sixth of the start went into searching freshly imported modules for garbage; the service turns it on again.
    gc.disable()
    finish_restoring(data)
    flags = {"--host": host, "--port": port, "--scanner": scanner, "--speech": speech, "--locale": locale}
    given = overrides(flags)
    settings = load_settings(data, config, given, sets)
    read_again = partial(read_settings, data, config, given, sets)
    only_simulated_pins(pin_log, simulate=simulate)
    faults = planned_faults(fault_script, fault_seed, fault_rate, simulate=simulate)
    log_to_stderr()
    named, deck_findings = shelve(decks, data)
    from companion.launch import serve
    from companion.run_options import RunOptions
    from firmware_bridge.rest import runtime_folder

    tell_pin = "NOTIFY_SOCKET" not in os.environ
    options = RunOptions(settings, data_folder(data), simulate, pin_log, speech_log, tell_pin=tell_pin)
    options = replace(options, runtime_dir=runtime_folder(os.environ))
    options = replace(options, deck=named[0].edition if len(named) == 1 else None)
    _exit(serve(replace(options, deck_findings=tuple(deck_findings), faults=faults, read_settings=read_again)))


@app.command()
def demo(
    edition: Annotated[str | None, typer.Option(help=f"{EDITION_HELP} No presets.")] = None,
    players: Annotated[int, typer.Option(min=2, max=10, help="Robots at the table.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to play.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same game.")] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="Divides every wait, speech included.")] = 1.0,
    host: Annotated[str | None, typer.Option(help="Address of the page; default: this machine only.")] = None,
    port: Annotated[int, typer.Option(help="Port of the page; 0 takes a free one.")] = 0,
    data: DataDir = None,
    config: ConfigFile = None,
    speech: Voice = None,
    locale: TableLanguage = None,
    sets: SetValues = None,
    decks: DeckFiles = None,
    fault_script: FaultScript = None,
    fault_seed: FaultSeed = None,
    fault_rate: FaultRate = 0.1,
) -> None:
    """Robots play at the simulated table, through pins, scanner, referee, voice and page."""
    import tempfile

    from companion.logs import log_to_stderr

    flags = {"--host": host or "127.0.0.1", "--port": port, "--speech": speech, "--locale": locale}
    settings = load_settings(data, config, overrides(flags), sets)
    faults = planned_faults(fault_script, fault_seed, fault_rate, simulate=True)
    log_to_stderr()
    named, deck_findings = shelve(decks, data)
    edition = played_edition(edition, named)
    from companion.launch import play_demo
    from companion.run_options import RunOptions

    with tempfile.TemporaryDirectory(prefix="uno-companion-demo-") as folder:
        options = RunOptions(settings, data or Path(folder), simulate=True, speed=speed, seed=seed)
        options = replace(options, deck_findings=tuple(deck_findings), faults=faults)
        _exit(play_demo(options, edition, players, rounds))


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Games in the notation, *.table.")],
    json: Annotated[bool, typer.Option("--json", help="One JSON object per statement.")] = False,
    locale: Annotated[str, typer.Option(help=f"Language of what is said: {LOCALES_HELP}")] = "en",
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
    shelve_and_tell(decks, data)
    from companion.errands.replaying import replay_files

    codes_in = data_folder(data)
    _exit(replay_files(files, json=json, locale=locale, data=data, hardware=hardware, codes_in=codes_in))


@app.command()
def simulate(
    edition: Annotated[str | None, typer.Option(help=f"{EDITION_HELP} Or a preset, such as family.")] = None,
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
    edition = played_edition(edition, shelve_and_tell(decks, None))
    from companion.errands.simulation import simulate_games

    _exit(simulate_games(edition, players, games=games, seed=seed, jobs=jobs, options=options or [], json=json))


_FIRE = "historic_fixed, historic_shuffled, modern_rising, coin, never_twice, test_always, test_never"
_COUNTS = "extreme_1_8, attack_3_8, gentle_1_5, wild_1_12, one"


@app.command()
def launcher(
    profile: Annotated[
        str, typer.Option(help=f"When a press fires: {_FIRE}, or one of yours.")
    ] = "historic_shuffled",
    cards: Annotated[
        str, typer.Option(help=f"How many cards a fire throws: {_COUNTS}, or one of yours.")
    ] = "extreme_1_8",
    presses: Annotated[int, typer.Option(min=1, max=10_000_000, help="Presses to make.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed presses the same way.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
    data: DataDir = None,
    config_file: ConfigFile = None,
) -> None:
    """Shows what a fire profile does, beside the pattern published for the real launcher.

    Profiles of your own stand in the settings file, as [fire.NAME] and [counts.NAME].
    """
    profiles = load_settings(data, config_file, [], None).profiles
    from companion.errands.launcher import show_launcher

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
    from companion.errands.data_folder import export_game

    _exit(export_game(data_folder(data), game, form))


@app.command()
def labels(
    what: asked.WhatLabels,
    edition: asked.DeckName = None,
    form: asked.FileForm = None,
    out: asked.OutFile = None,
    sets: asked.SetNames = None,
    serial: asked.Serial = None,
    side: asked.OneSide = None,
    only: asked.Only = None,
    stock: asked.StockName = None,
    grid: asked.GridSize = None,
    label_mm: asked.LabelSize = None,
    margin_mm: asked.Margin = None,
    gap_mm: asked.Gap = None,
    paper: asked.GridPaper = None,
    start: asked.Start = None,
    shift_mm: asked.Shift = None,
    code: asked.WhichCode = None,
    turn: asked.Turn = False,
    outline: asked.Outline = False,
    page: asked.BraillePage = None,
    line_end: asked.LinesEnd = None,
    page_end: asked.PagesEnd = None,
    grade: asked.Grade = None,
    locale: Annotated[str | None, typer.Option(help=f"Language of the print: {LOCALES_HELP}")] = None,
    decks: DeckFiles = None,
    data: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Makes labels for cards, command cards and badges, to print or emboss; or Braille pages: their key, the rules.

    ``labels notch`` is a sheet that shows where they go on a card.

    The guide is companion/guides/labels.md.
    """
    label_sets = [text for text in sets or () if "=" not in text]
    given = [text for text in sets or () if "=" in text]
    settings = load_settings(data, config, overrides({"--locale": locale}), given)
    named = shelve_and_tell(decks, data)
    from companion.errands.label_errands import LabelJob, make_labels

    job = LabelJob(
        what,
        own_deck(edition, named),
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
    text: Annotated[str | None, typer.Argument(help="What to say.")] = None,
    sounds: Annotated[bool, typer.Option("--sounds", help="Every short sound of the table, then its name.")] = False,
    locale: Language = None,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Speaks one text, or plays the table's sounds with their names; says what is missing when nobody hears it."""
    settings = load_settings(data, config, overrides({"--locale": locale}), sets)
    from companion.errands.sounds import play_sounds, say_once

    logging.getLogger("companion.voice.speech.speaker").setLevel(
        logging.CRITICAL
    )  # what it would log is the command's answer
    if text is None and not sounds:
        raise typer.BadParameter("write what to say, or --sounds", param_hint="TEXT")
    _exit(say_once(settings, text) if text is not None else play_sounds(settings))


@app.command()
def config(
    check: Annotated[Path | None, typer.Option(help="Check this settings file only.")] = None,
    data: DataDir = None,
    config_file: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Shows every setting and where it came from.

    A running table reads its settings file again on SIGHUP (systemctl reload uno-companion, or kill -HUP). What
    [pins], [aim], [scanner] and, in [dispenser], card_ms, limit_ms, pause_ms, quiet, beeper, beeper_volume,
    remote_press and deals, and in [voice] earcons, say is in force at once, when the cards of a running press are
    out; the log says what else needs a restart.
    """
    from companion.settings import describe, doubtful

    settings = load_settings(data, check or config_file, [], sets)
    for doubt in doubtful(settings):
        typer.echo(f"warning: {doubt}", err=True)
    typer.echo(f"{check}: no errors" if check else "\n".join(describe(settings)))


@app.command()
def pin(data: DataDir = None) -> None:
    """Shows the PIN with which phones join, to who may read the data folder."""
    from companion.errands.data_folder import show_pin

    _exit(show_pin(data_folder(data)))


@app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(help="The file to write, such as /media/stick/uno.backup; - is standard output.")
    ],
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Saves all games, settings, codes and decks in one file, also while the table runs.

    Hands that were told stand in it: keep it as you would keep the games. The PIN and the phones are not in it.

    Ends with 1 where the running table holds more than its disk takes, and so than the file has.
    """
    from datetime import UTC, datetime

    from companion.checkup.running import ask_table
    from companion.errands.data_folder import back_up
    from companion.settings import SettingsError

    try:
        health = ask_table(read_settings(data, config, [], sets).server)
    except SettingsError:  # they are saved as they are
        health = None
    _exit(back_up(data_folder(data), file, datetime.now(UTC), health))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote; - is standard input.")],
    data: DataDir = None,
) -> None:
    """Puts a backup in the place of all games, settings, codes and decks; what was there is kept, with the date.

    Not while the table runs: end it first, or let a host restore the file on the page, under Games.
    """
    from datetime import UTC, datetime

    from companion.errands.data_folder import take_back

    _exit(take_back(data_folder(data), file, datetime.now(UTC)))


@app.command("motor-off")
def motor_off(
    simulate: Annotated[bool, typer.Option("--simulate", help="On simulated pins.")] = False,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Drives every output to rest, whatever left it on."""
    import os

    from companion.settings import SettingsError
    from companion.settings.loading import pins_as_far_as_they_can_be_read
    from firmware_bridge.pin_map import PinsUnavailable
    from firmware_bridge.rest import rest_outputs, runtime_folder

    findings: tuple[str, ...] = ()
    try:
        pins = read_settings(data, config, [], sets).pins
    except SettingsError as error:
        findings, pins = error.findings, pins_as_far_as_they_can_be_read(data_folder(data), config)
    try:
        rest_outputs(pins, runtime_folder(os.environ) or data_folder(data), simulate=simulate)
    except PinsUnavailable as error:
        fail("\n".join([*findings, str(error)]), 1)
    typer.echo("every output is at rest")
    if findings:
        fail("\n".join([*findings, "the settings cannot be used: the pins were taken as far as they can be read"]))


@app.command()
def doctor(
    json: Annotated[bool, typer.Option("--json", help="One JSON object; looks only.")] = False,
    guided: Annotated[
        bool, typer.Option("--guided", help="Leads through the parts, though this is no terminal.")
    ] = False,
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulated dispenser and scanner.")] = False,
    limit: Annotated[float, typer.Option(min=1, max=3600, help="Seconds to do what is asked.")] = 60,
    data: DataDir = None,
    config: ConfigFile = None,
    scanner: Annotated[str | None, typer.Option(metavar="URL", help="Scanner: device or pyserial URL.")] = None,
    speech: Voice = None,
    locale: Language = None,
    sets: SetValues = None,
    pin_log: PinLogFile = None,
    speech_log: SpeechLogFile = None,
    fault_script: FaultScript = None,
    fault_seed: FaultSeed = None,
    fault_rate: FaultRate = 0.1,
    inside: Annotated[
        bool, typer.Option("--inside", hidden=True, help="In the service's own fence already.")
    ] = False,
) -> None:
    """Checks each part of the table, and says what helps.

    On a terminal it leads through the parts, in print and aloud, one at a time: press, hold a card in the gate, open
    the lid. Enter or s skips a part. Nothing moves but after a press of the main button. Elsewhere, and with --json,
    it looks only: nothing moves, lights or sounds. While the table runs it tells what the table reports.

    Where systemd runs the table and root asks, the check is made once more inside the service's own fence, by the
    service's user and with its settings: what is found there counts.

    With --simulate Enter does what is asked, s skips, and a typed fault, such as jam or lid-open, comes about; clear
    mends all. The presses of a --fault-script count from the first one that is asked for.

    Ends with 0 when nothing that a game needs is missing or failing, with 1 when something is or the check was ended
    early, with 2 when the settings cannot be used.
    """
    import os

    from companion.doctor.command import Examination, examine, refuse
    from companion.settings import SettingsError, spoken_by_default

    try:
        given = overrides({"--scanner": scanner, "--speech": speech, "--locale": locale})
        settings = read_settings(data, config, given, sets)
    except SettingsError as error:
        _exit(refuse(error, spoken_by_default(os.environ), as_json=json))
        return
    if json and guided:
        fail("--json looks only, and --guided asks; give one of them")
    faults = planned_faults(fault_script, fault_seed, fault_rate, simulate=simulate)
    only_simulated_pins(pin_log, simulate=simulate)
    for told_as_findings in ("companion.voice.speech.speaker", "firmware_bridge.scanner"):
        logging.getLogger(told_as_findings).setLevel(logging.CRITICAL)
    led = guided or (not json and sys.stdin.isatty() and sys.stdout.isatty())
    examination = Examination(settings, data_folder(data), simulate, 0 if led else None, json, limit, inside)
    _exit(examine(replace(examination, pin_log=pin_log, speech_log=speech_log, faults=faults)))


@deck_app.command("check")
def deck_check(file: Annotated[Path, typer.Argument(help="The deck file.")]) -> None:
    """Checks a deck file, and shows what it describes."""
    from companion.errands.deck_errands import check

    _exit(check(file))


@deck_app.command("learn")
def deck_learn(
    file: Annotated[Path, typer.Argument(help="The deck file to write.")],
    like: Annotated[str, typer.Option(help="The printed edition that the deck is like.")],
    name: Annotated[str | None, typer.Option(help="What the deck is called; default: as the file.")] = None,
    serial: Annotated[
        str | None, typer.Option(metavar="XX", help="What its tags carry; default: a free one.")
    ] = None,
    labels: LabelSetName = None,
    scanner: ScannerHere = None,
    locale: Language = None,
    speech: Voice = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Scans a whole deck once, card by card, and writes its file."""
    settings = load_settings(
        data, config, overrides({"--locale": locale, "--speech": speech, "--labels": labels}), sets
    )
    shelve_and_tell(None, data, without=file)
    from companion.errands.deck_errands import Lesson, learn

    _quiet()
    lesson = Lesson(file, like, name or file.stem, serial, settings.table.labels, scanner, force)
    _exit(learn(lesson, settings, 0))


@deck_app.command("count")
def deck_count(
    edition: Annotated[
        str | None, typer.Argument(help="An edition, or an own deck; default: the --deck, else the table's.")
    ] = None,
    serial: asked.Serial = None,
    labels: LabelSetName = None,
    scanner: ScannerHere = None,
    locale: Language = None,
    speech: Voice = None,
    decks: DeckFiles = None,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Scans a whole deck once, in any order, and tells what is missing, doubled or of another deck.

    Type or scan done at the end, status for what is missing so far. What was scanned is kept if it is interrupted.
    Ends with 0 when every card is there once, with 1 when not, or when it was interrupted.
    """
    given = overrides({"--locale": locale, "--speech": speech, "--labels": labels})
    settings = load_settings(data, config, given, sets)
    deck = own_deck(edition, shelve_and_tell(decks, data)) or settings.table.edition
    from companion.errands.enrol_errands import count_deck

    _quiet()
    _exit(count_deck(deck, serial, data_folder(data), settings, scanner=scanner, keyboard=0))


@app.command()
def enrol(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[EDITION|commands|players]",
            help="Whose cards get codes; default: the --deck, else the table's edition.",
        ),
    ] = None,
    serial: asked.Serial = None,
    side: asked.OneSide = None,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS|CARDS",
            help="These alone, also where they have a code: numbers as labels have them, or cards: 3,7-9,red-7.",
        ),
    ] = None,
    also: Annotated[
        bool, typer.Option("--also", help="A new code is one more, for a second sticker; the old one stays.")
    ] = False,
    labels: LabelSetName = None,
    scanner: ScannerHere = None,
    list_all: Annotated[bool, typer.Option("--list", help="Print every code with its tag and card.")] = False,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="CODE|TAG", help="Take a code off, or those of a tag; may be repeated."),
    ] = None,
    remove_all: Annotated[
        bool, typer.Option("--remove-all", help="Take all codes off what is named, or off --only some.")
    ] = False,
    locale: Language = None,
    speech: Voice = None,
    decks: DeckFiles = None,
    data: DataDir = None,
    config: ConfigFile = None,
    sets: SetValues = None,
) -> None:
    """Binds codes of stickers and RFID tags to cards, command cards or badges.

    Each is named in print and aloud, then its code is scanned.

    Typed or as command cards: skip (PASS), back (MISSED), undo, status, help and done. What was bound is kept at
    once, and the next run goes on from there. The guide is companion/guides/enrolment.md.
    """
    given = overrides({"--locale": locale, "--speech": speech, "--labels": labels})
    settings = load_settings(data, config, given, sets)
    wanted = own_deck(what, shelve_and_tell(decks, data)) or settings.table.edition
    from companion.errands.enrol_errands import EnrolJob, enrol_things

    _quiet()
    job = EnrolJob(wanted, data_folder(data), serial, side, only, also, list_all, tuple(remove or ()), remove_all)
    _exit(enrol_things(job, settings, scanner, 0))


def _quiet() -> None:
    for told_by_the_command in ("firmware_bridge.scanner", "companion.scan_tasks.code_book"):
        logging.getLogger(told_by_the_command).setLevel(logging.ERROR)


def _exit(code: int) -> None:
    if code:
        raise typer.Exit(code)


def main() -> None:
    """The command ``uno-companion``."""
    app()
