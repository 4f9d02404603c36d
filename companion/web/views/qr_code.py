"""QR codes as drawings in the page: black on white with a rim, in every colour scheme and on paper."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

RIM = 4  # modules of white around it, as ISO/IEC 18004 asks for


@lru_cache(maxsize=8)
def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of the code, row by row, without the rim; true where they are black."""
    import segno  # noqa: PLC0415 - only who shows a code pays for it

    return tuple(tuple(bool(module) for module in row) for row in segno.make_qr(text, error="m").matrix)


def qr_svg(text: str, name: str) -> Markup:
    """The code as SVG, called ``name`` for those who cannot see it."""
    rows = qr_rows(text)
    side = len(rows) + 2 * RIM
    path = "".join(
        f"M{RIM + start} {RIM + y}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for start, length in _runs(row)
    )
    return Markup(
        '<svg class="qr" role="img" aria-label="{name}" viewBox="0 0 {side} {side}">'
        '<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/><path fill="#000" d="{path}"/></svg>'
    ).format(name=name, side=side, path=path)


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Black stretches of a row: where each begins and how long it is."""
    found: list[tuple[int, int]] = []
    for x, black in enumerate(row):
        if black and found and sum(found[-1]) == x:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        elif black:
            found.append((x, 1))
    return found
