"""Printed parts for the tests: rendered once from the files as they are, kept in ``build/hardware/checked``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from manifold3d import Manifold

from hardware.workshop.openscad import COARSE, Facts, Screw, read_facts, render
from hardware.workshop.solids import read_solid, rod

CHECKED = Path(__file__).parents[2] / "build" / "hardware" / "checked"


@cache
def placed(name: str, deck: str = "paper") -> Manifold:
    """A part where it is in the dispenser, or as it stands on the table."""
    return read_solid(render(name, CHECKED, placed=True, corners=COARSE, deck=deck))


@cache
def facts(deck: str = "paper") -> Facts:
    """What the files say of themselves."""
    return read_facts(CHECKED, deck)


def in_feeder(name: str, deck: str = "paper") -> Manifold:
    """A part of the feeder in the feeder's own axes, in which cards go along x."""
    x, z = facts(deck).sizes["nip_at"]
    return placed(name, deck).translate((-x, 0, -z)).rotate((0, -facts(deck).sizes["slope"], 0))


def rod_of(screw: Screw, diameter: float, back: float, forth: float) -> Manifold:
    """A rod where a screw goes, from so far before the two faces to so far behind them, among the placed parts."""
    along = rod(screw.at, screw.way, diameter, back, forth)
    if screw.axes != "feeder":
        return along
    x, z = facts().sizes["nip_at"]
    return along.rotate((0, facts().sizes["slope"], 0)).translate((x, 0, z))
