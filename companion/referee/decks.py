"""The decks that can be played: the printed editions, and the players' own decks that were put on the shelf.

The shelf is the one thing here that changes while the program runs. Who starts a program fills it
(``companion.own_decks``); the referee only looks.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    "deck_by_letter",
    "editions",
    "like_of",
    "load_deck",
    "own_decks",
    "read_deck",
    "shelve",
    "shelved",
    "unshelve",
]

_shelf: dict[str, Deck] = {}


class TakenError(DeckFileError):
    """An own deck cannot be put on the shelf: what its file says under ``key`` belongs to another."""

    def __init__(self, key: str, sentence: str) -> None:
        self.key = key
        super().__init__(sentence)


def load_deck(edition: str) -> Deck:
    """The deck of a printed edition, or an own deck by its name; raises DeckFileError when there is none."""
    own = _shelf.get(edition)
    if own is not None:
        return own
    try:
        return printed_deck(edition)
    except KeyError:
        names = ", ".join([*editions(), *_shelf])
        raise DeckFileError(f"there is no deck '{edition}'; there are: {names}") from None


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


def unshelve(name: str) -> None:
    """Takes an own deck off the shelf, if it is there."""
    _shelf.pop(name, None)


@contextmanager
def shelved(*decks: Deck) -> Iterator[None]:
    """Has own decks on the shelf for a while."""
    before = dict(_shelf)
    try:
        for deck in decks:
            shelve(deck)
        yield
    finally:
        _shelf.clear()
        _shelf.update(before)
