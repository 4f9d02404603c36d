"""What a scanned text is: a card's tag, a command card, a player's badge, or nothing this table knows.

Pure: text in, reading out. What a reading means at the table is ``companion.scans.meaning``'s business.
Forms: ``tags.md``, sections 1 and 2; the check character is ISO/IEC 7064 MOD 37,36.

>>> str(read_tag(card_tag("X", "K1", 1)).card)
'red-1'
>>> read_tag("TP03P")
Badge(number=3)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from stdnum.iso7064 import mod_37_36

from companion.layouts import looks_french, meant
from companion.referee.cards import Card, Side
from companion.referee.deck_file import CROCKFORD
from companion.referee.decks import OWN_LETTER, Deck, deck_by_letter
from companion.referee.refusals import RefusalCode, TagHint

_CARD_LENGTH = 9
_BADGE_LENGTH = 5
BADGES = 10  # tags.md, section 2
_DIGIT_WORDS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_EDITION_LETTERS = frozenset("CMBXAFHU")


class CommandWord(StrEnum):
    """The command cards this table answers to; ``tags.md`` section 2."""

    RED = "RED"
    YELLOW = "YELLOW"
    GREEN = "GREEN"
    BLUE = "BLUE"
    PINK = "PINK"
    TEAL = "TEAL"
    ORANGE = "ORANGE"
    PURPLE = "PURPLE"
    UNO = "UNO"
    CATCH = "CATCH"
    PASS = "PASS"  # noqa: S105 - the card that passes a turn
    DRAW = "DRAW"
    DONE = "DONE"
    CHALLENGE = "CHALLENGE"
    ACCEPT = "ACCEPT"
    GUILTY = "GUILTY"
    INNOCENT = "INNOCENT"
    UNDO = "UNDO"
    ANYWAY = "ANYWAY"
    MISSED = "MISSED"
    RELOAD = "RELOAD"
    ROUND = "ROUND"
    START = "START"
    LEAVE = "LEAVE"
    LEFT = "LEFT"
    YES = "YES"
    NO = "NO"
    ZERO = "ZERO"
    ONE = "ONE"
    TWO = "TWO"
    THREE = "THREE"
    FOUR = "FOUR"
    FIVE = "FIVE"
    SIX = "SIX"
    SEVEN = "SEVEN"
    EIGHT = "EIGHT"
    NINE = "NINE"
    REPEAT = "REPEAT"
    STATUS = "STATUS"
    COUNTS = "COUNTS"
    SCORES = "SCORES"
    HELP = "HELP"
    WHATIS = "WHATIS"
    STOP = "STOP"
    PIN = "PIN"
    FASTER = "FASTER"
    SLOWER = "SLOWER"
    LOUDER = "LOUDER"
    SOFTER = "SOFTER"
    VERBOSITY = "VERBOSITY"
    LANGUAGE = "LANGUAGE"
    HOST = "HOST"
    MOTOR = "MOTOR"
    CLASSIC = "CLASSIC"
    BRAILLE = "BRAILLE"
    EXTREME = "EXTREME"
    ATTACK = "ATTACK"
    FLIP = "FLIP"
    HTWOO = "HTWOO"
    FAMILY = "FAMILY"


#: Cards that say a number, digit by digit; DONE ends it.
DIGITS = {CommandWord(word): digit for digit, word in enumerate(_DIGIT_WORDS)}

#: Cards that change how the table speaks.
VOICE_WISHES = frozenset(
    {
        CommandWord.FASTER,
        CommandWord.SLOWER,
        CommandWord.LOUDER,
        CommandWord.SOFTER,
        CommandWord.VERBOSITY,
        CommandWord.LANGUAGE,
    }
)

#: Cards that ask, quieten or set the voice: answered at once, without a number, also while a press is in flight.
QUERIES = VOICE_WISHES | {
    CommandWord.REPEAT,
    CommandWord.STATUS,
    CommandWord.COUNTS,
    CommandWord.SCORES,
    CommandWord.HELP,
    CommandWord.STOP,
    CommandWord.PIN,
    CommandWord.MOTOR,
}

#: Cards that say by which edition or ready-made agreement a game is to be played.
AGREEMENTS = {
    CommandWord.CLASSIC: "classic",
    CommandWord.BRAILLE: "braille",
    CommandWord.EXTREME: "extreme",
    CommandWord.ATTACK: "attack",
    CommandWord.FLIP: "flip",
    CommandWord.HTWOO: "h2o",
    CommandWord.FAMILY: "family",
}


@dataclass(frozen=True, slots=True)
class CardTag:
    """One physical card, with the face that was scanned.

    ``tag`` is its identity: the characters before the check character. The side's digit is one of them only where
    nobody knows which faces are two sides of one card: then the ordinals of the sides have nothing to do with
    each other.
    """

    card: Card
    tag: str


@dataclass(frozen=True, slots=True)
class CommandCard:
    word: CommandWord


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's badge, 1 to 10."""

    number: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No card to play: the frame or check character is wrong (``bad-tag``), nobody knows it (``unknown-tag``), or it
    lies in a deck's box and is never played (``not-in-deck``). ``hint``: what it looks like instead."""

    code: RefusalCode
    hint: TagHint | None = None


Reading = CardTag | CommandCard | Badge | Unreadable

_UNKNOWN = Unreadable(RefusalCode.UNKNOWN_TAG)
_BAD = Unreadable(RefusalCode.BAD_TAG)


def with_check(text: str) -> str:
    """The text with its check character."""
    return text + mod_37_36.calc_check_digit(text)


def card_tag(letter: str, serial: str, ordinal: int, side: int = 1) -> str:
    """The tag of one physical card: nine characters, as a label prints them."""
    return with_check(f"T{letter}{serial}{ordinal:03d}{side}")


def command_tag(word: CommandWord) -> str:
    """The tag of a command card."""
    return with_check(f"TC{word}")


def number_cards(number: int) -> tuple[CommandWord, ...]:
    """The command cards that say a number, DONE last.

    >>> [str(word) for word in number_cards(10)]
    ['ONE', 'ZERO', 'DONE']
    """
    return (*(CommandWord(_DIGIT_WORDS[int(digit)]) for digit in str(number)), CommandWord.DONE)


def badge_tag(number: int) -> str:
    """The tag of a player's badge, 1 to 10."""
    return with_check(f"TP{number:02d}")


def tag_in(text: str) -> str | None:
    """The tag of ours that a text is, as labels print it, also where its deck is not on the shelf; or None."""
    typed = text.strip()
    return next((tag for tag in map(str.upper, (typed, *meant(typed))) if _is_tag(tag)), None)


def _is_tag(tag: str) -> bool:
    return tag.isascii() and tag.isalnum() and _framed(tag) and mod_37_36.is_valid(tag)


def read_tag(text: str, in_play: Deck | None = None) -> Reading:
    """What a scanned text is; either case is read, and so is a tag typed through another keyboard layout.

    ``in_play`` is the deck on the table: an own deck that a game was begun with counts before its file of today.
    """
    typed = text.strip()
    reading = _read(typed, in_play)
    if reading not in {_UNKNOWN, _BAD}:
        return reading
    for tag in map(str.upper, meant(typed)):
        if _is_tag(tag):
            return _read(tag, in_play)
    return replace(reading, hint=TagHint.FRENCH_LAYOUT) if looks_french(typed) else reading


def _read(text: str, in_play: Deck | None) -> Reading:
    tag = text.upper()
    if not (tag.isascii() and tag.isalnum() and _framed(tag)):
        return _UNKNOWN
    if not mod_37_36.is_valid(tag):
        return _BAD
    if _is_card(tag):
        return _card(tag, in_play)
    return _badge(tag) if tag.startswith("TP") else _command(tag)


def _framed(tag: str) -> bool:
    """True for what one of our labels could say, rightly or wrongly read."""
    if not tag.startswith("T"):
        return False
    if len(tag) == _CARD_LENGTH and tag[1] in _EDITION_LETTERS:
        return True
    return tag.startswith("TC") or (tag.startswith("TP") and len(tag) == _BADGE_LENGTH)


def _is_card(tag: str) -> bool:
    shaped = len(tag) == _CARD_LENGTH and tag[4:8].isdigit() and set(tag[2:4]) <= CROCKFORD
    return shaped and tag[1] in _EDITION_LETTERS and tag[7] in "12"


def _card(tag: str, in_play: Deck | None) -> Reading:
    letter, serial = tag[1], tag[2:4]
    lies_here = in_play is not None and (in_play.letter, in_play.serial) == (OWN_LETTER, serial)
    deck = in_play if letter == OWN_LETTER and lies_here else deck_by_letter(letter, serial)
    side = Side.LIGHT if tag[7] == "1" else Side.DARK
    if deck is None:
        return _UNKNOWN
    ordinal = int(tag[4:7])
    card = deck.card_at(ordinal, side)
    if card is None:
        in_the_box = deck.total < ordinal <= deck.total + deck.never_played
        return Unreadable(RefusalCode.NOT_IN_DECK) if in_the_box else _UNKNOWN
    return CardTag(card, tag[:7] if deck.backs else tag[:8])


def _badge(tag: str) -> Reading:
    number = int(tag[2:4]) if tag[2:4].isdigit() else 0
    return Badge(number) if 1 <= number <= BADGES else _UNKNOWN


def _command(tag: str) -> Reading:
    word = tag[2:-1]
    return CommandCard(CommandWord(word)) if word in frozenset(CommandWord) else _UNKNOWN
