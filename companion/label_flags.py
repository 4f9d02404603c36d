"""The flags of the command labels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.labels.choices import CodeKind, Form, LineEnd, PageEnd, Paper, What
from companion.referee.cards import Side

WhatLabels = Annotated[
    What,
    typer.Argument(
        help="Labels for a deck, command cards or badges; where they go: notch; or Braille pages: key, rules."
    ),
]
DeckName = Annotated[
    str | None, typer.Argument(help="The deck: an edition, or an own deck; default: the --deck, else the table's.")
]
FileForm = Annotated[
    Form | None,
    typer.Option("--format", help="Form of the file; default: as its name ends, else pdf, of key and rules brf."),
]
OutFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="File to write; default: standard output.")
]
SetNames = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SET",
        help="Braille labels: mattel, uk, own-en, own-fr, own-nl, own-de, own-es; or a setting, SECTION.KEY=VALUE.",
    ),
]
Serial = Annotated[str | None, typer.Option(metavar="XX", help="Tells two decks of one edition apart; default: K1.")]
OneSide = Annotated[Side | None, typer.Option(help="Of a two-sided deck this side only.")]
Only = Annotated[str | None, typer.Option(metavar="NUMBERS", help="Only these, as --format csv numbers them: 3,7-9.")]
StockName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Sheet to print on, such as a4-4x10, letter-3x10; an unknown name lists all."),
]
GridSize = Annotated[
    str | None, typer.Option(metavar="ROWSxCOLUMNS", help="Instead of --stock: plain paper, with cut marks.")
]
LabelSize = Annotated[str | None, typer.Option(metavar="WIDTHxHEIGHT", help="With --grid: size of a label.")]
Margin = Annotated[
    str | None, typer.Option(metavar="LEFTxTOP", help="With --grid: where it begins; default: in the middle.")
]
Gap = Annotated[str | None, typer.Option(metavar="ACROSSxDOWN", help="With --grid: between labels; default: none.")]
GridPaper = Annotated[Paper | None, typer.Option(help="With --grid: the paper; default: a4.")]
Start = Annotated[
    int | None, typer.Option(min=1, help="First free label of a sheet that was begun, row by row; default: 1.")
]
Shift = Annotated[
    str | None,
    typer.Option(
        metavar="RIGHTxDOWN", help="For a printer that misses: moves everything, up to 20 mm, such as 0.5x-1."
    ),
]
WhichCode = Annotated[
    CodeKind | None, typer.Option(help="auto, the default: Data Matrix, and Code 128 where it fits.")
]
Turn = Annotated[bool, typer.Option("--turn", help="Print turned by 90°, for labels stuck lengthwise on cards.")]
Outline = Annotated[bool, typer.Option("--outline", help="Draw the labels' edges, for a test on paper.")]
BraillePage = Annotated[
    str | None, typer.Option(metavar="CELLSxLINES", help="Braille paper of the embosser; default: 40x25.")
]
LinesEnd = Annotated[LineEnd | None, typer.Option(help="brf: how lines end; default: crlf.")]
PagesEnd = Annotated[
    PageEnd | None,
    typer.Option(
        help="brf: ff, the default, a form feed after the last line; line-ff, after its line end; lines, blank lines."
    ),
]
Grade = Annotated[int | None, typer.Option(min=1, max=2, help="key, rules: 2 is contracted Braille; default: 1.")]
