"""Where the dots of a Braille label lie, true to scale.

Marburg Medium, as on European medicine packs, and within what signs ask for (ADA 703.3): it suits paper, foil and
printed dots alike.
"""

from __future__ import annotations

from companion.labels.cells import dots

DOT_MM = 1.6  # diameter of a dot's base
PITCH_MM = 2.5  # between dots of a cell
CELL_MM = 6.0  # between cells
HEIGHT_MM = 2 * PITCH_MM + DOT_MM


def width_mm(cells: int) -> float:
    """How wide so many cells are, from the first dot's edge to the last one's."""
    return (cells - 1) * CELL_MM + PITCH_MM + DOT_MM


def centres_mm(cells: str) -> list[tuple[float, float]]:
    """The middle of each raised dot, from the label's upper left corner, rightwards and downwards."""
    return [
        (
            DOT_MM / 2 + place * CELL_MM + PITCH_MM * ((dot - 1) // 3),
            DOT_MM / 2 + PITCH_MM * ((dot - 1) % 3),
        )
        for place, cell in enumerate(cells)
        for dot in dots(cell)
    ]
