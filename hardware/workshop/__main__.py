"""``make hardware``: writes the papers anew, renders every part and picture, prints how large each part is.

``python -m hardware.workshop FOLDER`` puts STL and PNG there; without a folder only the papers are written.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from hardware.workshop.openscad import DECKS, FINE, part_names, picture, render
from hardware.workshop.papers import papers
from hardware.workshop.parts_list import HARDWARE
from hardware.workshop.solids import read_solid, size_of

OF_A_DECK = ("chassis", "throat_plate", "throat_plate_full")  # those that differ from deck to deck
VIEWS = {
    "assembly": "0,0,0,62,0,40,500",
    "section": "0,0,0,88,0,0,500",
    **dict.fromkeys(part_names(), "0,0,0,58,0,35,500"),
}


def write_papers() -> None:
    """Everything under ``hardware`` that is made and not written."""
    for path, text in papers():
        file = HARDWARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def print_parts(folder: Path) -> None:
    """Each part as STL for the printer, with its size and volume; those that depend on the deck for each deck."""
    print("part, deck: length x width x height in mm, volume in cm3")
    for name in part_names():
        for deck in DECKS if name in OF_A_DECK else DECKS[:1]:
            made = render(name, folder / "made", placed=False, corners=FINE, deck=deck)
            solid = read_solid(made)
            of_deck = f"-{deck}" if name in OF_A_DECK else ""
            shutil.copyfile(made, folder / f"{name}{of_deck}.stl")
            lengths = " x ".join(f"{length:.1f}" for length in size_of(solid))
            print(f"{name}{of_deck}: {lengths}, {solid.volume() / 1000:.1f}", flush=True)


def take_pictures(folder: Path) -> None:
    """The dispenser, cut open, and each part."""
    for name, camera in VIEWS.items():
        picture(name, folder / f"{name}.png", camera)


def main(arguments: list[str]) -> None:
    write_papers()
    if arguments:
        folder = Path(arguments[0])
        folder.mkdir(parents=True, exist_ok=True)
        print_parts(folder)
        take_pictures(folder)
        print(f"STL files and pictures are in {folder}.")


if __name__ == "__main__":
    main(sys.argv[1:])
