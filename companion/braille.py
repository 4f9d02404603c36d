"""Braille labels: what a set embosses on each card, and labels as a reader passes them on, to a card.

A reader passes print letters, Unicode Braille or Braille ASCII. A label says no deck and no copy. Capitals, number
signs and letter signs are tolerated; a text that no card of the chosen set has, or that two have, is nothing, never
guessed (``tags.md`` section 3).

>>> from companion.referee.decks import load_deck
>>> str(read_label("⠃⠊", "mattel", load_deck("braille")))
'blue-9'
>>> read_label("rr", "mattel", load_deck("braille")) is None
True
>>> label_of(Card.from_word("red-draw-two"), "mattel")
'r+2'
>>> label_cells("r+2")
'⠗⠬⠃'
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from companion.referee.cards import Card
from companion.referee.decks import Deck
from companion.referee.notation import LABEL_SETS

_FILES = resources.files("companion") / "label_sets"

#: The letters of the Braille cells, by their dots: a is dot 1, t dots 2345.
_LETTERS = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz", strict=True))
#: And the cell of each letter.
CELLS = {letter: cell for cell, letter in _LETTERS.items()}
#: The plus of cards: the cell of Braille ASCII, which we print, or that of unified English Braille with its prefix.
_PLUS = {"⠬": "+", "⠐⠖": "+", "⠖": "+"}
_DIGITS = dict(zip("abcdefghij", "1234567890", strict=True))
_SIGNS = "#,;⠼⠠⠰"  # number, capital and letter sign, in Braille ASCII and in Unicode


@dataclass(frozen=True, slots=True)
class LabelSet:
    """One way to label cards: ``patterns`` by card value or ``number``, with the letter of each colour.

    ``experimental`` are the colours and values that no reader has tried yet.
    """

    colours: Mapping[str, str]
    patterns: Mapping[str, str]
    experimental: frozenset[str]

    def label(self, card: Card) -> str | None:
        """The card's label in print letters, or None where the set has none."""
        pattern = self.patterns.get("number" if card.is_number else card.value)
        if pattern is None or (card.colour is not None and card.colour not in self.colours):
            return None
        colour = "" if card.colour is None else self.colours[card.colour]
        return pattern.format(colour=colour, number=card.value)

    def is_experimental(self, card: Card) -> bool:
        """True where no reader has tried the card's label yet."""
        return bool({card.value, card.colour} & self.experimental)


@cache
def label_set(name: str) -> LabelSet:
    """The set of a data file; ``name`` is one of ``LABEL_SETS``."""
    data = tomllib.loads((_FILES / f"{name}.toml").read_text(encoding="utf-8"))
    tried, untried = data, data.get("experimental", {"colours": {}, "labels": {}})
    return LabelSet(
        tried["colours"] | untried["colours"],
        tried["labels"] | untried["labels"],
        frozenset([*untried["colours"], *untried["labels"]]),
    )


def label_of(card: Card, name: str) -> str | None:
    """What the set of this name has on the card, in print letters, or None."""
    return label_set(name).label(card)


def label_cells(label: str) -> str:
    """A label in Braille cells: letters, and digits as the letters a to j, without any sign."""
    cells = CELLS | {"+": "⠬"}
    return "".join(cells[letter] for letter in _with_letters(label))


def without_label(deck: Deck, name: str) -> list[Card]:
    """The faces of the deck that the set has no label for."""
    return [card for card in deck.faces if label_of(card, name) is None]


def labelled_alike(deck: Deck, name: str) -> list[Card]:
    """The faces of the deck whose label is another's too: in an own deck two cards may be that printed decks part."""
    labels = {card: _with_letters(label) for card in deck.faces if (label := label_of(card, name)) is not None}
    counts = Counter(labels.values())
    return [card for card, label in labels.items() if counts[label] > 1]


def read_label(text: str, name: str, deck: Deck) -> Card | None:
    """The card whose label this is, or None when no card of the set has it, or more than one."""
    return _labels(name, tuple(deck.faces)).get(_plain(text))


def labelled(text: str, name: str, deck: Deck) -> list[Card]:
    """All the cards of the deck whose label in the set this is: more than one where it tells nobody which."""
    found = read_label(text, name, deck)
    if found is not None:
        return [found]
    return [card for card in labelled_alike(deck, name) if _plain(text) in _forms(card, name)]


def other_set(text: str, name: str, deck: Deck) -> str | None:
    """Another set than that of this name in which the text is a label of the deck; None where there is none such."""
    return next((other for other in LABEL_SETS if other != name and labelled(text, other, deck)), None)


def _plain(text: str) -> str:
    """The text as print letters, lower case, without signs and blanks."""
    for cells, sign in sorted(_PLUS.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(cells, sign)
    letters = "".join(_LETTERS.get(char, char) for char in text if char not in _SIGNS and not char.isspace())
    return letters.replace("⠀", "").casefold()


@cache
def _labels(name: str, faces: tuple[Card, ...]) -> dict[str, Card]:
    """Every text that one card's label of the set alone can have, digits as figures and as letters."""
    texts: dict[str, Card | None] = {}
    for card in faces:
        for text in _forms(card, name):
            texts[text] = None if text in texts else card
    return {text: card for text, card in texts.items() if card is not None}


def _forms(card: Card, name: str) -> set[str]:
    label = label_of(card, name)
    return set() if label is None else {label, _with_letters(label)}


def _with_letters(label: str) -> str:
    letters = {digit: letter for letter, digit in _DIGITS.items()}
    return "".join(letters.get(char, char) for char in label)
