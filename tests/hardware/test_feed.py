"""The feed calculation: one card at a time, first and last, dry and humid; motor, driver, gate and program fit it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.doctor.moving_steps import LONGEST_MS, SHORTEST_MS
from companion.labels.notch_guide import LANE_MM, NOTCH_AT_MM, NOTCH_WIDE_MM
from firmware_bridge.clock import MS
from firmware_bridge.feeder import FeederLimits
from firmware_bridge.passages import GateTimes
from firmware_bridge.simulator.physics import COAST_NS
from hardware.workshop.circuit import read_circuit
from hardware.workshop.feed import (
    DECKS,
    FEED_MOTOR,
    GRAVITY,
    KG_CM,
    NEW,
    WANTED,
    WORN,
    Deck,
    Feeder,
    Motor,
    card_speed,
    gap_at_gate,
    spring_force,
)
from hardware.workshop.feed_text import GATE_WAY, GRIPPIER, worst_feed, worst_separation
from hardware.workshop.openscad import installed
from hardware.workshop.parts_list import Build, read_parts_list
from hardware.workshop.power import limit_ma
from tests.hardware.printed import facts

FEEDER = Feeder()
COUNTS = (60, 40, 20, 5, 1)
SAFE_MM_S = 1000  # the cap of the hardware facts, section 9
USUAL = [name for name in DECKS if name in {"paper, dry", "Braille, dry"}]
THIN = [name for name in DECKS if name not in USUAL]


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("cards", COUNTS)
def test_in_dry_weather_every_card_comes_alone_from_the_first_to_the_last(name: str, cards: int) -> None:
    assert worst_feed(FEEDER, DECKS[name], cards, NEW) >= WANTED
    assert worst_feed(FEEDER, DECKS[name], cards, WORN) >= 1.05
    assert worst_separation(FEEDER, DECKS[name], cards) >= WANTED


@pytest.mark.parametrize("name", THIN)
def test_humid_cards_and_plastic_come_but_only_thirty_of_them_stay_apart(name: str) -> None:
    """That is why the guide says so, and why there is a hold-back roller."""
    for cards in COUNTS:
        assert worst_feed(FEEDER, DECKS[name], cards, NEW) >= WANTED
    assert worst_separation(FEEDER, DECKS[name], 60) < WANTED
    assert worst_separation(FEEDER, DECKS[name], 30) >= 1.0


def test_a_pad_with_more_grip_holds_humid_cards_apart() -> None:
    assert worst_separation(FEEDER, GRIPPIER, 30) >= WANTED
    assert worst_feed(FEEDER, GRIPPIER, 30, NEW) >= 1.05


def test_a_whole_deck_over_the_roller_would_feed_two_at_once() -> None:
    assert worst_separation(FEEDER, DECKS["paper, humid"], 112) < 1.0


def test_without_the_bar_the_last_cards_stay_behind() -> None:
    bare = replace(FEEDER, bar_grams=0, follower_grams=0)
    assert min(bare.weights(DECKS["paper, dry"], 1, held_up=True)) < 0.05
    assert FEEDER.weights(DECKS["paper, dry"], 1, held_up=True)[0] > 0.8


def test_the_bar_near_the_roller_carries_more_than_one_in_the_middle() -> None:
    middle = replace(FEEDER, bar_x=28.0)
    deck = DECKS["paper, humid"]
    assert worst_feed(FEEDER, deck, 60, WORN) > worst_feed(middle, deck, 60, WORN)


def test_the_order_of_frictions_holds_for_every_deck() -> None:
    for deck in DECKS.values():
        assert NEW > deck.pad > deck.card_card
        assert worst_separation(FEEDER, replace(deck, pad=deck.card_card), 60) < 1


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_motor_has_torque_in_hand_and_no_card_flies(deck: Deck) -> None:
    for cards in COUNTS:
        assert FEED_MOTOR.stall_torque > 3 * FEEDER.running_force(deck, cards) * FEEDER.roller / 2
        assert 250 < card_speed(FEEDER, FEED_MOTOR, deck, cards) < SAFE_MM_S
    assert card_speed(FEEDER, FEED_MOTOR.at_volts(5 / 6), deck, 60) > 250  # the other supply of the parts list


@pytest.mark.parametrize(
    ("motor", "roller"),
    [(Motor(270, 0.44 * KG_CM, 360), 30), (Motor(225, 0.4 * KG_CM, 600), 40), (Motor(130, 0.74 * KG_CM, 360), 30)],
    ids=["N20 LP 50:1", "TT 1:48, the weak one", "N20 LP 100:1"],
)
def test_the_motors_that_the_parts_list_does_not_choose_are_too_slow_or_too_weak(motor: Motor, roller: float) -> None:
    feeder = replace(FEEDER, roller=roller)
    weak = motor.stall_torque <= 3 * feeder.running_force(DECKS["paper, dry"], 60) * roller / 2
    assert weak or card_speed(feeder, motor, DECKS["paper, dry"], 60) < 250


def test_the_motor_of_the_parts_list_is_the_one_of_the_sums() -> None:
    item = read_parts_list()["motor-feed"]
    assert item.stall_ma == FEED_MOTOR.stall_ma
    assert f"no load {FEED_MOTOR.rpm:g} rpm" in item.data
    assert f"stall {FEED_MOTOR.stall_torque / KG_CM:.1f} kg cm" in item.data


def test_a_stuck_card_makes_the_roller_slip_before_the_driver_limits_the_motor() -> None:
    """So force on a finger or a card ends at some 3 N, and a full limit is a fault."""
    circuit = read_circuit(Build.SIMPLE)
    for deck in DECKS.values():
        slip = FEEDER.slip_force(deck, 60, 1.2)
        assert slip < 3.6
        assert slip * FEEDER.roller / 2 < FEED_MOTOR.torque(limit_ma(circuit, "sense-a"))


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_gate_clears_between_two_cards_and_the_roller_stops_before_the_next_reaches_it(deck: Deck) -> None:
    speed = card_speed(FEEDER, FEED_MOTOR, deck, 60)
    gap = gap_at_gate(FEEDER, deck, speed, GATE_WAY)
    coasting = speed * COAST_NS / MS / 1000 / 2
    assert gap > coasting + speed * GateTimes().glitch_ns / MS / 1000
    assert gap > 2 * coasting


def test_level_cards_would_close_up_and_the_gate_would_never_clear() -> None:
    deck = DECKS["paper, dry"]
    flatter = replace(FEEDER, slope=20.0)
    assert gap_at_gate(flatter, deck, 400, GATE_WAY) < gap_at_gate(FEEDER, deck, 400, GATE_WAY) / 1.9


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_programs_times_suit_the_speed(deck: Deck) -> None:
    limits = FeederLimits()
    for cards in COUNTS:
        speed = card_speed(FEEDER, FEED_MOTOR, deck, cards)
        dwell_ms = FEEDER.card / speed * 1000
        assert SHORTEST_MS < dwell_ms < LONGEST_MS
        assert dwell_ms > 3 * limits.gate.card_min_ns / MS
        to_the_gate_ms = (FEEDER.card + GATE_WAY) / speed * 1000
        assert 2 * to_the_gate_ms < limits.card_ns / MS
        way_back = limits.nudge_ns / MS / 1000 * speed
        assert way_back < FEEDER.card + 5  # a nudge backwards does not push a card out of the hopper's back


def test_the_pads_spring_reaches_the_force_that_is_needed() -> None:
    """0.5 N/mm; the screw has half a millimetre a turn, and the spring is pressed together by half of its length."""
    made = [spring_force(turns * 0.5, 0.5, 24, 11, 3) for turns in range(1, 14)]
    assert made[0] < 0.5
    assert made[-1] > 2.0
    assert any(abs(force - FEEDER.pad) < 0.05 for force in made)
    assert spring_force(1, 0.5, 24, 11, 3) < 0.48  # a card of another thickness changes little


@pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")
def test_the_sums_are_those_of_the_printed_sizes() -> None:
    sizes = facts().sizes
    assert sizes["slope"] == FEEDER.slope
    assert sizes["roller"][0] == FEEDER.roller
    assert sizes["card"][0] == FEEDER.card
    assert sizes["stack"][0] == COUNTS[0]
    assert -sizes["follower"][1] == FEEDER.bar_x
    long, wide, high = sizes["follower"][0]
    assert long * wide * high * 7.85e-3 == pytest.approx(FEEDER.bar_grams, rel=0.05)
    assert sizes["gate"][0] - sizes["roller"][2] == pytest.approx(GATE_WAY, abs=4)
    assert (sizes["hinge"][0], sizes["spring"][0]) == (24, 11)
    assert GRAVITY == 9.81


@pytest.mark.skipif(not installed(), reason="openscad is not installed: make hardware installs it")
def test_the_notch_guides_free_strip_is_where_the_roller_runs_and_its_notch_escapes_the_gate() -> None:
    sizes = facts().sizes
    middle = sizes["card"][1] / 2
    assert (middle - sizes["lane"] / 2, middle + sizes["lane"] / 2) == LANE_MM
    reach = sizes["gate"][3] + (sizes["inner"] - middle)
    assert reach < NOTCH_AT_MM - NOTCH_WIDE_MM / 2
