"""Supplies, fuse, pins, contacts and the dead-man, computed from the parts list and the circuit."""

from __future__ import annotations

import pytest

from firmware_bridge.clock import MS
from firmware_bridge.dispenser import BEAT_NS
from firmware_bridge.simulator.physics import DEAD_MAN_NS
from hardware.workshop.circuit import Circuit, read_circuit
from hardware.workshop.contacts import SEEN_LOW_V, contacts
from hardware.workshop.dead_man import OFF_WITHIN_MS, OLDER, OLDER_OHMS, TODAY, hold_ms, timing_parts
from hardware.workshop.parts_list import Build, Item, read_parts_list
from hardware.workshop.power import (
    AMPERE,
    BASE_V,
    BOARDS,
    LOGIC_V,
    PIN_MA,
    PINS_MA,
    Board,
    fed_by,
    limit_ma,
    pin_ma,
    stall_ma,
)

WIRE_MA = 5000  # copper of 0.5 mm² in the open, the thinnest that the guide allows for the motor rail
AUDIO_SHARE = 0.5  # no speech keeps an amplifier at its peak


@pytest.fixture(scope="module")
def items() -> dict[str, Item]:
    return read_parts_list()


@pytest.fixture(params=Build)
def circuit(request: pytest.FixtureRequest) -> Circuit:
    return read_circuit(request.param)


def test_the_motor_supply_carries_every_motor_held_fast_at_once(circuit: Circuit, items: dict[str, Item]) -> None:
    supply = items["supply-6v"].value
    assert supply is not None
    assert 2000 < stall_ma(circuit, items, "6V") <= supply * AMPERE


def test_the_fuse_bears_what_may_happen_and_blows_before_wires_or_supply_suffer(
    circuit: Circuit, items: dict[str, Item]
) -> None:
    """The program turns servo or motors, never both; the driver limits the motors."""
    fuse, supply = items["fuse-3a"].value, items["supply-6v"].value
    assert fuse is not None
    assert supply is not None
    motors = limit_ma(circuit, "sense-a") + (limit_ma(circuit, "sense-b") if circuit.at("sense-b") else 0)
    servo = items["servo"].stall_ma if items["servo"].quantity[circuit.build] else 0
    assert max(motors, servo) < fuse * AMPERE < min(WIRE_MA, supply * AMPERE)


def test_the_driver_limits_a_motor_below_its_stall_and_its_own_limit(
    circuit: Circuit, items: dict[str, Item]
) -> None:
    driver_ma = 1500
    assert items["motor-feed"].typical_ma * 2 < limit_ma(circuit, "sense-a") < items["motor-feed"].stall_ma
    assert limit_ma(circuit, "sense-a") <= driver_ma
    if circuit.at("sense-b"):
        assert items["motor-hold"].stall_ma < limit_ma(circuit, "sense-b") <= driver_ma


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_pis_own_supply_carries_board_scanner_sound_and_lights(
    board: Board, circuit: Circuit, items: dict[str, Item]
) -> None:
    sound = {"amplifier", "speaker-powered"}
    hung = sum(
        item.stall_ma * number * (AUDIO_SHARE if item.id in sound else 1)
        for item, number in fed_by(circuit, items, "5V", "3V3", "USB")
    )
    assert board.peak_ma + hung <= board.supply_ma
    assert stall_ma(circuit, items, "USB") <= board.usb_ma


def test_no_pin_gives_more_than_the_weakest_pi_can(circuit: Circuit) -> None:
    given = pin_ma(circuit)
    assert given
    assert max(given.values()) <= PIN_MA
    assert sum(given.values()) <= PINS_MA


def test_every_transistor_is_driven_far_enough(circuit: Circuit, items: dict[str, Item]) -> None:
    loads = {"beeper": "beeper", "lamp_turn": "lamp", "lamp_alarm": "lamp"}
    for line, item in loads.items():
        bases = [ohms for part, leg in circuit.at_legs("base") for ohms in circuit.between(line, part.legs[leg])]
        if bases:
            assert items[item].stall_ma <= 30 * (LOGIC_V - BASE_V) / bases[0] * AMPERE


@pytest.mark.parametrize(
    ("item", "wire", "resistor_to", "drop_v"),
    [
        ("gate-sensor", "gate-light", "5V", 1.25),
        ("hopper-sensor", "hopper-light", "5V", 1.25),
        ("lamp", "turn-plus", "5V", 3.1),
    ],
)
def test_each_light_gets_the_current_of_the_parts_list(
    item: str, wire: str, resistor_to: str, drop_v: float, items: dict[str, Item]
) -> None:
    ohms = read_circuit(Build.FULL).between(resistor_to, wire)[0]
    assert (5 - drop_v) / ohms * AMPERE == pytest.approx(items[item].typical_ma, rel=0.1)


def test_the_gates_transistor_can_pull_its_line_low(circuit: Circuit) -> None:
    """A TCST2103 gives 4 mA with 20 mA of light; half of that light, half of that again for dust and age."""
    assert LOGIC_V / circuit.between("3V3", "gate")[0] * AMPERE < 4 / 4


def test_every_contact_is_seen_at_once_and_is_surely_low(circuit: Circuit) -> None:
    found = contacts(circuit)
    assert "button" in found
    for name, contact in found.items():
        assert contact.low_v < SEEN_LOW_V / 2, name
        assert contact.press_ms < 1, name
        assert contact.release_ms < 2, name
        assert contact.wetting_ma > (1 if name in {"button", "lid"} else 0.25), name


def test_a_motor_without_pulses_is_off_within_150_ms_whatever_the_parts(circuit: Circuit) -> None:
    """And between two pulses, one of them lost, it stays on."""
    ohms, farads = timing_parts(circuit)
    for resistor, kind in ((ohms, TODAY), (OLDER_OHMS, OLDER)):
        shortest, longest = hold_ms(resistor, farads, kind)
        assert longest <= OFF_WITHIN_MS
        assert shortest > 2 * (2 * BEAT_NS / MS)  # a rising edge every second change


def test_the_simulated_dead_man_lets_go_when_the_wired_one_does(circuit: Circuit) -> None:
    shortest, longest = hold_ms(*timing_parts(circuit), TODAY)
    assert shortest <= DEAD_MAN_NS / MS <= longest


def test_the_other_makers_part_with_our_resistor_would_be_too_slow_so_the_guide_has_to_say_it(
    circuit: Circuit,
) -> None:
    assert hold_ms(*timing_parts(circuit), OLDER)[1] > OFF_WITHIN_MS
