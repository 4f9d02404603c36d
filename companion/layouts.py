"""What a keyboard-type scanner typed through the wrong keyboard layout: turned back into what its label says. Pure.

Such a scanner sends keys, not characters. One set to the American layout on a machine set to the French one (AZERTY)
makes signs and accented letters of the digits and swaps A with Q, Z with W; one set to French on a machine that
expects American keys does the reverse. What comes out of here is a proposal: only a check character proves it.

>>> next(meant('TXKà&&&&J'))
'TXK01111J'
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_DIGITS = "1234567890"
#: The same ten keys on French keyboards: of a PC; of a Mac and in Belgium; with the capitals lock of Linux.
_FRENCH_ROWS = ("&é\"'(-è_çà", "&é\"'(§è!çà", "&É\"'(-È_ÇÀ")
_AMERICAN_ROW = "!@#$%^&*()"
_SWAPPED = str.maketrans("AQZWaqzw", "QAWZqawz")

#: What a French machine makes of American keys, and what an American one makes of French keys.
_ON_FRENCH = [{**_SWAPPED, **str.maketrans("?,", "Mm"), **str.maketrans(row, _DIGITS)} for row in _FRENCH_ROWS]
_ON_AMERICAN = {**_SWAPPED, **str.maketrans(":;", "Mm"), **str.maketrans(_AMERICAN_ROW, _DIGITS)}

_SHORTEST_CODE = 3
_FRENCH_DIGITS = frozenset("".join(_FRENCH_ROWS))


def meant(typed: str) -> Iterator[str]:
    """What the label may say, if the layouts of scanner and machine differ.

    Where a digit came through as one they do not, and letters alone are not swapped: that would be guessing.
    """
    if any(char.isdecimal() for char in typed):
        return
    typed = unicodedata.normalize("NFC", typed)
    for table in (*_ON_FRENCH, _ON_AMERICAN):
        text = typed.translate(table)
        if text != typed and text.isascii() and text.isalnum():
            yield text


def looks_french(typed: str) -> bool:
    """True for a code whose digits came as a French keyboard's signs: as many of them as of all else.

    >>> looks_french("àà'HA\\""), looks_french("terminé"), looks_french("r+2")
    (True, False, False)
    """
    signs = sum(char in _FRENCH_DIGITS for char in unicodedata.normalize("NFC", typed))
    return len(typed) >= _SHORTEST_CODE and 2 * signs >= len(typed) and any(meant(typed))
