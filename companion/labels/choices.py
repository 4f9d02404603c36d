"""What can be chosen on the command line, apart from the rest so that the command line starts as fast as ever."""

from __future__ import annotations

from enum import StrEnum


class What(StrEnum):
    """What labels are for, where they go on a card, or which pages of Braille are wanted."""

    DECK = "deck"
    COMMANDS = "commands"
    PLAYERS = "players"
    NOTCH = "notch"
    KEY = "key"
    RULES = "rules"


class Form(StrEnum):
    PDF = "pdf"
    SVG = "svg"
    BRF = "brf"
    PEF = "pef"
    CSV = "csv"


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"


class CodeKind(StrEnum):
    """Which codes are printed. ``auto``: a Data Matrix, and a Code 128 as well where there is room for it."""

    AUTO = "auto"
    DATA_MATRIX = "datamatrix"
    CODE_128 = "code128"


class LineEnd(StrEnum):
    """How the lines of a BRF end."""

    CRLF = "crlf"
    LF = "lf"


class PageEnd(StrEnum):
    """How the pages of a BRF end: a form feed in place of the last line end, one after it, or blank lines instead."""

    FF = "ff"
    LINE_FF = "line-ff"
    LINES = "lines"
