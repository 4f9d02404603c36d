"""How a part's value is written on it and read aloud."""

from __future__ import annotations

from hardware.workshop.parts_list import Item

_PREFIXES = ((1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))
_WHOLE_FARADS = 1e-6  # capacitors from here on are written in microfarads, however large


def shown(item: Item) -> str:
    """The value with its unit, or the item's name in the parts list where it has none."""
    return item.id if item.value is None or item.unit == "A" else with_unit(item.value, item.unit)


def with_unit(value: float, unit: str) -> str:
    """A number with the prefix it is sold under.

    >>> with_unit(10_000, "Ω"), with_unit(0.2, "Ω"), with_unit(4.7e-7, "F"), with_unit(2.2e-3, "F")
    ('10 kΩ', '0.2 Ω', '470 nF', '2200 µF')
    """
    if unit == "Ω":
        factor, prefix = next((pair for pair in _PREFIXES[:3] if value >= pair[0]), _PREFIXES[2])
    elif value >= _WHOLE_FARADS:
        factor, prefix = _PREFIXES[4]
    else:
        factor, prefix = next(pair for pair in _PREFIXES if value >= pair[0])
    return f"{value / factor:.4g} {prefix}{unit}"
