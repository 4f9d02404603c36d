"""Braille pages as BRF: North American Braille ASCII, with the line and page ends that the embosser wants.

Nobody has standardised BRF. Some embossers want a form feed alone at the end of a page, some after a whole last line,
some none at all but pages of just so many lines (``accessibility.md`` section 2.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.labels.cells import to_ascii
from companion.labels.choices import LineEnd, PageEnd
from companion.labels.pages import BraillePaper, Page

_FORM_FEED = "\f"


_LINE_ENDS = {LineEnd.CRLF: "\r\n", LineEnd.LF: "\n"}


def brf(pages: Sequence[Page], paper: BraillePaper, line_end: LineEnd, page_end: PageEnd) -> bytes:
    """The file."""
    end = _LINE_ENDS[line_end]
    text = ""
    for page in pages:
        lines = [to_ascii(line) for line in page]
        match page_end:
            case PageEnd.FF:
                text += end.join(lines) + _FORM_FEED
            case PageEnd.LINE_FF:
                text += end.join(lines) + end + _FORM_FEED
            case PageEnd.LINES:
                lines += [""] * (paper.lines - len(lines))
                text += end.join(lines) + end
    return text.encode("ascii")
