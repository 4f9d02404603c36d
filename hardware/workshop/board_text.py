"""The hole board in words: which leg and which wire goes into which hole, for fingers that count. Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.workshop.board import BOARD_MM, HOLES, PITCH_MM, ROWS, STRIPS, Strip, lay_out
from hardware.workshop.circuit import Circuit

_HOW_TO_READ = (
    "Made by `make hardware` from `circuit.toml`; do not edit. The board has {wide} × {deep} mm, holes {pitch} "
    "mm apart, in strips of {holes} along its long side: {columns} columns and {rows} rows count. Lay it with the "
    "copper down and a long side towards you; file a notch into the far left corner, so that it lies so again. Rows "
    "count from the far edge, columns from the left edge, from 1; if your board has more, leave them empty at the "
    "right and near you. Its strips must begin at the left edge: the first three holes of a row beep together. A "
    "needle stuck into a hole finds it from below."
)
_HOW_TO_COUNT = (
    "Each leg stands in the middle hole of a strip of its own: columns 2, 5, 8 and so on. The holes beside it are "
    'for the wires. "R14 2" is the second end of R14, as the wiring names its ends; a resistor may be turned round, '
    'what has named legs may not. U1\'s notch is towards the far edge, so leg 1 is at its far left. "Wire to S3 COM":'
    " there the wire comes in from a part that is not on the board."
)
_HEADER_FIRST = (
    "Rows 1 and 2 are the header cable, all 40 wires: odd pins in row 1, even pins in row 2, pin 1 at the far left. "
    "Wires of the cable without a name are soldered in too and go no further: so none hangs loose."
)
_WIRES = (
    "Insulated wire, on the upper side, from hole to hole; 6V, 6V-fused and GND-motor with `wire-power`, whose "
    "strands are twisted and tinned. A wire is done when all its lines are."
)


def board_text(circuit: Circuit) -> str:
    """The board of one build."""
    return "\n".join(_lines(circuit)) + "\n"


def _lines(circuit: Circuit) -> Iterator[str]:
    layout = lay_out(circuit)
    wide, deep = BOARD_MM
    yield f"# The board of the {circuit.build} build, hole by hole"
    yield ""
    yield _HOW_TO_READ.format(wide=wide, deep=deep, pitch=PITCH_MM, holes=HOLES, columns=STRIPS * HOLES, rows=ROWS)
    yield from ("", _HOW_TO_COUNT, "", "## Header cable", "", _HEADER_FIRST, "")
    yield from _table(layout.strips, "header")
    for sheet in circuit.sheets:
        if any(name == sheet.name for name, _ in layout.strips):
            yield from ("", f"## {sheet.title}", "")
            yield from _table(layout.strips, sheet.name)
    yield from ("", "## Wires on the board", "", _WIRES, "")
    yield "| wire | from row | column | to row | column |"
    yield "|---|---|---|---|---|"
    yield from (
        f"| {join.wire} | {join.start[0]} | {join.start[1]} | {join.end[0]} | {join.end[1]} |"
        for join in layout.joins
    )
    yield from ("", "## Not on the board", "")
    yield from (f"- {line}." for line in layout.past)


def _table(strips: tuple[tuple[str, Strip], ...], sheet: str) -> Iterator[str]:
    yield "| what stands there | row | column | wire |"
    yield "|---|---|---|---|"
    for name, strip in strips:
        if name == sheet:
            yield f"| {strip.stands} | {strip.row} | {strip.column()} | {strip.wire or 'none'} |"
