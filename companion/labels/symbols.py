"""The codes that scanners read, in modules: Data Matrix as a square, Code 128 as a row of bars.

zxing-cpp makes both. A card's tag takes 14 × 14 modules, or 134 in a row (``tags.md`` section 1).
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

MODULE_MM = 0.5  # of a Data Matrix: printers at home and scanners at 200 dpi hold it
QUIET_MODULES = 10  # blank on either side of the bars
#: Widths of a module that printers of 600 dots an inch hit; between them bars blur, and blurred bars can be misread.
BAR_MM = tuple(dots * 25.4 / 600 for dots in (9, 8, 6))

Modules = tuple[tuple[bool, ...], ...]


@cache
def data_matrix(text: str) -> Modules:
    """The rows of a square Data Matrix, from above; true is black."""
    return _modules(text, "DataMatrix")


@cache
def code_128(text: str) -> tuple[bool, ...]:
    """The modules of a Code 128 from left to right, without its quiet zones; true is black."""
    return _modules(text, "Code128")[0]


def bar_mm(width_mm: float, modules: int) -> float | None:
    """The widest module with which so many, quiet zones included, fit into a width; None where none does."""
    return next((bar for bar in BAR_MM if bar * modules <= width_mm), None)


def _modules(text: str, kind: str) -> Modules:
    import zxingcpp  # noqa: PLC0415 - only who prints pays for it

    barcode = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat[kind], force_square=True)
    image: Any = barcode.to_image(scale=1, add_quiet_zones=False)
    rows: list[list[int]] = cast(Any, memoryview(image).tolist())  # 0 is black
    return tuple(tuple(not level for level in row) for row in rows)
