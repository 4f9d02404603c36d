"""The command ``labels``: what is asked for, made and written; ends with an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.labels.asked import counts, lengths, numbers
from companion.labels.brf import brf
from companion.labels.choices import CodeKind, Form, LineEnd, PageEnd, Paper, What
from companion.labels.content import Label, as_printed, badge_labels, can_label, card_labels, command_labels
from companion.labels.errors import LabelError
from companion.labels.liblouis import in_braille
from companion.labels.listing import listing
from companion.labels.marks import Sheet
from companion.labels.notch_guide import CARD_MM, NotchWords, notch_guide
from companion.labels.pages import BraillePaper, Page, label_pages, text_pages
from companion.labels.pef import pef
from companion.labels.prose import key, rules
from companion.labels.sheets import Plan, lay_out
from companion.labels.stock import Stock, grid, stock
from companion.labels.uses import USES, form_of, refuse_unused
from companion.outcome import DONE, FAILED, complain, send, show
from companion.referee.cards import Side
from companion.referee.decks import Deck, DeckFileError, load_deck
from companion.referee.notation import LABEL_SETS
from companion.settings import Settings
from companion.storage.whole_files import write_whole
from companion.things import agreed_serial
from companion.voice.errands.label_lines import (
    badges,
    command_cards,
    label_goes_here,
    notch_heading,
    notch_steps,
    print_note,
    strip_stays_free,
)
from companion.voice.lines import Phrase
from companion.voice.phrases import Phrases

_USUAL_STOCK = {"deck": "a4-4x10", "commands": "a4-cards", "players": "a4-cards"}
_USUAL_PAGE = "40x25"
_MOST_CELLS = 200
_MOST_IN_GRID = 50
_MOST_SHIFT_MM = 20.0

_PROSE = (What.KEY, What.RULES)
_OF_A_DECK = (What.DECK, *_PROSE)


@dataclass(frozen=True)
class LabelJob:
    """What is asked for, sizes and numbers as they were typed; None is left to the command."""

    what: What
    edition: str | None
    set_name: str | None
    form: Form | None
    out: Path | None
    serial: str | None
    side: Side | None
    only: str | None
    stock: str | None
    paper: Paper | None
    grid: str | None
    label_mm: str | None
    margin_mm: str | None
    gap_mm: str | None
    shift_mm: str | None
    start: int | None
    code: CodeKind | None
    turn: bool
    outline: bool
    page: str | None
    line_end: LineEnd | None
    page_end: PageEnd | None
    grade: int | None

    @property
    def file_form(self) -> Form:
        """The form of the file; raises LabelError where its name says another than was asked for."""
        return form_of(self.what, self.form, self.out)

    @property
    def given(self) -> list[str]:
        """The flags that were given, of those that do not have a part in everything."""
        values = vars(self) | {"set": self.set_name, "turn": self.turn or None, "outline": self.outline or None}
        return [flag for flag in USES if values[flag.removeprefix("--").replace("-", "_")] is not None]


@dataclass(frozen=True, slots=True)
class _Files:
    """What was made: one file, or one for each sheet; and what to tell about it."""

    contents: tuple[bytes, ...]
    told: str


def make_labels(job: LabelJob, settings: Settings) -> int:
    """Makes what is asked for and writes it to a file, or to standard output."""
    try:
        files = _Workshop(job, settings).made()
        return _written(files, job)
    except (LabelError, DeckFileError) as error:
        return complain(str(error))
    except ModuleNotFoundError as error:
        return complain(f"labels need the package {error.name}: run make setup again, or: pip install {error.name}")


class _Workshop:
    """One run of the command: finds out what is meant, and makes it. Raises LabelError, DeckFileError."""

    def __init__(self, job: LabelJob, settings: Settings) -> None:
        self._job = job
        self._settings = settings
        self._languages = [Phrases(locale) for locale in settings.table.locales]
        if job.what not in _OF_A_DECK and job.edition is not None:
            raise LabelError(f"labels {job.what}: {job.edition} has no part in it; leave the edition out")
        if job.what in _PROSE and job.file_form not in {Form.BRF, Form.PEF}:
            raise LabelError(f"labels {job.what} is Braille prose: --format brf or pef, not {job.file_form}")
        if job.what is What.NOTCH and job.file_form not in {Form.PDF, Form.SVG}:
            raise LabelError(f"labels notch is a drawing: --format pdf or svg, not {job.file_form}")
        refuse_unused(job.given, job.what, job.file_form)
        self._braille = BraillePaper(*counts(job.page or _USUAL_PAGE, "--page", "CELLSxLINES", _MOST_CELLS))

    def made(self) -> _Files:
        match self._job.what:
            case What.KEY | What.RULES:
                return self._prose()
            case What.NOTCH:
                return self._notch()
            case What.DECK:
                return self._labels(*self._of_deck())
            case What.COMMANDS:
                return self._labels(command_labels(self._languages), "command cards", command_cards())
            case What.PLAYERS:
                labels, notes = badge_labels(self._languages, self._settings.table.names)
                for note in notes:
                    show(note, sys.stderr)
                return self._labels(labels, "badges", badges())

    # What the labels say

    def _deck(self) -> Deck:
        return load_deck(self._job.edition or self._settings.table.edition)

    def _set_name(self, deck: Deck) -> str:
        """The set asked for; else the table's, or that of our own in its language where the table's lacks a card."""
        wanted = self._job.set_name
        if wanted is not None and wanted not in LABEL_SETS:
            raise LabelError(f"--set {wanted}: there is no such label set; there are: {', '.join(LABEL_SETS)}")
        usual, ours = self._settings.table.labels, f"own-{self._languages[0].language}"
        if wanted is not None or can_label(deck, usual) or not can_label(deck, ours):
            return wanted or usual
        show(
            f"Braille: the set {usual} has no label for some cards of {deck.edition}, so {ours} is taken."
            f" Where labels are read at the table, play with labels={ours}.",
            sys.stderr,
        )
        return ours

    def _of_deck(self) -> tuple[list[Label], str]:
        deck = self._deck()
        sides = self._sides(deck)
        serial, set_name = self._serial(deck), self._set_name(deck)
        labels = card_labels(deck, serial, set_name, self._languages, sides)
        name = f"{self._languages[0].edition(deck.edition)}, {serial}, {set_name}"
        if any(label.experimental for label in labels):
            name += ", experimental"
            show(
                f"Braille: the labels of {set_name} for {deck.edition} are an experiment;"
                " readers have not tried them yet.",
                sys.stderr,
            )
        return labels, name

    def _sides(self, deck: Deck) -> list[Side]:
        sides = list(deck.colours) if self._job.side is None else [self._job.side]
        if sides[0] not in deck.colours:
            raise LabelError(f"--side {sides[0]}: {deck.edition} has one side only; leave it out")
        return sides

    def _serial(self, deck: Deck) -> str:
        try:
            return agreed_serial(deck, self._job.serial)
        except ValueError as error:
            raise LabelError(str(error)) from None

    # How they are written

    def _labels(self, labels: list[Label], name: str, heading: Phrase | None = None) -> _Files:
        """The labels in the form that is wanted; ``heading`` says what they are in the table's language."""
        chosen = self._chosen(labels)
        told = f"{_several(len(chosen), 'label')} ({name})"
        match self._job.file_form:
            case Form.CSV:
                return _Files((listing(chosen),), told)
            case Form.BRF | Form.PEF:
                pages = label_pages([label.cells for label in chosen], self._braille)
                return self._embossed(pages, name, told)
            case _:
                return self._drawn(chosen, name, name if heading is None else self._languages[0].text(heading))

    def _chosen(self, labels: list[Label]) -> list[Label]:
        if self._job.only is None:
            return labels
        only = numbers(self._job.only, "--only")
        if missing := sorted(only - {label.number for label in labels}):
            most = max(label.number for label in labels)
            raise LabelError(f"--only {', '.join(map(str, missing))}: the labels have the numbers 1 to {most}")
        return [label for label in labels if label.number in only]

    def _drawn(self, labels: list[Label], name: str, heading: str) -> _Files:
        job, paper = self._job, self._stock()
        language = self._languages[0]
        shift = lengths(job.shift_mm or "0x0", "--shift-mm", "RIGHTxDOWN", least=-_MOST_SHIFT_MM, most=_MOST_SHIFT_MM)
        code, start = job.code or CodeKind.AUTO, job.start or 1
        plan = Plan(paper, code, partial(_heading, heading, language), start, shift, job.outline, job.turn)
        sheets = lay_out(labels, plan)
        told = f"{_several(len(labels), 'label')} ({name}) on {_several(len(sheets), 'sheet')}: {paper.title}."
        told += " Print at 100 %, not fitted to the page."
        if job.what is What.DECK:
            told += _on_a_card(paper.label, turned=job.turn)
        return self._inked(sheets, name, told)

    def _notch(self) -> _Files:
        language, paper = self._languages[0], self._job.paper or Paper.A4
        words = NotchWords(
            as_printed(_heading(language.text(notch_heading()), language, 1, 1)),
            as_printed(language.text(strip_stays_free())),
            as_printed(language.text(label_goes_here())),
            [as_printed(language.text(step)) for step in notch_steps()],
        )
        told = f"where label and notch go, 1 sheet: {paper}. Print at 100 %, not fitted to the page."
        return self._inked([notch_guide(paper, words)], "where label and notch go", told)

    def _inked(self, sheets: list[Sheet], name: str, told: str) -> _Files:
        """The sheets as one PDF, or as an SVG each."""
        from companion.labels.pdf import pdf  # noqa: PLC0415 - lists and Braille need no drawing
        from companion.labels.svg import svg  # noqa: PLC0415

        title, language = f"UNO: {name}", self._languages[0].language
        if self._job.file_form is Form.PDF:
            return _Files((pdf(sheets, title, language),), told)
        return _Files(tuple(svg(sheet, title, language).encode("utf-8") for sheet in sheets), told)

    def _stock(self) -> Stock:
        job = self._job
        if job.grid is None:
            of_grid = {"label-mm": job.label_mm, "margin-mm": job.margin_mm, "gap-mm": job.gap_mm, "paper": job.paper}
            if given := [name for name, value in of_grid.items() if value is not None]:
                raise LabelError(f"--{given[0]} belongs to a sheet of your own: add --grid ROWSxCOLUMNS")
            return stock(job.stock or _USUAL_STOCK[job.what])
        if job.stock is not None:
            raise LabelError("--stock and --grid are two ways to say what the paper is like; give one of them")
        if job.label_mm is None:
            raise LabelError("--grid: say with --label-mm WIDTHxHEIGHT how large a label is")
        return grid(
            job.paper or Paper.A4,
            *counts(job.grid, "--grid", "ROWSxCOLUMNS", _MOST_IN_GRID),
            label=lengths(job.label_mm, "--label-mm", "WIDTHxHEIGHT", least=1),
            margin=None if job.margin_mm is None else lengths(job.margin_mm, "--margin-mm", "LEFTxTOP"),
            gap=lengths(job.gap_mm or "0x0", "--gap-mm", "ACROSSxDOWN"),
        )

    def _prose(self) -> _Files:
        deck, language = self._deck(), self._languages[0]
        translated = partial(in_braille, language=language.language, grade=self._job.grade or 1)
        if self._job.what is What.RULES:
            paragraphs, name = rules(deck, language, translated), f"rules, {deck.edition}"
        else:
            set_name = self._set_name(deck)
            sides = self._sides(deck)
            name = ", ".join(["key", deck.edition, *(sides if self._job.side else []), set_name])
            paragraphs = key(deck, set_name, language, translated, sides)
        pages = text_pages(paragraphs, self._braille, translated)
        return self._embossed(pages, name, name)

    def _embossed(self, pages: list[Page], name: str, told: str) -> _Files:
        job, paper, language = self._job, self._braille, self._languages[0].language
        told += f" on {_several(len(pages), 'Braille page')} of {paper.cells} × {paper.lines}"
        if job.file_form is Form.PEF:
            identifier = "uno-companion:" + name.replace(", ", ":").replace(" ", "-").casefold()
            return _Files((pef(pages, paper, f"UNO: {name}", identifier, language),), told)
        return _Files((brf(pages, paper, job.line_end or LineEnd.CRLF, job.page_end or PageEnd.FF),), told)


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _on_a_card(label: tuple[float, float], *, turned: bool) -> str:
    """What to know where labels are larger than a card, or wider than it is."""
    (across, down), (wide, high) = label, CARD_MM
    if max(label) > high or min(label) > wide:
        return f" They are larger than a card of {wide:g} × {high:g} mm."
    if (across <= wide and down <= high) or turned:
        return ""
    return f" A card is {wide:g} mm wide: stick them lengthwise, or print them so with --turn."


def _heading(name: str, language: Phrases, sheet: int, sheets: int) -> str:
    """Beside the ruler: how to print, and what this is."""
    return f"{language.text(print_note(sheet, sheets))} {name}"


def _written(files: _Files, job: LabelJob) -> int:
    """Writes the file, or one for each sheet where a file holds only one."""
    if job.out is None:
        if len(files.contents) > 1:
            raise LabelError(f"that makes {len(files.contents)} files, a sheet each: name them with --out FILE.svg")
        if sys.stdout.isatty() and job.file_form is Form.PDF:
            raise LabelError("a PDF does not go to a screen: name a file with --out FILE.pdf")
        send(files.contents[0])
        return DONE
    paths = _paths(job.out, len(files.contents))
    for path, content in zip(paths, files.contents, strict=True):
        try:
            write_whole(path, content)
        except OSError as error:
            return complain(f"--out {path}: it cannot be written ({error.strerror}); name another file", FAILED)
    several = f"{paths[0]} … {paths[-1].name}" if len(paths) > 1 else str(paths[0])
    show(f"{several}: {files.told}")
    return DONE


def _paths(out: Path, number: int) -> Sequence[Path]:
    if number == 1:
        return [out]
    return [out.with_name(f"{out.stem}-{sheet}{out.suffix}") for sheet in range(1, number + 1)]
