"""Tables that a command prints: ruled on a terminal, plain columns of text through a pipe or into a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import HEAVY_HEAD
from rich.console import Console
from rich.table import Table

_FILE_WIDTH = 1000  # nothing is broken where no screen ends the line


class Columns:
    """Where a command prints its tables. ``bar`` is what a bar of a histogram is made of."""

    def __init__(self) -> None:
        self._screen = Console(highlight=False).is_terminal
        self._console = Console(highlight=False, markup=False, width=None if self._screen else _FILE_WIDTH)
        self.bar = "█" if self._screen else "#"

    def line(self, text: str) -> None:
        """A line of text."""
        self._console.print(text)

    def table(self, rows: Iterable[Sequence[str]], header: Sequence[str] = (), title: str = "") -> None:
        """Rows below a header, if they have one, after an empty line."""
        sheet = Table(
            *header,
            box=HEAVY_HEAD if self._screen else None,
            pad_edge=self._screen,
            title=title or None,
            title_justify="left",
            show_header=bool(header),
        )
        for row in rows:
            sheet.add_row(*row)
        self._console.print()
        self._console.print(sheet)
