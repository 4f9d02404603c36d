"""Names written from right to left keep their place: what stands beside them is not pulled to their other side.

The page's languages run from left to right. A name that runs the other way is isolated by the two characters that
Unicode has for that (UAX #9, 2.4.2), which work in every text of the page, in its announcements and its titles.
"""

from __future__ import annotations

import re

_ISOLATE, _END = "\u2068", "\u2069"
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_ANY = re.compile(f"[{_LEFTWARD}]")
#: What is isolated already, or words in such letters with what binds them to one name.
_STRETCH = re.compile(f"{_ISOLATE}[^{_END}]*{_END}|[{_LEFTWARD}](?:[{_LEFTWARD} '’.-]*[{_LEFTWARD}])?")


def parted(line: str) -> list[str]:
    """A line of signs and letters without sentences: every other part, the second first, runs from right to left.

    >>> [ascii(part) for part in parted("g7 \\u05e9\\u05e8> ann7")]
    ["'g7 '", "'\\\\u05e9\\\\u05e8'", "'> ann7'"]
    """
    return re.split(f"([{_LEFTWARD}]+)", line)


def isolated(name: str) -> str:
    """A name that may stand beside anything; as it is where it runs with the page.

    >>> isolated("Ann"), ascii(isolated("\\u05e9\\u05e8\\u05d4 2"))
    ('Ann', "'\\\\u2068\\\\u05e9\\\\u05e8\\\\u05d4 2\\\\u2069'")
    """
    return f"{_ISOLATE}{name}{_END}" if _ANY.search(name) else name


def in_order(sentence: str) -> str:
    """A sentence that was put together elsewhere, with every such name in it isolated."""
    return _STRETCH.sub(lambda found: isolated(found[0].strip(_ISOLATE + _END)), sentence)
