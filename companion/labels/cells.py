"""Braille cells as Unicode has them: their dots, Braille ASCII and back, and short words spelled out.

>>> dots("⠗")
(1, 2, 3, 5)
>>> to_ascii("⠗⠼⠑")
'R#E'
>>> spelled("pass", "en")
'⠏⠁⠎⠎'
"""

from __future__ import annotations

import unicodedata

from companion.braille import CELLS

BLANK = "⠀"
_FIRST = ord(BLANK)
_SIX_DOTS = 64
#: North American Braille ASCII in the order of Unicode's cells (liblouis, en-us-brf.dis).
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
#: What every language spells alike: uncontracted small letters, apostrophe, hyphen.
_COMMON = CELLS | {" ": BLANK, "'": "⠄", "’": "⠄", "-": "⠤"}
#: Accented letters that are cells of their own (liblouis, the tables of ``companion.labels.liblouis``).
_ACCENTED = {
    language: dict(zip(letters, cells, strict=True))
    for language, letters, cells in (
        ("fr", "éèêëàâîïôùûüçœæ", "⠿⠮⠣⠫⠷⠡⠩⠻⠹⠾⠱⠳⠯⠪⠜"),
        ("nl", "éëïöü", "⠿⠫⠻⠪⠳"),
        ("de", "äöüß", "⠜⠪⠳⠮"),
        ("es", "áéíóúñü", "⠷⠮⠌⠬⠾⠻⠳"),
    )
}


def dots(cell: str) -> tuple[int, ...]:
    """The raised dots of a cell: 1 to 3 down the left, 4 to 6 down the right."""
    mask = ord(cell) - _FIRST
    return tuple(dot for dot in range(1, 7) if mask >> (dot - 1) & 1)


def to_ascii(cells: str) -> str:
    """Six-dot cells as North American Braille ASCII, upper case."""
    return "".join(_ASCII[ord(cell) - _FIRST] for cell in cells)


def from_ascii(text: str) -> str:
    """Braille ASCII as cells, in letters of either case."""
    return "".join(chr(_FIRST + _ASCII.index(char)) for char in text.upper())


def is_six_dot(cells: str) -> bool:
    """True where every character is a cell that Braille ASCII has."""
    return all(0 <= ord(cell) - _FIRST < _SIX_DOTS for cell in cells)


def spelled(word: str, language: str) -> str | None:
    """A word letter by letter, without capitals and contractions, or None where a character has no such cell.

    Where the language has no cell for an accented letter, it is spelled without the accent.
    """
    known = _COMMON | _ACCENTED.get(language, {})
    spelling = ""
    for char in unicodedata.normalize("NFC", word.casefold()):
        for letter in char if char in known else _bare(char):
            if letter not in known:
                return None
            spelling += known[letter]
    return spelling


def _bare(char: str) -> str:
    letters = unicodedata.normalize("NFD", char)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
