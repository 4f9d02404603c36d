"""Every option, preset, refusal code, known trap and disputed point of the rules is a scenario of its own.

That none is missing is read off the program's own tables and, where they lie beside the repository, off the field
reports; that an option's scenario shows what its values change is proved by exchanging them.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.announcer import Announcer
from companion.games.scenario import Expectation, Statement, Step, read_file
from companion.referee import commands as cmd
from companion.referee.decks import editions
from companion.referee.options import OPTIONS, PRESETS, UnknownOptionError
from companion.referee.refusals import RefusalCode
from companion.replay.run import Replay
from companion.voice.lines import Verbosity

HERE = Path(__file__).parent
CONTRACT = Path(__file__).parents[2] / "shared"
FILES = [
    path
    for folder in ("options", "disputed", "traps", "refusals", "rulings")
    for path in sorted((HERE / folder).glob("*.table"))
]
ALL_FILES = sorted((HERE / "scenarios").glob("*.table")) + FILES

#: The traps that issue 3 names, in its words, and the scenario of each.
TRAPS = {
    "two-player reverse": "A1-01-two-player-reverse",
    "colour of a top wild after reload or undo": "top-wild-after-reload-and-undo",
    "bluff judged on the colour and hand before the play": "bluff-is-judged-before-the-play",
    "a wild drawn and played": "wild-drawn-and-played",
    "penalty sums after stacking": "sums-after-stacking",
    "a last draw card paid before counting": "last-draw-card-is-paid-before-counting",
    "winner not scoring the own hand": "winner-scores-no-own-hand",
    "catch after the window": "catch-after-the-window",
    "second catch": "second-catch",
    "leaving on one's turn in counter-clockwise play": "leaving-counter-clockwise",
    "seven as the last card": "seven-as-the-last-card",
    "colour question pending while caught": "colour-pending-while-caught",
    "nothing left anywhere to draw": "nothing-left-anywhere",
    "a third copy of a card whose copies both lie on the discard": "third-copy",
}

#: Two names for one value: exchanging them changes nothing.
SYNONYMS = {("hands-won", "rounds"), ("rounds", "hands-won")}

#: No expectation can tell what is *not* said: a test of its own does, below.
UNSAID = {("off", "on"): "sides_may_be_announced"}


def _named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def replayed(steps: Sequence[Step], locale: str = "en") -> tuple[list[str], list[dict[str, Any]]]:
    """What failed, and one JSON object a statement."""
    lines: list[dict[str, Any]] = []
    narrate = Announcer((locale,), Verbosity.NORMAL).narrate
    with TemporaryDirectory() as folder:
        run = Replay(Path(folder), narrate, lines.append)
        report = asyncio.run(run.run([(Path("table"), list(steps))]))
    return report.failures, lines


@cache
def in_english(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """The file as it stands, replayed."""
    return replayed(read_file(path))


@cache
def values_of(name: str) -> tuple[str, ...]:
    """All values of an option of words, the least and the most of a number: what its reader says is allowed."""
    try:
        OPTIONS[name](name, "")
    except UnknownOptionError as error:
        allowed = str(error).partition(f"; {name} ")[2]
    if words := re.fullmatch(r"can be (.+)", allowed):
        return tuple(words[1].split(", "))
    if numbers := re.fullmatch(r"is a whole number from (\d+) to (\d+)", allowed):
        return numbers.groups()
    assert allowed.startswith("is one to three texts")
    return "Sing|Swap seats", "Sing"


def games(steps: Sequence[Step]) -> Iterator[tuple[cmd.NewGame, list[Step]]]:
    """The games of a file, each with what follows its ``game`` line."""
    starts = [at for at, step in enumerate(steps) if isinstance(step, Statement) and _starts(step)]
    for start, end in pairwise([*starts, len(steps)]):
        first = steps[start]
        assert isinstance(first, Statement)
        assert isinstance(first.command, cmd.NewGame)
        yield first.command, list(steps[start + 1 : end])


def _starts(step: Statement) -> bool:
    return isinstance(step.command, cmd.NewGame)


def says(step: Step) -> bool:
    """True for an expectation of English words."""
    return isinstance(step, Expectation) and step.text.startswith("expect says")


def exchanged(steps: Sequence[Step], name: str, value: str, other: str) -> list[Step]:
    """The same play where the table agreed on another value. What the new game itself announces is left out."""
    changed: list[Step] = []
    for step in steps:
        if isinstance(step, Statement) and isinstance(step.command, cmd.NewGame):
            options = step.command.options
            if options.get(name) == value:
                step = replace(step, command=replace(step.command, options={**options, name: other}))  # noqa: PLW2901
        elif says(step) and isinstance(changed[-1], Statement) and _starts(changed[-1]):
            continue
        changed.append(step)
    return changed


# Each file


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_the_scenario_replays(path: Path) -> None:
    failures, lines = in_english(path)
    assert failures == []
    assert lines


@pytest.mark.parametrize("path", ALL_FILES, ids=_named)
def test_a_french_table_hears_of_everything_an_english_one_hears_of(path: Path) -> None:
    _, english = in_english(path)
    failures, french = replayed([step for step in read_file(path) if not says(step)], "fr")
    assert failures == []
    for heard, entendu in zip(english, french, strict=True):
        assert {**heard, "says": []} == {**entendu, "says": []}
        assert len(heard["says"]) == len(entendu["says"]), entendu["statement"]
        assert not {"", *heard["says"]} & set(entendu["says"]), f"left in English: {entendu['statement']}"
        assert entendu["says"] or entendu["accepted"], f"a refusal without a word: {entendu['statement']}"


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_the_scenario_says_first_what_it_shows(path: Path) -> None:
    first, _, _ = path.read_text(encoding="utf-8").partition("\n")
    assert re.fullmatch(r"# .{20,}\.", first)
    assert path.parent.name not in {"options", "refusals"} or path.stem in first.split(":")[0]


# None is missing


def test_every_option_preset_and_edition_has_a_scenario_and_nothing_else_has() -> None:
    assert {path.stem for path in (HERE / "options").glob("*.table")} == {*OPTIONS, *PRESETS, *editions()}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_is_agreed_on_and_something_is_expected_of_it(name: str) -> None:
    expected: dict[str, int] = defaultdict(int)
    for game, steps in games(read_file(HERE / "options" / f"{name}.table")):
        if name in game.options:
            expected[game.options[name]] += sum(isinstance(step, Expectation) for step in steps)
    assert {value for value in values_of(name) if not expected[value]} == set()


@pytest.mark.parametrize("name", OPTIONS)
def test_no_value_would_pass_for_another(name: str) -> None:
    steps = read_file(HERE / "options" / f"{name}.table")
    for value, other in permutations(values_of(name), 2):
        failures, _ = replayed(exchanged(steps, name, value, other))
        same = (value, other) in SYNONYMS or UNSAID.get((value, other)) == name
        assert (not failures) is same, f"{name}={value} played as {name}={other}"


@pytest.mark.parametrize(("locale", "colour"), [("en", "pink"), ("fr", "rose")])
def test_a_face_that_is_turned_away_is_heard_only_where_the_table_agreed_on_it(locale: str, colour: str) -> None:
    steps = read_file(HERE / "options" / "sides_may_be_announced.table")
    _, lines = replayed([step for step in steps if not says(step)], locale)
    heard = [colour in " ".join(line["says"]).casefold() for line in lines if line["code"] == "wrong-side"]
    assert heard == [False, True]


@pytest.mark.parametrize("name", [*PRESETS, *editions()])
def test_the_presets_scenario_plays_the_preset(name: str) -> None:
    played = [game.edition for game, _ in games(read_file(HERE / "options" / f"{name}.table"))]
    assert played
    assert set(played) == {name}


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_code_is_reached(code: RefusalCode) -> None:
    reached = {step.text.split()[-1] for path in ALL_FILES for step in read_file(path) if _refusal(step)}
    assert code in reached


def _refusal(step: Step) -> bool:
    return isinstance(step, Expectation) and step.expects_refusal


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_that_other_engines_fell_into_has_a_scenario(trap: str) -> None:
    assert (HERE / "traps" / f"{TRAPS[trap]}.table").is_file()


def test_no_scenario_of_a_trap_is_without_its_trap() -> None:
    ours = {path.stem for path in (HERE / "traps").glob("*.table")}
    assert {stem for stem in ours if not stem.startswith("A1-")} <= set(TRAPS.values())


# What the program's own tables are held against, where it lies beside the repository

beside = pytest.mark.skipif(not CONTRACT.is_dir(), reason="the contract does not lie beside the repository")


def section(file: str, start: str, end: str) -> str:
    """A part of one of the contract's texts."""
    return (CONTRACT / file).read_text(encoding="utf-8").partition(start)[2].partition(end)[0]


@beside
def test_options_presets_and_refusal_codes_are_the_contracts() -> None:
    rows, _, presets = section("rules.md", "## 6. Options", "## 7.").partition("Presets: ")
    assert set(re.findall(r"^\| `(\w+)`", rows, re.MULTILINE)) == set(OPTIONS)
    assert set(re.findall(r"`([\w-]+)` \(", presets)) == set(PRESETS)
    codes = section("notation.md", "## Refusal codes", "When several fit")
    assert set(re.findall(r"`([\w-]+)`", codes)) == set(RefusalCode)


@beside
def test_every_field_report_and_every_disputed_point_has_a_scenario() -> None:
    reports = re.findall(r"^\| (A1-\d\d) ", section("background/field-reports.md", "## 1.", "## 2."), re.MULTILINE)
    disputed = section("background/field-reports.md", "## Points where sources disagree", "\n## ")
    points = re.findall(r"^(\d+)\. ", disputed, re.MULTILINE)
    assert (len(reports), len(points)) == (13, 5)
    assert sorted(path.stem[:5] for path in (HERE / "traps").glob("A1-*.table")) == reports
    assert sorted(path.stem.split("-")[0] for path in (HERE / "disputed").glob("*.table")) == points
