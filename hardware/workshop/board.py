"""Where every leg of the circuit goes on the hole board, and which holes are joined by wires.

The board has strips of three holes along its rows. Each leg has a strip of its own and stands in its middle hole; the
outer holes are for the wires that join it to the next leg of its wire. So no strip is cut and no hole is used twice.
Rows are counted from the far edge, columns (of holes) from the left, both from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from hardware.workshop.circuit import Circuit, Part
from hardware.workshop.header import PINS
from hardware.workshop.wiring_text import wires_by_pin

STRIPS, ROWS, HOLES = 20, 37, 3  # strips beside each other, rows, holes of a strip
BOARD_MM, PITCH_MM = (160, 100), 2.54


@dataclass(frozen=True, slots=True)
class Footprint:
    """How many strips and rows a part covers; the strip and row of each leg, counted from its upper left."""

    strips: int
    rows: int
    legs: tuple[tuple[int, int], ...]
    outer_only: bool = False  # the holes towards its middle lie under it


def _upright(span: int, strips: int = 1, spare: int = 0) -> Footprint:
    column = (strips - 1) // 2
    return Footprint(strips, span + 1 + 2 * spare, ((column, spare), (column, spare + span)))


#: By the beginning of an item's name in the parts list; what is not here is not on the board.
_FOOTPRINTS: Mapping[str, Footprint] = {
    "r-": _upright(3),
    "link": _upright(3),
    "diode-small": _upright(3),
    "diode-3a": _upright(6),
    "c-470u": _upright(2, strips=2, spare=1),
    "c-1000u": _upright(2, strips=3, spare=1),
    "c-2200u": _upright(3, strips=3, spare=2),
    "c-": _upright(2),
    "npn": Footprint(1, 3, ((0, 0), (0, 1), (0, 2))),
    "one-shot": Footprint(2, 8, (), outer_only=True),
}
#: Parts of these kinds that are soldered elsewhere all the same.
ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("C4", "C5", "C6", "C8"), "on the motor"),
    **dict.fromkeys(("R9", "R12"), "on the driver's pads"),
}
_TERMINALS_HIGH = 4  # the wires of what is not on the board come in so many rows


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of three holes with what stands in its middle hole, ``free`` the outer holes that wires may use."""

    wire: str
    row: int
    number: int
    stands: str = ""
    free: tuple[int, ...] = (0, 2)

    def column(self, hole: int = 1) -> int:
        """The column of one of its holes; the middle one is 1."""
        return self.number * HOLES + hole + 1


@dataclass(frozen=True, slots=True)
class Join:
    """A wire on the board from hole to hole, each (row, column)."""

    wire: str
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """The board of one build: each leg's strip with the sheet it is on, the wires, and what goes past the board.

    ``covered``: by part, the strip and row of its upper left corner, and how many strips and rows it covers.
    """

    strips: tuple[tuple[str, Strip], ...]
    joins: tuple[Join, ...]
    past: tuple[str, ...]
    covered: Mapping[str, tuple[int, int, int, int]]


@dataclass(slots=True)
class _Shelf:
    row: int
    rows: int
    filled: int = 0


@dataclass(slots=True)
class _Shelves:
    """Puts blocks beside each other, each on the first shelf that has room for it."""

    below: int
    shelves: list[_Shelf] = field(default_factory=list)

    def place(self, strips: int, rows: int) -> tuple[int, int]:
        """The strip and row of the block's upper left. Raises ValueError where the board is full."""
        for shelf in self.shelves:
            if rows <= shelf.rows and shelf.filled + strips <= STRIPS:
                break
        else:
            shelf = _Shelf(self.below, rows)
            self.shelves.append(shelf)
            self.below += rows
        if self.below - 1 > ROWS:
            raise ValueError(f"the board has {ROWS} rows and the circuit needs more; take a larger one in board.py.")
        shelf.filled += strips
        return shelf.filled - strips, shelf.row


def footprint(part: Part) -> Footprint | None:
    """What a part covers on the board; none if it is not on it."""
    if part.ref in ELSEWHERE:
        return None
    return next((shape for name, shape in _FOOTPRINTS.items() if part.item.id.startswith(name)), None)


def lay_out(circuit: Circuit) -> Layout:
    """The board of a build."""
    at_header = wires_by_pin(circuit)
    on_board = {wire for part in circuit.parts() if footprint(part) for wire in part.legs.values()}
    joined = on_board | set(at_header.values())
    strips = [("header", Strip(at_header.get(pin, ""), *_of_pin(pin), f"header wire {pin}")) for pin in PINS]
    shelves, covered = _Shelves(below=3), dict[str, tuple[int, int, int, int]]()
    for sheet in circuit.sheets:
        blocks = []
        for part in sheet.parts:
            shape = footprint(part)
            outside = _outside(part, joined) if shape is None else []
            if shape or outside:
                blocks.append((part, shape or _terminals(len(outside)), outside))
        for part, shape, outside in sorted(blocks, key=lambda block: -block[1].rows):
            number, row = shelves.place(shape.strips, shape.rows)
            covered[part.ref] = (number, row, shape.strips, shape.rows)
            strips += [(sheet.name, strip) for strip in _legs(part, shape, outside, number, row)]
    joins = []
    for wire in dict.fromkeys(strip.wire for _, strip in strips if strip.wire):
        joins += list(_joined([strip for _, strip in strips if strip.wire == wire], shelves))
    return Layout(tuple(strips), tuple(joins), tuple(_past(circuit, joined)), covered)


def _of_pin(pin: int) -> tuple[int, int]:
    return 1 + (pin + 1) % 2, (pin - 1) // 2


def _outside(part: Part, joined: set[str]) -> list[tuple[str, str]]:
    """The legs of a part beside the board whose wires come to it."""
    return [] if part.ref in ELSEWHERE else [(leg, wire) for leg, wire in part.legs.items() if wire in joined]


def _terminals(number: int) -> Footprint:
    places = tuple((place // _TERMINALS_HIGH, place % _TERMINALS_HIGH) for place in range(number))
    return Footprint(places[-1][0] + 1, min(number, _TERMINALS_HIGH), places)


def _legs(part: Part, shape: Footprint, outside: list[tuple[str, str]], number: int, row: int) -> Iterator[Strip]:
    if shape.outer_only:
        for leg, wire in part.legs.items():
            its = int(leg.partition("leg ")[2].rstrip(")"))
            right = its > shape.rows
            down = 2 * shape.rows - its if right else its - 1
            yield Strip(wire, row + down, number + right, f"{part.ref} {leg}", (2,) if right else (0,))
        return
    for (leg, wire), (aside, down) in zip(outside or part.legs.items(), shape.legs, strict=True):
        stands = f"{'wire to ' if outside else ''}{part.ref} {leg}"
        yield Strip(wire, row + down, number + aside, stands)


def _past(circuit: Circuit, joined: set[str]) -> Iterator[str]:
    """What is joined without the board, in words."""
    for wire in dict.fromkeys(wire for part in circuit.parts() for wire in part.legs.values()):
        if wire not in joined:
            yield f"{wire}: {', '.join(f'{part.ref} {leg}' for part, leg in circuit.at(wire))}"
    for part in circuit.parts():
        if part.ref in ELSEWHERE:
            yield f"{part.ref}: {ELSEWHERE[part.ref]}, {' to '.join(part.legs.values())}"


def _joined(strips: list[Strip], shelves: _Shelves) -> Iterator[Join]:
    """One wire's strips as a chain, each to the nearest that is left; legs with one free hole are its ends.

    Where more than two have only one, strips without a part are put in between, whose middle hole takes them.
    """
    ends = [strip for strip in strips if len(strip.free) == 1]
    chain = [strip for strip in strips if len(strip.free) > 1]
    tees = []
    for leaf in ends[2:]:
        number, row = shelves.place(1, 1)
        tees.append((Strip(leaf.wire, row, number), leaf))
    left = chain + [tee for tee, _ in tees]
    ordered = ends[:1] or [left.pop(0)]
    while left:
        here = ordered[-1]
        nearest = min(left, key=lambda strip: hypot(strip.row - here.row, HOLES * (strip.number - here.number)))
        left.remove(nearest)
        ordered.append(nearest)
    ordered += ends[1:2]
    for place, (one, other) in enumerate(pairwise(ordered)):
        start = one.free[-1] if place else one.free[0] if len(one.free) == 1 else one.free[-1]
        yield Join(one.wire, (one.row, one.column(start)), (other.row, other.column(other.free[0])))
    for tee, leaf in tees:
        yield Join(leaf.wire, (tee.row, tee.column()), (leaf.row, leaf.column(leaf.free[0])))
