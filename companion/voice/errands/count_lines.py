"""What is said while a whole deck is scanned once, before a game or when it is packed away."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.cards import Card
from companion.things import Thing
from companion.voice.errands.enrol_lines import with_deck
from companion.voice.lines import EditionName, Phrase, PrintedWord, count, followed, say

MOST_NAMED = 12  # a longer list nobody listens to


def begin(edition: str, number: int, kept: int | None) -> Phrase:
    """Every card is to be scanned; so many of them were before a stop, None where nothing was."""
    how = say(
        "Scan all {number} cards of {edition} once, in any order, then done.",
        number=number,
        edition=EditionName(edition),
    )
    return how if kept is None else followed(counted(kept), how)


def counted(number: int) -> Phrase:
    """So many cards of the deck were scanned."""
    return count("{n} card.", "{n} cards.", number)


def again(card: Card) -> Phrase:
    """The same code once more: the same card, or two cards with one code."""
    return say("{card:capital}: this code was scanned before.", card=card)


def again_otherwise(card: Card) -> Phrase:
    """The same card by its sticker and by its own label, or by two stickers."""
    return say("{card:capital}: this card was scanned before, by another code.", card=card)


def one_too_many(card: Card) -> Phrase:
    """A label without a number was read more often than the deck has the card."""
    return say("{card:capital}: more often than the deck has it.", card=card)


def foreign(thing: Thing) -> Phrase:
    """A card of another deck."""
    return say("Not of this deck: {thing}.", thing=(with_deck(thing),))


def unknown(text: str) -> Phrase:
    """No card has this code."""
    return say("No card has the code {text}: it can be enrolled.", text=text)


def ambiguous(cards: Sequence[Card]) -> Phrase:
    """A label that several cards have."""
    return say("This label may be {cards}: they cannot be told apart.", cards=tuple(cards))


def in_the_box() -> Phrase:
    """A card that is never played, such as a reference card."""
    return say("This card is not played: put it aside.")


def taken_back(number: int) -> Phrase:
    """The last read does not count."""
    return followed(say("The last scan is taken back."), counted(number))


def nothing_to_take_back() -> Phrase:
    """Nothing was scanned yet."""
    return say("There is nothing to take back.")


def whole(number: int) -> Phrase:
    """Every card was there."""
    return say("All {number} cards are there.", number=number)


def so_far(number: int, total: int) -> Phrase:
    """How many cards were scanned."""
    return count("{n} of {total} cards is there.", "{n} of {total} cards are there.", number, total=total)


def missing(cards: Sequence[Card]) -> Phrase:
    """What was not scanned; listed while the list can be listened to."""
    if len(set(cards)) > MOST_NAMED:
        return count("{n} is missing.", "{n} are missing.", len(cards))
    return count("{n} is missing: {cards:every}.", "{n} are missing: {cards:every}.", len(cards), cards=tuple(cards))


def doubled(cards: Sequence[Card]) -> Phrase:
    """Scanned more than once, or more often than there are."""
    if len(cards) > MOST_NAMED:
        return count("{n} was scanned more than once.", "{n} were scanned more than once.", len(cards))
    return say("Scanned more than once: {cards:every}.", cards=tuple(cards))


def perhaps_one_label(cards: Sequence[Card]) -> Phrase:
    """One copy was scanned twice and another not at all."""
    return say("Perhaps two cards have one code: {cards:every}.", cards=tuple(cards))


def strangers(things: Sequence[Thing]) -> Phrase:
    """Cards of other decks."""
    if len(things) > MOST_NAMED:
        return count("{n} card of another deck.", "{n} cards of another deck.", len(things))
    return count(
        "{n} card of another deck: {things}.",
        "{n} cards of another deck: {things}.",
        len(things),
        things=tuple(with_deck(thing) for thing in things),
    )


def unknown_codes(codes: Sequence[str]) -> Phrase:
    """Codes that no card has."""
    if len(codes) > MOST_NAMED:
        return count("{n} unknown code.", "{n} unknown codes.", len(codes))
    return count("{n} unknown code: {codes}.", "{n} unknown codes: {codes}.", len(codes), codes=tuple(codes))


def unclear(labels: Sequence[Phrase]) -> Phrase:
    """Labels that tell nobody which card it is."""
    return say("Labels that several cards have: {labels}.", labels=tuple(labels))


def either(cards: Sequence[Card], often: int) -> Phrase:
    """One such label, and how often it was read."""
    return count("{cards}, {n} time", "{cards}, {n} times", often, cards=tuple(cards))


def stopped(number: int) -> Phrase:
    """The check ends before its end."""
    return followed(counted(number), say("The check goes on from here another time."))


def can_scan() -> Phrase:
    """What can be scanned or typed meanwhile."""
    return say(
        "Scan every card once. The card {status} tells what is missing, {undo} takes the last scan back, "
        "{done} ends.",
        status=PrintedWord("STATUS"),
        undo=PrintedWord("UNDO"),
        done=PrintedWord("DONE"),
    )
