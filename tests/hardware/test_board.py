"""The hole board: every leg has a hole of its own, the wires join what the circuit joins and nothing else."""

from __future__ import annotations

from itertools import combinations

import pytest

from hardware.workshop.board import BOARD_MM, ELSEWHERE, HOLES, PITCH_MM, ROWS, STRIPS, Layout, footprint, lay_out
from hardware.workshop.circuit import Circuit, read_circuit
from hardware.workshop.parts_list import Build, read_parts_list

Hole = tuple[int, int]


@pytest.fixture(params=Build)
def circuit(request: pytest.FixtureRequest) -> Circuit:
    return read_circuit(request.param)


def strip_of(hole: Hole) -> Hole:
    return hole[0], (hole[1] - 1) // HOLES


def standing(layout: Layout) -> dict[Hole, str]:
    return {(strip.row, strip.column()): strip.wire for _, strip in layout.strips}


def test_no_hole_is_used_twice_and_all_are_on_the_board(circuit: Circuit) -> None:
    layout = lay_out(circuit)
    holes = [(strip.row, strip.column()) for _, strip in layout.strips]
    holes += [hole for join in layout.joins for hole in (join.start, join.end)]
    assert len(holes) == len(set(holes))
    assert all(1 <= row <= ROWS and 1 <= column <= STRIPS * HOLES for row, column in holes)
    assert BOARD_MM[0] >= (STRIPS * HOLES + 1) * PITCH_MM
    assert BOARD_MM[1] >= (ROWS + 1) * PITCH_MM
    assert f"{BOARD_MM[0]} × {BOARD_MM[1]} mm" in read_parts_list()["board"].part


def test_every_leg_on_the_board_stands_there_once_and_each_wire_from_beside_it_too(circuit: Circuit) -> None:
    named = [strip.stands.removeprefix("wire to ") for _, strip in lay_out(circuit).strips]
    assert len(named) == len(set(named))
    for part in circuit.parts():
        for leg in part.legs if footprint(part) else ():
            assert f"{part.ref} {leg}" in named


def test_what_the_wires_on_the_board_join_is_what_the_circuit_joins(circuit: Circuit) -> None:
    layout = lay_out(circuit)
    groups = {strip_of(hole): {strip_of(hole)} for hole in standing(layout)}
    for join in layout.joins:
        one = groups.setdefault(strip_of(join.start), {strip_of(join.start)})
        other = groups.setdefault(strip_of(join.end), {strip_of(join.end)})
        if one is not other:
            one |= other
            groups.update(dict.fromkeys(one, one))
    wires = {strip_of(hole): wire for hole, wire in standing(layout).items()}
    for group in groups.values():
        assert len({wires[strip] for strip in group if strip in wires}) == 1, "two wires are joined"
    for wire in set(wires.values()) - {""}:
        assert len({id(groups[strip]) for strip, its in wires.items() if its == wire}) == 1, wire


def test_a_wire_with_no_hole_on_the_board_is_told_with_what_it_joins(circuit: Circuit) -> None:
    layout = lay_out(circuit)
    on_board, told = {strip.wire for _, strip in layout.strips}, " ".join(layout.past)
    for part in circuit.parts():
        if part.ref in ELSEWHERE:
            assert f"{part.ref}: {ELSEWHERE[part.ref]}" in told
            continue
        for leg, wire in part.legs.items():
            assert wire in on_board or f"{part.ref} {leg}" in told, (part.ref, leg)


def test_no_part_covers_another(circuit: Circuit) -> None:
    covered = lay_out(circuit).covered
    for one, other in combinations(covered, 2):
        (x, y, wide, high), (its_x, its_y, its_wide, its_high) = covered[one], covered[other]
        apart = x + wide <= its_x or its_x + its_wide <= x or y + high <= its_y or its_y + its_high <= y
        assert apart, (one, other)
    assert all(row > 2 for _, row, _, _ in covered.values()), "rows 1 and 2 are the cable's"


def test_the_one_shots_socket_has_its_legs_three_holes_apart_and_its_numbers_round(circuit: Circuit) -> None:
    at = {strip.stands: (strip.row, strip.column()) for _, strip in lay_out(circuit).strips}
    first, last = at["U1 1A (leg 1)"], at["U1 VCC (leg 16)"]
    assert last == (first[0], first[1] + 3)
    assert at["U1 GND (leg 8)"] == (first[0] + 7, first[1])
    assert at["U1 2A (leg 9)"] == (first[0] + 7, first[1] + 3)
