"""Things that a code can be stuck on, each with the tag of ours that it stands for: cards, command cards, badges.

Pure.

>>> [thing.tag for thing in badges()][2]
'TP03P'
>>> thing_with("TXK10021A").copy
2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.cards import Card, Side
from companion.referee.deck_file import serial_trouble
from companion.referee.decks import Deck, deck_by_letter
from companion.tags import (
    BADGES,
    Badge,
    CardTag,
    CommandCard,
    CommandWord,
    badge_tag,
    card_tag,
    command_tag,
    read_tag,
)

USUAL_SERIAL = "K1"


def agreed_serial(deck: Deck, asked: str | None) -> str:
    """What the tags of a deck carry: as its file says, else as asked, else K1; raises ValueError, one sentence."""
    if deck.serial:
        if asked is not None and asked.upper() != deck.serial:
            raise ValueError(f"--serial {asked}: {deck.edition} has {deck.serial} in its file; leave it out")
        return deck.serial
    serial = (asked or USUAL_SERIAL).upper()
    if trouble := serial_trouble(serial):
        raise ValueError(f"--serial {trouble}")
    return serial


@dataclass(frozen=True, slots=True)
class Thing:
    """One physical card of a deck, ``copy`` 1 up of ``copies`` of its face; or a command card; or a badge.

    Of a deck that is not on the shelf only the tag is known. ``edition`` and ``serial`` are the deck's.
    """

    tag: str
    card: Card | None = None
    copy: int = 1
    copies: int = 1
    edition: str = ""
    serial: str = ""
    word: CommandWord | None = None
    badge: int | None = None


def deck_cards(deck: Deck, serial: str, sides: Sequence[Side]) -> tuple[Thing, ...]:
    """Every physical card in the order of the ordinals, the light sides before the dark ones."""
    things: list[Thing] = []
    for side in sides:
        cards = deck.side_cards(side)
        often, copy = Counter(cards), Counter[Card]()
        for ordinal, card in enumerate(cards, 1):
            copy[card] += 1
            tag = card_tag(deck.letter, serial, ordinal, 1 if side is Side.LIGHT else 2)
            things.append(Thing(tag, card, copy[card], often[card], deck.edition, serial))
    return tuple(things)


def command_cards() -> tuple[Thing, ...]:
    """Every command card."""
    return tuple(Thing(command_tag(word), word=word) for word in CommandWord)


def badges() -> tuple[Thing, ...]:
    """The badges of players 1 to 10."""
    return tuple(Thing(badge_tag(number), badge=number) for number in range(1, BADGES + 1))


def thing_with(tag: str) -> Thing:
    """The thing that has this tag."""
    match read_tag(tag):
        case CommandCard(word):
            return Thing(tag, word=word)
        case Badge(number):
            return Thing(tag, badge=number)
        case CardTag() if (deck := deck_by_letter(tag[1], tag[2:4])) is not None:
            side = Side.LIGHT if tag[7] == "1" else Side.DARK
            return deck_cards(deck, tag[2:4], [side])[int(tag[4:7]) - 1]
    return Thing(tag)
