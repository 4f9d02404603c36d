"""Printed parts as solids: is one closed, how large is it, does one get into another's way. Millimetres."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from manifold3d import Error, Manifold, Mesh

_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


class NotClosedError(ValueError):
    """The file's surface has holes or crosses itself, so no printer knows what is inside."""


def read_solid(file: Path) -> Manifold:
    """A part from an STL file in letters, as OpenSCAD writes it. Raises :class:`NotClosedError`."""
    corners = np.array(_VERTEX.findall(file.read_bytes()), dtype=np.float32)
    places, faces = np.unique(corners, axis=0, return_inverse=True)
    solid = Manifold(Mesh(places, faces.reshape(-1, 3).astype(np.uint32)))
    if solid.status() != Error.NoError or solid.is_empty():
        raise NotClosedError(f"{file.name} is no closed solid ({solid.status().name}); look at it in OpenSCAD.")
    return solid


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Manifold:
    """A block between two corners."""
    size = [high[axis] - low[axis] for axis in range(3)]
    return Manifold.cube(size).translate(low)


def rod(
    at: tuple[float, float, float], way: tuple[float, float, float], diameter: float, back: float, forth: float
) -> Manifold:
    """A round rod along one of the axes, from ``back`` before ``at`` to ``forth`` behind it, as ``way`` points."""
    upright = Manifold.cylinder(back + forth, diameter / 2, circular_segments=32).translate((0, 0, -back))
    turned = upright.rotate((0, 90 * way[0], 0) if way[0] else (-90 * way[1], 0, 0) if way[1] else (0, 0, 0))
    turned = turned.rotate((180, 0, 0)) if way[2] < 0 else turned
    return turned.translate(at)


def in_the_way(one: Manifold, other: Manifold) -> float:
    """How much of one is inside the other, in mm³."""
    return float((one ^ other).volume())


def size_of(solid: Manifold) -> tuple[float, float, float]:
    """Length, width and height."""
    low_x, low_y, low_z, high_x, high_y, high_z = solid.bounding_box()
    return high_x - low_x, high_y - low_y, high_z - low_z
