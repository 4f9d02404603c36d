"""The wiring in words: for whoever reads with ears or fingers, and for everybody as the reference. Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.pin_map import LINES
from hardware.workshop.circuit import Circuit, Part, Sheet
from hardware.workshop.header import BCM, PIN_OF, PINS, RAILS, boot_pull, place
from hardware.workshop.values import shown

_HOW_TO_READ = (
    "Made by `make hardware` from `circuit.toml` and `{build}.settings.toml`; do not edit. Every picture says what "
    "the text under it says, no more. A wire has one name wherever it goes. Each part is called what stands before "
    "it on every sheet; its line in the [parts list](../bom.csv) stands in backquotes. A leg that is only a number "
    "is an end of a part that may be turned round: R14 2 is the end of R14 that is named second. Hole by hole: "
    "[the board]({build}-board.md)."
)
_HOW_TO_COUNT = (
    "Lay the Pi so that the header is along the far edge and the memory card to the left. The pin in the corner of "
    "the board is 2; 1 is beside it, in the row nearer to you: the inner row. Count from the left. Pins that are not "
    "listed have no wire."
)


def wiring_text(circuit: Circuit) -> str:
    """The whole of one build's wiring: the header, what is left out, each sheet by its parts and by its wires."""
    return "\n".join(_lines(circuit)) + "\n"


def _lines(circuit: Circuit) -> Iterator[str]:
    yield f"# Wiring of the {circuit.build} build"
    yield ""
    yield _HOW_TO_READ.format(build=circuit.build)
    yield from _header(circuit)
    for sheet in circuit.sheets:
        yield from _sheet(circuit, sheet)
    if circuit.left_out:
        yield from ("", "## Lines that could be wired besides", "")
        yield from (f"- {name} ({LINES[name].means}): {why}." for name, why in sorted(circuit.left_out.items()))
    yield from ("", "## What the service may open", "", "By the names that its unit has for kinds of device:", "")
    yield from (f"- {kind}: {why}." for kind, why in circuit.devices.items())


def _header(circuit: Circuit) -> Iterator[str]:
    yield from ("", "## The Pi's header", "", f"![{header_title(circuit)}]({circuit.build}/header.svg)", "")
    yield _HOW_TO_COUNT
    yield from ("", "| pin | where | BCM | wire | direction | pulled while the Pi starts | goes to |")
    yield "|---|---|---|---|---|---|---|"
    yield from (f"| {' | '.join(row)} |" for row in header_rows(circuit))


def header_rows(circuit: Circuit) -> Iterator[tuple[str, ...]]:
    """A row for each pin of the header that is used, with the columns of the table."""
    wires = wires_by_pin(circuit)
    for pin in PINS:
        if pin not in wires:
            continue
        wire, number = wires[pin], BCM.get(pin)
        if number is None:
            yield str(pin), place(pin), "–", wire, "supply", "–", f"the rail {wire}"
        else:
            line = LINES.get(wire)
            direction = "out" if line is None or line.output else "in"
            legs = ", ".join(f"{part.ref} {leg}" for part, leg in circuit.at(wire))
            yield str(pin), place(pin), str(number), wire, direction, boot_pull(number), legs


def wires_by_pin(circuit: Circuit) -> dict[int, str]:
    """Which wire, or which supply, is at each pin of the header that is used."""
    rails = {pin: rail for pin, rail in RAILS.items() if circuit.at(rail)}
    return rails | {PIN_OF[number]: wire for wire, number in circuit.header().items()}


def header_title(circuit: Circuit) -> str:
    """What the picture of the header is called."""
    return f"Which wire goes to which pin of the header, {circuit.build} build"


def sheet_title(circuit: Circuit, sheet: Sheet) -> str:
    """What the picture of a sheet is called."""
    return f"{sheet.title}, {circuit.build} build: a column for each part, a row for each wire, a dot where they join"


def _sheet(circuit: Circuit, sheet: Sheet) -> Iterator[str]:
    yield from ("", f"## {sheet.title}", "", sheet.text, "")
    yield from (f"![{sheet_title(circuit, sheet)}]({circuit.build}/{sheet.name}.svg)", "", "By parts:", "")
    yield from (f"- {part_in_words(part)}." for part in sheet.parts)
    yield from ("", "By wires:", "")
    yield from (f"- {wire_in_words(circuit, sheet, wire)}." for wire in sheet.wires())


def part_in_words(part: Part) -> str:
    """One part and where its legs go.

    Where they have no names the order does not matter.
    """
    named = any(not leg.isdigit() for leg in part.legs)
    ends = (
        ", ".join(f"{leg} to {wire}" for leg, wire in part.legs.items()) if named else " to ".join(part.legs.values())
    )
    value = "" if shown(part.item) == part.item.id else f", {shown(part.item)}"
    kind = part.item.part.split(" ")[0] if value else part.item.part
    free = f"; {', '.join(part.free)} {'stay' if len(part.free) > 1 else 'stays'} free" if part.free else ""
    return f"{part.ref}, {kind}{value} (`{part.item.id}`): {ends}{free}"


def wire_in_words(circuit: Circuit, sheet: Sheet, wire: str) -> str:
    """One wire and all it joins on this sheet, its pin on the header first, the sheets it goes on to last."""
    number = circuit.header().get(wire)
    met = [] if number is None else [f"header pin {PIN_OF[number]} ({place(PIN_OF[number])})"]
    met += [f"{part.ref} {leg}" for part in sheet.parts for leg, its in part.legs.items() if its == wire]
    further = [
        other.title
        for other in circuit.sheets
        if other is not sheet and wire not in RAILS.values() and wire in other.wires()
    ]
    on = f"; goes on in {', '.join(further)}" if further else ""
    return f"{wire}: {', '.join(met)}{on}"
