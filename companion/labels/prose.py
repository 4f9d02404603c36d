"""The key to a deck's Braille labels, and its rules in a few sentences, as paragraphs of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.braille import label_cells, label_of, label_set
from companion.labels.cells import BLANK
from companion.referee.cards import Card, Side
from companion.referee.decks import Deck
from companion.voice.errands.label_lines import (
    action_cards,
    colours_come_first,
    experimental_labels,
    key_heading,
    numbers_are_letters,
    wild_cards,
)
from companion.voice.lines import Line, Phrase
from companion.voice.phrases import Phrases
from companion.voice.rules.quick_rules import quick_rules

Translator = Callable[[Sequence[str]], list[str]]
#: Spaces before signs are the printer's; Braille has none there.
_PRINTED_SPACES = ("\u202f", "\u00a0")


def rules(deck: Deck, language: Phrases, translated: Translator) -> list[str]:
    """The rules, one paragraph a sentence; after the heading a blank line."""
    told = [_text(phrase, deck, language) for phrase in quick_rules(deck)]
    heading, *others = translated([_for_braille(text) for text in dict.fromkeys(told)])
    return [heading, "", *others]


def key(deck: Deck, set_name: str, language: Phrases, translated: Translator, sides: Sequence[Side]) -> list[str]:
    """The key to the labels of these sides: each as it is on the cards, then what it means."""
    entries = list(_key(deck, set_name, language, sides))
    meanings = translated([_for_braille(words) for _, words in entries])
    labels = [f"{cells}{BLANK}{BLANK}" if cells else "" for cells, _ in entries]
    return [label + meaning for label, meaning in zip(labels, meanings, strict=True)]


def _key(deck: Deck, set_name: str, language: Phrases, sides: Sequence[Side]) -> Iterator[tuple[str, str]]:
    """Labels in cells, each with its meaning in print; headings without a label."""
    labels = label_set(set_name)
    yield "", _text(key_heading(deck.edition), deck, language)
    if any(labels.is_experimental(card) for card, face in deck.faces.items() if face.side in sides):
        yield "", _text(experimental_labels(), deck, language)
    for side in sides:
        colours = deck.colours[side]
        if deck.two_sided:
            yield "", language.name(side)
        faces = [card for card, face in deck.faces.items() if face.side is side]
        yield "", _text(colours_come_first(), deck, language)
        for colour in colours:
            yield label_cells(labels.colours[colour]), language.name(colour)
        number = next((card for card in faces if card.is_number and card.value == "5"), None)
        if number is not None:
            yield "", _text(numbers_are_letters(), deck, language)
            yield from _entries([number], set_name, language, deck)
        actions = [card for card in faces if card.colour is colours[0] and not card.is_number]
        if actions:
            yield "", _text(action_cards(colours[0]), deck, language)
            yield from _entries(actions, set_name, language, deck)
        wilds = [card for card in faces if card.is_wild]
        if wilds:
            yield "", _text(wild_cards(), deck, language)
            yield from _entries(wilds, set_name, language, deck)


def _entries(cards: Sequence[Card], set_name: str, language: Phrases, deck: Deck) -> Iterator[tuple[str, str]]:
    for card in cards:
        yield label_cells(label_of(card, set_name) or ""), language.name(card, deck.edition)


def _text(phrase: Phrase, deck: Deck, language: Phrases) -> str:
    named = Line(phrase.message, phrase.params, phrase.plural, edition=deck.edition, detailed=True)
    return language.text(named)


def _for_braille(text: str) -> str:
    for space in _PRINTED_SPACES:
        text = text.replace(space, "")
    return text
