"""What a deck file describes, in lines for whoever wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from companion.own_decks import FOLDER
from companion.referee.cards import Card
from companion.referee.decks import Deck, Face, load_deck


def summary(deck: Deck, path: Path) -> Iterator[str]:
    """The lines: name, cards by colour and kind, backs, what differs from the printed deck, how to play with it."""
    own = f", serial {deck.serial}" if deck.serial else ""
    yield f"{path}: no errors"
    yield f"name: {deck.edition} (letter {deck.letter}{own})"
    yield f"cards: {deck.total}"
    for side in deck.colours:
        named = f"{side} side, " if deck.two_sided else ""
        for colour in (*deck.colours[side], None):
            mine = Counter(card.value for card in deck.side_cards(side) if card.colour is colour)
            kinds = ", ".join(f"{value} ×{number}" for value, number in mine.items())
            yield f"  {named}{colour or 'wild'}: {mine.total()}{f' ({kinds})' if kinds else ''}"
    if deck.two_sided:
        yield f"backs: {'known' if deck.backs else 'not known'}"
    if deck.like:
        yield from _differences(deck, load_deck(deck.like))
    if not deck.text:
        yield 'to play with it: give it a name of its own, letter = "U" and a serial'
    else:
        yield f"to play with it: start the table with --deck {path}, or put it into {FOLDER} in the data folder;"
        yield f"  then choose {deck.edition} on the page, or: game {deck.edition} players=Ann,Ben"


def _differences(deck: Deck, like: Deck) -> Iterator[str]:
    """How an own deck differs from the printed one: its cards first, then what is agreed and what cards do."""
    had, printed = (Counter([*each.cards, *each.dark_cards]) for each in (deck, like))
    words = [("fewer", printed - had), ("more", had - printed)]
    told = [f"{_listed(cards)} {word}" for word, cards in words if cards]
    keys = ("supply", "match_mode", "target", "challenge", "drawn_card", "plus4_rule")
    told += [f"{key} = {_plain(getattr(deck, key))}" for key in keys if getattr(deck, key) != getattr(like, key)]
    both = [card for card in deck.faces if card in like.faces]
    changed = [str(card) for card in both if _does(deck.faces[card]) != _does(like.faces[card])]
    told += [f"points or effect of {', '.join(changed)}"] if changed else []
    yield f"unlike {like.edition}: {'; '.join(told) or 'nothing'}"


def _does(face: Face) -> tuple[object, ...]:
    return face.points, face.number, face.colour_when_last, face.may_be_first


def _listed(cards: Counter[Card]) -> str:
    return ", ".join(f"{card} ×{number}" for card, number in cards.items())


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
