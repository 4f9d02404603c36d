"""The papers that are made, not written: each file's place under ``hardware`` and its text."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.workshop.board_text import board_text
from hardware.workshop.circuit import read_circuit
from hardware.workshop.feed_text import feed_text
from hardware.workshop.parts_list import Build
from hardware.workshop.wiring_drawing import draw_header, draw_sheet
from hardware.workshop.wiring_text import wiring_text


def papers() -> Iterator[tuple[str, str]]:
    """Every such file, by its path from ``hardware``."""
    yield "dispenser/feed.md", feed_text()
    for build in Build:
        circuit = read_circuit(build)
        yield f"wiring/{build}.md", wiring_text(circuit)
        yield f"wiring/{build}-board.md", board_text(circuit)
        yield f"wiring/{build}/header.svg", draw_header(circuit)
        for sheet in circuit.sheets:
            yield f"wiring/{build}/{sheet.name}.svg", draw_sheet(circuit, sheet)
