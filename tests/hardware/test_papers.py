"""The guide, the parts list and the drawings are one: what is named is bought, what is bought is used."""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import pairwise

import pytest

from companion.cli import app
from companion.labels.notch_guide import NOTCH_AT_MM, NOTCH_DEEP_MM, NOTCH_WIDE_MM
from hardware.workshop.circuit import read_circuit
from hardware.workshop.dead_man import OLDER_OHMS
from hardware.workshop.openscad import DECKS, PART, installed, part_names
from hardware.workshop.parts_list import BOM, HARDWARE, Build, read_parts_list
from hardware.workshop.values import with_unit
from tests.hardware.printed import facts

GUIDE = (HARDWARE / "guide.md").read_text(encoding="utf-8")
PAPERS = sorted(HARDWARE.glob("*.md"))
#: Screws that join a printed part to something bought, and so stand in no file of OpenSCAD.
OTHER_SCREWS = Counter({"screw-m3x8": 4, "screw-m3x16": 1, "screw-m3x20": 1, "screw-m3x6": 2})
ON_COMMAND_LINE = re.compile(r"(?:`|bin/)uno-companion ([\w-]+)")


def named_in(text: str) -> set[str]:
    return set(re.findall(r"`([\w-]+)`", text))


def test_every_part_that_the_guide_names_is_in_the_parts_list() -> None:
    items = read_parts_list()
    endings = {f"-{deck}" for deck in DECKS}
    assert named_in(GUIDE) & set(items)
    assert named_in(GUIDE) - set(items) == endings


def test_every_part_of_the_list_is_wired_or_used_in_the_guide() -> None:
    wired = {name for build in Build for name in read_circuit(build).count()}
    assert set(read_parts_list()) - wired - named_in(GUIDE) == set()


def for_build(build: Build) -> str:
    """What the guide tells whoever makes this build: the simple one without all that stands behind **Full:**."""
    if build is Build.FULL:
        return GUIDE
    blocks = re.split(
        r"\n(?=\s*$|#|- |\d+\. |\||\*\*Full)", re.sub(r"\(\*\*Full:\*\*[^)]*\)", "", GUIDE), flags=re.MULTILINE
    )
    return "\n".join(block.partition("**Full:**")[0] for block in blocks)


@pytest.mark.parametrize("build", Build)
def test_every_place_that_the_guide_names_is_wired_in_that_build_and_is_what_it_says(build: Build) -> None:
    text, items = for_build(build), {part.ref: part.item.id for part in read_circuit(build).parts()}
    named = set(re.findall(r"\b((?:[CDRSUQF]|LS|PS)\d+|J1)\b", text))
    assert {"R1", "C4", "U2"} <= named
    assert named - set(items) == set()
    said = re.findall(r"\b([A-Z]{1,2}\d+)(?: \w+ the motor's terminals,)? \(`([\w-]+)`\)", text)
    assert ("R9", "r-0r2") in said
    assert [(ref, item) for ref, item in said if items[ref] != item] == []


def test_the_hold_back_motor_has_the_capacitor_that_the_wiring_gives_it() -> None:
    at_motor = {
        part.ref for part in read_circuit(Build.FULL).parts() if set(part.legs.values()) == {"hold-a", "hold-b"}
    }
    assert [
        ref for ref, _ in re.findall(r"solder (C\d+) \(`([\w-]+)`\) across the terminals of `motor-hold`", GUIDE)
    ] == [*(at_motor - {"M2"})]


@pytest.mark.parametrize("build", Build)
def test_whoever_makes_a_build_is_told_where_each_printed_piece_and_bought_part_goes(build: Build) -> None:
    told = set(read_circuit(build).count()) | named_in(for_build(build))
    needed = {
        name for name, item in read_parts_list().items() if item.quantity[build] and item.use != "plastic cards"
    }
    assert needed - told == set()


def test_the_case_holds_the_board_over_the_pi_and_the_button_its_box() -> None:
    items = read_parts_list()
    long, wide, high = (int(size) for size in re.findall(r"\d+", items["case"].part))
    board = [int(size) for size in re.findall(r"\d+", items["board"].part)[:2]]
    pi, pi_high, cable, capacitor, sheet = (85, 56), 18, 10, 26, 1.6
    posts = {name: float(items[name].part.split("× ")[1].split()[0]) for name in ("standoff-pi", "standoff-board")}
    assert long >= max(board[0], pi[0]) + 20
    assert wide >= max(board[1], pi[1])
    assert posts["standoff-pi"] + sheet + pi_high <= posts["standoff-board"]
    assert posts["standoff-pi"] + sheet + 8 + cable <= posts["standoff-board"], "the cable's plug on the header"
    assert posts["standoff-board"] + sheet + capacitor <= high


@pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")
def test_the_large_button_has_room_in_its_box_and_fits_its_hole() -> None:
    depth = re.search(r"at most (\d+) mm deep", read_parts_list()["button-large"].data)
    assert depth
    assert float(depth[1]) < facts().sizes["button_box"][0]
    assert f"hole {facts().sizes['button_box'][1]} mm" in read_parts_list()["button-large"].data


def test_the_notch_in_the_guide_is_the_one_that_is_printed() -> None:
    text = " ".join(GUIDE.split())
    assert f"its middle is {NOTCH_AT_MM:g} mm from the upper short edge" in text
    assert f"{NOTCH_WIDE_MM:g} mm wide, {NOTCH_DEEP_MM:g} mm deep" in text


def test_the_list_of_pull_downs_in_the_guide_is_whole() -> None:
    step = next(line for line in GUIDE.splitlines() if line.startswith("3. Pull-downs first"))
    simple, full = (set(re.findall(r"R\d+", part)) for part in step.split("(**Full:**"))
    for build, told in ((Build.SIMPLE, simple), (Build.FULL, simple | full)):
        circuit = read_circuit(build)
        wires = {*circuit.pins.numbers(), "motor_enable"}
        down = {
            part.ref
            for part in circuit.parts()
            if part.item.unit == "Ω" and (part.item.value or 0) >= 1000 and "GND" in part.legs.values()
            if wires & set(part.legs.values())
        }
        assert told == down


def test_the_other_resistor_of_the_dead_man_is_told() -> None:
    assert f"take {with_unit(OLDER_OHMS, 'Ω')} as R1" in GUIDE


def test_every_part_that_is_printed_is_named_in_the_guide_and_the_other_way_round() -> None:
    step = GUIDE.split("## 1. Print")[1].split("\n## ")[0]
    assert {name for name in part_names() if not re.search(rf"\b{name}\b", step)} - {"chassis", "lid"} == set()
    assert set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", step)) <= {*part_names(), "braille_words"}


@pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")
def test_there_are_as_many_screws_as_the_printed_parts_have_holes() -> None:
    needed = Counter(screw.item for screw in facts().screws if screw.one != "holdback_arm") + OTHER_SCREWS
    items = read_parts_list()
    assert {name: items[name].quantity[Build.FULL] for name in needed} == dict(needed)


def test_both_builds_have_what_is_needed_and_the_simple_one_no_more() -> None:
    for name, item in read_parts_list().items():
        for build in Build:
            if item.use == "needed" and name != "pad":
                assert item.quantity[build], (name, build)
        assert item.use in {"needed", "simple", "full", "plastic cards"}, name
        assert (item.use == "full") <= (not item.quantity[Build.SIMPLE]), name


def test_the_list_has_no_prices_no_shops_and_opens_in_a_spreadsheet() -> None:
    text = BOM.read_text(encoding="utf-8")
    assert not re.search(r"https?:|www\.|€|\$|£", text)
    with BOM.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]


def test_the_commands_of_the_papers_are_those_there_are() -> None:
    commands = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    told = {name for paper in PAPERS for name in ON_COMMAND_LINE.findall(paper.read_text(encoding="utf-8"))}
    assert {"doctor", "config", "labels", "say"} <= told
    assert told <= commands


def test_every_link_of_the_papers_leads_somewhere() -> None:
    for paper in [*PAPERS, *(HARDWARE / "dispenser").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", paper.read_text(encoding="utf-8")):
            assert (paper.parent / link).exists(), f"{paper.name}: {link}"


def test_headings_go_down_one_step_at_a_time() -> None:
    """So that a screen reader's list of headings is the table of contents."""
    for paper in [*PAPERS, *HARDWARE.glob("*/*.md")]:
        levels = [len(mark) for mark in re.findall(r"(?m)^(#+) ", paper.read_text(encoding="utf-8"))]
        assert levels[0] == 1, paper.name
        assert levels.count(1) == 1, paper.name
        assert all(after <= before + 1 for before, after in pairwise(levels)), paper.name


def test_no_printed_part_is_left_out_of_the_list_of_files() -> None:
    text = PART.read_text(encoding="utf-8")
    assert set(re.findall(r"else if \(name == \"(\w+)\"\)", text)) <= set(part_names())
