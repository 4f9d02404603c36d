"""What is said while codes are bound to cards, one card after the other (``uno-companion enrol``, the page)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.cards import Card
from companion.things import Thing
from companion.voice.lines import EditionName, Phrase, PrintedWord, count, followed, say

_MOST_NAMED = 12
_SHARED = say("Two cards cannot have one code.")


def named(thing: Thing) -> Phrase:
    """What a thing is called; of several cards of one face, which."""
    if thing.word is not None:
        return say("command card {word}", word=PrintedWord(thing.word))
    if thing.badge is not None:
        return say("badge {number}", number=thing.badge)
    if thing.card is None:
        return say("a card of a deck that is not here ({tag})", tag=thing.tag)
    return _copy(thing.card, thing.copy) if thing.copies > 1 else say("the card {card}", card=thing.card)


def _copy(card: Card, number: int) -> Phrase:
    match number:
        case 1:
            return say("{card}, first copy", card=card)
        case 2:
            return say("{card}, second copy", card=card)
        case 3:
            return say("{card}, third copy", card=card)
        case 4:
            return say("{card}, fourth copy", card=card)
    return say("{card}, copy {number}", card=card, number=number)


def with_deck(thing: Thing) -> Phrase:
    """A thing with its deck's name, where it is a card of a deck that is here."""
    if thing.card is None:
        return named(thing)
    return say(
        "{thing} of {edition}, {serial}",
        thing=(named(thing),),
        edition=EditionName(thing.edition),
        serial=thing.serial,
    )


def begin(done: int, total: int) -> Phrase:
    """Enrolling begins, or goes on."""
    how = say("Scan the code of each card that is named; help tells more.")
    if not done:
        return how
    return followed(progress(done, total), how)


def progress(done: int, total: int) -> Phrase:
    """How many have their codes."""
    return count("{n} of {total} has its code.", "{n} of {total} have their codes.", done, total=total)


def scan(thing: Thing, *, again: bool) -> Phrase:
    """The thing whose code comes next; ``again``: it has one already."""
    if again:
        return say("Now a new code for {thing}.", thing=(named(thing),))
    return say("Now the code of {thing}.", thing=(named(thing),))


def bound(thing: Thing, *, replaced: bool) -> Phrase:
    """The code was taken."""
    if replaced:
        return say("{thing:capital}: new code, the old one is forgotten.", thing=(named(thing),))
    return say("{thing:capital}: taken.", thing=(named(thing),))


def its_own(thing: Thing) -> Phrase:
    """The code that it has was scanned once more."""
    return say("{thing:capital} has this code already.", thing=(named(thing),))


def taken(thing: Thing, *, elsewhere: bool) -> Phrase:
    """The code is another thing's; ``elsewhere``: of another deck."""
    name = with_deck(thing) if elsewhere else named(thing)
    return followed(say("This is the code of {thing} already.", thing=(name,)), _SHARED)


def own_tag(thing: Thing) -> Phrase:
    """A label of ours was scanned: it needs no code, and chooses its card."""
    return say("Our own label of {thing}: it works without enrolling.", thing=(named(thing),))


def chosen(thing: Thing) -> Phrase:
    """Somebody chose this one, by its Braille label, its word, or on the page."""
    return say("{thing:capital} chosen.", thing=(named(thing),))


def reads_as_label(card: Card, label_set: str, *, chosen: bool) -> Phrase:
    """The text is a Braille label: in the set that the table reads, or in another that it may read one day."""
    if chosen:
        return say("That reads as the Braille label of {card}: take another sticker.", card=card)
    return say(
        "That reads as the Braille label of {card} in the set {name}. If the cards have such labels, choose that set;"
        " else take another sticker.",
        card=card,
        name=label_set,
    )


def label_of_several(cards: Sequence[Card]) -> Phrase:
    """The text is the Braille label of cards that nobody can tell apart by it."""
    return say("This label stands for {cards}: it tells nobody which.", cards=tuple(cards))


def foreign(thing: Thing) -> Phrase:
    """A card of another deck."""
    return say("That is {thing}: another deck.", thing=(with_deck(thing),))


def no_such_card(card: Card, edition: str) -> Phrase:
    """The deck that is enrolled has no such card."""
    return say("{card:capital}: {edition} has no such card.", card=card, edition=EditionName(edition))


def not_enrolled_here() -> Phrase:
    """A card that does nothing now."""
    return say("That card does nothing here.")


def not_among(thing: Thing) -> Phrase:
    """What was scanned or typed is nothing of what gets codes now; ``thing`` is the one whose code comes next."""
    if thing.word is not None:
        return say("Only command cards get their codes now.")
    if thing.badge is not None:
        return say("Only badges get their codes now.")
    return say("Only cards of {edition} get their codes now.", edition=EditionName(thing.edition))


def not_chosen(what: Card | Thing) -> Phrase:
    """Of several cards of the deck, command cards or badges some alone get codes now, and this is none of them."""
    name = what if isinstance(what, Card) else (named(what),)
    return say("{thing:capital}: not among those that get their codes now.", thing=name)


def a_word() -> Phrase:
    """What was read is a word that people type."""
    return say("That is a word, not the code of a sticker.")


def no_code() -> Phrase:
    """What was read cannot be a code."""
    return say("That cannot be a code: 1 to 64 printed characters.")


def skipped(thing: Thing) -> Phrase:
    """The card is left without a code for now."""
    return say("Skipped: {thing}.", thing=(named(thing),))


def nothing_before() -> Phrase:
    """There is no card to go back to."""
    return say("This is where the list begins.")


def taken_back(thing: Thing) -> Phrase:
    """The last code is taken off again."""
    return say("Taken back: the code of {thing}.", thing=(named(thing),))


def nothing_to_take_back() -> Phrase:
    """No code was bound since this began."""
    return say("There is nothing to take back.")


def taken_off(code: str, thing: Thing) -> Phrase:
    """A code stands for nothing any more."""
    return say("{code} is no code any more: it was that of {thing}.", code=code, thing=(with_deck(thing),))


def all_taken_off(number: int, thing: Thing) -> Phrase:
    """All codes of the command cards, of the badges, or of the deck that ``thing`` is of."""
    if thing.word is not None:
        return count("{n} code of command cards is taken off.", "{n} codes of command cards are taken off.", number)
    if thing.badge is not None:
        return count("{n} code of badges is taken off.", "{n} codes of badges are taken off.", number)
    return count(
        "{n} code of {edition}, {serial} is taken off.",
        "{n} codes of {edition}, {serial} are taken off.",
        number,
        edition=EditionName(thing.edition),
        serial=thing.serial,
    )


def finished(total: int) -> Phrase:
    """Everything that was asked for has a code."""
    return count("It has its code.", "All {n} have their codes.", total)


def without(things: Sequence[Thing]) -> Phrase:
    """What was skipped has no code, listed while the list can be listened to."""
    if len(things) > _MOST_NAMED:
        return count("{n} is without a code.", "{n} are without a code.", len(things))
    return count(
        "{n} is without a code: {things}.",
        "{n} are without a code: {things}.",
        len(things),
        things=tuple(named(thing) for thing in things),
    )


def stopped(done: int, total: int) -> Phrase:
    """Enrolling ends before its end; what was bound is kept."""
    return followed(progress(done, total), say("Enrolling goes on from here another time."))


def lapsed() -> Phrase:
    """Nobody scanned for a long time: scans play again."""
    return say("Nothing was scanned for long: scans belong to the game again.")


def ended() -> Phrase:
    """At the table scans play again."""
    return say("Scans belong to the game again.")


def not_kept(reason: str) -> Phrase:
    """The disk does not take it."""
    return say("That could not be kept: {reason}.", reason=reason)


def can_scan() -> Phrase:
    """What can be scanned or typed meanwhile."""
    return say(
        "Scan the code of the card that was named. The card {skip} skips it, {back} goes back, "
        "{undo} takes the last code off, {done} ends. A card's own label, or its word typed, chooses that card.",
        skip=PrintedWord("PASS"),
        back=PrintedWord("MISSED"),
        undo=PrintedWord("UNDO"),
        done=PrintedWord("DONE"),
    )


def codes_unknown() -> Phrase:
    """The file of codes is damaged: no sticker is known."""
    return say("The file of enrolled codes cannot be read, so no sticker is known: the log says why.")
