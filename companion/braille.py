"""Braille labels as a reader passes them on: print letters, Unicode Braille or Braille ASCII, to a card.

A label says no deck and no copy. Capitals, number signs and letter signs are tolerated; a text that no card of the
chosen set has is nothing, never guessed (``tags.md`` section 3).

>>> from companion.referee.decks import load_deck
>>> str(read_label("⠃⠊", "mattel", load_deck("braille")))
'blue-9'
>>> read_label("rr", "mattel", load_deck("braille")) is None
True
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from companion.referee.cards import Card
from companion.referee.decks import Deck

_FILES = resources.files("companion") / "label_sets"

#: The letters of the Braille cells, by their dots: a is dot 1, t dots 2345.
_LETTERS = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz", strict=True))
#: The plus of cards: the cell of Braille ASCII, or that of unified English Braille with its prefix.
_PLUS = {"⠬": "+", "⠐⠖": "+", "⠖": "+"}
_DIGITS = dict(zip("abcdefghij", "1234567890", strict=True))
_SIGNS = "#,;⠼⠠⠰"  # number, capital and letter sign, in Braille ASCII and in Unicode


def read_label(text: str, label_set: str, deck: Deck) -> Card | None:
    """The card whose label this is, or None when no card of the set has it."""
    return _labels(label_set, tuple(deck.faces)).get(_plain(text))


def _plain(text: str) -> str:
    """The text as print letters, lower case, without signs and blanks."""
    for cells, sign in sorted(_PLUS.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(cells, sign)
    letters = "".join(_LETTERS.get(char, char) for char in text if char not in _SIGNS and not char.isspace())
    return letters.replace("⠀", "").casefold()


@cache
def _labels(label_set: str, faces: tuple[Card, ...]) -> dict[str, Card]:
    """Every text that a label of the set can have, digits as figures and as letters."""
    data = tomllib.loads((_FILES / f"{label_set}.toml").read_text(encoding="utf-8"))
    texts: dict[str, Card] = {}
    for card in faces:
        label = _label(card, data)
        if label is not None:
            texts[label] = card
            texts[_with_letters(label)] = card
    return texts


def _label(card: Card, data: dict[str, Any]) -> str | None:
    pattern: str | None = data["labels"].get("number" if card.is_number else card.value)
    if pattern is None or (card.colour is not None and card.colour not in data["colours"]):
        return None
    colour = "" if card.colour is None else data["colours"][card.colour]
    return pattern.format(colour=colour, number=card.value)


def _with_letters(label: str) -> str:
    letters = {digit: letter for letter, digit in _DIGITS.items()}
    return "".join(letters.get(char, char) for char in label)
