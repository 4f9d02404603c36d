"""The wiring papers and the code say the same, and nothing there turns a motor or breaks a Pi by itself."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.settings import load
from firmware_bridge.pin_map import LINES, PULLED_UP_AT_BOOT, PinMap
from hardware.workshop.circuit import RAILS, WIRING, Circuit, read_circuit, settings_file
from hardware.workshop.header import BCM, PIN_OF
from hardware.workshop.papers import papers
from hardware.workshop.parts_list import HARDWARE, Build, read_parts_list
from hardware.workshop.wiring_text import header_rows, part_in_words

UNIT = Path(__file__).parents[2] / "systemd" / "uno-companion.service"
NOT_A_WIRE = {"pi", "pi-supply", "speaker-powered", "scanner", "usb-audio"}  # they are plugged in
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=Build)
def circuit(request: pytest.FixtureRequest) -> Circuit:
    return read_circuit(request.param)


def test_the_papers_are_those_that_the_circuit_makes() -> None:
    """Where this fails: `make hardware`, and look at the difference."""
    made = dict(papers())
    assert {path for path, text in made.items() if (HARDWARE / path).read_text(encoding="utf-8") != text} == set()
    found = {str(path.relative_to(HARDWARE)) for path in WIRING.rglob("*") if path.suffix in {".svg", ".md"}}
    assert found == {path for path in made if path.startswith("wiring/")}


def test_every_line_of_the_pin_map_is_wired_or_its_absence_explained(circuit: Circuit) -> None:
    assert set(LINES) == set(circuit.pins.numbers()) | set(circuit.left_out)


def test_the_usual_pins_of_the_code_are_those_of_the_simple_build() -> None:
    usual, simple = PinMap().numbers(), read_circuit(Build.SIMPLE).pins.numbers()
    assert simple == {name: number for name, number in usual.items() if name in simple}


def test_the_settings_of_a_build_start_a_table(circuit: Circuit) -> None:
    assert load(WIRING, settings_file(circuit.build), {}).pins == circuit.pins


def test_each_wire_of_the_header_reaches_a_part_and_each_pin_of_the_table_is_the_codes(circuit: Circuit) -> None:
    for wire in circuit.header():
        assert circuit.at(wire), wire
    told = {wire: int(bcm) for _, _, bcm, wire, *_ in header_rows(circuit) if bcm != "–"}
    assert told == circuit.header()
    assert {wire: BCM[int(pin)] for pin, _, bcm, wire, *_ in header_rows(circuit) if bcm != "–"} == told


def test_the_drawing_of_the_header_shows_every_wire_beside_its_pin(circuit: Circuit) -> None:
    root = ElementTree.fromstring((WIRING / circuit.build / "header.svg").read_text(encoding="utf-8"))
    height = {text.text: float(text.get("y", "")) for text in root.iter(f"{SVG}text")}
    for wire, number in circuit.header().items():
        assert abs(height[f"{wire} (BCM {number})"] - height[str(PIN_OF[number])]) < 3


def test_every_drawing_of_a_sheet_has_a_dot_for_every_leg(circuit: Circuit) -> None:
    for sheet in circuit.sheets:
        root = ElementTree.fromstring((WIRING / circuit.build / f"{sheet.name}.svg").read_text(encoding="utf-8"))
        dots = [(dot.get("cx"), dot.get("cy")) for dot in root.iter(f"{SVG}circle")]
        assert len(dots) == len(set(dots)) == sum(len(set(part.legs.values())) for part in sheet.parts)


@pytest.mark.parametrize("picture", sorted(WIRING.rglob("*.svg")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_picture_has_a_text_twin(picture: Path) -> None:
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    title, told = root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    twin = (WIRING / f"{picture.parent.name}.md").read_text(encoding="utf-8")
    assert f"![{title}]({picture.parent.name}/{picture.name})" in twin
    circuit = read_circuit(Build(picture.parent.name))
    sheet = next((sheet for sheet in circuit.sheets if sheet.name == picture.stem), None)
    for part in sheet.parts if sheet else ():
        assert f"{part_in_words(part)}." in told
        assert f"- {part_in_words(part)}." in twin
    assert told


def test_no_picture_says_anything_by_colour() -> None:
    colours = {
        colour
        for path, text in papers()
        if path.endswith(".svg")
        for colour in re.findall(r'(?:fill|stroke)="([^"]+)"', text)
    }
    assert colours <= {"#ffffff", "#000000"}


def test_every_wired_part_is_bought_as_often_as_it_is_wired(circuit: Circuit) -> None:
    wired, items = circuit.count(), read_parts_list()
    electric = {name for name, item in items.items() if item.rail or item.unit or name in wired} - NOT_A_WIRE
    bought = {name: items[name].quantity[circuit.build] for name in electric if items[name].quantity[circuit.build]}
    assert dict(wired) == bought


def test_every_wire_joins_at_least_two_legs(circuit: Circuit) -> None:
    """But for a leg that goes to the header alone."""
    for wire in {wire for part in circuit.parts() for wire in part.legs.values()} - set(circuit.header()):
        assert len(circuit.at(wire)) > 1, wire


def test_every_driven_line_is_held_off_from_outside_while_the_pi_starts(circuit: Circuit) -> None:
    driven = {name: number for name, number in circuit.pins.numbers().items() if LINES[name].output}
    for name, number in driven.items():
        assert number not in PULLED_UP_AT_BOOT
        assert [ohms for ohms in circuit.between(name, "GND") if 4_700 <= ohms <= 10_000], name
    assert circuit.between("motor_enable", "GND") == [10_000]


def test_no_pin_meets_a_voltage_that_it_cannot_bear(circuit: Circuit) -> None:
    for wire in circuit.header():
        for rail in set(RAILS) - {"3V3", "GND", "GND-motor"}:
            assert circuit.between(wire, rail) == [], (wire, rail)
        for part, leg in circuit.at(wire):
            assert part.item.logic_v in {None, 3.3}, f"{part.ref} {leg}"


def test_every_input_rests_at_3_volts_where_its_wire_is_cut(circuit: Circuit) -> None:
    """The careful answers of the pin map: gate blocked, hopper empty, lid open."""
    on_board = {2, 3}
    for name, number in circuit.pins.numbers().items():
        if not LINES[name].output:
            assert circuit.between(name, "3V3") or number in on_board, name


def test_the_motor_driver_wakes_from_the_one_shot_alone_and_that_from_the_heartbeat(circuit: Circuit) -> None:
    legs = {(part.item.id, leg) for part, leg in circuit.at("motor_enable")}
    assert legs == {("one-shot", "1Q (leg 13)"), ("motor-driver", "SLEEP"), ("r-10k", "1")}
    assert ("one-shot", "1B (leg 2)") in {(part.item.id, leg) for part, leg in circuit.at("heartbeat")}
    one_shot = next(part for part in circuit.parts() if part.item.id == "one-shot")
    assert one_shot.legs["1A (leg 1)"] == "GND"


def test_an_open_lid_or_its_cut_wire_stops_the_motor_without_any_program() -> None:
    circuit = read_circuit(Build.FULL)
    cutter = next(part for part, leg in circuit.at_legs("base") if circuit.between("lid", part.legs[leg]))
    assert cutter.legs["collector"] == "clear"
    assert cutter.legs["emitter"] == "GND"
    assert LINES["lid"].active_high is False
    assert circuit.between("lid", "3V3")


def test_motor_and_servo_take_nothing_from_the_pi(circuit: Circuit) -> None:
    for part in circuit.parts():
        if part.item.id in {"motor-driver", "servo"}:
            assert "5V" not in part.legs.values()
            assert "6V" in part.legs.values()


def test_every_chip_has_its_capacitor(circuit: Circuit) -> None:
    assert circuit.between("3V3", "GND", "F")
    assert 1e-7 in circuit.between("6V", "GND-motor", "F")


def test_the_unit_allows_the_devices_of_the_table_and_no_others() -> None:
    if not UNIT.exists():
        pytest.skip("systemd/uno-companion.service is not there yet")
    allowed = re.findall(r"(?m)^DeviceAllow=(\S+)", UNIT.read_text(encoding="utf-8"))
    needed = read_circuit(Build.FULL).devices
    names = {"alsa": r"alsa|snd"}
    assert [kind for kind in needed if not any(re.search(names.get(kind, kind), device) for device in allowed)] == []
    known = "|".join(names.get(kind, kind) for kind in needed)
    assert [device for device in allowed if not re.search(known, device)] == []
