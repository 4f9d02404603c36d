"""Runs OpenSCAD on the dispenser's files: parts as STL, pictures as PNG, and what the files say of themselves."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.workshop.parts_list import HARDWARE

DISPENSER = HARDWARE / "dispenser"
PART = DISPENSER / "part.scad"
COARSE, FINE = 16, 48  # corners of a circle: to be looked at by a program, to be printed
DECKS = ("paper", "plastic", "braille")


@dataclass(frozen=True, slots=True)
class Screw:
    """A screw that joins two parts: which it is in the parts list, where their faces meet, which way its tip goes.

    The tip ends in ``one``, the head lies on ``other``; ``grip`` is what is between the head and the faces, in mm.
    ``axes``: whose axes these are, feeder, turntable or box.
    """

    item: str
    axes: str
    one: str
    other: str
    at: tuple[float, float, float]
    way: tuple[float, float, float]
    grip: float

    @property
    def length(self) -> float:
        """From under the head to the tip, as its name says.

        >>> Screw("screw-m3x8", "feeder", "chassis", "lid", (0, 0, 0), (0, 0, 1), 3).length
        8.0
        """
        return float(self.item.rpartition("x")[2])


@dataclass(frozen=True, slots=True)
class Facts:
    """What the files say: sizes by name, the screws, the words in Braille with the dots of each letter."""

    sizes: Mapping[str, Any]
    screws: tuple[Screw, ...]
    words: tuple[str, ...]
    letters: Mapping[str, tuple[int, ...]]


def installed() -> bool:
    """Whether OpenSCAD is on this machine."""
    return shutil.which("openscad") is not None


def part_names() -> tuple[str, ...]:
    """Every part that is printed."""
    return tuple(dict.fromkeys(re.findall(r'name == "(\w+)"', PART.read_text(encoding="utf-8"))))


def assembled() -> tuple[str, ...]:
    """The parts of the simple dispenser on its turntable, which the picture of the whole shows."""
    found = re.search(r"turning = \[(.*?)\];", PART.read_text(encoding="utf-8"), re.DOTALL)
    return tuple(re.findall(r'"(\w+)"', found[1])) if found else ()


def render(name: str, folder: Path, *, placed: bool, corners: int, deck: str = "paper") -> Path:
    """One part as STL, unless it was made before from the same files. Raises RuntimeError with what is wrong."""
    state = "placed" if placed else "printed"
    file = folder / f"{name}-{state}-{deck}-{corners}-{_sources()}.stl"
    return _kept(file, PART, {"part": name, "placed": placed, "fn_fine": corners, "deck": deck})


def picture(name: str, file: Path, camera: str, *, corners: int = FINE, size: str = "1200,900") -> None:
    """One part, the assembly or its section as PNG. Raises RuntimeError where none comes, as without a display."""
    look = ["--imgsize", size, "--viewall", "--autocenter", "--camera", camera, "--colorscheme", "Tomorrow"]
    values = {"part": name, "placed": False, "fn_fine": corners}
    _run([*_defined(values), *look, "-o", str(file), str(PART)], file, display=True)


def read_facts(folder: Path, deck: str = "paper") -> Facts:
    """What ``facts.scad`` says for a deck."""
    file = _kept(folder / f"facts-{deck}-{_sources()}.echo", DISPENSER / "facts.scad", {"deck": deck})
    said = [json.loads(f"[{line.removeprefix('ECHO: ')}]") for line in file.read_text(encoding="utf-8").splitlines()]
    words, letters = next(line[1:] for line in said if line[0] == "words")
    return Facts(
        {line[1]: line[2] for line in said if line[0] == "size"},
        tuple(
            Screw(item, axes, one, other, tuple(at), tuple(way), grip)
            for item, axes, one, other, at, way, grip in (line[1:] for line in said if line[0] == "screw")
        ),
        tuple(words),
        {letter: tuple(dots) for letter, dots in letters},
    )


def _kept(file: Path, source: Path, values: Mapping[str, object]) -> Path:
    """The file, made if it is not there yet; whole or not at all, whoever else makes it at the same time."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        half = file.with_name(f"{os.getpid()}-{file.name}")
        _run([*_defined(values), "--hardwarnings", "-o", str(half), str(source)], half)
        half.replace(file)
    return file


def _sources() -> str:
    """A mark of all the files, so that nothing old is taken for new."""
    text = b"".join(file.read_bytes() for file in sorted(DISPENSER.glob("*.scad")))
    return hashlib.sha256(text).hexdigest()[:12]


def _defined(values: Mapping[str, object]) -> list[str]:
    return [argument for name, value in values.items() for argument in ("-D", f"{name}={json.dumps(value)}")]


def _run(arguments: list[str], made: Path, *, display: bool = False) -> None:
    made.unlink(missing_ok=True)
    command = [*(["xvfb-run", "-a"] if display else []), "openscad", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not made.exists() or not made.stat().st_size:
        raise RuntimeError(f"OpenSCAD made no {made.name}: {done.stderr.strip() or 'it says nothing'}")
