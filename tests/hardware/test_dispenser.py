"""The printed dispenser, as solids: closed, printable, nothing in the way, one card passes and two do not."""

from __future__ import annotations

from itertools import combinations
from math import atan2, degrees

import pytest
from manifold3d import Manifold

from companion.labels.cells import dots, spelled
from hardware.workshop.openscad import COARSE, DECKS, assembled, installed, part_names, render
from hardware.workshop.parts_list import Build, read_parts_list
from hardware.workshop.solids import NotClosedError, block, in_the_way, read_solid, rod, size_of
from tests.hardware.printed import CHECKED, facts, in_feeder, placed, rod_of
from tests.soak import SOAK, in_soak_only

pytestmark = pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")

FEW = ("chassis", "throat_plate", "chute_roof", "pad_arm")
PARTS = part_names() if SOAK else FEW
OF_PAD, OF_HOLD_BACK = {"pad_arm", "throat_plate"}, {"holdback_arm", "hold_hub", "throat_plate_full"}
TOUCH = 0.05  # mm³: two faces that lie on each other, as numbers in a file have it
SWITCH_THICK = 6.4  # of a microswitch, between its screws' heads and the wall
MOTOR_LONG, SERVO = 54.0, (40.7, 20.0, 38.0)


def of_the_feeder(names: set[str]) -> list[str]:
    return sorted(name for name in names if name in PARTS)


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.timeout(300)
def test_every_part_is_one_closed_solid(name: str) -> None:
    assert len(placed(name).decompose()) == 1
    assert placed(name).volume() > 300


@pytest.mark.parametrize("name", PARTS if SOAK else ("throat_plate", "pad_arm"))
@pytest.mark.timeout(300)
def test_every_part_fits_the_printer_as_it_lies_there(name: str) -> None:
    solid = read_solid(render(name, CHECKED, placed=False, corners=COARSE))
    assert all(length <= room for length, room in zip(size_of(solid), facts().sizes["bed"], strict=True))


def test_a_surface_with_a_hole_is_not_taken_for_a_part(tmp_path_factory: pytest.TempPathFactory) -> None:
    whole = render("throat_plate", CHECKED, placed=True, corners=COARSE).read_text().split("  facet ")
    file = tmp_path_factory.mktemp("stl") / "torn.stl"
    file.write_text("  facet ".join(whole[:-2]) + "endsolid")
    with pytest.raises(NotClosedError, match=r"torn\.stl is no closed solid"):
        read_solid(file)


@pytest.mark.timeout(600)
def test_no_part_is_in_another_ones_way_in_either_build() -> None:
    everything = {*assembled(), "lid"}
    for build in (everything, everything - OF_PAD | OF_HOLD_BACK):
        for one, other in combinations(of_the_feeder(build), 2):
            assert in_the_way(placed(one), placed(other)) < TOUCH, (one, other)


@pytest.mark.timeout(600)
def test_screw_holes_meet_and_there_is_something_to_hold_round_each() -> None:
    screws = [screw for screw in facts().screws if screw.one in PARTS and screw.other in PARTS]
    assert screws
    for screw in screws:
        for name in (screw.one, screw.other):
            part = placed(name).translate((0, 0, -3)) if name == "button_box_bottom" else placed(name)
            assert in_the_way(rod_of(screw, 2.2, 3, 3), part) < TOUCH, (screw, name)
            assert in_the_way(rod_of(screw, 8, 2.4, 2.4), part) > 20, (screw, name)


@pytest.mark.timeout(300)
def test_each_microswitch_has_walls_all_round_its_screws_which_end_inside_them() -> None:
    items = read_parts_list()
    long = float(items["screw-m2x10"].part.split("× ")[1].split()[0]) - SWITCH_THICK
    screws = facts().sizes["switches"]
    assert len(screws) == 2 * items["microswitch"].quantity[Build.FULL]
    for name, at, way in screws:
        part = in_feeder(name) if name == "chassis" else placed(name)
        ring = rod(at, way, 3.6, 0, long) - rod(at, way, 2, 0, long)
        assert in_the_way(ring, part) > 0.95 * ring.volume(), (name, at)
        assert in_the_way(rod(at, way, 1.4, 0, long), part) < TOUCH, (name, at)
        if name == "chassis":  # what is behind them are cards
            assert in_the_way(rod(at, way, 1.4, 0, long + 3), part) > 1, at


def card(deck: str, number: int, x0: float, x1: float, z0: float, *, dots: bool = True) -> Manifold:
    """So many cards on each other and the way they take: swept from x0 to x1, the lowest face at z0."""
    _, across, thick, dot = facts(deck).sizes["card"]
    return block((x0, -across / 2, z0), (x1, across / 2, z0 + number * thick + (dot if dots else 0)))


@pytest.mark.parametrize("deck", DECKS if SOAK else ("paper", "braille"))
@pytest.mark.timeout(300)
def test_one_card_passes_the_throat_and_of_paper_and_plastic_two_do_not(deck: str) -> None:
    throat = in_feeder("throat_plate", deck)
    assert in_the_way(card(deck, 1, -56, 6, 0), throat) < TOUCH
    if deck != "braille":  # their dots need more room than two flat cards: there the pad's stop holds the second
        assert in_the_way(card(deck, 2, -56, 6, 0), throat) > 1


@pytest.mark.parametrize("deck", DECKS if SOAK else ("paper", "braille"))
@pytest.mark.timeout(300)
def test_the_pads_stop_lets_one_card_pass_in_its_lane_and_not_two(deck: str) -> None:
    sizes = facts(deck).sizes
    lane, (pad_thick, lift), (hinge_x, hinge_z) = sizes["lane"], sizes["pad"], sizes["hinge"]
    arm = in_feeder("pad_arm", deck) + block((0.6, -lane / 2, 0), (8, lane / 2, pad_thick))
    assert in_the_way(card(deck, 1, -56, 8, 0, dots=False), arm) > 1  # at rest it presses
    lifted = degrees(atan2(lift, hinge_x - 4))
    opened = arm.translate((-hinge_x, 0, -hinge_z)).rotate((0, lifted, 0)).translate((hinge_x, 0, hinge_z))
    lane_alone = block((-60, -lane / 2, -1), (4, lane / 2, 5))
    assert in_the_way(card(deck, 1, -56, 4, 0, dots=False) ^ lane_alone, opened) < 1  # its nose may just brush
    assert in_the_way(card(deck, 2, -56, 4, 0, dots=False) ^ lane_alone, opened) > 3


@pytest.mark.parametrize("deck", DECKS if SOAK else ("braille",))
@pytest.mark.timeout(300)
def test_a_card_slides_to_the_lip_and_out_with_nothing_in_its_way(deck: str) -> None:
    sizes = facts(deck).sizes
    floor, lip = sizes["chute_top"], sizes["lip"]
    for low in (floor, sizes["roof_under"] - 1.5):
        path = card(deck, 1, 14, lip + 40, low + 0.01)
        for name in ("chassis", "chute_roof", *(("gate_bracket",) if SOAK else ())):
            assert in_the_way(path, in_feeder(name, deck if SOAK else "paper")) < TOUCH, name


def test_no_finger_reaches_the_roller_through_the_exit() -> None:
    sizes = facts().sizes
    assert sizes["roof_under"] - sizes["chute_top"] < 5
    assert sizes["lip"] - sizes["roller"][2] > 50


@pytest.mark.timeout(300)
def test_the_roller_turns_free_and_touches_cards_in_the_lane_alone() -> None:
    sizes = facts().sizes
    (diameter, _, x), lane = sizes["roller"], sizes["lane"]
    roller = rod((x, 0, -diameter / 2), (0, 1, 0), diameter, lane / 2, lane / 2)
    for name in ("chassis", "throat_plate", "chute_roof", *(("motor_mount",) if SOAK else ())):
        assert in_the_way(roller, in_feeder(name)) == 0, name
    assert in_the_way(roller, card("paper", 1, -56, 0, -0.3)) > 0
    if SOAK:
        _, left, _, _, right, top = in_feeder("roller_hub").bounding_box()
        assert -lane / 2 - TOUCH <= left < right <= lane / 2 + TOUCH
        assert top < 0


def sensor_at(x: float, y: float, z: float, *, upright: bool) -> Manifold:
    """A slot sensor: a foot, two arms of 8 mm with the slot between. ``upright``: the arms point up, not across."""
    wide, deep, long = facts().sizes["slot_sensor"]
    gap = facts().sizes["gate"][2]
    foot = block((-wide / 2, 0, -long / 2), (wide / 2, 2.8, long / 2))
    arms = block((-wide / 2, 2.8, -7.15), (wide / 2, deep, 7.15)) - block(
        (-wide, 2.8, -gap / 2), (wide, deep, gap / 2)
    )
    lying = foot + arms
    return (lying.rotate((90, 0, 0)) if upright else lying).translate((x, y, z))


@pytest.mark.timeout(300)
def test_the_slot_sensor_fits_the_wall_and_the_cards_edge_breaks_its_beam() -> None:
    sizes = facts().sizes
    x, z, _, reach = sizes["gate"]
    back = -(sizes["inner"] - reach + sizes["slot_sensor"][1])
    sensor = sensor_at(x, back, z, upright=False)
    for name in ("chassis", "chute_roof", *(("gate_bracket",) if SOAK else ())):
        assert in_the_way(sensor, in_feeder(name)) < TOUCH, name
    beam = rod((x, back + 8, z), (0, 0, 1), 1, 1.5, 1.5)
    for aside in (-0.74, 0.74):
        for low in (sizes["chute_top"], sizes["chute_top"] + 0.3):
            path = card("braille", 1, 20, 80, low).translate((0, aside, 0))
            assert in_the_way(path, beam) > 0
            assert in_the_way(path, sensor) == 0


@in_soak_only
@pytest.mark.timeout(300)
def test_the_flag_is_out_of_the_beam_until_a_card_lifts_its_toe() -> None:
    sizes = facts().sizes
    (axle_x, axle_z), (back, aside), roof_top = sizes["flag"]
    beam = rod((axle_x + back, aside, roof_top + 8), (0, 1, 0), 1, 1.5, 1.5)
    sensor = sensor_at(axle_x + back, aside, roof_top, upright=True)
    card_under = card("plastic", 1, 20, axle_x + 30, sizes["chute_top"], dots=False)

    def swung(angle: float) -> Manifold:
        flag = in_feeder("flag").translate((-axle_x, 0, -axle_z))
        return flag.rotate((0, -angle, 0)).translate((axle_x, 0, axle_z))

    assert in_the_way(swung(0), beam) == 0
    lifted = next(angle for angle in range(45) if in_the_way(swung(angle), card_under) < TOUCH)
    assert lifted > 5
    for angle in range(lifted, lifted + 6):
        assert in_the_way(swung(angle), beam) > 0
        for name in ("chute_roof", "chassis"):
            assert in_the_way(swung(angle), in_feeder(name)) < TOUCH, (angle, name)
    for angle in range(0, lifted + 6, 2):
        assert in_the_way(swung(angle), sensor) == 0


@pytest.mark.parametrize("which", ["spring", "hold_spring"] if SOAK else ["spring"])
@pytest.mark.timeout(300)
def test_the_spring_has_a_seat_and_its_screw_a_thread_above_it(which: str) -> None:
    x, y, seat = facts().sizes[which]
    arm = in_feeder("pad_arm" if which == "spring" else "holdback_arm")
    bridge = in_feeder("chute_roof")
    _, _, (under, top) = facts().sizes["springs"]
    spring = rod((x, y, seat + 0.1), (0, 0, 1), 6, 0, under - seat - 0.2)
    assert in_the_way(spring, arm) < TOUCH
    assert in_the_way(spring, bridge) < TOUCH
    assert in_the_way(rod((x, y, seat), (0, 0, 1), 6, 0.5, 0), arm) > 12
    assert in_the_way(rod((x, y, under), (0, 0, 1), 2.2, 0, top - under), bridge) < TOUCH
    assert in_the_way(rod((x, y, under), (0, 0, 1), 5, 0, top - under), bridge) > 50


@in_soak_only
@pytest.mark.timeout(600)
def test_motor_and_servo_find_room() -> None:
    sizes = facts().sizes
    (body, face), (diameter, _, x) = sizes["motor"], sizes["roller"]
    motor = rod((x, face, -diameter / 2), (0, 1, 0), body, 0, MOTOR_LONG)
    for name in ("chassis", "motor_mount", "throat_plate"):
        assert in_the_way(motor, in_feeder(name)) < TOUCH, name
    off, flange = sizes["servo"]
    case = block((-off - SERVO[0] / 2, -SERVO[1] / 2, 0.3), (-off + SERVO[0] / 2, SERVO[1] / 2, SERVO[2] - 0.3))
    nip_x, nip_z = sizes["nip_at"]
    turned = motor.rotate((0, sizes["slope"], 0)).translate((nip_x, 0, nip_z))
    assert flange < SERVO[2]
    for name in ("turntable_disc", "cheek_left", "cheek_right", "chassis", "motor_mount"):
        assert in_the_way(case, placed(name)) < TOUCH, name
        assert in_the_way(turned, placed(name)) < TOUCH, name
    assert in_the_way(case, turned) == 0


@in_soak_only
@pytest.mark.timeout(600)
def test_the_turntable_turns_a_quarter_each_way_and_not_much_further() -> None:
    turning = [name for name in assembled() if name != "turntable_base"]
    base = placed("turntable_base")
    for angle in range(-90, 91, 10):
        for name in turning:
            assert in_the_way(placed(name).rotate((0, 0, angle)), base) < TOUCH, (angle, name)
    assert all(in_the_way(placed("turntable_disc").rotate((0, 0, angle)), base) > 1 for angle in (-100, 100))


@in_soak_only
@pytest.mark.timeout(300)
def test_a_card_falls_into_the_tray_and_nothing_scrapes_the_table() -> None:
    sizes = facts().sizes
    x, z = sizes["nip_at"]
    out = block((64, -43.5, sizes["chute_top"]), (75, 43.5, sizes["chute_top"] + 0.8))
    leaving = out.rotate((0, sizes["slope"], 0)).translate((x, 0, z))
    assert in_the_way(leaving, placed("tray")) == 0
    tray, base = placed("tray").bounding_box(), placed("turntable_base").bounding_box()
    assert leaving.bounding_box()[0] > tray[0]
    assert leaving.bounding_box()[3] < tray[3] - sizes["card"][0]
    lowest = min(placed(name).bounding_box()[2] for name in assembled() if name != "turntable_base")
    assert lowest > base[2] + 1.5


def test_the_letters_of_the_button_box_are_those_of_the_labels() -> None:
    for letter, raised in facts().letters.items():
        assert dots(spelled(letter, "en") or "") == tuple(raised), letter
    assert set("".join(facts().words)) <= set(facts().letters)
