"""The commands ``enrol`` and ``deck count``; each ends with an exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.enrolled import Change, CodesError, code_of
from companion.errands.by_scans import lead
from companion.labels.asked import numbers
from companion.labels.errors import LabelError
from companion.outcome import DONE, FAILED, complain, show
from companion.referee.cards import Side
from companion.referee.deck_notes import card_of
from companion.referee.decks import DeckFileError, load_deck
from companion.scan_tasks import deck_count
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count
from companion.scan_tasks.enrolling import Counting, Enrolling
from companion.scan_tasks.enrolment import Enrolment, of_badges, of_command_cards, of_deck, only
from companion.settings import Settings
from companion.things import agreed_serial, thing_with
from companion.voice.errands.enrol_lines import all_taken_off, taken_off, with_deck
from companion.voice.lines import answer
from companion.voice.phrases import Phrases

COMMANDS, PLAYERS = "commands", "players"


@dataclass(frozen=True)
class EnrolJob:
    """What ``enrol`` is asked for; ``what`` is an edition, an own deck, ``commands`` or ``players``.

    ``listed``, ``remove`` and ``remove_all`` ask for something else than scanning: one of them at most.
    """

    what: str
    data: Path
    serial: str | None = None
    side: Side | None = None
    only: str | None = None
    also: bool = False
    listed: bool = False
    remove: tuple[str, ...] = ()
    remove_all: bool = False


class _Command(Enrolling):
    """``Enrolling`` as a command."""

    def finish(self) -> int:
        """Ended by who scanned, or at its end."""
        return DONE


class _CountCommand(Counting):
    """``Counting`` as a command."""

    def finish(self) -> int:
        """1 where something is missing, or there too often."""
        return DONE if deck_count.is_whole(self.count) else FAILED


def enrol_things(job: EnrolJob, settings: Settings, scanner: str | None, keyboard: int) -> int:
    """Does what the command asks for."""
    if sum([job.listed, bool(job.remove), job.remove_all]) > 1:
        return complain("--list, --remove and --remove-all are different things; give one of them")
    if job.listed:
        return _list(job.data, settings.table.locales[0])
    if job.remove:
        return _remove(job.data, job.remove, settings.table.locales[0])
    return _remove_all(job, settings) if job.remove_all else _enrol(job, settings, scanner, keyboard)


def _enrol(job: EnrolJob, settings: Settings, scanner: str | None, keyboard: int) -> int:
    """Binds codes to things, one after the other. ``keyboard`` is standard input: scanners type there, and people."""
    book = CodeBook(job.data)
    try:
        wanted = _wanted(job, settings)
        book.change(Change())  # whatever is in the way must show now, and not at the first scan
    except (ValueError, DeckFileError, CodesError) as error:
        return complain(str(error))
    except OSError as error:
        return _cannot_write(book, error)
    return lead(_Command(book, wanted), settings, scanner, keyboard)


def _cannot_write(book: CodeBook, error: OSError) -> int:
    return complain(f"{book.path}: it cannot be written ({error.strerror}); name another folder with --data")


def _wanted(job: EnrolJob, settings: Settings) -> Enrolment:
    """What is to be enrolled; raises DeckFileError, ValueError."""
    if job.what in {COMMANDS, PLAYERS}:
        if job.serial or job.side:
            raise ValueError(f"--serial and --side are of decks; leave them out for {job.what}")
        of = of_command_cards if job.what == COMMANDS else of_badges
        return _some(of(settings.table.labels, also=job.also), job.only)
    deck = load_deck(job.what)
    if job.side is Side.DARK and not deck.two_sided:
        raise ValueError(f"--side {job.side}: {deck.edition} has one side only; leave it out")
    sides = [job.side] if job.side else list(deck.colours)
    serial = agreed_serial(deck, job.serial)
    return _some(of_deck(deck, serial, sides, settings.table.labels, also=job.also), job.only)


def _some(enrolment: Enrolment, asked: str | None) -> Enrolment:
    """What ``--only`` names: numbers as ``labels`` prints them, or a card's word for all its copies."""
    if asked is None:
        return enrolment
    places: list[int] = []
    for part in (part.strip() for part in asked.split(",")):
        card = card_of(part)
        if card is None:
            places += _numbers(part)
            continue
        found = [place for place, thing in enumerate(enrolment.things) if thing.card == card]
        if not found:
            raise ValueError(f"--only {part}: there is no such card among them")
        places += found
    most = len(enrolment.things)
    if wrong := [place + 1 for place in places if not 0 <= place < most]:
        raise ValueError(f"--only {', '.join(map(str, wrong))}: they have the numbers 1 to {most}")
    return only(enrolment, list(dict.fromkeys(places)))


def _numbers(part: str) -> list[int]:
    try:
        return sorted(number - 1 for number in numbers(part, "--only"))
    except LabelError:
        raise ValueError(f"--only {part}: write numbers, ranges or cards, such as 3,7-9,red-7") from None


def _list(data: Path, locale: str) -> int:
    """Prints every code with what it stands for, one a line."""
    book, phrases = CodeBook(data), Phrases(locale)
    codes = book.codes()
    if book.trouble is not None:
        return complain(str(book.trouble))
    for code, tag in codes.tags.items():
        thing = thing_with(tag)
        show(f"{code}\t{tag}\t{phrases.text(answer(with_deck(thing), thing.edition))}")
    return DONE


def _remove(data: Path, named: Sequence[str], locale: str) -> int:
    """Takes codes off: each by itself, or all those of a tag. What is not there is told, and nothing is changed."""
    book = CodeBook(data)
    codes = book.codes()
    found = {name: codes.codes_of(name.upper()) or [code_of(name)] for name in named}
    if book.trouble is not None:
        return complain(str(book.trouble))
    if missing := [name for name, there in found.items() if not codes.tags.keys() >= set(there)]:
        return complain(f"{', '.join(missing)}: no such code is enrolled; --list shows those that are", FAILED)
    dropped = {code: thing_with(codes.tags[code]) for there in found.values() for code in there}
    told = (answer(taken_off(code, thing), thing.edition) for code, thing in dropped.items())
    return _drop(book, frozenset(dropped), [Phrases(locale).text(line) for line in told])


def _remove_all(job: EnrolJob, settings: Settings) -> int:
    """Takes off all codes of what the command names, so that its stickers can go on another deck."""
    book = CodeBook(job.data)
    try:
        things = _wanted(job, settings).things
    except (ValueError, DeckFileError) as error:
        return complain(str(error))
    codes = book.codes()
    if book.trouble is not None:
        return complain(str(book.trouble))
    tags = {thing.tag for thing in things}
    drop = frozenset(code for code, tag in codes.tags.items() if tag in tags)
    told = answer(all_taken_off(len(drop), things[0]), things[0].edition)
    return _drop(book, drop, [Phrases(settings.table.locales[0]).text(told)])


def _drop(book: CodeBook, drop: frozenset[str], told: Sequence[str]) -> int:
    """Takes these codes off; ``told`` is what is printed then, a line each."""
    try:
        book.change(Change(drop=drop))
    except CodesError as error:
        return complain(str(error))
    except OSError as error:
        return _cannot_write(book, error)
    for line in told:
        show(line)
    return DONE


def count_deck(
    edition: str, serial: str | None, data: Path, settings: Settings, *, scanner: str | None, keyboard: int
) -> int:
    """Scans a whole deck once, and tells what is missing, there twice, or of another deck."""
    book = CodeBook(data)
    try:
        deck = load_deck(edition)
        count = Count(deck, settings.table.labels, "" if serial is None else agreed_serial(deck, serial))
    except (DeckFileError, ValueError) as error:
        return complain(str(error))
    book.codes()
    if book.trouble is not None:
        return complain(str(book.trouble))
    return lead(_CountCommand(data, book, count), settings, scanner, keyboard)
