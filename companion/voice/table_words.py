"""Words that the table itself says, in any of its languages: they must not sound otherwise for a name's sake."""

from __future__ import annotations

import re
from functools import cache

from companion.locales import FILES
from companion.referee.decks import own_decks

_WORD = re.compile(r"\w+")


def says_itself(name: str) -> bool:
    """True for a name all of whose words the table may also say of something else: of a card, a colour, a number.

    >>> says_itself("Rose"), says_itself("Red 7"), says_itself("Rose Marie"), says_itself("Siobhán")
    (True, True, False, False)
    """
    words = set(_WORD.findall(name.casefold()))
    return bool(words) and all(word.isdecimal() or word in _sentences() or word in _own_cards() for word in words)


@cache
def _sentences() -> frozenset[str]:
    """Those of the catalogues and the names of things, as their files have them: English ones are the keys."""
    files = [file for file in FILES.iterdir() if re.fullmatch(r"voice\.\w+\.po|\w+\.toml", file.name)]
    return frozenset(word for file in files for word in _WORD.findall(file.read_text(encoding="utf-8").casefold()))


def _own_cards() -> set[str]:
    said = [part for deck in own_decks() for part in (deck.edition, *(card.value for card in deck.faces))]
    return {word for part in said for word in _WORD.findall(part.casefold())}
