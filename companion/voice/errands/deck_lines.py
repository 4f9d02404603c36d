"""What is said while a deck is learned card by card (``uno-companion deck learn``)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.cards import Card, Side
from companion.voice.lines import EditionName, Phrase, count, followed, say

_MOST_NAMED = 12


def first_card(*, two_sided: bool, kept: int) -> Phrase:
    """Scanning begins, or goes on with the cards that were kept."""
    how = say("Scan every card of the deck once, then done.")
    if two_sided:
        how = say("Scan every card of the deck once: first its light side, then its dark side; then done.")
    if not kept:
        return how
    return followed(count("{n} card is kept.", "{n} cards are kept.", kept), how)


def counted(number: int, card: Card) -> Phrase:
    """One more card is in the deck."""
    return say("{number}: {card}.", number=number, card=card)


def light_side(number: int, card: Card) -> Phrase:
    """The light side of a two-sided card; the other one is awaited."""
    return followed(counted(number, card), say("Now its dark side."))


def counted_already(card: Card) -> Phrase:
    """The same physical card once more."""
    return say("{card:capital}: this card is counted already.", card=card)


def taken_back(card: Card, left: int) -> Phrase:
    """The last read is undone."""
    return followed(say("Taken back: {card}.", card=card), count("{n} card.", "{n} cards.", left))


def nothing_to_take_back() -> Phrase:
    """There is no card yet."""
    return say("There is nothing to take back.")


def bad_tag() -> Phrase:
    """The check character is wrong."""
    return say("Not read rightly: scan it again.")


def unknown_code(text: str) -> Phrase:
    """Neither a tag, nor a label, nor a card's word."""
    return say("No card has the code {text}. Type the card instead, such as red-7.", text=text)


def no_card() -> Phrase:
    """A command card or a badge."""
    return say("That is no card of a deck.")


def not_like(card: Card, edition: str) -> Phrase:
    """The printed edition has no such face."""
    return say("{card:capital}: {edition} has no such card.", card=card, edition=EditionName(edition))


def other_side(wanted: Side) -> Phrase:
    """A two-sided card was shown with the wrong side first."""
    if wanted is Side.LIGHT:
        return say("That is a dark side: turn the card over.")
    return say("That is a light side.")


def dark_side_awaited(card: Card) -> Phrase:
    """The light side of a two-sided card was read some time ago; the other one is still awaited."""
    return say("{card:capital}: now its dark side.", card=card)


def dark_side_missing(card: Card) -> Phrase:
    """Done, in the middle of a card."""
    return say("The dark side of the last card is missing: {card}.", card=card)


def too_few() -> Phrase:
    """Done, with no deck yet."""
    return say("That is no deck yet: scan two cards at least.")


def no_number_card(*, two_sided: bool) -> Phrase:
    """Done, with no card that a round can begin with."""
    if two_sided:
        return say("That is no deck yet: without a number card on the light side no round can begin.")
    return say("That is no deck yet: without a number card no round can begin.")


def too_many() -> Phrase:
    """No tag has a number for another card."""
    return say("A deck has 999 cards at most.")


def closed(number: int, edition: str, unlike: Sequence[Phrase]) -> Phrase:
    """The deck is learned; ``unlike``: how its sides differ from those of the printed one."""
    alike = [] if unlike else [say("They are those of {edition}.", edition=EditionName(edition))]
    return followed(count("The deck has {n} card.", "The deck has {n} cards.", number), *unlike, *alike)


def side_named(side: Side) -> Phrase:
    """What follows is about this side."""
    return say("{side:capital}:", side=side)


def fewer(edition: str, cards: Sequence[Card]) -> Phrase:
    """Cards that the printed deck has and this one has not; listed while the list can be listened to."""
    name = EditionName(edition)
    if len(set(cards)) > _MOST_NAMED:
        return count(
            "{n} card fewer than in {edition}.", "{n} cards fewer than in {edition}.", len(cards), edition=name
        )
    return count(
        "{n} card fewer than in {edition}: {cards:every}.",
        "{n} cards fewer than in {edition}: {cards:every}.",
        len(cards),
        edition=name,
        cards=tuple(cards),
    )


def more(edition: str, cards: Sequence[Card]) -> Phrase:
    """Cards that this deck has and the printed one has not."""
    name = EditionName(edition)
    if len(set(cards)) > _MOST_NAMED:
        return count(
            "{n} card more than in {edition}.", "{n} cards more than in {edition}.", len(cards), edition=name
        )
    return count(
        "{n} card more than in {edition}: {cards:every}.",
        "{n} cards more than in {edition}: {cards:every}.",
        len(cards),
        edition=name,
        cards=tuple(cards),
    )


def interrupted(number: int) -> Phrase:
    """Scanning stopped before done."""
    return count(
        "{n} card is kept. Start the same command again to go on.",
        "{n} cards are kept. Start the same command again to go on.",
        number,
    )
