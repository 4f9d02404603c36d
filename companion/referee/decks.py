"""The decks that can be played: the printed editions, and the players' own decks that were put on the shelf.

The shelf is the one thing here that changes while the program runs. Who starts a program fills it
(``companion.own_decks``); the referee only looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.referee.deck import DRAW_WILDS, Deck, Effect, Face, Supply
from companion.referee.deck_file import (
    OWN_LETTER,
    DeckFileError,
    editions,
    name_trouble,
    printed_deck,
    read_deck,
)

__all__ = [
    "DRAW_WILDS",
    "OWN_LETTER",
    "Deck",
    "DeckFileError",
    "Effect",
    "Face",
    "Supply",
    "TakenError",
    "UnknownDeckError",
    "deck_by_letter",
    "editions",
    "like_of",
    "load_deck",
    "own_decks",
    "read_deck",
    "shelve",
    "shelve_wrong",
    "shelved",
    "unshelve",
]

_shelf: dict[str, Deck] = {}
_wrong: dict[str, str] = {}  # own decks that cannot be played, by name: the file that is wrong


class TakenError(DeckFileError):
    """An own deck cannot be put on the shelf: what its file says under ``key`` belongs to another."""

    def __init__(self, key: str, sentence: str) -> None:
        self.key = key
        super().__init__(sentence)


class UnknownDeckError(DeckFileError):
    """There is no deck of this name; ``known`` are the names there are."""

    def __init__(self, edition: str, known: Sequence[str]) -> None:
        self.known = tuple(known)
        super().__init__(f"there is no deck '{edition}'; there are: {', '.join(known)}")


def load_deck(edition: str) -> Deck:
    """The deck of a printed edition, or an own deck by its name; raises UnknownDeckError when there is none, and
    DeckFileError when its file is wrong.
    """
    own = _shelf.get(edition)
    if own is not None:
        return own
    try:
        return printed_deck(edition)
    except KeyError:
        if edition in _wrong:
            raise DeckFileError(
                f"its file {_wrong[edition]} is wrong; 'uno-companion deck check' tells what to put right"
            ) from None
        raise UnknownDeckError(edition, [*editions(), *_shelf]) from None


def like_of(edition: str) -> str:
    """The printed edition whose cards an own deck's are called after; empty for every other name."""
    own = _shelf.get(edition)
    return "" if own is None else own.like


def deck_by_letter(letter: str, serial: str = "") -> Deck | None:
    """The deck whose card tags carry this edition letter, an own deck by its serial too; or None."""
    if letter == OWN_LETTER:
        return next((deck for deck in _shelf.values() if deck.serial == serial), None)
    decks = (printed_deck(edition) for edition in editions())
    return next((deck for deck in decks if deck.letter == letter), None)


def own_decks() -> tuple[Deck, ...]:
    """The own decks on the shelf, in the order they were put there."""
    return tuple(_shelf.values())


def shelve(deck: Deck) -> None:
    """Puts an own deck among those that can be played; the same text again changes nothing.

    Raises TakenError when its name or serial is another's.
    """
    if trouble := name_trouble(deck.edition):
        raise TakenError("edition", trouble)
    for other in _shelf.values():
        if other.text == deck.text:
            return
        if other.edition == deck.edition:
            raise TakenError("edition", f"another own deck is called '{deck.edition}'; give this one another name")
        if other.serial == deck.serial:
            raise TakenError(
                "serial", f"the deck {other.edition} has the serial {deck.serial}; give this one another"
            )
    _shelf[deck.edition] = deck


def shelve_wrong(name: str, file: str) -> None:
    """Remembers that an own deck cannot be played because its file is wrong, for whoever asks for it."""
    _wrong[name] = file


def unshelve(name: str) -> None:
    """Takes an own deck off the shelf, if it is there."""
    _shelf.pop(name, None)


@contextmanager
def shelved(*decks: Deck) -> Iterator[None]:
    """Has own decks on the shelf for a while."""
    before, wrong_before = dict(_shelf), dict(_wrong)
    try:
        for deck in decks:
            shelve(deck)
        yield
    finally:
        _shelf.clear()
        _shelf.update(before)
        _wrong.clear()
        _wrong.update(wrong_before)
