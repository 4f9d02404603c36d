"""Screws, balls and springs in the printed dispenser: each fits, is reached, and touches nothing that moves."""

from __future__ import annotations

from itertools import combinations
from math import floor, pi

import pytest
from manifold3d import Manifold

from hardware.workshop.feed import Feeder, spring_force
from hardware.workshop.openscad import Screw, assembled, installed, part_names
from hardware.workshop.parts_list import HARDWARE, Build, read_parts_list
from hardware.workshop.solids import block, in_the_way, rod
from tests.hardware.printed import facts, placed, rod_of
from tests.soak import SOAK

pytestmark = pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")

GUIDE = (HARDWARE / "guide.md").read_text(encoding="utf-8")
HEAD_WIDE, HEAD_HIGH, KEY_WIDE, KEY_SHORT = 5.7, 3.0, 3.0, 18.0  # cylinder head M3 and its hexagon key's short arm
THREAD_WIDE = 3.0
HELD = 1.9  # mm of thread that a screw must have in the part it goes into, at least
MOST_TURNS = {"spring": 13, "hold_spring": 8}
TURN = 0.5  # mm, M3
BOX, OF_FULL, OF_SIMPLE = {"button_box", "button_box_bottom"}, {"holdback_arm"}, {"pad_arm"}
STAND = {"turntable_disc", "turntable_base", "tray", "tray_arm", "tray_arm_left"}
#: What is put on after a screw was turned in, by the part under its head; the guide has this order.
LATER = {
    "chassis": {"chute_roof", "gate_bracket", "flag", "pad_arm", "lid"},
    "motor_mount": {*STAND, "cheek_right", "cheek_left"},
    "chute_roof": STAND,
    "gate_bracket": {*STAND, "cheek_right", "cheek_left"},
    "tray_arm": {*part_names()} - STAND,
    "tray_arm_left": {*part_names()} - STAND,
}


def of_build(build: Build) -> list[Screw]:
    """The screws of the dispenser in one of the builds, the button box apart."""
    others = BOX | (OF_FULL if build is Build.SIMPLE else OF_SIMPLE)
    return [screw for screw in facts().screws if screw.one not in others]


def shaft(screw: Screw) -> Manifold:
    return rod_of(screw, THREAD_WIDE, screw.grip, screw.length - screw.grip)


def named(screw: Screw) -> str:
    return f"{screw.item} in {screw.one} at {screw.at}"


def test_every_screw_holds_in_the_part_it_goes_into() -> None:
    for screw in facts().screws:
        assert screw.length - screw.grip >= HELD, named(screw)


@pytest.mark.parametrize("build", Build)
def test_no_screw_meets_another(build: Build) -> None:
    for one, other in combinations(of_build(build), 2):
        assert in_the_way(shaft(one), shaft(other)) == 0, (named(one), named(other))


@pytest.mark.parametrize("build", Build)
def test_no_screw_reaches_into_the_way_of_the_cards(build: Build) -> None:
    sizes = facts().sizes
    inner, travel, lip = sizes["inner"], sizes["card"][0], sizes["lip"]
    hopper = block((-travel, -inner, sizes["floor_top"]), (0, inner, sizes["stack"][1]))
    chute = block((0, -inner, sizes["chute_top"]), (lip, inner, sizes["roof_under"]))
    x, z = sizes["nip_at"]
    way = (hopper + chute).rotate((0, sizes["slope"], 0)).translate((x, 0, z))
    for screw in of_build(build):
        assert in_the_way(shaft(screw), way) == 0, named(screw)


@pytest.mark.parametrize("build", Build)
def test_no_screw_touches_the_balls_or_the_base_that_the_disc_turns_on(build: Build) -> None:
    ball, circle, middle = facts().sizes["balls"]
    ring = rod((0, 0, middle), (0, 0, 1), 2 * circle + ball, ball / 2, ball / 2) - rod(
        (0, 0, middle), (0, 0, 1), 2 * circle - ball, ball, ball
    )
    top, thick, _ = facts().sizes["turntable_base"]
    base = rod((0, 0, top), (0, 0, 1), facts().sizes["disc"], thick, 0)
    for screw in of_build(build):
        assert in_the_way(shaft(screw), ring + base) == 0, named(screw)


def test_the_guide_puts_on_last_what_would_hide_a_screw() -> None:
    """The same order as in ``LATER``; the servo's screws too are under the feeder."""
    steps = ("Screw the plate in from the front", "Screw the roof on", "Screw the bracket to the chassis")
    stand = (
        "Tray arms on the turntable_disc",
        "`servo-screws`",
        "Feet on the disc",
        "from below, with a long screwdriver",
    )
    places = [GUIDE.index(step) for step in (*steps, *stand)]
    assert places == sorted(places)


def there_in(build: Build) -> set[str]:
    """The parts of a build as far as they are rendered here: all in the soak, else some."""
    simple = {*assembled(), "lid"} - {"turntable_base"}
    full = simple - {"pad_arm", "throat_plate"} | {"holdback_arm", "hold_hub", "throat_plate_full", "turntable_base"}
    there = simple if build is Build.SIMPLE else full
    return there if SOAK else there & {"chassis", "throat_plate", "chute_roof", "pad_arm"}


@pytest.mark.parametrize("build", Build if SOAK else [Build.SIMPLE])
@pytest.mark.timeout(900)
def test_every_screw_is_reached_by_its_key_when_its_turn_comes_and_its_head_has_room_for_ever(build: Build) -> None:
    for screw in of_build(build):
        head = rod_of(screw, HEAD_WIDE, screw.grip + HEAD_HIGH, -screw.grip - 0.05)
        key = rod_of(screw, KEY_WIDE, screw.grip + HEAD_HIGH + KEY_SHORT, -screw.grip - HEAD_HIGH)
        for name in sorted(there_in(build)):
            assert in_the_way(head, placed(name)) < 0.05, (named(screw), name)
            if name not in LATER.get(screw.other, set()):
                assert in_the_way(key, placed(name)) < 0.05, (named(screw), name)


@pytest.mark.parametrize("build", Build)
def test_no_head_meets_another_part_that_is_bought(build: Build) -> None:
    sizes = facts().sizes
    (body, face), (diameter, _, x) = sizes["motor"], sizes["roller"]
    nip_x, nip_z = sizes["nip_at"]
    motor = rod((x, face, -diameter / 2), (0, 1, 0), body, 0, 54)
    motor = motor.rotate((0, sizes["slope"], 0)).translate((nip_x, 0, nip_z))
    for screw in of_build(build):
        head = rod_of(screw, HEAD_WIDE, screw.grip + HEAD_HIGH, -screw.grip)
        assert in_the_way(head, motor) == 0, named(screw)


@pytest.mark.skipif(not SOAK, reason="the base takes long to render")
def test_the_screw_of_the_servos_horn_is_reached_from_below_through_the_middle() -> None:
    top, thick, wide = facts().sizes["turntable_base"]
    assert wide > HEAD_WIDE
    assert in_the_way(rod((0, 0, top), (0, 0, 1), wide - 0.5, thick + 1, 1), placed("turntable_base")) < 0.05


def test_the_servos_shaft_reaches_into_its_horn_and_the_base_stays_thick_under_it() -> None:
    shaft_long, high, bottom = facts().sizes["horn"]
    top, thick, _ = facts().sizes["turntable_base"]
    boss = bottom + high
    assert boss + shaft_long >= 3, "mm of the shaft in the horn; the servo's case ends at the disc's top"
    assert boss < 0, "the horn would press on the case"
    assert top - thick + 3 <= bottom < top, "in the base, with a floor under it"


def test_there_are_balls_for_the_whole_ring_with_a_little_play() -> None:
    ball, circle, _ = facts().sizes["balls"]
    assert read_parts_list()["ball-6"].quantity[Build.FULL] == floor(2 * pi * circle / ball) - 1


@pytest.mark.parametrize("which", ["spring", "hold_spring"])
def test_spring_and_nut_fit_under_the_bridge_and_the_screw_is_long_enough_to_press(which: str) -> None:
    _, _, seat = facts().sizes[which]
    long, nut, (under, top) = facts().sizes["springs"]
    assert under - seat >= long + nut, "it would press before anybody turns"
    screw = read_parts_list()["screw-m3x20"]
    reach = float(screw.id.rpartition("x")[2])
    assert top - reach <= seat + long - MOST_TURNS[which] * TURN


def test_the_turns_that_the_guide_tells_give_the_force_that_the_sums_want() -> None:
    sizes = facts().sizes
    hinge, nip = sizes["hinge"][0], sizes["hold_nip"]
    pad = spring_force(8 * TURN, 0.5, hinge, sizes["spring"][0], 4)
    hold = spring_force(6 * TURN, 0.5, hinge, sizes["hold_spring"][0], nip)
    assert pad == pytest.approx(Feeder().pad, abs=0.25)
    assert hold == pytest.approx(Feeder().pad, abs=0.1)
    assert "then eight turns more" in GUIDE
    assert "then six turns more" in GUIDE
