"""Braille pages for an embosser: cells in lines and lines in pages, as Unicode, the one source of BRF and PEF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.labels.cells import BLANK
from companion.labels.errors import LabelError

Page = tuple[str, ...]  # lines of cells

_APART = 2  # blank cells between two labels, for the scissors
_INDENT = 2  # of what goes on in the next line


@dataclass(frozen=True, slots=True)
class BraillePaper:
    """How many cells a line holds, and how many lines a page."""

    cells: int = 40
    lines: int = 25


def label_pages(labels: Sequence[str], paper: BraillePaper) -> list[Page]:
    """Every label twice, for its two corners, in columns with blank lines between, to be cut out in order.

    Raises LabelError where the paper is too narrow.
    """
    widest = max(len(label) for label in labels)
    pair = 2 * (widest + _APART)
    columns = (paper.cells + _APART) // pair
    if not columns:
        raise LabelError(
            f"two labels of {widest} cells side by side need {pair - _APART} cells, --page has {paper.cells}"
        )
    cells = [label + BLANK * (widest + _APART - len(label)) for label in labels]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    lines = ["".join(label * 2 for label in row).rstrip(BLANK) for row in rows]
    return _paged([line for line in lines for line in (line, "")], paper)


def text_pages(
    paragraphs: Sequence[str], paper: BraillePaper, numbered: Callable[[Sequence[str]], Sequence[str]] | None = None
) -> list[Page]:
    """Paragraphs of cells, broken at blanks and then set in; an empty one is a blank line.

    Where they fill several pages each has its number at the right end of a line above it; ``numbered`` puts figures
    into cells. Raises LabelError where the paper is too narrow.
    """
    if paper.cells <= _INDENT:
        raise LabelError(f"text needs lines of {_INDENT + 1} cells at least, --page has {paper.cells}")
    lines = [line for paragraph in paragraphs for line in _broken(paragraph, paper.cells)]
    pages = _paged(lines, paper)
    if numbered is None or len(pages) == 1 or paper.lines == 1:
        return pages
    pages = _paged(lines, replace(paper, lines=paper.lines - 1))
    numbers = numbered([str(number) for number in range(1, len(pages) + 1)])
    return [(number.rjust(paper.cells, BLANK), *page) for number, page in zip(numbers, pages, strict=True)]


def _broken(paragraph: str, cells: int) -> Iterator[str]:
    line = ""
    for word in paragraph.split(BLANK):
        longer = f"{line}{BLANK}{word}" if line else word
        if line.strip(BLANK) and len(longer) > cells:
            yield line
            longer = BLANK * _INDENT + word
        while len(longer) > cells:  # one word alone: it is cut
            yield longer[:cells]
            longer = BLANK * _INDENT + longer[cells:]
        line = longer
    yield line


def _paged(lines: Sequence[str], paper: BraillePaper) -> list[Page]:
    """The lines in pages that neither begin nor end with a blank one."""
    pages: list[Page] = []
    page: list[str] = []
    for line in lines:
        if len(page) == paper.lines:
            pages.append(_trimmed(page))
            page = []
        if line or page:
            page.append(line)
    return [*pages, _trimmed(page)] if page else pages


def _trimmed(page: Sequence[str]) -> Page:
    return tuple("\n".join(page).rstrip("\n").split("\n"))
