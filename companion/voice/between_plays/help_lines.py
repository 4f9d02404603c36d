"""What can be scanned now, in words: first what the table waits for, then what is always of use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.answers import BadgeUse, CanScan, CardUse
from companion.referee.cards import Colour
from companion.tags import AGREEMENTS, DIGITS, VOICE_WISHES, CommandWord
from companion.voice.lines import Line, Phrase, PrintedWord, Verbosity, answer, followed, say

Thing = Phrase | PrintedWord

CARDS: Mapping[CardUse, Phrase] = {
    CardUse.DRAWN: say("a badge and the card drawn for the deal"),
    CardUse.TURNED_UP: say("the card turned up"),
    CardUse.PLAYED: say("the card you play"),
    CardUse.UNREAD: say("the card that was not read"),
    CardUse.STACKED: say("a card on top of the sum"),
    CardUse.LAID_UNDER: say("further cards"),
    CardUse.OF_A_HAND: say("the cards of a hand"),
}
BADGES: Mapping[BadgeUse, Phrase] = {
    BadgeUse.SEAT: say("badges in seat order"),
    BadgeUse.TARGET: say("the badge of the player who is hit"),
    BadgeUse.PARTNER: say("the badge of the player to swap hands with"),
    BadgeUse.HAND: say("the badge of whose hand it is"),
    BadgeUse.DEALT: say("a badge before the number of its cards"),
    BadgeUse.OWNER: say("a badge before a scan out of turn"),
}

_MENDS = (CommandWord.UNDO, CommandWord.MISSED, CommandWord.RELOAD)
_ASKS = (
    CommandWord.STATUS,
    CommandWord.COUNTS,
    CommandWord.SCORES,
    CommandWord.REPEAT,
    CommandWord.HELP,
    CommandWord.STOP,
)
_OTHERS = (CommandWord.WHATIS, CommandWord.PIN, CommandWord.HOST, CommandWord.MOTOR)
_LATER = frozenset({*_MENDS, *_ASKS, *VOICE_WISHES, *_OTHERS})


def can_scan(found: CanScan, verbosity: Verbosity) -> list[Line]:
    """The answer to HELP: brief, only what the table waits for; with every detail, all that there is."""
    now = [*_first(found), *_named(word for word in found.words if not _is_later(word, found))]
    said = say("Scan now: {things}.", things=tuple(now))
    if found.button:
        said = followed(say("Press the button, or scan."), said)
    if verbosity is Verbosity.BRIEF:
        return [answer(said)]
    mends = tuple(_named(word for word in _MENDS if word in found.words))
    said = followed(
        said,
        say("To put right: {things}.", things=mends) if mends else None,
        say("To ask: {things}.", things=tuple(_named(_ASKS))),
    )
    if verbosity is Verbosity.FULL:
        later = (word for word in found.words if _is_later(word, found))
        rest = tuple(_named(word for word in later if word not in {*_MENDS, *_ASKS}))
        badged = tuple(_named(found.with_badge))
        said = followed(
            said,
            say("After a badge: {things}.", things=badged) if badged else None,
            say("Besides: {things}.", things=rest),
        )
    return [answer(said)]


def _first(found: CanScan) -> Iterator[Phrase]:
    """Cards of the deck, and badges where they are what the table waits for."""
    if found.badge is not BadgeUse.OWNER:
        yield BADGES[found.badge]
    if found.card is not None:
        yield CARDS[found.card]
    if found.badge is BadgeUse.OWNER and found.card is CardUse.PLAYED:
        yield BADGES[found.badge]


def _is_later(word: CommandWord, found: CanScan) -> bool:
    """Always of use, or in a game that is played: then START would set it aside."""
    return word in _LATER or (word is CommandWord.START and found.badge is not BadgeUse.SEAT)


def _named(words: Iterable[CommandWord]) -> Iterator[Thing]:
    """Each by what is printed on it; digits, colours and editions together."""
    together: set[str] = set()
    for word in words:
        kind, phrase = _kind(word)
        if kind not in together:
            together.add(kind)
            yield phrase


def _kind(word: CommandWord) -> tuple[str, Thing]:
    if word in DIGITS:
        return "digits", say("digits, then done")
    if word in AGREEMENTS:
        return "editions", say("the card of an edition")
    if word.lower() in frozenset(Colour):
        return "colours", say("a colour")
    if word is CommandWord.UNO:
        return word, say("the UNO card")
    return word, PrintedWord(word)
