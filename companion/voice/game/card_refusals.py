"""Why this card may not go there, and which would; faces that nobody has seen are not named."""

from __future__ import annotations

from companion.referee.cards import Card, Side
from companion.referee.commands import Command, CountLeft, Draw, Hold, Play, Scan
from companion.referee.debts import card_debt
from companion.referee.effects import demands, may_stack
from companion.referee.refusals import Awaited, Refusal
from companion.referee.scoring import scoring_side
from companion.referee.state import State
from companion.voice.game.debt_lines import owed_now
from companion.voice.game.hand_lines import side_that_counts
from companion.voice.lines import Phrase, count, followed, say


def no_match(state: State, command: Command, refusal: Refusal) -> Phrase:
    """The card does not go there: what lies there, and what would go."""
    card, colour, top = refusal.card, refusal.colour, refusal.top
    if isinstance(command, Draw) and colour is not None:
        return say("The card drawn last must be {colour}.", colour=colour)
    if card is None or colour is None:
        return say("Not possible: it does not match.")
    if refusal.awaited is Awaited.DISCARDS:
        return say("Not possible: {card}. Only {colour} goes along.", card=card, colour=colour)
    wild = Card("wild") if state.side is Side.LIGHT else Card("dark-wild")
    if top is None or top.is_wild:
        return say("Not possible: {card}. {colour:capital} or {wild:one}.", card=card, colour=colour, wild=wild)
    return say(
        "Not possible: {card}. {colour:capital}, {top:one} or {wild:one}.",
        card=card,
        colour=colour,
        top=top,
        wild=wild,
    )


def not_in_deck(state: State, command: Command, refusal: Refusal) -> Phrase:
    """The deck has no such card, or all its copies are used up; one of a hand is not named.

    A scan that is no card's, and is not unknown, is of a card that only lies in the box.
    """
    card, copies = refusal.card, refusal.number
    if isinstance(command, Scan):
        return say("This card is not played: put it aside.")
    if isinstance(command, Hold | Draw):
        return say("Too many of one card for this deck.") if copies else say("No such card in this deck.")
    if refusal.colour is not None:
        return say("{colour:capital}: no such colour in this deck.", colour=refusal.colour)
    if card is None:
        return say("No such card in this deck.")
    if not copies:
        return say("{card:capital}: no such card in this deck.", card=card)
    seen = state.copies_seen(card)
    if seen >= copies:
        return count(
            "{card:capital}: the only one is on the discard.",
            "{card:capital}: all {n} are on the discard.",
            copies,
            card=card,
        )
    in_the_deck = count(
        "{card:capital}: there is only {n} in this deck.",
        "{card:capital}: there are only {n} in this deck.",
        copies,
        card=card,
    )
    if not seen:
        return in_the_deck
    lie_there = count("{n} of them is on the discard.", "{n} of them are on the discard.", seen)
    return followed(in_the_deck, lie_there)


def wrong_side(state: State, command: Command, refusal: Refusal) -> Phrase:
    """The side that is out of sight is not named, unless the table agreed on that."""
    now = say("The {side} is in play.", side=state.side)
    if isinstance(command, CountLeft):
        now = side_that_counts(scoring_side(state))
    if state.options.sides_may_be_announced and refusal.card is not None and isinstance(command, Play):
        return followed(say("{card:capital}: that side is turned away.", card=refusal.card), now)
    return followed(say("That side is turned away."), now)


def cannot_finish(state: State, card: Card) -> Phrase:
    """The round may not end with this card."""
    said = say("{card:capital}: not as the last card.", card=card)
    return followed(said, say("Only a number.")) if state.options.no_finish_on_action else said


def cannot_stack(state: State, command: Command, refusal: Refusal) -> Phrase:
    """The card does not pass the sum on: which would, else what is owed."""
    payer = None if refusal.player is None else state.find(refusal.player)
    said = say("Cannot be put on top.")
    if isinstance(command, Play):
        said = say("{card:capital}: cannot be put on top.", card=command.cards[0])
    if payer is None:
        return said
    fitting = tuple(face.card for face in state.deck.side_faces(state.side) if may_stack(state, payer, face.card))
    return followed(said, say("Only {cards:one}.", cards=fitting) if fitting else owed_now(state))


def cannot_jump_in(command: Command, refusal: Refusal) -> Phrase:
    """Out of turn only the very card that lies on top goes."""
    said = say("Not the same card.")
    if isinstance(command, Play):
        said = say("{card:capital}: not the same card.", card=command.cards[0])
    if refusal.top is None:
        return said
    if not refusal.top.is_number:
        return followed(said, say("Only a number can be jumped in on."))
    return followed(said, say("Only {card} jumps in.", card=refusal.top))


def would_stack(state: State, command: Command) -> bool:
    """True where a payer answers with a draw card as if stacking had been agreed on."""
    payer = state.find(command.player) if isinstance(command, Play) else None
    if not isinstance(command, Play) or payer is None or state.options.stacking != "off":
        return False
    return card_debt(state, payer) is not None and demands(state, command.cards[0])
