"""The players' own deck files: where they lie, and how they get onto the shelf of decks that can be played.

``decks/*.toml`` in the data folder, and the files named with ``--deck``. Form: ``companion/guides/decks.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.referee.deck_file import LARGEST_FILE
from companion.referee.decks import Deck, DeckFileError, TakenError, read_deck, shelve
from companion.referee.toml_lines import lines_of

FOLDER = "decks"


def read_file(path: Path) -> Deck:
    """The deck in a file; raises DeckFileError with all that is wrong, each ``FILE:LINE: …``."""
    return read_deck(_text(path), str(path))


def shelve_file(path: Path) -> Deck:
    """Reads an own deck's file and puts the deck on the shelf; raises DeckFileError."""
    deck = read_file(path)
    try:
        shelve(deck)
    except TakenError as error:
        line = lines_of(_text(path)).get((error.key,), 1)
        raise DeckFileError(f"{path}:{line}: {error}") from error
    return deck


def shelve_files(named: Sequence[Path], data_dir: Path, without: Path | None = None) -> tuple[list[Deck], list[str]]:
    """Puts the named files' decks on the shelf, then those of the data folder, except the file ``without``.

    Gives the named decks, and a sentence about each file of the folder that is wrong: it stops nothing. A named file
    that is wrong raises DeckFileError. A named deck goes before one of the folder with its name or serial.
    """
    decks: list[Deck] = []
    errors: list[str] = []
    for path in named:
        try:
            decks.append(shelve_file(path))
        except DeckFileError as error:
            errors += error.findings
    if errors:
        raise DeckFileError(*errors)
    findings: list[str] = []
    for path in sorted((data_dir / FOLDER).glob("*.toml")):
        if without is not None and path.resolve() == without.resolve():
            continue
        try:
            shelve_file(path)
        except DeckFileError as error:
            first, *more = error.findings
            findings.append(f"{first} (and {len(more)} more: uno-companion deck check {path})" if more else first)
    return decks, findings


def _text(path: Path) -> str:
    """A file's text; raises DeckFileError with one sentence."""
    try:
        with path.open("rb") as file:
            raw = file.read(4 * LARGEST_FILE + 1)  # a character has four bytes at most
    except FileNotFoundError:
        raise DeckFileError(f"{path}: there is no such file; name an existing one") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DeckFileError(f"{path}: it cannot be read ({reason}); let this user read it, or name another") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DeckFileError(f"{path}:{line}: a character here is not UTF-8; save the file as UTF-8") from None


def usual_edition(decks: Sequence[Deck], otherwise: str) -> str:
    """What is played when nobody says: the deck whose file was named, if it was one."""
    return decks[0].edition if len(decks) == 1 else otherwise
